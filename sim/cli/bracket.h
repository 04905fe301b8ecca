/*
 * The bracket of a scenario: what the optimistic and the pessimistic rendering of aries say.
 */
#ifndef PCS_CLI_BRACKET_H
#define PCS_CLI_BRACKET_H

/**
 * Print the figures of two result folders side by side, from their summary.csv. Blocks.
 *
 * @return 0, or -1 after a message on stderr
 */
int pcs_bracket_print(const char *spread, const char *minimal);

#endif

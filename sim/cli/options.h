/*
 * Options as rows of a table: one table gives the parser and the help of a command.
 */
#ifndef PCS_CLI_OPTIONS_H
#define PCS_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum pcs_option_type {
    PCS_OPTION_FLAG, /**< bool, set to true */
    PCS_OPTION_TEXT, /**< const char *, the last one given counts */
    PCS_OPTION_LIST, /**< struct pcs_option_list, all that are given, in order */
};

/** Texts of an option that may be given more than once. */
struct pcs_option_list {
    const char **items;
    int items_n;
};

struct pcs_option {
    const char *name;     /**< long name without the dashes; NULL ends a table */
    char letter;          /**< short name, or 0 */
    const char *argument; /**< how its argument is called in the help; NULL for a flag */
    enum pcs_option_type type;
    size_t offset; /**< of its value in the command's own struct */
    const char *help;
};

/** All that is said about how to call a command. */
struct pcs_usage {
    const char *name;     /**< of the command; NULL ends a table */
    const char *synopsis; /**< behind "pcollsim NAME " */
    const char *summary;  /**< one line for the list of commands, starts in lower case */
    const char *details;  /**< paragraphs for its own --help, or NULL */
    const struct pcs_option *options; /**< may be NULL; --help is there without a row */
    int operands_min, operands_max;
};

enum pcs_parsed {
    PCS_PARSED,      /**< go on */
    PCS_PARSED_HELP, /**< --help: the help was printed on stdout */
    PCS_PARSED_BAD,  /**< a message was printed on stderr */
};

/**
 * Parse a command's arguments. On PCS_PARSED, the operands are argv[*first] to argv[argc - 1].
 *
 * @param argv    is reordered: operands go last
 * @param values  the command's own struct, with the defaults in it; the texts stay argv's.
 *                Lists are released with pcs_options_fini(), whatever the result.
 */
enum pcs_parsed pcs_options_parse(const struct pcs_usage *usage, int argc, char **argv,
                                  void *values, int *first);

/** Release the lists in @p values. */
void pcs_options_fini(const struct pcs_usage *usage, void *values);

/** Print what --help prints. */
void pcs_usage_print(const struct pcs_usage *usage, FILE *out);

/** Print "pcollsim NAME: message" and the usage line on stderr. @return PCS_PARSED_BAD */
enum pcs_parsed pcs_usage_refuse(const struct pcs_usage *usage, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

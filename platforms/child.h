/*
 * Run a program, without a shell, and keep what it writes.
 */
#ifndef PCS_PLATFORMS_CHILD_H
#define PCS_PLATFORMS_CHILD_H

/** What a child left. Texts end in a zero byte and belong to the struct. */
struct pcs_child_result {
    int exit_code; /**< -1 when it was ended by a signal */
    int signal;    /**< 0 when it ended by itself */
    char *output;
    char *messages; /**< its stderr */
};

/**
 * Run @p argv[0] (a path, not searched for) and wait for its end. Its stdin is empty.
 *
 * Blocks until the child has ended and closed both streams.
 *
 * @param argv    ended by NULL
 * @param result  filled on success; release with pcs_child_fini()
 * @return 0, or -1 when it could not be run (errno is set)
 */
int pcs_child_run(const char *const argv[], struct pcs_child_result *result);

void pcs_child_fini(struct pcs_child_result *result);

#endif

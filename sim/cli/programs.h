/*
 * Where the programs are that the commands start.
 */
#ifndef PCS_CLI_PROGRAMS_H
#define PCS_CLI_PROGRAMS_H

/** Paths, absolute unless they are searched for in PATH; owned. */
struct pcs_programs {
    char *smpirun; /**< PCOLLSIM_SMPIRUN in the environment, or where the build found it */
    char *rank;    /**< PCOLLSIM_RANK in the environment, or beside this executable */
    char *probe;   /**< beside this executable */
    char *clock;   /**< library to preload, see clock_preload.c; may be missing */
    char *bare;    /**< of `pcollsim bench`, beside this executable; may be missing */
};

/** Find them. @return 0, or -1 after a message on stderr; @p programs is then empty */
int pcs_programs_find(struct pcs_programs *programs);

void pcs_programs_fini(struct pcs_programs *programs);

#endif

/*
 * Where the files are that the commands read: scenarios, published figures, plot scripts.
 */
#ifndef PCS_CLI_DATA_FILES_H
#define PCS_CLI_DATA_FILES_H

/**
 * The path of a file of the project, such as "workloads/paper/microbench.csv", in the folder that
 * PCOLLSIM_DATA in the environment names, or in the tree that this program was built from.
 *
 * @return an absolute path, to free(), of a readable file; or NULL after a message on stderr
 */
char *pcs_data_file(const char *name);

#endif

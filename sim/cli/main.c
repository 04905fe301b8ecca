/*
 * The command `pcollsim`: finds the command in the table and runs it.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "sim/cli/command.h"
#include "sim/version/version.h"

/* clang-format off */
static const struct pcs_command *const commands[] = {
    &pcs_command_run,
    &pcs_command_sweep,
    &pcs_command_sweep_job,
    &pcs_command_report,
    &pcs_command_platform,
    &pcs_command_workload,
    &pcs_command_validate,
    &pcs_command_bench,
    &pcs_command_info,
    NULL,
};
/* clang-format on */

static void print_usage_line(FILE *out)
{
    fprintf(out, "usage: pcollsim COMMAND [ARGUMENTS]\n"
                 "       pcollsim COMMAND --help | --help | --version\n");
}

static void print_help(void)
{
    print_usage_line(stdout);
    printf("\nSimulates partial collectives on modelled networks.\n\ncommands:\n");
    for (const struct pcs_command *const *command = commands; *command; command++)
        printf("  %-12s%s\n", (*command)->usage.name, (*command)->usage.summary);
    printf("\nResults go to stdout, messages to stderr. Exit code 0: good; 1: it failed; 2: bad "
           "usage or input.\n");
}

static const struct pcs_command *find_command(const char *name)
{
    for (const struct pcs_command *const *command = commands; *command; command++) {
        if (strcmp((*command)->usage.name, name) == 0)
            return *command;
    }
    return NULL;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "pcollsim: no command\n");
        print_usage_line(stderr);
        return PCS_EXIT_BAD;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        print_help();
        return PCS_EXIT_GOOD;
    }
    if (strcmp(word, "--version") == 0) {
        printf("pcollsim %s\n", pcs_version_text());
        return PCS_EXIT_GOOD;
    }
    const struct pcs_command *command = find_command(word);
    if (!command) {
        fprintf(stderr, "pcollsim: unknown %s %s\n", word[0] == '-' ? "option" : "command", word);
        print_usage_line(stderr);
        return PCS_EXIT_BAD;
    }
    return command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    int code = dispatch(argc, argv);

    /* A full disk shows when the last bytes go out. */
    const bool now = fflush(stdout) != 0; /* else errno is of something later */
    if ((now || ferror(stdout)) && code == PCS_EXIT_GOOD) {
        fprintf(stderr, "pcollsim: cannot write to stdout%s%s\n", now ? ": " : "",
                now ? strerror(errno) : "");
        code = PCS_EXIT_FAILED;
    }
    return code;
}

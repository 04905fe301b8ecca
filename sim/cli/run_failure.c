/*
 * Why a run failed. Causes are rows of a table of what SimGrid 3.32, the C library or the rank
 * program write; the first row that is found in the log counts, so the more certain stand first.
 */
#define _GNU_SOURCE /* memmem */
#include "sim/cli/run_failure.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cli/command.h"

/* The log of a run with very many ranks that all complain is cut here. */
#define LOG_BYTES_MAX (4 << 20)
/* Lines of the log that are shown under the message. */
#define LINES_SHOWN 6

struct cause {
    const char *mark;   /**< in the log */
    const char *reason; /**< what is said */
    const char *shown;  /**< lines with this word are shown with it; NULL: none */
};

static const struct cause causes[] = {
    {"No space left on device", "the disk is full", "No space left"},
    {"Disk quota exceeded", "the disk quota is used up", "quota"},
    {"vm.max_map_count", "the system's limit of memory mappings is reached", "max_map_count"},
    {"bad_alloc", "out of memory", NULL},
    {"Memory allocation of", "out of memory", "Memory allocation of"},
    {"Cannot allocate memory", "out of memory", "Cannot allocate memory"},
    {"out of memory", "out of memory", "out of memory"},
    {"pcollsim-rank: rank ", "a rank gave up", "pcollsim-rank: "},
    /* The helpers that an abort leaves behind look like a deadlock afterwards. */
    {"MPI_Abort was called", "a rank called MPI_Abort", ""},
    {"Deadlock detected", "deadlock: these ranks wait for something that never comes", "Actor "},
    {NULL, NULL, NULL},
};

static char *read_log(const struct pcs_run_folder *folder)
{
    FILE *in = pcs_run_folder_file(folder, PCS_RUN_LOG, "r");
    char *text = in ? malloc(LOG_BYTES_MAX + 1) : NULL;

    if (text) {
        size_t length = fread(text, 1, LOG_BYTES_MAX, in);
        for (size_t i = 0; i < length; i++) {
            if (!text[i])
                text[i] = '?';
        }
        text[length] = '\0';
    }
    if (in)
        fclose(in);
    return text;
}

/** What smpirun and SimGrid add of their own, which says nothing about the cause. */
static bool is_noise(const char *line, size_t length)
{
    static const char *const noise[] = {
        "did not return 0",     "Execution failed with code", "--cfg=smpi/",
        "MPI_Abort was called", "Legend of the following",    "Deadlock detected"};

    for (size_t i = 0; i < sizeof noise / sizeof *noise; i++) {
        if (memmem(line, length, noise[i], strlen(noise[i])))
            return true;
    }
    return length == 0;
}

/** Show the first lines with @p word in them; "" stands for all that is not noise. */
static int show_lines(const char *log, const char *word)
{
    int shown = 0;
    int left_out = 0;

    for (const char *line = log; *line;) {
        size_t length = strcspn(line, "\n");
        if (*word ? memmem(line, length, word, strlen(word)) != NULL && !is_noise(line, length)
                  : !is_noise(line, length)) {
            if (shown < LINES_SHOWN) {
                fprintf(stderr, "  %.*s\n", (int)(length < 400 ? length : 400), line);
                shown++;
            } else {
                left_out++;
            }
        }
        line += length + (line[length] == '\n');
    }
    if (left_out)
        fprintf(stderr, "  and %d more lines\n", left_out);
    return shown;
}

static const struct cause *find_cause(const char *log)
{
    for (const struct cause *cause = causes; cause->mark; cause++) {
        if (strstr(log, cause->mark))
            return cause;
    }
    return NULL;
}

/** The signal that ended smpirun or, told by the shell's exit code, the simulation; 0 if none. */
static int ending_signal(const struct pcs_job_result *result)
{
    if (result->signal)
        return result->signal;
    return result->exit_code > 128 && result->exit_code < 128 + NSIG ? result->exit_code - 128 : 0;
}

static void say_ending(const struct pcs_job_result *result)
{
    int signal = ending_signal(result);

    if (signal == SIGKILL)
        fprintf(stderr, "pcollsim: the simulation was killed (signal 9); the system does that "
                        "when memory runs out\n");
    else if (signal)
        fprintf(stderr, "pcollsim: the simulation was ended by signal %d, %s\n", signal,
                strsignal(signal));
    else if (result->exit_code == 0)
        fprintf(stderr, "pcollsim: the simulation ended without a complete result\n");
    else
        fprintf(stderr, "pcollsim: the simulation ended with exit code %d\n", result->exit_code);
}

int pcs_run_failure_report(const struct pcs_run_folder *folder, const struct pcs_job_result *result)
{
    char *log = read_log(folder);
    const struct cause *cause = log ? find_cause(log) : NULL;
    int code = PCS_EXIT_FAILED;

    if (cause) {
        fprintf(stderr, "pcollsim: %s\n", cause->reason);
    } else if (result->exit_code == PCS_EXIT_BAD) {
        code = PCS_EXIT_BAD;
        fprintf(stderr, "pcollsim: the rank program refused its input\n");
    } else {
        say_ending(result);
    }
    if (log && (!cause || cause->shown))
        show_lines(log, cause ? cause->shown : "");
    if (pcs_run_folder_keep_log(folder))
        fprintf(stderr, "pcollsim: no result; the log is %s\n", folder->failed_log);
    free(log);
    return code;
}

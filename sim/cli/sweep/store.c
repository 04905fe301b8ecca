#include "sim/cli/sweep/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/cli/estimate/estimate.h"
#include "sim/cli/run_folder.h"
#include "sim/cli/sweep/whole_file.h"
#include "sim/version/version.h"

struct pcs_store_name pcs_store_name(const char *folder, const char *id, const char *ending)
{
    struct pcs_store_name name;

    snprintf(name.text, sizeof name.text, "%s/%s%s", folder, id, ending);
    return name;
}

bool pcs_store_is_id(const char *text)
{
    return strlen(text) == PCS_RUN_ID_LENGTH &&
           strspn(text, "0123456789abcdef") == PCS_RUN_ID_LENGTH;
}

int pcs_store_make(const char *path)
{
    static const char *const folders[] = {PCS_STORE_SCENARIOS, PCS_STORE_RUNS, PCS_STORE_WORK,
                                          PCS_STORE_FAILED, PCS_STORE_LOGS};
    const char *name = "";
    int fd = -1;

    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_good = fd >= 0;
    for (size_t i = 0; is_good && i < sizeof folders / sizeof *folders; i++) {
        is_good = mkdirat(fd, folders[i], 0777) == 0 || errno == EEXIST;
        /* What is there already may be someone else's, or on a disk that was made read-only. */
        is_good = is_good && faccessat(fd, folders[i], W_OK | X_OK, AT_EACCESS) == 0;
        name = folders[i];
    }
    if (is_good)
        return fd;
    fprintf(stderr, "pcollsim sweep: cannot write to the folder %s%s%s: %s\n", path,
            *name ? "/" : "", name, strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

/* ---- failures --------------------------------------------------------------------------------
 */

bool pcs_store_read_failure(int store, const char *id, struct pcs_failure *failure)
{
    const struct pcs_store_name name = pcs_store_name(PCS_STORE_FAILED, id, "");
    char *text = pcs_whole_file_read(store, name.text, sizeof failure->reason + 32);
    char *end = NULL;

    if (!text)
        return false;
    failure->exit_code = (int)strtol(text, &end, 10);
    const size_t length = strlen(end);
    const bool is_good =
        end > text && *end == ' ' && end[length - 1] == '\n' && length < sizeof failure->reason;
    if (is_good)
        snprintf(failure->reason, sizeof failure->reason, "%.*s", (int)length - 2, end + 1);
    free(text);
    return is_good;
}

int pcs_store_write_failure(int store, const char *id, const struct pcs_failure *failure)
{
    const struct pcs_store_name name = pcs_store_name(PCS_STORE_FAILED, id, "");
    char text[sizeof failure->reason + 32];
    const int length = snprintf(text, sizeof text, "%d %s\n", failure->exit_code, failure->reason);

    return pcs_whole_file_write(store, name.text, text, (size_t)length);
}

bool pcs_failure_is_of_machine(const struct pcs_failure *failure)
{
    /* As sim/cli/run_failure.c and the C library say them. */
    static const char *const reasons[] = {"disk is full",
                                          "quota",
                                          "No space left",
                                          "killed (signal 9)",
                                          "out of memory",
                                          "memory mappings",
                                          "Cannot allocate",
                                          "Too many open files",
                                          "temporarily unavailable",
                                          "MiB of memory, and there are"};

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (strstr(failure->reason, reasons[i]))
            return true;
    }
    return false;
}

/* ---- states ----------------------------------------------------------------------------------
 */

static enum pcs_run_state finished_state(int store, const char *id)
{
    const struct pcs_store_name name = pcs_store_name(PCS_STORE_RUNS, id, "/" PCS_RUN_MANIFEST);
    static const char end[] = "\n" PCS_RUN_FINISHED "\n";
    char *text = pcs_whole_file_read(store, name.text, 1 << 20);
    char program[256];

    if (!text)
        return PCS_RUN_MISSING;
    const size_t length = strlen(text);
    snprintf(program, sizeof program, "\nprogram: '%s'\n", pcs_version_text());
    enum pcs_run_state state = PCS_RUN_MISSING;
    if (length >= sizeof end && strcmp(text + length - (sizeof end - 1), end) == 0)
        state = strstr(text, program) ? PCS_RUN_DONE : PCS_RUN_STALE;
    free(text);
    return state;
}

enum pcs_run_state pcs_store_state(int store, const char *id)
{
    struct pcs_failure failure;

    if (store < 0)
        return PCS_RUN_MISSING;
    const enum pcs_run_state state = finished_state(store, id);
    if (state != PCS_RUN_MISSING || !pcs_store_read_failure(store, id, &failure))
        return state;
    return pcs_failure_is_of_machine(&failure) ? PCS_RUN_BROKEN : PCS_RUN_FAILED;
}

void pcs_store_look_up(int store, struct pcs_plan *plan)
{
    for (size_t i = 0; i < plan->runs_n; i++)
        plan->runs[i].state = pcs_store_state(store, plan->runs[i].id);
}

/* ---- scenarios -------------------------------------------------------------------------------
 */

static int write_scenario(int store, const struct pcs_plan *plan, struct pcs_planned_run *run)
{
    const struct pcs_store_name name = pcs_store_name(PCS_STORE_SCENARIOS, run->id, ".yaml");
    struct pcs_scenario scenario;
    struct pcs_estimate estimate;
    struct pcs_error error;
    char *text = NULL;
    size_t length = 0;
    int rc = -1;

    if (pcs_sweep_scenario(plan->sweep, run->index, &scenario, &error) < 0) {
        fprintf(stderr, "%s\n", error.text); /* its files were good a moment ago */
        return -1;
    }
    FILE *memory = open_memstream(&text, &length);
    if (memory) {
        rc = pcs_scenario_print(&scenario, memory);
        rc = fclose(memory) != 0 ? -1 : rc;
    }
    if (rc == 0)
        rc = pcs_estimate_run(&scenario, &estimate);
    pcs_scenario_fini(&scenario);
    if (rc == 0) {
        run->memory_bytes = estimate.memory_sum_bytes;
        /* Left alone when it is right: somebody may hold its lock. */
        char *old = pcs_whole_file_read(store, name.text, length + 1);
        if (!old || strcmp(old, text) != 0)
            rc = pcs_whole_file_write(store, name.text, text, length);
        free(old);
    }
    if (rc < 0)
        fprintf(stderr, "pcollsim sweep: cannot write %s: %s\n", name.text, strerror(errno));
    free(text);
    return rc;
}

int pcs_store_write_scenarios(int store, struct pcs_plan *plan)
{
    for (size_t i = 0; i < plan->runs_n; i++) {
        if (plan->runs[i].is_selected && write_scenario(store, plan, &plan->runs[i]) < 0)
            return -1;
    }
    return 0;
}

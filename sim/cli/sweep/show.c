#include "sim/cli/sweep/show.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/sweep/store.h"
#include "sim/cli/words.h"

static const char *state_name(enum pcs_run_state state)
{
    switch (state) {
    case PCS_RUN_DONE:
        return "done";
    case PCS_RUN_STALE:
        return "stale";
    case PCS_RUN_FAILED:
    case PCS_RUN_BROKEN:
        return "failed";
    case PCS_RUN_MISSING:
        break;
    }
    return "missing";
}

void pcs_sweep_show_list(const struct pcs_plan *plan)
{
    const struct pcs_sweep *sweep = plan->sweep;

    for (size_t i = 0; i < plan->runs_n; i++) {
        const struct pcs_planned_run *run = &plan->runs[i];
        bool seed_varies = false;
        printf("%s  %-7s ", run->id, state_name(run->state));
        for (int key = 0; key < pcs_sweep_keys_n(sweep); key++) {
            printf(" %s=%s", pcs_sweep_key(sweep, key), pcs_sweep_value(sweep, run->index, key));
            seed_varies = seed_varies || strcmp(pcs_sweep_key(sweep, key), "seed") == 0;
        }
        if (!seed_varies)
            printf(" seed=%" PRIu64, run->seed);
        putchar('\n');
    }
}

static int show_command(const char *program, const char *folder, const char *id)
{
    struct pcs_words words = {0};

    pcs_words_add(&words, "%s", program);
    pcs_words_add(&words, "run");
    pcs_words_add(&words, "%s/%s", folder, pcs_store_name(PCS_STORE_SCENARIOS, id, ".yaml").text);
    pcs_words_add(&words, "-o");
    pcs_words_add(&words, "%s/%s", folder, pcs_store_name(PCS_STORE_RUNS, id, "").text);
    char *line = pcs_words_line(&words);
    pcs_words_fini(&words);
    if (!line) {
        fprintf(stderr, "pcollsim sweep: out of memory\n");
        return -1;
    }
    printf("%s\n", line);
    free(line);
    return 0;
}

int pcs_sweep_show_commands(const struct pcs_plan *plan, const char *folder)
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    /* A word that starts with a dash would be an option. */
    const char *before = folder[0] == '-' ? "./" : "";
    char *path = NULL;
    size_t size = 0;
    int rc = 0;

    FILE *memory = open_memstream(&path, &size);
    if (memory)
        fprintf(memory, "%s%s", before, folder);
    if (!memory || fclose(memory) != 0) {
        fprintf(stderr, "pcollsim sweep: out of memory\n");
        return -1;
    }
    snprintf(program + (length < 0 ? 0 : length),
             sizeof program - (size_t)(length < 0 ? 0 : length), "%s",
             length < 0 ? "pcollsim" : "");
    for (size_t i = 0; rc == 0 && i < plan->runs_n; i++) {
        if (plan->runs[i].is_selected)
            rc = show_command(program, path, plan->runs[i].id);
    }
    free(path);
    return rc;
}

void pcs_sweep_show_count(const struct pcs_plan *plan, bool has_folder)
{
    const size_t done = pcs_plan_count(plan, PCS_RUN_DONE);
    const size_t stale = pcs_plan_count(plan, PCS_RUN_STALE);
    const size_t failed =
        pcs_plan_count(plan, PCS_RUN_FAILED) + pcs_plan_count(plan, PCS_RUN_BROKEN);

    fprintf(stderr, "pcollsim sweep: %zu runs", plan->runs_n);
    if (has_folder)
        fprintf(stderr, ": %zu done, %zu failed, %zu missing", done + stale, failed,
                pcs_plan_count(plan, PCS_RUN_MISSING));
    fputc('\n', stderr);
    if (plan->double_n > 0)
        fprintf(stderr, "pcollsim sweep: %zu combinations are the same run as one before\n",
                plan->double_n);
    if (stale > 0)
        fprintf(stderr,
                "pcollsim sweep: %zu of them are of another version of the program; --redo-stale "
                "does them again\n",
                stale);
}

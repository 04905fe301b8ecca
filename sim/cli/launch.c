/*
 * The smpirun line: which of SimGrid's settings a scenario needs, and why.
 */
#define _GNU_SOURCE /* asprintf */
#include "sim/cli/launch.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A rank's program and its helper need little of it; SMPI's default of 8 MiB a stack adds up. */
#define STACK_KIB 256

/* SMPI maps phantom buffers in pieces of 1 MiB, and a process may have 65,530 mappings: larger
 * buffers get larger pieces. The surplus holds a message's header and alignment. */
#define BLOCK_STANDARD (UINT64_C(1) << 20)
#define BLOCK_SURPLUS 65536

/* SimGrid spends a quarter of its time in malloc(): this one makes it 1.5 to 2 times as fast. */
#define FAST_MALLOC "libmimalloc.so.2"

static uint64_t block_size(const struct pcs_scenario *scenario)
{
    const uint64_t bytes = pcs_bucket_bytes_max(&scenario->collective);
    uint64_t size = BLOCK_STANDARD;

    if (scenario->collective.payload == PCS_PAYLOAD_PHANTOM &&
        !pcs_kind_is_sparse(scenario->collective.kind)) {
        while (bytes > BLOCK_STANDARD && size < bytes + BLOCK_SURPLUS)
            size *= 2;
    }
    return size;
}

static void add_settings(const struct pcs_scenario *scenario, struct pcs_words *words)
{
    /* Time is the scenario's, never that of the machine at hand. */
    pcs_words_add(words, "--cfg=smpi/simulate-computation:no");
    if (scenario->collective.kind == PCS_KIND_MPI)
        pcs_words_add(words, "--cfg=smpi/allreduce:%s", pcs_smpi_allreduce(scenario));
    if (block_size(scenario) != BLOCK_STANDARD)
        pcs_words_add(words, "--cfg=smpi/shared-malloc-blocksize:%" PRIu64, block_size(scenario));
    /* The file may say otherwise, and phantom buffers are shared blocks or nothing. */
    if (scenario->platform.model == PCS_PLATFORM_FILE)
        pcs_words_add(words, "--cfg=smpi/shared-malloc:global");
    pcs_words_add(words, "--cfg=contexts/stack-size:%d", STACK_KIB);
    /* Warnings only, but the list of blocked ranks after a deadlock is of level info. */
    pcs_words_add(words, "--log=root.thres:warning");
    pcs_words_add(words, "--log=ker_engine.thres:info");
}

static bool has_fast_malloc(void)
{
    void *library = dlopen(FAST_MALLOC, RTLD_LAZY | RTLD_LOCAL);

    if (library)
        dlclose(library);
    return library;
}

/* LD_PRELOAD is a list with blanks and colons between names, and our line goes through a shell. */
static bool is_plain_path(const char *path)
{
    return path && path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789/._+-")] == '\0';
}

/* What makes it faster and changes no result, to free(); NULL for nothing. */
static char *find_preload(const struct pcs_programs *programs)
{
    const char *already = getenv("LD_PRELOAD");
    const char *fast_malloc = has_fast_malloc() ? FAST_MALLOC : "";
    const char *clock = "";
    char *preload;

    if (already && *already)
        return NULL; /* two mallocs at once, or one and a sanitizer, do not go together */
    if (is_plain_path(programs->clock) && access(programs->clock, R_OK) == 0)
        clock = programs->clock;
    if (!*fast_malloc && !*clock)
        return NULL;
    const char *between = *fast_malloc && *clock ? ":" : "";
    return asprintf(&preload, "%s%s%s", fast_malloc, between, clock) < 0 ? NULL : preload;
}

int pcs_launch_create(const struct pcs_scenario *scenario, const struct pcs_programs *programs,
                      bool may_preload, struct pcs_launch *launch)
{
    struct pcs_launch result = {.preload = may_preload ? find_preload(programs) : NULL};
    struct pcs_words *words = &result.words;
    bool has_model = scenario->platform.model != PCS_PLATFORM_FILE;

    pcs_words_add(words, "%s", programs->smpirun);
    pcs_words_add(words, "-np");
    pcs_words_add(words, "%d", scenario->ranks);
    pcs_words_add(words, "-no-privatize");
    pcs_words_add(words, "-platform");
    pcs_words_add(words, "%s", has_model ? PCS_LAUNCH_PLATFORM : scenario->platform.file);
    pcs_words_add(words, "-hostfile");
    pcs_words_add(words, PCS_LAUNCH_HOSTFILE);
    add_settings(scenario, words);
    pcs_words_add(words, "%s", programs->rank);
    pcs_words_add(words, PCS_LAUNCH_SCENARIO);
    pcs_words_add(words, "-o");
    pcs_words_add(words, PCS_LAUNCH_RESULT);

    char *line = pcs_words_line(words);
    int length = -1;
    if (line && result.preload)
        length = asprintf(&result.line, "LD_PRELOAD=%s %s", result.preload, line);
    else if (line)
        length = asprintf(&result.line, "%s", line);
    free(line);
    if (length < 0) {
        pcs_words_fini(words);
        free(result.preload);
        return -1;
    }
    *launch = result;
    return 0;
}

void pcs_launch_environment(const struct pcs_launch *launch, struct pcs_words *set)
{
    pcs_words_add(set, "PCOLLSIM_COMMAND=%s", launch->line);
    if (launch->preload)
        pcs_words_add(set, "LD_PRELOAD=%s", launch->preload);
}

void pcs_launch_fini(struct pcs_launch *launch)
{
    pcs_words_fini(&launch->words);
    free(launch->line);
    free(launch->preload);
    *launch = (struct pcs_launch){0};
}

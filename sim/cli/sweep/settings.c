#include "sim/cli/sweep/settings.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/command.h"
#include "sim/scenario/quantity.h"

static int refuse(const char *option, const char *text, const char *expected)
{
    pcs_usage_refuse(&pcs_command_sweep.usage, "%s %s: expected %s", option, text, expected);
    return -1;
}

/** A number above 0, when it is given. */
static int read_number(const char *option, const char *text, uint64_t max, uint64_t *number)
{
    char expected[64];

    if (!text || (!pcs_quantity_count(text, number) && *number >= 1 && *number <= max))
        return 0;
    snprintf(expected, sizeof expected, "a whole number from 1 to %" PRIu64, max);
    return refuse(option, text, expected);
}

static int read_engine(const struct pcs_sweep_options *options, struct pcs_carry_out *how)
{
    static const char *const names[] = {"local", "hosts", "slurm"};
    size_t i = 0;

    while (options->engine && i < 3 && strcmp(options->engine, names[i]) != 0)
        i++;
    if (i == 3)
        return refuse("--engine", options->engine, "local, hosts or slurm");
    how->settings.engine = (enum pcs_engine)i;
    if ((how->settings.engine == PCS_ENGINE_HOSTS) != (options->hosts != NULL)) {
        pcs_usage_refuse(&pcs_command_sweep.usage, "--engine hosts and --hosts FILE go together");
        return -1;
    }
    if (options->hosts) {
        how->settings.hosts = realpath(options->hosts, NULL);
        if (!how->settings.hosts)
            return refuse("--hosts", options->hosts, strerror(errno));
    }
    return 0;
}

/** Options of Slurm, or what the file says. */
static int read_batch(const struct pcs_sweep_options *options, const struct pcs_sweep *sweep,
                      struct pcs_carry_out *how)
{
    struct pcs_sweep_batch *batch = &how->settings.batch;
    uint64_t number;

    *batch = sweep->batch;
    batch->partition = options->partition ? options->partition : batch->partition;
    batch->account = options->account ? options->account : batch->account;
    batch->time = options->time ? options->time : batch->time;
    batch->memory = options->memory ? options->memory : batch->memory;
    batch->throttle = options->throttle ? options->throttle : batch->throttle;
    if (how->settings.engine != PCS_ENGINE_SLURM &&
        (options->partition || options->account || options->time || options->throttle ||
         options->wait)) {
        pcs_usage_refuse(&pcs_command_sweep.usage,
                         "--partition, --account, --time, --throttle and --wait go with --engine "
                         "slurm only");
        return -1;
    }
    if (batch->memory && (pcs_quantity_bytes(batch->memory, &number) || number == 0))
        return refuse("--memory", batch->memory, "a size such as 4GiB");
    if (read_number("--throttle", batch->throttle, 1000000, &number) < 0)
        return -1;
    if (how->settings.engine != PCS_ENGINE_SLURM || how->settings.chunk)
        return 0;
    return read_number("chunk", batch->chunk, 100000, &how->settings.chunk);
}

int pcs_sweep_settings(const struct pcs_sweep_options *options, const struct pcs_sweep *sweep,
                       struct pcs_carry_out *how)
{
    double seconds;

    *how = (struct pcs_carry_out){
        .folder = options->output,
        .retries = options->retry,
        .collects_only = options->collect,
        .settings = {.time_limit = options->time_limit,
                     .redoes_stale = options->redo_stale,
                     .waits = options->wait},
    };
    if (options->time_limit &&
        (pcs_quantity_seconds(options->time_limit, &seconds) || seconds <= 0))
        return refuse("--time-limit", options->time_limit, "a time such as 600s");
    if (options->memory && pcs_quantity_bytes(options->memory, &how->settings.memory_bytes))
        return refuse("--memory", options->memory, "a size such as 4GiB");
    if (read_number("-j", options->jobs, 10000, &how->settings.jobs) < 0 ||
        read_number("--chunk", options->chunk, 100000, &how->settings.chunk) < 0)
        return -1;
    if (read_engine(options, how) == 0 && read_batch(options, sweep, how) == 0)
        return 0;
    pcs_sweep_settings_fini(how);
    return -1;
}

void pcs_sweep_settings_fini(struct pcs_carry_out *how)
{
    free(how->settings.hosts);
    how->settings.hosts = NULL;
}

/*
 * Which rank runs on which host.
 *
 * First the hosts in use are put in order, then each takes ranks_per_node ranks, one after the
 * other. Round-robin and random placements choose among all hosts that the platform describes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "platforms/disturb.h"
#include "platforms/model.h"
#include "platforms/user_files.h"
#include "workloads/stream.h"

/** The first host of each unit, then the second of each: the last unit may be smaller. */
static void deal(int *hosts, int hosts_n, int unit, int nodes)
{
    int n = 0;

    for (int place = 0; n < nodes && place < unit; place++) {
        for (int host = place; n < nodes && host < hosts_n; host += unit) {
            hosts[n++] = host;
        }
    }
}

/** Each of @p hosts_n in the order of a draw. @return 0, or -1 without memory */
static int shuffle(const struct pcs_platform_spec *spec, int *hosts, int hosts_n)
{
    gsl_rng *stream = pcs_stream_create(spec->seed, PCS_PURPOSE_PLACEMENT, 0);

    if (!stream) {
        return -1;
    }
    for (int i = 0; i < hosts_n; i++) {
        hosts[i] = i;
    }
    gsl_ran_shuffle(stream, hosts, (size_t)hosts_n, sizeof(*hosts));
    gsl_rng_free(stream);
    return 0;
}

/** The hosts in use, in order; the array has room for all hosts. NULL with errno. */
static int *hosts_in_use(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                         int nodes, int hosts_n)
{
    struct pcs_units units = pcs_model_find(spec)->units(spec, nodes);
    int *hosts = malloc((size_t)hosts_n * sizeof(*hosts));

    if (!hosts) {
        return NULL;
    }
    switch (placement) {
    case PCS_PLACEMENT_ROUTERS:
        deal(hosts, hosts_n, units.router, nodes);
        break;
    case PCS_PLACEMENT_GROUPS:
        deal(hosts, hosts_n, units.group, nodes);
        break;
    case PCS_PLACEMENT_RANDOM:
        if (shuffle(spec, hosts, hosts_n) < 0) {
            free(hosts);
            return NULL;
        }
        break;
    case PCS_PLACEMENT_BLOCK:
    case PCS_PLACEMENT_FILE:
        for (int i = 0; i < nodes; i++) {
            hosts[i] = i;
        }
        break;
    }
    return hosts;
}

int *pcs_placement_hosts(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                         int ranks)
{
    int hosts_n = pcs_platform_hosts(spec, ranks);

    if (hosts_n < 1 || placement == PCS_PLACEMENT_FILE) {
        errno = EINVAL;
        return NULL;
    }
    int on_each = spec->ranks_per_node > 0 ? spec->ranks_per_node : 1;
    int *hosts = hosts_in_use(spec, placement, pcs_spec_nodes(spec, ranks), hosts_n);
    int *of_rank = malloc((size_t)ranks * sizeof(*of_rank));
    if (hosts && of_rank) {
        for (int rank = 0; rank < ranks; rank++) {
            of_rank[rank] = hosts[rank / on_each];
        }
    } else {
        free(of_rank);
        of_rank = NULL;
        errno = ENOMEM;
    }
    free(hosts);
    return of_rank;
}

double *pcs_platform_slowdowns(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                               int ranks)
{
    int on_each = spec->ranks_per_node > 0 ? spec->ranks_per_node : 1;
    int nodes = ranks > 0 ? pcs_spec_nodes(spec, ranks) : 0;
    double *factors = malloc(((size_t)ranks + 1) * sizeof(*factors));
    int *hosts = NULL;
    int *drawn = malloc(((size_t)nodes + 1) * sizeof(*drawn));
    gsl_rng *stream = pcs_stream_create(spec->seed, PCS_PURPOSE_SLOW_HOSTS, 0);

    /* The i-th host in use is drawn, wherever it stands. */
    if (!factors || !drawn || !stream) {
        free(factors);
        factors = NULL;
        errno = ENOMEM;
        goto out;
    }
    for (int i = 0; i < nodes; i++) {
        drawn[i] = i;
    }
    gsl_ran_shuffle(stream, drawn, (size_t)nodes, sizeof(*drawn));
    for (int rank = 0; rank < ranks; rank++) {
        factors[rank] = 1;
    }
    for (int i = 0; i < spec->slow_hosts && i < nodes; i++) {
        for (int rank = drawn[i] * on_each; rank < ranks && rank < (drawn[i] + 1) * on_each;
             rank++) {
            factors[rank] = spec->slow_factor;
        }
    }
    if (spec->slow_host_names) {
        hosts = pcs_placement_hosts(spec, placement, ranks);
        for (int rank = 0; hosts && rank < ranks; rank++) {
            char name[64];

            snprintf(name, sizeof(name), "%s%d", pcs_model_find(spec)->host_prefix, hosts[rank]);
            if (pcs_is_named(spec->slow_host_names, name)) {
                factors[rank] = spec->slow_factor;
            }
        }
        if (!hosts) {
            int error = errno;
            free(factors);
            factors = NULL;
            errno = error;
        }
    }
out:
    free(hosts);
    if (stream) {
        gsl_rng_free(stream);
    }
    free(drawn);
    return factors;
}

/** Whether @p name is one of the hosts prefix + 0 ... prefix + (hosts_n - 1). */
static bool is_host(const char *name, const char *prefix, int hosts_n)
{
    size_t length = strlen(prefix);
    char *end;

    if (strncmp(name, prefix, length) != 0 || name[length] < '0' || name[length] > '9' ||
        (name[length] == '0' && name[length + 1])) {
        return false;
    }
    errno = 0;
    long number = strtol(name + length, &end, 10);
    return !errno && !*end && number < hosts_n;
}

int pcs_placement_check_file(const struct pcs_platform_spec *spec, const char *host_prefix,
                             int hosts_n, int ranks, char *error, size_t error_size)
{
    struct pcs_hostfile hostfile;
    char wrong[512];
    int rc = 0;

    if (pcs_hostfile_read(spec->placement_file, &hostfile, wrong, sizeof(wrong)) < 0) {
        snprintf(error, error_size, "placement_file: %.300s", wrong);
        return -1;
    }
    if (hostfile.slots < ranks) {
        snprintf(error, error_size, "placement_file: room for %d ranks; expected room for %d ranks",
                 hostfile.slots, ranks);
        rc = -1;
    }
    for (int i = 0; rc == 0 && i < hostfile.entries_n; i++) {
        const struct pcs_hostfile_entry *entry = &hostfile.entries[i];

        if (!is_host(entry->host, host_prefix, hosts_n)) {
            snprintf(error, error_size,
                     "placement_file: line %d: the model has no host '%.60s'; expected %s0 to "
                     "%s%d",
                     entry->line, entry->host, host_prefix, host_prefix, hosts_n - 1);
            rc = -1;
        }
    }
    pcs_hostfile_fini(&hostfile);
    return rc;
}

/** The user's host file for a generated model, unrolled. */
static int copy_hostfile(const struct pcs_platform_spec *spec, int ranks, FILE *out)
{
    struct pcs_hostfile hostfile;
    char error[512];
    int rc = 0;

    if (!spec->placement_file ||
        pcs_hostfile_read(spec->placement_file, &hostfile, error, sizeof(error)) < 0) {
        errno = EINVAL;
        return -1;
    }
    if (hostfile.slots < ranks) {
        errno = EINVAL;
        rc = -1;
    }
    for (int rank = 0; rc == 0 && rank < ranks; rank++) {
        rc = fprintf(out, "%s\n", pcs_hostfile_entry(&hostfile, rank)->host) < 0 ? -1 : 0;
    }
    pcs_hostfile_fini(&hostfile);
    return rc < 0 || fflush(out) != 0 ? -1 : 0;
}

int pcs_platform_write_hostfile(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                                int ranks, FILE *out)
{
    if (placement == PCS_PLACEMENT_FILE) {
        return copy_hostfile(spec, ranks, out);
    }
    int *hosts = pcs_placement_hosts(spec, placement, ranks);
    if (!hosts) {
        return -1;
    }
    for (int rank = 0; rank < ranks; rank++) {
        if (fprintf(out, "%s%d\n", pcs_model_find(spec)->host_prefix, hosts[rank]) < 0) {
            free(hosts);
            return -1;
        }
    }
    free(hosts);
    return fflush(out) != 0 ? -1 : 0;
}

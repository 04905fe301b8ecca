/*
 * Draws of background shares and reduced links; each purpose and kind has a stream of its own, so
 * that switching one on leaves the others as they were.
 */
#include "platforms/disturb.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "workloads/stream.h"

/* A link keeps this much at least: a flow must come to an end. */
#define SHARE_MAX 0.95

static int take_background(const struct pcs_platform_spec *spec, enum pcs_link_kind kind, int n,
                           int *mb_per_s)
{
    gsl_rng *stream = pcs_stream_create(spec->seed, PCS_PURPOSE_BACKGROUND, (uint32_t)kind);

    if (!stream) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        double share = spec->background_share;

        if (spec->background_spread > 0) {
            share += gsl_ran_gaussian_ziggurat(stream, spec->background_spread);
        }
        share = share < 0 ? 0 : share > SHARE_MAX ? SHARE_MAX : share;
        mb_per_s[i] = (int)(mb_per_s[i] * (1 - share) + 0.5);
    }
    gsl_rng_free(stream);
    return 0;
}

static int reduce(const struct pcs_platform_spec *spec, enum pcs_link_kind kind, int n,
                  int *mb_per_s)
{
    int rc = -1;
    gsl_rng *stream = pcs_stream_create(spec->seed, PCS_PURPOSE_REDUCED, (uint32_t)kind);
    int *all = malloc((size_t)n * sizeof(*all));
    int *drawn = malloc((size_t)spec->reduced_links * sizeof(*drawn));

    if (stream && all && drawn) {
        for (int i = 0; i < n; i++) {
            all[i] = i;
        }
        gsl_ran_choose(stream, drawn, (size_t)spec->reduced_links, all, (size_t)n, sizeof(*all));
        for (int i = 0; i < spec->reduced_links; i++) {
            int *link = &mb_per_s[drawn[i]];

            *link = (int)(*link * spec->reduced_to + 0.5);
            *link = *link < 1 ? 1 : *link;
        }
        rc = 0;
    }
    if (stream) {
        gsl_rng_free(stream);
    }
    free(all);
    free(drawn);
    return rc;
}

int *pcs_disturbed_links(const struct pcs_platform_spec *spec, enum pcs_link_kind kind, int n,
                         int mb_per_s)
{
    bool has_reduced = spec->reduced == kind && spec->reduced_links > 0;
    bool has_background = spec->background == kind;

    if (has_reduced && spec->reduced_links > n) {
        errno = EINVAL;
        return NULL;
    }
    int *links = malloc(((size_t)n + 1) * sizeof(*links)); /* never of size 0 */
    if (!links) {
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        links[i] = mb_per_s;
    }
    if ((has_background && take_background(spec, kind, n, links) < 0) ||
        (has_reduced && reduce(spec, kind, n, links) < 0)) {
        free(links);
        errno = ENOMEM;
        return NULL;
    }
    return links;
}

bool pcs_is_named(const char *names, const char *name)
{
    size_t length = strlen(name);

    for (const char *word = names; word && *word; word += strspn(word, " ")) {
        size_t span = strcspn(word, " ");

        if (span == length && memcmp(word, name, length) == 0) {
            return true;
        }
        word += span;
    }
    return false;
}

int pcs_named_link(const struct pcs_platform_spec *spec, const char *name, int mb_per_s)
{
    if (!pcs_is_named(spec->reduced_names, name)) {
        return mb_per_s;
    }
    mb_per_s = (int)(mb_per_s * spec->reduced_to + 0.5);
    return mb_per_s < 1 ? 1 : mb_per_s;
}

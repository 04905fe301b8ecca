/*
 * Which model a spec means, and the checks that are the same for all of them.
 */
#include "platforms/model.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const struct pcs_model *pcs_model_find(const struct pcs_platform_spec *spec)
{
    switch (spec->model) {
    case PCS_PLATFORM_ARIES:
        return spec->rendering == PCS_RENDERING_MINIMAL ? &pcs_model_aries_minimal
                                                        : &pcs_model_aries_spread;
    case PCS_PLATFORM_FAT_TREE:
        return &pcs_model_fat_tree;
    case PCS_PLATFORM_FLAT:
        return &pcs_model_flat;
    case PCS_PLATFORM_FILE:
        break;
    }
    return NULL;
}

const struct pcs_links *pcs_model_links(const struct pcs_platform_spec *spec)
{
    const struct pcs_model *model = pcs_model_find(spec);

    return pcs_links(model->own_links ? model->links : spec->links);
}

int pcs_spec_nodes(const struct pcs_platform_spec *spec, int ranks)
{
    int on_each = spec->ranks_per_node > 0 ? spec->ranks_per_node : 1;

    return (ranks - 1) / on_each + 1;
}

int pcs_platform_hosts(const struct pcs_platform_spec *spec, int ranks)
{
    const struct pcs_model *model = pcs_model_find(spec);
    char error[256];

    if (!model || ranks < 1) {
        return 0;
    }
    int nodes = pcs_spec_nodes(spec, ranks);

    return model->check(spec, nodes, error, sizeof(error)) < 0 ? 0 : model->hosts(spec, nodes);
}

/** The class of links of @p kind; its name is NULL when the model has none. */
static struct pcs_link_count find_kind(const struct pcs_model_facts *facts, enum pcs_link_kind kind)
{
    const struct pcs_link_count *count = facts->links;

    while (count->name && count->kind != kind) {
        count++;
    }
    return *count;
}

static const struct pcs_name *kind_name(enum pcs_link_kind kind)
{
    const struct pcs_name *name = pcs_link_kinds();

    while (name->value != (int)kind) {
        name++;
    }
    return name;
}

/** Background traffic and reduced links: which kinds of link there are to be slower. */
static int check_kind(const struct pcs_model_facts *facts, const char *key, enum pcs_link_kind kind,
                      char *error, size_t error_size)
{
    if (kind == PCS_LINK_NONE || find_kind(facts, kind).name) {
        return 0;
    }
    size_t length =
        (size_t)snprintf(error, error_size, "%s: this network has no %s links (%s); expected none",
                         key, kind_name(kind)->name, kind_name(kind)->help);

    for (const struct pcs_link_count *count = facts->links; count->name; count++) {
        if (count->kind != PCS_LINK_NONE && length < error_size) {
            length += (size_t)snprintf(error + length, error_size - length, ", %s",
                                       kind_name(count->kind)->name);
        }
    }
    return -1;
}

static int check_reduced_links(const struct pcs_platform_spec *spec,
                               const struct pcs_model_facts *facts, char *error, size_t error_size)
{
    long long n = find_kind(facts, spec->reduced).n;

    if (spec->reduced_links <= n) {
        return 0;
    }
    snprintf(error, error_size, "reduced_links: %d of %lld %s links; expected at most %lld",
             spec->reduced_links, n, kind_name(spec->reduced)->name, n);
    return -1;
}

/** The next of several words with a blank between them. @return 0 at their end */
static bool next_word(const char **words, char *word, size_t size)
{
    if (!*words || !**words) {
        return false;
    }
    size_t length = strcspn(*words, " ");

    snprintf(word, size, "%.*s", (int)length, *words);
    *words += length;
    *words += strspn(*words, " ");
    return true;
}

static int check_reduced_names(const struct pcs_platform_spec *spec, int nodes, char *error,
                               size_t error_size)
{
    const struct pcs_model *model = pcs_model_find(spec);
    const char *rest = spec->reduced_names;
    char name[128];

    if (rest && !model->has_link) {
        snprintf(error, error_size,
                 "reduced_names: no link of this network can be reduced; "
                 "expected the model aries or fat-tree");
        return -1;
    }
    while (next_word(&rest, name, sizeof(name))) {
        if (!model->has_link(spec, nodes, name)) {
            snprintf(error, error_size,
                     "reduced_names: no link '%s'; expected the names of links in the platform "
                     "file, %s",
                     name, model->link_examples);
            return -1;
        }
    }
    return 0;
}

/** Names of hosts on which ranks run. */
static int check_slow_names(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                            int ranks, char *error, size_t error_size)
{
    const char *prefix = pcs_model_find(spec)->host_prefix;
    const char *rest = spec->slow_host_names;
    char name[128];
    char host[64];

    if (!rest) {
        return 0;
    }
    if (placement == PCS_PLACEMENT_FILE) {
        snprintf(error, error_size, "slow_host_names: expected it without placement: file");
        return -1;
    }
    int *hosts = pcs_placement_hosts(spec, placement, ranks);
    int rc = hosts ? 0 : -1;
    if (!hosts) {
        snprintf(error, error_size, "slow_host_names: no memory to look them up");
    }
    while (rc == 0 && next_word(&rest, name, sizeof(name))) {
        bool found = false;
        for (int rank = 0; !found && rank < ranks; rank++) {
            snprintf(host, sizeof(host), "%s%d", prefix, hosts[rank]);
            found = strcmp(host, name) == 0;
        }
        if (!found) {
            snprintf(error, error_size,
                     "slow_host_names: no rank runs on a host '%s'; expected hosts with ranks, "
                     "such as %s%d",
                     name, prefix, hosts[0]);
            rc = -1;
        }
    }
    free(hosts);
    return rc;
}

static int check_disturbances(const struct pcs_platform_spec *spec, int nodes, char *error,
                              size_t error_size)
{
    struct pcs_model_facts facts = pcs_model_find(spec)->facts(spec, pcs_model_links(spec), nodes);

    if (check_kind(&facts, "background", spec->background, error, error_size) < 0 ||
        check_kind(&facts, "reduced", spec->reduced, error, error_size) < 0) {
        return -1;
    }
    if (!(spec->background_share >= 0 && spec->background_share < 1)) {
        snprintf(error, error_size,
                 "background_share: %g of the bandwidth; expected at least 0 and less than 1",
                 spec->background_share);
        return -1;
    }
    if (!(spec->background_spread >= 0 && spec->background_spread <= 1)) {
        snprintf(error, error_size, "background_spread: %g; expected 0 to 1",
                 spec->background_spread);
        return -1;
    }
    if (spec->reduced != PCS_LINK_NONE &&
        check_reduced_links(spec, &facts, error, error_size) < 0) {
        return -1;
    }
    if (check_reduced_names(spec, nodes, error, error_size) < 0) {
        return -1;
    }
    if ((spec->reduced != PCS_LINK_NONE || spec->reduced_names) &&
        !(spec->reduced_to > 0 && spec->reduced_to <= 1)) {
        snprintf(error, error_size,
                 "reduced_to: %g of the bandwidth is left; expected more than 0, at most 1",
                 spec->reduced_to);
        return -1;
    }
    if (spec->slow_hosts > nodes) {
        snprintf(error, error_size,
                 "slow_hosts: %d of %d hosts with ranks; expected at most that many",
                 spec->slow_hosts, nodes);
        return -1;
    }
    if ((spec->slow_hosts > 0 || spec->slow_host_names) &&
        !(spec->slow_factor >= 1 && spec->slow_factor <= 1e6)) {
        snprintf(error, error_size, "slow_factor: %g times slower; expected 1 to 1000000",
                 spec->slow_factor);
        return -1;
    }
    return 0;
}

int pcs_platform_check(const struct pcs_platform_spec *spec, enum pcs_placement placement,
                       int ranks, char *error, size_t error_size)
{
    const struct pcs_model *model = pcs_model_find(spec);

    if (!model || ranks < 1) {
        snprintf(error, error_size, "ranks: %d; expected at least 1 on a generated model", ranks);
        return -1;
    }
    if (placement == PCS_PLACEMENT_FILE && !spec->placement_file) {
        snprintf(error, error_size, "placement_file: missing; expected the name of a host file");
        return -1;
    }
    if (placement != PCS_PLACEMENT_FILE && spec->placement_file) {
        snprintf(error, error_size, "placement_file: expected it only with placement: file");
        return -1;
    }
    int nodes = pcs_spec_nodes(spec, ranks);
    if (model->check(spec, nodes, error, error_size) < 0) {
        return -1;
    }
    if (check_disturbances(spec, nodes, error, error_size) < 0 ||
        check_slow_names(spec, placement, ranks, error, error_size) < 0) {
        return -1;
    }
    return placement == PCS_PLACEMENT_FILE
               ? pcs_placement_check_file(spec, model->host_prefix, model->hosts(spec, nodes),
                                          ranks, error, error_size)
               : 0;
}

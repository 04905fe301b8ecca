/*
 * What a generated platform is, in words and figures: those of the network at rest, before
 * background traffic and reduced links.
 */
#include <string.h>

#include "platforms/model.h"
#include "platforms/sources.h"

static const char *link_class_name(const struct pcs_model *model,
                                   const struct pcs_platform_spec *spec)
{
    int link_class = (int)(model->own_links ? model->links : spec->links);
    const struct pcs_name *name = pcs_link_classes();

    while (name->value != link_class) {
        name++;
    }
    return name->name;
}

static void print_pair(const char *what, const struct pcs_model *model,
                       const struct pcs_platform_spec *spec, int nodes, int from, int to, FILE *out)
{
    struct pcs_pair pair = model->pair(spec, pcs_model_links(spec), nodes, from, to);

    fprintf(out, "%-14s %s%d %s%d: %d links, %d ns, %.6g GB/s\n", what, model->host_prefix, from,
            model->host_prefix, to, pair.links, pair.latency_ns, pair.mb_per_s / 1e3);
}

static void print_disturbances(const struct pcs_platform_spec *spec, FILE *out)
{
    if (spec->scale > 1) {
        fprintf(out, "%-14s written %d times slower than described, for messages as much shorter\n",
                "scale", spec->scale);
    }
    if (spec->background != PCS_LINK_NONE) {
        fprintf(out, "%-14s %g of the bandwidth of %s links, standard deviation %g, seed %llu\n",
                "background", spec->background_share, pcs_link_kinds()[spec->background].name,
                spec->background_spread, (unsigned long long)spec->seed);
    }
    if (spec->reduced_links > 0) {
        fprintf(out, "%-14s %d %s links have %g of their bandwidth, seed %llu\n", "reduced",
                spec->reduced_links, pcs_link_kinds()[spec->reduced].name, spec->reduced_to,
                (unsigned long long)spec->seed);
    }
    if (spec->reduced_names) {
        fprintf(out, "%-14s %s have %g of their bandwidth\n", "reduced", spec->reduced_names,
                spec->reduced_to);
    }
    if (spec->slow_host_names) {
        fprintf(out, "%-14s %s compute %g times slower\n", "slow hosts", spec->slow_host_names,
                spec->slow_factor);
    }
    if (spec->slow_hosts > 0) {
        fprintf(out, "%-14s %d hosts compute %g times slower, seed %llu\n", "slow hosts",
                spec->slow_hosts, spec->slow_factor, (unsigned long long)spec->seed);
    }
}

static void print_sources(const char *of, FILE *out)
{
    for (const struct pcs_source_row *row = pcs_sources(); row->of; row++) {
        if (strcmp(row->of, of) == 0) {
            fprintf(out, "  %s: %s = %s (%s, %s): %s\n", of, row->quantity, row->value, row->sure,
                    row->date, row->source);
        }
    }
}

int pcs_platform_describe(const struct pcs_platform_spec *spec, int ranks, FILE *out)
{
    const struct pcs_model *model = pcs_model_find(spec);
    const struct pcs_links *links = pcs_model_links(spec);
    int nodes = pcs_spec_nodes(spec, ranks);
    struct pcs_model_facts facts = model->facts(spec, links, nodes);
    int hosts = model->hosts(spec, nodes);
    const char *class_name = link_class_name(model, spec);

    fprintf(out, "%-14s ", "network");
    model->write_title(spec, nodes, out);
    fprintf(out, "\n%-14s %d, of which %d in use\n", "hosts", hosts, nodes);
    fprintf(out, "%-14s %d, %d on a host\n", "ranks", ranks,
            spec->ranks_per_node > 0 ? spec->ranks_per_node : 1);
    for (const struct pcs_link_count *count = facts.links; count->name; count++) {
        if (count->n > 0) {
            fprintf(out, "%-14s %lld %s: %.6g GB/s each way, %d ns\n", "links", count->n,
                    count->name, count->mb_per_s / 1e3, count->latency_ns);
        }
    }
    fprintf(out, "%-14s %.6g GB/s for a host, each way\n", "injection",
            facts.injection_mb_per_s / 1e3);
    fprintf(out, "%-14s %.6g GB/s of payload between the halves, each way; %.6g of wire\n",
            "bisection", facts.bisection_mb_per_s * pcs_links_payload_factor(links) / 1e3,
            facts.bisection_mb_per_s / 1e3);
    fprintf(out, "%-14s %d links\n", "diameter", facts.diameter);
    if (hosts > 1) {
        print_pair("nearest pair", model, spec, nodes, 0, 1, out);
        print_pair("farthest pair", model, spec, nodes, facts.far_from, facts.far_host, out);
    }
    print_disturbances(spec, out);
    fprintf(out, "sources\n");
    print_sources(class_name, out);
    if (spec->model == PCS_PLATFORM_ARIES) {
        print_sources("aries machine", out);
    }
    return fflush(out) != 0 || ferror(out) ? -1 : 0;
}

void pcs_platform_summarize(const struct pcs_platform_spec *spec, int ranks,
                            struct pcs_platform_summary *summary)
{
    const struct pcs_model *model = pcs_model_find(spec);
    int nodes = pcs_spec_nodes(spec, ranks);
    struct pcs_model_facts facts = model->facts(spec, pcs_model_links(spec), nodes);

    *summary = (struct pcs_platform_summary){
        .host_prefix = model->host_prefix,
        .links = link_class_name(model, spec),
        .hosts = model->hosts(spec, nodes),
        .half_groups = facts.half_groups,
        .far_from = facts.far_from,
        .far_host = facts.far_host,
        .bisection_mb_per_s =
            facts.bisection_mb_per_s * pcs_links_payload_factor(pcs_model_links(spec)),
    };
}

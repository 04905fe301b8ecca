/*
 * The values of a varied key: written out, or a range {from, to, step} or {from, to, factor}.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/quantity.h"
#include "sim/scenario/sweep.h"

/* Values of one range. */
#define RANGE_MAX 1000000
/* Part of a step by which the end of a range may be missed by rounding. */
#define ROUNDING 1e-9

static void print_flow(const struct pcs_node *node, FILE *out)
{
    if (node->kind == PCS_NODE_SCALAR && node->plain) {
        fputs(node->text, out);
        return;
    }
    if (node->kind == PCS_NODE_SCALAR) {
        fputc('"', out);
        for (const char *c = node->text; *c; c++) {
            if (*c == '"' || *c == '\\')
                fputc('\\', out);
            fputc(*c, out);
        }
        fputc('"', out);
        return;
    }
    const bool is_mapping = node->kind == PCS_NODE_MAPPING;
    fputc(is_mapping ? '{' : '[', out);
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        if (child != node->children)
            fputs(", ", out);
        if (is_mapping) {
            print_flow(child->key, out);
            fputs(": ", out);
        }
        print_flow(child, out);
    }
    fputc(is_mapping ? '}' : ']', out);
}

char *pcs_sweep_flow_text(const struct pcs_node *node)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    if (!pcs_node_is_null(node))
        print_flow(node, out);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/** Numbers that may have a unit. */
struct range {
    double from, to, by; /* by: what is added, or the factor */
    bool is_factor;
    const char *unit; /* of the printed values */
};

typedef const char *read_function(const char *text, double *value);

static const char *read_bytes(const char *text, double *value)
{
    uint64_t bytes;
    const char *problem = pcs_quantity_bytes(text, &bytes);

    if (!problem)
        *value = (double)bytes;
    return problem;
}

static int read_range(const struct pcs_node *node, struct range *range, struct pcs_error *error)
{
    static const struct {
        read_function *read;
        const char *unit;
    } readers[] = {{pcs_quantity_number, ""}, {read_bytes, ""}, {pcs_quantity_seconds, "s"}};
    const struct pcs_node *from = pcs_node_at(node, "from");
    const struct pcs_node *to = pcs_node_at(node, "to");
    const struct pcs_node *step = pcs_node_at(node, "step");
    const struct pcs_node *factor = pcs_node_at(node, "factor");
    const struct pcs_node *by = step ? step : factor;
    int children_n = 0;

    for (const struct pcs_node *child = node->children; child; child = child->next) {
        if (child->kind != PCS_NODE_SCALAR)
            return pcs_error_at(error, child->place, "%s; expected a number",
                                pcs_node_kind_name(child));
        children_n++;
    }
    if (!from || !to || !by || (step && factor) || children_n != 3)
        return pcs_error_at(error, node->place,
                            "a mapping; expected a list of values, {from, to, step} or {from, to, "
                            "factor}");
    range->is_factor = factor != NULL;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        read_function *read_by = factor ? pcs_quantity_number : readers[i].read;
        range->unit = readers[i].unit;
        if (!readers[i].read(from->text, &range->from) && !readers[i].read(to->text, &range->to) &&
            !read_by(by->text, &range->by))
            return 0;
    }
    return pcs_error_at(error, from->place,
                        "from %s to %s by %s; expected numbers, sizes or times, all of one sort%s",
                        pcs_quote(from->text).text, pcs_quote(to->text).text,
                        pcs_quote(by->text).text, factor ? ", and a factor without a unit" : "");
}

static int check_range(const struct pcs_node *node, const struct range *range,
                       struct pcs_error *error)
{
    if (range->from > range->to)
        return pcs_error_at(error, node->place, "from is above to; expected it the other way");
    if (range->is_factor && (range->by <= 1 || range->from <= 0))
        return pcs_error_at(error, node->place,
                            "expected a factor above 1 and a range that starts above 0");
    if (!range->is_factor && range->by <= 0)
        return pcs_error_at(error, node->place, "expected a step above 0");
    return 0;
}

static int expand_range(const struct pcs_node *node, char ***values, struct pcs_place **places,
                        struct pcs_error *error)
{
    struct range range;

    if (read_range(node, &range, error) < 0 || check_range(node, &range, error) < 0)
        return -1;
    const double n = floor((range.is_factor ? log(range.to / range.from) / log(range.by)
                                            : (range.to - range.from) / range.by) +
                           ROUNDING) +
                     1;
    if (n > RANGE_MAX)
        return pcs_error_at(error, node->place, "a range of %.0f values; expected at most %d", n,
                            RANGE_MAX);
    *values = calloc((size_t)n, sizeof **values);
    *places = calloc((size_t)n, sizeof **places);
    for (int i = 0; *values && *places && i < (int)n; i++) {
        const double value =
            range.is_factor ? range.from * pow(range.by, i) : range.from + range.by * i;
        char text[64];
        /* The nearest number of 12 digits: 0.1 + 2 * 0.1 is meant as 0.3. */
        char rounded[40];
        snprintf(rounded, sizeof rounded, "%.12g", value);
        const double shown = fabs(value) < 1e12 ? strtod(rounded, NULL) : value;
        if (shown == floor(shown) && shown < 1e15)
            snprintf(text, sizeof text, "%.0f%s", shown, range.unit);
        else
            snprintf(text, sizeof text, "%s%s", pcs_quantity_print(shown).text, range.unit);
        (*values)[i] = strdup(text);
        (*places)[i] = node->place;
    }
    return (int)n;
}

int pcs_sweep_values(const struct pcs_node *node, char ***values, struct pcs_place **places,
                     struct pcs_error *error)
{
    int n = 0;

    *values = NULL;
    *places = NULL;
    if (node->kind == PCS_NODE_MAPPING)
        return expand_range(node, values, places, error);
    if (node->kind == PCS_NODE_SCALAR)
        return pcs_error_at(error, node->place,
                            "%s; expected a list of values, {from, to, step} or {from, to, factor}",
                            pcs_node_is_null(node) ? "no value" : "a single value");
    for (const struct pcs_node *child = node->children; child; child = child->next)
        n++;
    if (n == 0)
        return pcs_error_at(error, node->place, "an empty list; expected at least one value");
    *values = calloc((size_t)n, sizeof **values);
    *places = calloc((size_t)n, sizeof **places);
    n = 0;
    for (const struct pcs_node *child = node->children; *values && *places && child;
         child = child->next, n++) {
        (*values)[n] = pcs_sweep_flow_text(child);
        (*places)[n] = child->place;
    }
    return n;
}

/*
 * Delay models in scenario files: {distribution: NAME, parameter: value, ...}.
 *
 * Which parameters there are, and of what kind, stands in the table of distributions.
 */
#include "sim/scenario/value.h"

#include <string.h>

#include "sim/scenario/quantity.h"

static const struct pcs_distribution_row *find_row(const char *name)
{
    for (const struct pcs_distribution_row *row = pcs_distributions(); row->name; row++) {
        if (strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

static bool has_parameter(const struct pcs_distribution_row *row, int i)
{
    return i < PCS_DELAY_PARAMETERS_MAX && row->parameters[i].name;
}

static const char *parameter_unit(const struct pcs_delay_parameter *parameter)
{
    return parameter->is_time ? "a time with its unit, such as 1.5ms" : "a plain number";
}

static void list_distributions(char *out, size_t size)
{
    size_t length = 0;

    for (const struct pcs_distribution_row *row = pcs_distributions(); row->name; row++) {
        const char *separator = row == pcs_distributions() ? "" : row[1].name ? ", " : " or ";
        if (length < size)
            length += (size_t)snprintf(out + length, size - length, "%s%s", separator, row->name);
    }
}

static void list_parameters(const struct pcs_distribution_row *row, char *out, size_t size)
{
    size_t length = (size_t)snprintf(out, size, "distribution");

    for (int i = 0; has_parameter(row, i) && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, ", %s", row->parameters[i].name);
}

static int read_parameter(const char *path, const struct pcs_delay_parameter *parameter,
                          const struct pcs_node *node, double *value, struct pcs_error *error)
{
    const char *expected = parameter_unit(parameter);
    const char *more = parameter->is_positive ? ", greater than 0" : "";
    const char *wrong;

    if (node->kind != PCS_NODE_SCALAR || pcs_node_is_null(node))
        return pcs_error_at(error, node->place, "%s.%s: %s; expected %s%s", path, parameter->name,
                            node->kind == PCS_NODE_SCALAR ? "no value" : pcs_node_kind_name(node),
                            expected, more);
    wrong = parameter->is_time ? pcs_quantity_seconds(node->text, value)
                               : pcs_quantity_number(node->text, value);
    if (!wrong && parameter->is_positive && !(*value > 0))
        wrong = "not positive";
    if (wrong)
        return pcs_error_at(error, node->place, "%s.%s: %s: %s; expected %s%s", path,
                            parameter->name, pcs_quote(node->text).text, wrong, expected, more);
    return 0;
}

static int check_names(const char *path, const struct pcs_distribution_row *row,
                       const struct pcs_node *node, struct pcs_error *error)
{
    char known[256];

    for (const struct pcs_node *child = node->children; child; child = child->next) {
        const char *name = child->key->text;
        bool is_known = strcmp(name, "distribution") == 0;
        for (int i = 0; has_parameter(row, i); i++)
            is_known = is_known || strcmp(name, row->parameters[i].name) == 0;
        if (!is_known) {
            list_parameters(row, known, sizeof known);
            return pcs_error_at(error, child->key->place,
                                "%s: unknown key %s for the distribution %s; expected %s", path,
                                pcs_quote(name).text, row->name, known);
        }
    }
    return 0;
}

int pcs_delay_spec_read(const char *path, const struct pcs_node *node, struct pcs_delay_spec *spec,
                        struct pcs_error *error)
{
    const struct pcs_node *name = pcs_node_at(node, "distribution");
    const struct pcs_distribution_row *row = NULL;
    char known[256];

    list_distributions(known, sizeof known);
    if (!name)
        return pcs_error_at(error, node->place, "%s.distribution is missing; expected %s", path,
                            known);
    if (name->kind == PCS_NODE_SCALAR)
        row = find_row(name->text);
    if (!row)
        return pcs_error_at(error, name->place, "%s.distribution: unknown %s; expected %s", path,
                            name->kind == PCS_NODE_SCALAR ? pcs_quote(name->text).text
                                                          : pcs_node_kind_name(name),
                            known);
    if (check_names(path, row, node, error) < 0)
        return -1;
    memset(spec, 0, sizeof *spec);
    spec->distribution = row->distribution;
    for (int i = 0; has_parameter(row, i); i++) {
        const struct pcs_delay_parameter *parameter = &row->parameters[i];
        const struct pcs_node *value = pcs_node_at(node, parameter->name);
        if (!value)
            return pcs_error_at(error, node->place, "%s.%s is missing; expected %s", path,
                                parameter->name, parameter_unit(parameter));
        if (read_parameter(path, parameter, value, &spec->parameters[i], error) < 0)
            return -1;
    }
    const char *wrong = pcs_delay_check(spec);
    if (wrong)
        return pcs_error_at(error, node->place, "%s: %.*s; expected parameters that fit together",
                            path, (int)strcspn(wrong, "."), wrong);
    return 0;
}

void pcs_delay_spec_print(const struct pcs_delay_spec *spec, FILE *out)
{
    const struct pcs_distribution_row *row = &pcs_distributions()[spec->distribution];

    fprintf(out, "{distribution: %s", row->name);
    for (int i = 0; has_parameter(row, i); i++) {
        const struct pcs_delay_parameter *parameter = &row->parameters[i];
        fprintf(out, ", %s: %s%s", parameter->name, pcs_quantity_print(spec->parameters[i]).text,
                parameter->is_time ? "s" : "");
    }
    fprintf(out, "}");
}

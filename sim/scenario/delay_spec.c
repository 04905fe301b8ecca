/*
 * Delay models in scenario files: {distribution: NAME, parameter: value, ...}.
 *
 * Which parameters there are, and of what kind, stands in the table of distributions.
 */
#include "sim/scenario/delay_spec.h"

#include <stdlib.h>
#include <string.h>

#include "sim/scenario/document.h"
#include "sim/scenario/quantity.h"

#define PATH_SHOWN_MAX 160

/* A model that is being read: its name for messages, such as workload.delay.of[2]. */
struct reader {
    const char *path;
    const struct pcs_distribution_row *row;
    const struct pcs_node *node;
    struct pcs_delay_spec *spec;
    struct pcs_error *error;
};

static const struct pcs_distribution_row *find_row(const char *name)
{
    for (const struct pcs_distribution_row *row = pcs_distributions(); row->name; row++) {
        if (strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

static const char *parameter_expects(const struct pcs_delay_parameter *parameter)
{
    switch (parameter->kind) {
    case PCS_PARAMETER_NUMBER:
        if (parameter->is_time)
            return parameter->is_positive ? "a time with its unit, such as 1.5ms, greater than 0"
                                          : "a time with its unit, such as 1.5ms";
        if (parameter->max == 1)
            return parameter->is_positive ? "a probability, above 0 and at most 1"
                                          : "a probability from 0 to 1";
        return parameter->is_positive ? "a plain number, greater than 0" : "a plain number";
    case PCS_PARAMETER_COUNT:
        return "a whole number, 0 or more";
    case PCS_PARAMETER_ORDER:
        return "sampled or replayed";
    case PCS_PARAMETER_TIMES:
        return "a list of times, such as [50ms, 100ms]";
    case PCS_PARAMETER_FILE:
        return "the name of a readable file";
    case PCS_PARAMETER_MODEL:
        return "a delay model, such as {distribution: constant, value: 1ms}";
    case PCS_PARAMETER_MODELS:
        return "a list of delay models, such as [{distribution: constant, value: 1ms}]";
    }
    return "";
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

    for (int i = 0; row->parameters[i].name && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, ", %s", row->parameters[i].name);
}

static int refuse(const struct reader *reader, const struct pcs_delay_parameter *parameter,
                  const struct pcs_node *node, const char *wrong)
{
    const bool is_text = node->kind == PCS_NODE_SCALAR && !pcs_node_is_null(node);

    if (!wrong)
        wrong = node->kind == PCS_NODE_SCALAR ? "no value" : pcs_node_kind_name(node);
    return pcs_error_at(reader->error, node->place, "%s.%s: %s%s%s; expected %s", reader->path,
                        parameter->name, is_text ? pcs_quote(node->text).text : "",
                        is_text ? ": " : "", wrong, parameter_expects(parameter));
}

static int out_of_memory(const struct reader *reader)
{
    return pcs_error_in(reader->error, reader->node->place.source, "out of memory");
}

/* ---- single values ----------------------------------------------------------------------------
 */

static const char *read_number(const struct pcs_delay_parameter *parameter, const char *text,
                               double *value)
{
    const char *wrong =
        parameter->is_time ? pcs_quantity_seconds(text, value) : pcs_quantity_number(text, value);

    if (!wrong && parameter->is_positive && !(*value > 0))
        wrong = "not positive";
    if (!wrong && parameter->max > 0 && *value > parameter->max)
        wrong = "too large";
    return wrong;
}

static const char *read_count(const struct pcs_delay_parameter *parameter, const char *text,
                              double *value)
{
    uint64_t count;
    const char *wrong = pcs_quantity_count(text, &count);

    if (!wrong && (double)count > parameter->max)
        wrong = "too large";
    if (!wrong)
        *value = (double)count;
    return wrong;
}

static const char *read_order(const char *text, double *value)
{
    const bool is_replayed = strcmp(text, "replayed") == 0;

    *value = is_replayed ? PCS_ORDER_REPLAYED : PCS_ORDER_SAMPLED;
    return is_replayed || strcmp(text, "sampled") == 0 ? NULL : "unknown";
}

static int read_scalar(const struct reader *reader, int i, const struct pcs_node *node)
{
    const struct pcs_delay_parameter *parameter = &reader->row->parameters[i];
    double *value = &reader->spec->parameters[i];
    const char *wrong = NULL;

    if (node->kind != PCS_NODE_SCALAR || pcs_node_is_null(node))
        return refuse(reader, parameter, node, NULL);
    if (parameter->kind == PCS_PARAMETER_FILE)
        return pcs_delay_file_read(reader->path, node, reader->spec, reader->error);
    if (parameter->kind == PCS_PARAMETER_NUMBER)
        wrong = read_number(parameter, node->text, value);
    else if (parameter->kind == PCS_PARAMETER_COUNT)
        wrong = read_count(parameter, node->text, value);
    else
        wrong = read_order(node->text, value);
    return wrong ? refuse(reader, parameter, node, wrong) : 0;
}

/* ---- lists and models -------------------------------------------------------------------------
 */

static int children_n(const struct pcs_node *node)
{
    int n = 0;

    for (const struct pcs_node *child = node->children; child; child = child->next)
        n++;
    return n;
}

static int read_times(const struct reader *reader, const struct pcs_delay_parameter *parameter,
                      const struct pcs_node *node)
{
    struct pcs_delay_spec *spec = reader->spec;

    if (node->kind != PCS_NODE_LIST || !node->children)
        return refuse(reader, parameter, node,
                      node->kind == PCS_NODE_LIST ? "an empty list" : NULL);
    spec->amounts = calloc((size_t)children_n(node), sizeof *spec->amounts);
    if (!spec->amounts)
        return out_of_memory(reader);
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        if (child->kind != PCS_NODE_SCALAR || pcs_node_is_null(child))
            return refuse(reader, parameter, child, NULL);
        const char *wrong = pcs_quantity_seconds(child->text, &spec->amounts[spec->amounts_n++]);
        if (wrong)
            return refuse(reader, parameter, child, wrong);
    }
    return 0;
}

static int read_models(const struct reader *reader, const struct pcs_delay_parameter *parameter,
                       const struct pcs_node *node)
{
    const bool is_list = parameter->kind == PCS_PARAMETER_MODELS;
    struct pcs_delay_spec *spec = reader->spec;
    char path[PATH_SHOWN_MAX];

    if (node->kind != (is_list ? PCS_NODE_LIST : PCS_NODE_MAPPING) || !node->children)
        return refuse(reader, parameter, node,
                      node->kind == PCS_NODE_LIST && is_list ? "an empty list" : NULL);
    spec->of = calloc(is_list ? (size_t)children_n(node) : 1, sizeof *spec->of);
    if (!spec->of)
        return out_of_memory(reader);
    if (!is_list) {
        snprintf(path, sizeof path, "%s.%s", reader->path, parameter->name);
        spec->of_n = 1;
        return pcs_delay_spec_read(path, node, &spec->of[0], reader->error);
    }
    for (const struct pcs_node *child = node->children; child; child = child->next) {
        snprintf(path, sizeof path, "%s.%s[%d]", reader->path, parameter->name, spec->of_n);
        if (child->kind != PCS_NODE_MAPPING)
            return refuse(reader, parameter, child, NULL);
        if (pcs_delay_spec_read(path, child, &spec->of[spec->of_n++], reader->error) < 0)
            return -1;
    }
    return 0;
}

/* ---- a model ----------------------------------------------------------------------------------
 */

static int check_names(const struct reader *reader)
{
    char known[256];

    for (const struct pcs_node *child = reader->node->children; child; child = child->next) {
        const char *name = child->key->text;
        bool is_known = strcmp(name, "distribution") == 0;
        for (int i = 0; reader->row->parameters[i].name; i++)
            is_known = is_known || strcmp(name, reader->row->parameters[i].name) == 0;
        if (!is_known) {
            list_parameters(reader->row, known, sizeof known);
            return pcs_error_at(reader->error, child->key->place,
                                "%s: unknown key %s for the distribution %s; expected %s",
                                reader->path, pcs_quote(name).text, reader->row->name, known);
        }
    }
    return 0;
}

static int read_parameter(const struct reader *reader, int i)
{
    const struct pcs_delay_parameter *parameter = &reader->row->parameters[i];
    const struct pcs_node *node = pcs_node_at(reader->node, parameter->name);

    if (!node && parameter->is_optional) {
        reader->spec->parameters[i] = parameter->standard;
        return 0;
    }
    if (!node)
        return pcs_error_at(reader->error, reader->node->place, "%s.%s is missing; expected %s",
                            reader->path, parameter->name, parameter_expects(parameter));
    if (parameter->kind == PCS_PARAMETER_TIMES)
        return read_times(reader, parameter, node);
    if (parameter->kind == PCS_PARAMETER_MODEL || parameter->kind == PCS_PARAMETER_MODELS)
        return read_models(reader, parameter, node);
    return read_scalar(reader, i, node);
}

static int read_row(const char *path, const struct pcs_node *node,
                    const struct pcs_distribution_row **row, struct pcs_error *error)
{
    const struct pcs_node *name = pcs_node_at(node, "distribution");
    char known[256];

    list_distributions(known, sizeof known);
    if (!name)
        return pcs_error_at(error, node->place, "%s.distribution is missing; expected %s", path,
                            known);
    *row = name->kind == PCS_NODE_SCALAR ? find_row(name->text) : NULL;
    if (!*row)
        return pcs_error_at(error, name->place, "%s.distribution: unknown %s; expected %s", path,
                            name->kind == PCS_NODE_SCALAR ? pcs_quote(name->text).text
                                                          : pcs_node_kind_name(name),
                            known);
    return 0;
}

static int read_parameters(const struct reader *reader)
{
    if (check_names(reader) < 0)
        return -1;
    for (int i = 0; reader->row->parameters[i].name; i++) {
        if (read_parameter(reader, i) < 0)
            return -1;
    }
    const char *wrong = pcs_delay_check(reader->spec);
    if (wrong)
        return pcs_error_at(reader->error, reader->node->place,
                            "%s: %.*s; expected parameters that fit together", reader->path,
                            (int)strlen(wrong) - 1, wrong);
    return 0;
}

int pcs_delay_spec_read(const char *path, const struct pcs_node *node, struct pcs_delay_spec *spec,
                        struct pcs_error *error)
{
    struct reader reader = {.path = path, .node = node, .spec = spec, .error = error};

    memset(spec, 0, sizeof *spec);
    if (read_row(path, node, &reader.row, error) < 0)
        return -1;
    spec->distribution = reader.row->distribution;
    if (read_parameters(&reader) == 0)
        return 0;
    pcs_delay_spec_fini(spec);
    return -1;
}

int pcs_delay_spec_parse(const char *text, struct pcs_delay_spec *spec, struct pcs_error *error)
{
    struct pcs_document document;
    int rc = pcs_document_parse(&document, "SPEC", text, error);

    if (rc == 0 && (!document.root || document.root->kind != PCS_NODE_MAPPING))
        rc = pcs_error_in(error, &document.source,
                          "not a mapping; expected a delay model such as {distribution: constant, "
                          "value: 1ms}");
    if (rc == 0)
        rc = pcs_delay_spec_read("model", document.root, spec, error);
    pcs_document_fini(&document);
    return rc;
}

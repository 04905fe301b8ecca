#include "workloads/layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/csv.h"

#define HEADER "name,elements"
/* Far above any model, and far below where sums or doubles end. */
#define ELEMENTS_MAX 1e12

int pcs_layers_add(struct pcs_layers *layers, uint64_t elements)
{
    if (layers->n + 1 >= layers->room) {
        const size_t room = layers->room ? 2 * layers->room : 64;
        uint64_t *starts = realloc(layers->starts, room * sizeof *starts);
        if (!starts)
            return -1;
        layers->starts = starts;
        layers->room = room;
        layers->starts[layers->n] = layers->n ? layers->starts[layers->n] : 0;
    }
    layers->starts[layers->n + 1] = layers->starts[layers->n] + elements;
    layers->n++;
    return 0;
}

uint64_t pcs_layers_elements(const struct pcs_layers *layers)
{
    return layers->n ? layers->starts[layers->n] : 0;
}

void pcs_layers_destroy(struct pcs_layers *layers)
{
    if (layers)
        free(layers->starts);
    free(layers);
}

struct pcs_layers *pcs_layers_builtin(const char *name)
{
    const struct pcs_layers_model *model = pcs_layers_models();
    struct pcs_layers *layers;

    while (model->name && strcmp(model->name, name) != 0)
        model++;
    if (!model->name)
        return NULL;
    layers = calloc(1, sizeof *layers);
    if (layers && model->build(layers) < 0) {
        pcs_layers_destroy(layers);
        layers = NULL;
    }
    return layers;
}

static int parse(struct pcs_csv *csv, struct pcs_layers *layers, struct pcs_table_error *error)
{
    struct pcs_csv_row row;
    int rc;

    pcs_csv_skip_header(csv, HEADER);
    while ((rc = pcs_csv_named_row(csv, HEADER, &row, error)) > 0) {
        const double elements = row.values[0];
        if (row.n != 1)
            return pcs_csv_refuse(error, csv->line, row.columns[1],
                                  "%d values behind the name; expected " HEADER, row.n);
        if (elements != floor(elements) || elements < 1 || elements > ELEMENTS_MAX)
            return pcs_csv_refuse(error, csv->line, row.columns[0],
                                  "%g elements; expected a whole number from 1 to %g", elements,
                                  ELEMENTS_MAX);
        if (pcs_layers_add(layers, (uint64_t)elements) < 0)
            return pcs_csv_refuse(error, csv->line, 1, "out of memory; expected a smaller file");
    }
    if (rc == 0 && layers->n == 0)
        return pcs_csv_refuse(error, csv->line > 0 ? csv->line : 1, 1,
                              "no tensors in the file; expected lines of " HEADER);
    return rc;
}

int pcs_layers_parse(const char *text, size_t length, struct pcs_layers **layers,
                     struct pcs_table_error *error)
{
    struct pcs_csv csv = pcs_csv_open(text, length);
    struct pcs_layers *made = calloc(1, sizeof *made);

    if (!made)
        return pcs_csv_refuse(error, 1, 1, "out of memory; expected a smaller file");
    if (parse(&csv, made, error) < 0) {
        pcs_layers_destroy(made);
        return -1;
    }
    *layers = made;
    return 0;
}

/*
 * A gradient is cut into buckets by their number, by their size, or by the tensors of a model.
 */
#include "sim/scenario/buckets.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/error.h"
#include "sim/scenario/text_file.h"

#define FILE_BYTES_MAX ((size_t)1024 * 1024)
#define EXTENSION ".csv"

struct pcs_bucket pcs_bucket_of(const struct pcs_collective_spec *collective, int bucket)
{
    const size_t size = pcs_type_size(collective->type);
    const uint64_t elements = collective->bytes / size;
    const uint64_t i = (uint64_t)bucket, n = (uint64_t)collective->buckets;
    uint64_t first, end;

    if (collective->table) {
        first = collective->table->starts[i];
        end = collective->table->starts[i + 1];
    } else if (collective->bucket_bytes > 0) {
        first = i * (collective->bucket_bytes / size);
        end = i + 1 == n ? elements : first + collective->bucket_bytes / size;
    } else { /* they differ by one element at most */
        first = elements / n * i + elements % n * i / n;
        end = elements / n * (i + 1) + elements % n * (i + 1) / n;
    }
    return (struct pcs_bucket){.first = first, .elements = end - first};
}

uint64_t pcs_bucket_bytes_max(const struct pcs_collective_spec *collective)
{
    uint64_t most = 0;

    for (int i = 0; i < collective->buckets; i++) {
        const uint64_t elements = pcs_bucket_of(collective, i).elements;
        most = elements > most ? elements : most;
    }
    return most * pcs_type_size(collective->type);
}

bool pcs_layers_is_file(const char *name)
{
    const size_t length = strlen(name), extension = strlen(EXTENSION);

    return strchr(name, '/') ||
           (length > extension && strcmp(name + length - extension, EXTENSION) == 0);
}

/* ---- the number of buckets --------------------------------------------------------------------
 */

static int refuse_number(const struct pcs_scenario *scenario, const struct pcs_node *root,
                         uint64_t n, struct pcs_error *error)
{
    const struct pcs_node *given = pcs_node_at(root, "collective.buckets");

    if (given && (uint64_t)scenario->collective.buckets != n)
        return pcs_error_at(
            error, given->place,
            "collective.buckets: %d, but %s gives %" PRIu64 "; expected that number or no such key",
            scenario->collective.buckets,
            scenario->collective.layers ? "collective.layers" : "collective.bucket_bytes", n);
    if (n > PCS_BUCKETS_MAX)
        return pcs_error_at(error, pcs_node_at(root, "collective")->place,
                            "collective: %" PRIu64 " buckets; expected at most %d", n,
                            PCS_BUCKETS_MAX);
    return 0;
}

static int complete_by_size(struct pcs_scenario *scenario, const struct pcs_node *root,
                            struct pcs_error *error)
{
    struct pcs_collective_spec *collective = &scenario->collective;
    const size_t size = pcs_type_size(collective->type);
    const uint64_t bytes = collective->bucket_bytes;
    const uint64_t n = collective->bytes > bytes ? (collective->bytes - 1) / bytes + 1 : 1;

    if (bytes % size != 0)
        return pcs_error_at(error, pcs_node_at(root, "collective.bucket_bytes")->place,
                            "collective.bucket_bytes: %" PRIu64 " bytes are no whole number of "
                            "elements; expected a multiple of %zu",
                            bytes, size);
    if (refuse_number(scenario, root, n, error) < 0)
        return -1;
    collective->buckets = (int)n;
    return 0;
}

/* ---- layers -----------------------------------------------------------------------------------
 */

static int read_table(struct pcs_collective_spec *collective, struct pcs_error *error)
{
    char folder[] = ".";
    const struct pcs_source source = {collective->layers, folder, true};
    struct pcs_table_error wrong;
    char *text = NULL;
    size_t length = 0;

    if (!pcs_layers_is_file(collective->layers)) {
        collective->table = pcs_layers_builtin(collective->layers);
        return collective->table ? 0 : pcs_error_in(error, &source, "out of memory");
    }
    if (pcs_text_file_read(&source, FILE_BYTES_MAX, &text, &length, error) < 0)
        return -1;
    int rc = pcs_layers_parse(text, length, &collective->table, &wrong);
    free(text);
    if (rc == 0)
        return 0;
    const struct pcs_place place = {&source, wrong.line, wrong.column};
    return pcs_error_at(error, place, "%s", wrong.text);
}

static int complete_by_layers(struct pcs_scenario *scenario, const struct pcs_node *root,
                              struct pcs_error *error)
{
    struct pcs_collective_spec *collective = &scenario->collective;
    const struct pcs_node *elements = pcs_node_at(root, "collective.elements");
    const struct pcs_node *given = elements ? elements : pcs_node_at(root, "collective.bytes");

    if (read_table(collective, error) < 0)
        return -1;
    const uint64_t bytes = pcs_layers_elements(collective->table) * pcs_type_size(collective->type);
    if (given && collective->bytes != bytes)
        return pcs_error_at(error, given->place,
                            "collective.%s: the layers have %" PRIu64 " elements, %" PRIu64
                            " bytes; expected as many or no such key",
                            elements ? "elements" : "bytes", pcs_layers_elements(collective->table),
                            bytes);
    if (refuse_number(scenario, root, collective->table->n, error) < 0)
        return -1;
    collective->bytes = bytes;
    collective->buckets = (int)collective->table->n;
    return 0;
}

int pcs_buckets_complete(struct pcs_scenario *scenario, const struct pcs_node *root,
                         struct pcs_error *error)
{
    if (scenario->collective.layers)
        return complete_by_layers(scenario, root, error);
    if (scenario->collective.bucket_bytes > 0)
        return complete_by_size(scenario, root, error);
    return 0;
}

/*
 * Reading one value from its node into its field, by the type of its key.
 */
#include "sim/scenario/value.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sim/scenario/buckets.h"
#include "sim/scenario/costs.h"
#include "sim/scenario/delay_spec.h"
#include "sim/scenario/document.h"
#include "sim/scenario/names.h"
#include "sim/scenario/quantity.h"
#include "sim/scenario/text_file.h"

#define NAME_BYTES_MAX 64

static void *field_of(const struct pcs_key *key, struct pcs_scenario *scenario)
{
    return (char *)scenario + key->offset;
}

/* All integers in the table are at least 0, so signed and unsigned fields hold the same bytes. */
static void store(const struct pcs_key *key, uint64_t value, struct pcs_scenario *scenario)
{
    uint32_t half = (uint32_t)value;

    if (key->size == sizeof half)
        memcpy(field_of(key, scenario), &half, sizeof half);
    else
        memcpy(field_of(key, scenario), &value, sizeof value);
}

uint64_t pcs_value_integer(const struct pcs_key *key, const struct pcs_scenario *scenario)
{
    const char *field = (const char *)scenario + key->offset;
    uint32_t half;
    uint64_t value;

    if (key->size == sizeof half) {
        memcpy(&half, field, sizeof half);
        return half;
    }
    memcpy(&value, field, sizeof value);
    return value;
}

static int refuse(const struct pcs_key *key, const struct pcs_node *node, const char *wrong,
                  struct pcs_error *error)
{
    char allowed[PCS_KEY_ALLOWED_SIZE];

    pcs_key_allowed(key, allowed);
    return pcs_error_at(error, node->place, "%s: %s: %s; expected %s", key->path,
                        pcs_quote(node->text).text, wrong, allowed);
}

/* A number that is written well: is it in the key's range? */
static const char *store_in_range(const struct pcs_key *key, uint64_t value,
                                  struct pcs_scenario *scenario)
{
    if (value < key->min)
        return "too small";
    if (value > key->max)
        return "too large";
    store(key, value, scenario);
    return NULL;
}

static const char *read_count(const struct pcs_key *key, const char *text,
                              struct pcs_scenario *scenario)
{
    uint64_t value = 0;
    const char *wrong = pcs_quantity_count(text, &value);

    return wrong ? wrong : store_in_range(key, value, scenario);
}

static const char *read_bytes(const struct pcs_key *key, const char *text,
                              struct pcs_scenario *scenario)
{
    uint64_t value = 0;
    const char *wrong = pcs_quantity_bytes(text, &value);

    return wrong ? wrong : store_in_range(key, value, scenario);
}

static const char *read_boolean(const struct pcs_key *key, const char *text,
                                struct pcs_scenario *scenario)
{
    bool *field = field_of(key, scenario);

    *field = strcmp(text, "true") == 0;
    return *field || strcmp(text, "false") == 0 ? NULL : "not a truth value";
}

static bool is_in_list(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (const char *c = list; c && length > 0 && *c; c += *c == ' ') {
        size_t span = strcspn(c, " ");
        if (span == length && memcmp(c, word, length) == 0)
            return true;
        c += span;
    }
    return false;
}

static const char *read_choice(const struct pcs_key *key, const char *text,
                               struct pcs_scenario *scenario)
{
    const struct pcs_name *name = pcs_name_find(key->names(), text);

    if (!name)
        return is_in_list(key->later, text) ? "not available yet" : "unknown";
    store(key, (uint64_t)name->value, scenario);
    return NULL;
}

static const char *read_preset(const char *text, struct pcs_scenario *scenario)
{
    const struct pcs_costs_preset *preset = pcs_costs_preset_find(text);

    if (!preset)
        return "unknown";
    scenario->costs = preset->costs;
    return NULL;
}

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static const char *read_name(const struct pcs_key *key, const char *text,
                             struct pcs_scenario *scenario)
{
    char **field = field_of(key, scenario);
    size_t length = strlen(text);

    if (length == 0)
        return "empty";
    if (length > NAME_BYTES_MAX)
        return "too long";
    if (text[0] == '.' || text[0] == '-')
        return "starts badly"; /* would be a hidden folder, or an option */
    for (const char *c = text; *c; c++) {
        if (!is_letter_or_digit(*c) && !strchr("._-", *c))
            return "a character that is not allowed";
    }
    *field = strdup(text);
    return *field ? NULL : "out of memory";
}

static const char *read_path(const struct pcs_key *key, const struct pcs_node *node,
                             struct pcs_scenario *scenario)
{
    char **field = field_of(key, scenario);
    char path[PATH_MAX];
    const char *folder = node->text[0] == '/' ? "" : node->place.source->folder;

    if (!node->text[0])
        return "empty";
    int length = snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "", node->text);
    if (length >= (int)sizeof path)
        return strerror(ENAMETOOLONG);
    const char *wrong = pcs_text_file_check(path);
    if (wrong)
        return wrong;
    *field = realpath(path, NULL);
    if (!*field)
        return strerror(errno);
    return pcs_text_is_printable(*field) ? NULL : "its folder's name is not UTF-8 text";
}

static const char *read_layers(const struct pcs_key *key, const struct pcs_node *node,
                               struct pcs_scenario *scenario)
{
    char **field = field_of(key, scenario);

    if (pcs_layers_is_file(node->text))
        return read_path(key, node, scenario);
    for (const struct pcs_layers_model *model = pcs_layers_models(); model->name; model++) {
        if (strcmp(model->name, node->text) != 0)
            continue;
        *field = strdup(model->name);
        return *field ? NULL : "out of memory";
    }
    return "unknown";
}

/* One name, or one after the other of a list. */
static const char *add_word(char **words, const char *word)
{
    size_t length = *words ? strlen(*words) : 0;

    if (!*word)
        return "empty";
    for (const char *c = word; *c; c++) {
        if (!is_letter_or_digit(*c) && !strchr("._-", *c))
            return "a character that is not allowed";
    }
    char *longer = realloc(*words, length + strlen(word) + 2);
    if (!longer)
        return "out of memory";
    sprintf(longer + length, "%s%s", length > 0 ? " " : "", word);
    *words = longer;
    return NULL;
}

static int read_words(const struct pcs_key *key, const struct pcs_node *node,
                      struct pcs_scenario *scenario, struct pcs_error *error)
{
    const bool is_list = node->kind == PCS_NODE_LIST;
    char **field = field_of(key, scenario);
    char allowed[PCS_KEY_ALLOWED_SIZE];

    pcs_key_allowed(key, allowed);
    if (is_list && !node->children)
        return pcs_error_at(error, node->place, "%s: an empty list; expected %s", key->path,
                            allowed);
    for (const struct pcs_node *word = is_list ? node->children : node; word;
         word = is_list ? word->next : NULL) {
        if (word->kind != PCS_NODE_SCALAR || pcs_node_is_null(word))
            return pcs_error_at(error, word->place, "%s: not a name; expected %s", key->path,
                                allowed);
        const char *wrong = add_word(field, word->text);
        if (wrong)
            return refuse(key, word, wrong, error);
    }
    return 0;
}

static const char *read_scalar(const struct pcs_key *key, const struct pcs_node *node,
                               struct pcs_scenario *scenario)
{
    const char *text = node->text;

    switch (key->type) {
    case PCS_KEY_NAME:
        return read_name(key, text, scenario);
    case PCS_KEY_PATH:
        return read_path(key, node, scenario);
    case PCS_KEY_COUNT:
        return read_count(key, text, scenario);
    case PCS_KEY_BYTES:
        return read_bytes(key, text, scenario);
    case PCS_KEY_BOOLEAN:
        return read_boolean(key, text, scenario);
    case PCS_KEY_CHOICE:
        return read_choice(key, text, scenario);
    case PCS_KEY_SECONDS:
    case PCS_KEY_PER_BYTE:
        return pcs_quantity_seconds(text, field_of(key, scenario));
    case PCS_KEY_NUMBER:
        return pcs_quantity_number(text, field_of(key, scenario));
    case PCS_KEY_PART:
        return pcs_quantity_part(text, field_of(key, scenario));
    case PCS_KEY_MACHINE:
        return *text ? NULL : "empty";
    case PCS_KEY_PRESET:
        return read_preset(text, scenario);
    case PCS_KEY_LAYERS:
        return read_layers(key, node, scenario);
    case PCS_KEY_WORDS:
    case PCS_KEY_DELAY:
        break;
    }
    return "not a single value";
}

int pcs_value_read(const struct pcs_key *key, const struct pcs_node *node,
                   struct pcs_scenario *scenario, struct pcs_error *error)
{
    char allowed[PCS_KEY_ALLOWED_SIZE];
    bool is_null = pcs_node_is_null(node);

    if (key->type == PCS_KEY_DELAY && node->kind == PCS_NODE_MAPPING)
        return pcs_delay_spec_read(key->path, node, field_of(key, scenario), error);
    if (key->type == PCS_KEY_WORDS && node->kind != PCS_NODE_MAPPING)
        return read_words(key, node, scenario, error);
    if (key->type == PCS_KEY_DELAY || node->kind != PCS_NODE_SCALAR || is_null) {
        pcs_key_allowed(key, allowed);
        return pcs_error_at(error, node->place, "%s: %s; expected %s", key->path,
                            is_null ? "no value" : pcs_node_kind_name(node), allowed);
    }
    const char *wrong = read_scalar(key, node, scenario);
    return wrong ? refuse(key, node, wrong, error) : 0;
}

int pcs_value_read_standard(const struct pcs_key *key, struct pcs_scenario *scenario,
                            struct pcs_error *error)
{
    struct pcs_document document;
    int rc = pcs_document_parse(&document, key->path, key->standard, error);

    if (rc == 0)
        rc = pcs_value_read(key, document.root, scenario, error);
    pcs_document_fini(&document);
    return rc;
}

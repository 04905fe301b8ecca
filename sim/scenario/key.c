/*
 * Looking keys up in the table, and what to say when one is not there.
 */
#include "sim/scenario/key.h"

#include <inttypes.h>
#include <string.h>

#include "sim/scenario/costs.h"

/* Longest word for which a misspelling is looked for, in bytes. */
#define WORD_MAX 32

struct list {
    char *text;
    size_t size;
    size_t length;
};

static void list_add(struct list *list, const char *separator, const char *word)
{
    int length = snprintf(list->text + list->length, list->size - list->length, "%s%s",
                          list->length ? separator : "", word);

    list->length += (size_t)length;
    if (list->length >= list->size)
        list->length = list->size - 1;
}

const struct pcs_key *pcs_key_find(const char *path)
{
    for (const struct pcs_key *key = pcs_keys(); key->path; key++) {
        if (strcmp(key->path, path) == 0)
            return key;
    }
    return NULL;
}

bool pcs_key_is_section(const char *path)
{
    size_t length = strlen(path);

    for (const struct pcs_key *key = pcs_keys(); key->path; key++) {
        if (strncmp(key->path, path, length) == 0 && key->path[length] == '.')
            return true;
    }
    return false;
}

bool pcs_key_applies(const struct pcs_key *key, const struct pcs_scenario *scenario)
{
    return !key->applies || key->applies(scenario);
}

void pcs_key_allowed(const struct pcs_key *key, char out[PCS_KEY_ALLOWED_SIZE])
{
    struct list list = {.text = out, .size = PCS_KEY_ALLOWED_SIZE};

    out[0] = '\0';
    switch (key->type) {
    case PCS_KEY_NAME:
        list_add(&list, "",
                 "1 to 64 letters, digits, dots, hyphens and underscores, the first "
                 "of them a letter, a digit or an underscore");
        break;
    case PCS_KEY_PATH:
        list_add(&list, "", "the name of a readable file");
        break;
    case PCS_KEY_COUNT:
        snprintf(out, PCS_KEY_ALLOWED_SIZE, "a whole number from %" PRIu64 " to %" PRIu64, key->min,
                 key->max);
        break;
    case PCS_KEY_BYTES:
        snprintf(out, PCS_KEY_ALLOWED_SIZE,
                 "a size from %" PRIu64 " to %" PRIu64
                 " bytes, such as 65536, 64KiB (= 65536) or 64KB (= 64000)",
                 key->min, key->max);
        break;
    case PCS_KEY_BOOLEAN:
        list_add(&list, "", "true or false");
        break;
    case PCS_KEY_CHOICE:
        for (const struct pcs_name *name = key->names(); name->name; name++)
            list_add(&list, name[1].name ? ", " : " or ", name->name);
        break;
    case PCS_KEY_SECONDS:
        list_add(&list, "", "a time with its unit (ps, ns, us, ms, s), such as 1.5us");
        break;
    case PCS_KEY_PER_BYTE:
        list_add(&list, "",
                 "a time for each byte with its unit (ps, ns, us, ms, s), such as "
                 "0.25ns");
        break;
    case PCS_KEY_NUMBER:
        list_add(&list, "", "a number without a unit, such as 0.6");
        break;
    case PCS_KEY_PART:
        list_add(&list, "", "a part from 0 to 1, such as 0.01, or in percent, such as 1%");
        break;
    case PCS_KEY_WORDS:
        list_add(&list, "", "a name or a list of names, such as [nid3, nid7]");
        break;
    case PCS_KEY_MACHINE:
        list_add(&list, "", "a machine, such as daint-like, or the name of a spec file");
        break;
    case PCS_KEY_PRESET:
        for (const struct pcs_costs_preset *row = pcs_costs_presets(); row->costs.preset; row++)
            list_add(&list, row[1].costs.preset ? ", " : " or ", row->costs.preset);
        break;
    case PCS_KEY_LAYERS:
        for (const struct pcs_layers_model *model = pcs_layers_models(); model->name; model++)
            list_add(&list, ", ", model->name);
        list_add(&list, ", ", "or the name of a file that ends in .csv");
        break;
    case PCS_KEY_DELAY:
        list_add(&list, "", "a mapping such as {distribution: constant, value: 1ms}");
        break;
    }
}

static size_t smallest(size_t a, size_t b, size_t c)
{
    size_t least = a < b ? a : b;

    return least < c ? least : c;
}

/* Insertions, deletions and replacements that turn one word into the other (Levenshtein). */
static size_t distance(const char *a, const char *b)
{
    size_t row[WORD_MAX + 1];
    size_t b_length = strlen(b);

    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smallest(row[j] + 1, row[j - 1] + 1, replaced);
        }
    }
    return row[b_length];
}

/* The part of the row's path that stands at the level of a section, if it is new there. */
static bool word_at(const struct pcs_key *key, const char *section, char word[WORD_MAX + 1])
{
    size_t skip = *section ? strlen(section) + 1 : 0;
    size_t length;

    if (skip && (strncmp(key->path, section, skip - 1) != 0 || key->path[skip - 1] != '.'))
        return false;
    length = strcspn(key->path + skip, ".");
    if (key != pcs_keys() && strncmp(key[-1].path, key->path, skip + length) == 0 &&
        (key[-1].path[skip + length] == '.'))
        return false; /* the same section as in the row above */
    snprintf(word, WORD_MAX + 1, "%.*s", (int)length, key->path + skip);
    return true;
}

int pcs_key_report_unknown(struct pcs_error *error, struct pcs_place place, const char *section,
                           const char *name)
{
    char known[512] = "";
    char nearest[WORD_MAX + 1] = "";
    char word[WORD_MAX + 1];
    struct list list = {.text = known, .size = sizeof known};
    size_t least = strlen(name) <= 4 ? 2 : 3; /* a word further away is another word */
    bool is_word = strlen(name) <= WORD_MAX;

    for (const struct pcs_key *key = pcs_keys(); key->path; key++) {
        if (!word_at(key, section, word))
            continue;
        list_add(&list, ", ", word);
        size_t away = is_word ? distance(name, word) : WORD_MAX;
        if (away < least) {
            least = away;
            memcpy(nearest, word, sizeof nearest);
        }
    }
    return pcs_error_at(error, place, "unknown key %s%s%s%s%s%s; expected one of %s",
                        pcs_quote(name).text, *section ? " in " : "", section,
                        *nearest ? " (did you mean " : "", nearest, *nearest ? "?)" : "", known);
}

static int check_section(const struct pcs_node *section, struct pcs_error *error)
{
    char path[2 * WORD_MAX];
    const char *name = section->key->text;

    if (section->kind != PCS_NODE_MAPPING)
        return pcs_error_at(error, section->place, "%s: %s; expected a mapping with keys", name,
                            pcs_node_is_null(section) ? "no value" : pcs_node_kind_name(section));
    for (const struct pcs_node *child = section->children; child; child = child->next) {
        int length = snprintf(path, sizeof path, "%s.%s", name, child->key->text);
        if (length >= (int)sizeof path || !pcs_key_find(path))
            return pcs_key_report_unknown(error, child->key->place, name, child->key->text);
    }
    return 0;
}

int pcs_keys_check_known(const struct pcs_node *root, struct pcs_error *error)
{
    for (const struct pcs_node *child = root->children; child; child = child->next) {
        const char *name = child->key->text;
        if (pcs_key_is_section(name)) {
            if (check_section(child, error) < 0)
                return -1;
        } else if (strchr(name, '.') || !pcs_key_find(name)) {
            return pcs_key_report_unknown(error, child->key->place, "", name);
        }
    }
    return 0;
}

/*
 * The canonical form: every key that applies, in the order of the table, values in their shortest
 * exact form. The run id is a hash of these bytes, so they depend on the scenario only.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "sim/scenario/delay_spec.h"
#include "sim/scenario/names.h"
#include "sim/scenario/quantity.h"
#include "sim/scenario/value.h"

/* Whether YAML readers take the word for text; its characters are known to be harmless. */
static bool is_text(const char *name)
{
    static const char *const others[] = {"true", "false", "yes", "no", "on",
                                         "off",  "null",  "y",   "n"};

    if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", name[0]))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcasecmp(name, others[i]) == 0)
            return false;
    }
    return true;
}

void pcs_value_print_quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void pcs_value_print(const struct pcs_key *key, const struct pcs_scenario *scenario, FILE *out)
{
    const void *field = (const char *)scenario + key->offset;

    switch (key->type) {
    case PCS_KEY_NAME: {
        const char *name = *(char *const *)field;
        fprintf(out, is_text(name) ? "%s" : "\"%s\"", name);
        break;
    }
    case PCS_KEY_PATH:
    case PCS_KEY_LAYERS:
        pcs_value_print_quoted(*(char *const *)field, out);
        break;
    case PCS_KEY_COUNT:
    case PCS_KEY_BYTES:
        fprintf(out, "%" PRIu64, pcs_value_integer(key, scenario));
        break;
    case PCS_KEY_BOOLEAN:
        fputs(*(const bool *)field ? "true" : "false", out);
        break;
    case PCS_KEY_CHOICE:
        fputs(pcs_name_of(key->names(), (int)pcs_value_integer(key, scenario)), out);
        break;
    case PCS_KEY_SECONDS:
    case PCS_KEY_PER_BYTE:
        fprintf(out, "%ss", pcs_quantity_print(*(const double *)field).text);
        break;
    case PCS_KEY_NUMBER:
    case PCS_KEY_PART:
        fputs(pcs_quantity_print(*(const double *)field).text, out);
        break;
    case PCS_KEY_WORDS:
        fputc('[', out);
        for (const char *word = *(char *const *)field; *word; word += strspn(word, " ")) {
            int length = (int)strcspn(word, " ");
            fprintf(out, "%s\"%.*s\"", word == *(char *const *)field ? "" : ", ", length, word);
            word += length;
        }
        fputc(']', out);
        break;
    case PCS_KEY_MACHINE: /* its keys are printed */
        break;
    case PCS_KEY_PRESET:
        fputs(*(const char *const *)field, out);
        break;
    case PCS_KEY_DELAY:
        pcs_delay_spec_print(field, out);
        break;
    }
}

/* Whether an optional key is there; all bytes of its field are zero otherwise. */
static bool is_there(const struct pcs_key *key, const struct pcs_scenario *scenario)
{
    const char *field = (const char *)scenario + key->offset;

    for (size_t i = 0; i < key->size; i++) {
        if (field[i])
            return true;
    }
    return false;
}

static bool is_printed(const struct pcs_key *key, const struct pcs_scenario *scenario)
{
    if (key->is_optional && !is_there(key, scenario))
        return false;
    return pcs_key_applies(key, scenario) && (!key->is_printed || key->is_printed(scenario));
}

int pcs_scenario_print(const struct pcs_scenario *scenario, FILE *out)
{
    const char *section = "";
    size_t section_length = 0;

    for (const struct pcs_key *key = pcs_keys(); key->path; key++) {
        const char *dot = strchr(key->path, '.');
        size_t length = dot ? (size_t)(dot - key->path) : 0;
        if (!is_printed(key, scenario))
            continue;
        if (dot && (length != section_length || memcmp(section, key->path, length) != 0))
            fprintf(out, "%.*s:\n", (int)length, key->path);
        section = key->path;
        section_length = length;
        fprintf(out, "%s%s: ", dot ? "  " : "", dot ? dot + 1 : key->path);
        pcs_value_print(key, scenario, out);
        fputc('\n', out);
    }
    if (fflush(out) != 0 || ferror(out)) {
        errno = errno ? errno : EIO;
        return -1;
    }
    return 0;
}

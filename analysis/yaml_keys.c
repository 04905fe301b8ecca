/*
 * Keys of a YAML file over libyaml's events.
 */
#define _GNU_SOURCE /* asprintf */
#include "analysis/yaml_keys.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#define DEPTH_MAX 16

/** An open mapping or list: the path of what is read next is made from it. */
struct level {
    bool is_list;
    int item;  /**< of a list, the next */
    char *key; /**< of a mapping, when its value is next; otherwise NULL */
    char *path;
};

struct reading {
    struct pcs_yaml_keys *keys;
    struct pcs_read_error *error;
    struct level levels[DEPTH_MAX];
    int depth;
};

static int refuse(struct reading *reading, yaml_mark_t mark, const char *what)
{
    snprintf(reading->error->text, sizeof reading->error->text, "%.400s:%zu:%zu: %.400s",
             reading->keys->file, mark.line + 1, mark.column + 1, what);
    return -1;
}

static int refuse_memory(struct reading *reading)
{
    snprintf(reading->error->text, sizeof reading->error->text, "%.400s: out of memory",
             reading->keys->file);
    return -1;
}

/** @return the path of the value that starts now, for the caller to free, or NULL */
static char *take_path(struct reading *reading)
{
    struct level *level;
    char *path = NULL;
    int length;

    if (reading->depth == 0)
        return strdup("");
    level = &reading->levels[reading->depth - 1];
    if (level->is_list)
        length = asprintf(&path, "%s[%d]", level->path, level->item++);
    else
        length = asprintf(&path, "%s%s%s", level->path, *level->path ? "." : "", level->key);
    free(level->key);
    level->key = NULL;
    return length < 0 ? NULL : path;
}

static int add_key(struct reading *reading, const yaml_event_t *event)
{
    struct pcs_yaml_keys *keys = reading->keys;
    struct pcs_yaml_key *items =
        realloc(keys->items, ((size_t)keys->items_n + 1) * sizeof *keys->items);
    struct pcs_yaml_key *key;

    if (!items)
        return refuse_memory(reading);
    keys->items = items;
    key = &items[keys->items_n];
    *key = (struct pcs_yaml_key){.path = take_path(reading),
                                 .text = strdup((const char *)event->data.scalar.value),
                                 .line = (int)event->start_mark.line + 1,
                                 .column = (int)event->start_mark.column + 1};
    keys->items_n++;
    if (!key->path || !key->text)
        return refuse_memory(reading);
    for (int i = 0; i + 1 < keys->items_n; i++) {
        if (strcmp(items[i].path, key->path) == 0)
            return refuse(reading, event->start_mark, "second value of a key, expected one");
    }
    return 0;
}

static int open_level(struct reading *reading, const yaml_event_t *event, bool is_list)
{
    char *path;

    if (reading->depth == DEPTH_MAX)
        return refuse(reading, event->start_mark, "nested too deeply, expected at most 16 levels");
    path = take_path(reading);
    if (!path)
        return refuse_memory(reading);
    reading->levels[reading->depth++] = (struct level){.is_list = is_list, .path = path};
    return 0;
}

static void close_level(struct reading *reading)
{
    struct level *level = &reading->levels[--reading->depth];

    free(level->path);
    free(level->key);
}

static int take_scalar(struct reading *reading, const yaml_event_t *event)
{
    struct level *level = reading->depth ? &reading->levels[reading->depth - 1] : NULL;

    if (!level)
        return refuse(reading, event->start_mark, "a single value, expected keys and values");
    if (level->is_list || level->key)
        return add_key(reading, event);
    level->key = strdup((const char *)event->data.scalar.value);
    return level->key ? 0 : refuse_memory(reading);
}

static int take_event(struct reading *reading, const yaml_event_t *event)
{
    const struct level *level = reading->depth ? &reading->levels[reading->depth - 1] : NULL;

    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return take_scalar(reading, event);
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
        if (level && !level->is_list && !level->key)
            return refuse(reading, event->start_mark, "expected a plain key");
        return open_level(reading, event, event->type == YAML_SEQUENCE_START_EVENT);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        close_level(reading);
        return 0;
    case YAML_ALIAS_EVENT:
        return refuse(reading, event->start_mark, "an alias, expected a value");
    default:
        return 0;
    }
}

static int refuse_syntax(struct reading *reading, const yaml_parser_t *parser)
{
    yaml_mark_t mark = parser->problem_mark;
    char what[300];

    snprintf(what, sizeof what, "%s, expected YAML",
             parser->problem ? parser->problem : "cannot be read");
    return refuse(reading, mark, what);
}

int pcs_yaml_keys_read(FILE *in, const char *name, struct pcs_yaml_keys *keys,
                       struct pcs_read_error *error)
{
    struct reading reading = {.keys = keys, .error = error};
    yaml_parser_t parser;
    bool is_over = false;
    int rc = 0;

    *keys = (struct pcs_yaml_keys){.file = strdup(name)};
    if (!keys->file || !yaml_parser_initialize(&parser)) {
        snprintf(error->text, sizeof error->text, "%.400s: out of memory", name);
        return -1;
    }
    yaml_parser_set_input_file(&parser, in);
    while (rc == 0 && !is_over) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            rc = refuse_syntax(&reading, &parser);
            break;
        }
        is_over = event.type == YAML_STREAM_END_EVENT;
        rc = take_event(&reading, &event);
        yaml_event_delete(&event);
    }
    while (reading.depth > 0)
        close_level(&reading);
    yaml_parser_delete(&parser);
    return rc;
}

void pcs_yaml_keys_fini(struct pcs_yaml_keys *keys)
{
    for (int i = 0; i < keys->items_n; i++) {
        free(keys->items[i].path);
        free(keys->items[i].text);
    }
    free(keys->items);
    free(keys->file);
    *keys = (struct pcs_yaml_keys){0};
}

const struct pcs_yaml_key *pcs_yaml_find(const struct pcs_yaml_keys *keys, const char *path)
{
    for (int i = 0; i < keys->items_n; i++) {
        if (strcmp(keys->items[i].path, path) == 0)
            return &keys->items[i];
    }
    return NULL;
}

const char *pcs_yaml_text(const struct pcs_yaml_keys *keys, const char *path, const char *otherwise)
{
    const struct pcs_yaml_key *key = pcs_yaml_find(keys, path);

    return key ? key->text : otherwise;
}

int pcs_yaml_count(const struct pcs_yaml_keys *keys, const char *path, uint64_t min, uint64_t max,
                   uint64_t *value, struct pcs_read_error *error)
{
    const struct pcs_yaml_key *key = pcs_yaml_find(keys, path);
    uint64_t found;
    char *end;

    if (!key)
        return 0;
    errno = 0;
    found = strtoull(key->text, &end, 10);
    if (key->text[0] < '0' || key->text[0] > '9' || *end || errno || found < min || found > max) {
        snprintf(error->text, sizeof error->text,
                 "%.400s:%d:%d: %.100s is \"%.60s\", expected a whole number from %" PRIu64
                 " to %" PRIu64,
                 keys->file, key->line, key->column, path, key->text, min, max);
        return -1;
    }
    *value = found;
    return 0;
}

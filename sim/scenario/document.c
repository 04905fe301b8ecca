/*
 * YAML text to a tree with places, by libyaml.
 *
 * The tree is built from libyaml's events and not from its documents: only events show anchors,
 * aliases and tags, which are refused, and nesting can be cut off before it is stored.
 */
#include "sim/scenario/document.h"

#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "sim/scenario/text_file.h"

#define DEPTH_MAX 16
/* Entries of one mapping; finding a duplicate key compares each with each. */
#define ENTRIES_MAX 256
/* Some editors put it at the start of UTF-8 text. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

struct level {
    struct pcs_node *parent;
    struct pcs_node **end; /* the link that the next child is put into */
    struct pcs_node *key;  /* of the next child; NULL before it in a mapping, always in a list */
    int entries_n;
};

struct builder {
    struct pcs_document *document;
    struct pcs_error *error;
    struct level levels[DEPTH_MAX];
    int depth;
};

static struct pcs_place place_of(const struct pcs_document *document, const yaml_mark_t *mark)
{
    struct pcs_place place = {&document->source, (int)mark->line + 1, (int)mark->column + 1};

    return place;
}

static struct pcs_place place_at(const struct pcs_document *document, const char *text,
                                 size_t offset)
{
    struct pcs_place place = {&document->source, 1, 1};

    for (size_t i = 0; i < offset && text[i]; i++) {
        if (text[i] == '\n') {
            place.line++;
            place.column = 1;
        } else if (((unsigned char)text[i] & 0xc0) != 0x80) {
            place.column++;
        }
    }
    return place;
}

/* What libyaml would refuse with words that help nobody. */
static int check_bytes(const struct pcs_document *document, const char *text, size_t length,
                       struct pcs_error *error)
{
    bool indenting = true;
    const char *tab = NULL;

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f) {
            struct pcs_place place = place_at(document, text, i);
            return pcs_error_at(error, place, "not a text file: byte 0x%02x; expected YAML text",
                                c);
        }
        if (c == '\n' || c == '\r') {
            indenting = true;
            tab = NULL;
        } else if (c == '\t') {
            tab = indenting && !tab ? text + i : tab;
        } else if (c != ' ') {
            if (indenting && tab && c != '#')
                return pcs_error_at(error, place_at(document, text, (size_t)(tab - text)),
                                    "a tab in the indentation; expected spaces");
            indenting = false;
        }
    }
    return 0;
}

static int report_syntax(const struct builder *builder, const yaml_parser_t *parser,
                         const char *text)
{
    const char *problem = parser->problem ? parser->problem : "unknown problem";

    switch (parser->error) {
    case YAML_MEMORY_ERROR:
        return pcs_error_in(builder->error, &builder->document->source, "out of memory");
    case YAML_READER_ERROR:
        return pcs_error_at(builder->error,
                            place_at(builder->document, text, parser->problem_offset),
                            "not UTF-8 text: %s; expected YAML text", problem);
    default:
        return pcs_error_at(builder->error, place_of(builder->document, &parser->problem_mark),
                            "not YAML: %s%s%s; expected valid YAML", problem,
                            parser->context ? " " : "", parser->context ? parser->context : "");
    }
}

static int take_key(struct builder *builder, struct level *level, struct pcs_node *node)
{
    if (node->kind != PCS_NODE_SCALAR)
        return pcs_error_at(builder->error, node->place, "%s as a key; expected a word",
                            pcs_node_kind_name(node));
    for (struct pcs_node *other = level->parent->children; other; other = other->next) {
        if (strcmp(other->key->text, node->text) == 0)
            return pcs_error_at(builder->error, node->place,
                                "the key %s is there twice; expected it once",
                                pcs_quote(node->text).text);
    }
    if (++level->entries_n > ENTRIES_MAX)
        return pcs_error_at(builder->error, node->place,
                            "too many keys in one mapping; expected at most %d", ENTRIES_MAX);
    level->key = node;
    return 0;
}

static int add(struct builder *builder, struct pcs_node *node)
{
    if (!node)
        return pcs_error_in(builder->error, &builder->document->source, "out of memory");
    if (builder->depth == 0) {
        builder->document->root = node;
    } else {
        struct level *level = &builder->levels[builder->depth - 1];
        if (level->parent->kind == PCS_NODE_MAPPING && !level->key)
            return take_key(builder, level, node);
        node->key = level->key;
        level->key = NULL;
        *level->end = node;
        level->end = &node->next;
    }
    if (node->kind == PCS_NODE_SCALAR)
        return 0;
    if (builder->depth == DEPTH_MAX)
        return pcs_error_at(builder->error, node->place,
                            "nested too deeply; expected at most %d levels", DEPTH_MAX);
    struct level level = {.parent = node, .end = &node->children};
    builder->levels[builder->depth++] = level;
    return 0;
}

static int refuse_extras(const struct builder *builder, const yaml_event_t *event,
                         const yaml_char_t *anchor, const yaml_char_t *tag)
{
    struct pcs_place place = place_of(builder->document, &event->start_mark);

    if (anchor)
        return pcs_error_at(builder->error, place, "an anchor (&); expected a value without one");
    if (tag)
        return pcs_error_at(builder->error, place, "a tag (!); expected a value without one");
    return 0;
}

static int add_scalar(struct builder *builder, const yaml_event_t *event)
{
    struct pcs_place place = place_of(builder->document, &event->start_mark);
    const char *text = (const char *)event->data.scalar.value;

    if (refuse_extras(builder, event, event->data.scalar.anchor, event->data.scalar.tag) < 0)
        return -1;
    if (strlen(text) != event->data.scalar.length || !pcs_text_is_printable(text) ||
        event->end_mark.line != event->start_mark.line)
        return pcs_error_at(builder->error, place,
                            "a line end or control character in a value; expected one line");
    struct pcs_node *node = pcs_node_create(builder->document, PCS_NODE_SCALAR, place, text);
    if (node)
        node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return add(builder, node);
}

static int handle(struct builder *builder, const yaml_event_t *event)
{
    struct pcs_document *document = builder->document;
    struct pcs_place place = place_of(document, &event->start_mark);

    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (document->root)
            return pcs_error_at(builder->error, place, "a second document; expected only one");
        return 0;
    case YAML_ALIAS_EVENT:
        return pcs_error_at(builder->error, place, "an alias (*); expected the value itself");
    case YAML_SCALAR_EVENT:
        return add_scalar(builder, event);
    case YAML_MAPPING_START_EVENT:
        if (refuse_extras(builder, event, event->data.mapping_start.anchor,
                          event->data.mapping_start.tag) < 0)
            return -1;
        return add(builder, pcs_node_create(document, PCS_NODE_MAPPING, place, NULL));
    case YAML_SEQUENCE_START_EVENT:
        if (refuse_extras(builder, event, event->data.sequence_start.anchor,
                          event->data.sequence_start.tag) < 0)
            return -1;
        return add(builder, pcs_node_create(document, PCS_NODE_LIST, place, NULL));
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
        builder->depth--;
        return 0;
    default:
        return 0;
    }
}

static int build(struct pcs_document *document, const char *text, size_t length,
                 struct pcs_error *error)
{
    struct builder builder = {.document = document, .error = error};
    yaml_parser_t parser;
    bool ended = false;
    int rc = 0;

    if (length >= strlen(BYTE_ORDER_MARK) &&
        memcmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0) {
        text += strlen(BYTE_ORDER_MARK);
        length -= strlen(BYTE_ORDER_MARK);
    }
    if (check_bytes(document, text, length, error) < 0)
        return -1;
    if (!yaml_parser_initialize(&parser))
        return pcs_error_in(error, &document->source, "out of memory");
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    while (rc == 0 && !ended) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            rc = report_syntax(&builder, &parser, text);
            break;
        }
        ended = event.type == YAML_STREAM_END_EVENT;
        rc = handle(&builder, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return rc;
}

int pcs_document_read(struct pcs_document *document, const char *path, struct pcs_error *error)
{
    char *text = NULL;
    size_t length = 0;
    int rc;

    memset(document, 0, sizeof *document);
    document->source.name = strdup(path);
    document->source.folder = pcs_path_folder(path);
    document->source.has_places = true;
    if (!document->source.name || !document->source.folder) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return -1;
    }
    rc = pcs_text_file_read(&document->source, PCS_DOCUMENT_BYTES_MAX, &text, &length, error);
    if (rc == 0)
        rc = build(document, text, length, error);
    free(text);
    return rc;
}

int pcs_document_parse(struct pcs_document *document, const char *name, const char *text,
                       struct pcs_error *error)
{
    memset(document, 0, sizeof *document);
    document->source.name = strdup(name);
    document->source.folder = strdup(".");
    if (!document->source.name || !document->source.folder) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return -1;
    }
    return build(document, text, strlen(text), error);
}

void pcs_document_fini(struct pcs_document *document)
{
    struct pcs_node *node = document->made;

    while (node) {
        struct pcs_node *made = node->made;
        free(node);
        node = made;
    }
    free(document->source.name);
    free(document->source.folder);
    memset(document, 0, sizeof *document);
}

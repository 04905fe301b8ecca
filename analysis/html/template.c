/*
 * Rendering by recursive descent: a section renders its inside once for each item.
 */
#include "analysis/html/template.h"

#include <stdbool.h>
#include <string.h>

#define DEPTH_MAX 16
#define NAME_SIZE 64

struct render {
    const char *file;
    const char *text; /**< the whole template */
    FILE *out;
    struct pcs_read_error *error;
    const json_t *around[DEPTH_MAX]; /**< objects and items, the innermost last */
    int depth;
};

struct tag {
    char kind; /**< '#', '^', '/', '{' or 0 */
    char name[NAME_SIZE];
    const char *begin, *end; /**< in the template */
};

static int refuse(const struct render *render, const char *at, const char *what, const char *name)
{
    int line = 1;

    for (const char *c = render->text; c < at; c++)
        line += *c == '\n';
    snprintf(render->error->text, sizeof render->error->text, "%.400s:%d: %s %s", render->file,
             line, what, name);
    return -1;
}

/* ---- tags --------------------------------------------------------------------------------- */

/** A section's tag alone on its line takes the line with it. */
static void take_line(const struct render *render, struct tag *tag)
{
    const char *begin = tag->begin, *end = tag->end;

    while (begin > render->text && (begin[-1] == ' ' || begin[-1] == '\t'))
        begin--;
    while (*end == ' ' || *end == '\t')
        end++;
    if ((begin > render->text && begin[-1] != '\n') || *end != '\n')
        return;
    tag->begin = begin;
    tag->end = end + 1;
}

/** Find the next tag from @p from on. @return 1; 0 when there is none; -1 */
static int next_tag(const struct render *render, const char *from, struct tag *tag)
{
    const char *begin = strstr(from, "{{");

    if (!begin)
        return 0;
    const char *name = begin + 2;
    tag->kind = strchr("#^/{", *name) ? *name : 0;
    name += tag->kind != 0;
    const char *close = tag->kind == '{' ? "}}}" : "}}";
    const char *end = strstr(name, close);
    if (!end || (size_t)(end - name) >= sizeof tag->name)
        return refuse(render, begin, "a tag does not end, expected", close);
    snprintf(tag->name, sizeof tag->name, "%.*s", (int)(end - name), name);
    tag->begin = begin;
    tag->end = end + strlen(close);
    if (tag->kind && tag->kind != '{')
        take_line(render, tag);
    return 1;
}

/** Find the end of the section that @p open starts. @return 0, or -1 */
static int find_end(const struct render *render, const struct tag *open, struct tag *end)
{
    const char *from = open->end;
    int inside = 1;
    int rc;

    while ((rc = next_tag(render, from, end)) > 0) {
        if (strcmp(end->name, open->name) == 0 && end->kind != '{' && end->kind)
            inside += end->kind == '/' ? -1 : 1;
        if (inside == 0)
            return 0;
        from = end->end;
    }
    return rc < 0 ? rc : refuse(render, open->begin, "no end of section", open->name);
}

/* ---- data --------------------------------------------------------------------------------- */

static const json_t *look_up(const struct render *render, const char *name)
{
    if (strcmp(name, ".") == 0)
        return render->around[render->depth - 1];
    for (int i = render->depth - 1; i >= 0; i--) {
        const json_t *found = json_object_get(render->around[i], name);
        if (found)
            return found;
    }
    return NULL;
}

static bool is_there(const json_t *value)
{
    if (!value || json_is_null(value) || json_is_false(value))
        return false;
    if (json_is_array(value))
        return json_array_size(value) > 0;
    return !json_is_string(value) || json_string_length(value) > 0;
}

static void put_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

static int put_value(const struct render *render, const struct tag *tag)
{
    const json_t *value = look_up(render, tag->name);

    if (json_is_integer(value))
        fprintf(render->out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (!json_is_string(value))
        return refuse(render, tag->begin, "no text or whole number is called", tag->name);
    else if (tag->kind == '{')
        fputs(json_string_value(value), render->out);
    else
        put_escaped(json_string_value(value), render->out);
    return 0;
}

/* ---- rendering ---------------------------------------------------------------------------- */

static int render_part(struct render *render, const char *from, const char *to);

static int render_inside(struct render *render, const struct tag *open, const struct tag *end,
                         const json_t *item)
{
    if (render->depth == DEPTH_MAX)
        return refuse(render, open->begin, "sections too deep at", open->name);
    render->around[render->depth++] = item;
    const int rc = render_part(render, open->end, end->begin);
    render->depth--;
    return rc;
}

static int render_section(struct render *render, const struct tag *open, const struct tag *end)
{
    const json_t *value = look_up(render, open->name);
    const bool is_shown = is_there(value) == (open->kind == '#');
    int rc = 0;

    if (!is_shown)
        return 0;
    if (!json_is_array(value) || open->kind == '^')
        return render_inside(render, open, end, value ? value : render->around[render->depth - 1]);
    for (size_t i = 0; rc == 0 && i < json_array_size(value); i++)
        rc = render_inside(render, open, end, json_array_get(value, i));
    return rc;
}

static int render_part(struct render *render, const char *from, const char *to)
{
    struct tag tag, end;
    int rc;

    while ((rc = next_tag(render, from, &tag)) > 0 && tag.begin < to) {
        fwrite(from, 1, (size_t)(tag.begin - from), render->out);
        from = tag.end;
        if (tag.kind == '/')
            return refuse(render, tag.begin, "end of a section that did not begin,", tag.name);
        if (tag.kind == '#' || tag.kind == '^') {
            if (find_end(render, &tag, &end) < 0 || render_section(render, &tag, &end) < 0)
                return -1;
            from = end.end;
        } else if (put_value(render, &tag) < 0) {
            return -1;
        }
    }
    if (rc >= 0)
        fwrite(from, 1, (size_t)(to - from), render->out);
    return rc < 0 ? -1 : 0;
}

int pcs_template_render(const char *name, const char *text, const json_t *data, FILE *out,
                        struct pcs_read_error *error)
{
    struct render render = {.file = name, .text = text, .out = out, .error = error};

    render.around[render.depth++] = data;
    return render_part(&render, text, text + strlen(text));
}

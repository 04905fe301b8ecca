/*
 * Templates: values, sections, escapes, and templates that are wrong.
 */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "analysis/html/template.h"

static struct pcs_read_error error;

/** @return what the template gives, to free(); NULL when it is refused */
static char *render(const char *text, const char *data)
{
    json_t *root = json_loads(data, 0, NULL);
    char *result = NULL;
    size_t size;
    FILE *out = open_memstream(&result, &size);

    cr_assert(root != NULL && out != NULL);
    const int rc = pcs_template_render("page.html", text, root, out, &error);
    fclose(out);
    json_decref(root);
    if (rc < 0) {
        free(result);
        result = NULL;
    }
    return result;
}

static void expect(const char *text, const char *data, const char *expected)
{
    char *result = render(text, data);

    cr_assert(result != NULL, "%s: %s", text, error.text);
    cr_expect(eq(str, result, (char *)expected));
    free(result);
}

static void expect_refusal(const char *text, const char *data, const char *message)
{
    char *result = render(text, data);

    cr_expect(result == NULL, "%s gives: %s", text, result);
    cr_expect(eq(str, error.text, (char *)message));
    free(result);
}

Test(template, values_are_escaped_unless_asked)
{
    const char *data = "{\"a\": \"<b> & \\\"c\\\" 'd' \\u00e4{{a}}\", \"n\": 7}";

    expect("x{{a}}y", data, "x&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; \xc3\xa4{{a}}y");
    expect("{{{a}}}", data, "<b> & \"c\" 'd' \xc3\xa4{{a}}");
    expect("{{n}}{{n}}", data, "77");
    expect("no tag } } {", data, "no tag } } {");
}

Test(template, sections_repeat_and_look_outside)
{
    const char *data = "{\"t\": \"T\", \"list\": [{\"a\": \"1\"}, {\"a\": \"2\", \"t\": \"U\"}],"
                       " \"words\": [\"p\", \"<q>\"], \"none\": [], \"no\": false, \"yes\": true,"
                       " \"empty\": \"\", \"object\": {\"a\": \"3\"}}";

    expect("{{#list}}{{a}}{{t}};{{/list}}", data, "1T;2U;");
    expect("{{#words}}<{{.}}>{{/words}}", data, "<p><&lt;q&gt;>");
    expect("{{#none}}x{{/none}}{{#no}}x{{/no}}{{#empty}}x{{/empty}}{{#absent}}x{{/absent}}", data,
           "");
    expect("{{^none}}1{{/none}}{{^no}}2{{/no}}{{^absent}}3{{t}}{{/absent}}{{^yes}}4{{/yes}}", data,
           "123T");
    expect("{{#yes}}{{#object}}{{a}}{{t}}{{/object}}{{/yes}}", data, "3T");
    expect("{{#list}}{{#list}}.{{/list}}{{/list}}", data, "....");
}

Test(template, a_tag_takes_its_line_with_it)
{
    expect("a\n  {{#words}}\n  {{.}}\n  {{/words}}\nb\n", "{\"words\": [\"p\", \"q\"]}",
           "a\n  p\n  q\nb\n");
}

Test(template, wrong_templates_are_refused)
{
    expect_refusal("a\n{{b}}", "{}", "page.html:2: no text or whole number is called b");
    expect_refusal("{{b}}", "{\"b\": []}", "page.html:1: no text or whole number is called b");
    expect_refusal("\n\n{{#b}}x", "{}", "page.html:3: no end of section b");
    expect_refusal("{{/b}}", "{}", "page.html:1: end of a section that did not begin, b");
    expect_refusal("{{b", "{}", "page.html:1: a tag does not end, expected }}");
    expect_refusal("{{{b}}", "{}", "page.html:1: a tag does not end, expected }}}");
}

/*
 * Flat keys of YAML files, and what is refused.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "analysis/yaml_keys.h"

static int read_text(const char *text, struct pcs_yaml_keys *keys, struct pcs_read_error *error)
{
    FILE *in = fmemopen((void *)text, strlen(text), "r");
    int rc;

    cr_assert(in);
    rc = pcs_yaml_keys_read(in, "file.yaml", keys, error);
    fclose(in);
    return rc;
}

Test(yaml_keys, nested)
{
    struct pcs_yaml_keys keys;
    struct pcs_read_error error;

    cr_assert_eq(read_text("name: a\ncollective:\n  kind: solo\nworkload:\n  delay: {distribution: "
                           "sum, of: [{value: 1s}, 2s]}\nlast: 'x: y'\n",
                           &keys, &error),
                 0);
    cr_expect_str_eq(pcs_yaml_text(&keys, "name", ""), "a");
    cr_expect_str_eq(pcs_yaml_text(&keys, "collective.kind", ""), "solo");
    cr_expect_str_eq(pcs_yaml_text(&keys, "workload.delay.distribution", ""), "sum");
    cr_expect_str_eq(pcs_yaml_text(&keys, "workload.delay.of[0].value", ""), "1s");
    cr_expect_str_eq(pcs_yaml_text(&keys, "workload.delay.of[1]", ""), "2s");
    cr_expect_str_eq(pcs_yaml_text(&keys, "last", ""), "x: y");
    cr_expect_str_eq(pcs_yaml_text(&keys, "collective", "none"), "none");
    cr_expect_eq(pcs_yaml_find(&keys, "collective.kind")->line, 3);
    cr_expect_eq(pcs_yaml_find(&keys, "collective.kind")->column, 9);
    pcs_yaml_keys_fini(&keys);
}

Test(yaml_keys, counts)
{
    struct pcs_yaml_keys keys;
    struct pcs_read_error error;
    uint64_t value = 7;

    cr_assert_eq(read_text("a: 12\nb: -1\nc: 18446744073709551615\n", &keys, &error), 0);
    cr_expect_eq(pcs_yaml_count(&keys, "none", 0, 9, &value, &error), 0);
    cr_expect_eq(value, 7);
    cr_expect_eq(pcs_yaml_count(&keys, "a", 0, 12, &value, &error), 0);
    cr_expect_eq(value, 12);
    cr_expect_eq(pcs_yaml_count(&keys, "c", 0, UINT64_MAX, &value, &error), 0);
    cr_expect_eq(value, UINT64_MAX);
    cr_expect_eq(pcs_yaml_count(&keys, "a", 0, 11, &value, &error), -1);
    cr_expect_str_eq(error.text,
                     "file.yaml:1:4: a is \"12\", expected a whole number from 0 to 11");
    cr_expect_eq(pcs_yaml_count(&keys, "b", 0, 11, &value, &error), -1);
    pcs_yaml_keys_fini(&keys);
}

static void expect_refused(const char *text, const char *start)
{
    struct pcs_yaml_keys keys;
    struct pcs_read_error error = {{0}};

    cr_expect_eq(read_text(text, &keys, &error), -1, "%s", text);
    cr_expect(strncmp(error.text, start, strlen(start)) == 0, "%s: %s", text, error.text);
    pcs_yaml_keys_fini(&keys);
}

Test(yaml_keys, refused)
{
    expect_refused("a: [1\nb: 2\n", "file.yaml:2:2: ");
    expect_refused("a: 1\na: 2\n", "file.yaml:2:4: second value of a key");
    expect_refused("just words\n", "file.yaml:1:1: a single value");
    expect_refused("a: &x 1\nb: *x\n", "file.yaml:2:4: an alias");
    expect_refused("{a: 1}: 2\n", "file.yaml:1:1: expected a plain key");
    expect_refused("a: [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]\n", "file.yaml:1:19: nested too deeply");
}

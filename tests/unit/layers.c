/*
 * Layer tables: the published numbers of parameters, and files.
 */
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "workloads/layers.h"

static uint64_t elements_of(const struct pcs_layers *layers, size_t i)
{
    return layers->starts[i + 1] - layers->starts[i];
}

Test(layers, models_have_the_published_number_of_parameters)
{
    static const struct {
        const char *name;
        size_t tensors;
        uint64_t elements;
    } models[] = {{"resnet50", 161, 25559081},
                  {"vgg16", 32, 138357544},
                  {"lstm", 40, 27569568},
                  {"bert-base", 207, 133547324}};

    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct pcs_layers *layers = pcs_layers_builtin(models[i].name);
        cr_assert(ne(ptr, layers, NULL));
        cr_expect(eq(sz, layers->n, models[i].tensors), "%s", models[i].name);
        cr_expect(eq(u64, pcs_layers_elements(layers), models[i].elements), "%s", models[i].name);
        cr_expect(eq(u64, layers->starts[0], 0));
        pcs_layers_destroy(layers);
    }
    cr_expect_null(pcs_layers_builtin("resnet"));
}

/* Of the published 161 tensors the largest has 2,359,296 elements, and 107 have at most 2,048. */
Test(layers, tensors_of_resnet50)
{
    struct pcs_layers *layers = pcs_layers_builtin("resnet50");
    uint64_t largest = 0;
    int small = 0;

    cr_assert(ne(ptr, layers, NULL));
    for (size_t i = 0; i < layers->n; i++) {
        const uint64_t elements = elements_of(layers, i);
        largest = elements > largest ? elements : largest;
        small += elements <= 2048;
    }
    cr_expect(eq(u64, largest, 2359296));
    cr_expect(eq(int, small, 107));
    pcs_layers_destroy(layers);
}

/* Without the heads of pre-training, which are the last eight tensors. */
Test(layers, bert_base_without_heads)
{
    struct pcs_layers *layers = pcs_layers_builtin("bert-base");

    cr_assert(ne(ptr, layers, NULL));
    cr_expect(eq(u64, layers->starts[layers->n - 8], 109482240));
    pcs_layers_destroy(layers);
}

static int parse(const char *text, struct pcs_layers **layers, struct pcs_table_error *error)
{
    return pcs_layers_parse(text, strlen(text), layers, error);
}

Test(layers, files)
{
    struct pcs_layers *layers;
    struct pcs_table_error error;

    cr_assert(eq(int, parse("# of a net\nname,elements\nw, 12\n\nb,3\n", &layers, &error), 0));
    cr_expect(eq(sz, layers->n, 2));
    cr_expect(eq(u64, elements_of(layers, 0), 12));
    cr_expect(eq(u64, elements_of(layers, 1), 3));
    pcs_layers_destroy(layers);
}

Test(layers, bad_files)
{
    static const struct {
        const char *text;
        int line, column;
        const char *says;
    } files[] = {
        {"", 1, 1, "no tensors"},
        {"name,elements\n", 1, 1, "no tensors"},
        {"w,1\nb\n", 2, 1, "no comma in the line; expected name,elements"},
        {"w,1\n,4\n", 2, 1, "no name"},
        {"w,0\n", 1, 3, "0 elements; expected a whole number from 1"},
        {"w,1.5\n", 1, 3, "1.5 elements"},
        {"w,-1\n", 1, 3, "negative"},
        {"w,nan\n", 1, 3, "not a finite number"},
        {"w,\n", 1, 3, "a value is missing"},
        {"w,1,2\n", 1, 5, "2 values behind the name"},
        {"w,1e13\n", 1, 3, "1e+13 elements"},
    };

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct pcs_layers *layers = NULL;
        struct pcs_table_error error = {0};
        cr_expect(eq(int, parse(files[i].text, &layers, &error), -1), "%s", files[i].text);
        cr_expect(eq(int, error.line, files[i].line), "%s", files[i].text);
        cr_expect(eq(int, error.column, files[i].column), "%s", files[i].text);
        cr_expect(ne(ptr, strstr(error.text, files[i].says), NULL), "%s: %s", files[i].text,
                  error.text);
    }
}

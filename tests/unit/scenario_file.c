/*
 * Scenario files for tests.
 */
#define _GNU_SOURCE /* nftw() */

#include "tests/unit/scenario_file.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

void folder_enter(void)
{
    char folder[] = "/tmp/pcs-scenario-XXXXXX";

    cr_assert(ne(ptr, mkdtemp(folder), NULL));
    cr_assert(eq(int, chdir(folder), 0));
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

void folder_leave(void)
{
    char *folder = getcwd(NULL, 0);

    cr_assert(eq(int, chdir("/"), 0));
    cr_assert(eq(int, nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0));
    free(folder);
}

void file_write(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(name, "wb");

    cr_assert(ne(ptr, file, NULL));
    cr_assert(eq(sz, fwrite(bytes, 1, length, file), length));
    cr_assert(eq(int, fclose(file), 0));
}

int text_load(const char *text, const char *const *overrides, struct pcs_scenario *scenario,
              struct pcs_error *error)
{
    int n = 0;

    while (overrides && overrides[n])
        n++;
    file_write("s.yaml", text, strlen(text));
    return pcs_scenario_load("s.yaml", overrides, n, scenario, error);
}

char *scenario_canonical(const struct pcs_scenario *scenario)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);

    cr_assert(eq(int, pcs_scenario_print(scenario, memory), 0));
    fclose(memory);
    return text;
}

char *text_canonical(const char *text, const char *const *overrides)
{
    struct pcs_scenario scenario;
    struct pcs_error error;

    cr_assert(eq(int, text_load(text, overrides, &scenario, &error), 0), "%s\n%s", error.text,
              text);
    char *canonical = scenario_canonical(&scenario);
    pcs_scenario_fini(&scenario);
    return canonical;
}

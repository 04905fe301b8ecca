/*
 * Damaged scenario files: none may crash the loader, and what is accepted must be printed right.
 */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <gsl/gsl_rng.h>

#include "tests/unit/scenario_file.h"

#define MUTANTS 20000
#define SIZE_MAX_MUTANT 4096

TestSuite(scenario_fuzz, .init = folder_enter, .fini = folder_leave);

static const char seed_text[] =
    "name: x\nranks: 32\nsteps: 9\nseed: 17\nwarmup: 2\nbarrier: true\n"
    "platform: {model: fat-tree, links: hdr}\ncollective:\n  kind: quorum\n  candidates: 3\n"
    "  trigger: last\n  schedule: ring\n  bytes: 64KiB\n  type: float64\n  late: replace\n"
    "  sync_period: 8\n  max_staleness: 4\nworkload:\n"
    "  compute: {distribution: uniform, low: 0.1ms, high: 1.25ms}\n"
    "  delay: {distribution: lognormal, median: 33us, sigma: 0.7}\n"
    "costs: {preset: fflib-daint, progress: shared, reduce: 0.25ns}\noutput: {trace: rounds}\n";

/* Pieces that are likelier than random bytes to reach the depths of a parser. */
static const char *const pieces[] = {
    "0",      "9",
    "-",      ".",
    "e",      "e9",
    "e-9",    "ms",
    "KiB",    "\n",
    "  ",     "{",
    "}",      "[",
    "]",      ":",
    ", ",     "? ",
    "- ",     "&a ",
    "*a",     "!!x",
    "\"",     "'",
    "#",      "|\n",
    "\t",     "null",
    "true",   "~",
    "%",      "\\",
    "---",    "...",
    "<<: ",   "solo",
    "mpi",    "99999999999999999999",
    "1e400s", "\xc3\xa9",
    "\xff",   "\xc2\x85",
    "\r",     "elements: 4\n",
};

static size_t mutate(gsl_rng *rng, char *text, size_t length)
{
    unsigned long changes = 1 + gsl_rng_uniform_int(rng, 3);

    for (; changes > 0 && length > 0; changes--) {
        size_t at = gsl_rng_uniform_int(rng, length);
        size_t cut = gsl_rng_uniform_int(rng, length - at < 8 ? length - at + 1 : 8);
        const char *piece = pieces[gsl_rng_uniform_int(rng, sizeof pieces / sizeof *pieces)];
        switch (gsl_rng_uniform_int(rng, 6)) {
        case 0: /* any byte */
            text[at] = (char)gsl_rng_uniform_int(rng, 256);
            break;
        case 1: /* a digit or letter */
            text[at] = (char)(' ' + gsl_rng_uniform_int(rng, 95));
            break;
        case 2: /* another digit: most often still a good file */
            at += strcspn(text + at, "0123456789");
            text[at < length ? at : length - 1] = (char)('0' + gsl_rng_uniform_int(rng, 10));
            break;
        case 3: /* cut */
            memmove(text + at, text + at + cut, length - at - cut);
            length -= cut;
            break;
        default: /* insert */
            memmove(text + at + strlen(piece), text + at, length - at);
            memcpy(text + at, piece, strlen(piece));
            length += strlen(piece);
            break;
        }
    }
    return length;
}

static void check_printing(const struct pcs_scenario *scenario, const char *mutant)
{
    char *once = scenario_canonical(scenario);
    char *twice = text_canonical(once, NULL);

    cr_assert(eq(str, once, twice), "from\n%s", mutant);
    free(once);
    free(twice);
}

Test(scenario_fuzz, mutants_are_refused_or_printed_right, .timeout = 300)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    char text[SIZE_MAX_MUTANT];
    int accepted = 0;
    int refused = 0;

    gsl_rng_set(rng, 20240229);
    for (int i = 0; i < MUTANTS; i++) {
        struct pcs_scenario s;
        struct pcs_error error = {""};
        memset(text, 0, sizeof text);
        memcpy(text, seed_text, strlen(seed_text));
        size_t length = mutate(rng, text, strlen(seed_text));
        file_write("s.yaml", text, length);
        if (pcs_scenario_load("s.yaml", NULL, 0, &s, &error) == 0) {
            check_printing(&s, text);
            pcs_scenario_fini(&s);
            accepted++;
        } else {
            cr_assert(eq(int, strncmp(error.text, "s.yaml:", 7), 0), "%s", error.text);
            cr_assert(ne(ptr, strstr(error.text, "expected"), NULL), "%s\n%s", error.text, text);
            cr_assert(eq(ptr, strpbrk(error.text, "\n\r"), NULL), "%s", error.text);
            refused++;
        }
    }
    gsl_rng_free(rng);
    /* The damage is neither always harmless nor always deadly, so both ways are tried. */
    cr_expect(gt(int, accepted, MUTANTS / 50));
    cr_expect(gt(int, refused, MUTANTS / 5));
}

Test(scenario_fuzz, random_bytes_are_refused, .timeout = 120)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t size = 10 * 1000 * 1000;
    char *bytes = malloc(size);
    struct pcs_scenario s;
    struct pcs_error error;

    cr_assert(ne(ptr, bytes, NULL));
    gsl_rng_set(rng, 7);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)gsl_rng_uniform_int(rng, 256);
    file_write("s.yaml", bytes, size);
    cr_expect(eq(int, pcs_scenario_load("s.yaml", NULL, 0, &s, &error), -1));
    for (size_t length = 0; length < 2000; length++) {
        file_write("s.yaml", bytes + length, length);
        cr_expect(eq(int, pcs_scenario_load("s.yaml", NULL, 0, &s, &error), -1));
    }
    free(bytes);
    gsl_rng_free(rng);
}

/*
 * Sweep files: what they expand to, and what is refused with which place.
 */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/scenario/sweep.h"
#include "tests/unit/scenario_file.h"

TestSuite(sweep, .init = folder_enter, .fini = folder_leave);

#define BASE "scenario: {ranks: 8, collective: {kind: solo, bytes: 4KiB}}\n"

static int sweep_load(const char *text, struct pcs_sweep *sweep, struct pcs_error *error)
{
    file_write("w.yaml", text, strlen(text));
    return pcs_sweep_read(sweep, "w.yaml", error);
}

static void sweep_good(const char *text, struct pcs_sweep *sweep)
{
    struct pcs_error error;

    cr_assert(eq(int, sweep_load(text, sweep, &error), 0), "%s\n%s", error.text, text);
}

static void value_is(const struct pcs_sweep *sweep, uint64_t index, int key, char *expected)
{
    char value[128];

    snprintf(value, sizeof value, "%s", pcs_sweep_value(sweep, index, key));
    cr_assert(eq(str, value, expected), "combination %d, key %d", (int)index, key);
}

Test(sweep, axes_change_in_order_the_first_slowest)
{
    struct pcs_sweep sweep;

    sweep_good(BASE "vary: {ranks: [2, 4], steps: [5, 6, 7]}\nrepeat: 2\n", &sweep);
    cr_assert(eq(u64, pcs_sweep_count(&sweep), 12));
    cr_assert(eq(int, pcs_sweep_keys_n(&sweep), 2));
    value_is(&sweep, 0, 0, "2");
    value_is(&sweep, 0, 1, "5");
    value_is(&sweep, 1, 1, "5"); /* the second seed */
    value_is(&sweep, 2, 1, "6");
    value_is(&sweep, 5, 0, "2");
    value_is(&sweep, 6, 0, "4");
    value_is(&sweep, 11, 1, "7");
    pcs_sweep_fini(&sweep);
}

Test(sweep, scenario_has_the_values_of_its_combination)
{
    struct pcs_sweep sweep;
    struct pcs_scenario scenario;
    struct pcs_error error;

    sweep_good("scenario: {ranks: 8, seed: 5, collective: {kind: solo, bytes: 4KiB}}\n"
               "set: {steps: 9}\nvary: {ranks: [2, 4]}\n"
               "zip: {collective.kind: [solo, quorum], collective.candidates: [~, 2]}\n"
               "repeat: 3\n",
               &sweep);
    cr_assert(eq(u64, pcs_sweep_count(&sweep), 12));
    cr_assert(eq(int, pcs_sweep_scenario(&sweep, 11, &scenario, &error), 0), "%s", error.text);
    cr_assert(eq(int, scenario.ranks, 4));
    cr_assert(eq(int, (int)scenario.steps, 9));
    cr_assert(eq(u64, scenario.seed, 7));
    cr_assert(eq(u64, scenario.platform.seed, 7));
    cr_assert(eq(int, scenario.collective.candidates, 2));
    pcs_scenario_fini(&scenario);
    /* "~" leaves the key as the scenario has it: solo has no candidates. */
    cr_assert(eq(int, pcs_sweep_scenario(&sweep, 0, &scenario, &error), 0), "%s", error.text);
    cr_assert(eq(int, (int)scenario.collective.kind, PCS_KIND_SOLO));
    cr_assert(eq(u64, scenario.seed, 5));
    pcs_scenario_fini(&scenario);
    pcs_sweep_fini(&sweep);
}

struct range_case {
    const char *range;
    char *values[6]; /* until NULL */
};

Test(sweep, ranges_end_where_they_say)
{
    static const struct range_case cases[] = {
        {"{from: 1, to: 4, step: 1}", {"1", "2", "3", "4"}},
        {"{from: 1, to: 4, step: 2}", {"1", "3"}},
        {"{from: 7, to: 7, step: 1}", {"7"}},
        {"{from: 8, to: 64, factor: 2}", {"8", "16", "32", "64"}},
        {"{from: 8, to: 63, factor: 2}", {"8", "16", "32"}},
        {"{from: 1KiB, to: 1MiB, factor: 32}", {"1024", "32768", "1048576"}},
        {"{from: 0, to: 2KiB, step: 1KiB}", {"0", "1024", "2048"}},
        {"{from: 0.1, to: 0.3, step: 0.1}", {"0.1", "0.2", "0.3"}},
        {"{from: 0s, to: 2ms, step: 1ms}", {"0s", "0.001s", "0.002s"}},
        {"{from: 1us, to: 1ms, factor: 10}", {"1e-06s", "1e-05s", "0.0001s", "0.001s"}},
    };
    char text[256];
    struct pcs_sweep sweep;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t n = 0;
        snprintf(text, sizeof text, BASE "vary: {costs.call: %s}\n", cases[i].range);
        sweep_good(text, &sweep);
        while (n < 6 && cases[i].values[n]) {
            cr_assert(lt(u64, n, pcs_sweep_count(&sweep)), "%s", cases[i].range);
            value_is(&sweep, n, 0, cases[i].values[n]);
            n++;
        }
        cr_assert(eq(u64, pcs_sweep_count(&sweep), n), "%s", cases[i].range);
        pcs_sweep_fini(&sweep);
    }
}

Test(sweep, exclusion_needs_all_keys_of_a_rule)
{
    struct pcs_sweep sweep;
    char seen[32] = "";

    sweep_good(BASE "vary: {ranks: [2, 4, 8], steps: [5, 6]}\n"
                    "exclude: [{ranks: [2, 8], steps: 6}, {ranks: 4, steps: 5}]\n",
               &sweep);
    for (uint64_t i = 0; i < pcs_sweep_count(&sweep); i++)
        strcat(seen, pcs_sweep_is_excluded(&sweep, i) ? "x" : ".");
    cr_assert(eq(str, seen, ".xx..x"));
    pcs_sweep_fini(&sweep);
}

Test(sweep, relative_names_are_relative_to_the_file_that_has_them)
{
    static const char histogram[] = "1\n2\n";
    static const char base[] =
        "ranks: 2\ncollective: {kind: solo, bytes: 4}\n"
        "workload: {delay: {distribution: empirical, file: b.csv, unit: 1ms}}\n";
    struct pcs_sweep sweep;
    struct pcs_scenario scenario;
    struct pcs_error error;

    cr_assert(eq(int, system("mkdir in"), 0));
    file_write("in/b.yaml", base, strlen(base));
    file_write("in/b.csv", histogram, strlen(histogram));
    file_write("own.csv", histogram, strlen(histogram));
    sweep_good("scenario: in/b.yaml\n"
               "vary: {workload.delay.file: [~, own.csv]}\n",
               &sweep);
    for (uint64_t i = 0; i < 2; i++) {
        int rc = pcs_sweep_scenario(&sweep, i, &scenario, &error);
        cr_assert(eq(int, rc, 0), "%s", error.text);
        pcs_scenario_fini(&scenario);
    }
    pcs_sweep_fini(&sweep);
}

Test(sweep, count_does_not_wrap_around)
{
    struct pcs_sweep sweep;
    char text[1024];

    int length = snprintf(text, sizeof text, BASE "repeat: 1000000\nvary:\n");
    for (int i = 0; i < 3; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "  k%d: {from: 1, to: 200000, step: 1}\n", i);
    sweep_good(text, &sweep);
    cr_assert(eq(u64, pcs_sweep_count(&sweep), UINT64_MAX));
    pcs_sweep_fini(&sweep);
}

struct bad {
    const char *text;
    const char *error; /* how the message starts */
};

static const struct bad bads[] = {
    {"", "w.yaml:1:1: the file is empty; expected one of scenario, set, vary"},
    {"- 1\n", "w.yaml:1:1: a list; expected a mapping with the key scenario"},
    {"vary: {ranks: [1]}\n", "w.yaml:1:1: scenario is missing"},
    {BASE "varry: {ranks: [1]}\n", "w.yaml:2:1: unknown key \"varry\"; expected one of scenario"},
    {"scenario: no.yaml\n", "w.yaml:1:11: scenario \"no.yaml\": No such file"},
    {"scenario: [1]\n", "w.yaml:1:11: a list; expected the name of a file, or a mapping"},
    {BASE "vary: [1]\n", "w.yaml:2:7: a list; expected a mapping of keys"},
    {BASE "vary: {ranks: []}\n", "w.yaml:2:15: an empty list"},
    {BASE "vary: {ranks: 4}\n", "w.yaml:2:15: a single value; expected a list"},
    {BASE "vary: {ranks: }\n", "w.yaml:2:15: no value; expected a list"},
    {BASE "vary: {ranks: [1, 2]}\nzip: {ranks: [1]}\n", "w.yaml:3:7: \"ranks\" varies twice"},
    {BASE "zip: {ranks: [1, 2], steps: [3]}\n", "w.yaml:2:29: 1 values; expected 2, as for ranks"},
    {BASE "zip: {}\n", "w.yaml:2:6: an empty mapping"},
    {BASE "zip: 4\n", "w.yaml:2:6: a single value"},
    {BASE "vary: {ranks: {from: 1, to: 2}}\n", "w.yaml:2:15: a mapping; expected a list"},
    {BASE "vary: {ranks: {from: 1, to: 2, step: 1, factor: 2}}\n", "w.yaml:2:15: a mapping;"},
    {BASE "vary: {ranks: {from: 1, to: 2, step: 0}}\n", "w.yaml:2:15: expected a step above 0"},
    {BASE "vary: {ranks: {from: 1, to: 2, factor: 1}}\n", "w.yaml:2:15: expected a factor above"},
    {BASE "vary: {ranks: {from: 0, to: 2, factor: 2}}\n", "w.yaml:2:15: expected a factor above"},
    {BASE "vary: {ranks: {from: 3, to: 2, step: 1}}\n", "w.yaml:2:15: from is above to"},
    {BASE "vary: {ranks: {from: 1, to: 2s, step: 1KiB}}\n", "w.yaml:2:22: from \"1\" to \"2s\""},
    {BASE "vary: {ranks: {from: 0, to: 1e8, step: 0.1}}\n", "w.yaml:2:15: a range of 1000000001"},
    {BASE "vary: {ranks: {from: [1], to: 2, step: 1}}\n", "w.yaml:2:22: a list; expected a number"},
    {BASE "repeat: 0\n", "w.yaml:2:9: repeat: expected a number of seeds from 1"},
    {BASE "repeat: -1\n", "w.yaml:2:9: repeat: expected"},
    {BASE "repeat: 2\nvary: {seed: [1, 2]}\n", "w.yaml:2:9: repeat is there beside a seed"},
    {BASE "vary: {ranks: [1]}\nexclude: {ranks: 1}\n", "w.yaml:3:10: a mapping; expected a list"},
    {BASE "vary: {ranks: [1]}\nexclude: [{steps: 1}]\n", "w.yaml:3:12: \"steps\" does not vary"},
    {BASE "vary: {ranks: [1]}\nexclude: [{ranks: 2}]\n", "w.yaml:3:19: \"2\" is no value of rank"},
    {BASE "vary: {ranks: [1]}\nexclude: [{}]\n", "w.yaml:3:11: an empty mapping"},
    {BASE "slurm: {queue: a}\n", "w.yaml:2:9: unknown key \"queue\" in slurm; expected one of"},
    {BASE "slurm: {time: [1]}\n", "w.yaml:2:15: a list; expected a single value"},
};

Test(sweep, bad_files_are_told_with_their_place)
{
    struct pcs_sweep sweep;
    struct pcs_error error;

    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
        const int rc = sweep_load(bads[i].text, &sweep, &error);
        cr_assert(eq(int, rc, -1), "accepted:\n%s", bads[i].text);
        cr_assert(eq(int, strncmp(error.text, bads[i].error, strlen(bads[i].error)), 0),
                  "%s\ngot:      %s\nexpected: %s", bads[i].text, error.text, bads[i].error);
        pcs_sweep_fini(&sweep);
    }
}

/* What only shows when a combination is loaded. */
static const struct bad combinations[] = {
    {BASE "vary: {rank: [1]}\n", "w.yaml:2:15: rank=1: unknown key \"rank\" (did you mean ranks?)"},
    {BASE "vary: {ranks: [zero]}\n", "w.yaml:2:16: ranks=zero: ranks: \"zero\""},
    {BASE "set: {ranks: 0}\n", "w.yaml:2:14: ranks=0: ranks: \"0\": too small"},
    {BASE "set: {steps: }\n", "w.yaml:2:14: steps=: steps: no value"},
    {BASE "vary: {collective.candidates: [2]}\n", "w.yaml:2:32: collective.candidates=2: "},
    {"scenario: {ranks: x}\n", "w.yaml:1:19: ranks: \"x\""},
};

Test(sweep, bad_combinations_are_told_with_the_place_of_the_value)
{
    struct pcs_sweep sweep;
    struct pcs_scenario scenario;
    struct pcs_error error;

    for (size_t i = 0; i < sizeof combinations / sizeof *combinations; i++) {
        const struct bad *bad = &combinations[i];
        sweep_good(bad->text, &sweep);
        cr_assert(eq(int, pcs_sweep_scenario(&sweep, 0, &scenario, &error), -1), "%s", bad->text);
        cr_assert(eq(int, strncmp(error.text, bad->error, strlen(bad->error)), 0),
                  "%s\ngot:      %s\nexpected: %s", bad->text, error.text, bad->error);
        pcs_sweep_fini(&sweep);
    }
}

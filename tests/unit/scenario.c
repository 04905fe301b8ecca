/*
 * Scenario files that are good: defaults, overrides, the canonical form, the run id.
 */
#include "sim/scenario/scenario.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "sim/scenario/costs.h"
#include "sim/scenario/key.h"
#include "sim/scenario/keys.h"
#include "tests/unit/scenario_file.h"

TestSuite(scenario, .init = folder_enter, .fini = folder_leave);

/* Seconds a byte are printed in their shortest form: 0.1ns is 1e-10s. */
static const char small_canonical[] = "name: s\n"
                                      "ranks: 4\n"
                                      "steps: 64\n"
                                      "seed: 1\n"
                                      "warmup: 1\n"
                                      "barrier: true\n"
                                      "platform:\n"
                                      "  model: aries\n"
                                      "  rendering: spread\n"
                                      "  links: aries\n"
                                      "placement: block\n"
                                      "collective:\n"
                                      "  kind: solo\n"
                                      "  schedule: recursive-doubling\n"
                                      "  type: float32\n"
                                      "  bytes: 64\n"
                                      "  payload: phantom\n"
                                      "  late: accumulate\n"
                                      "  result: latest\n"
                                      "  sync_period: 0\n"
                                      "  buckets: 1\n"
                                      "  flush: false\n"
                                      "workload:\n"
                                      "  compute: {distribution: constant, value: 0s}\n"
                                      "  delay: {distribution: constant, value: 0s}\n"
                                      "costs:\n"
                                      "  preset: default\n"
                                      "  progress: own\n"
                                      "  call: 2e-07s\n"
                                      "  notice: 2e-07s\n"
                                      "  copy_in: 1e-10s\n"
                                      "  take: 0s\n"
                                      "  reduce: 1.5e-10s\n"
                                      "  copy_out: 1e-10s\n"
                                      "output:\n"
                                      "  trace: steps\n";

Test(scenario, defaults)
{
    char *canonical = text_canonical(SMALL, NULL);

    cr_assert(eq(str, canonical, (char *)small_canonical));
    free(canonical);
}

Test(scenario, all_keys_reach_their_fields)
{
    static const char text[] =
        "name: micro-bench_1.0\nranks: 65536\nsteps: 100\nseed: 18446744073709551615\n"
        "warmup: 99\nbarrier: false\nplatform: {model: fat-tree, links: hdr}\nplacement: block\n"
        "collective:\n  kind: quorum\n  candidates: 5\n  trigger: last\n  schedule: auto\n"
        "  elements: 1000\n  type: float64\n  payload: real\n  late: replace\n"
        "  result: cumulative\n  sync_period: 10\n  max_staleness: 4\n  buckets: 1\n"
        "  flush: true\nworkload:\n  compute: {distribution: uniform, low: 1ms, high: 2ms}\n"
        "  delay: {distribution: lognormal, median: 10us, sigma: 0.5}\n"
        "costs: {preset: fflib-daint, progress: shared, notice: 3us, copy_in: 1ns,\n"
        "        reduce: 0.5ns, copy_out: 2ns}\noutput: {trace: summary}\n";
    struct pcs_scenario s;
    struct pcs_error error;

    cr_assert(eq(int, text_load(text, NULL, &s, &error), 0), "%s", error.text);
    cr_expect(eq(str, s.name, "micro-bench_1.0"));
    cr_expect(eq(int, s.ranks, 65536));
    cr_expect(eq(u32, s.steps, 100));
    cr_expect(eq(u64, s.seed, UINT64_MAX));
    cr_expect(eq(u32, s.warmup, 99));
    cr_expect(not(s.barrier));
    cr_expect(eq(int, s.platform.model, PCS_PLATFORM_FAT_TREE));
    cr_expect(eq(int, s.platform.links, PCS_LINKS_HDR));
    cr_expect(eq(int, s.collective.kind, PCS_KIND_QUORUM));
    cr_expect(eq(int, s.collective.candidates, 5));
    cr_expect(eq(int, s.collective.trigger, PCS_TRIGGER_LAST));
    cr_expect(eq(int, s.collective.schedule, PCS_SCHEDULE_AUTO));
    cr_expect(eq(u64, s.collective.bytes, 8000));
    cr_expect(eq(int, s.collective.type, PCS_FLOAT64));
    cr_expect(eq(int, s.collective.payload, PCS_PAYLOAD_REAL));
    cr_expect(eq(int, s.collective.late, PCS_LATE_REPLACE));
    cr_expect(eq(int, s.collective.result, PCS_RESULT_CUMULATIVE));
    cr_expect(eq(u32, s.collective.sync_period, 10));
    cr_expect(eq(i64, s.collective.max_staleness, 4));
    cr_expect(eq(int, s.collective.buckets, 1));
    cr_expect(s.collective.flush);
    cr_expect(eq(int, s.compute.distribution, PCS_UNIFORM));
    cr_expect(eq(dbl, s.compute.parameters[0], 1e-3));
    cr_expect(eq(dbl, s.compute.parameters[1], 2e-3));
    cr_expect(eq(int, s.delay.distribution, PCS_LOGNORMAL));
    cr_expect(eq(dbl, s.delay.parameters[0], 1e-5));
    cr_expect(eq(dbl, s.delay.parameters[1], 0.5));
    cr_expect(eq(str, (char *)s.costs.preset, "fflib-daint"));
    cr_expect(eq(int, s.costs.progress, PCS_PROGRESS_SHARED));
    cr_expect(eq(dbl, s.costs.call_s, 0.24e-3));
    cr_expect(eq(dbl, s.costs.notice_s, 3e-6));
    cr_expect(eq(dbl, s.costs.copy_in_s_per_byte, 1e-9));
    cr_expect(eq(dbl, s.costs.take_s_per_byte, 0.1e-9));
    cr_expect(eq(dbl, s.costs.reduce_s_per_byte, 0.5e-9));
    cr_expect(eq(dbl, s.costs.copy_out_s_per_byte, 2e-9));
    cr_expect(eq(int, s.trace, PCS_TRACE_SUMMARY));
    pcs_scenario_fini(&s);
}

static const char *const good[] = {
    SMALL,
    "ranks: 1\nsteps: 1\ncollective: {kind: mpi, elements: 0, flush: false}\n",
    "ranks: 3\ncollective: {kind: sync, bytes: 2147479548, schedule: ring}\n",
    "ranks: 7\ncollective: {kind: quorum, candidates: 7, bytes: 64KiB, type: int64}\n",
    "ranks: 7\ncollective: {kind: majority, bytes: 64KB, max_staleness: 0}\n",
    "ranks: 7\ncollective: {kind: solo, bytes: 1.5MiB, late: drop}\n",
    "name: \"true\"\nranks: 2\nplatform: {model: flat}\ncollective: {kind: solo, bytes: 4}\n",
    "name: 12\nranks: 2\nplatform: {model: flat, links: edr}\ncollective: {kind: solo, bytes: 4}\n",
    "ranks: 2\nplatform: {file: p.xml, hostfile: 'a \"b\" \\'}\n"
    "collective: {kind: solo, bytes: 4}\n",
    "---\nranks: 2\ncosts: {preset: ideal, call: 0, take: 0.3333333333333333ns}\n"
    "collective: {kind: solo, bytes: 4}\nworkload: {delay: {distribution: normal, mean: 0.1ms,"
    " sd: 12345.678us}}\n...\n",
    "ranks: 9\nworkload:\n  compute: {distribution: exponential, mean: 3s}\n"
    "  delay: {distribution: linear-skew, step: 1ms}\ncollective:\n  kind: solo\n  bytes: 4\n",
    "\xef\xbb\xbfranks: 9 # with a byte order mark\ncollective: {kind: solo, bytes: 4}\n",
};

static void write_platform_files(void)
{
    file_write("p.xml", "<x/>", 4);
    file_write("a \"b\" \\", "h\n", 2);
}

Test(scenario, canonical_form_loads_back)
{
    write_platform_files();
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char *once = text_canonical(good[i], NULL);
        char *twice = text_canonical(once, NULL);
        cr_expect(eq(str, once, twice));
        free(once);
        free(twice);
    }
}

/* Some good value for a parameter, as it stands in a file. @return its length */
static int print_parameter(const struct pcs_distribution_row *row, int i, char *out, size_t size)
{
    const struct pcs_delay_parameter *parameter = &row->parameters[i];
    char number[64];
    const char *value = number;

    switch (parameter->kind) {
    case PCS_PARAMETER_NUMBER: /* a noise's duration is less than its period */
        snprintf(number, sizeof number, "0.%d%s", row->distribution == PCS_NOISE ? 9 - i : 3 + i,
                 parameter->is_time ? "ms" : "");
        break;
    case PCS_PARAMETER_COUNT:
        value = "1";
        break;
    case PCS_PARAMETER_ORDER:
        value = "replayed";
        break;
    case PCS_PARAMETER_TIMES:
        value = "[1ms, 2.5ms, 0, 3us]";
        break;
    case PCS_PARAMETER_FILE:
        value = row->distribution == PCS_TRACE_REPLAY ? "t.csv" : "c.csv";
        break;
    case PCS_PARAMETER_MODEL:
        value = "{distribution: scale, factor: 2, of: {distribution: constant, value: 1ms}}";
        break;
    case PCS_PARAMETER_MODELS:
        value = "[{distribution: constant, value: 1ms}, {distribution: gamma, shape: 2, scale: "
                "1ms}]";
        break;
    }
    return snprintf(out, size, ", %s: %s", parameter->name, value);
}

static void write_data_files(void)
{
    char trace[8192] = "rank,step,seconds\n";

    for (int i = 0; i < 256; i++)
        snprintf(trace + strlen(trace), sizeof trace - strlen(trace), "%d,%d,0.%d\n", i % 4, i / 4,
                 i);
    file_write("t.csv", trace, strlen(trace));
    file_write("c.csv", "1\n2\n3\n", 6);
}

Test(scenario, canonical_form_loads_back_for_every_distribution)
{
    write_data_files();
    for (const struct pcs_distribution_row *row = pcs_distributions(); row->name; row++) {
        char text[512];
        int length =
            snprintf(text, sizeof text, SMALL "workload: {delay: {distribution: %s", row->name);
        for (int i = 0; row->parameters[i].name; i++)
            length += print_parameter(row, i, text + length, sizeof text - (size_t)length);
        snprintf(text + length, sizeof text - (size_t)length, "}}\n");
        char *once = text_canonical(text, NULL);
        char *twice = text_canonical(once, NULL);
        cr_expect(eq(str, once, twice));
        cr_expect(ne(ptr, strstr(once, row->name), NULL));
        free(once);
        free(twice);
    }
}

Test(scenario, platform_files_are_found_beside_the_scenario)
{
    struct pcs_scenario s;
    struct pcs_error error;
    char *folder = realpath(".", NULL);
    char expected[4096];

    write_platform_files();
    cr_assert(eq(int,
                 text_load("ranks: 2\nplatform: {file: p.xml, hostfile: p.xml}\n"
                           "collective: {kind: solo, bytes: 4}\n",
                           NULL, &s, &error),
                 0),
              "%s", error.text);
    pcs_scenario_fini(&s);
    cr_assert(eq(int, chdir("/"), 0));
    snprintf(expected, sizeof expected, "%s/s.yaml", folder);
    cr_assert(eq(int, pcs_scenario_load(expected, NULL, 0, &s, &error), 0), "%s", error.text);
    snprintf(expected, sizeof expected, "%s/p.xml", folder);
    cr_expect(eq(int, s.platform.model, PCS_PLATFORM_FILE));
    cr_expect(eq(str, s.platform.file, expected));
    pcs_scenario_fini(&s);
    cr_assert(eq(int, chdir(folder), 0));
    free(folder);
}

/* The name of a scenario without one is made of its file's name. */
Test(scenario, name_from_the_file)
{
    static const char *const names[][2] = {
        {"micro.bench.yaml", "micro.bench"},
        {"my run (1).yaml", "my_run__1_"},
        {"plain", "plain"},
        {".yaml", "_yaml"},
        {"-x.yaml", "_x"},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct pcs_scenario s;
        struct pcs_error error;
        file_write(names[i][0], SMALL, strlen(SMALL));
        cr_assert(eq(int, pcs_scenario_load(names[i][0], NULL, 0, &s, &error), 0), "%s",
                  error.text);
        cr_expect(eq(str, s.name, (char *)names[i][1]));
        pcs_scenario_fini(&s);
    }
}

struct override {
    const char *text;
    const char *overrides[4];
    const char *expected; /* in the canonical form */
};

static const struct override overrides[] = {
    {SMALL, {"ranks=9"}, "\nranks: 9\n"},
    {SMALL, {"ranks=9", "ranks=10"}, "\nranks: 10\n"},
    {SMALL, {"collective.kind=majority"}, "  kind: majority\n"},
    {SMALL, {"collective={kind: mpi, bytes: 8}"}, "  kind: mpi\n"},
    {SMALL, {"collective.elements=3"}, "  bytes: 12\n"},
    {"ranks: 4\ncollective: {kind: solo, elements: 5}\n", {"collective.bytes=8"}, "  bytes: 8\n"},
    {SMALL,
     {"workload.delay={distribution: constant, value: 1ms}"},
     "  delay: {distribution: constant, value: 0.001s}\n"},
    {SMALL "workload: {delay: {distribution: linear-skew, step: 1ms}}\n",
     {"workload.delay.step=2ms"},
     "  delay: {distribution: linear-skew, step: 0.002s}\n"},
    {SMALL "workload: {delay: {distribution: scale, factor: 2, of: {distribution: constant, value: "
           "1ms}}}\n",
     {"workload.delay.of.value=3ms", "workload.delay.factor=4"},
     "  delay: {distribution: scale, factor: 4, of: {distribution: constant, value: 0.003s}}\n"},
    {SMALL "workload: {delay: {distribution: noise, period: 1ms, duration: 1us}}\n",
     {NULL},
     "  delay: {distribution: noise, period: 0.001s, duration: 1e-06s}\n"},
    {SMALL "workload: {delay: {distribution: noise, period: 1ms, duration: 1us}}\n",
     {"workload.delay.phase=0"},
     "  delay: {distribution: noise, period: 0.001s, duration: 1e-06s, phase: 0s}\n"},
    {SMALL, {"costs.preset=ideal", "costs.call=1us"}, "  call: 1e-06s\n"},
    {SMALL, {"platform.file=p.xml", "platform.hostfile=p.xml"}, "/p.xml\"\n"},
    {"ranks: 2\nplatform: {model: aries, rendering: spread, links: aries}\n"
     "collective: {kind: solo, bytes: 4}\n",
     {"platform.file=p.xml", "platform.hostfile=p.xml"},
     "/p.xml\"\n"},
    {"ranks: 2\nplatform: {file: p.xml, hostfile: p.xml}\ncollective: {kind: solo, bytes: 4}\n",
     {"platform.model=fat-tree"},
     "  model: fat-tree\n  links: edr\n"},
    {"collective: {kind: solo, bytes: 4}\n", {"ranks=3"}, "\nranks: 3\n"},
    {"ranks: 3\n", {"collective.kind=solo", "collective.bytes=4"}, "  kind: solo\n"},
    {SMALL,
     {"collective.layers=resnet50"},
     "  bytes: 102236324\n  payload: phantom\n  late: accumulate\n  result: latest\n"
     "  sync_period: 0\n  buckets: 161\n  layers: \"resnet50\"\n"},
    {"ranks: 4\ncollective: {kind: solo, layers: lstm, bytes: 110278272, buckets: 40}\n",
     {"collective.buckets=4"},
     "  buckets: 4\n  flush"},
    {"ranks: 4\ncollective: {kind: solo, layers: lstm, bytes: 110278272, buckets: 40}\n",
     {"collective.layers=vgg16"},
     "  bytes: 553430176\n"},
    {SMALL, {"collective.bucket_bytes=24"}, "  buckets: 3\n  bucket_bytes: 24\n"},
    {SMALL,
     {"collective.overlap=true"},
     "  overlap: true\n  flush: false\nworkload:\n"
     "  compute: {distribution: constant, value: 0s}\n"
     "  delay: {distribution: constant, value: 0s}\n  backward_share: 0.6666666666666666\n"},
    {SMALL, {"collective.kind=dense-ovlp"}, "  kind: dense-ovlp\n  schedule: rabenseifner\n"},
    {SMALL, {"collective.kind=dense-ovlp", "collective.overlap=false"}, "  overlap: false\n"},
    {SMALL, {"collective.model_sync_period=10"}, "  model_sync_period: 10\n"},
    {SMALL, {"name=a=b", "name=ab"}, "name: ab\n"},
};

Test(scenario, overrides)
{
    write_platform_files();
    for (size_t i = 0; i < sizeof overrides / sizeof *overrides; i++) {
        char *canonical = text_canonical(overrides[i].text, overrides[i].overrides);
        cr_expect(ne(ptr, strstr(canonical, overrides[i].expected), NULL), "%s in\n%s",
                  overrides[i].expected, canonical);
        free(canonical);
    }
}

/* Buckets lie one after the other and are the whole gradient. */
static void expect_buckets(const char *text, int n, uint64_t first_elements, uint64_t last_elements)
{
    struct pcs_scenario s;
    struct pcs_error error;
    uint64_t end = 0;

    cr_assert(eq(int, text_load(text, NULL, &s, &error), 0), "%s", error.text);
    cr_assert(eq(int, s.collective.buckets, n), "%s", text);
    for (int i = 0; i < n; i++) {
        const struct pcs_bucket bucket = pcs_bucket_of(&s.collective, i);
        cr_expect(eq(u64, bucket.first, end), "%s", text);
        end += bucket.elements;
        if (i == 0)
            cr_expect(eq(u64, bucket.elements, first_elements), "%s", text);
        if (i == n - 1)
            cr_expect(eq(u64, bucket.elements, last_elements), "%s", text);
    }
    cr_expect(eq(u64, end, s.collective.bytes / 4), "%s", text);
    pcs_scenario_fini(&s);
}

Test(scenario, buckets)
{
    expect_buckets("ranks: 2\ncollective: {kind: solo, elements: 10, buckets: 4}\n", 4, 2, 3);
    expect_buckets("ranks: 2\ncollective: {kind: solo, elements: 2, buckets: 3}\n", 3, 0, 1);
    expect_buckets("ranks: 2\ncollective: {kind: solo, elements: 0, buckets: 2}\n", 2, 0, 0);
    expect_buckets("ranks: 2\ncollective: {kind: solo, elements: 10, bucket_bytes: 16}\n", 3, 4, 2);
    expect_buckets("ranks: 2\ncollective: {kind: solo, elements: 8, bucket_bytes: 16}\n", 2, 4, 4);
    expect_buckets("ranks: 2\ncollective: {kind: solo, elements: 8, bucket_bytes: 64}\n", 1, 8, 8);
    expect_buckets("ranks: 2\ncollective: {kind: solo, bytes: 0, bucket_bytes: 64}\n", 1, 0, 0);
    expect_buckets("ranks: 2\ncollective: {kind: solo, layers: resnet50}\n", 161, 9408, 1001);
}

/* `auto` goes by the size of a bucket. */
Test(scenario, schedule_of_buckets)
{
    const struct pcs_collective_spec c = {
        .schedule = PCS_SCHEDULE_AUTO, .bytes = 65536, .buckets = 8};

    cr_expect(eq(int, pcs_schedule_resolve(&c, 8), PCS_SCHEDULE_RECURSIVE_DOUBLING));
    cr_expect(eq(int, pcs_schedule_of(&c, 8, c.bytes), PCS_SCHEDULE_RABENSEIFNER));
}

Test(scenario, files_of_overrides_are_found_in_the_current_folder)
{
    static const char *const set[] = {"platform.file=p.xml", "platform.hostfile=p.xml"};
    struct pcs_scenario s;
    struct pcs_error error;

    cr_assert(eq(int, mkdir("below", 0700), 0));
    file_write("below/s.yaml", SMALL, strlen(SMALL));
    file_write("p.xml", "<x/>", 4);
    cr_assert(eq(int, pcs_scenario_load("below/s.yaml", set, 2, &s, &error), 0), "%s", error.text);
    cr_expect(eq(ptr, strstr(s.platform.file, "below"), NULL));
    pcs_scenario_fini(&s);
}

/* Computed with `printf ... | sha256sum` over the canonical text above. */
Test(scenario, run_id_is_a_hash_of_the_canonical_form)
{
    struct pcs_scenario s;
    struct pcs_error error;
    char id[PCS_RUN_ID_LENGTH + 1];
    char other[PCS_RUN_ID_LENGTH + 1];

    cr_assert(eq(int, text_load(SMALL, NULL, &s, &error), 0), "%s", error.text);
    cr_assert(eq(int, pcs_scenario_run_id(&s, id), 0));
    cr_expect(eq(str, id, "966fba61b4ff9789"));
    s.seed++;
    cr_assert(eq(int, pcs_scenario_run_id(&s, other), 0));
    cr_expect(ne(str, id, other));
    pcs_scenario_fini(&s);
}

Test(scenario, printing_reports_a_full_disk)
{
    struct pcs_scenario s;
    struct pcs_error error;
    FILE *full = fopen("/dev/full", "w");

    cr_assert(ne(ptr, full, NULL));
    cr_assert(eq(int, text_load(SMALL, NULL, &s, &error), 0), "%s", error.text);
    cr_expect(eq(int, pcs_scenario_print(&s, full), -1));
    pcs_scenario_fini(&s);
    fclose(full);
}

Test(scenario, failure_leaves_the_result_untouched)
{
    struct pcs_scenario s;
    struct pcs_scenario before;
    struct pcs_error error;

    memset(&s, 0x5a, sizeof s);
    before = s;
    cr_assert(eq(int, text_load(SMALL "steps: 0\n", NULL, &s, &error), -1));
    cr_expect(eq(int, memcmp(&s, &before, sizeof s), 0));
}

Test(scenario, auto_schedule_goes_by_size)
{
    struct pcs_collective_spec c = {.schedule = PCS_SCHEDULE_AUTO, .type = PCS_FLOAT32};

    c.bytes = 16 * 1024 - 4;
    cr_expect(eq(int, pcs_schedule_resolve(&c, 8), PCS_SCHEDULE_RECURSIVE_DOUBLING));
    c.bytes = 16 * 1024;
    cr_expect(eq(int, pcs_schedule_resolve(&c, 4096), PCS_SCHEDULE_RABENSEIFNER));
    cr_expect(eq(int, pcs_schedule_resolve(&c, 4097), PCS_SCHEDULE_RECURSIVE_DOUBLING));
    c.schedule = PCS_SCHEDULE_RING;
    cr_expect(eq(int, pcs_schedule_resolve(&c, 8), PCS_SCHEDULE_RING));
}

/* The documentation names every key. */
Test(scenario, keys_are_described_and_documented)
{
    FILE *file = fopen(PCS_SOURCE_DIR "/docs/scenario-format.md", "r");
    static char text[100000];

    cr_assert(ne(ptr, file, NULL));
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (int i = 0; i < pcs_keys_n(); i++) {
        struct pcs_key_description d = pcs_key_describe(i);
        char marked[64];
        snprintf(marked, sizeof marked, "`%s`", d.path);
        cr_expect(ne(ptr, strstr(text, marked), NULL), "%s", d.path);
        cr_expect(gt(sz, strlen(d.help), 5), "%s", d.path);
        cr_expect(gt(sz, strlen(d.allowed), 2), "%s", d.path);
        cr_expect(lt(sz, strlen(d.allowed), sizeof d.allowed - 1), "%s is cut", d.path);
        cr_expect(gt(sz, strlen(d.standard), 0), "%s", d.path);
    }
    for (const struct pcs_costs_preset *p = pcs_costs_presets(); p->costs.preset; p++)
        cr_expect(ne(ptr, strstr(text, p->costs.preset), NULL), "%s", p->costs.preset);
}

/* A row that stands above a row it depends on would be read too early. */
Test(scenario, keys_stand_below_what_they_depend_on)
{
    for (const struct pcs_key *key = pcs_keys(); key->path; key++) {
        cr_expect(eq(int, !!key->depends_on, !!key->applies), "%s", key->path);
        if (key->depends_on)
            cr_expect(lt(ptr, (void *)pcs_key_find(key->depends_on), (void *)key), "%s", key->path);
    }
}

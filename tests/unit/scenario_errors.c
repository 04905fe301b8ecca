/*
 * Scenario files that are bad: each gives one line that says where and what.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "tests/unit/scenario_file.h"

TestSuite(scenario_errors, .init = folder_enter, .fini = folder_leave);

/* A good start and one bad line after it, which is line 3. */
#define BAD(line) SMALL line "\n"
#define COLLECTIVE(keys) "ranks: 4\ncollective: {" keys "}\n"

struct bad {
    const char *text;
    const char *error; /* how the message starts */
};

static const struct bad bads[] = {
    /* the tree */
    {"", "s.yaml:1:1: the file is empty"},
    {"# nothing\n", "s.yaml:1:1: the file is empty"},
    {"---\n", "s.yaml:2:1: a single value; expected a mapping"},
    {"hello\n", "s.yaml:1:1: a single value; expected a mapping"},
    {"- 1\n", "s.yaml:1:1: a list; expected a mapping"},
    {"ranks: 4\ncollective:\n\tkind: solo\n", "s.yaml:3:1: a tab in the indentation"},
    {"ranks: 4\ncollective:\n  \tkind: solo\n", "s.yaml:3:3: a tab in the indentation"},
    {"ranks: 4\nranks: 5\n", "s.yaml:2:1: the key \"ranks\" is there twice"},
    {COLLECTIVE("kind: solo, bytes: 4, kind: mpi"), "s.yaml:2:36: the key \"kind\" is there twice"},
    {"ranks: &a 4\n", "s.yaml:1:8: an anchor"},
    {"ranks: *a\n", "s.yaml:1:8: an alias"},
    {"ranks: !!int 4\n", "s.yaml:1:8: a tag"},
    {"collective: !x {kind: solo}\n", "s.yaml:1:13: a tag"},
    {"collective: &x {kind: solo}\n", "s.yaml:1:13: an anchor"},
    {SMALL "---\nranks: 5\n", "s.yaml:3:1: a second document"},
    {"? [a]\n: 4\n", "s.yaml:1:3: a list as a key"},
    {"ranks: 4\n  steps: 5\n", "s.yaml:1:8: a line end or control character in a value"},
    {"collective: {kind: solo\n", "s.yaml:2:1: not YAML: did not find expected"},
    {"ranks: \"\xff\"\n", "s.yaml:1:9: not UTF-8 text: invalid leading UTF-8 octet"},
    {"ranks: \"a\\0b\"\n", "s.yaml:1:8: a line end or control character"},
    {"name: |\n  a\n  b\n", "s.yaml:1:7: a line end or control character"},
    {"name: [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]\n", "s.yaml:1:22: nested too deeply"},

    /* keys */
    {BAD("rank: 5"),
     "s.yaml:3:1: unknown key \"rank\" (did you mean ranks?); expected one of name, "
     "ranks, steps, seed, warmup, barrier, platform, placement, train, "
     "collective, "
     "gradients, workload, costs, output"},
    {BAD("frobnicate: 5"), "s.yaml:3:1: unknown key \"frobnicate\"; expected one of name"},
    {BAD("\"\": 5"), "s.yaml:3:1: unknown key \"\"; expected"},
    {BAD("collective.kind: solo"), "s.yaml:3:1: unknown key \"collective.kind\"; expected"},
    {COLLECTIVE("kind: solo, bytes: 4, schedul: ring"),
     "s.yaml:2:36: unknown key \"schedul\" in collective (did you mean schedule?); expected one of "
     "kind, candidates, trigger"},
    {BAD("costs: 5"), "s.yaml:3:8: costs: a single value; expected a mapping"},
    {BAD("costs:"), "s.yaml:3:7: costs: no value; expected a mapping"},
    {BAD("costs: [1]"), "s.yaml:3:8: costs: a list; expected a mapping"},

    /* what is missing */
    {"ranks: 4\n", "s.yaml:1:1: collective is missing; expected a mapping with the key kind"},
    {"collective: {kind: solo, bytes: 4}\n",
     "s.yaml:1:1: ranks is missing; expected a whole number from 1 to 65536"},
    {"# a comment\n\nsteps: 4\n", "s.yaml:3:1: ranks is missing"},
    {COLLECTIVE("bytes: 4"), "s.yaml:2:13: collective.kind is missing; expected mpi, sync, solo, "
                             "majority, quorum, dense"},
    {COLLECTIVE("kind: solo"), "s.yaml:2:13: collective.bytes is missing"},
    {COLLECTIVE("kind: quorum, bytes: 4"), "s.yaml:2:13: collective.candidates is missing"},

    /* values */
    {"ranks: 0\n", "s.yaml:1:8: ranks: \"0\": too small; expected a whole number from 1 to 65536"},
    {"ranks: -3\n", "s.yaml:1:8: ranks: \"-3\": negative; expected a whole number"},
    {"ranks: 1e9\n", "s.yaml:1:8: ranks: \"1e9\": not a whole number"},
    {"ranks: 1000000000\n", "s.yaml:1:8: ranks: \"1000000000\": too large"},
    {"ranks: 999999999999999999999999\n",
     "s.yaml:1:8: ranks: \"999999999999999999999999\": too large"},
    {"ranks: thirty\n", "s.yaml:1:8: ranks: \"thirty\": not a number"},
    {"ranks: 4.5\n", "s.yaml:1:8: ranks: \"4.5\": not a whole number"},
    {"ranks: true\n", "s.yaml:1:8: ranks: \"true\": not a number"},
    {"ranks: null\n", "s.yaml:1:8: ranks: no value"},
    {"ranks: ~\n", "s.yaml:1:8: ranks: no value"},
    {"ranks:\nsteps: 4\n", "s.yaml:1:7: ranks: no value"},
    {"ranks: [4]\n", "s.yaml:1:8: ranks: a list; expected"},
    {"ranks: {a: 4}\n", "s.yaml:1:8: ranks: a mapping; expected"},
    {"ranks: .nan\n", "s.yaml:1:8: ranks: \".nan\": not a number"},
    {"ranks: .inf\n", "s.yaml:1:8: ranks: \".inf\": not a number"},
    {"ranks: 0x10\n", "s.yaml:1:8: ranks: \"0x10\": not a whole number"},
    {"ranks: 010\n", "s.yaml:1:8: ranks: \"010\": a leading zero"},
    {BAD("steps: 2147483648"), "s.yaml:3:8: steps: \"2147483648\": too large"},
    {BAD("seed: 18446744073709551616"), "s.yaml:3:7: seed: \"18446744073709551616\": too large"},
    {BAD("barrier: 1"), "s.yaml:3:10: barrier: \"1\": not a truth value; expected true or false"},
    {BAD("barrier: yes"), "s.yaml:3:10: barrier: \"yes\": not a truth value"},
    {BAD("name: a/b"), "s.yaml:3:7: name: \"a/b\": a character that is not allowed"},
    {BAD("name: .."), "s.yaml:3:7: name: \"..\": starts badly"},
    {BAD("name: ''"), "s.yaml:3:7: name: \"\": empty"},
    {BAD("name: null"), "s.yaml:3:7: name: no value"},
    {BAD("name: a2345678901234567890123456789012345678901234567890123456789012345"),
     "s.yaml:3:7: name: \"a23456789012345678901234567890123456789012345678901234567890...\": too"},
    {BAD("placement: scatter"),
     "s.yaml:3:12: placement: \"scatter\": unknown; expected block, round-robin-routers, "
     "round-robin-groups, random or file"},
    {BAD("placement: file"),
     "s.yaml:1:1: platform.placement_file: missing; expected the name of a host file"},
    {BAD("platform: {groups: 0}"),
     "s.yaml:3:20: platform.groups: \"0\": too small; expected a whole number from 1 to 1000"},
    {BAD("platform: {blue_links: 51, groups: 20}"),
     "s.yaml:3:24: platform.blue_links: 51 between each two of 20 groups, but a group has 960 "
     "optical ports; expected at most 50"},
    {BAD("platform: {nodes: 1000000000}"),
     "s.yaml:3:19: platform.nodes: \"1000000000\": too large; expected a whole number from 1 "
     "to 64"},
    {BAD("platform: {model: fat-tree, leaf_hosts: 16, taper: 3}"),
     "s.yaml:3:52: platform.taper: 3 does not divide the 16 hosts of a leaf; expected a divisor "
     "of 16"},
    {BAD("platform: {model: fat-tree, levels: 4}"), "s.yaml:3:37: platform.levels: \"4\""},
    {BAD("platform: {model: fat-tree, levels: 1}"),
     "s.yaml:3:37: platform.levels: 1; expected 2 or 3"},
    {BAD("platform: {model: fat-tree, pod_leaves: 4}"),
     "s.yaml:3:41: platform.pod_leaves: a tree "},
    {BAD("platform: {model: flat, groups: 2}"),
     "s.yaml:3:25: platform.groups does not apply to platform.model: flat; expected it only "
     "with aries"},
    {BAD("platform: {preset: cori}"), "s.yaml:3:20: platform.preset: \"cori\": unknown; expected "
                                      "one of daint-like, edison-like, "},
    {BAD("platform: {background: black}"),
     "s.yaml:3:24: platform.background: this network has no black links (aries minimal: between "
     "chassis of one group); expected none, blue"},
    {BAD("platform: {model: fat-tree, background: pod-up}"),
     "s.yaml:3:41: platform.background: this network has no pod-up links (fat-tree of three "
     "levels: from pods up to the top switches); expected none, leaf-up"},
    {BAD("platform: {model: flat, reduced: leaf-up, reduced_links: 1, reduced_to: 0.5}"),
     "s.yaml:3:34: platform.reduced: this network has no leaf-up links (fat-tree: from leaf "
     "switches up); expected none"},
    {BAD("platform: {background: blue, background_share: 1}"),
     "s.yaml:3:48: platform.background_share: 1 of the bandwidth; expected at least 0 and less"},
    {BAD("platform: {background: blue, background_share: -0.1}"),
     "s.yaml:3:48: platform.background_share: \"-0.1\": "},
    {BAD("platform: {reduced: blue, reduced_links: 1, groups: 2}"),
     "s.yaml:3:11: platform.reduced_to: 0 of the bandwidth is left; expected more than 0"},
    {BAD("platform: {slow_hosts: 2, slow_factor: 0.5}"),
     "s.yaml:3:40: platform.slow_factor: 0.5 times slower; expected 1 to "},
    {BAD("output: {trace: all}"), "s.yaml:3:17: output.trace: \"all\": unknown; expected steps, "
                                  "rounds or summary"},
    {COLLECTIVE("kind: solo, bytes: -1"), "s.yaml:2:33: collective.bytes: \"-1\": negative"},
    {COLLECTIVE("kind: solo, bytes: 64 KB/s"),
     "s.yaml:2:33: collective.bytes: \"64 KB/s\": unknown unit; expected a size"},
    {COLLECTIVE("kind: solo, bytes: 2147479552"),
     "s.yaml:2:33: collective.bytes: \"2147479552\": too large"},
    {COLLECTIVE("kind: solo, bytes: 6"), "s.yaml:2:33: collective.bytes: 6 bytes are no whole "
                                         "number of elements; expected a multiple of 4"},
    {COLLECTIVE("kind: solo, bytes: 12, type: int64"), "s.yaml:2:33: collective.bytes: 12 bytes"},
    {COLLECTIVE("kind: solo, elements: 536869888, type: float64"),
     "s.yaml:2:36: collective.elements: \"536869888\": too large"},
    {COLLECTIVE("kind: solo, elements: 536869887, type: float64"),
     "s.yaml:2:36: collective.elements: too large; expected at most 268434943 elements of 8"},
    {COLLECTIVE("kind: solo, elements: 64KiB"),
     "s.yaml:2:36: collective.elements: \"64KiB\": not a whole number"},
    {COLLECTIVE("kind: solo, bytes: 4, elements: 1"),
     "s.yaml:2:26: collective.bytes is there beside collective.elements"},
    {COLLECTIVE("kind: foo, bytes: 4"), "s.yaml:2:20: collective.kind: \"foo\": unknown; expected "
                                        "mpi, sync, solo, majority, quorum, dense-ovlp, dense, "
                                        "topka, topkdsa, gtopk, gaussiank or oktopk"},
    {COLLECTIVE("kind: group, bytes: 4"),
     "s.yaml:2:20: collective.kind: \"group\": not available yet; expected mpi"},
    {COLLECTIVE("kind: mpi, bytes: 4, model_sync_period: 5"),
     "s.yaml:2:35: collective.model_sync_period does not apply to collective.kind: mpi"},
    {COLLECTIVE("kind: solo, bytes: 4, sparse: topka, late: replace, model_sync_period: 5"),
     "s.yaml:2:85: collective.model_sync_period: not available with collective.sparse"},
    {COLLECTIVE("kind: solo, bytes: 4, model_sync_period: 1, buckets: 4096"),
     "s.yaml:2:67: collective.buckets: with model_sync_period; expected at most 4095"},
    {COLLECTIVE("kind: mpi, bytes: 4, overlap: true"),
     "s.yaml:2:35: collective.overlap does not apply to collective.kind: mpi; expected it only "
     "with "
     "sync, solo, majority, quorum or dense-ovlp"},
    {COLLECTIVE("kind: solo, bytes: 4, overlap: yes"),
     "s.yaml:2:45: collective.overlap: \"yes\": not"},
    {COLLECTIVE("kind: solo, bytes: 4") "workload: {backward_share: 0.5}\n",
     "s.yaml:3:12: workload.backward_share does not apply to collective.overlap: false; expected "
     "it "
     "only with true"},
    {COLLECTIVE("kind: solo, bytes: 4, overlap: true") "workload: {backward_share: 2}\n",
     "s.yaml:3:28: workload.backward_share: \"2\""},
    {COLLECTIVE("kind: oktopk, bytes: 4, density: 101%"),
     "s.yaml:2:47: collective.density: \"101%\": too large; expected a part from 0 to 1"},
    {COLLECTIVE("kind: oktopk, bytes: 4, density: 1ms"),
     "s.yaml:2:47: collective.density: \"1ms\": not a part of a whole"},
    {COLLECTIVE("kind: solo, bytes: 4, sparse: topka"),
     "s.yaml:2:13: collective.late: with collective.sparse what was late is selected anew; "
     "expected replace"},
    {COLLECTIVE("kind: solo, bytes: 4, sparse: topka, late: replace, result: cumulative"),
     "s.yaml:2:74: collective.result: not available with collective.sparse; expected latest"},
    {COLLECTIVE("kind: mpi, bytes: 4, sparse: topka"),
     "s.yaml:2:35: collective.sparse does not apply to collective.kind: mpi"},
    {COLLECTIVE("kind: topka, bytes: 4, tau: 3"),
     "s.yaml:2:37: collective.tau does not apply to collective.kind: topka"},
    {COLLECTIVE("kind: oktopk, bytes: 4, schedule: ring"),
     "s.yaml:2:38: collective.schedule does not apply to collective.kind: oktopk"},
    {COLLECTIVE("kind: oktopk, bytes: 4, sync_period: 2"),
     "s.yaml:2:38: collective.sync_period does not apply to collective.kind: oktopk"},
    {COLLECTIVE("kind: solo, bytes: 4, density: 1%"),
     "s.yaml:2:36: collective.density does not apply to collective.kind: solo"},
    {COLLECTIVE("kind: oktopk, bytes: 4") "gradients: {skew: 0.5}\n",
     "s.yaml:3:19: gradients.skew: 0.5; expected at least 1"},
    {COLLECTIVE("kind: oktopk, bytes: 4") "gradients: {support: 0}\n",
     "s.yaml:3:22: gradients.support: 0; expected at least 1"},
    {COLLECTIVE("kind: oktopk, bytes: 4") "gradients: {clusters: 9}\n",
     "s.yaml:3:23: gradients.clusters: 9 groups of "},
    {COLLECTIVE("kind: oktopk, bytes: 4") "gradients: {freedom: 3}\n",
     "s.yaml:3:13: gradients.freedom does not apply to gradients.values: normal"},
    {COLLECTIVE("kind: mpi, bytes: 4, buckets: 2"),
     "s.yaml:2:44: collective.buckets: kind mpi reduces a gradient as a whole; expected 1"},
    {COLLECTIVE("kind: solo, bytes: 4, buckets: 4097"),
     "s.yaml:2:45: collective.buckets: \"4097\": too large; expected a whole number from 1 to "
     "4096"},
    {COLLECTIVE("kind: solo, bytes: 4, buckets: 0"), "s.yaml:2:45: collective.buckets: \"0\": too"},
    {COLLECTIVE("kind: solo, bytes: 8, bucket_bytes: 6"),
     "s.yaml:2:50: collective.bucket_bytes: 6 bytes are no whole number of elements; expected a "
     "multiple of 4"},
    {COLLECTIVE("kind: solo, bytes: 8, bucket_bytes: 4, buckets: 3"),
     "s.yaml:2:62: collective.buckets: 3, but collective.bucket_bytes gives 2; expected that"},
    {COLLECTIVE("kind: solo, bytes: 1MB, bucket_bytes: 4"),
     "s.yaml:2:13: collective: 250000 buckets; expected at most 4096"},
    {COLLECTIVE("kind: solo, layers: resnet"),
     "s.yaml:2:34: collective.layers: \"resnet\": unknown; expected resnet50, vgg16, lstm, "
     "bert-base, "
     "or the name of a file that ends in .csv"},
    {COLLECTIVE("kind: solo, layers: no/such.csv"),
     "s.yaml:2:34: collective.layers: \"no/such.csv\""},
    {COLLECTIVE("kind: solo, layers: resnet50, bytes: 4"),
     "s.yaml:2:51: collective.bytes: the layers have 25559081 elements, 102236324 bytes; expected "
     "as "
     "many or no such key"},
    {COLLECTIVE("kind: solo, layers: resnet50, buckets: 2"),
     "s.yaml:2:53: collective.buckets: 2, but collective.layers gives 161; expected that"},
    {COLLECTIVE("kind: solo, layers: vgg16, bucket_bytes: 4"),
     "s.yaml:2:41: collective.bucket_bytes is there beside collective.layers"},
    {COLLECTIVE("kind: mpi, layers: vgg16"), "s.yaml:2:25: collective.layers does not apply"},
    {"ranks: 4\ncollective: {kind: solo, bytes: 1MB, buckets: 2}\nplatform: {scale: 2}\n",
     "s.yaml:2:47: collective.buckets: platform.scale stands for a gradient as a whole"},

    /* keys against each other */
    {BAD("warmup: 64"), "s.yaml:3:9: warmup: 64 of 64 steps; expected at most 63"},
    {COLLECTIVE("kind: quorum, bytes: 4, candidates: 5"),
     "s.yaml:2:50: collective.candidates: 5 candidates of 4 ranks; expected at most 4"},
    {COLLECTIVE("kind: quorum, bytes: 4, candidates: 0"),
     "s.yaml:2:50: collective.candidates: \"0\": too small"},
    {COLLECTIVE("kind: solo, bytes: 4, candidates: 2"),
     "s.yaml:2:36: collective.candidates does not apply to collective.kind: solo; expected it only "
     "with quorum"},
    {COLLECTIVE("kind: majority, bytes: 4, trigger: last"),
     "s.yaml:2:40: collective.trigger does not apply to collective.kind: majority"},
    {COLLECTIVE("kind: mpi, bytes: 4, late: drop"),
     "s.yaml:2:35: collective.late does not apply to collective.kind: mpi"},
    {COLLECTIVE("kind: mpi, bytes: 4, result: latest"), "s.yaml:2:35: collective.result does not"},
    {COLLECTIVE("kind: mpi, bytes: 4, sync_period: 0"), "s.yaml:2:35: collective.sync_period does"},
    {COLLECTIVE("kind: mpi, bytes: 4, max_staleness: 0"),
     "s.yaml:2:35: collective.max_staleness does not apply"},
    {COLLECTIVE("kind: mpi, bytes: 4, candidates: 1"), "s.yaml:2:35: collective.candidates does"},
    {COLLECTIVE("kind: mpi, bytes: 4, trigger: first"), "s.yaml:2:35: collective.trigger does"},
    {COLLECTIVE("kind: mpi, bytes: 4, flush: true"), "s.yaml:2:42: collective.flush: kind mpi"},
    {COLLECTIVE("kind: solo, bytes: 4, late: drop, max_staleness: 3"),
     "s.yaml:2:63: collective.max_staleness: does not apply with late: drop"},
    {BAD("platform: {model: flat, rendering: spread}"),
     "s.yaml:3:25: platform.rendering does not apply to platform.model: flat; expected it only "
     "with aries"},
    {BAD("platform: {model: torus}"), "s.yaml:3:19: platform.model: \"torus\": unknown"},
    {BAD("platform: {links: edr}"), "s.yaml:3:19: platform.links: the model aries has links"},
    {BAD("platform: {file: s.yaml}"), "s.yaml:3:11: platform.hostfile is missing"},
    {BAD("platform: {hostfile: s.yaml}"), "s.yaml:3:11: platform.file is missing"},
    {BAD("platform: {file: none.xml, hostfile: s.yaml}"),
     "s.yaml:3:18: platform.file: \"none.xml\": No such file or directory; expected the name of"},
    {BAD("platform: {file: s.yaml, hostfile: .}"),
     "s.yaml:3:36: platform.hostfile: \".\": is a directory"},
    {BAD("platform: {file: s.yaml, hostfile: /dev/null}"),
     "s.yaml:3:36: platform.hostfile: \"/dev/null\": is not a regular file"},
    {BAD("platform: {file: '', hostfile: s.yaml}"), "s.yaml:3:18: platform.file: \"\": empty"},
    {BAD("platform: {model: flat, file: s.yaml, hostfile: s.yaml}"),
     "s.yaml:3:25: platform.file is there beside platform.model; expected only one"},

    /* delay models and costs */
    {BAD("workload: {delay: 1ms}"), "s.yaml:3:19: workload.delay: a single value; expected a "
                                    "mapping such as {distribution: constant, value: 1ms}"},
    {BAD("workload: {delay: }"), "s.yaml:3:19: workload.delay: no value; expected a mapping"},
    {BAD("workload: {delay: {}}"), "s.yaml:3:19: workload.delay.distribution is missing"},
    {BAD("workload: {delay: {distribution: cauchy}}"),
     "s.yaml:3:34: workload.delay.distribution: unknown \"cauchy\"; expected constant, "},
    {BAD("workload: {delay: {distribution: [1]}}"),
     "s.yaml:3:34: workload.delay.distribution: unknown a list"},
    {BAD("workload: {delay: {distribution: constant, value: -1ms}}"),
     "s.yaml:3:51: workload.delay.value: \"-1ms\": negative; expected a time with its unit"},
    {BAD("workload: {delay: {distribution: constant, value: 5}}"),
     "s.yaml:3:51: workload.delay.value: \"5\": no unit"},
    {BAD("workload: {delay: {distribution: constant, value: null}}"),
     "s.yaml:3:51: workload.delay.value: no value"},
    {BAD("workload: {delay: {distribution: constant}}"),
     "s.yaml:3:19: workload.delay.value is missing"},
    {BAD("workload: {delay: {distribution: constant, value: 1ms, step: 1ms}}"),
     "s.yaml:3:56: workload.delay: unknown key \"step\" for the distribution constant; expected "
     "distribution, value"},
    {BAD("workload: {compute: {distribution: uniform, low: 2ms, high: 1ms}}"),
     "s.yaml:3:21: workload.compute: "},
    {BAD("workload: {compute: {distribution: lognormal, median: 0s, sigma: 1}}"),
     "s.yaml:3:55: workload.compute.median: \"0s\": not positive"},
    {BAD("workload: {compute: {distribution: lognormal, median: 1s, sigma: 1s}}"),
     "s.yaml:3:66: workload.compute.sigma: \"1s\": not a plain number"},
    {BAD("workload: {delay: {distribution: sum, of: []}}"),
     "s.yaml:3:43: workload.delay.of: an empty list; expected a list of delay models"},
    {BAD("workload: {delay: {distribution: sum, of: {a: 1}}}"),
     "s.yaml:3:43: workload.delay.of: a mapping; expected a list of delay models"},
    {BAD("workload: {delay: {distribution: sum, of: [{distribution: constant, value: -1s}]}}"),
     "s.yaml:3:76: workload.delay.of[0].value: \"-1s\": negative; expected a time"},
    {BAD("workload: {delay: {distribution: scale, factor: 2, of: {distribution: zipf}}}"),
     "s.yaml:3:71: workload.delay.of.distribution: unknown \"zipf\"; expected constant"},
    {BAD("workload: {delay: {distribution: random-k, k: 5, value: 1s}}"),
     "s.yaml:3:19: workload.delay: There are fewer than k ranks; expected a model that fits 4"},
    {BAD("workload: {delay: {distribution: random-k, k: 1.5, value: 1s}}"),
     "s.yaml:3:47: workload.delay.k: \"1.5\": not a whole number; expected a whole number"},
    {BAD("workload: {delay: {distribution: slow-rank, rank: 4, value: 1s}}"),
     "s.yaml:3:19: workload.delay: There is no such rank; expected"},
    {BAD("workload: {delay: {distribution: shifted, amounts: [1s]}}"),
     "s.yaml:3:19: workload.delay: There are not as many amounts as ranks; expected"},
    {BAD("workload: {delay: {distribution: shifted, amounts: [1s, null, 1s, 1s]}}"),
     "s.yaml:3:57: workload.delay.amounts: no value; expected a list of times"},
    {BAD("workload: {delay: {distribution: bernoulli, probability: 1.1, value: 1s}}"),
     "s.yaml:3:58: workload.delay.probability: \"1.1\": too large; expected a probability"},
    {BAD("workload: {delay: {distribution: markov, enter: 0.1, leave: 0, value: 1s}}"),
     "s.yaml:3:61: workload.delay.leave: \"0\": not positive; expected a probability, above 0"},
    {BAD("workload: {delay: {distribution: empirical, file: x.csv, unit: 1s, order: up}}"),
     "s.yaml:3:51: workload.delay.file: \"x.csv\": No such file or directory; expected"},
    {BAD("workload: {delay: {distribution: trace, file: .}}"),
     "s.yaml:3:47: workload.delay.file: \".\": is a directory; expected"},
    {BAD("workload: {delay: {distribution: trace, file: ''}}"),
     "s.yaml:3:47: workload.delay.file: \"\": empty; expected"},
    {BAD("workload: {delay: {distribution: trace, file: s.yaml}}"),
     "s.yaml:1:1: \"ranks: 4\": not a finite number; expected rank,step,seconds"},
    {BAD("costs: {preset: cheap}"), "s.yaml:3:17: costs.preset: \"cheap\": unknown; expected "
                                    "ideal, default or fflib-daint"},
    {BAD("costs: {call: -1us}"), "s.yaml:3:15: costs.call: \"-1us\": negative"},
    {BAD("costs: {call: 1}"), "s.yaml:3:15: costs.call: \"1\": no unit; expected a time"},
    {BAD("costs: {reduce: 1e99s}"), "s.yaml:3:17: costs.reduce: \"1e99s\": too large"},
};

static void expect_error(int rc, const struct pcs_error *error, const char *start)
{
    cr_expect(eq(int, rc, -1), "accepted, but expected %s", start);
    if (rc == 0)
        return;
    cr_expect(eq(int, strncmp(error->text, start, strlen(start)), 0),
              "\n  got      %s\n  not      %s", error->text, start);
    cr_expect(eq(ptr, strpbrk(error->text, "\n\r"), NULL), "%s", error->text);
    cr_expect(ne(ptr, strstr(error->text, "expected"), NULL), "%s", error->text);
}

Test(scenario_errors, each_bad_file_is_refused_with_its_place)
{
    for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
        struct pcs_scenario s;
        struct pcs_error error = {""};
        int rc = text_load(bads[i].text, NULL, &s, &error);
        expect_error(rc, &error, bads[i].error);
        if (rc == 0)
            pcs_scenario_fini(&s);
    }
}

struct bad_override {
    const char *text;
    const char *override;
    const char *error;
};

static const struct bad_override bad_overrides[] = {
    {SMALL, "collective.kind=foo", "--set collective.kind=foo: collective.kind: \"foo\": unknown"},
    {SMALL, "collective.kin=solo",
     "--set collective.kin=solo: unknown key \"kin\" in collective (did you mean kind?); expected"},
    {SMALL, "rank=5", "--set rank=5: unknown key \"rank\" (did you mean ranks?); expected"},
    {SMALL, "a.b=5", "--set a.b=5: unknown key \"a.b\"; expected one of name"},
    {SMALL, "ranks.x=5",
     "--set ranks.x=5: unknown key \"ranks.x\" (did you mean ranks?); expected"},
    {SMALL, "workload.delay.=5", "--set workload.delay.=5: unknown key \"delay.\" in workload"},
    {SMALL, "workload.delay.foo=5",
     "--set workload.delay.foo=5: workload.delay.distribution is missing"},
    {SMALL, "workload.delay.a.b=5",
     "--set workload.delay.a.b=5: unknown key \"delay.a.b\" in work"},
    {SMALL "workload: {delay: {distribution: constant, value: 1s}}\n", "workload.delay.foo=5",
     "--set workload.delay.foo=5: workload.delay: unknown key \"foo\""},
    {SMALL, "ranks", "--set ranks: no \"=\"; expected KEY=VALUE"},
    {SMALL, "=5", "--set =5: no key; expected KEY=VALUE"},
    {SMALL, "", "--set : no \"=\"; expected KEY=VALUE"},
    {SMALL, "ranks=", "--set ranks=: ranks: no value; expected"},
    {SMALL, "ranks=~", "--set ranks=~: ranks: no value; expected"},
    {SMALL, "ranks={", "--set ranks={: not YAML"},
    {SMALL, "ranks=4\n---\n5", "--set ranks=4?---?5: a second document"},
    {SMALL, "costs=ideal", "--set costs=ideal: costs: a single value; expected a mapping"},
    {SMALL, "collective.candidates=2",
     "--set collective.candidates=2: collective.candidates does not apply"},
    {"ranks: 4\ncollective: {kind: quorum, bytes: 4, candidates: 2}\n", "collective.kind=solo",
     "s.yaml:2:38: collective.candidates does not apply to collective.kind: solo"},
    {SMALL, "collective={kind: quorum}",
     "--set collective={kind: quorum}: collective.candidates "
     "is missing"},
    {SMALL "costs: 5\n", "costs.call=1us", "s.yaml:3:8: costs: a single value; expected a mapping"},
};

Test(scenario_errors, each_bad_override_is_refused)
{
    for (size_t i = 0; i < sizeof bad_overrides / sizeof *bad_overrides; i++) {
        const char *overrides[] = {bad_overrides[i].override, NULL};
        struct pcs_scenario s;
        struct pcs_error error = {""};
        int rc = text_load(bad_overrides[i].text, overrides, &s, &error);
        expect_error(rc, &error, bad_overrides[i].error);
        if (rc == 0)
            pcs_scenario_fini(&s);
    }
}

static void expect_file_error(const char *path, const char *start)
{
    struct pcs_scenario s;
    struct pcs_error error = {""};

    expect_error(pcs_scenario_load(path, NULL, 0, &s, &error), &error, start);
}

Test(scenario_errors, files_that_cannot_be_read)
{
    char long_name[5000];

    cr_assert(eq(int, mkdir("folder", 0700), 0));
    file_write("secret.yaml", SMALL, strlen(SMALL));
    cr_assert(eq(int, chmod("secret.yaml", 0), 0));
    cr_assert(eq(int, chmod(".", 0755), 0));
    if (geteuid() == 0)
        cr_assert(eq(int, seteuid(65534), 0)); /* root may read everything */
    expect_file_error("secret.yaml", "secret.yaml: cannot read: Permission denied; expected");
    if (getuid() == 0)
        cr_assert(eq(int, seteuid(0), 0));
    expect_file_error("none.yaml", "none.yaml: cannot read: No such file or directory; expected");
    expect_file_error("folder", "folder: is a directory; expected");
    expect_file_error("", ": cannot read: No such file or directory; expected");
    expect_file_error("a\nb", "a?b: cannot read: No such file or directory; expected");
    expect_file_error("/dev/zero", "/dev/zero: too large; expected a file of at most 1048576");
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    expect_file_error(long_name, "...xxx");
}

Test(scenario_errors, files_that_are_no_text)
{
    file_write("s.yaml",
               "\x7f"
               "ELF\x02\0\0\0",
               8);
    expect_file_error("s.yaml", "s.yaml:1:1: not a text file: byte 0x7f; expected YAML text");
    file_write("s.yaml", "ranks: 4\nab\0", 12);
    expect_file_error("s.yaml", "s.yaml:2:3: not a text file: byte 0x00; expected YAML text");
    file_write("s.yaml", "\xff\xfer\0", 4);
    expect_file_error("s.yaml", "s.yaml:1:4: not a text file: byte 0x00; expected YAML text");
}

/* Files at the limit of size that are hard on a careless parser. */
Test(scenario_errors, huge_files, .timeout = 60)
{
    size_t size = 1024 * 1024;
    char *text = malloc(size + 1);

    cr_assert(ne(ptr, text, NULL));
    memset(text, '[', size);
    file_write("s.yaml", text, size);
    expect_file_error("s.yaml", "s.yaml:1:17: nested too deeply");
    file_write("s.yaml", text, size + 1);
    expect_file_error("s.yaml", "s.yaml: too large");
    memset(text, 'a', size);
    file_write("s.yaml", text, size);
    expect_file_error("s.yaml", "s.yaml:1:1: a single value");
    memcpy(text, "name: ", 6);
    file_write("s.yaml", text, size);
    expect_file_error("s.yaml", "s.yaml:1:7: name: \"aaaaaaaa");
    for (size_t i = 0; i + 8 <= size; i += 8)
        snprintf(text + i, 9, "%06zx:\n", i / 8);
    file_write("s.yaml", text, size);
    expect_file_error("s.yaml", "s.yaml:257:1: too many keys");
    for (size_t i = 0; i + 2 <= size; i += 2)
        memcpy(text + i, "- ", 2);
    file_write("s.yaml", text, size);
    expect_file_error("s.yaml", "s.yaml:1:33: nested too deeply");
    memset(text, '\n', size);
    file_write("s.yaml", text, size);
    expect_file_error("s.yaml", "s.yaml:1:1: the file is empty");
    free(text);
}

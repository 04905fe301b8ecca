# pcollsim report over many runs: folders made by hand with trace summary, whose figures are chosen.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

# made FOLDER NAME SEED KIND BYTES LATENCY THROUGHPUT
made() {
    mkdir -p "$1"
    printf '%s\n' "name: $2" "ranks: 4" "steps: 10" "seed: $3" "collective:" "  kind: $4" \
        "  bytes: $5" "output:" "  trace: summary" > "$1/scenario.yaml"
    printf '%s\n' "run_id: '$2-$3-$4-$5'" "finished: true" > "$1/manifest.yaml"
    head -1 "$PCS_SOURCE/tests/golden/report/solo/summary.csv" > "$1/summary.csv"
    echo "$2,$2-$3-$4-$5,$3,4,$4,ring,$5,10,$6,$6,$6,1,0,0,0,0,0,$7,$7,$7,0.5,100,10,1" \
        >> "$1/summary.csv"
}

# field METRIC COLUMN [KIND]: of the row without a run id
field() {
    awk -F, -v metric="$1" -v column="$2" -v kind="${3:-}" '
        $1 == "" && $7 == metric && (kind == "" || $5 == kind) { print $column; exit }' out
}

# near FOUND EXPECTED WHAT
near() {
    awk -v found="$1" -v expected="$2" 'BEGIN {
        d = found - expected; e = expected < 0 ? -expected : expected
        exit !(found != "" && d <= 1e-9 * e && -d <= 1e-9 * e) }' || fail "$3 is $1, expected $2"
}

# ---- a line through latencies: 2 us and 3 ns a byte, exactly ----
for bytes in 1000 4000 16000 64000; do
    made "sizes/$bytes" size 1 solo $bytes "$(awk -v b=$bytes 'BEGIN { printf "%.17g", 2e-6 + 3e-9 * b }')" 10
done
call 0 report sizes --format csv
near "$(field latency_alpha 8)" 2e-6 alpha
near "$(field latency_beta 8)" 3e-9 beta
[ "$(field latency_beta 12)" = "line through 4 runs of 4 sizes" ] || fail "method of beta"
call 0 report sizes
says out 'latency = alpha \+ beta \* bytes'
rm -r sizes/64000 sizes/16000 # two sizes: no line
call 0 report sizes --format csv
[ "$(field latency_beta 8)" = "" ] || fail "a line through two sizes"

# ---- three seeds by hand: ratios 2, 2.2, 1.8; t of 2 degrees is 4.302652730 ----
for seed in 1 2 3; do
    ratio=$(echo "2 2.2 1.8" | cut -d' ' -f$seed)
    made "pairs/sync-$seed" pair $seed sync 64 0.00$seed 10
    made "pairs/solo-$seed" pair $seed solo 64 "$(awk -v s=0.00$seed -v r="$ratio" \
        'BEGIN { printf "%.17g", s / r }')" 10
done
call 0 report pairs --baseline sync --format csv
set -- $(awk 'BEGIN {
    n = split("2 2.2 1.8", r, " ")
    for (i = 1; i <= n; i++) { s += log(r[i]); q += log(r[i]) ^ 2 }
    m = s / n; half = 4.302652729911275 * sqrt((q - s * s / n) / (n - 1) / n)
    printf "%.12g %.12g %.12g", exp(m), exp(m - half), exp(m + half) }')
near "$(field speedup_latency 8 solo)" "$1" "the speed-up"
near "$(field speedup_latency 9 solo)" "$2" "its lower end"
near "$(field speedup_latency 10 solo)" "$3" "its upper end"
[ "$(field speedup_latency 12 solo)" = "paired t of log ratios over 3 runs" ] ||
    fail "method: $(field speedup_latency 12 solo)"
[ "$(field speedup_latency 8 sync)" = "" ] || fail "the baseline against itself"
# the pairs are by seed: unpaired, the scatter of the latencies would hide the difference
near "$(field latency_mean 8 sync)" 0.002 "the mean of the baseline"
near "$(field speedup_throughput 8 solo)" 1 "the speed-up of the throughput"
says out 'speedup_throughput,.*: no evidence of a difference$'
# a seed without its pair does not count
rm -r pairs/sync-2
call 0 report pairs --baseline sync --format csv
[ "$(field speedup_latency 12 solo)" = \
    "paired t of log ratios over 2 runs: no evidence of a difference" ] || fail "two pairs"
rm -r pairs/sync-1 pairs/sync-3
made pairs/other other 9 sync 64 0.001 10
call 0 report pairs --baseline sync
says out '^- no run of kind sync with the same scenario and seed to compare with'
made pairs/again again 1 sync 64 0.001 10
made pairs/twice twice 1 sync 64 0.002 10
call 2 report pairs --baseline sync
says err 'two baselines: pairs/again and pairs/twice, expected one'

# of two baselines the one with the same schedule
for folder in again twice solo-1; do
    sed -i 's/^  kind:/  schedule: ring\n&/' pairs/$folder/scenario.yaml
done
sed -i 's/schedule: ring/schedule: auto/' pairs/again/scenario.yaml
call 0 report pairs/again pairs/twice pairs/solo-1 --baseline sync --format csv
near "$(field speedup_latency 8 solo)" 4 "the speed-up against the same schedule"
# keys that one kind alone has
printf '%s\n' "gradients:" "  values: laplace" "costs:" "  scan: 1" >> pairs/solo-1/scenario.yaml
echo "costs: {call: 1}" >> pairs/twice/scenario.yaml
call 0 report pairs/twice pairs/solo-1 --baseline sync --format csv
near "$(field speedup_latency 8 solo)" 4 "the speed-up with keys of its own"
sed -i 's/steps: 10/steps: 11/' pairs/twice/scenario.yaml
call 0 report pairs/twice pairs/solo-1 --baseline sync
says out '^- no run of kind sync with the same scenario'

# ---- 40 seeds: bootstrap, also for quantiles ----
for seed in $(seq 40); do
    made "many/$seed" many "$seed" solo 64 "0.001$((seed * 7 % 40))" 10
done
call 0 report many --format csv
[ "$(field latency_mean 12)" = "bootstrap over 40 runs" ] || fail "method of the mean"
[ "$(field latency_p99 12)" = "bootstrap over 40 runs" ] || fail "method of p99"
cp out first
call 0 report many --format csv
cmp -s out first || fail "the same folders give another report"
call 0 report many # what is one figure in all runs is that
says out '^many: solo, 4 ranks, 64 B: means over 40 runs$'

# ---- groups by a key that is not the seed ----
call 0 report sizes pairs/solo-1 --by ranks --format csv
[ "$(field latency_mean 2)" = "ranks=4" ] || fail "name of the group: $(field latency_mean 2)"
[ "$(field latency_mean 6)" = "" ] || fail "a size of several"
exit $failed

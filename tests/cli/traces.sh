# How much is recorded: less of it is less of the same, and the summary does not change.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
cat > s.yaml << 'END'
name: traces
ranks: 6
steps: 200
seed: 3
barrier: false
platform: {model: flat}
collective: {kind: solo, bytes: 4KiB, buckets: 2, sync_period: 16, flush: true}
workload:
  delay: {distribution: lognormal, median: 1ms, sigma: 1.5}
END
# values FOLDER: of summary.csv without the run's id, by which the scenarios differ
values() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "run_id") c = i } { $c = ""; print }' "$1/summary.csv"
}

for trace in steps rounds summary; do
    call 0 run s.yaml --set output.trace=$trace -o $trace
    values $trace > $trace.values
    cmp -s steps.values $trace.values || fail "$trace: another summary"
done
cmp -s steps/rounds.csv rounds/rounds.csv || fail "rounds.csv depends on the trace"
[ ! -e rounds/steps.csv ] && [ ! -e summary/rounds.csv ] || fail "more is written than was asked for"

call 0 run s.yaml --set output.sample=7 -o sampled
values sampled > sampled.values
cmp -s steps.values sampled.values || fail "sampled: another summary"
awk -F, 'NR == 1 || $2 % 7 == 0' steps/steps.csv | cmp -s - sampled/steps.csv || fail "sampled steps.csv"
awk -F, 'NR == 1 || $1 % 7 == 0 || $1 == 200' steps/rounds.csv | cmp -s - sampled/rounds.csv ||
    fail "sampled rounds.csv"
call 0 report sampled
says out 'traces of some steps only'
call 2 run s.yaml --set output.sample=0 -o no
says err 'output.sample: "0": too small'

# What a run remembers of a call is released when the call is over.
for trace in summary steps; do
    call 0 run s.yaml --set ranks=2 --set steps=30000 --set collective.buckets=1 --set output.trace=$trace \
        -o long-$trace
done
awk -F'[: ]+' '$1 == "memory_bytes" { m[FILENAME] = $2 }
    END { exit !(m["long-steps/manifest.yaml"] - m["long-summary/manifest.yaml"] > 60000 * 80) }' \
    long-summary/manifest.yaml long-steps/manifest.yaml ||
    fail "records: $(grep -h memory_bytes long-*/manifest.yaml)"
exit $failed

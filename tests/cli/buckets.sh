# Gradients in buckets: each a collective of its own, all in one engine, with one draw a step.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
cat > b.yaml << 'END_OF_FILE'
ranks: 5
steps: 10
warmup: 0
barrier: false
platform: {model: flat, links: edr}
collective: {kind: solo, elements: 103, type: int64, payload: real, buckets: 4, flush: true}
workload:
  compute: {distribution: constant, value: 20us}
  delay: {distribution: lognormal, median: 20us, sigma: 1}
output: {trace: steps}
END_OF_FILE

# sound FOLDER RANKS STEPS BUCKETS: a row for each call and round; each gradient is taken once, in its
# own round or later; every rank takes part in every round; steps and rounds count the same fresh ranks.
sound() {
    awk -F, -v ranks="$2" -v steps="$3" -v buckets="$4" '
        function bad(what) { if (!failed) print FILENAME ":" FNR ": " what ": " $0; failed = 1 }
        FNR == 1 { next }
        FILENAME ~ /steps.csv/ {
            if (NR - 2 != ($1 * steps + $2) * buckets + $3) bad("place")
            if ($9 < $2 || $10 != $9 - $2 || $8 != ($9 == $2)) bad("fate")
            if ($8) fresh[$2, $3]++
            calls++ }
        FILENAME ~ /rounds.csv/ {
            if ($6 + $7 + $8 != ranks) bad("ranks")
            if ($6 != fresh[$1, $2] + 0) bad("fresh")
            rounds++ }
        END { if (calls != ranks * steps * buckets || rounds != (steps + 1) * buckets) bad("rows")
              exit failed }' "$1/steps.csv" "$1/rounds.csv" || fail "$1 is not sound"
}

for ranks in 1 2 3 5 7 12; do
    for kind in sync solo majority; do
        call 0 run b.yaml --set ranks=$ranks --set collective.kind=$kind -o $kind-$ranks
        sound $kind-$ranks $ranks 10 4
        says $kind-$ranks/summary.csv "^b,"
    done
    call 0 run b.yaml --set ranks=$ranks --set collective.kind=quorum --set collective.trigger=last \
        --set collective.candidates=$(((ranks + 1) / 2)) --set collective.sync_period=4 -o last-$ranks
    sound last-$ranks $ranks 10 4
done

# Majority has one candidate: it starts the round in every bucket, and a single bucket has the same.
call 0 run b.yaml --set collective.kind=majority --set collective.buckets=1 -o whole
awk -F, 'FNR == 1 || $1 == 10 { next } NR == FNR { drawn[$1] = $3; next }
         $3 != drawn[$1] { print FILENAME ":" FNR ": " $0; bad = 1 } END { exit bad }' \
    whole/rounds.csv majority-5/rounds.csv || fail "buckets draw candidates of their own"

# What is sent is the same but for headers: of a block of each kind, 16 bytes.
call 0 run b.yaml --set collective.kind=sync --set collective.buckets=1 -o one
awk -F, 'FNR == 1 { next } NR == FNR { bytes += $9; messages += $10; next }
         { bytes4 += $9; messages4 += $10 }
         END { exit !(messages4 == 4 * messages && bytes4 - 16 * messages4 == bytes - 16 * messages) }' \
    one/rounds.csv sync-5/rounds.csv || fail "four buckets do not send what one does"

# The same again, and from the canonical form.
call 0 run b.yaml -o again
for file in steps.csv rounds.csv summary.csv scenario.yaml; do
    cmp solo-5/$file again/$file || fail "$file is another the second time"
done
call 0 run solo-5/scenario.yaml -o canonical
cmp solo-5/steps.csv canonical/steps.csv || fail "the canonical form is another run"

# By size, and by a file of layers.
call 0 run b.yaml --set collective.bucket_bytes=256 -o sized
sound sized 5 10 4
printf 'name,elements\nfirst,70\nmiddle,3\nlast,30\n' > layers.csv
call 0 run b.yaml --set collective.layers=layers.csv -o layers
sound layers 5 10 3
says layers/scenario.yaml '  buckets: 3$'
says layers/scenario.yaml '  bytes: 824$'
call 0 run layers/scenario.yaml -o layers-again
cmp layers/steps.csv layers-again/steps.csv || fail "layers: the canonical form is another run"
printf 'name,elements\nfirst,70\nmiddle,x\n' > layers.csv
call 2 run b.yaml --set collective.layers=layers.csv -o bad
says err 'layers.csv:3:8: "x": not a finite number; expected name,elements'

# Overlapped: conservation and soundness as before, also with rounds that wait for all and with a bound.
for kind in sync solo majority dense-ovlp; do
    for ranks in 2 5; do
        call 0 run b.yaml --set ranks=$ranks --set collective.kind=$kind --set collective.overlap=true \
            --set collective.sync_period=4 -o over-$kind-$ranks
        sound over-$kind-$ranks $ranks 10 4
    done
done
call 0 run b.yaml --set collective.overlap=true --set collective.max_staleness=1 --set steps=200 -o bounded
sound bounded 5 200 4
awk -F, 'NR > 1 { over += $10 > 1 || $15 > 1; at += $10 == 1 } END { exit !(over == 0 && at > 0) }' \
    bounded/steps.csv || fail "max_staleness 1 does not hold in buckets, or was never reached"
awk -F, 'NR > 1 { late += $10 > 1 } END { exit !late }' solo-5/steps.csv ||
    fail "nothing is older than a round without a bound: the test shows nothing"

# On a network without anything else, ideal costs: four buckets that overlap leave the last of them to
# wait for, a quarter of what is waited for when all are brought at the end.
cat > o.yaml << 'END_OF_FILE'
ranks: 4
steps: 5
warmup: 0
barrier: false
platform: {model: flat, links: edr}
collective: {kind: dense-ovlp, bytes: 40MB, buckets: 4}
workload: {compute: {distribution: constant, value: 30ms}}
costs: {preset: ideal}
END_OF_FILE
# waits FOLDER: latency_mean_s
waits() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "latency_mean_s") n = i } NR == 2 { print $n }' \
        "$1/summary.csv"
}
call 0 run o.yaml -o over
call 0 run o.yaml --set collective.overlap=false -o end
call 0 run o.yaml --set collective.buckets=1 --set collective.bytes=10MB -o quarter
awk "BEGIN { a = $(waits over) / $(waits quarter); b = $(waits end) / $(waits quarter)
             print a, b; exit !(a > 0.99 && a < 1.02 && b > 3.9 && b < 4.1) }" ||
    fail "overlap does not hide three quarters of the communication"
# Bucket i is ready when the forward pass, a third, and its part of the backward pass are over.
awk -F, 'NR > 1 { d = $4 - 0.03 * (1 + 2 * (4 - $3) / 4) / 3; if (d < 0) d = -d; if (d > 1e-9) exit 1 }' \
    over/steps.csv || fail "buckets are not ready in proportion to their size"
call 0 run o.yaml --set workload.backward_share=50% -o half
awk -F, 'NR > 1 { d = $4 - 0.03 * (1 + (4 - $3) / 4) / 2; if (d < 0) d = -d; if (d > 1e-9) exit 1 }' \
    half/steps.csv || fail "backward_share is not what it says"
# Communication longer than the backward pass ends when the network has carried it.
call 0 run o.yaml --set 'workload.compute={distribution: constant, value: 1us}' -o short
awk "BEGIN { r = $(waits short) / $(waits end); print r; exit !(r > 0.98 && r < 1.02) }" ||
    fail "overlap with almost no work is not communication alone"

# Reports read it back, and their figures are those of summary.csv.
call 0 report solo-5 layers over --format csv
says out latency_mean
exit $failed

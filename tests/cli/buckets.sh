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

# Reports read it back, and their figures are those of summary.csv.
call 0 report solo-5 layers --format csv
says out latency_mean
exit $failed

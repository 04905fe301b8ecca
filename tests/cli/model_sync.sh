# model_sync_period: the ranks' weights are averaged every few steps, by an allreduce that is no round.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
cat > m.yaml << 'END_OF_FILE'
ranks: 4
steps: 22
warmup: 0
barrier: false
platform: {model: flat, links: edr}
collective: {kind: solo, bytes: 1MB, buckets: 3, model_sync_period: 5}
workload:
  compute: {distribution: constant, value: 500us}
  delay: {distribution: lognormal, median: 300us, sigma: 1}
output: {trace: steps}
END_OF_FILE
call 0 run m.yaml -o m
# Four of them, after steps 4, 9, 14, 19. Recursive doubling: each rank sends two whole models with headers.
awk -F, 'FNR == 1 { next }
    NR == FNR { if ($6 > end[$2]) end[$2] = $6
                begin = $5 - $4; if (!($2 in first) || begin < first[$2]) first[$2] = begin; next }
    { if ($1 != n++ || $2 != 5 * n - 1 || $5 != 4 * 2 * 1000016 || $6 != 8) bad = 1
      # all ranks have returned, and none goes on before the last has come
      if ($3 < end[$2] || $4 <= $3 || first[$2 + 1] < $3) bad = 1
      if (bad && !told++) print }
    END { exit bad || n != 4 }' m/steps.csv m/model_syncs.csv || fail "the averagings are not where they belong"
# They are no rounds, and nothing is lost by them.
[ "$(wc -l < m/rounds.csv)" = $((22 * 3 + 1)) ] || fail "rounds.csv has $(wc -l < m/rounds.csv) lines"
awk -F, 'NR > 1 && $9 != -2 && ($9 < $2 || $10 != $9 - $2) { exit 1 }' m/steps.csv || fail "a gradient has no place"
awk -F, 'NR > 1 { bytes += $9 } END { printf "%d\n", bytes }' m/rounds.csv > of_rounds
says m/summary.csv ",$(cat of_rounds),"
call 0 run m.yaml -o again
cmp m/model_syncs.csv again/model_syncs.csv || fail "model_syncs.csv is another the second time"
call 0 run m/scenario.yaml -o canonical
cmp m/model_syncs.csv canonical/model_syncs.csv || fail "the canonical form is another run"
# One takes as long as a sync round of its size that starts on all ranks at once, with ideal costs.
call 0 run m.yaml --set costs.preset=ideal --set collective.kind=sync --set collective.buckets=1 -o ideal
awk -F, 'FNR == 1 { next }
    FILENAME ~ /rounds/ { if (!least || $5 - $4 < least) least = $5 - $4; next }
    { d = ($4 - $3) / least; if (d < 0.98 || d > 1.02) { print; exit 1 } }' \
    ideal/rounds.csv ideal/model_syncs.csv || fail "an averaging does not take what a call of its size takes"
for ranks in 1 2 3 5; do
    call 0 run m.yaml --set ranks=$ranks --set collective.overlap=true --set collective.schedule=auto \
        --set collective.flush=true -o ranks$ranks
    [ "$(wc -l < ranks$ranks/model_syncs.csv)" = 5 ] || fail "$ranks ranks: not four averagings"
done
call 0 run m.yaml --set steps=4 -o short
[ "$(wc -l < short/model_syncs.csv)" = 1 ] || fail "a run shorter than the period averages"

# With a model. Weights that are equal stay what they are, to rounding.
cat > t.yaml << 'END_OF_FILE'
ranks: 4
steps: 40
barrier: false
platform: {model: flat, links: edr}
collective: {kind: sync, type: float64}
train: {model: softmax, eval_every: 1, points: 512, eval_points: 128, batch: 64, rate: 0.05}
workload:
  compute: {distribution: constant, value: 100us}
  delay: {distribution: lognormal, median: 300us, sigma: 1}
END_OF_FILE
call 0 run t.yaml -o plain
call 0 run t.yaml --set collective.model_sync_period=3 -o averaged
paste -d, plain/training.csv averaged/training.csv | awk -F, '
    NR > 1 { n = NF / 2; d = $3 / $(n + 3) - 1; if (d < 0) d = -d; if (d > 1e-9) { print; exit 1 } rows++ }
    END { exit rows < 40 }' || fail "the mean of equal weights is not the same weights"
# Where ranks apply different sums the weights drift apart; averaged, less.
# drift FOLDER: greatest distance of a rank's weights from the mean, over the run
drift() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "weights_distance_max") n = i; next }
             $n > d { d = $n } END { printf "%.17g\n", d }' "$1/training.csv"
}
solo="--set collective.kind=solo --set collective.result=latest"
call 0 run t.yaml $solo -o drifts
for period in 1 4; do
    call 0 run t.yaml $solo --set collective.model_sync_period=$period -o every$period
    echo "drift: every $period steps averaged $(drift every$period), never $(drift drifts)"
    awk "BEGIN { exit !($(drift every$period) < 0.8 * $(drift drifts)) }" ||
        fail "averaging every $period steps does not bring the weights together"
done
# A run that ends at its target, before and after the first averaging.
for period in 4 1000; do
    call 0 run t.yaml --set steps=2000 --set train.target_loss=1.5 --set collective.model_sync_period=$period \
        -o target$period
done
cmp target4/steps.csv target1000/steps.csv > /dev/null && fail "averaging takes no time"
exit $failed

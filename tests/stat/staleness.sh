# Bounds on staleness, and what they cost. Nothing here is random but by its fixed seed.
#
# max_staleness s: of 10^5 gradients under heavy-tailed delays none is older than s and some are as
# old; the throughput falls towards that of sync as s does, and s = 0 has the times of sync.
# A rank that is always slow: with a sync_period the fastest rank is as slow in the long run, without
# it the others run ahead without limit. Stragglers that change from step to step cost less.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
cat > tail.yaml << 'END_OF_FILE'
ranks: 4
steps: 2000
warmup: 0
barrier: false
platform: {model: flat, links: edr}
collective: {kind: solo, bytes: 64}
workload:
  compute: {distribution: constant, value: 1ms}
  delay: {distribution: pareto, shape: 1.2, low: 100us, high: 1s}
costs: {preset: ideal}
output: {trace: steps}
END_OF_FILE

# figure FOLDER COLUMN: of summary.csv
figure() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) n = i }
                          NR == 2 { print $n }' "$1/summary.csv"
}

# holds WHAT EXPRESSION: an awk expression of numbers is true
holds() {
    awk "BEGIN { exit !($2) }" || fail "$1: $2"
}

# conserves FOLDER: every gradient is taken once, in its own round or later, or is left over.
conserves() {
    awk -F, 'NR > 1 && ($9 == -1 || $9 < -2 || ($9 >= 0 && ($9 < $2 || $10 != $9 - $2))) { bad++ }
             END { exit bad > 0 }' "$1/steps.csv" || fail "$1: a gradient has no place"
}

call 0 run tail.yaml --set steps=25000 --set collective.max_staleness=4 -o bounded
conserves bounded
awk -F, 'NR > 1 { n++; over += $10 != "" && $10 > 4; at += $10 == 4 }
         END { printf "%d gradients, %d at the bound, %d over it\n", n, at, over
               exit !(n == 100000 && at > 0 && over == 0) }' bounded/steps.csv ||
    fail "max_staleness 4 does not hold, or was never reached"
# Nor is any call made when more than so many rounds have run ahead of it.
awk -F, 'NR > 1 { over += $15 < 0 || $15 > 4; at += $15 == 4 } END { exit !(at > 0 && over == 0) }' \
    bounded/steps.csv || fail "max_staleness 4 does not bound the lag, or was never reached"

call 0 run tail.yaml --set collective.kind=sync -o sync
slower=$(figure sync throughput_steps_per_s)
for s in 0 1 4 16; do
    call 0 run tail.yaml --set collective.max_staleness=$s -o s$s
    conserves s$s
    [ "$(figure s$s staleness_max)" -le $s ] || fail "s = $s: $(figure s$s staleness_max)"
    now=$(figure s$s throughput_steps_per_s)
    echo "s = $s: $now steps/s (sync $(figure sync throughput_steps_per_s))"
    [ $s = 0 ] || holds "throughput with s = $s" "$now > $slower"
    slower=$now
done
call 0 run tail.yaml -o free
holds "throughput without a bound" "$(figure free throughput_steps_per_s) > $slower"
# Tokens add nothing to a round that waits for the last rank anyway.
paste -d, sync/steps.csv s0/steps.csv | awk -F, '
    NR > 1 { n = NF / 2; d = $6 - $(n + 6); if (d < 0) d = -d; if (d > worst) worst = d; last = $6 }
    END { printf "s = 0 against sync: returns differ by at most %g of %g s\n", worst, last
          exit !(worst <= 1e-3 * last) }' || fail "s = 0 has not the times of sync"
call 2 run tail.yaml --set collective.max_staleness=1 --set collective.late=drop -o refused
says err 'collective.max_staleness: .*drop'

# A slow rank: 10 ms a step where the others take 1 ms.
slow='workload.delay={distribution: slow-rank, rank: 3, value: 9ms}'
call 0 run tail.yaml --set "$slow" --set steps=800 --set collective.sync_period=8 -o periodic
conserves periodic
holds "sync_period: the fastest rank against 100 steps/s" \
    "$(figure periodic throughput_fastest) < 101 && $(figure periodic throughput_fastest) > 98"
call 0 run tail.yaml --set "$slow" --set steps=800 -o ahead
holds "no bound: the fastest rank" "$(figure ahead throughput_fastest) > 900"
# Lag of the slow rank at step t: rounds completed at its call, less t. It grows by 9 a step.
awk -F, 'NR == FNR { if (FNR > 1) end[$1] = $5; next }
         FNR > 1 && $1 == 3 && ($2 == 20 || $2 == 40 || $2 == 80) {
             n = 0; while (n in end && end[n] <= $5) n++
             lag[$2] = n - $2 }
         END { printf "lag of the slow rank at steps 20, 40, 80: %d, %d, %d\n", lag[20], lag[40], lag[80]
               exit !(lag[40] > 1.8 * lag[20] && lag[80] > 1.8 * lag[40] && lag[20] > 100) }' \
    ahead/rounds.csv ahead/steps.csv || fail "without a bound the lag of the slow rank does not grow"
# The column lag says the same, to the round that is just ending.
awk -F, 'NR == FNR { if (FNR > 1) end[$1] = $5; next }
         FNR > 1 && $1 == 3 && $2 < 80 {
             n = $2 + $15; if ((n in end && end[n] < $5) || (n > 0 && end[n - 1] > $5 + 1e-4)) bad++ }
         END { exit bad > 0 }' ahead/rounds.csv ahead/steps.csv || fail "the column lag is not the lag"
call 0 run tail.yaml --set 'workload.delay={distribution: random-k, k: 1, value: 9ms}' \
    --set steps=800 --set collective.sync_period=8 -o random
holds "random stragglers against a slow rank" \
    "$(figure random throughput_fastest) > 1.5 * $(figure periodic throughput_fastest)"
exit $failed

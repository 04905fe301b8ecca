# Linear skew with costs `ideal` against closed forms: 32 ranks, rank i arrives i ms late at every
# step, a barrier between steps, 64 B. Exact but for the microseconds of the network.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
cat > skew.yaml << 'END'
name: skew
ranks: 32
steps: 64
barrier: true
collective: {kind: solo, bytes: 64}
workload:
  delay: {distribution: linear-skew, step: 1ms}
costs: {preset: ideal}
END
for kind in mpi sync majority solo; do
    call 0 run skew.yaml --set collective.kind=$kind -o $kind
done

# figure KIND COLUMN: a figure of summary.csv
figure() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
                          NR == 2 { print $c }' "$1/summary.csv"
}

# Everyone waits for the last rank: mean (P - 1) / 2 ms.
for kind in mpi sync; do
    awk -v l="$(figure $kind latency_mean_s)" 'BEGIN { exit !(l > 0.01535 && l < 0.01565) }' ||
        fail "$kind: mean latency $(figure $kind latency_mean_s) s, expected 0.0155 within 1 %"
    [ "$(figure $kind active_mean)" = 32 ] || fail "$kind: not everyone takes part"
done

# Solo: rank 0 starts every round alone and waits for it; everyone else comes when it is over.
awk -F, 'NR == FNR { if (FNR > 1) { start[$1] = $4; end[$1] = $5; if ($3 != 0 || $6 != 1) bad++ }; next }
         FNR > 1 && $1 == 0 { d = ($6 - $5) - (end[$2] - start[$2]); if (d > 2e-6 || d < -2e-6) bad++ }
         FNR > 1 && $1 > 0 && $6 - $5 >= 1e-6 { bad++ }
         END { exit bad > 0 || FNR != 32 * 64 + 1 }' solo/rounds.csv solo/steps.csv ||
    fail "solo: a latency or a participation is not what the closed form says"

# Majority: initiator j (from 0) finds j earlier arrivals, and rank i < j waits j - i ms:
# j (j + 1) / 2 ms over P, and the round itself, which j + 1 ranks wait for and later ones not. A rank
# returns up to one round's duration before the last one is done.
awk -F, 'NR == FNR { if (FNR > 1) { j[$1] = $3; a[$1] = $5 - $4; if ($6 != $3 + 1) bad++ }; next }
         FNR > 1 { latency[$2] += ($6 - $5) / 32 }
         END {
             for (r in j) {
                 expected = j[r] * (j[r] + 1) / 2 * 1e-3 / 32 + (j[r] + 1) * a[r] / 32
                 d = latency[r] - expected
                 if (d > 1e-6 || d < -a[r]) bad++
                 sum += latency[r]; all += expected; draws[j[r]]++
             }
             n = 0; for (k in draws) n++
             if (n < 16) bad++ # of 32 ranks, 64 uniform draws hit 28 on average
             exit bad > 0 || sum / all > 1.01 || sum / all < 0.99
         }' majority/rounds.csv majority/steps.csv ||
    fail "majority: a latency or a participation is not what the closed form says"
exit $failed

# Participation of quorum allreduce: ranks whose call is made when the round starts, against the
# closed forms (P+1)/(m+1) for trigger first and m(P+1)/(m+1) for last, exact for m = P; within 3
# standard errors of the mean over the rounds, which are independent because the draws are.
#
# False alarms: 20 comparisons at 3 standard errors each (of 24, 4 are exact): 5 % of all seeds fail
# at least one. The seed is fixed, so the test always gives the same answer.
#
# PCS_QUORUM_ROUNDS=2000 makes it longer and sharper.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
rounds=${PCS_QUORUM_ROUNDS:-400}
cat > quorum.yaml << END
name: quorum
ranks: 32
steps: $rounds
barrier: false
collective: {kind: quorum, candidates: 1, trigger: first, bytes: 64}
workload:
  compute: {distribution: lognormal, median: 100ms, sigma: 0.5}
costs: {preset: ideal}
END

# check P M TRIGGER
check() {
    call 0 run quorum.yaml --set ranks="$1" --set collective.candidates="$2" \
        --set collective.trigger="$3" -o run
    awk -F, -v p="$1" -v m="$2" -v trigger="$3" '
        NR == FNR { if (FNR > 1) { start[$1] = $4; fresh += $6 }; next }
        FNR > 1 && $5 <= start[$2] { arrived[$2]++ }
        END {
            expected = trigger == "first" ? (p + 1) / (m + 1) : m * (p + 1) / (m + 1)
            for (r in start) { n++; s += arrived[r]; q += arrived[r] ^ 2 }
            mean = s / n; variance = (q - s * s / n) / (n - 1)
            error = variance > 1e-9 ? sqrt(variance / n) : 0
            good = m == p ? mean == (trigger == "first" ? 1 : p) \
                          : (mean - expected) ^ 2 <= 9 * error ^ 2
            printf "P=%d m=%d %s: %d rounds, arrived %.4f (expected %.4f, %.2f standard errors), fresh %.4f\n",
                p, m, trigger, n, mean, expected, error ? (mean - expected) / error : 0, fresh / n
            exit !good
        }' run/rounds.csv run/steps.csv || fail "P=$1 m=$2 $3: participation is not the closed form"
    rm -rf run
}

for m in 1 2 4 16 31 32; do
    check 32 $m first
    check 32 $m last
done
for m in 1 2 4 12 23 24; do
    check 24 $m first
    check 24 $m last
done
exit $failed

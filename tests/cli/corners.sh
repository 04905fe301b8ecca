# The four corners of docs/sparse.md and Ok-Topk, short runs of a shortened gradient: who is late, what
# is sent. And runs whose indices and words do not fit 32 bits.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

# corner NAME COLLECTIVE: run. sum NAME COLUMN: what a column of its rounds.csv adds up to.
corner() {
    call 0 run "$PCS_SOURCE/workloads/scenarios/corners.yaml" --set steps=20 --set warmup=2 \
        --set platform.scale=1024 --set output.trace=steps \
        --set "collective={$2, elements: 25559081}" -o "$1"
}
sum() {
    awk -F, -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { sum += $at[column] } END { printf "%.0f\n", sum }' "$1/rounds.csv"
}
sparse='sparse: topka, late: replace, density: 1%'
corner dense-sync 'kind: sync, schedule: rabenseifner'
corner dense-majority 'kind: majority, schedule: rabenseifner'
corner sparse-sync "kind: sync, $sparse"
corner sparse-majority "kind: majority, $sparse"
corner oktopk 'kind: oktopk, density: 1%, nudging: bert'

# All 16 ranks are in time where all are waited for, in each of 20 rounds.
for name in dense-sync sparse-sync oktopk; do
    [ "$(sum $name active)" = 320 ] || fail "$name: $(sum $name active) active"
    [ "$(sum $name stale)$(sum $name null)" = 00 ] || fail "$name: somebody is late"
done
# Where the majority starts, some are late: each rank is active, stale or null in each round, and every
# selection that was taken is one rank's block of one round.
for name in dense-majority sparse-majority; do
    [ "$(sum $name active)" -lt 320 ] || fail "$name: nobody is late"
    [ "$(sum $name active)" -gt 80 ] || fail "$name: $(sum $name active) active"
    [ $(($(sum $name active) + $(sum $name null) + $(sum $name stale))) = 320 ] ||
        fail "$name: ranks of a round"
done
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["taken_round"] >= 0 { taken++ } END { print taken + 0 }' sparse-majority/steps.csv > taken
[ "$(cat taken)" = $(($(sum sparse-majority active) + $(sum sparse-majority stale))) ] ||
    fail "selections that were taken: $(cat taken)"

# Who is late sends an empty block, not fewer bytes; the majority's tokens come on top. Of the words
# that dense takes, 2n(P-1)/P, topk's 2k(P-1) are P/100 at 1 %; headers are not shortened.
for form in dense sparse; do
    more=$(($(sum $form-majority bytes) - $(sum $form-sync bytes)))
    [ $more -gt 0 ] && [ $more -lt 10000 ] || fail "$form: $more bytes more"
done
awk -v s="$(sum sparse-sync bytes)" -v d="$(sum dense-sync bytes)" 'BEGIN {
    exit !(s / d > 0.159 && s / d < 0.162) }' ||
    fail "sparse $(sum sparse-sync bytes), dense $(sum dense-sync bytes)"
[ "$(sum oktopk bytes)" -lt "$(sum sparse-sync bytes)" ] || fail "oktopk sends more than topka"

# Words beyond 2^32: 16 ranks, half of 500 million elements, 4096 times shorter.
call 0 run "$PCS_SOURCE/workloads/scenarios/sparse.yaml" --set steps=1 --set warmup=0 \
    --set platform.scale=4096 --set 'collective={kind: topka, elements: 500000000, density: 50%}' -o words
k=$(awk -F, 'NR == 2 { print $11 }' words/sparse.csv)
[ "$k" -ge 250000000 ] && [ "$k" -lt 250008192 ] || fail "k: $k"
got=$(awk -F, '$3 == "allgather" { print $4, $5, $8 }' words/sparse.csv | sort -u)
[ "$got" = "$((2 * k * 15)) $((2 * k * 15)) $((2 * k * 15))" ] || fail "words: $got"
[ "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { printf "%.0f\n", $at["bytes_sent"] }' words/summary.csv)" -gt $((16 * 8 * k * 15 - 1)) ] ||
    fail "bytes"

# Indices: five ranks whose boundaries add up to more than 2^31 keep regions of about equal size.
call 0 run "$PCS_SOURCE/workloads/scenarios/sparse.yaml" --set ranks=5 --set steps=4 --set warmup=0 \
    --set 'collective={kind: oktopk, elements: 500000000, density: 0.0002%, tau_prime: 2, tau: 1}' -o far
awk -F, '$3 == "reduce" { sum[$1] += $12; most[$1] = $13 }
    END { for (t in sum) if (most[t] * 5 > 1.2 * sum[t]) exit 1 }' far/sparse.csv ||
    fail "regions: $(awk -F, '$3 == "reduce" { print $1, $12, $13 }' far/sparse.csv | tr '\n' ';')"
exit $failed

# The sparse kinds in runs: what sparse.csv says, the same bytes again, shorter runs, gradients from a
# file, refusals.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

cat > sparse.yaml << 'END'
ranks: 12
steps: 6
collective: {kind: oktopk, elements: 20000, density: 2%, tau: 2, tau_prime: 4}
gradients: {overlap: 50%, values: student-t}
workload:
  delay: {distribution: uniform, low: 0s, high: 100us}
END

# total FOLDER COLUMN CONDITION: sum of a column of sparse.csv over rows that awk's condition takes.
total() {
    awk -F, -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { step = $at["step"]; phase = $at["phase"] }
        '"$3"' { sum += $at[column] } END { printf "%.0f\n", sum }' "$1/sparse.csv"
}

# Words of every step of the kinds whose cost is exact: P = 12, k = 400, n = 20000.
for case in dense:36668 topka:8800 gtopk:6400; do
    kind=${case%:*}
    call 0 run sparse.yaml --set "collective={kind: $kind, elements: 20000}" -o "$kind" \
        $([ "$kind" = dense ] || echo --set collective.density=2%)
    for t in 0 5; do
        got=$(total "$kind" cost_words "step == $t && phase != \"sizes\" && \$2 == 0")
        # Blocks of 20000 elements in 12 differ by one.
        [ "$got" -ge $((${case#*:} - 8)) ] && [ "$got" -le $((${case#*:} + 8)) ] ||
            fail "$kind: $got words, expected ${case#*:}"
    done
    [ "$(tail -1 "$kind/manifest.yaml")" = 'finished: true' ] || fail "$kind: no end marker"
    says "$kind/summary.csv" ",$kind,none,80000,6,"
done

# All the rest ends, and sends what steps.csv says.
for kind in topkdsa gaussiank oktopk; do
    call 0 run sparse.yaml --set "collective={kind: $kind, elements: 20000, density: 2%}" -o "$kind"
    words=$(total "$kind" words_sent 1)
    bytes=$(awk -F, 'NR > 1 { sum += $12 } END { printf "%.0f\n", sum }' "$kind/steps.csv")
    [ $((4 * words)) = "$bytes" ] || fail "$kind: $words words, but $bytes bytes"
    [ "$words" = "$(total "$kind" words_received 1)" ] || fail "$kind: words are lost"
    [ "$(total "$kind" messages 1)" = "$(awk -F, 'NR > 1 { n += $10 } END { print n }' \
        "$kind/rounds.csv")" ] || fail "$kind: messages"
done

# The same bytes again; the totals of trace rounds are the sums of trace steps.
call 0 run sparse.yaml -o a
call 0 run sparse.yaml -o b --no-preload
for file in sparse.csv steps.csv rounds.csv summary.csv; do
    cmp "a/$file" "b/$file" || fail "$file differs"
done
call 0 run sparse.yaml --set output.trace=rounds -o rounds
[ "$(total a words_sent 1)" = "$(total rounds words_sent '$2 == -1')" ] || fail "totals"
[ ! -e rounds/steps.csv ] || fail "steps.csv with trace rounds"
call 0 run sparse.yaml --set output.trace=summary -o summary
[ ! -e summary/sparse.csv ] || fail "sparse.csv with trace summary"
for folder in a summary; do
    cut -d, -f1,3- $folder/summary.csv > $folder.figures # without the run id
done
cmp a.figures summary.figures || fail "the trace changes the summary"

# Thresholds are found exactly every 4th step: only then is the phase there, and k is met.
[ "$(awk -F, '$3 == "threshold" { print $1 }' a/sparse.csv | sort -u | tr '\n' ' ')" = '0 4 ' ] ||
    fail "steps of exact thresholds"
[ "$(awk -F, '$3 == "threshold" { print $10 }' a/sparse.csv | sort -u)" = 400 ] || fail "k"

# A quarter of the elements on a network four times slower: about the same words and time.
call 0 run sparse.yaml --set platform.scale=4 -o scaled
says scaled/manifest.yaml '^scale: 4 '
for folder in a scaled; do
    total $folder cost_words '$2 == 0 && (phase == "reduce" || phase == "allgather")' > $folder.words
    awk -F, 'NR == 2 { print $9 }' $folder/summary.csv > $folder.latency
done
awk 'NR == FNR { a = $1; next } { if (a / $1 > 1.15 || $1 / a > 1.15) exit 1 }' \
    a.words scaled.words || fail "words: $(cat a.words scaled.words)"
awk 'NR == FNR { a = $1; next } { if (a / $1 > 1.15 || $1 / a > 1.15) exit 1 }' \
    a.latency scaled.latency || fail "latency: $(cat a.latency scaled.latency)"

# Replay: one element, of which all ranks bring the same.
printf 'step,rank,index,value\n0,0,7,1.5\n' > one.csv
call 0 run sparse.yaml --set 'gradients={file: one.csv}' -o replay
[ "$(awk -F, 'NR > 1 { print $10 }' replay/sparse.csv | sort -u)" = 1 ] || fail "replayed entries"

# Few ranks, few elements, nothing to send.
for ranks in 1 2 7; do
    for elements in 0 1 5; do
        call 0 run sparse.yaml --set ranks=$ranks --set collective.elements=$elements \
            -o "few-$ranks-$elements"
    done
    call 0 run sparse.yaml --set ranks=$ranks --set collective.density=0 -o "none-$ranks"
    call 0 run sparse.yaml --set ranks=$ranks --set collective.density=100% -o "all-$ranks"
done

# Sparse contributions to partial kinds: late ranks, counted by the engine, and its traffic: ranks - 1
# blocks of 400 entries to each rank at least, and a header of 16 bytes each.
partial='kind: solo, sparse: topka, late: replace, elements: 20000, density: 2%'
call 0 run sparse.yaml --set "collective={$partial, flush: true}" -o partial
[ "$(awk -F, 'NR > 1 { n += $8 } END { print n + 0 }' partial/rounds.csv)" -gt 0 ] || fail "nobody late"
call 0 run sparse.yaml --set ranks=8 --set "collective={$partial}" --set collective.kind=sync -o whole
[ "$(awk -F, 'NR == 2 { print $9 }' whole/rounds.csv)" = $((8 * (7 * 400 * 8 + 3 * 16))) ] ||
    fail "bytes of a round: $(sed -n 2p whole/rounds.csv)"
call 0 run sparse.yaml --set "collective={$partial, flush: true}" -o partial2
cmp partial/steps.csv partial2/steps.csv || fail "partial: steps.csv differs"

# Refused.
printf '0,0,20000,1\n' > far.csv
call 2 run sparse.yaml --set 'gradients={file: far.csv}'
says err 'gradients.file: it has an element 20000; expected indices below elements, 20000$'
for value in nan -inf 1e39; do
    printf '0,0,1,1\n0,0,2,%s\n' "$value" > bad.csv
    call 2 run sparse.yaml --set 'gradients={file: bad.csv}'
    says err 'bad.csv:2:7: a value that is no finite number'
done
printf '0,0,1,3e38\n' > large.csv
call 1 run sparse.yaml --set 'gradients={file: large.csv}' -o large
says err 'infinite or not a number'
[ ! -e large ] || fail "a folder of a run that failed"
printf '0,0,1,1\n0,0,1,1\n' > twice.csv
call 2 run sparse.yaml --set 'gradients={file: twice.csv}'
says err 'twice.csv:2:1: not in order; expected lines of step,rank,index,value'
call 2 run sparse.yaml --set 'gradients={file: one.csv}' --set platform.scale=2
says err 'gradients that are replayed cannot be shortened'
call 2 run sparse.yaml --set collective.density=1.5
says err 'collective.density: "1.5": too large; expected a part from 0 to 1'
exit $failed

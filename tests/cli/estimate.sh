# What --estimate says, held against runs: traffic exactly or within its range, memory within 1.5 times.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
cat > base.yaml << 'END'
name: estimate
ranks: 5
steps: 6
seed: 4
platform: {model: flat}
collective: {kind: sync, bytes: 4000, schedule: recursive-doubling}
workload:
  delay: {distribution: exponential, mean: 1ms}
output: {trace: summary}
END

figure() { # COLUMN: of the summary of the run
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR == 2 { print $c }' run/summary.csv
}

# check EXACT OVERRIDE...: the estimate, then the run; EXACT is yes, or no for a range
check() {
    local exact=$1
    shift
    rm -rf run
    "$pcollsim" run base.yaml "$@" --estimate > estimate || fail "--estimate $*"
    "$pcollsim" run base.yaml "$@" -o run > out 2> err || fail "run $*"
    for pair in messages:messages bytes:bytes_sent; do
        awk -v name="${pair%:*}:" -v is="$(figure "${pair#*:}")" -v exact="$exact" '
            $1 == name { low = $2; high = NF == 4 ? $4 : $2; n++ }
            END { exit !(n == 1 && low <= is && is <= high && (exact == "no") == (low < high)) }' estimate ||
            fail "$*: ${pair%:*} $(figure "${pair#*:}"), estimated $(grep "^${pair%:*}:" estimate)"
    done
    awk -v is="$(sed -n 's/^memory_bytes: \([0-9]*\).*/\1/p' run/manifest.yaml)" '
        $1 == "all" { e = $2 * 1048576; n++ }
        END { exit !(n == 1 && e < 1.5 * is && is < 1.5 * e) }' estimate ||
        fail "$*: memory $(grep ^memory_bytes run/manifest.yaml), estimated $(grep ^all estimate)"
}

for ranks in 1 2 3 7 12; do
    for schedule in recursive-doubling rabenseifner; do
        check yes --set ranks=$ranks --set collective.schedule=$schedule
    done
done
# The ring's parts are equal where the number of ranks divides the elements.
check yes --set collective.schedule=ring
check yes --set collective.buckets=3 --set collective.bytes=4800
check no --set ranks=12 --set collective.kind=quorum --set collective.candidates=5 \
    --set collective.trigger=last --set collective.sync_period=3 --set collective.flush=true
check no --set ranks=64 --set collective.kind=solo --set collective.payload=real --set collective.bytes=64KiB
check yes --set ranks=256 --set platform.model=aries --set collective.bytes=64KiB --set steps=2
# Messages that are not buffered leave something behind.
check no --set ranks=16 --set collective.kind=solo --set collective.bytes=64KiB --set steps=800

# A data set, once for all ranks, and weights of each.
sed '/^collective/d' base.yaml > train.yaml
echo 'collective: {kind: sync}' >> train.yaml
mv base.yaml plain.yaml
mv train.yaml base.yaml
check yes --set 'train={model: hyperplane, dimensions: 1024, points: 16384, batch: 256, eval_points: 64}' --set ranks=7
check yes --set 'train={model: softmax, dimensions: 1024, classes: 100, points: 64, batch: 64, eval_points: 16}' --set ranks=16
mv plain.yaml base.yaml

call 0 run base.yaml --set collective.kind=mpi --estimate
says out '^messages: not known'
[ -z "$(ls -d estimate-* 2> /dev/null)" ] || fail "the estimate has run something"
call 2 run base.yaml --set ranks=0 --estimate
exit $failed

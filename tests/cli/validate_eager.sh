# The experiments of eager-SGD by the command: what they must give by hand calculation, delays that
# were not published, and what goes wrong.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

# figure FOLDER CASE KIND FIGURE COLUMN: of the first such row
figure() {
    awk -F, -v case_name="$2" -v kind="$3" -v figure="$4" -v column="$5" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $2 == case_name && $3 == kind && $4 == figure && !n++ { print $at[column] }' "$1"/*.csv
}

# near WHAT VALUE EXPECTED PART: VALUE is EXPECTED to within this part of it
near() {
    awk -v value="$2" -v expected="$3" -v part="$4" 'BEGIN {
        d = value / expected - 1; exit !(value != "" && d <= part && d >= -part) }' ||
        fail "$1 is '$2', expected $3 within $4"
}

# Bad input is found before anything runs.
bad() {
    local pattern=$1
    shift
    call 2 validate "$@"
    is_empty out
    says err "$pattern"
    [ -z "$(ls -d validate-* 2> /dev/null)" ] || fail "$*: wrote something"
}
bad '--set needs the NAME' --set steps=3
bad '--set needs the NAME' ok-topk --set steps=3
bad 'workload\.delay\.step: .*expected' microbench --set workload.delay.step=soon
bad 'workload\.delay\.value: .*expected' hyperplane --set workload.delay.value=soon
bad 'unknown key "colour"' cifar10 --set colour=red
bad 'amounts' cifar10 --set ranks=4
bad 'expected at most 6' ucf101 --set steps=1 --set steps=1 --set steps=1 --set steps=1 --set steps=1 \
    --set steps=1 --set steps=1
bad 'varies this key itself' hyperplane --set seed=3
bad 'varies this key itself' hyperplane --set collective.kind=majority
bad 'varies this key itself' resnet50 --set 'collective={kind: solo, elements: 1}'
bad 'varies this key itself' cifar10 --set costs.round=1ms
bad 'expected at most 159 bytes' hyperplane --set "name=$(printf %0200d 0)"

# Hyperplane: sync is compute, round and delay. In solo a rank with a delay gains the round, which
# is longer, so the others' pace is everyone's.
call 0 validate hyperplane --seeds 1 -o h --markdown h.md
cp out h.out
says err 'the table is in h$'
[ "$(ls h)" = "$(printf '%s\n' hyperplane.csv manifest.yaml)" ] || fail "h has $(ls h)"
[ "$(tail -1 h/manifest.yaml)" = 'finished: true' ] || fail "no end marker"
[ "$(wc -L < out)" -le 100 ] || fail "the table is wider than 100 columns"
[ "$(grep -c '^| ' h.md)" = 11 ] || fail "h.md has $(grep -c '^| ' h.md) rows, not 1 + 10"
for delay in 200 400; do
    near "sync at $delay ms" "$(figure h ${delay}ms sync step_s low)" 0.$((4059 + delay * 10)) 1e-3
    near "solo at $delay ms" "$(figure h ${delay}ms solo step_s high)" 0.4059 2e-3
done
near 'published speed-up' "$(figure h 400ms solo speedup published)" 2.01 0
near 'deviation' "$(figure h 400ms solo speedup deviation)" \
    "$(awk -v ours="$(figure h 400ms solo speedup low)" 'BEGIN { print ours / 2.01 - 1 }')" 1e-4
[ "$(figure h 200ms majority step_s role)" = unsure ] || fail "the text's figure of majority is not unsure"

# The same on one processor, and another delay.
taskset -c "$(taskset -cp $$ | sed 's/.*[ ,-]//')" "$pcollsim" validate hyperplane --seeds 1 -o h1 \
    > out 2> err || fail "on one processor: exit code $?"
cmp h/hyperplane.csv h1/hyperplane.csv || fail "on one processor, another table"
call 2 validate hyperplane --seeds 1 -o h1
says err 'h1 exists already'
call 0 validate hyperplane --seeds 1 --set workload.delay.value=300ms -o other --keep-runs
says out 'Not the published experiment: run with --set workload.delay.value=300ms'
near 'sync at 300 ms' "$(figure other 300ms sync step_s low)" 0.7059 1e-3
near 'solo at 300 ms' "$(figure other 300ms solo step_s low)" 0.4059 2e-3
[ -z "$(figure other 300ms solo speedup published)" ] || fail "300 ms is not published"
[ "$(find other/runs -mindepth 1 -maxdepth 1 | wc -l)" = 3 ] || fail "not all runs were kept"
call 0 validate hyperplane --seeds 1 --set workload.delay.value=0.2s --set steps=20 -o seconds
near 'published at 0.2 s' "$(figure seconds 200ms solo speedup published)" 1.5 0
call 0 validate hyperplane --seeds 1 --set 'workload.delay={distribution: constant, value: 0s}' \
    --set steps=20 -o even
for kind in solo majority; do
    near "$kind without delays" "$(figure even set $kind speedup low)" 1 1e-3
done

# ResNet-50: nothing but the compute is set; both steps and their ratio are predictions.
call 0 validate resnet50 --seeds 1 --set steps=30 -o r
near 'ResNet-50, sync' "$(figure r 300ms sync step_s low)" 0.997 0.1
near 'ResNet-50, solo' "$(figure r 300ms solo step_s low)" 0.7974 0.1
near 'ResNet-50, speed-up' "$(figure r 300ms solo speedup low)" 1.25 0.1

# CIFAR-10 and UCF101: a range over splits that leave sync as it was published.
call 0 validate cifar10 --set steps=200 -o c
for end in low high; do
    near 'CIFAR-10, sync' "$(figure c - sync step_s $end)" 0.6038 1e-3
done
awk -v low="$(figure c - solo speedup low)" -v high="$(figure c - solo speedup high)" \
    'BEGIN { exit !(low > 1 && high > 1.2 * low) }' || fail "CIFAR-10: the split does not matter"
call 0 validate ucf101 --seeds 1 -o u
near 'UCF101, sync' "$(figure u - sync step_s low)" 2.477 0.03
awk -v deviation="$(figure u - majority speedup deviation)" \
    'BEGIN { exit !(deviation != "" && deviation ^ 2 <= 0.01) }' ||
    fail "UCF101: majority is $(figure u - majority speedup low) and more, 1.27 is published"

# A prediction that fails is told and gives exit code 1; a published figure that is none, its place.
mkdir -p data/workloads
cp -r "$PCS_SOURCE/workloads/paper" "$PCS_SOURCE/workloads/data" data/workloads
export PCOLLSIM_DATA=$PWD/data
sed -i 's/^400ms,solo,speedup,2.01/400ms,solo,speedup,3/' data/workloads/paper/hyperplane.csv
call 1 validate hyperplane --seeds 1 -o off
says err '400ms, solo: a prediction is off by -33\.[0-9] %'
[ -s off/hyperplane.csv ] || fail "no table of a prediction that fails"
# refuses PLACE SED: the changed file is refused with its place
refuses() {
    cp "$PCS_SOURCE/workloads/paper/hyperplane.csv" data/workloads/paper
    sed -i "$2" data/workloads/paper/hyperplane.csv
    bad "hyperplane\\.csv:$1" hyperplane
}
refuses '8:19: .*expected' '8s/step_s,[0-9.]*/step_s,fast/'
refuses '8:19: .*expected' '8s/step_s,[0-9.]*/step_s,-1/'
refuses '8:12: .*expected' '8s/step_s/speed/'
refuses '6:[0-9]+: no column role' '6s/,role//'
exit $failed

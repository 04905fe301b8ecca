# The published micro-benchmark by the command: its files, twice the same bytes, and what goes wrong.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

call 0 validate --help
is_empty err
says out '^usage: pcollsim validate '
says out '^  microbench  '

bad() {
    local pattern=$1
    shift
    call 2 "$@"
    is_empty out
    says err "$pattern"
    [ ! -e validate-microbench ] || fail "$*: wrote something"
}
bad 'unknown experiment nonsense' validate nonsense
for seeds in 0 -1 x 1x '' 10001; do
    bad 'expected a whole number from 1 to 10000' validate microbench --seeds "$seeds"
done
PCOLLSIM_DATA=$PWD bad 'cannot read .*microbench\.csv: .*PCOLLSIM_DATA' validate microbench

call 0 validate microbench --seeds 1 -o a --markdown a.md
cp out a.out
says err 'are in a$'
[ "$(ls a)" = "$(printf '%s\n' manifest.yaml microbench-runs.csv microbench.csv microbench.png \
    microbench.svg)" ] || fail "a has $(ls a)"
[ "$(wc -l < a/microbench.csv)" = 19 ] || fail "microbench.csv has $(wc -l < a/microbench.csv) lines"
[ "$(wc -l < a/microbench-runs.csv)" = 19 ] || fail "microbench-runs.csv: not 18 runs"
[ "$(tail -1 a/manifest.yaml)" = 'finished: true' ] || fail "no end marker"
[ "$(head -c 4 a/microbench.png | tail -c 3)" = PNG ] || fail "microbench.png is no PNG"
says a/microbench.svg '^</svg>'
[ "$(wc -L < out)" -le 100 ] || fail "the table is wider than 100 columns"
[ "$(grep -c '^| ' a.md)" = 21 ] || fail "a.md has $(grep -c '^| ' a.md) rows, not 1 + 18 + 2"

# figure FILE BYTES KIND COLUMN: prints a figure of a CSV file.
figure() {
    awk -F, -v bytes="$2" -v kind="$3" -v column="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $1 == bytes && $2 == kind { print $at[column] }' "$1"
}

# between WHAT VALUE LOW HIGH
between() {
    awk -v value="$2" -v low="$3" -v high="$4" \
        'BEGIN { exit !(value != "" && value >= low && value <= high) }' ||
        fail "$1 is '$2', expected $3 to $4"
}
# Waiting for the last of ranks 1 ms apart is 15.5 ms; solo waits for nobody, majority for half.
between 'latency of mpi' "$(figure a/microbench.csv 64 mpi latency_s)" 0.0155 0.0156
between 'latency of solo' "$(figure a/microbench.csv 64 solo latency_s)" 0.0002 0.0003
between 'latency of majority' "$(figure a/microbench.csv 64 majority latency_s)" 0.0035 0.0085
between 'active of majority' "$(figure a/microbench.csv 64 majority active)" 12 21
between 'active of solo' "$(figure a/microbench.csv 4194304 solo active)" 1 1
between 'published latency' "$(figure a/microbench.csv 64 majority published_latency_s)" 0.00529 0.00529
[ -z "$(figure a/microbench.csv 512 solo published_latency_s)" ] || fail "512 B is not published"
awk -F, 'NR > 1 { d = $4 / $5 - 1; if (d > 0.05 || d < -0.05) exit 1 }' a/microbench-runs.csv ||
    fail "a run is far from its closed form"

# Again, one child at a time, over the first; then a folder that is in the way stays.
mkdir old
cp a/microbench*.csv old
call 0 validate microbench --seeds 1 -o a --force --keep-runs
taskset -c "$(taskset -cp $$ | sed 's/.*[ ,-]//')" "$pcollsim" validate microbench --seeds 1 -o b \
    > out 2> err || fail "on one processor: exit code $?"
for file in microbench.csv microbench-runs.csv; do
    cmp old/$file a/$file || fail "a second time, another $file"
    cmp old/$file b/$file || fail "on one processor, another $file"
done
cmp a.out out || fail "on one processor, another table"
[ "$(find a/runs -mindepth 1 -maxdepth 1 | wc -l)" = 18 ] || fail "not all runs were kept"
[ "$(tail -1 a/runs/solo-64-1/manifest.yaml)" = 'finished: true' ] || fail "a kept run has no end"
call 2 validate microbench --seeds 1 -o b
says err 'b exists already'

# Twice the delay: twice the waiting, and nothing published beside it.
call 0 validate microbench --seeds 1 --set workload.delay.step=2ms -o twice
says out 'Not the published experiment: run with --set workload.delay.step=2ms'
between 'latency of mpi' "$(figure twice/microbench.csv 64 mpi latency_s)" 0.0310 0.0311
between 'latency of solo' "$(figure twice/microbench.csv 64 solo latency_s)" 0.0002 0.0003
[ -z "$(figure twice/microbench.csv 64 solo published_latency_s)" ] || fail "2 ms is not published"

# The plot script alone.
gnuplot -c "$PCS_SOURCE/analysis/plots/microbench.gp" a/microbench.csv alone || fail "gnuplot"
cmp alone.png a/microbench.png || fail "the script alone gives another PNG"

# Without gnuplot there are the tables.
mkdir bin
find /usr/bin /bin/ -maxdepth 1 ! -name 'gnuplot*' ! -type d -exec ln -sf -t bin {} +
PATH=$PWD/bin call 0 validate microbench --seeds 1 -o plain
rm -r bin
says err 'gnuplot is not installed'
cmp old/microbench.csv plain/microbench.csv || fail "without gnuplot, another microbench.csv"
[ ! -e plain/microbench.png ] || fail "a plot without gnuplot"

# A rank program that fails: no folder, nothing left but the log.
PCS_TEST_FAILURE=abort PCOLLSIM_RANK="$PCS_BUILD/tests/cli/failing_rank" \
    call 1 validate microbench --seeds 1 -o failed
is_empty out
[ ! -e failed ] || fail "a failed run left a folder"
[ -z "$(ls -d failed.tmp* 2> /dev/null)" ] || fail "a failed run left $(ls -d failed.tmp*)"
[ -e failed.failed.log ] || fail "the log of the failed run was not kept"

# Arrivals that the closed form is not about are found out, and the tables are there to see why.
mkdir -p data/workloads data/analysis
cp -r "$PCS_SOURCE/workloads/paper" data/workloads
cp -r "$PCS_SOURCE/analysis/plots" data/analysis
export PCOLLSIM_DATA=$PWD/data
sed -i 's/{distribution: linear-skew.*}/{distribution: uniform, low: 0s, high: 31ms}/' \
    data/workloads/paper/microbench.yaml
call 1 validate microbench --seeds 1 -o other
says err 'deviates from the closed form by [0-9.]+ %'
[ -s other/microbench.csv ] || fail "no tables of runs that deviate"

# A published figure that is none is told with its place.
sed -i 's/^64,solo,0.000252/64,solo,x/' data/workloads/paper/microbench.csv
line=$(grep -n '^64,solo,x' data/workloads/paper/microbench.csv | cut -d: -f1)
call 2 validate microbench --seeds 1 -o bad
says err "microbench\\.csv:$line:9: "
exit $failed

# A report on a run of 4,096 ranks and 1,000 steps, 4 million rows of steps.csv: below 300 MB of
# memory. Prints the rows a second beside those of wc -l and sort -n of the same file.
#
# PCS_ROWS_RANKS=64 makes it smaller.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
trap 'rm -rf run' EXIT
ranks=${PCS_ROWS_RANKS:-4096}
steps=1000
limit_kib=300000

"$PCS_BUILD/tests/bench/make_run" $ranks $steps 1 run
rows=$((ranks * steps))

# rate NAME COMMAND...: time it and print the rows a second.
rate() {
    local name=$1 start
    shift
    start=$(date +%s%N)
    "$@" > out || fail "$name failed"
    awk -v name="$name" -v rows=$rows -v ns=$(($(date +%s%N) - start)) 'BEGIN {
        printf "%-16s %6.2f s  %9.0f rows/s\n", name, ns / 1e9, rows / (ns / 1e9) }'
}

report() {
    # The address space is more than what is resident, so this is the stricter limit.
    (ulimit -v $limit_kib && exec "$pcollsim" report run --format csv)
}

echo "$rows rows, $(stat -c %s run/steps.csv) bytes"
rate report report
cp out report.csv
rate "wc -l" wc -l run/steps.csv
rate "sort -n" sort -n run/steps.csv
expected=$(awk -F, 'NR == 2 { print $9 }' run/summary.csv)
found=$(awk -F, '$7 == "latency_mean" { print $8 }' report.csv)
[ "$found" = "$expected" ] || fail "latency_mean is $found, in summary.csv $expected"
says report.csv ',latency_mean,[^,]+,[^,]+,[^,]+,s,batch means of 20$'
rm -f out
exit $failed

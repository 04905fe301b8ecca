# pcollsim report --plots and --timeline, and SimGrid's own trace as docs/plots.md describes it.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario
call 0 run small.yaml -o solo
call 0 run small.yaml --set seed=2 --set collective.bytes=64KiB -o other
call 0 run small.yaml --set output.trace=rounds -o rounds
call 0 run small.yaml --set output.trace=summary -o summary

# Plots: each with its CSV file.
call 0 report solo --plots plots
is_empty out
expected='idle.png idle.svg participation.csv participation.png participation.svg ranks.csv report.csv staleness.csv staleness.png staleness.svg traffic.png traffic.svg'
[ "$(ls plots | tr '\n' ' ')" = "$expected " ] || fail "plots holds: $(ls plots)"
call 0 report solo --format csv
cmp -s out plots/report.csv || fail "report.csv is not the report"
awk -F, 'NR > 1 { closed += $3; arrived += $4; fresh += $5 }
    END { exit !(closed > 0.999 && closed < 1.001 && arrived > 0.999 && fresh > 0.999) }' \
    plots/participation.csv || fail "shares of participation.csv"
# What ranks sent is what summary.csv says.
awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    FILENAME ~ /summary/ { bytes = $at["bytes_sent"]; next } { sum += $at["bytes"] }
    END { exit sum != bytes }' solo/summary.csv plots/ranks.csv || fail "bytes by rank"
call 0 report solo other --plots both
[ -s both/latency.svg ] && [ -s both/idle-2.png ] && [ ! -e both/idle.png ] || fail "two runs"
call 0 run small.yaml --set collective.kind=sync -o baseline
call 0 run small.yaml --set collective.kind=quorum --set collective.candidates=2 -o quorum2
call 0 run small.yaml --set collective.kind=quorum --set collective.candidates=4 -o quorum4
call 0 report solo baseline quorum2 quorum4 --baseline sync --plots faster
[ "$(awk -F, '$6 == "speedup_latency" { print $1 $3 }' faster/speedup.csv | tr '\n' ' ')" = \
    "solo8 quorum2 quorum4 " ] || fail "speedup.csv"
grep -q 'candidates that can start a round' faster/speedup.svg || fail "speed-up against candidates"
call 0 report solo baseline quorum2 quorum4 --baseline sync --by collective.kind --plots by-kind
[ -s by-kind/speedup.png ] || fail "speed-up by kind"
call 0 report rounds --plots of-rounds
[ -s of-rounds/participation.svg ] && [ ! -e of-rounds/ranks.csv ] || fail "a run without steps"
call 2 report solo --plots plots
says err 'plots exists already'
[ "$(ls | grep -c tmp)" = 0 ] || fail "left behind: $(ls)"
(PATH=/nowhere; export PATH; "$pcollsim" report solo --plots bare 2> err) || fail "without gnuplot"
says err 'gnuplot is not installed'
[ -s bare/ranks.csv ] || fail "without gnuplot there are still the CSV files"

# Timelines.
call 0 report solo --timeline solo.json
is_empty out
[ "$(grep -c '"name":"wait"' solo.json)" = 40 ] || fail "calls of the timeline"
[ "$(grep -c '"ph":"b"' solo.json)" = 5 ] || fail "rounds of the timeline"
call 0 report solo --timeline -
cmp -s out solo.json || fail "the timeline on stdout"
call 0 report rounds --timeline rounds.json
says err 'steps'
[ "$(grep -c '"ph":"b"' rounds.json)" = 5 ] || fail "rounds alone"
call 2 report summary --timeline none.json
says err 'summary: no steps.csv and no rounds.csv'
call 2 report solo other --timeline none.json
says err 'timeline: 2 runs; expected one'
[ ! -e none.json ] || fail "none.json was written"
call 1 report solo --timeline /nowhere/x.json
says err 'cannot write /nowhere/x.json'

# The trace of SimGrid: a container for each rank and its helper, and the result is the same.
call 0 run small.yaml -o traced --dry-run
(cd traced && sh -c "$(sed 's/smpirun /smpirun -trace -trace-file run.trace /' ../out)" > ../log 2>&1) ||
    fail "the traced run"
[ "$(grep -c '^6 .*"rank-' traced/run.trace)" = 16 ] || fail "containers of the trace"
cmp -s solo/steps.csv traced/result/steps.csv || fail "tracing changes the result"
exit $failed

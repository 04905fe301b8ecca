# Runs that fail: the reason on stderr, exit code 1, the log kept, no result folder.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario
export PCOLLSIM_RANK="$PCS_BUILD/tests/cli/failing_rank"

# fails HOW CODE PATTERN
fails() {
    echo "== $1"
    export PCS_TEST_FAILURE=$1
    call "$2" run small.yaml -o result
    is_empty out
    says err "$3"
    says err 'the log is result\.failed\.log'
    [ -s result.failed.log ] || fail "$1: no log"
    rm -f result.failed.log
    [ ! -e result ] || fail "$1: there is a result folder"
    left=$(ls -d result* 2> /dev/null || true)
    [ -z "$left" ] || fail "$1: left $left"
}

fails deadlock 1 'deadlock'
says err 'Actor [0-9]+ \(0@nid0\)'
says err 'Actor [0-9]+ \(1@nid1\)'
if grep -q '(2@nid2)' err; then fail "a rank that is not blocked is named"; fi
fails abort 1 'called MPI_Abort'
says err 'the second rank does not like this'
fails crash 1 'killed \(signal 9\)'
fails full 1 'disk is full'
fails refuse 2 'refused'

# These two have nothing to say, so there is an empty log and it is kept all the same.
for how in unfinished nothing; do
    export PCS_TEST_FAILURE=$how
    call 1 run small.yaml -o result
    says err 'without a complete result'
    [ ! -e result ] || fail "$how: there is a result folder"
    rm -f result.failed.log
done

# An old result survives a failed run.
mkdir result
echo 'finished: true' > result/manifest.yaml
PCS_TEST_FAILURE=abort call 1 run small.yaml -o result --force
[ "$(cat result/manifest.yaml)" = 'finished: true' ] || fail "the old result is gone"
rm -rf result result.failed.log

# processes PARENT GROUP: those that live, both given as patterns. A zombie does not live.
processes() {
    cat /proc/[0-9]*/stat 2> /dev/null | sed 's/^\([0-9]*\) .*) /\1 /' |
        awk -v p="^$1\$" -v g="^$2\$" '$2 != "Z" && $3 ~ p && $4 ~ g { print $1 }'
}

# Told to end: the simulation is killed, nothing is left, and the exit code says so.
for signal in INT TERM; do
    export PCS_TEST_FAILURE=hang
    # A shell has its background jobs ignore SIGINT; env undoes that.
    env --default-signal=INT "$pcollsim" run small.yaml -o result > out 2> err &
    pid=$!
    for _ in $(seq 100); do
        grep -q hanging result.tmp-*/run.log 2> /dev/null && break
        sleep 0.1
    done
    group=$(processes "$pid" '[0-9]+')
    kill -$signal $pid
    code=0
    wait $pid || code=$?
    expected=$((128 + $(kill -l $signal)))
    [ $code = $expected ] || fail "SIG$signal: exit code $code, expected $expected"
    says err 'interrupted'
    [ -n "$group" ] || fail "SIG$signal: there was no simulation"
    [ -z "$(processes '[0-9]+' "$group")" ] || fail "SIG$signal: the simulation goes on"
    [ -z "$(ls -d result* 2> /dev/null)" ] || fail "SIG$signal: left $(ls -d result*)"
done

# Killed without a word: the simulation goes as well, and the next run sweeps up.
unset PCOLLSIM_RANK
"$pcollsim" run small.yaml --set steps=1000000 -o result > out 2> err &
pid=$!
for _ in $(seq 100); do
    ls -d "result.tmp-$pid"/result.tmp-* > /dev/null 2>&1 && break
    sleep 0.1
done
group=$(processes "$pid" '[0-9]+')
kill -KILL $pid
wait $pid || true
[ -n "$group" ] || fail "SIGKILL: there was no simulation"
for _ in $(seq 100); do
    [ -z "$(processes '[0-9]+' "$group")" ] && break
    sleep 0.1
done
[ -z "$(processes '[0-9]+' "$group")" ] || fail "SIGKILL: the simulation goes on"
[ "$(ls -d result*)" = "result.tmp-$pid" ] || fail "SIGKILL: left $(ls -d result*)"
call 0 run small.yaml -o result
[ "$(ls -d result*)" = result ] || fail "the next run left $(ls -d result*)"
rm -r result

# Programs that are not there.
unset PCS_TEST_FAILURE
PCOLLSIM_RANK=/no/such/program call 1 run small.yaml -o result
says err 'cannot run the rank program'
PCOLLSIM_SMPIRUN=no-such-smpirun call 1 run small.yaml -o result
says err 'cannot start no-such-smpirun'
[ -z "$(ls -d result* 2> /dev/null)" ] || fail "left $(ls -d result*)"
# A run longer than the clock can tell is refused by the ranks, not left to come out wrong.
call 1 run small.yaml --set 'workload.delay={distribution: constant, value: 5000000s}' -o long
says err 'simulated time passes 4e6 s'
[ ! -e long ] || fail "a run beyond the clock left a folder"

exit $failed

# A sweep survives the death of any of its processes, and of two at once in a folder one refuses.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario
cat > w.yaml << 'END'
scenario: small.yaml
set: {output.trace: summary, steps: 250}
vary: {collective.bytes: [1KiB, 4KiB]}
repeat: 4
END
call 0 sweep w.yaml -o whole -j 2

# children PID: all processes below it, the youngest last. A zombie does not live.
children() {
    cat /proc/[0-9]*/stat 2> /dev/null | sed 's/^\([0-9]*\) .*) /\1 /' |
        awk -v top="$1" '$2 != "Z" { parent[$1] = $3 }
            END { for (p in parent) { for (q = p; q in parent && q != top; q = parent[q]); if (q == top && p != top) print p } }' | sort -n
}

# program PID: the name of the program and its first argument.
program() {
    { tr '\0' ' ' < "/proc/$1/cmdline"; } 2> /dev/null || true
}

# find_below PID PATTERN: a process below PID whose command line matches.
find_below() {
    for child in $(children "$1"); do
        if program "$child" | grep -Eq -- "$2"; then
            echo "$child"
            return 0
        fi
    done
    return 1
}

# start FOLDER: a sweep that goes on in the background, as $sweep; a shell has it ignore SIGINT.
start() {
    env --default-signal=INT "$pcollsim" sweep w.yaml -o "$1" -j 2 --retry > out 2> err &
    sweep=$!
}

# wait_for PATTERN: until there is such a process below the sweep, as $victim.
wait_for() {
    for _ in $(seq 400); do
        victim=$(find_below $sweep "$1") && return 0
        sleep 0.01
    done
    fail "no process $1"
    victim=
    return 1
}

# gone PIDS: none of them lives, after a moment.
gone() {
    for _ in $(seq 200); do
        alive=
        for pid in $1; do
            if [ -d "/proc/$pid" ] && ! grep -q '^State:.*Z' "/proc/$pid/status"; then alive="$alive $pid"; fi
        done
        [ -n "$alive" ] || return 0
        sleep 0.05
    done
    fail "processes outlive the sweep: $(for pid in $alive; do program $pid; done)"
}

# Every process in turn is killed in the middle; the next sweep goes on.
for pattern in '^[^ ]*perl .*parallel --plain' '^[^ ]*pcollsim sweep-job ' '^[^ ]*pcollsim run ' '^[^ ]*sh [^ ]*smpirun ' '^[^ ]*smpimain '; do
    echo "== kill -9 $pattern"
    rm -rf killed/runs/*
    start killed
    if wait_for 'smpimain' && wait_for "$pattern"; then
        all=$(children $sweep)
        kill -9 $victim || true
        # It is told at once, and as the machine's doing; what follows need not be waited for.
        for _ in $(seq 20); do
            if grep -q 'killed (signal 9)' err; then break; fi
            sleep 0.05
        done
        case $pattern in
            *sweep-job*) ;; # nobody is left to tell why
            *) says err 'killed \(signal 9\)' ;;
        esac
        kill -TERM $sweep 2> /dev/null || true
        wait $sweep || true
        gone "$all"
        says err '^pcollsim sweep: [0-9]+ of 8 runs are in killed/results.csv$'
    fi
    # Nothing half-done counts.
    for run in $(ls -d killed/runs/* 2> /dev/null); do
        [ "$(tail -1 "$run/manifest.yaml")" = 'finished: true' ] || fail "$run is half done"
        cmp "$run/summary.csv" "whole/runs/${run##*/}/summary.csv" || fail "$run has another result"
    done
done
echo "== kill -9 of the sweep"
start killed
wait_for 'smpimain' || true
all=$(children $sweep)
kill -9 $sweep
wait $sweep || true
gone "$all"
call 0 sweep w.yaml -o killed -j 2 --retry
says err '^pcollsim sweep: process [0-9]+ on .* has died in killed; going on from what it left$'
cmp whole/results.csv killed/results.csv || fail "another results.csv after all these deaths"
[ -z "$(ls killed/work)" ] || fail "left: $(ls killed/work)"
[ -z "$(find killed -name '*.tmp-*')" ] || fail "left: $(find killed -name '*.tmp-*')"

echo "== Ctrl-C"
start stopped
wait_for 'smpimain' || true
kill -INT $sweep
code=0
wait $sweep || code=$?
[ $code = 130 ] || fail "Ctrl-C: exit code $code"
says err 'stopping when the runs under way have ended; Ctrl-C again stops at once'
says err '^pcollsim sweep: [0-9]+ are missing; the same command goes on with them$'
says err '^pcollsim sweep: interrupted$'
[ -z "$(ls stopped/work)" ] || fail "left: $(ls stopped/work)"
[ -n "$(ls stopped/runs)" ] || fail "the runs under way were not finished"
[ "$(ls stopped/runs | wc -l)" -lt 8 ] || fail "Ctrl-C stopped nothing"
[ -z "$(ls stopped/failed)" ] || fail "what was stopped counts as failed"

echo "== Ctrl-C twice, with runs that would never end"
export PCOLLSIM_RANK="$PCS_BUILD/tests/cli/failing_rank" PCS_TEST_FAILURE=hang
start stopped
wait_for 'smpimain' || true
all=$(children $sweep)
kill -INT $sweep
for _ in $(seq 100); do
    if grep -q stopping err; then break; fi
    sleep 0.05
done
kill -0 $sweep || fail "one Ctrl-C killed it"

# While it lives, no other sweep works in its folder.
call 1 sweep w.yaml -o stopped
says err "another sweep is at work in stopped \(process $sweep on "
call 1 sweep w.yaml -o stopped --collect
kill -INT $sweep
code=0
wait $sweep || code=$?
[ $code = 130 ] || fail "Ctrl-C twice: exit code $code"
gone "$all"
unset PCOLLSIM_RANK PCS_TEST_FAILURE
call 0 sweep w.yaml -o stopped
cmp whole/results.csv stopped/results.csv || fail "another results.csv after Ctrl-C"

echo "== two at once"
"$pcollsim" sweep w.yaml -o both -j 1 > out1 2> err1 &
first=$!
"$pcollsim" sweep w.yaml -o both -j 1 > out2 2> err2 &
second=$!
code1=0 code2=0
wait $first || code1=$?
wait $second || code2=$?
[ $((code1 + code2)) = 1 ] || fail "two at once: exit codes $code1 and $code2"
[ "$(cat err1 err2 | grep -c 'another sweep is at work in both')" = 1 ] || fail "no refusal: $(cat err1 err2)"
cmp whole/results.csv both/results.csv || fail "another results.csv from two at once"
exit $failed

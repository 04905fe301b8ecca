# Sweeps as array jobs of a real Slurm, started for this test: the same bytes as here.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
. "$PCS_SOURCE/tests/cli/slurm_here.sh"
rm -rf ./*
small_scenario
cat > w.yaml << 'END'
scenario: small.yaml
set: {output.trace: summary}
vary: {collective.bytes: [1KiB, 2KiB, 4KiB]}
repeat: 4
slurm: {partition: test, time: "10", chunk: 5, throttle: 2, memory: 100MiB}
END
call 0 sweep w.yaml -o here -j 2
PATH=/nowhere call 1 sweep w.yaml -o none --engine slurm
says err 'cannot run sbatch: .*; expected Slurm on this machine'
slurm_start

# Submitted and followed; the folder has a name that a shell would take apart.
dir=$'a $(touch bad) \'b\' ; "c" ü'
call 0 sweep w.yaml -o "$dir" --engine slurm --wait
says err "^pcollsim sweep: Slurm's job [0-9]+ has 12 runs in 3 tasks$"
says err '^pcollsim sweep: 12 of 12 runs are in '
cmp here/results.csv "$dir/results.csv" || fail "Slurm gives other bytes"
[ ! -e bad ] || fail "the name of the folder was run"
[ ! -e "$dir/slurm-job" ] || fail "the job is still remembered"

# Submitted only; other sweeps leave the folder alone while it is at work; a later one picks up.
# It cannot start yet: the node is taken away for a moment.
scontrol update nodename="$(hostname -s)" state=drain reason=test
call 0 sweep w.yaml -o later --engine slurm --chunk 1
says err "^pcollsim sweep: Slurm's job [0-9]+ has 12 runs in 12 tasks$"
job=$(cat later/slurm-job)
squeue -h -j "$job" -o '%P %l' > queue
says queue '^test 10:00$'
call 1 sweep w.yaml -o later --engine slurm
says err "^pcollsim sweep: Slurm's job $job is still at work; --engine slurm --wait follows it"
call 1 sweep w.yaml -o later
says err "^pcollsim sweep: Slurm's job $job is still at work"
# Ctrl-C ends the waiting, not the job.
env --default-signal=INT "$pcollsim" sweep w.yaml -o later --engine slurm --wait > out 2> err &
sweep=$!
sleep 1
kill -INT $sweep
code=0
wait $sweep || code=$?
[ $code = 130 ] || fail "Ctrl-C while waiting: exit code $code"
says err "Slurm's job $job goes on; .scancel $job. ends it"
scontrol update nodename="$(hostname -s)" state=resume
call 0 sweep w.yaml -o later --engine slurm --wait
cmp here/results.csv later/results.csv || fail "picked up later, Slurm gives other bytes"

# A job that is cancelled leaves runs for the next sweep, which need not be Slurm's.
scontrol update nodename="$(hostname -s)" state=drain reason=test
call 0 sweep w.yaml -o cancelled --engine slurm
scancel "$(cat cancelled/slurm-job)"
for _ in $(seq 50); do
    if [ -z "$(squeue -h)" ]; then break; fi
    sleep 0.1
done
scontrol update nodename="$(hostname -s)" state=resume
call 0 sweep w.yaml -o cancelled
cmp here/results.csv cancelled/results.csv || fail "after scancel: other bytes"

# What Slurm refuses is told.
call 1 sweep w.yaml -o refused --engine slurm --partition nonsense
says err 'sbatch failed: .*partition'
# A failing run is told, and the others are done.
cat > bad.yaml << 'END'
scenario: small.yaml
vary: {seed: [1, 2]}
END
export PCOLLSIM_RANK="$PCS_BUILD/tests/cli/failing_rank" PCS_TEST_FAILURE=deadlock
call 1 sweep bad.yaml -o failing --engine slurm --wait
says failing/failed.csv '^1,.*,1,deadlock'
unset PCOLLSIM_RANK PCS_TEST_FAILURE

call 2 sweep w.yaml -o none --engine nonsense
says err '--engine nonsense: expected local, hosts or slurm'
call 2 sweep w.yaml -o none --partition test
says err 'go with --engine slurm only'
call 2 sweep w.yaml -o none --engine slurm --memory much
says err '--memory much: expected a size such as 4GiB'
exit $failed

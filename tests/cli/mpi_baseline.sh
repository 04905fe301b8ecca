# Kind mpi with each schedule: SMPI's algorithm for it must give exact sums for odd numbers of ranks and
# few elements, and the rank program must come to its end with it.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

cat > mpi.yaml << 'END'
ranks: 12
steps: 2
collective: {kind: mpi, elements: 100, type: int64, payload: real}
END
call 0 run mpi.yaml --dry-run
says out ' --cfg=smpi/allreduce:rdb '
call 0 run mpi.yaml --dry-run --set collective.kind=sync
if grep -q smpi/allreduce out; then fail "sync is not SMPI's allreduce"; fi
call 0 run mpi.yaml --dry-run --set collective.schedule=auto --set collective.bytes=1MiB
says out ' --cfg=smpi/allreduce:rab_rdb '

for ranks in 1 2 3 12 16 33; do
    for schedule in recursive-doubling rabenseifner ring; do
        echo "== $ranks $schedule"
        set="--set ranks=$ranks --set collective.schedule=$schedule"
        # The ring is refused below one element a rank.
        least=0
        [ $schedule != ring ] || [ $ranks = 1 ] || least=$ranks
        PCOLLSIM_RANK="$PCS_BUILD/tests/cli/allreduce_sums" \
            call 0 run mpi.yaml $set --dry-run -o sums
        (cd sums && SUMS_LEAST=$least bash ../out > ../sums.log 2>&1) || fail "smpirun"
        [ "$(cat sums.log)" = 'sums are right' ] || fail "$ranks $schedule: $(head -5 sums.log)"
        rm -r sums
        call 0 run mpi.yaml $set --set collective.elements=$least -o result
        rm -r result
    done
done
exit $failed

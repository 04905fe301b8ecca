# Disks that are full or read-only: told, nothing lost, and the next sweep goes on.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
if [ -z "${PCS_TEST_INSIDE:-}" ]; then
    # Mounts of our own need root and go with the namespace that they are made in.
    unshare --mount true 2> /dev/null || {
        echo "SKIPPED: no file systems can be mounted here (unshare --mount)"
        exit 77
    }
    exec env PCS_TEST_INSIDE=1 unshare --mount bash "$0"
fi
rm -rf ./*
mkdir full
mount -t tmpfs -o size=600k,nr_inodes=4k none full 2> /dev/null || {
    echo "SKIPPED: no tmpfs can be mounted here"
    exit 77
}
small_scenario
cat > w.yaml << 'END'
scenario: small.yaml
vary: {steps: [5, 200]}
repeat: 4
END
call 0 sweep w.yaml -o whole

# Some runs fit, others do not.
call 1 sweep w.yaml -o full/sweep
cat err
[ -n "$(ls full/sweep/runs)" ] || fail "nothing fits"
for run in full/sweep/runs/*; do
    diff -r -x manifest.yaml "$run" "whole/runs/${run##*/}" || fail "$run is damaged"
done
says err 'disk is full|No space left'
# With more room it goes on, without --retry: the runs are not to blame.
mount -o remount,size=64m full
call 0 sweep w.yaml -o full/sweep
cmp whole/results.csv full/sweep/results.csv || fail "another results.csv after a full disk"
[ -z "$(ls full/sweep/work full/sweep/failed | grep -v :)" ] || fail "left: $(ls full/sweep/*)"

# Full to the last byte before it starts.
cp whole/results.csv full/old.csv
rm -rf full/sweep/runs/*
cat /dev/zero > full/zeros 2> /dev/null || true
call 1 sweep w.yaml -o full/sweep
says err 'No space left'
rm full/zeros
call 0 sweep w.yaml -o full/sweep
cmp whole/results.csv full/sweep/results.csv || fail "another results.csv after the disk was full"

# Read-only.
mount -o remount,ro full
call 2 sweep w.yaml -o full/sweep
says err 'cannot write to the folder full/sweep.*: Read-only file system'
call 2 sweep w.yaml -o full/new
says err 'cannot write to the folder full/new: Read-only file system'
call 1 sweep w.yaml -o full/sweep --collect
says err 'cannot write full/sweep/results.csv: Read-only file system'
call 0 sweep w.yaml -o full/sweep --list
says err '^pcollsim sweep: 8 runs: 8 done, 0 failed, 0 missing$'
exit $failed

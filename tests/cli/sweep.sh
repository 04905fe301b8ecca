# A sweep from its file to results.csv: done once, the same bytes however it is carried out, failures
# told and tried again.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario
cat > w.yaml << 'END'
scenario: small.yaml
set: {output.trace: summary}
vary:
  collective.bytes: {from: 1KiB, to: 2KiB, factor: 2}
  workload.delay: [{distribution: constant, value: 0s}, {distribution: uniform, low: 0s, high: 100us}]
zip:
  collective.kind: [majority, quorum]
  collective.candidates: [~, 4]
repeat: 2
END

call 0 sweep w.yaml -o one -j 1
is_empty out
says err '^pcollsim sweep: 16 runs: 0 done, 0 failed, 16 missing$'
says err '^pcollsim sweep: 16 of 16 runs, [0-9]+ s$'
says err '^pcollsim sweep: 16 of 16 runs are in one/results.csv$'
[ "$(wc -l < one/results.csv)" = 17 ] || fail "results.csv has $(wc -l < one/results.csv) lines"
says one/results.csv '^collective\.bytes,workload\.delay,collective\.kind,collective\.candidates,seed,run_id,name,ranks,kind,.*,sim_time_s$'
says one/results.csv '^2048,"\{distribution: uniform, low: 0s, high: 100us\}",quorum,4,2,[0-9a-f]{16},small,8,quorum,'
[ "$(cat one/failed.csv)" = 'collective.bytes,workload.delay,collective.kind,collective.candidates,seed,run_id,exit_code,reason,log' ] ||
    fail "failed.csv: $(cat one/failed.csv)"
[ -z "$(ls one/work one/failed one/logs | grep -v : )" ] || fail "left: $(ls one/work one/failed one/logs)"

# The rows are those of the list, in its order, and hold what the runs' own summaries do.
call 0 sweep w.yaml --list
cut -c 1-16 out > ids
awk -F, 'NR > 1' one/results.csv | grep -o ',[0-9a-f]\{16\},' | tr -d , > rows
cmp ids rows || fail "rows are not in the order of the list"
while read -r id; do
    tail -1 "one/runs/$id/summary.csv" | cut -d, -f 4- > summary
    grep "$id" one/results.csv | grep -qF "$(cat summary)" || fail "another row than $id's summary"
done < ids

# Again: nothing is done twice.
touch before
call 0 sweep w.yaml -o one
says err '^pcollsim sweep: 16 runs: 16 done, 0 failed, 0 missing$'
[ -z "$(find one/runs -newer before)" ] || fail "runs were done again"
# Another sweep in the same folder shares the runs.
cat > part.yaml << 'END'
scenario: small.yaml
set: {output.trace: summary, collective.kind: majority}
vary: {collective.bytes: [512, 1024]}
END
call 0 sweep part.yaml -o one
says err '^pcollsim sweep: 2 runs: 1 done, 0 failed, 1 missing$'
[ "$(wc -l < one/results.csv)" = 3 ] || fail "results.csv is not of the last sweep"

# Two at once, in chunks, in a folder with a name that a shell would take apart: the same bytes.
dir=$'a $(touch bad) \'b\' ; "c"\n{} {#} %s ü'
call 0 sweep w.yaml -o "$dir" -j 2 --chunk 5
call 0 sweep w.yaml -o one --collect
cmp one/results.csv "$dir/results.csv" || fail "-j 2 gives other bytes"
[ ! -e bad ] || fail "the name of the folder was run"
cp -r "$dir" copy
rm copy/results.csv copy/failed.csv
call 0 sweep w.yaml -o copy --collect
cmp one/results.csv copy/results.csv || fail "--collect gives other bytes"
# A sweep file with such a name, and such a scenario.
mkdir "$dir in"
cp small.yaml "$dir in/\$(touch bad).yaml"
printf 'scenario: "$(touch bad).yaml"\nvary: {costs.call: [1us]}\n' > "$dir in/;touch bad"
call 0 sweep "$dir in/;touch bad" -o odd
[ "$(wc -l < odd/results.csv)" = 2 ] || fail "no row with odd names"
[ -z "$(find . -name bad)" ] || fail "a name was run"

# Without --collect's folder.
call 2 sweep w.yaml -o nowhere --collect
says err 'cannot read the folder nowhere'

# Damaged results are no results.
id=$(head -1 ids)
: > "copy/runs/$id/manifest.yaml"
call 0 sweep w.yaml -o copy
says err '^pcollsim sweep: 16 runs: 15 done, 0 failed, 1 missing$'
cmp one/results.csv copy/results.csv || fail "a damaged run was not done again"
: > "copy/runs/$id/summary.csv"
call 1 sweep w.yaml -o copy
says err "runs/$id/summary.csv"
[ "$(wc -l < copy/results.csv)" = 16 ] || fail "a damaged summary is in results.csv"
rm -r "copy/runs/$id"
call 0 sweep w.yaml -o copy

# Results of another version are told, and done again when asked for.
sed -i "s/^program: .*/program: '0.0.1'/" "copy/runs/$id/manifest.yaml"
call 0 sweep w.yaml -o copy
says err '^pcollsim sweep: 1 of them are of another version of the program; --redo-stale'
says copy/runs/$id/manifest.yaml "^program: '0\.0\.1'"
call 0 sweep w.yaml -o copy --redo-stale
if grep -q "'0.0.1'" copy/runs/*/manifest.yaml; then fail "--redo-stale did nothing"; fi
cmp one/results.csv copy/results.csv || fail "--redo-stale gives other bytes"
[ -z "$(ls copy/work)" ] || fail "left: $(ls copy/work)"

# Runs that fail: told, kept, not tried again unless asked for, and no others are stopped by them.
cat > bad.yaml << 'END'
scenario: small.yaml
vary: {seed: [1, 2]}
END
PCOLLSIM_RANK="$PCS_BUILD/tests/cli/failing_rank" PCS_TEST_FAILURE=deadlock \
    call 1 sweep bad.yaml -o failing
id=$(sed -n 's/^1,\([0-9a-f]*\),.*/\1/p' failing/failed.csv)
says failing/failed.csv "^1,$id,1,deadlock: these ranks wait for something that never comes,logs/$id\.log$"
says err "^  $id: deadlock: .*; log: failing/logs/$id\.log$"
says "failing/logs/$id.log" 'Actor .* \(0@nid0\)'
says err '^pcollsim sweep: 2 failed; --retry does them again'
[ "$(wc -l < failing/results.csv)" = 1 ] || fail "failed runs are in results.csv"
call 1 sweep bad.yaml -o failing
says err '^pcollsim sweep: 2 runs: 0 done, 2 failed, 0 missing$'
call 0 sweep bad.yaml -o failing --retry
[ "$(wc -l < failing/results.csv)" = 3 ] || fail "--retry did not do them"
[ "$(wc -l < failing/failed.csv)" = 1 ] || fail "failed.csv still has them"
[ -z "$(ls failing/failed failing/logs | grep -v :)" ] || fail "failures are kept"

# The files of one platform are missing: the scenario is refused where it is run.
cat > user.yaml << 'END'
scenario: {ranks: 2, steps: 2, collective: {kind: solo, bytes: 4}, platform: {file: p.xml, hostfile: h.txt}}
END
echo nonsense > p.xml
printf 'a\nb\n' > h.txt
call 1 sweep user.yaml -o refused
says refused/failed.csv ',2,.*p\.xml'

# A run that takes too long.
PCOLLSIM_RANK="$PCS_BUILD/tests/cli/failing_rank" PCS_TEST_FAILURE=hang \
    call 1 sweep bad.yaml -o slow --time-limit 1s
says slow/failed.csv '^1,.*,1,it took longer than the limit of 1 s,logs/'
[ -z "$(ls slow/work)" ] || fail "left: $(ls slow/work)"

# Memory: fewer runs at once where they would not fit, and none that cannot fit at all.
call 0 sweep bad.yaml -o tight -j 2 --memory 40MiB
says err '^pcollsim sweep: 1 at once, not 2: more may not fit into 40 MiB of memory$'
call 0 sweep bad.yaml -o wide -j 2 --memory 1GiB
if grep -q 'at once' err; then fail "a limit of 1 GiB limits"; fi
call 1 sweep bad.yaml -o large --memory 10MiB
says large/failed.csv '^1,.*,1,"it needs about [0-9]+ MiB of memory, and there are 10 MiB"'
call 0 sweep bad.yaml -o large
[ "$(wc -l < large/results.csv)" = 3 ] || fail "with more memory the runs were not done"

# Bad usage.
bad() {
    local pattern=$1
    shift
    call 2 sweep w.yaml -o none "$@"
    says err "$pattern"
    [ ! -e none ] || fail "bad usage made the folder"
}
bad '-j 0: expected a whole number from 1' -j 0
bad '-j x: expected' -j x
bad '--chunk 1.5: expected' --chunk 1.5
bad '--time-limit 5: expected a time such as 600s' --time-limit 5
call 2 sweep-job nonsense
says err 'nonsense is no run id'
PATH=/nowhere call 1 sweep w.yaml -o none
says err "cannot start parallel: .*; expected Debian's package parallel"
exit $failed

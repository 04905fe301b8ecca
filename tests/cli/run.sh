# A run by the command, again, by hand, and with other contexts: the same bytes.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario

# same A B: the two result folders have equal data; everything that may differ is in the manifest.
same() {
    for file in steps.csv rounds.csv summary.csv scenario.yaml; do
        cmp "$1/$file" "$2/$file" || fail "$1/$file and $2/$file differ"
    done
}

call 0 run small.yaml -o a
says err 'the result is in a$'
says out '^latency, mean +[0-9.]+ (us|ms)$'
says out '^simulated time +[0-9.]+ (us|ms)$'
says out '^gradient +4 KiB$'
for file in scenario.yaml steps.csv rounds.csv summary.csv manifest.yaml platform.xml hosts.txt; do
    [ -s a/$file ] || fail "a/$file is missing or empty"
done
[ ! -e a/run.log ] || fail "an empty log was kept"
[ "$(tail -1 a/manifest.yaml)" = 'finished: true' ] || fail "no end marker"
[ "$(wc -l < a/steps.csv)" = 41 ] || fail "steps.csv has $(wc -l < a/steps.csv) lines, not 1 + 8 * 5"
call 0 run small.yaml -o b
same a b
call 0 run small.yaml --no-preload -o c
same a c

# Nothing is left beside the folders, and the standard name is NAME-RUNID.
call 0 run small.yaml
id=$(sed -n "s/^run_id: '\(.*\)'$/\1/p" a/manifest.yaml)
same a "small-$id"
[ "$(ls -d ./*)" = "$(printf '%s\n' ./a ./b ./c ./err ./out "./small-$id" ./small.yaml | sort)" ] ||
    fail "left: $(ls)"

# --set, and another seed gives other numbers.
call 0 run small.yaml --set seed=2 --set name=other -o seed2
if cmp -s a/steps.csv seed2/steps.csv; then fail "another seed, the same steps.csv"; fi
says seed2/scenario.yaml '^seed: 2$'

# An existing folder stays, unless --force and the new run is good.
call 2 run small.yaml --set seed=2 -o b
same a b
call 0 run small.yaml --set seed=2 --set name=other -o b --force
same seed2 b
mkdir empty
call 0 run small.yaml -o empty --force
same a empty

# --dry-run: the line alone on stdout, and nothing is written.
before=$(ls)
call 0 run small.yaml --dry-run
is_empty err
[ "$(wc -l < out)" = 1 ] || fail "--dry-run prints $(wc -l < out) lines"
says out 'smpirun -np 8 -no-privatize -platform platform\.xml -hostfile hosts\.txt '
says out ' --cfg=smpi/simulate-computation:no .*pcollsim-rank.? scenario\.yaml -o result$'
[ "$(ls)" = "$before" ] || fail "--dry-run wrote something"
cp out line
# The manifest has the same line.
sed -n "s/^smpirun: '\(.*\)'\$/\1/p" a/manifest.yaml | sed "s/''/'/g" > manifest_line
cmp line manifest_line || fail "the manifest has another line"

# By hand, in a folder that --dry-run made ready, and inside a result folder.
call 0 run small.yaml --dry-run -o ready
cmp out line || fail "with -o the line is another"
[ "$(ls ready)" = "$(printf '%s\n' hosts.txt platform.xml scenario.yaml)" ] ||
    fail "ready has $(ls ready)"
(cd ready && bash ../line > ../hand.log 2>&1) || fail "the line by hand: $(cat hand.log)"
same a ready/result
(cd c && bash ../line > ../hand.log 2>&1) || fail "the line inside a result: $(cat hand.log)"
same a c/result

# Rank after rank as threads instead of coroutines.
rm -r ready/result
(cd ready && bash -c "$(cat ../line) --cfg=contexts/factory:thread" > ../hand.log 2>&1) ||
    fail "thread contexts: $(cat hand.log)"
same a ready/result

# Names that a shell would take apart.
mkdir "a b's"
cp small.yaml "a b's/s c.yaml"
call 0 run "a b's/s c.yaml" --set name=small -o "a b's/r \$x"
same a "a b's/r \$x"

# The user's own files, four ranks on the first host, with a blank in their path.
mkdir 'c $d'
"$pcollsim" platform flat --ranks 5 -o "c \$d/p.xml"
printf 'node-0:4\nnode-1\nnode-2\nnode-3:2\n' > "c \$d/p.hosts"
cat > "c \$d/user.yaml" << 'END'
ranks: 8
steps: 3
collective: {kind: majority, bytes: 1KiB}
platform: {file: p.xml, hostfile: p.hosts}
END
call 0 run "c \$d/user.yaml" -o user
[ "$(tr '\n' ' ' < user/hosts.txt)" = 'node-0 node-0 node-0 node-0 node-1 node-2 node-3 node-3 ' ] ||
    fail "hosts.txt: $(cat user/hosts.txt)"
[ ! -e user/platform.xml ] || fail "the user's platform file was copied"
call 0 run "c \$d/user.yaml" --dry-run
(cd user && bash ../out > ../hand.log 2>&1) || fail "the line of the user's files: $(cat hand.log)"
same user user/result

# Phantom gradients above SMPI's piece of 1 MiB.
call 0 run small.yaml --dry-run --set collective.bytes=1MiB
if grep -q blocksize out; then fail "1 MiB needs no larger pieces"; fi
call 0 run small.yaml --dry-run --set collective.bytes=4MiB
says out ' --cfg=smpi/shared-malloc-blocksize:8388608 '
call 0 run small.yaml --set collective.bytes=4MiB --set steps=2 -o large

# A reader that goes away leaves a finished folder and nothing else.
"$pcollsim" run small.yaml -o piped 2> err | true
[ -s piped/manifest.yaml ] && [ -z "$(ls -d piped.tmp* 2> /dev/null)" ] ||
    fail "a closed pipe: $(ls -d piped*)"

# Kind mpi by hand: without the algorithm that the schedule stands for the ranks refuse.
call 0 run small.yaml --set collective.kind=mpi --set collective.schedule=rabenseifner -o mpi
by_hand() {
    smpirun -np 8 -no-privatize -platform mpi/platform.xml -hostfile mpi/hosts.txt \
        --cfg=smpi/simulate-computation:no "$@" "$PCS_BUILD/pcollsim-rank" mpi/scenario.yaml \
        -o mpi_by_hand > hand.log 2>&1
}
if by_hand --cfg=smpi/allreduce:rdb; then fail "another algorithm was accepted"; fi
says hand.log 'give smpirun --cfg=smpi/allreduce:rab_rdb'
by_hand --cfg=smpi/allreduce:rab_rdb || fail "kind mpi by hand: $(cat hand.log)"
same mpi mpi_by_hand
exit $failed

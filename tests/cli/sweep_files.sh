# Sweep files: the list of runs, their ids, and what is refused before anything starts.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario

cat > w.yaml << 'END'
scenario: small.yaml
set: {steps: 3}
vary:
  collective.kind: [solo, majority]
  collective.bytes: {from: 1KiB, to: 4KiB, factor: 2}
exclude:
  - {collective.kind: solo, collective.bytes: 2048}
repeat: 2
END
call 0 sweep w.yaml --list
says err '^pcollsim sweep: 10 runs$'
[ "$(wc -l < out)" = 10 ] || fail "the list has $(wc -l < out) lines"
says out '^[0-9a-f]{16}  missing  collective\.kind=solo collective\.bytes=1024 seed=1$'
[ "$(cut -c 1-16 out | sort -u | wc -l)" = 10 ] || fail "ids are not distinct"
[ ! -e sweep ] || fail "--list made something"

# The id is the one that the run itself has.
id=$(sed -n 's/^\([0-9a-f]*\)  missing  collective.kind=majority collective.bytes=4096 seed=2$/\1/p' out)
call 0 run small.yaml --set steps=3 --set collective.kind=majority --set collective.bytes=4096 \
    --set seed=2 -o single
says single/manifest.yaml "^run_id: '$id'"

# A combination that is the same run as another is there once.
cat > twice.yaml << 'END'
scenario: small.yaml
vary: {collective.bytes: [4KiB, 4096]}
END
call 0 sweep twice.yaml --list
[ "$(wc -l < out)" = 1 ] || fail "the same run twice"
says err '^pcollsim sweep: 1 combinations are the same run as one before$'

# --dry-run: commands that work as they are, also under names that a shell would take apart.
dir="a \$(touch bad) 'b' ; \"c\" ü"
call 0 sweep w.yaml -o "$dir" --dry-run
[ "$(wc -l < out)" = 10 ] || fail "--dry-run prints $(wc -l < out) lines"
tail -1 out > line
bash line > line.out 2>&1 || fail "the line: $(cat line.out)"
[ -s "$dir/runs/$id/summary.csv" ] || fail "the line made no $id"
[ ! -e bad ] || fail "the name of the folder was run"
call 0 sweep w.yaml -o "$dir" --list
says out "^$id  done "
says err '^pcollsim sweep: 10 runs: 1 done, 0 failed, 9 missing$'
call 0 sweep w.yaml -o "$dir" --dry-run
[ "$(wc -l < out)" = 9 ] || fail "--dry-run prints what is done"

# Refused, with exit code 2 and nothing written.
refused() {
    printf '%s\n' "$1" > bad.yaml
    call 2 sweep bad.yaml -o none
    is_empty out
    says err "$2"
    [ ! -e none ] || fail "a refused sweep made its folder"
}
refused 'scenari: small.yaml' '^bad\.yaml:1:1: unknown key "scenari"'
refused '{scenario: small.yaml, vary: {seed: []}}' '^bad\.yaml:1:[0-9]+: an empty list'
refused '{scenario: small.yaml, vary: {ranks: [8, 0]}}' '^bad\.yaml:1:[0-9]+: ranks=0: ranks: "0": too small'
refused '{scenario: small.yaml, vary: {collective.kind: [quorum]}}' 'candidates is missing'
says err 'that is the run with collective.kind=quorum; `exclude` leaves out'
refused '{scenario: small.yaml, vary: {seed: [1]}, exclude: [{seed: 1}]}' 'every combination is excluded'
refused '{scenario: small.yaml, vary: {seed: {from: 1, to: 1000, step: 1}, costs.call: {from: 1us, to: 10000us, step: 1us}}}' \
    '10000000 combinations; more than 100000 are accepted with --yes only'
call 2 sweep nothing.yaml -o none
says err 'nothing\.yaml: cannot read'
call 2 sweep w.yaml
says err 'expected -o DIR'

# Values are never run.
cat > shell.yaml << 'END'
scenario: small.yaml
vary: {name: ["$(touch bad)", "`touch bad`", "; touch bad"]}
END
call 2 sweep shell.yaml -o none
[ ! -e bad ] || fail "a value was run"
exit $failed

# Help, versions and bad usage: what goes to which stream, with which exit code.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"

call 0 --help
is_empty err
says out '^usage: pcollsim COMMAND'
for command in run platform info; do
    says out "^  $command  "
    call 0 $command --help
    is_empty err
    says out "^usage: pcollsim $command "
    says out '--help'
    call 0 --help
done

call 0 --version
is_empty err
says out '^pcollsim [0-9]+\.[0-9]+\.[0-9]+( \(commit [^ ]+\))?$'

# Bad usage: nothing on stdout, the message and the usage on stderr.
bad() {
    local pattern=$1
    shift
    call 2 "$@"
    is_empty out
    says err "$pattern"
    says err '^usage: pcollsim '
}
bad 'no command'
bad 'unknown command nonsense' nonsense
bad 'unknown option --nonsense' --nonsense
bad 'too few arguments' run
bad 'one argument too many: b' run a b
bad 'unknown option --nonsense' run --nonsense a
bad 'unknown option -x' run -x a
bad 'option -o needs an argument' run a -o
bad 'option --set needs an argument' run a --set
bad 'option --force=1 takes no argument' run a --force=1
bad 'unknown section nonsense.* kinds .* keys ' info nonsense
bad 'one argument too many: keys' info kinds keys

# Every section of info alone, and all of them together.
call 0 info
is_empty err
cp out all
for section in kinds triggers schedules types payloads late results distributions platforms \
    renderings links placements costs progress traces keys versions; do
    call 0 info $section
    is_empty err
    says out "^$section: "
    [ "$(wc -l < out)" -ge 2 ] || fail "section $section has no rows"
    [ -z "$(grep -vxFf all out)" ] || fail "section $section is not in the whole"
done
call 0 info keys
for key in ranks collective.bytes workload.delay costs.reduce output.trace; do
    says out "^  $key\$"
done
says out 'allowed: a whole number from 1 to 65536'
call 0 info distributions
says out '^  linear-skew +'
says out '^      sigma +'
call 0 info versions
says out '^  SimGrid +3\.'

# A full disk shows in the exit code.
if [ -c /dev/full ]; then
    code=0
    "$pcollsim" info > /dev/full 2> err || code=$?
    [ $code = 1 ] || fail "info on a full disk: exit code $code"
    says err 'cannot write'
fi
exit $failed

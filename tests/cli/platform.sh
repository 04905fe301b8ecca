# pcollsim platform: the same text as the library's, complete files, and bad usage.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
expected="$PCS_SOURCE/tests/golden/platforms"

call 0 platform fat-tree --ranks 20 -o p.xml --hostfile p.hosts
is_empty out
is_empty err
cmp p.xml "$expected/fat-tree-edr-20.xml" || fail "fat-tree"
cmp p.hosts "$expected/fat-tree-edr-20.hosts" || fail "hosts of fat-tree"
call 0 platform --links hdr flat --ranks 5 --placement block -o -
is_empty err
cmp out "$expected/flat-hdr-5.xml" || fail "flat on stdout"
call 0 platform aries --ranks 8 --rendering spread -o p.xml
cmp p.xml "$expected/aries-spread-8.xml" || fail "aries over an older file"

bad() {
    local pattern=$1
    shift
    call 2 platform "$@"
    is_empty out
    says err "$pattern"
}
bad '--ranks is missing' aries -o x.xml
bad '--output is missing' aries --ranks 4
bad 'unknown model torus; expected one of aries, fat-tree, flat' torus --ranks 4 -o x.xml
bad 'unknown class of link fdr' flat --ranks 4 --links fdr -o x.xml
bad 'aries has its own' aries --ranks 4 --links edr -o x.xml
bad 'for the model aries only' flat --ranks 4 --rendering spread -o x.xml
for ranks in 0 -1 four 65537 1e3; do
    bad "--ranks $ranks; expected a whole number from 1" aries "--ranks=$ranks" -o x.xml
done
bad 'cannot write no/such/x.xml: No such file' aries --ranks 4 -o no/such/x.xml
if [ -c /dev/full ]; then
    code=0
    "$pcollsim" platform aries --ranks 4 -o - > /dev/full 2> err || code=$?
    [ $code = 1 ] || fail "a full disk: exit code $code"
fi
rm -f out err p.xml p.hosts
[ -z "$(ls -A)" ] || fail "left: $(ls -A)"
exit $failed

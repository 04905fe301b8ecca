# Every command of the documents works: the lines of their sh blocks that begin with build/pcollsim
# are run, in order, one scratch folder a document. (./bootstrap.sh and the presets are what runs
# this test.)
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
ran=0
for document in "$PCS_SOURCE"/README.md "$PCS_SOURCE"/docs/*.md; do
    name=$(basename "$document" .md)
    mkdir "$name"
    ln -s "$PCS_BUILD" "$name/build"
    ln -s "$PCS_SOURCE/workloads" "$name/workloads"
    awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside && /^build\/pcollsim/' \
        "$document" > "$name.commands"
    while IFS= read -r line; do
        ran=$((ran + 1))
        (cd "$name" && bash -c "$line" > out 2> err < /dev/null) || {
            fail "$name.md: $line"
            head -5 "$name/err"
        }
    done < "$name.commands"
done
[ $ran -gt 0 ] || fail "no command was found"
exit $failed

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
# The page of published experiments is what the command writes, but for figures: those of the page
# are of more seeds.
form() {
    tr '\n' ' ' < "$1" | sed -E 's/[-+]?[0-9]([0-9.,]*[0-9])?/N/g; s/\| - /| N /g; s/ +/ /g; s/ - /\n/g; s/\| \|/|\n|/g'
}
form validation/page.md > written
form "$PCS_SOURCE/docs/validation.md" > expected
cmp -s expected written || {
    fail "docs/validation.md is not what pcollsim validate writes"
    diff expected written | head -20
}
[ $ran -gt 0 ] || fail "no command was found"
exit $failed

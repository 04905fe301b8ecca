# The command runs, and its figures are in order; no figure is held against a clock.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
call 0 bench --ranks 4,8,16 --rounds 2 --repetitions 2 --csv b.csv --markdown b.md
[ "$(wc -l < b.csv)" = 43 ] || fail "expected 42 rows: two networks, three sizes, seven programs"
awk -F, 'NR > 1 && $5 == "bare SMPI" && ($7 != 1 || $14 != $3 * $2 * log($2) / log(2)) { exit 1 }' b.csv ||
    fail "bare SMPI is held against itself, and its messages are P log2 P a round"
awk -F, 'NR > 1 && $5 == "solo" && $14 <= $3 * $2 * log($2) / log(2) { exit 1 }' b.csv ||
    fail "solo has tokens, too"
grep -q '^| network' b.md || fail "no table in the page"
grep -q 'grows as (P log2 P)' b.md || fail "no growth in the page"
call 2 bench --ranks 12
call 2 bench --ranks 1024x
call 2 bench --rounds 1
[ "$(ls)" = "$(printf 'b.csv\nb.md\n')" ] || [ ! -e pcollsim-bench-* ] || fail "something is left behind"
exit $failed

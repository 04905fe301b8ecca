# pcollsim report --format html: one complete file; names from files are text, never markup; what is
# missing is said.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario
call 0 run small.yaml -o solo
call 0 run small.yaml --set ranks=65 --set output.trace=steps -o wide
call 0 run small.yaml --set output.trace=rounds -o rounds
call 0 run small.yaml --set output.trace=summary -o summary
mkdir many

# The file: complete, the same again, and nothing in it that a browser would fetch.
call 0 report solo --format html -o solo.html
is_empty out
is_empty err
[ "$(tail -1 solo.html)" = '</html>' ] || fail "solo.html is cut off"
call 0 report solo --format html
cmp -s out solo.html || fail "the page differs from one time to another"
grep -o '\(href=\|src=\|url(\|@import\)[^ >]*' solo.html | grep -v '^href="#\|^href=.#plot-\|^url(#plot-\|^href="data:,"' > fetched ||
    true
is_empty fetched
[ "$(grep -c '<svg role="img"' solo.html)" = 4 ] || fail "plots of solo.html"
grep -o ' id=["'"'"'][^"'"'"']*' solo.html | sort | uniq -d > twice
is_empty twice
! grep -q '{{' solo.html || fail "a tag of the template is left"

# Names with markup, quotes, an ampersand, letters beyond ASCII, and bytes that are no UTF-8.
evil='<script>alert("1")<b>&amp; '"'"'ä'"'"
cp -r solo "$evil"
cp -r solo "$(printf 'bad-\377-byte')"
sed -i "s|^name: .*|name: '<img src=x onerror=alert(1)>\&lt; é'|" "$evil/scenario.yaml"
sed -i '2s|^small|<img src=x onerror=alert(1)>\&lt; é|' "$evil/summary.csv"
call 0 report "$evil" --format html -o evil.html
[ "$(grep -c '<script>' evil.html)" = 1 ] || fail "a name became a script"
! grep -q '<img' evil.html || fail "a name became an image"
says evil.html '^<title>Report on &lt;img src=x onerror=alert\(1\)&gt;&amp;lt; é</title>$'
says evil.html '<td>&lt;script&gt;alert\(&quot;1&quot;\)&lt;b&gt;&amp;amp; &#39;ä&#39;</td>'
call 0 report bad-* --format html -o bad.html
iconv -f UTF-8 -t UTF-8 bad.html > /dev/null 2>&1 || fail "bad.html is not UTF-8"
says bad.html '<td>bad-�-byte</td>'

# Runs without some of their files, and runs too large for a timeline.
call 0 report rounds summary wide --format html -o some.html
says some.html 'No timeline: the run has no steps.csv'
says some.html 'No timeline: the run is too large for a page, more than 64 ranks or 12800 calls'
says some.html 'Run 1, rounds: '
[ "$(grep -c 'class="timeline"' some.html)" = 0 ] || fail "timelines of some.html"
for seed in 1 2 3 4 5 6 7 8 9; do
    call 0 run small.yaml --set steps=2 --set seed=$seed -o many/$seed
done
call 0 report many --format html -o many.html
says many.html 'those of the first 8 of 9 runs'

# Without gnuplot there is a page, and a message; a page that cannot be written leaves nothing.
(PATH=/nowhere; export PATH; "$pcollsim" report solo --format html -o bare.html 2> err) ||
    fail "without gnuplot"
says err 'gnuplot is not installed'
[ "$(tail -1 bare.html)" = '</html>' ] || fail "bare.html is cut off"
call 1 report solo --format html -o /nowhere/x.html
says err '/nowhere/x.html: No such file or directory'
PCOLLSIM_DATA=/nowhere call 1 report solo --format html -o none.html
says err 'cannot read /nowhere/analysis/'
[ "$(ls | grep -c 'none\|tmp')" = 0 ] || fail "left behind: $(ls)"
exit $failed

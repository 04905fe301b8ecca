# The study of quorums from solo to sync, on a small part of its sweep: each step towards sync is
# slower and has fresher gradients, and the figure is drawn.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
mkdir -p workloads/sweeps
ln -s "$PCS_SOURCE/workloads/data" workloads/data
sed -e 's/ranks: \[8, 16, 32, .*/ranks: [8]/' -e '/ranks: 16, /d' -e '/- .*\(ucf101_frames\|resnet\)/d' \
    -e 's/steps: 198/steps: 66/' "$PCS_SOURCE/workloads/sweeps/knee.yaml" > workloads/sweeps/part.yaml
export PCOLLSIM=$pcollsim
study=$PCS_SOURCE/workloads/studies/knee.sh
"$study" out workloads/sweeps/part.yaml > log 2>&1 || {
    fail "exit code $?"
    cat log
}
[ "$(wc -l < out/knee.csv)" = 15 ] || fail "knee.csv has $(wc -l < out/knee.csv) lines, not 1 + 2 x 7"
awk -F, 'NR > 1 {
             if ($1 == name && ($6 <= position || $7 >= speed || $8 >= staleness)) bad++
             if ($3 == "sync") { if ($7 != 1 || $8 != 0) bad++ } else if ($7 <= 1) bad++
             name = $1; position = $6; speed = $7; staleness = $8 }
         END { exit bad > 0 }' out/knee.csv || {
    fail "towards sync, a step is not slower or gradients are not fresher"
    cat out/knee.csv
}
[ "$(head -c 4 out/knee.png | tail -c 3)" = PNG ] || fail "knee.png is no PNG"
says out/knee.svg '^</svg>'

# Again: nothing is run twice, the same bytes.
cp out/knee.csv out/knee.svg .
"$study" out workloads/sweeps/part.yaml > log 2>&1 || fail "a second time: exit code $?"
says log '14 done, 0 failed, 0 missing'
cmp knee.csv out/knee.csv || fail "a second time, another table"
cmp knee.svg out/knee.svg || fail "a second time, another figure"
code=0
"$study" > log 2>&1 || code=$?
[ $code = 2 ] || fail "without a folder: exit code $code"
says log 'knee.sh DIR'
exit $failed

# pcollsim report: what it reads, what it refuses and how, and its figures against summary.csv.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario
mkdir runs
for seed in 1 2 3; do
    for kind in solo sync; do
        call 0 run small.yaml --set seed=$seed --set collective.kind=$kind -o runs/$kind-$seed
    done
done
call 0 run small.yaml --set output.trace=rounds -o rounds
call 0 run small.yaml --set output.trace=summary -o summary
good=runs/solo-1

# value METRIC: of the CSV in out, of the first run that has it.
value() {
    awk -F, -v metric="$1" '$7 == metric { print $8; exit }' out
}

# ---- figures: those of summary.csv, to the last digit ----
call 0 report $good --format csv
is_empty err
[ "$(head -1 out)" = "run_id,name,seed,ranks,kind,bytes,metric,value,ci_low,ci_high,unit,method" ] ||
    fail "the header of the CSV is another"
for pair in latency_mean:latency_mean_s latency_p50:latency_p50_s latency_p99:latency_p99_s \
    active_mean:active_mean active_sd:active_sd staleness_mean:staleness_mean \
    staleness_max:staleness_max lost:lost left_over:left_over \
    throughput_steps_per_s:throughput_steps_per_s throughput_fastest:throughput_fastest \
    throughput_slowest:throughput_slowest idle_fraction:idle_fraction bytes_sent:bytes_sent \
    messages:messages sim_time:sim_time_s; do
    expected=$(awk -F, -v column="${pair#*:}" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) n = i }
        NR == 2 { print $n }' $good/summary.csv)
    [ "$(value "${pair%:*}")" = "$expected" ] ||
        fail "${pair%:*} is $(value "${pair%:*}"), ${pair#*:} of summary.csv $expected"
done
# ... also when the folder has no traces, or rounds alone
cp out whole
for folder in rounds summary; do
    call 0 report $folder --format csv
    for metric in latency_mean active_mean staleness_mean idle_fraction bytes_sent; do
        expected=$(awk -F, -v metric=$metric '$7 == metric { print $8 }' whole)
        [ "$(value $metric)" = "$expected" ] || fail "$folder: $metric is $(value $metric)"
    done
done
call 0 report rounds
says err 'rounds: no steps.csv: no intervals of latency and throughput'
says out 'stale_share'
call 0 report summary
says err 'summary: summary.csv only: no intervals'

# ---- a file in place of a name, gzip, standard input ----
call 0 report $good -o report.txt
is_empty out
says report.txt '^latency_mean'
cp -r $good packed
gzip packed/steps.csv packed/rounds.csv
call 0 report packed --format csv
cmp -s out whole || fail "packed files give another report"
call 0 report - --format csv < $good/steps.csv
[ "$(value latency_mean)" != "" ] || fail "no latency from standard input"
cp out bare
awk -F, 'NR == 1 || $2 >= 2' $good/steps.csv | "$pcollsim" report - --format csv > out || fail "a tail"
[ "$(value warmup)" = 2 ] || fail "steps that are not there: $(value warmup)"
gzip -c $good/steps.csv | "$pcollsim" report - --format csv > out || fail "gzip on standard input"
cmp -s out bare || fail "gzip on standard input gives another report"
call 0 report packed/steps.csv.gz --format csv
cmp -s out bare || fail "a packed file gives another report"
head -c 300 packed/steps.csv.gz > packed/short && mv packed/short packed/steps.csv.gz
call 2 report packed
says err 'packed/steps.csv.gz:[0-9]+:[0-9]+: .*damaged or cut off'

# ---- groups ----
call 0 report runs --baseline sync
says out '^solo +'
says out 'speedup_latency .*paired t of log ratios over 3 runs'
call 0 report runs --by kind --format csv
says out '^,kind=solo,,8,solo,4096,latency_mean,.*,t over 3 runs$'
call 0 report runs --format csv --baseline sync
says out '^,small,,8,solo,4096,speedup_throughput,'
call 2 report runs --by collective.colour
says err 'its scenario has no key collective.colour'
call 2 report runs --baseline majority
says err 'no run of kind majority among the folders'
call 2 report $good $good
says err "the same run as $good"
call 2 report runs/solo-1 --baseline solo --by
says err 'option --by needs an argument'
call 2 report runs --format pdf
says err 'expected table, csv or html'
call 2 report runs --warmup -3
says err 'expected a number of steps, or mser5'
call 2 report
says err 'too few arguments'
mkdir empty
call 2 report empty
says err 'empty: no result folder'
call 2 report nowhere
says err 'nowhere: No such file or directory'
call 1 report $good -o nowhere/report.txt
says err 'nowhere/report.txt: No such file'

# ---- warm-up ----
call 0 report $good --format csv --warmup 3
[ "$(value warmup)" = 3 ] || fail "--warmup 3 is $(value warmup)"
[ "$(value latency_mean)" != "$(awk -F, '$7 == "latency_mean" { print $8 }' whole)" ] ||
    fail "--warmup 3 changes nothing"
call 0 report $good --format csv --warmup mser5
says out 'warmup,1,.*MSER-5 found no end'
call 0 report $good --warmup 1000 --format csv
[ "$(value latency_mean)" = "" ] || fail "a latency without steps"

call 0 report summary --warmup 3 --format csv
[ "$(value warmup)" = 1 ] || fail "another warm-up than the figures have"

# ---- details ----
call 0 report $good --format csv --detail
says out 'latency_mean\[rank=7\]'
says out 'latency_mean\[step=4\]'
says out 'staleness_share\[rounds=0\]'
says out 'arrived_share\[arrived=1\],1,'

# ---- broken folders: one line, with its place; nothing on stdout ----

# broken FILE PATTERN COMMAND...: a copy of the good run whose FILE went through COMMAND is refused.
broken() {
    local file=$1 pattern=$2
    shift 2
    rm -rf broken
    cp -r $good broken
    "$@" < $good/"$file" > broken/"$file"
    call 2 report broken
    is_empty out
    [ "$(wc -l < err)" = 1 ] || fail "more than a line: $(cat err)"
    says err "^pcollsim report: broken$pattern"
}

# edit LINE FIELD VALUE: of CSV
edit() {
    awk -F, -v OFS=, -v line="$1" -v field="$2" -v value="$3" \
        'NR == line { $field = value } { print }'
}

mixed() {
    cat $good/steps.csv
    tail -n +2 runs/solo-2/steps.csv
}

without_last_byte() {
    head -c -1
}

broken steps.csv '/steps.csv:41:[0-9]+: cut off: the last line has no line feed' without_last_byte
broken steps.csv '/steps.csv:1:[0-9]+: no column active in the header' sed 's/active/aktiv/'
broken steps.csv '/steps.csv:3:[0-9]+: arrive_s is "nan", expected a number' edit 3 5 nan
broken steps.csv '/steps.csv:3:[0-9]+: compute_s is "-1", expected a number that is not negative' \
    edit 3 4 -1
broken steps.csv '/steps.csv:5:1: rank is "8", expected 0 to 7' edit 5 1 8
broken steps.csv '/steps.csv:6:3: step is "5", expected less than 5' sed '6s/^0,4,\(.*\),[01],[-0-9]*,[0-9]*,/0,5,\1,1,5,0,/'
broken steps.csv '/steps.csv:5:5: bucket is "1", expected 0 to 0' edit 5 3 1
broken steps.csv '/steps.csv:4:3: step is "1", expected another: rank 0, step 1, bucket 0 was there' \
    sed '3p'
broken steps.csv '/steps.csv:42:3: step is "0", expected another: rank 0' mixed
broken steps.csv '/steps.csv:41:1: the file ends after 39 rows, expected 40' sed '7d'
broken steps.csv '/steps.csv:1:1: empty file, expected a header line' true
broken steps.csv '/steps.csv:2:1: the file ends after 0 rows' sed '1q'
broken rounds.csv '/rounds.csv:3:[0-9]+: null is "9", expected active, stale and null to be 8' \
    edit 3 8 9
broken rounds.csv '/rounds.csv:4:1: round is "1", expected the next' sed '3p'
broken manifest.yaml '/manifest.yaml: no "finished: true": the run has not come to its end' \
    sed '/finished/d'
broken manifest.yaml ': files of two runs: 0123456789abcdef in manifest.yaml' \
    sed "s/run_id: .*/run_id: '0123456789abcdef'/"
broken scenario.yaml '/scenario.yaml:2:8: ranks is "many", expected a whole number' \
    sed 's/ranks: 8/ranks: many/'
broken scenario.yaml '/scenario.yaml:[0-9]+:[0-9]+: .*expected YAML' sed 's/ranks: 8/ranks: [8/'
broken summary.csv ': files of two runs: latency_mean_s is' edit 2 9 0.001
broken summary.csv ': files of two runs: name, kind, ranks or seed' edit 2 3 7

# rows of another run, in their places: told by what the other files say
broken steps.csv '(/steps.csv:[0-9]+:[0-9]+: active is .*rows of two runs|: files of two runs)' \
    cat runs/solo-2/steps.csv -
rm -rf broken && cp -r $good broken && cp runs/solo-2/steps.csv broken
call 2 report broken
says err 'two runs'
rm -rf broken && cp -r $good broken && cp runs/solo-2/rounds.csv broken
call 2 report broken
says err 'two runs'

for file in steps.csv rounds.csv summary.csv scenario.yaml manifest.yaml; do
    rm -rf broken && cp -r $good broken && rm broken/$file
    call 2 report broken
    says err "no $file"
done

# an extra column, also in front, is none of our business
rm -rf extra && cp -r $good extra
sed 's/^/x,/; s/$/,y/' $good/steps.csv > extra/steps.csv
call 0 report extra --format csv
cmp -s out whole || fail "extra columns change the report"

sed '1s/$/,drift_max,note,spare_s/; 2s/$/,0.25,a word,2/' $good/summary.csv > extra/summary.csv
call 0 report extra --format csv
says out ',drift_max,0.25,,,1,of summary.csv$'
says out ',spare_s,2,,,s,of summary.csv$'
grep -q note out && fail "a word is a figure"

# ---- unfinished runs ----
rm -rf cut && cp -r $good cut && rm cut/manifest.yaml && sed '$d' $good/steps.csv > cut/steps.csv
call 2 report cut
says err 'no manifest.yaml: the run has not come to its end; --partial accepts it'
call 0 report cut --partial
says err 'cut: unfinished'
says out '^latency_mean'
rm cut/scenario.yaml cut/summary.csv # the folder of a run that was killed
call 0 report cut --partial
says out '^latency_mean'
head -c -9 $good/steps.csv > cut/steps.csv # in the middle of a line
call 0 report cut --partial
says err 'cut: no scenario: .*the last line of steps.csv is cut off'
exit $failed

# pcollsim workload: figures, files that read back, and bad models; and data files in scenarios.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
data="$PCS_SOURCE/workloads/data"

# figure NAME COLUMN: a cell of figures.csv; column 2 is exact, 3 sampled, 4 the error.
figure() {
    awk -F, -v name="$1" -v column="$2" '$1 == name { print $column }' figures.csv
}

# near VALUE EXPECTED PART: equal up to that part.
near() {
    awk -v x="$1" -v y="$2" -v part="$3" 'BEGIN { d = x - y; exit !(d < 0 ? -d <= part * y : d <= part * y) }' ||
        fail "$1 is not near $2"
}

# Measured histograms: the figures they come with, exactly and by sampling.
measured() {
    local file=$1 max8=$2 min8=$3 max64=$4
    local model="{distribution: empirical, file: $data/$file, unit: 1ms}"
    call 0 workload "$model" --ranks 8 --samples 400000 -o figures.csv
    is_empty err
    near "$(figure 'E[max of 8]' 2)" "$max8" 0.0007
    near "$(figure 'E[max of 8]' 3)" "$max8" 0.01
    near "$(figure 'E[min of 8]' 2)" "$min8" 0.0007
    near "$(figure 'E[min of 8]' 3)" "$min8" 0.01
    call 0 workload "$model" --ranks 64 --samples 4000000 -o figures.csv
    near "$(figure 'E[max of 64]' 2)" "$max64" 0.0007
    near "$(figure 'E[max of 64]' 3)" "$max64" 0.01
}
measured ucf101_frames_hist.csv 0.3430 0.0824 0.5196
measured lstm_ucf101_batch_ms_hist.csv 2.3143 0.3695 2.9739
measured transformer_wmt16_batch_ms_hist.csv 0.7134 0.3462 1.0542
measured resnet50_cloud_batch_ms_hist.csv 0.6593 0.4027 0.8915

# The table for people.
call 0 workload '{distribution: exponential, mean: 2ms}' --ranks 2 --samples 1000
says out '^model +\{distribution: exponential, mean: 0\.002s\}$'
says out '^mean +2 '
says out '^E\[max of 2\] +3 '
says out '^E\[min of 2\] +1 '
says out '#####'
# What is not known exactly is said so.
call 0 workload '{distribution: sum, of: [{distribution: exponential, mean: 2ms}, {distribution: exponential, mean: 1ms}]}'
says out '^mean +3 '
says out '^E\[max of 8\] +- '

# The same seed gives the same bytes, another one others.
call 0 workload '{distribution: gamma, shape: 2, scale: 1ms}' --seed 3 -o -
mv out first
call 0 workload '{distribution: gamma, shape: 2, scale: 1ms}' --seed 3 -o -
cmp out first || fail "the same seed, other figures"
call 0 workload '{distribution: gamma, shape: 2, scale: 1ms}' --seed 4 -o -
! cmp -s out first || fail "another seed, the same figures"

# Draws read back as a trace, the histogram as a histogram, with the same mean.
call 0 workload '{distribution: gamma, shape: 2, scale: 1ms}' --ranks 4 --samples 4000 \
    -o figures.csv --draws draws.csv --histogram bins.csv
mean=$(figure mean 3)
call 0 workload '{distribution: trace, file: draws.csv}' -o figures.csv --samples 4000
near "$(figure mean 2)" "$mean" 1e-9
near "$(figure mean 3)" "$mean" 1e-9
call 0 workload '{distribution: empirical, file: bins.csv, unit: 1s}' -o figures.csv
near "$(figure mean 2)" "$mean" 0.01

# A model of a scenario: its ranks, seed and, for noise, work.
cat > s.yaml << 'END'
ranks: 4
seed: 7
steps: 10
collective: {kind: solo, bytes: 64}
workload:
  compute: {distribution: constant, value: 9ms}
  delay: {distribution: noise, period: 10ms, duration: 1ms}
END
call 0 workload s.yaml
says out '^ranks +4$'
says out 'seed 7$'
says out '^mean +1 '
call 0 workload s.yaml --of compute
says out '^mean +9 '
call 0 workload s.yaml --set workload.delay.duration=2ms
says out '^mean +2\.25 '

bad() {
    local pattern=$1
    shift
    call 2 workload "$@"
    is_empty out
    says err "$pattern"
}
bad 'too few arguments'
bad '--work is missing' '{distribution: noise, period: 10ms, duration: 1ms}'
bad 'distribution: unknown "zipf"; expected constant, .*scale' '{distribution: zipf}'
bad 'unknown key "sd" for the distribution gamma' '{distribution: gamma, shape: 1, scale: 1s, sd: 1s}'
bad 'duration of the noise' '{distribution: noise, period: 1ms, duration: 1ms}' --work 1s
bad 'probability: "1.5": too large; expected a probability' '{distribution: bernoulli, probability: 1.5, value: 1s}'
bad 'shape: "nan": not a number' '{distribution: weibull, shape: nan, scale: 1s}'
bad 'amounts: an empty list; expected a list' '{distribution: shifted, amounts: []}'
bad 'amounts: "-1ms": negative' '{distribution: shifted, amounts: [1ms, -1ms]}'
bad 'model\.of\[1\]\.mean is missing' '{distribution: sum, of: [{distribution: constant, value: 0}, {distribution: exponential}]}'
bad 'model\.of: a list; expected a delay model' '{distribution: scale, factor: 2, of: [1]}'
bad 'fewer than k ranks' '{distribution: random-k, k: 9, value: 1ms}' --ranks 8
bad 'not as many amounts as ranks' '{distribution: shifted, amounts: [1ms]}' --ranks 2
bad 'no such rank' '{distribution: slow-rank, rank: 8, value: 1ms}' --ranks 8
bad '--of is for scenario files' '{distribution: constant, value: 0}' --of delay
bad '--of both; expected compute or delay' s.yaml --of both
bad '--samples 0; expected' '{distribution: constant, value: 0}' --samples 0
bad 'cannot write no/such/file' '{distribution: constant, value: 0}' -o no/such/file
bad 'missing\.yaml: cannot read' missing.yaml
bad 'none\.csv": No such file' '{distribution: trace, file: none.csv}'

# Bad data files: place and what was expected, from a model and from a scenario, before any run.
mkdir -p in
sed '/delay/d' s.yaml > in/base.yaml
refused() {
    local pattern=$1 model=$2
    bad "$pattern" "$model"
    { cat in/base.yaml; echo "  delay: ${model//file: in\//file: }"; } > in/data.yaml
    call 2 run in/data.yaml
    is_empty out
    says err "$pattern"
    [ "$(wc -l < err)" = 1 ] || fail "more than a line: $(cat err)"
}
printf 'bin_lo,bin_hi,count\n1,2,3\n2,3,-4\n' > in/h.csv
refused '^in/h\.csv:3:5: "-4": negative; expected bin_lo,bin_hi,count' '{distribution: empirical, file: in/h.csv, unit: 1ms}'
printf 'bin_lo,bin_hi,count\n1,2,3\n1.9,3,4\n' > in/h.csv
refused '^in/h\.csv:3:1: .*at most 1 %' '{distribution: empirical, file: in/h.csv, unit: 1ms}'
printf '1\n2\nnan\n' > in/h.csv
refused '^in/h\.csv:3:1: .*finite' '{distribution: empirical, file: in/h.csv, unit: 1ms}'
: > in/h.csv
refused '^in/h\.csv:1:1: no values in the file; expected' '{distribution: empirical, file: in/h.csv, unit: 1ms}'
mkdir in/folder
refused 'folder": is a directory; expected the name of a readable file' '{distribution: empirical, file: in/folder, unit: 1ms}'
printf 'rank,step,seconds\n0,0,1\n0,2,1\n' > in/t.csv
refused '^in/t\.csv:3:1: rank 0 has no step 1; expected' '{distribution: trace, file: in/t.csv}'
printf 'rank,step,seconds\n' > in/t.csv
for rank in 0 1 2 3; do
    for step in 0 1 2 3 4 5 6 7 8; do echo "$rank,$step,0.001"; done
done >> in/t.csv
{ cat in/base.yaml; echo "  delay: {distribution: trace, file: t.csv}"; } > in/data.yaml
call 2 run in/data.yaml
says err 'in/t\.csv:37:1: the trace ends with 4 ranks of 9 steps; expected at least 4 ranks of 10 steps'

# A run with such models, relative to the scenario's folder; a run of it gives the same bytes twice.
for rank in 0 1 2 3; do echo "$rank,9,0.002"; done >> in/t.csv
cat > in/data.yaml << END
ranks: 4
steps: 10
platform: {model: flat}
collective: {kind: solo, bytes: 64}
workload:
  compute: {distribution: trace, file: t.csv}
  delay:
    distribution: sum
    of:
      - {distribution: empirical, file: $data/resnet50_cloud_batch_ms_hist.csv, unit: 1us}
      - {distribution: random-k, k: 1, value: 1ms}
      - {distribution: scale, factor: 0.5, of: {distribution: noise, period: 1ms, duration: 10us}}
END
call 0 run in/data.yaml -o one
call 0 run in/data.yaml -o two
cmp one/steps.csv two/steps.csv || fail "the same run, other steps"
# Every step has one rank that is 1 ms slower: of 40 steps of ranks, 10 take more than 2.2 ms,
# apart from step 9, in which the trace has 1 ms more for all.
slow=$(awk -F, 'NR > 1 && $4 - ($2 == 9 ? 0.001 : 0) > 0.0022' one/steps.csv | wc -l)
[ "$slow" = 10 ] || fail "$slow slow steps instead of 10"
# The canonical scenario of the result is a scenario again.
call 0 workload one/scenario.yaml --of compute
exit $failed

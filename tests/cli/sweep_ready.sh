# The sweeps in workloads/sweeps: each expands, and a reduced version of it runs and is plotted.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
mkdir sweeps
ln -s "$PCS_SOURCE/workloads/scenarios" scenarios
ln -s "$PCS_SOURCE/workloads/data" data

# All of them, the number of runs of each. A new one needs a line here.
declare -A runs=([first]=12 [imbalance]=108 [knee]=240 [microbench]=108 [network]=54 [quorum]=65 [scale]=72)
for file in "$PCS_SOURCE"/workloads/sweeps/*.yaml; do
    name=$(basename "$file" .yaml)
    call 0 sweep "$file" --list
    [ "$(wc -l < out)" = "${runs[$name]:-none}" ] || fail "$name has $(wc -l < out) runs, not ${runs[$name]:-known}"
    grep -q "workloads/sweeps/$name\.yaml" "$PCS_SOURCE/README.md" || fail "README.md says nothing of $name"
done

# reduced NAME RUNS SED...: the sweep made smaller by sed, run, and its plot drawn
reduced() {
    local name=$1 expected=$2
    shift 2
    sed "$@" -e 's/^repeat: .*/repeat: 2/' "$PCS_SOURCE/workloads/sweeps/$name.yaml" > "sweeps/$name.yaml"
    call 0 sweep "sweeps/$name.yaml" -o "$name"
    [ "$(wc -l < "$name/results.csv")" = $((expected + 1)) ] ||
        fail "$name: results.csv has $(wc -l < "$name/results.csv") lines, not $((expected + 1))"
    script=$PCS_SOURCE/analysis/plots/sweep_$name.gp
    [ -e "$script" ] || return 0
    gnuplot -c "$script" "$name/results.csv" "$name" > gnuplot.out 2>&1 || fail "$name: gnuplot: $(cat gnuplot.out)"
    [ ! -s gnuplot.out ] || fail "$name: gnuplot says: $(cat gnuplot.out)"
    [ "$(head -c 4 "$name.png" | tail -c 3)" = PNG ] || fail "$name.png is no PNG"
    says "$name.svg" '^</svg>'
}
reduced first 8
reduced microbench 8 -e 's/\[mpi, sync, majority, solo\]/[mpi, solo]/; s/to: 4MiB/to: 256/; s/^set: {/set: {ranks: 4, steps: 5, /'
reduced quorum 14 -e 's/ranks: 64/ranks: 8/; s/steps: 200/steps: 10/; s/to: 64/to: 8/'
reduced scale 12 -e 's/steps: 20/steps: 5/; s/to: 1024/to: 16/'
reduced network 24 -e 's/ranks: 128/ranks: 16/; s/steps: 20/steps: 3/; s/4MiB/64KiB/; s/\[sync, majority, solo\]/[sync, solo]/'
reduced imbalance 48 -e 's/ranks: 32/ranks: 4/; s/steps: 128/steps: 32/; s/\[sync, majority, solo\]/[sync, solo]/; s/\[0, 16, 16\]/[0, 16]/; s/k: 4/k: 2/'

# Series and names are in the figures.
for word in mpi solo; do says microbench.svg ">$word<"; done
for word in first last; do says quorum.svg ">$word<"; done
for word in aries-minimal fat-tree-taper-4 flat sync solo; do says network.svg ">$word<"; done
for word in even measured-lstm slow-rank; do says imbalance.svg ">$word<"; done

# Plots without data say so.
head -1 quorum/results.csv > none.csv
for name in microbench quorum scale network imbalance; do
    if gnuplot -c "$PCS_SOURCE/analysis/plots/sweep_$name.gp" none.csv none > gnuplot.out 2>&1; then
        fail "$name: a plot of nothing"
    fi
    if gnuplot -c "$PCS_SOURCE/analysis/plots/sweep_$name.gp" > gnuplot.out 2>&1; then fail "$name: no arguments, no complaint"; fi
    says gnuplot.out "usage: gnuplot -c sweep_$name.gp results.csv OUT"
done
exit $failed

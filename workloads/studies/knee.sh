#!/usr/bin/env bash
# How much speed-up is there between solo and sync, and how stale are the gradients?
#
#   workloads/studies/knee.sh DIR [SWEEP]
#
# Carries out the sweep (workloads/sweeps/knee.yaml) in DIR, where it goes on when it was interrupted,
# then writes DIR/knee.csv, a row a run with the speed-up over sync at the same number of ranks, and
# DIR/knee.svg and .png (gnuplot). PCOLLSIM names the program; standard: build/pcollsim here.
set -eu
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    sed -n '4s/^# *//p' "$0" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")/../.." && pwd)
"${PCOLLSIM:-$here/build/pcollsim}" sweep "${2:-$here/workloads/sweeps/knee.yaml}" -o "$1"

# position: 0 for solo, up by one with each half of the candidates, 5 for majority, 10 for sync.
awk -F, '
    NR == 1 {
        for (i = NF; i > 0; i--) at[$i] = i
        print "workload,ranks,kind,candidates,trigger,position,speedup,staleness_mean,staleness_max,active_mean,idle_fraction"
        next
    }
    {
        kind = $at["collective.kind"]; m = $at["collective.candidates"]
        trigger = $at["collective.trigger"]; name = $at["workload.compute.file"]
        sub(/.*\//, "", name); sub(/_hist\.csv$/, "", name)
        key = name "," $at["ranks"]
        if (kind == "sync") sync[key] = $at["throughput_steps_per_s"]
        position = kind == "solo" ? 0 : kind == "majority" ? 5 : kind == "sync" ? 10 : \
            trigger == "first" ? 5 - log(m) / log(2) : 5 + log(m) / log(2)
        n++
        keys[n] = key; speed[n] = $at["throughput_steps_per_s"]
        before[n] = key "," kind "," m "," trigger "," sprintf("%.0f", position)
        after[n] = $at["staleness_mean"] "," $at["staleness_max"] "," $at["active_mean"] "," $at["idle_fraction"]
    }
    END {
        for (i = 1; i <= n; i++)
            if (keys[i] in sync)
                printf "%s,%.6g,%s\n", before[i], speed[i] / sync[keys[i]], after[i]
    }' "$1/results.csv" > "$1/knee.csv.tmp"
mv "$1/knee.csv.tmp" "$1/knee.csv"
gnuplot -c "$here/analysis/plots/knee.gp" "$1/knee.csv" "$1/knee"

# Latency against the number of ranks, a line for each kind.
#   gnuplot -c analysis/plots/sweep_scale.gp DIR/results.csv OUT
# reads what the sweep workloads/sweeps/scale.yaml collects and makes OUT.png and OUT.svg.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
script = "sweep_scale.gp"
folder = ARG0[1:strlen(ARG0) - strlen(script)]
load folder . "style.gp"
title = "Latency against the number of ranks"
x_name = "ranks"; xlabel = "ranks"
y_name = "latency_mean_s"; ylabel = "latency, mean (ms)"; factor = 1e3
by = "collective.kind"
load folder . "sweep_lines.gp"

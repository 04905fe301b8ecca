# Latency under a linear skew, a line for each kind.
#   gnuplot -c analysis/plots/sweep_microbench.gp DIR/results.csv OUT
# reads what the sweep workloads/sweeps/microbench.yaml collects and makes OUT.png and OUT.svg.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
script = "sweep_microbench.gp"
folder = ARG0[1:strlen(ARG0) - strlen(script)]
load folder . "style.gp"
title = "Latency under a linear skew"
x_name = "collective.bytes"; xlabel = "size of the gradient (bytes)"
y_name = "latency_mean_s"; ylabel = "latency, mean (ms)"; factor = 1e3
by = "collective.kind"
load folder . "sweep_lines.gp"

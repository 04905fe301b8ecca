# Latency on each network, a bar for each kind.
#   gnuplot -c analysis/plots/sweep_network.gp DIR/results.csv OUT
# reads what the sweep workloads/sweeps/network.yaml collects and makes OUT.png and OUT.svg.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
script = "sweep_network.gp"
folder = ARG0[1:strlen(ARG0) - strlen(script)]
load folder . "style.gp"
title = "Latency on each network"
y_name = "latency_mean_s"; ylabel = "latency, mean (ms)"; factor = 1e3
load folder . "sweep_groups.gp"

# Throughput under each imbalance, a bar for each kind.
#   gnuplot -c analysis/plots/sweep_imbalance.gp DIR/results.csv OUT
# reads what the sweep workloads/sweeps/imbalance.yaml collects and makes OUT.png and OUT.svg.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
script = "sweep_imbalance.gp"
folder = ARG0[1:strlen(ARG0) - strlen(script)]
load folder . "style.gp"
title = "Throughput under each imbalance"
y_name = "throughput_steps_per_s"; ylabel = "steps a second, median of the ranks"; factor = 1
load folder . "sweep_groups.gp"

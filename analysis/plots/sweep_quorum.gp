# Who takes part when the first, or the last, of m drawn ranks starts the round, and the closed forms
# (P + 1) / (m + 1) and m (P + 1) / (m + 1).
#   gnuplot -c analysis/plots/sweep_quorum.gp DIR/results.csv OUT
# reads what the sweep workloads/sweeps/quorum.yaml collects and makes OUT.png and OUT.svg.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
script = "sweep_quorum.gp"
folder = ARG0[1:strlen(ARG0) - strlen(script)]
load folder . "style.gp"
title = "Ranks that take part in a round"
x_name = "collective.candidates"; xlabel = "candidates m"
y_name = "active_mean"; ylabel = "active ranks, mean"
by = "collective.trigger"
if (exists("csv")) {
    stats csv using (column("ranks")) name "P" nooutput
}
extra = ", (P_max + 1) / (x + 1) with lines linecolor rgb '#808080' dashtype 3 title 'closed form'" \
    . ", x * (P_max + 1) / (x + 1) with lines linecolor rgb '#808080' dashtype 3 notitle"
load folder . "sweep_lines.gp"

# Age of the gradients when they were taken, in rounds.
#   gnuplot -e "csv='staleness.csv'; out='staleness'" analysis/plots/staleness.gp
# reads a file that `pcollsim report DIR --plots FOLDER` writes, with the columns low, high (rounds
# of a bin), gradients, share (of the gradients taken), and makes staleness.png and staleness.svg.
# Settings with -e: title='...', formats='svg'. The axis of shares is logarithmic, so that a thin
# tail is seen.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -e \"csv='staleness.csv'; out='staleness'\" staleness.gp"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("staleness.gp")] . "style.gp"

if (!exists("title")) title = "Staleness of gradients when taken"

middle(n) = 0.5 * (column("low") + column("high"))
width(n) = column("high") - column("low") + 1
percent(n) = column("share") > 0 ? 100 * column("share") : NaN
stats csv using (percent(0)) name "shown" nooutput
least = 10 ** floor(log10(shown_min) - 0.01)

set title title
set xlabel "staleness (rounds)"
set ylabel "share of the gradients taken (%)"
set logscale y 10
set format y "%g"
stats csv using (column("high")) name "high" nooutput
set xtics whole_tics(high_max)
set xrange [-0.5:high_max + 0.5]
set yrange [least:100]
unset key
do for [format in formats] {
    eval start(format)
    plot csv using (middle(0)):(percent(0)):(0.9 * width(0)) with boxes linecolor rgb blue
    set output
}

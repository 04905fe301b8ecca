# Ranks that took part in a round: how often how many.
#   gnuplot -e "csv='participation.csv'; out='participation'" analysis/plots/participation.gp
# reads a file that `pcollsim report DIR --plots FOLDER` writes, with the columns low, high (ranks
# of a bin), closed_form, arrived, fresh (shares of the rounds; the first two may be empty), and makes
# participation.png and participation.svg. Settings with -e: title='...', formats='svg'.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -e \"csv='participation.csv'; out='participation'\" participation.gp"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("participation.gp")] . "style.gp"

if (!exists("title")) title = "Ranks that took part in a round"

middle(n) = 0.5 * (column("low") + column("high"))
width(n) = column("high") - column("low") + 1
stats csv using (strlen(strcol("closed_form")) ? 1 : 0) name "form" nooutput
stats csv using (strlen(strcol("arrived")) ? 1 : 0) name "arrived" nooutput
share(field) = strlen(strcol(field)) ? 100 * column(field) : NaN

set title title
set xlabel "ranks"
set ylabel "share of the rounds (%)"
set yrange [0:*]
stats csv using (column("high")) name "high" nooutput
set xrange [0.5:high_max + 0.5]
set xtics whole_tics(high_max)
set offsets 0, 0, graph 0.05, 0
# A part without values is left out.
bars = "plot csv using (middle(0)):(share('fresh')):(0.9 * width(0)) with boxes " \
     . "linecolor rgb sky title 'gradient taken in its round (fresh)'"
marks = arrived_max == 0 ? "" : ", csv using (middle(0)):(share('arrived')) with points " \
      . "linecolor rgb black pointtype 4 pointsize 1 title 'arrived when the round began'"
curve = form_max == 0 ? "" : ", csv using (middle(0)):(share('closed_form')) with linespoints " \
      . "linecolor rgb vermillion linewidth 2 dashtype 2 pointtype 9 pointsize 0.7 " \
      . "title 'arrived, closed form'"
do for [format in formats] {
    eval start(format)
    eval bars . marks . curve
    set output
}

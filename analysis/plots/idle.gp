# What each rank spent its time with: computing, waiting in calls, the rest (barriers).
#   gnuplot -e "csv='ranks.csv'; out='idle'" analysis/plots/idle.gp
# reads a file that `pcollsim report DIR --plots FOLDER` writes, with the columns rank, compute_s,
# wait_s, other_s, and makes idle.png and idle.svg. Settings with -e: title='...', formats='svg'.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -e \"csv='ranks.csv'; out='idle'\" idle.gp"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("idle.gp")] . "style.gp"

if (!exists("title")) title = "Time of each rank"

total(n) = column("compute_s") + column("wait_s") + column("other_s")
percent(x) = total(0) > 0 ? 100 * x / total(0) : NaN

set title title
set xlabel "rank"
set ylabel "share of the rank's time (%)"
set yrange [0:100]
stats csv using (column("rank")) name "rank" nooutput
set xrange [-0.5:rank_max + 0.5]
set xtics whole_tics(rank_max)
set style data boxes
set boxwidth 0.92
set style fill solid 0.9 border linecolor rgb "white"
do for [format in formats] {
    eval start(format)
    # Each covers the lower part of the one before.
    plot csv using "rank":(percent(total(0))) linecolor rgb "#d0d0d0" \
             title "other: barriers, between steps", \
         csv using "rank":(percent(column("compute_s") + column("wait_s"))) \
             linecolor rgb orange title "idle: waiting in calls", \
         csv using "rank":(percent(column("compute_s"))) linecolor rgb blue title "computing"
    set output
}

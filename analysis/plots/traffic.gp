# What left each rank, bytes above and messages below.
#   gnuplot -e "csv='ranks.csv'; out='traffic'" analysis/plots/traffic.gp
# reads a file that `pcollsim report DIR --plots FOLDER` writes, with the columns rank, bytes,
# messages, and makes traffic.png and traffic.svg. Settings with -e: title='...', formats='svg'.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -e \"csv='ranks.csv'; out='traffic'\" traffic.gp"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("traffic.gp")] . "style.gp"

if (!exists("title")) title = "Traffic that left each rank"

stats csv using (column("bytes")) name "bytes" nooutput
stats csv using (column("messages")) name "messages" nooutput

stats csv using (column("rank")) name "rank" nooutput
set xrange [-0.5:rank_max + 0.5]
set xtics whole_tics(rank_max)
set yrange [0:*]
set offsets 0, 0, graph 0.15, 0
set style data boxes
set boxwidth 0.92
set key top right inside noenhanced
do for [format in formats] {
    eval start(format)
    set multiplot layout 2, 1 title title font ",15"
    set format y "%.0s %cB"
    set ylabel "bytes"
    set xlabel " "
    plot csv using "rank":"bytes" linecolor rgb blue notitle, \
         bytes_mean with lines linecolor rgb black linewidth 1.5 dashtype 2 title "mean"
    set format y "%g"
    set ylabel "messages"
    set xlabel "rank"
    plot csv using "rank":"messages" linecolor rgb green notitle, \
         messages_mean with lines linecolor rgb black linewidth 1.5 dashtype 2 title "mean"
    unset multiplot
    set output
}

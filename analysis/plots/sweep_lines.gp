# Lines over a numeric column of a sweep's results.csv, a line for each word of another column; loaded
# by sweep_*.gp, makes no plot alone. They set: script, csv, out, title, x_name, y_name, by, xlabel, ylabel; may
# set: factor of the values (1), and extra, a list of plot elements. Lines go through the mean over seeds.
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -c " . script . " results.csv OUT"
    exit status 2
}
if (!exists("factor")) factor = 1
if (!exists("extra")) extra = ""

stats csv using (seen(strcol(by))) nooutput
series = words(words_seen)
if (series == 0) {
    print script . ": " . csv . " has no rows"
    exit status 1
}
# Kinds look the same in all plots.
style(i) = by eq "collective.kind" ? style_of(word(words_seen, i)) : i
y_of(i) = strcol(by) eq word(words_seen, i) && strlen(strcol(y_name)) > 0 ? factor * column(y_name) : NaN

set title title
set xlabel xlabel
set ylabel ylabel
set logscale x 2
set grid xtics
set format y "%g"
set offsets graph 0.03, graph 0.03, 0, 0
do for [format in formats] {
    eval start(format)
    eval "plot for [i = 1:series] csv using (column(x_name)):(y_of(i)) smooth unique " \
        . "with lines linestyle style(i) notitle, " \
        . "for [i = 1:series] csv using (column(x_name)):(y_of(i)) " \
        . "with points linestyle style(i) title word(words_seen, i)" . extra
    set output
}

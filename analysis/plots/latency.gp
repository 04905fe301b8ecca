# Latency against size, a line for each kind and number of ranks, both axes logarithmic.
#   gnuplot -e "csv='report.csv'; out='latency'" analysis/plots/latency.gp
# reads what `pcollsim report DIR... --format csv` writes and makes latency.png and latency.svg.
# Lines go through the mean over runs (seeds); marks are runs, with their intervals.
# Settings with -e: metric='latency_p99' for another row of the CSV, title='...', formats='svg'.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -e \"csv='report.csv'; out='latency'\" latency.gp"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("latency.gp")] . "style.gp"

if (!exists("metric")) metric = "latency_mean"
if (!exists("title")) title = "Latency against size"

# Rows over runs of several kinds, ranks or sizes have no place here.
is_wanted(n) = strcol("metric") eq metric && strlen(strcol("value")) > 0 \
               && strlen(strcol("kind")) > 0 && strlen(strcol("ranks")) > 0
name(n) = strcol("kind") . "/" . strcol("ranks")
stats csv using (is_wanted(0) ? seen(name(0)) : 0) nooutput
series = words(words_seen)
if (series == 0) {
    print "latency.gp: no row of " . csv . " has the metric " . metric
    exit status 1
}
if (series > series_max) {
    print sprintf("latency.gp: %d series, only the first %d are shown", series, series_max)
    series = series_max
}
kind(i) = word(words_seen, i)[1:strstrt(word(words_seen, i), "/") - 1]
# Kinds look the same in all plots; where one has several numbers of ranks, these are told apart.
kinds_seen = " "
twice = 0
do for [i = 1:series] {
    twice = twice || strstrt(kinds_seen, " " . kind(i) . " ") || !strstrt(kinds, " " . kind(i) . " ")
    kinds_seen = kinds_seen . kind(i) . " "
}
style(i) = twice ? i : style_of(kind(i))
ranks(i) = word(words_seen, i)[strstrt(word(words_seen, i), "/") + 1:*]

ms(i, field) = is_wanted(0) && name(0) eq word(words_seen, i) ? 1e3 * column(field) : NaN
low(i) = strlen(strcol("ci_low")) ? ms(i, "ci_low") : ms(i, "value")
high(i) = strlen(strcol("ci_high")) ? ms(i, "ci_high") : ms(i, "value")

set title title
set xlabel "size of the gradient"
set ylabel "latency (ms)"
set logscale x 2
set logscale y 10
set xtics () nomirror out
set for [k = 0:40:2] xtics add (size(k) 2 ** k)
set format y "%g"
set grid xtics
set offsets graph 0.03, graph 0.03, 0, 0
do for [format in formats] {
    eval start(format)
    plot for [i = 1:series] csv using "bytes":(ms(i, "value")) smooth unique \
             with lines linestyle style(i) notitle, \
         for [i = 1:series] csv using "bytes":(ms(i, "value")):(low(i)):(high(i)) \
             with yerrorbars linestyle style(i) dashtype 1 linewidth 1.2 \
             title kind(i) . ", " . ranks(i) . " ranks"
    set output
}

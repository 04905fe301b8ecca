# Speed-up over the baseline, with intervals.
#   gnuplot -e "csv='report.csv'; out='speedup'" analysis/plots/speedup.gp
# reads what `pcollsim report DIR... --format csv --baseline KIND` writes and makes speedup.png and
# speedup.svg: against the number of ranks, a line for each kind.
# With --by KEY too and axis='by': against the values of that key, such as collective.candidates.
# Settings with -e: axis='bytes' for another axis, metric='speedup_throughput' for another row of the CSV,
# title='...', formats='svg'.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -e \"csv='report.csv'; out='speedup'\" speedup.gp"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("speedup.gp")] . "style.gp"

if (!exists("metric")) metric = "speedup_latency"
if (!exists("title")) title = "Speed-up over the baseline"
if (!exists("axis")) axis = "ranks"

is_wanted(n) = strcol("metric") eq metric && strlen(strcol("value")) > 0
stats csv using (is_wanted(0) ? seen(strcol("kind")) : 0) nooutput
series = words(words_seen)
if (series == 0) {
    print "speedup.gp: no row of " . csv . " has the metric " . metric
    exit status 1
}
if (series > series_max) {
    print sprintf("speedup.gp: %d series, only the first %d are shown", series, series_max)
    series = series_max
}
of(i, field) = is_wanted(0) && strcol("kind") eq word(words_seen, i) ? column(field) : NaN
low(i) = strlen(strcol("ci_low")) ? of(i, "ci_low") : of(i, "value")
high(i) = strlen(strcol("ci_high")) ? of(i, "ci_high") : of(i, "value")

set title title
key_of(text) = text[1:strstrt(text, "=") - 1]
label = ""
at(n) = axis eq "by" ? (label = key_of(strcol("name")), \
                        real(strcol("name")[strstrt(strcol("name"), "=") + 1:*])) : column(axis)
stats csv using (is_wanted(0) ? at(0) : NaN) name "at" nooutput
set xlabel (axis eq "bytes" ? "size of the gradient" : axis eq "by" ? label : axis) noenhanced
set ylabel "speed-up (1 = as the baseline)"
set logscale x 2
if (axis eq "bytes") {
    set xtics () nomirror out
    set for [k = 0:40:2] xtics add (size(k) 2 ** k)
}
set yrange [0:*]
set grid xtics
set offsets graph 0.03, graph 0.03, graph 0.05, 0
do for [format in formats] {
    eval start(format)
    plot 1 with lines linecolor rgb "#808080" linewidth 1 dashtype 3 notitle, \
         for [i = 1:series] csv using (at(0)):(of(i, "value")) smooth unique \
             with lines linestyle i notitle, \
         for [i = 1:series] csv using (at(0)):(of(i, "value")):(low(i)):(high(i)) \
             with yerrorbars linestyle i dashtype 1 linewidth 1.2 title word(words_seen, i)
    set output
}

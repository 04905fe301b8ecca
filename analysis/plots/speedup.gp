# Speed-up over the baseline, with intervals.
#   gnuplot -e "csv='speedup.csv'; out='speedup'" analysis/plots/speedup.gp
# reads a file that `pcollsim report DIR... --baseline KIND --plots FOLDER` writes, or what it prints
# with --format csv, and makes speedup.png and speedup.svg: against the number of ranks, a line for
# each kind. Settings with -e: axis='bytes', and axis='candidates' or axis='by' (the key given to
# --by), which only the first of these files has; metric='speedup_throughput'; label='...' of the
# axis; title='...'; formats='svg'.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -e \"csv='speedup.csv'; out='speedup'\" speedup.gp"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("speedup.gp")] . "style.gp"

if (!exists("metric")) metric = "speedup_latency"
if (!exists("title")) title = "Speed-up over the baseline"
if (!exists("axis")) axis = "ranks"

is_wanted(n) = strcol("metric") eq metric && strlen(strcol("value")) > 0
kind(n) = strlen(strcol("kind")) ? strcol("kind") : "mixed"
stats csv using (is_wanted(0) ? seen(kind(0)) : 0) nooutput
series = words(words_seen)
if (series == 0) {
    print "speedup.gp: no row of " . csv . " has the metric " . metric
    exit status 1
}
if (series > series_max) {
    print sprintf("speedup.gp: %d series, only the first %d are shown", series, series_max)
    series = series_max
}
of(i, field) = is_wanted(0) && kind(0) eq word(words_seen, i) ? column(field) : NaN
low(i) = strlen(strcol("ci_low")) ? of(i, "ci_low") : of(i, "value")
high(i) = strlen(strcol("ci_high")) ? of(i, "ci_high") : of(i, "value")
# Several kinds that are not known are told apart by their order.
is_known(i) = strstrt(kinds, " " . word(words_seen, i) . " ") > 0
known = 0
do for [i = 1:series] { known = known + is_known(i) }
style(i) = known >= series - 1 ? style_of(word(words_seen, i)) : i

set title title
if (!exists("label")) label = axis eq "bytes" ? "size of the gradient" \
                            : axis eq "candidates" ? "candidates that can start a round" : axis
stats csv using (is_wanted(0) && strlen(strcol(axis)) ? column(axis) : NaN) name "at" nooutput
set xlabel label noenhanced
set ylabel "speed-up (1 = as the baseline)"
if (at_min > 0) set logscale x 2
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
         for [i = 1:series] csv using (column(axis)):(of(i, "value")) smooth unique \
             with lines linestyle style(i) notitle, \
         for [i = 1:series] csv using (column(axis)):(of(i, "value")):(low(i)):(high(i)) \
             with yerrorbars linestyle style(i) dashtype 1 linewidth 1.2 title word(words_seen, i)
    set output
}

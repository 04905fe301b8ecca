# Training loss against simulated time, a line for each run.
#   gnuplot -e "csv='loss.csv'; out='loss'" analysis/plots/loss.gp
# reads a file that `pcollsim report DIR... --plots FOLDER` writes, with the columns series (no
# spaces), time_s, loss (mean over ranks), and makes loss.png and loss.svg.
# Settings with -e: title='...', formats='svg'.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -e \"csv='loss.csv'; out='loss'\" loss.gp"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("loss.gp")] . "style.gp"

if (!exists("title")) title = "Training loss against simulated time"

stats csv using (seen(strcol("series"))) nooutput
series = words(words_seen)
if (series > series_max) {
    print sprintf("loss.gp: %d series, only the first %d are shown", series, series_max)
    series = series_max
}
loss(i) = strcol("series") eq word(words_seen, i) ? column("loss") : NaN

set title title
set xlabel "simulated time (s)"
set ylabel "loss, mean over ranks"
set grid xtics
# Losses that fall by orders of magnitude are told apart at the end, too.
stats csv using (column("loss")) name "losses" nooutput
if (losses_min > 0 && losses_max > 100 * losses_min) set logscale y
do for [format in formats] {
    eval start(format)
    plot for [i = 1:series] csv using "time_s":(loss(i)) with lines linestyle i \
             title word(words_seen, i)
    set output
}

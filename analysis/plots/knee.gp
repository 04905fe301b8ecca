# Speed-up and staleness from solo to sync, for each workload and number of ranks.
#   gnuplot -c analysis/plots/knee.gp knee.csv knee
# reads what workloads/studies/knee.sh writes and makes knee.png and knee.svg. formats='svg' with -e.
if (ARGC == 2) {
    csv = ARG1
    out = ARG2
}
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -c knee.gp CSV OUT"
    exit status 2
}
load ARG0[1:strlen(ARG0) - strlen("knee.gp")] . "style.gp"

stats csv using (seen(strcol("workload"))) nooutput
workloads = words_seen
words_seen = " "
stats csv using (seen(strcol("ranks"))) nooutput
sizes = words_seen
if (words(workloads) == 0) {
    print "knee.gp: " . csv . " has no rows"
    exit status 1
}
of(w, p, field) = strcol("workload") eq w && strcol("ranks") eq p ? column(field) : NaN

# solo to sync; between them how many drawn ranks can start a round, the first of them or the last
set xtics ("solo" 0, "16" 1, "8" 2, "4" 3, "2" 4, "1" 5, "2" 6, "4" 7, "8" 8, "16" 9, "sync" 10) nomirror out
set xtics font ",9"
set xrange [-0.5:10.5]
set grid xtics
stats csv using (column("speedup")) name "fast" nooutput
stats csv using (column("staleness_mean")) name "stale" nooutput
do for [format in formats] {
    eval (format eq "png" \
        ? "set terminal pngcairo size 1400,760 font 'DejaVu Sans,11' background rgb 'white'" \
        : "set terminal svg size 1120,608 font 'DejaVu Sans,11' background rgb 'white'")
    set output out . "." . format
    set multiplot layout 2, words(workloads) columnsfirst margins 0.055, 0.99, 0.1, 0.86 spacing 0.035, 0.06
    do for [i = 1:words(workloads)] {
        w = word(workloads, i)
        set title w noenhanced font ",12"
        unset xlabel
        unset key
        if (i == 1) {
            set key at screen 0.5, 0.985 center top horizontal maxrows 1 noenhanced samplen 3
            set ylabel "speed-up over sync"
        } else {
            unset ylabel
        }
        set yrange [0.95:1.05 * fast_max]
        plot 1 with lines linecolor rgb "#808080" linewidth 1 dashtype 3 notitle, \
             for [k = 1:words(sizes)] csv using (column("position")):(of(w, word(sizes, k), "speedup")) \
                 with linespoints linestyle k title word(sizes, k) . " ranks"
        unset key
        unset title
        if (i == 1) { set ylabel "staleness, mean, rounds" }
        set yrange [0:1.05 * stale_max]
        set xlabel "first of m | last of m" font ",10"
        plot for [k = 1:words(sizes)] csv using (column("position")):(of(w, word(sizes, k), "staleness_mean")) \
                 with linespoints linestyle k notitle
    }
    unset multiplot
    set output
}

# Latency of the micro-benchmark against size, ours and published.
#   gnuplot -c analysis/plots/microbench.gp microbench.csv OUT
# reads what `pcollsim validate microbench` writes and makes OUT.png and OUT.svg.
# Colours: Okabe and Ito; kinds differ in mark and line too, for print without colours.
if (ARGC != 2) {
    print "usage: gnuplot -c microbench.gp CSV OUT"
    exit status 2
}
csv = ARG1
out = ARG2

set datafile separator ","
set datafile columnheaders
set datafile missing NaN # a row of another kind does not break a line

ms(kind, field) = stringcolumn("kind") eq kind ? 1e3 * column(field) : NaN
low(kind) = ms(kind, "published_latency_s") - ms(kind, "published_error_s")
high(kind) = ms(kind, "published_latency_s") + ms(kind, "published_error_s")

set title "Latency of allreduce, 32 ranks, rank i late by i ms" font ",15"
set xlabel "size of the gradient"
set ylabel "latency, mean over ranks and steps (ms)"
set logscale x 2
set logscale y 10
set xrange [32:8388608]
set yrange [0.1:60]
set xtics ("64 B" 64, "512 B" 512, "4 KiB" 4096, "32 KiB" 32768, "256 KiB" 262144, "4 MiB" 4194304)
set ytics ("0.1" 0.1, "0.2" 0.2, "0.5" 0.5, "1" 1, "2" 2, "5" 5, "10" 10, "20" 20, "50" 50)
set mytics 1
set grid xtics ytics linecolor rgb "#d8d8d8" linewidth 1
set border linecolor rgb "#404040"
set key at graph 0.03,0.53 left top vertical maxrows 3 samplen 3 Left reverse noenhanced width 1 \
        spacing 1.2
set bars 0.7

set label "error bars: as drawn in the paper" at graph 0.086,0.40 font ",10" textcolor rgb "#404040"

# Line and solid mark: ours. Hollow mark with error bar: published.
set style line 1 linecolor rgb "#000000" linewidth 2 dashtype 1 pointtype 5 pointsize 1.1
set style line 2 linecolor rgb "#0072B2" linewidth 2 dashtype 2 pointtype 7 pointsize 1.2
set style line 3 linecolor rgb "#D55E00" linewidth 2 dashtype 4 pointtype 9 pointsize 1.3
set style line 11 linecolor rgb "#000000" linewidth 1.6 pointtype 4 pointsize 2.2
set style line 12 linecolor rgb "#0072B2" linewidth 1.6 pointtype 6 pointsize 2.2
set style line 13 linecolor rgb "#D55E00" linewidth 1.6 pointtype 8 pointsize 2.4

kinds = "mpi majority solo"
names = "MPI_Allreduce majority solo"

set terminal pngcairo size 1000,760 font "DejaVu Sans,12" background rgb "white"
set output out . ".png"
# Published first: the solid marks are to be seen inside the hollow ones.
plot for [i = 1:3] csv using "bytes":(ms(word(kinds, i), "published_latency_s")) \
         :(low(word(kinds, i))):(high(word(kinds, i))) \
         with yerrorbars linestyle 10 + i title word(names, i) . ", published", \
     for [i = 1:3] csv using "bytes":(ms(word(kinds, i), "latency_s")) \
         with linespoints linestyle i title word(names, i) . ", simulated"

set terminal svg size 1000,760 font "DejaVu Sans,15" background rgb "white"
set output out . ".svg"
replot
set output

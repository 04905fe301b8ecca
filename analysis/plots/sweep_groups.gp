# Groups of bars over the column name of a sweep's results.csv, a bar for each kind; loaded by
# sweep_*.gp, makes no plot alone. They set: script, csv, out, title, y_name, ylabel; may set factor of the values (1).
# Bars are means over seeds.
if (!exists("csv") || !exists("out")) {
    print "usage: gnuplot -c " . script . " results.csv OUT"
    exit status 2
}
if (!exists("factor")) factor = 1

stats csv using (seen(strcol("name"))) nooutput
names = words_seen
words_seen = " "
stats csv using (seen(strcol("collective.kind"))) nooutput
types = words_seen
if (words(names) == 0) {
    print script . ": " . csv . " has no rows"
    exit status 1
}
n = words(names)
m = words(types)
array means[n * m]
at(i, k) = (i - 1) * m + k
y_of(i, k) = strcol("name") eq word(names, i) && strcol("collective.kind") eq word(types, k) \
    && strlen(strcol(y_name)) > 0 ? factor * column(y_name) : NaN
do for [i = 1:n] {
    do for [k = 1:m] {
        count = 0; sum = 0
        add(v) = v == v ? (count = count + 1, sum = sum + v, 0) : 0
        stats csv using (add(y_of(i, k))) nooutput
        means[at(i, k)] = count > 0 ? sum / count : NaN
    }
}
width = 0.8 / m

set title title
set ylabel ylabel
set xrange [0.4:n + 0.6]
set yrange [0:*]
set format y "%g"
set xtics rotate by -30 left noenhanced ()
do for [i = 1:n] { set xtics add (word(names, i) i) }
place(i, k) = i + (k - (m + 1) / 2.0) * width
set boxwidth 0.92 * width
do for [format in formats] {
    eval start(format)
    plot for [k = 1:m] [i = 1:n] "+" using (place(int(column(0)) + 1, k)):(means[at(int(column(0)) + 1, k)]) every ::0::n - 1 \
        with boxes linecolor rgb colours[style_of(word(types, k))] title word(types, k)
    set output
}

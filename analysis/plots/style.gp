# What the plots have in common; loaded by them, makes no plot alone.
#
# Colours: Okabe and Ito, without their yellow, which is lost on white paper. Series differ in mark
# and dash too, for print without colours. Names from files are never markup (noenhanced).
# formats: which files are made, "png svg" unless the caller has set it.
if (!exists("formats")) formats = "png svg"

set datafile separator ","
set datafile columnheaders
set datafile missing NaN # a row of another series does not break a line
set encoding utf8

black = "#000000"; blue = "#0072B2"; vermillion = "#D55E00"; green = "#009E73"
orange = "#E69F00"; sky = "#56B4E9"; purple = "#CC79A7"
series_max = 7
array colours[series_max] = [black, blue, vermillion, green, orange, purple, sky]
array marks[series_max] = [5, 7, 9, 11, 13, 4, 6]
do for [i = 1:series_max] {
    set style line i linecolor rgb colours[i] linewidth 2 dashtype i pointtype marks[i] pointsize 1.1
}

set border 3 linecolor rgb "#404040"
set tics nomirror out
set grid ytics linecolor rgb "#d8d8d8" linewidth 1
set key outside top center horizontal noenhanced samplen 3 spacing 1.2
set title noenhanced font ",15"
set style fill solid 0.85 noborder

# The command that starts a file of a format, for eval.
start(format) = (format eq "png" \
    ? "set terminal pngcairo size 1000,640 font 'DejaVu Sans,13' background rgb 'white'" \
    : "set terminal svg size 800,512 font 'DejaVu Sans,14' background rgb 'white'") \
    . "; set output out . '." . format . "'"

# Marks for sizes in bytes on a logarithmic axis, at every fourth power of two: 64 B, 1 KiB, ...
size(k) = k < 10 ? sprintf("%d B", 2 ** k) : k < 20 ? sprintf("%d KiB", 2 ** (k - 10)) \
        : k < 30 ? sprintf("%d MiB", 2 ** (k - 20)) : sprintf("%d GiB", 2 ** (k - 30))

# The distance of marks at whole numbers, about ten of them from 0 to n.
whole_tics(n) = n <= 12 ? 1 : ceil(n / 10.0)

# A list of distinct words, in order of their first appearance: stats ... using (seen(WORD)).
# Words hold no space, and are not empty.
words_seen = " "
seen(s) = strstrt(words_seen, " " . s . " ") ? 0 : (words_seen = words_seen . s . " ", 1)

# The style of a kind: the same in all plots. Kinds that are not known share the last one.
kinds = " mpi sync solo majority quorum mixed "
style_of(kind) = strstrt(kinds, " " . kind . " ") \
    ? 1 + words(kinds[1:strstrt(kinds, " " . kind . " ")]) : series_max

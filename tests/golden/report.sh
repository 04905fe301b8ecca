# Reports on the three small result folders in tests/golden/report/, in each format, against the
# expected text beside them. The table shows four digits and is the same to the letter. In the CSV
# numbers may differ by 1e-12 of their size: the C library's exp() and log() are not the same to the
# last bit on all processors.
# PCS_UPDATE_GOLDEN=1 rewrites the expected files instead: look at the difference before you keep it.
set -eu
expected="$PCS_SOURCE/tests/golden/report"
failed=0
rm -rf ./*
cp -r "$expected"/solo "$expected"/quorum "$expected"/majority .

# keep NAME: whether the expected files are rewritten
keep() {
    [ "${PCS_UPDATE_GOLDEN:-0}" = 1 ] && cp "$1" "$expected/$1"
}

# table NAME ARGUMENTS...
table() {
    "$PCS_BUILD/pcollsim" report "${@:2}" > "$1"
    keep "$1" || diff -u "$expected/$1" "$1" || failed=1
}

# csv NAME ARGUMENTS...
csv() {
    "$PCS_BUILD/pcollsim" report --format csv "${@:2}" > "$1"
    keep "$1" || awk -F, '
        NR == FNR { line[FNR] = $0; n = FNR; next }
        {
            rows = FNR
            fields = split(line[FNR], old)
            bad = fields != NF
            for (i = 1; i <= NF && !bad; i++) {
                number = i >= 8 && i <= 10 && $i != "" && old[i] != ""
                size = old[i] < 0 ? -old[i] : old[i] + 0
                gap = $i - old[i]
                bad = number ? gap > 1e-12 * size || -gap > 1e-12 * size : $i != old[i]
            }
            if (bad) { print "expected: " line[FNR]; print "found:    " $0; wrong = 1 }
        }
        END { if (rows != n) print "expected " n " lines, found " rows; exit wrong || rows != n }
    ' "$expected/$1" "$1" || failed=1
}

# page NAME ARGUMENTS...: without style and script; numbers that tables are sorted by, with 10 digits.
page() {
    "$PCS_BUILD/pcollsim" report --format html "${@:2}" | awk '
        /^<style>/ || /^<script>/ { hidden = 1 }
        /<\/style>$/ || /<\/script>$/ { hidden = 0; next }
        hidden { next }
        {
            rest = $0
            line = ""
            while (match(rest, /data-sort="[^"]+"/)) {
                value = substr(rest, RSTART + 11, RLENGTH - 12)
                line = line substr(rest, 1, RSTART + 10) sprintf("%.10g", value) "\""
                rest = substr(rest, RSTART + RLENGTH)
            }
            print line rest
        }' > "$1"
    keep "$1" || diff -u "$expected/$1" "$1" || failed=1
}

table solo.table solo
csv solo.csv solo --detail
table quorum.table quorum
csv quorum.csv quorum --detail
table majority.table majority
csv majority.csv majority
table all.table --by collective.bytes solo quorum majority
csv mser5.csv --warmup mser5 majority
for run in solo quorum majority; do
    page $run.html $run
done
exit $failed

# The rendering minimal: every pair of hosts of small machines, and pairs of a large one, take the links that the rules of
# docs/networks.md give. The rules are worked out again here, in awk, and SimGrid is asked for its
# routes; latency and bandwidth of each link are compared too.
set -eu
pcollsim="$PCS_BUILD/pcollsim"
probe="$PCS_BUILD/pcollsim-probe"
failed=0

# walk GROUPS CHASSIS ROUTERS NODES BLUE
walk() {
    local hosts=$(($1 * $2 * $3 * $4))
    "$pcollsim" platform aries --rendering minimal --ranks "$hosts" --groups "$1" --chassis "$2" \
        --routers "$3" --nodes "$4" --blue-links "$5" -o m.xml
    # Every pair, or of a large machine pairs all over it.
    awk -v n="$hosts" 'BEGIN {
        if (n > 200) {
            for (i = 0; i < 900; i++) print "--path nid" (i * 2741) % n " nid" (i * 5087 + 1) % n
            exit
        }
        for (a = 0; a < n; a++) for (b = 0; b < n; b++) if (a != b) print "--path nid" a " nid" b
    }' > pairs
    # shellcheck disable=SC2046
    "$probe" m.xml $(cat pairs) > got
    awk -v G="$1" -v C="$2" -v R="$3" -v N="$4" -v B="$5" '
        function min(x, y) { return x < y ? x : y }
        function green(g, c, s, t) {
            return s == t ? "" : " green-g" g "c" c "-s" min(s, t) "-s" (s + t - min(s, t)) (s < t ? "_UP" : "_DOWN")
        }
        function black(g, s, c, d) {
            return c == d ? "" : " black-g" g "s" s "-c" min(c, d) "-c" (c + d - min(c, d)) (c < d ? "_UP" : "_DOWN")
        }
        # The corner of a pair is in the chassis of its lower router when the sum is even.
        function inside(g, c, s, d, t,    low_first) {
            if (c == d) return green(g, c, s, t)
            if (s == t) return black(g, s, c, d)
            low_first = (c + d + s + t) % 2 == 0
            if (low_first == (c < d)) return green(g, c, s, t) black(g, t, c, d)
            return black(g, s, c, d) green(g, d, s, t)
        }
        function slot(g, h) { return (h < g ? h : h - 1) % R }
        {
            sub("nid", "", $2); sub("nid", "", $3)
            a = $2; b = $3
            g = int(a / (C * R * N)); h = int(b / (C * R * N))
            c = int(a / (R * N)) % C; d = int(b / (R * N)) % C
            s = int(a / N) % R;       t = int(b / N) % R
            line = "g" g "c" c "s" s "_link_" a "_UP"
            if (g == h) line = line inside(g, c, s, d, t)
            else {
                cable = c % min(B, C)
                line = line inside(g, c, s, cable, slot(g, h))
                line = line " blue-g" min(g, h) "-g" (g + h - min(g, h)) "-" cable (g < h ? "_UP" : "_DOWN")
                line = line inside(h, cable, slot(h, g), d, t)
            }
            print line " g" h "c" d "s" t "_link_" b "_DOWN"
        }' pairs > expected
    if ! diff expected got > difference; then
        echo "FAILED: $*: $(grep -c '^>' difference) of $(wc -l < pairs) routes differ:"
        head -6 difference
        failed=1
    fi
    echo "$*: $(wc -l < pairs) pairs"
    # Each class of link has its own figures: 10.2, 10.5, 15.75 GB/s and 4.922 a blue link.
    "$probe" m.xml --links > links
    awk -v C="$2" -v B="$5" '
        function close_to(x, y) { return x > y * 0.999999 && x < y * 1.000001 }
        /^g[0-9]/ { ok = close_to($2, 10.2e9) && close_to($3, 400e-9) }
        /^green/  { ok = close_to($2, 10.5e9) && close_to($3, 100e-9) }
        /^black/  { ok = close_to($2, 15.75e9) && close_to($3, 100e-9) }
        /^blue/ {
            split($1, part, /[-_]/); cables = B < C ? B : C
            n = int(B / cables) + (part[4] < B % cables)
            ok = close_to($2, n * 4.922e9) && close_to($3, 300e-9)
        }
        !ok { print "FAILED: link " $0; bad = 1 }
        { ok = 0 }
        END { exit bad }' links || failed=1
}

walk 5 2 3 2 2      # more groups than slots
walk 2 3 4 2 7      # cables of 3, 2 and 2 links
walk 3 4 2 1 2      # fewer links than chassis
walk 1 3 5 2 1
walk 7 1 2 1 2      # one chassis
walk 20 6 16 4 24   # Piz Daint's size
exit $failed

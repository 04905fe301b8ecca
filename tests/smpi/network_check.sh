# pcollsim platform --check: ping-pong inside the published ranges, far pairs slower by their hops
# only, bisection as described, for the renderings of aries and for trees, full and tapered.
set -eu
pcollsim="$PCS_BUILD/pcollsim"
failed=0

# measure ARGUMENTS: the table into the file table
measure() {
    echo "== $*"
    "$pcollsim" platform "$@" --check > table || { echo "FAILED: $*"; failed=1; }
}

# within BENCHMARK PAIR BYTES time|rate LOW HIGH: us or GB/s; the first row that fits
within() {
    awk -v b="$1" -v p="$2" -v n="$3" -v what="$4" -v lo="$5" -v hi="$6" '
        $1 == b && $2 == p && $4 == n && !seen++ { v = what == "time" ? $5 : $7 }
        END { print b, p, n, v, "(" lo " .. " hi ")"; exit !(seen && v >= lo && v <= hi) }' table ||
        { echo "FAILED"; failed=1; }
}

measure aries --groups 2 --chassis 2 --routers 4 --nodes 4 --blue-links 4 --ranks 64
within pingpong near 8 time 1.09 1.40
within pingpong near 4194304 rate 9.5 9.8
within pingpong far 8 time 1.60 1.75
# 2 x 2 / 4 pairs of groups, 4 links of 4.7 GB/s: within 2 %, and as described.
within bisection any 4194304 rate 18.43 19.17

measure aries --rendering minimal --groups 2 --chassis 2 --routers 4 --nodes 4 --blue-links 4 --ranks 64
within pingpong near 8 time 1.09 1.40
within pingpong near 4194304 rate 9.5 9.8
within pingpong far 8 time 1.74 1.77
within bisection any 4194304 rate 18.43 19.17

# Halves that cut a group are not compared with what is described between groups.
measure aries --chassis 2 --routers 4 --nodes 4 --blue-links 4 --ranks 48
grep -q 'these halves cut a group' table || { echo "FAILED: halves that cut a group"; failed=1; }

# Four groups: 4 pairs across the middle, each with 4 links.
for rendering in spread minimal; do
    measure aries --rendering $rendering --groups 4 --chassis 2 --routers 4 --nodes 4 --blue-links 4 \
        --ranks 128
    within bisection any 4194304 rate 73.7 76.7
done

measure fat-tree --leaf-hosts 8 --ranks 64
within pingpong near 8 time 0.9 1.1
within pingpong near 4194304 rate 11.9 12.2
within bisection any 4194304 rate 380 400
within incast any 1048576 rate 11 12.5
measure fat-tree --leaf-hosts 8 --taper 2 --ranks 64
within bisection any 4194304 rate 190 200
measure fat-tree --leaf-hosts 4 --levels 3 --ranks 64
within pingpong far 8 time 1.3 1.5
within bisection any 4194304 rate 380 400
measure fat-tree --links hdr --ranks 32
within pingpong near 4194304 rate 23.5 24.5
measure flat --links 10gbe --ranks 4
within pingpong near 4194304 rate 1.10 1.20
exit $failed

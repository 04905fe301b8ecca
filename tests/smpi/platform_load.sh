# SimGrid loads what the models write, its routes have the figures of the table, and a ping-pong
# over them comes out where the calibration says. The expected figures are written out here, from
# docs/networks.md, and not taken from the library.
set -eu
write="$PCS_BUILD/tests/golden/write_platform"
probe="$PCS_BUILD/pcollsim-probe"
pingpong="$PCS_BUILD/tests/smpi/pingpong"
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# within NAME VALUE LOW HIGH
within() {
    echo "$1: $2 ($3 .. $4)"
    awk -v v="$2" -v lo="$3" -v hi="$4" 'BEGIN { exit !(v != "" && v >= lo && v <= hi) }' ||
        fail "$1 is $2, expected $3 .. $4"
}

# load MODEL LINKS RANKS HOSTS: writes p.xml and p.hosts; the probe must see that many hosts, and
# each host of the host file among them.
load() {
    "$write" "$1" "$2" "$3" platform > p.xml
    "$write" "$1" "$2" "$3" hosts > p.hosts
    "$probe" p.xml > p.seen || fail "$1 $2 $3 does not load"
    [ "$(wc -l < p.seen)" = "$4" ] || fail "$1 $2 $3: $(wc -l < p.seen) hosts, expected $4"
    [ "$(wc -l < p.hosts)" = "$3" ] || fail "$1 $2 $3: $(wc -l < p.hosts) lines in the host file"
    [ -z "$(sort p.hosts | comm -23 - <(sort p.seen))" ] || fail "$1 $2 $3: hosts not in platform"
}

# route FROM TO LATENCY_NS MB_PER_S, in p.xml
route() {
    local figures
    figures=$("$probe" p.xml --route "$1" "$2")
    # Sums of latencies are rounded: 1 part in 10^12 is allowed.
    echo "$figures" | awk -v l="$3" -v b="$4" '
        { ok = NF == 2 && ($1 / (l * 1e-9) - 1) ^ 2 < 1e-24 && ($2 / (b * 1e6) - 1) ^ 2 < 1e-24 }
        END { exit !ok }' || fail "route $1 $2 is $figures, expected $3 ns, $4 MB/s"
}

# run HOSTS BYTES: one ping-pong on p.xml, HOSTS is a file; sets seconds and rate
run() {
    "$PCS_SMPIRUN" -no-privatize -np "$(wc -l < "$1")" -platform p.xml -hostfile "$1" \
        --log=root.thres:error "$pingpong" "$2" > run.out 2> run.err || true
    # smpirun ends with 0 whatever happens: only the program's own line counts.
    seconds=$(awk '$1 == "pingpong" { print $4 }' run.out)
    rate=$(awk '$1 == "pingpong" { print $5 }' run.out)
    [ -n "$seconds" ] || { fail "ping-pong on $1 $2"; cat run.out run.err; }
}

pair() {
    printf '%s\n' "$@" > pair.hosts
}

# Every model at odd sizes and at the edges of groups and leaves. Hosts by the rules of
# docs/networks.md.
for case in "1 4 16 1" "2 4 16 2" "3 4 16 3" "5 8 16 5" "16 16 16 16" "17 20 32 17" \
    "384 384 384 384" "385 388 400 385" "513 516 527 513" "1024 1024 1035 1024"; do
    read -r ranks aries tree flat <<< "$case"
    load aries aries "$ranks" "$aries"
    load fat-tree edr "$ranks" "$tree"
    load flat hdr "$ranks" "$flat"
done
load fat-tree aries 20 32
load flat edr 16384 16384
load aries aries 16384 16384

# Aries: inside a group two links of 500 ns; between groups 300 ns more.
load aries aries 400 400
route nid0 nid1 1000 10200
route nid0 nid383 1000 10200
route nid384 nid399 1000 10200
route nid0 nid384 1300 10200
route nid399 nid383 1300 10200
route nid7 nid7 200 8000
pair nid0 nid1
run pair.hosts 8
within "aries, one group, 8 B, seconds" "$seconds" 1.09e-6 1.40e-6
run pair.hosts 4194304
within "aries, one group, 4 MiB, bytes/s" "$rate" 9.5e9 9.8e9
pair nid0 nid384
run pair.hosts 8
within "aries, two groups, 8 B, seconds" "$seconds" 1.5e-6 2.2e-6
run pair.hosts 4194304
within "aries, two groups, 4 MiB, bytes/s" "$rate" 9.5e9 9.8e9
# 16 flows at once through the bundle: 24 x 4.7 GB/s / 16.
{ seq -f 'nid%g' 0 15; seq -f 'nid%g' 384 399; } > bundle.hosts
run bundle.hosts 4194304
within "aries, 16 flows in one bundle, bytes/s each" "$rate" 6.91e9 7.19e9

# Three groups: each pair has a bundle of its own.
load aries aries 1024 1024
route nid0 nid400 1300 10200
route nid1023 nid400 1300 10200
route nid1023 nid0 1300 10200

# Fat tree: 2 links under one leaf, 4 over a spine.
load fat-tree edr 20 32
route node-0 node-1 200 12500
route node-0 node-16 400 12500
route node-19 node-3 400 12500
route node-7 node-7 100 8000
pair node-0 node-1
run pair.hosts 8
within "edr, one leaf, 8 B, seconds" "$seconds" 0.9e-6 1.1e-6
run pair.hosts 4194304
within "edr, one leaf, 4 MiB, bytes/s" "$rate" 11.9e9 12.2e9
pair node-0 node-16
run pair.hosts 4194304
within "edr, two leaves, 4 MiB, bytes/s" "$rate" 11.9e9 12.2e9
# Full bisection: all 16 hosts of a leaf send to the other leaf at full rate.
load fat-tree edr 32 32
run p.hosts 4194304
within "edr, 16 flows across the bisection, bytes/s each" "$rate" 11.9e9 12.2e9

load fat-tree hdr 20 32
route node-0 node-1 260 25000
route node-0 node-16 520 25000
pair node-0 node-1
run pair.hosts 4194304
within "hdr, one leaf, 4 MiB, bytes/s" "$rate" 23.5e9 24.5e9
first=$seconds
run pair.hosts 4194304
[ "$first" = "$seconds" ] || fail "two runs differ: $first and $seconds"

load flat edr 5 5
route node-0 node-4 200 12500
load flat aries 5 5
route node-0 node-4 1000 10200

# What the probe refuses, and how it ends.
if "$probe" no-such-file.xml > /dev/null 2>&1; then fail "a missing file was loaded"; fi
if "$probe" p.xml --route node-0 node-77 > /dev/null 2> err; then fail "unknown host"; fi
grep -q "no host 'node-77'" err || fail "message for an unknown host: $(cat err)"
rc=0
"$probe" p.xml --route node-0 > /dev/null 2>&1 || rc=$?
[ $rc = 2 ] || fail "bad usage ends with $rc"

exit $failed

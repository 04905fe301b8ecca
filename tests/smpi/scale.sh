# platform.scale: a run of shorter messages on a network as much slower takes the times of the run
# that it stands for, within 2 %, and reports its bytes.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

# column NAME FOLDER: of the summary
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
        { print $c }' "$2/summary.csv"
}

# compare NAME SCALE TOLERANCE ARGUMENTS: the scenario s.yaml, unscaled and scaled
compare() {
    local name=$1 scale=$2 tolerance=$3
    shift 3
    call 0 run s.yaml "$@" -o "$name-1"
    call 0 run s.yaml "$@" --set platform.scale="$scale" -o "$name-$scale"
    [ "$(column bytes_sent "$name-1")" = "$(column bytes_sent "$name-$scale")" ] ||
        fail "$name: bytes sent: $(column bytes_sent "$name-1") and $(column bytes_sent "$name-$scale")"
    for figure in bytes schedule messages; do
        [ "$(column $figure "$name-1")" = "$(column $figure "$name-$scale")" ] || fail "$name: $figure"
    done
    for figure in latency_mean_s latency_p99_s sim_time_s; do
        echo "$name $figure $(column $figure "$name-1") $(column $figure "$name-$scale")" |
            awk -v t="$tolerance" '{ d = $4 / $3 - 1; print $0, 100 * d " %"; exit !(d < t && d > -t) }' ||
            fail "$name: $figure"
    done
    says "$name-$scale/manifest.yaml" "^scale: $scale "
    if grep -q '^scale:' "$name-1/manifest.yaml"; then fail "$name: manifest without scale"; fi
}

cat > s.yaml << 'END'
name: s
ranks: 16
steps: 6
collective: {kind: solo, bytes: 4MiB}
platform: {model: aries}
workload: {delay: {distribution: uniform, low: 0s, high: 20us}}
END
compare solo 16 0.02
# A calibration of many sections, messages on both sides of them, any number of ranks.
compare majority 8 0.02 --set ranks=12 --set collective.kind=majority --set collective.schedule=rabenseifner \
    --set collective.bytes=1536KiB --set platform.model=fat-tree --set platform.leaf_hosts=4
# The library's own: messages of exactly the rendezvous limit have no header before them.
compare mpi 8 0.02 --set ranks=8 --set collective.kind=mpi --set collective.schedule=ring \
    --set collective.bytes=64KiB --set platform.groups=2 --set platform.chassis=1 \
    --set platform.routers=1 --set platform.nodes=4 --set platform.blue_links=1 \
    --set platform.rendering=minimal

# Elements that the scale does not divide are rounded up, for each rank alike.
call 0 run s.yaml --set collective.elements=100001 --set platform.scale=7 -o odd
[ "$(column bytes odd)" = 400004 ] || fail "bytes of an odd size: $(column bytes odd)"

call 2 run s.yaml --set platform.scale=8 --set collective.payload=real -o bad
says err 'platform.scale: values cannot be left out of payload real; expected payload phantom'
call 2 run s.yaml --set platform.scale=8 --set collective.bytes=256 -o bad
says err 'platform.scale: less than an element is left for each rank; expected at most 4'
call 2 run s.yaml --set platform.scale=0 -o bad
call 2 run s.yaml --set platform.scale=5000 -o bad
says err 'platform.scale: .5000.: too large; expected .*1.*4096'
call 2 platform aries --ranks 4 --scale 4 --check
says err 'expected no --scale'
call 0 platform aries --ranks 4 --scale 16 -o p.xml
says p.xml '"smpi/async-small-thresh" value="512"'
says p.xml '"smpi/os" value="0:1.5e-07:0;32:1.5e-07:1.472e-09;511:1.5e-07:0"'
says p.xml '"smpi/lat-factor" value="0:1;527:4.25"'
says p.xml 'bw="637500000Bps"'
says p.xml '"network/weight-S" value="548.4375"'
exit $failed

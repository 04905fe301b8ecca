# Slow hosts and reduced links by name.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

# bandwidth NAME: of its way up in p.xml
bandwidth() {
    "$PCS_BUILD/pcollsim-probe" p.xml --links | awk -v name="$1_UP" '$1 == name { print $2 }'
}
links="aries --groups 3 --ranks 9 -o p.xml"
call 0 platform $links --reduced-names blue-g0-g2 --reduced-to 0.5
[ "$(bandwidth blue-g0-g2) $(bandwidth blue-g0-g1)" = "59064000000 118128000000" ] ||
    fail "spread: $(bandwidth blue-g0-g2) $(bandwidth blue-g0-g1)"
minimal="$links --rendering minimal --chassis 2 --routers 2 --nodes 2 --blue-links 2"
call 0 platform $minimal --reduced-names '[blue-g1-g2-1, green-g0c1-s0-s1, black-g2s0-c0-c1]' \
    --reduced-to 0.25 --describe
says out '^reduced +blue-g1-g2-1 green-g0c1-s0-s1 black-g2s0-c0-c1 have 0.25'
[ "$(bandwidth blue-g1-g2-1) $(bandwidth green-g0c1-s0-s1) $(bandwidth black-g2s0-c0-c1)" = \
    "1231000000 2625000000 3938000000" ] || fail "minimal: $(bandwidth black-g2s0-c0-c1)"
[ "$(bandwidth blue-g1-g2-0) $(bandwidth green-g0c0-s0-s1)" = "4922000000 10500000000" ] || fail "others"
for name in blue-g0-g3 blue-g1-g0 blue-g0-g01 blue-g0-g1-0 green-g0c0-s0-s1 nid3; do
    call 2 platform $links --reduced-names $name --reduced-to 0.5
    says err "platform.reduced_names: no link '$name'; expected the names of links"
done
call 2 platform $minimal --reduced-names blue-g0-g1-2 --reduced-to 0.5
call 2 platform $links --reduced-names blue-g0-g1
says err 'reduced_to: 0 of the bandwidth'
call 2 platform $links --reduced-names '[]' --reduced-to 0.5
says err 'reduced_names: an empty list'
call 2 platform fat-tree --ranks 4 --reduced-names a --reduced-to 0.5 -o p.xml

# Host nid2 has ranks 4 and 5.
cat > s.yaml << 'END'
name: s
ranks: 8
steps: 2
collective: {kind: sync, bytes: 4KiB}
platform: {model: aries, ranks_per_node: 2, slow_host_names: [nid2], slow_factor: 3}
workload: {compute: {distribution: constant, value: 1ms}}
END
call 0 run s.yaml -o slow
[ "$(awk -F, 'NR > 1 && $2 == 0 { printf "%.0f ", $4 * 1e3 }' slow/steps.csv)" = "1 1 1 1 3 3 1 1 " ] ||
    fail "slow ranks"
says slow/scenario.yaml '  slow_host_names: \["nid2"\]'
call 0 run slow/scenario.yaml -o again
cmp slow/steps.csv again/steps.csv || fail "the canonical form"
call 0 run s.yaml -o moved --set placement=round-robin-routers --set platform.slow_host_names=nid3
call 2 run s.yaml -o bad --set 'platform.slow_host_names=[nid0, nid4]'
says err "slow_host_names: no rank runs on a host 'nid4'; expected hosts with ranks, such as nid0"
call 2 run s.yaml -o bad --set 'platform.slow_host_names={nid0: 2}'
call 2 run s.yaml -o bad --set 'platform.slow_host_names=[[nid0]]'
[ ! -e bad ] || fail "a refused run left a folder"
exit $failed

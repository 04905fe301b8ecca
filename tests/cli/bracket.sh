# pcollsim run --bracket: both renderings, two folders, a table; minimal is no faster than spread.
# Also: machines and disturbances in a scenario, and what they do to run ids.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

cat > s.yaml << 'END'
ranks: 32
steps: 3
collective: {kind: mpi, bytes: 1MiB}
END
call 0 run s.yaml --bracket -o b
[ -f b-spread/summary.csv ] && [ -f b-minimal/summary.csv ] || fail "folders"
says out '^latency_mean_s'
awk '$1 == "latency_mean_s" { ok = $2 > 0 && $3 > $2 && $4 > 1 } END { exit !ok }' out ||
    fail "minimal is slower where flows share links"
call 2 run s.yaml --bracket
says err 'expected -o DIR'
call 2 run s.yaml --bracket -o f --set platform.model=flat
says err 'platform.rendering does not apply to platform.model: flat'

# A machine is no more than its keys: the same run id, and the canonical form has them.
id() {
    call 0 run s.yaml --dry-run --no-preload -o "$1" "${@:2}"
    cksum < "$1/scenario.yaml"
}
machine=$(id d1 --set platform.preset=theta-like)
keys=$(id d2 --set platform.groups=9 --set platform.chassis=6 --set platform.routers=16 \
    --set platform.nodes=4 --set platform.blue_links=48)
[ "$machine" = "$keys" ] || fail "a machine and its keys differ"
says d1/scenario.yaml '^  blue_links: 48$'
call 0 run s.yaml --dry-run -o d3 --set platform.preset=theta-like --set platform.blue_links=4
says d3/scenario.yaml '^  blue_links: 4$'
call 0 run s.yaml --dry-run -o d4
if grep -Eq 'groups|background|slow|taper|ranks_per_node' d4/scenario.yaml; then
    fail "keys with no value in the canonical form"
fi

# Slow hosts compute slower, by their factor: 4 of 8 ranks, on 2 hosts.
cat > slow.yaml << 'END'
ranks: 8
steps: 2
collective: {kind: mpi, bytes: 4KiB}
platform: {ranks_per_node: 2, slow_hosts: 2, slow_factor: 3}
workload: {compute: {distribution: constant, value: 10ms}}
END
call 0 run slow.yaml -o slow
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "compute_s") c = i; next }
    { slow += $c > 0.0299 && $c < 0.0301; usual += $c > 0.0099 && $c < 0.0101 }
    END { exit !(slow == 8 && usual == 8) }' slow/steps.csv || fail "slow hosts"
exit $failed

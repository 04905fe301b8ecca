# The fat tree link by link, for links that differ: its routes are those of SimGrid's FAT_TREE for
# every pair of hosts, whatever the shape, and what is taken from a link is what the run feels.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
probe="$PCS_BUILD/pcollsim-probe"
rm -rf ./*

# column NAME FOLDER: of the summary
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
        { print $c }' "$2/summary.csv"
}

# same HOSTS ARGUMENTS: a link of the one tree is always the same link of the other, on every route
# at the same place, and the other way round; so are latency and bandwidth of every route.
same() {
    local hosts=$1
    shift
    call 0 platform fat-tree "$@" --ranks "$hosts" -o own.xml
    call 0 platform fat-tree "$@" --ranks "$hosts" -o links.xml --background leaf-up
    says own.xml 'topology="FAT_TREE"'
    says links.xml 'routing="DijkstraCache"'
    for what in path route; do
        awk -v n="$hosts" -v what="--$what" 'BEGIN { for (a = 0; a < n; a++) for (b = 0; b < n; b++)
            if (a != b || what == "--route") print what " node-" a " node-" b }' > pairs
        # shellcheck disable=SC2046
        "$probe" own.xml $(cat pairs) > "own.$what"
        # shellcheck disable=SC2046
        "$probe" links.xml $(cat pairs) > "links.$what"
    done
    paste -d '|' own.path links.path | awk -F '|' '
        split($1, own, " ") != split($2, links, " ") { print "lengths: " $0; bad = 1; exit 1 }
        {
            for (i in own) {
                if (!(own[i] in there)) there[own[i]] = links[i]
                if (!(links[i] in back)) back[links[i]] = own[i]
                if (there[own[i]] != links[i] || back[links[i]] != own[i]) {
                    print "route " NR ": " $0; bad = 1; exit 1
                }
            }
            n++
        }
        END { print n + 0 " routes"; exit bad || !n }' || fail "$*: routes differ"
    paste own.route links.route | awk '
        function near(x, y) { return x > y * 0.999999999 && x < y * 1.000000001 }
        !near($1, $3) || !near($2, $4) { print; bad = 1 }
        END { exit bad || !NR }' || fail "$*: figures differ"
}
same 32 --leaf-hosts 4
same 36 --leaf-hosts 6 --taper 3
same 48 --levels 3 --leaf-hosts 4 --pod-leaves 3
same 48 --levels 3 --leaf-hosts 4 --taper 2 --pod-leaves 4

# A run with nothing taken is the run on SimGrid's own tree.
cat > s.yaml << 'END'
ranks: 32
steps: 4
collective: {kind: solo, bytes: 1MiB}
platform: {model: fat-tree, leaf_hosts: 8, taper: 2}
workload: {delay: {distribution: uniform, low: 0s, high: 50us}}
END
call 0 run s.yaml -o own
call 0 run s.yaml -o links --set platform.background=leaf-up
for figure in latency_mean_s latency_p99_s sim_time_s; do
    echo "$figure $(column $figure own) $(column $figure links)" |
        awk '{ print; d = $3 / $2 - 1; exit !(d < 1e-6 && d > -1e-6) }' || fail "$figure"
done
# With half of each uplink taken, half of the bisection is left: 16 flows of 12.5 GB/s x 0.96 / 2.
call 0 platform fat-tree --leaf-hosts 4 --ranks 32 --background leaf-up --background-share 0.5 --check
awk '$1 == "bisection" && $3 == 32 { print; ok = $7 > 91.2 && $7 < 100.8 } END { exit !ok }' out ||
    fail "half of the uplinks"

# rates PATTERN: GB/s of the links, without the way down
rates() {
    "$probe" p.xml --links | awk -v pattern="$1" '$1 ~ pattern && /_UP / { printf "%.6g\n", $2 / 1e9 }'
}
tree="fat-tree --levels 3 --leaf-hosts 2 --pod-leaves 2 --ranks 8 -o p.xml"
call 0 platform $tree --background pod-up --background-share 0.6 --describe
says out '^background +0.6 of the bandwidth of pod-up links'
[ "$(rates '^pod-up' | sort | uniq -c | awk '{ print $1, $2 }')" = "8 5" ] || fail "pods: $(rates '^pod-up')"
[ "$(rates '^(leaf-up|node-link)' | sort | uniq -c | awk '{ print $1, $2 }')" = "16 12.5" ] || fail "others"
call 0 platform $tree --background leaf-up --background-share 0.6 --background-spread 0.1
cp p.xml once.xml
call 0 platform $tree --background leaf-up --background-share 0.6 --background-spread 0.1 --seed 1
cmp p.xml once.xml || fail "seeded"
[ "$(rates '^leaf-up' | sort -u | wc -l)" = 8 ] || fail "drawn for each link"
call 0 platform $tree --background leaf-up --background-share 0.6 --background-spread 0.1 --seed 2
if cmp -s p.xml once.xml; then fail "another seed"; fi
call 0 platform $tree --reduced pod-up --reduced-links 3 --reduced-to 0.2
[ "$(rates '^pod-up' | grep -c '^2.5$')" = 3 ] || fail "reduced"
call 0 platform $tree --reduced-names '[leaf-up-l3-1, node-link-7, pod-up-p1-s0-1]' --reduced-to 0.2
[ "$(rates '^(leaf-up-l3-1|node-link-7|pod-up-p1-s0-1)_UP$' | sort | uniq -c | awk '{ print $1, $2 }')" = "3 2.5" ] ||
    fail "reduced by name"
[ "$(rates . | grep -c '^12.5$')" = 21 ] || fail "those not named"
for name in leaf-up-l4-0 leaf-up-l0-2 leaf-up-l00-0 node-link-8 pod-up-p0-s0-2 pod-up-p2-s0-0 spine; do
    call 2 platform $tree --reduced-names $name --reduced-to 0.5
    says err "no link '$name'; expected the names of links"
done
call 2 platform $tree --reduced leaf-up --reduced-links 9 --reduced-to 0.5
says err 'reduced_links: 9 of 8 leaf-up links; expected at most 8'
call 2 platform fat-tree --ranks 8 --reduced-names pod-up-p0-s0-0 --reduced-to 0.5 -o p.xml
call 2 platform flat --ranks 8 --reduced-names node-link-0 --reduced-to 0.5 -o p.xml
says err 'no link of this network can be reduced; expected the model aries or fat-tree'
exit $failed

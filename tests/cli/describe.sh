# pcollsim platform --describe says what SimGrid finds in the file: hosts, links of each class with
# their figures, latency and bandwidth of the nearest and farthest pair.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
probe="$PCS_BUILD/pcollsim-probe"
rm -rf ./*

# describes CLASS=PATTERN... -- ARGUMENTS: PATTERN finds the links of the class by their names
describes() {
    local classes=() class pattern
    while [ "$1" != -- ]; do classes+=("$1"); shift; done
    shift
    call 0 platform "$@" -o p.xml --hostfile p.hosts --describe
    cp out said
    "$probe" p.xml > hosts
    "$probe" p.xml --links > links
    [ "$(awk '$1 == "hosts" { print $2 + 0 }' said)" = "$(wc -l < hosts)" ] || fail "$*: hosts"
    local seen=0
    for class in "${classes[@]}"; do
        pattern=${class#*=}
        class=${class%%=*}
        grep -E -- "$pattern" links > these || true
        seen=$((seen + $(wc -l < these)))
        # A link is two of SimGrid's, _UP and _DOWN; the widest has the described bandwidth.
        awk -v class="$class" '
            function near(x, y) { return x > y * 0.999999 && x < y * 1.000001 }
            NR == FNR { n++; if ($2 > widest) widest = $2; latency = $3; next }
            $1 == "links" && index($0, " " class ":") {
                sub(/.*: /, "", $0)
                found = 1
                ok = near($1 * 1e9, widest) && near($5 * 1e-9, latency) && said == n / 2
            }
            END { exit !(found && ok) }' said="$(awk -v c=" $class:" '$1 == "links" && index($0, c) { print $2 }' said)" \
            these said || fail "$*: links $class"
    done
    [ $seen = "$(wc -l < links)" ] || fail "$*: $seen of $(wc -l < links) links described"
    for which in nearest farthest; do
        awk -v w="$which" '$1 == w { sub(":", "", $4); print "--route " $3 " " $4 }' said > pair
        # shellcheck disable=SC2046
        "$probe" p.xml $(cat pair) > route
        awk -v w="$which" '
            function near(x, y) { return x > y * 0.999999 && x < y * 1.000001 }
            NR == FNR { latency = $1; rate = $2; next }
            $1 == w { ok = near($7 * 1e-9, latency) && near($9 * 1e9, rate) }
            END { exit !ok }' route said || fail "$*: $which pair"
        # shellcheck disable=SC2046
        "$probe" p.xml $(sed 's/--route/--path/' pair) | wc -w > path
        [ "$(awk -v w="$which" '$1 == w { print $5 }' said)" = "$(($(cat path)))" ] ||
            fail "$*: links of the $which pair"
    done
    # No route from the first host is longer than that of the farthest pair, or shorter than the nearest.
    # shellcheck disable=SC2046
    "$probe" p.xml $(awk 'NR == 1 { first = $1; next } { print "--route " first " " $1 }' hosts) |
        awk '{ print $1 }' | sort -g > all
    awk 'NR == FNR { if (NR == 1) least = $1; most = $1; next }
         $1 == "nearest" { ok += $7 * 1e-9 < least * 1.000001 }
         $1 == "farthest" { ok += $7 * 1e-9 > most * 0.999999 }
         END { exit ok != 2 }' all said || fail "$*: nearest or farthest of all"
    says said '^  [a-z0-9]+: .*(measured|quoted|fitted|derived|memory|placeholder)'
}

describes 'node=^g[0-9]+_link' 'blue bundle=^blue' -- theta-like --ranks 100
describes 'node=^g[0-9]+_link' -- aries --ranks 10
describes 'node=^g[0-9]+c' 'green=^green' 'black=^black' 'blue cable=^blue' -- \
    aries --rendering minimal --groups 5 --chassis 2 --routers 3 --nodes 2 --blue-links 3 --ranks 9
describes 'node=^g[0-9]+c' 'green=^green' 'black=^black' 'blue cable=^blue' -- \
    aries --rendering minimal --groups 2 --chassis 3 --routers 4 --nodes 1 --blue-links 2 --ranks 9
describes 'node=^link_from_([0-9]|1[0-9])_' 'leaf to spine=^link_from_-?[2-9][0-9]_' -- \
    fat-tree --leaf-hosts 4 --taper 2 --ranks 20
describes 'node=^link_from_[0-7]_1[2-5]_' 'leaf to pod=^link_from_1[2-5]_' \
    'pod to top=^link_from_([89]|1[01])_' -- fat-tree --levels 3 --leaf-hosts 2 --pod-leaves 2 --ranks 8
describes 'node=^node-link' 'leaf to pod=^leaf-up' 'pod to top=^pod-up' -- \
    fat-tree --levels 3 --leaf-hosts 4 --pod-leaves 3 --taper 2 --ranks 20 --background leaf-up
describes 'node=^switch_link' -- flat --links 10gbe --ranks 6

# Placements: what stands in the host file.
hosts_of() {
    call 0 platform "$@" -o p.xml --hostfile p.hosts
    tr '\n' ' ' < p.hosts
}
small="aries --rendering minimal --groups 2 --chassis 2 --routers 2 --nodes 2"
[ "$(hosts_of $small --ranks 5)" = "nid0 nid1 nid2 nid3 nid4 " ] || fail "block"
[ "$(hosts_of $small --ranks 10 --placement round-robin-routers)" = \
    "nid0 nid2 nid4 nid6 nid8 nid10 nid12 nid14 nid1 nid3 " ] || fail "round-robin-routers"
[ "$(hosts_of $small --ranks 5 --placement round-robin-groups)" = "nid0 nid8 nid1 nid9 nid2 " ] ||
    fail "round-robin-groups"
[ "$(hosts_of $small --ranks 5 --ranks-per-node 2)" = "nid0 nid0 nid1 nid1 nid2 " ] ||
    fail "ranks per node"
once=$(hosts_of $small --ranks 16 --placement random)
[ "$once" = "$(hosts_of $small --ranks 16 --placement random --seed 1)" ] || fail "random repeats"
[ "$once" != "$(hosts_of $small --ranks 16 --placement random --seed 2)" ] || fail "random seed"
[ "$(sort -u p.hosts | wc -l)" = 16 ] || fail "random takes a host twice"
printf 'nid15:2\nnid3\n' > mine
[ "$(hosts_of $small --ranks 3 --placement file --placement-file mine)" = "nid15 nid15 nid3 " ] ||
    fail "file"
call 2 platform $small --ranks 4 --placement file --placement-file mine -o p.xml
says err 'room for 3 ranks; expected room for 4 ranks'
echo nid16 > mine
call 2 platform $small --ranks 1 --placement file --placement-file mine -o p.xml
says err "line 1: the model has no host 'nid16'; expected nid0 to nid15"

# Background traffic: 60 % taken of each blue bundle; with a spread, seeded.
shared="aries --groups 4 --blue-links 10 --ranks 4 --background blue --background-share 0.6"
call 0 platform $shared -o p.xml
"$probe" p.xml --links | awk '/^blue/ { n += $2 > 19.68e9 && $2 < 19.70e9 } END { exit n != 12 }' ||
    fail "background"
call 0 platform $shared --background-spread 0.1 -o a.xml
call 0 platform $shared --background-spread 0.1 -o b.xml
cmp -s a.xml b.xml || fail "background repeats"
"$probe" a.xml --links | awk '/^blue/ { s += $2; q += $2 * $2; n++ }
    END { m = s / n; exit !(m > 12e9 && m < 26e9 && q / n > m * m * 1.001) }' || fail "its spread"
call 0 platform aries --groups 4 --ranks 4 --reduced blue --reduced-links 2 --reduced-to 0.5 -o p.xml
"$probe" p.xml --links | awk '/^blue/ { n += $2 < 60e9 } END { exit n != 4 }' || fail "reduced"
call 0 platform aries --groups 4 --ranks 4 --describe --reduced blue --reduced-links 6 --reduced-to 0.5
call 2 platform aries --groups 4 --ranks 4 -o p.xml --reduced blue --reduced-links 7 --reduced-to 0.5
says err 'reduced_links: 7 of 6 blue links; expected at most 6'

# A spec file of the user's, and one that is wrong.
printf 'model: fat-tree\nleaf_hosts: 4\n' > my.yaml
call 0 platform ./my.yaml --ranks 6 --taper 2 --describe
says out 'tapered 2:1'
printf 'model: fat-tree\nleaves: 4\n' > my.yaml
call 2 platform my.yaml --ranks 6 --describe
says err 'my.yaml:2:1: unknown key "leaves"'
for machine in daint-like theta-like edison-like summit-like ethernet-leaf-spine; do
    call 0 platform $machine --ranks 32 -o p.xml --hostfile p.hosts
    [ "$("$probe" p.xml | sort | comm -12 - <(sort p.hosts) | wc -l)" = 32 ] || fail "$machine"
done
exit $failed

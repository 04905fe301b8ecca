# Generated platform and host files against the expected text in tests/golden/platforms/.
# PCS_UPDATE_GOLDEN=1 rewrites the expected files instead: look at the difference before you keep it.
set -eu
write="$PCS_BUILD/tests/golden/write_platform"
expected="$PCS_SOURCE/tests/golden/platforms"
failed=0

# check NAME MODEL LINKS RANKS platform|hosts
check() {
    local name=$1
    shift
    "$write" "$@" > "$name"
    if [ "${PCS_UPDATE_GOLDEN:-0}" = 1 ]; then
        cp "$name" "$expected/$name"
    elif ! diff -u "$expected/$name" "$name"; then
        failed=1
    fi
}

check aries-spread-8.xml aries aries 8 platform
check aries-spread-8.hosts aries aries 8 hosts
check aries-spread-400.xml aries aries 400 platform
check fat-tree-edr-20.xml fat-tree edr 20 platform
check fat-tree-edr-20.hosts fat-tree edr 20 hosts
check flat-hdr-5.xml flat hdr 5 platform
check flat-hdr-5.hosts flat hdr 5 hosts

# The same of the command, for what needs more than a model's name.
command() {
    local name=$1
    shift
    "$PCS_BUILD/pcollsim" platform "$@" -o "$name"
    if [ "${PCS_UPDATE_GOLDEN:-0}" = 1 ]; then
        cp "$name" "$expected/$name"
    elif ! diff -u "$expected/$name" "$name"; then
        failed=1
    fi
}

command aries-minimal-24.xml aries --rendering minimal --ranks 24 --groups 3 --chassis 2 \
    --routers 2 --nodes 2 --blue-links 3
command fat-tree-3-levels-8.xml fat-tree --levels 3 --leaf-hosts 2 --pod-leaves 2 --ranks 8
command fat-tree-taper-12.xml fat-tree --leaf-hosts 4 --taper 2 --ranks 12
command fat-tree-links-8.xml fat-tree --levels 3 --leaf-hosts 2 --pod-leaves 2 --ranks 8 --background pod-up \
    --background-share 0.6 --background-spread 0.1 --reduced-names leaf-up-l3-1 --reduced-to 0.5
command flat-10gbe-4.xml flat --links 10gbe --ranks 4
command flat-100gbe-4.xml flat --links 100gbe --ranks 4
command aries-minimal-scale-4.xml aries --scale 8 --rendering minimal --groups 2 --chassis 1 \
    --routers 2 --nodes 1 --ranks 4
exit $failed

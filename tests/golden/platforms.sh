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
exit $failed

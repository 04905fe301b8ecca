# Every C file is as clang-format 14 writes it with the tree's .clang-format.
# To put a file right: clang-format -i FILE
set -eu
cd "$PCS_SOURCE"
format=$(command -v clang-format-14 || command -v clang-format) || {
    echo "FAILED: there is no clang-format"
    exit 1
}
files=$(find sim platforms workloads analysis tests -name '*.[ch]' | sort)
[ "$(echo "$files" | wc -l)" -ge 50 ] || {
    echo "FAILED: the C files were not found"
    exit 1
}
wrong=$(echo "$files" | tr '\n' '\0' | xargs -0 "$format" --dry-run 2>&1 |
    sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: warning:.*/\1/p' | sort -u)
[ -z "$wrong" ] || {
    echo "FAILED: not as clang-format writes it:"
    echo "$wrong"
    exit 1
}

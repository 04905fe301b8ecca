#!/bin/sh
# Does everything from a fresh Debian 12: packages, build, and what is asked for. Run it again at any
# time: what is there already is not done again.
set -eu

usage() {
    cat << 'END'
usage: ./bootstrap.sh demo | test | build | --help

  demo   build, then repeat a published micro-benchmark; plots and numbers go to the folder demo
  test   build, then run all tests, also under the undefined-behaviour sanitizer
  build  build only: build/pcollsim is the program then

Missing Debian packages are installed first, as root or with sudo.
END
}

# Compiler and build; libraries; plots; SimGrid's programs run faster with mimalloc; sweeps; code style.
packages="gcc g++ libc6-dev ninja-build cmake pkgconf git
libsimgrid-dev libgsl-dev libyaml-dev libmd-dev uthash-dev libxxhash-dev libsmartcols-dev libjansson-dev zlib1g-dev
librandom123-dev libcriterion-dev
gnuplot-nox fonts-dejavu-core
libmimalloc2.0
parallel
clang-format"

# The page of a report in a browser; sweeps on other hosts and clusters.
test_packages="chromium chromium-driver python3-selenium
openssh-server slurm-wlm munge"

say() {
    echo "bootstrap: $*" >&2
}

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]
}

# Root, sudo, or a message that says what to do by hand.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo > /dev/null; then
        sudo "$@"
    else
        say "not root and no sudo; as root, run: $*"
        exit 1
    fi
}

install_packages() {
    missing=
    for package in $packages; do
        is_installed "$package" || missing="$missing $package"
    done
    if [ -z "$missing" ]; then
        return
    fi
    if ! command -v apt-get > /dev/null; then
        say "this is not Debian; these packages are needed:$missing"
        exit 1
    fi
    say "installing$missing"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
    # shellcheck disable=SC2086 # a list of words
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}

# Configure and build a preset. $1: its name; it is also the name of the build preset.
build() {
    say "building the preset $1"
    cmake --preset "$1" > "$log" 2>&1 || {
        cat "$log" >&2
        exit 1
    }
    cmake --build --preset "$1"
}

# One test at a time on one core, two on two; more only for those who have many.
jobs() {
    cores=$(nproc)
    if [ "$cores" -gt 8 ]; then echo 8; else echo "$cores"; fi
}

case "${1:-}" in
    demo | test | build) ;;
    --help | -h)
        usage
        exit 0
        ;;
    *)
        usage >&2
        exit 2
        ;;
esac
if [ $# -gt 1 ]; then
    usage >&2
    exit 2
fi

cd "$(dirname "$0")"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if [ "$1" = test ]; then
    packages="$packages $test_packages"
fi
install_packages
build release
case "$1" in
    demo)
        say "repeating the micro-benchmark; the results go to demo"
        build/pcollsim validate microbench -o demo --force
        ;;
    test)
        build ubsan
        say "tests under the undefined-behaviour sanitizer"
        ctest --preset ubsan -j "$(jobs)"
        say "all tests"
        ctest --preset release -j "$(jobs)"
        ;;
    build)
        say "build/pcollsim is ready; build/pcollsim --help"
        ;;
esac

# Sourced by the tests of the command line: what they have in common.
pcollsim="$PCS_BUILD/pcollsim"
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# call CODE ARGUMENTS...: runs pcollsim into the files out and err; its exit code must be CODE.
call() {
    local expected=$1 code=0
    shift
    "$pcollsim" "$@" > out 2> err || code=$?
    [ $code = "$expected" ] || {
        fail "pcollsim $*: exit code $code, expected $expected"
        head -5 out err
    }
}

# says FILE PATTERN: a line of FILE matches the extended regular expression.
says() {
    grep -Eq -- "$2" "$1" || {
        fail "no line of $1 matches: $2"
        head -20 "$1"
    }
}

# is_empty FILE
is_empty() {
    [ ! -s "$1" ] || {
        fail "$1 should be empty:"
        head -5 "$1"
    }
}

# small.yaml: a run of a moment.
small_scenario() {
    cat > small.yaml << 'END'
name: small
ranks: 8
steps: 5
collective: {kind: solo, bytes: 4KiB}
workload:
  delay: {distribution: uniform, low: 0s, high: 100us}
END
}

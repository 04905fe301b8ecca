# Runs of every kind with costs `ideal` on a flat network against a recursion without one
# (recursion.c): the same ranks are fresh in every round that no near tie decides, and steps take the
# same time within 0.1 %. Compute is lognormal; its standard deviation is 150 ms, more than 10^4
# times the activation, which is checked. Then with a round of 100 ms, of which a late rank gains
# what it skips. The seed is fixed: the test always gives the same answer.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
seed=11
cat > run.yaml << END
ranks: 8
steps: 1000
seed: $seed
warmup: 0
barrier: false
platform: {model: flat, links: edr}
collective: {kind: solo, bytes: 64}
workload:
  compute: {distribution: lognormal, median: 250ms, sigma: 0.5}
costs: {preset: ideal}
output: {trace: steps}
END

# duration RANKS SETS...: seconds from start to end of a round, mean of a few
duration() {
    local ranks=$1
    shift
    call 0 run run.yaml --set ranks="$ranks" --set steps=4 --set seed=1 "$@" -o few
    awk -F, 'NR > 1 { s += $5 - $4; n++ } END { printf "%.9g", s / n }' few/rounds.csv
    rm -r few
}

# agrees NAME RANKS M TRIGGER ROUND: kinds are all quorums, but sync has no activation
agrees() {
    local name=$1 ranks=$2 m=$3 trigger=$4 round=$5 long activation
    case $name in
    quorum) set -- --set "collective={kind: quorum, candidates: $m, trigger: $trigger, bytes: 64}" ;;
    *) set -- --set collective.kind="$name" ;;
    esac
    set -- "$@" --set costs.round="$round"
    long=$(duration "$ranks" "$@")
    activation=$(awk -v a="$long" -v sync="$(duration "$ranks" --set collective.kind=sync \
        --set costs.round="$round")" 'BEGIN { print (a > sync ? a - sync : 0) }')
    awk -v a="$activation" 'BEGIN { exit !(0.15 >= 1e4 * a) }' || fail "$name: activation $activation s"
    call 0 run run.yaml --set ranks="$ranks" "$@" -o run
    echo "$name, m = $m, $trigger, round $round: A = $long s, activation $activation s"
    "$PCS_BUILD/tests/stat/stat_recursion" run/steps.csv $seed "$m" "$trigger" "$long" "$activation" ||
        fail "$name, m = $m, $trigger, P = $ranks, round $round: not as the recursion says"
    rm -r run
}

for ranks in 8 64; do
    agrees sync $ranks $ranks last 0s
    agrees solo $ranks $ranks first 0s
    agrees majority $ranks 1 first 0s
    agrees quorum $ranks 4 first 0s
    agrees quorum $ranks 4 last 0s
done
agrees sync 8 8 last 100ms
agrees solo 8 8 first 100ms
agrees majority 8 1 first 100ms
agrees quorum 8 3 first 100ms
agrees quorum 8 3 last 100ms
exit $failed

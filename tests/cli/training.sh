# Runs that train: ranks together are one rank, weights come together or drift, runs stop at a target.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

cat > train.yaml << 'END'
ranks: 8
steps: 60
barrier: false
platform: {model: flat}
train: {model: softmax, dimensions: 32, points: 1024, batch: 200, rate: 0.5, eval_points: 500}
collective: {kind: solo, type: float64}
workload:
  compute: {distribution: constant, value: 1ms}
  delay: {distribution: random-k, k: 2, value: 3ms}
END

# field FILE ROW COLUMN: of a CSV file; ROW 1 is the first below the header, - the last
field() {
    awk -F, -v row="$2" -v column="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { value = $at[column] } NR - 1 == row { print value; row = 0; exit }
        END { if (row == "-") print value }' "$1"
}

# holds EXPRESSION WHAT: awk's expression is true
holds() {
    [ "$(awk "BEGIN { print ($1) ? 1 : 0 }")" = 1 ] || fail "$2: $1"
}

# Ranks that wait for each other are one rank with the whole batch; parts of 200 / 3 and 200 / 7 differ.
for model in hyperplane softmax perceptron; do
    rate=$([ $model = hyperplane ] && echo 0.05 || echo 0.5)
    for ranks in 1 3 7; do
        call 0 run train.yaml --set train.model=$model --set train.rate=$rate --set ranks=$ranks \
            --set train.momentum=0.3 --set collective.kind=sync --set workload.delay.k=1 -o $model-$ranks
        for column in loss weights_norm; do
            one=$(field $model-1/training.csv - $column)
            this=$(field $model-$ranks/training.csv - $column)
            holds "($one - $this) ^ 2 < (1e-12 * $one) ^ 2" "$model, $ranks ranks, $column"
        done
        [ "$(field $model-$ranks/training.csv - weights_distance_max)" = 0 ] || fail "$model: drift of sync"
    done
    [ $model = perceptron ] || holds "$(field $model-1/training.csv - loss) < 0.8 * $(field $model-1/training.csv 1 loss)" \
        "$model learns"
done
call 0 run train.yaml --set ranks=7 --set collective.kind=mpi -o mpi
call 0 run train.yaml --set ranks=7 --set collective.kind=sync -o sync
[ "$(field mpi/training.csv - loss)" = "$(field sync/training.csv - loss)" ] || fail "mpi is not sync"

# Sparse kinds: `dense` sums in its own order; `topka` with all elements is dense; the selecting ones learn.
for kind in dense 'topka --set collective.density=1' oktopk topkdsa gtopk gaussiank; do
    name=sparse-${kind%% *}
    call 0 run train.yaml --set "collective={kind: ${kind%% *}}" ${kind#"${kind%% *}"} -o "$name"
    [ "$(field "$name/training.csv" - weights_distance_max)" = 0 ] || fail "drift of $kind"
    holds "$(field "$name/training.csv" - loss) < $(field "$name/training.csv" 1 loss)" "$kind learns"
done
call 0 run train.yaml --set collective.kind=sync -o sync-8
for name in sparse-dense sparse-topka; do
    one=$(field sync-8/training.csv - loss)
    holds "($one - $(field $name/training.csv - loss)) ^ 2 < (1e-5 * $one) ^ 2" "$name is not sync"
done

# With cumulative results all ranks hold the same weights in the end, for every kind, to rounding of
# the type; a momentum or a falling rate breaks that; with latest they drift.
for kind in solo majority 'quorum --set collective.candidates=3 --set collective.trigger=last'; do
    call 0 run train.yaml --set collective.result=cumulative --set collective.kind=$kind -o "cumulative-${kind%% *}"
    file=cumulative-${kind%% *}/training.csv
    holds "$(field "$file" - weights_distance_max) < 1e-13 * $(field "$file" - weights_norm)" "$kind"
    holds "$(field "${file%/*}/summary.csv" 1 weights_distance_max) > 1e-3" "$kind: ranks were apart before"
done
call 0 run train.yaml --set collective.result=cumulative --set collective.buckets=5 -o buckets
holds "$(field buckets/training.csv - weights_distance_max) < 1e-13 * $(field buckets/training.csv - weights_norm)" "buckets"
holds "$(field buckets/summary.csv 1 weights_distance_max) > 1e-3" "buckets: ranks were apart before"
call 0 run train.yaml --set collective.result=cumulative --set collective.type=float32 -o float32
holds "$(field float32/training.csv - weights_distance_max) < 1e-5" "float32"
call 0 run train.yaml --set collective.result=cumulative --set train.momentum=0.5 -o momentum
holds "$(field momentum/training.csv - weights_distance_max) > 1e-3" "momentum"
call 0 run train.yaml --set collective.result=cumulative --set train.decay=0.5 --set train.decay_every=10 -o decay
holds "$(field decay/training.csv - weights_distance_max) > 1e-3" "decay"
call 0 run train.yaml -o latest
holds "$(field latest/training.csv - weights_distance_max) > 1e-3" "latest"
[ "$(field latest/summary.csv 1 weights_distance)" = "$(field latest/training.csv - weights_distance_max)" ] ||
    fail "weights_distance of the summary"
[ "$(field latest/summary.csv 1 loss_final)" = "$(field latest/training.csv - loss)" ] || fail "loss_final"
[ "$(field latest/training.csv - step)" = 60 ] || fail "no row of the closing round"

# steps.csv has the loss of the same steps.
[ "$(awk -F, '$1 == 3 && $14 != "" { print $2 }' latest/steps.csv | paste -sd,)" = \
    4,9,14,19,24,29,34,39,44,49,54,59 ] || fail "steps with a loss"
mean=$(awk -F, '$2 == 59 { sum += $14 } END { printf "%.17g", sum / 8 }' latest/steps.csv)
holds "($mean - $(awk -F, '$1 == 59 { print $3 }' latest/training.csv)) ^ 2 < 1e-24" "loss of steps.csv"
call 0 report latest
says out '^loss_last '

# The same bytes again, and from the canonical form.
call 0 run train.yaml -o again
call 0 run latest/scenario.yaml -o canonical
for file in training.csv steps.csv summary.csv scenario.yaml; do
    cmp latest/$file again/$file || fail "$file differs"
    cmp latest/$file canonical/$file || fail "$file differs from that of the canonical form"
done
call 0 run train.yaml --set output.trace=summary -o summary
[ ! -e summary/training.csv ] || fail "training.csv with trace summary"
[ "$(field summary/summary.csv 1 loss_final)" = "$(field latest/training.csv - loss)" ] || fail "loss_final"

# What diverges says so, and has no distances.
call 0 run train.yaml --set train.model=hyperplane --set train.rate=1e9 -o diverged
[ "$(tail -1 diverged/training.csv | cut -d, -f3-)" = inf,inf,inf,,, ] || fail "diverged: $(tail -1 diverged/training.csv)"
[ "$(field diverged/summary.csv 1 weights_distance)" = "" ] || fail "distance of what diverged"

# Epochs instead of steps: 3 of 1024 / 200 = 5 steps.
call 0 run train.yaml --set train.epochs=3 -o epochs
[ "$(field epochs/summary.csv 1 steps)" = 15 ] || fail "steps of 3 epochs"

# A target: all ranks stop after the same step, which is one that waits for all.
for kind in solo majority 'quorum --set collective.candidates=3 --set collective.trigger=last' sync mpi; do
    period=$([ "${kind%% *}" = mpi ] || echo --set collective.sync_period=4)
    call 0 run train.yaml --set train.target_loss=1.2 --set train.eval_every=3 $period \
        --set collective.kind=$kind -o "target-${kind%% *}"
    folder=target-${kind%% *}
    steps=$(field $folder/summary.csv 1 steps)
    holds "$steps < 60 && $steps > 1" "$kind: $steps steps"
    [ "${kind%% *}" = sync ] || [ "$kind" = mpi ] || [ $((steps % 4)) = 0 ] || fail "$kind stopped after $steps steps"
    [ "$(awk -F, 'NR > 1 { n[$1]++ } END { for (r in n) print n[r] }' $folder/steps.csv | sort -u)" = "$steps" ] ||
        fail "$kind: ranks made different numbers of steps"
    [ "$(field $folder/rounds.csv - round)" = $((steps - 1)) ] || fail "$kind: rounds"
    [ "$(field $folder/summary.csv 1 left_over)" = 0 ] || fail "$kind: left over"
    holds "$(field $folder/training.csv - loss) < 1.4" "$kind: loss"
    call 0 report $folder
done

call 0 run train.yaml --set train.target_loss=1.2 --set collective.sync_period=4 --set collective.buckets=5 \
    --set workload.compute.value=0s --set workload.delay.value=30us -o target-buckets
holds "$(field target-buckets/summary.csv 1 steps) < 60" "buckets"

# refused SETTING PATTERN
refused() {
    call 2 run train.yaml --set "$1" -o refused
    says err "$2"
    [ ! -e refused ] || fail "a folder after $1"
}
refused train.rate=0 'train.rate: 0; expected more than 0'
refused train.momentum=1 'train.momentum: 1; expected 0 to less than 1'
refused train.decay=2 'train.decay: 2; expected more than 0, at most 1'
refused train.batch=2000 'train.batch: 2000 of 1024 points; expected at most 1024'
refused train.batch=7 'train.batch: 7 points for 8 ranks; expected at least one for each rank'
refused train.hidden=3 'train.hidden does not apply to train.model: softmax; expected it only with perceptron'
refused train.target_loss=1 'expected collective.sync_period, or kind sync or mpi'
refused train.target_loss=0 'train.target_loss: 0; expected more than 0'
refused train.model=linear 'train.model: "linear": unknown; expected none, hyperplane, softmax or perceptron'
refused collective.payload=phantom 'expected real with train.model'
refused collective.type=int64 'expected float32 or float64'
refused collective.elements=5 'expected neither bytes nor elements, or 330 elements of 8 bytes'
refused 'train={model: softmax, dimensions: 16777216, classes: 20}' 'a model of 335544340 weights; expected at most 268434943'
refused train.epochs=2147483647 'expected at most 2147483647 steps in all'
refused 'train={rate: 1}' 'train.rate does not apply to train.model: none'
sed -i '/^collective/s/.*/collective: {kind: oktopk}/' train.yaml
refused train.target_loss=1 'the sum of a sparse kind cannot carry the loss'
refused gradients.overlap=1 'without gradients.file and train.model'
exit $failed

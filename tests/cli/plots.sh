# Each script in analysis/plots works alone on a CSV file, as the command at its top says.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
scripts="$PCS_SOURCE/analysis/plots"
rm -rf ./*

cat > report.csv << 'END'
run_id,name,seed,ranks,kind,bytes,metric,value,ci_low,ci_high,unit,method
a1,n,1,32,solo,64,latency_mean,0.0006,0.0005,0.0007,s,batch means
a2,n,2,32,solo,64,latency_mean,0.0007,0.0006,0.0008,s,batch means
a3,n,1,32,solo,4194304,latency_mean,0.01,,,s,none
a4,n,1,64,sync,64,latency_mean,0.0155,0.015,0.016,s,batch means
a4,n,1,64,sync,4096,latency_mean,0.016,0.0155,0.0165,s,batch means
b1,n,1,32,solo,64,speedup_latency,1.9,1.7,2.1,,paired t
b2,n,1,128,solo,64,speedup_latency,3,2.7,3.2,,paired t
b3,n,1,32,a_b<c,64,speedup_latency,1.4,,,,none
b4,n,1,128,a_b<c,64,speedup_latency,1.6,,,,none
END
cat > participation.csv << 'END'
low,high,closed_form,arrived,fresh
1,2,0.5,0.5,0.25
3,4,0.5,0.5,0.75
END
printf 'low,high,closed_form,arrived,fresh\n1,1,,,0.25\n2,2,,,0.75\n' > bare.csv
printf 'low,high,gradients,share\n0,0,1800,0.9\n1,1,0,0\n2,2,200,0.1\n' > staleness.csv
cat > ranks.csv << 'END'
rank,compute_s,wait_s,other_s,bytes,messages
0,1,0.5,0,1000,10
1,1.2,0.1,0.2,3000,20
2,0,0,0,2000,15
END
printf 'series,time_s,loss\nsolo,0,1\nsolo,1,0.5\nsync,0,1\nsync,2,0.25\n' > loss.csv

# plot SCRIPT CSV OUT TEXT...: both files are made, without a word, and the SVG holds each text.
plot() {
    local script=$1 csv=$2 out=$3 text
    shift 3
    gnuplot -e "csv='$csv'; out='$out'" "$scripts/$script.gp" > said 2>&1 ||
        fail "$script.gp: exit code $?"
    is_empty said
    [ "$(head -c 4 "$out.png" | tail -c 3)" = PNG ] || fail "$out.png is no PNG"
    tail -2 "$out.svg" | grep -q '</svg>' || fail "$out.svg is not complete"
    for text in "$@"; do
        grep -qF -- "$text" "$out.svg" || fail "$out.svg does not say: $text"
    done
}

plot latency report.csv latency 'latency (ms)' 'size of the gradient' '64 B' '4 MiB' \
    'solo, 32 ranks' 'sync, 64 ranks'
plot speedup report.csv speedup 'speed-up (1 = as the baseline)' 'a_b&lt;c' '> 128<'
cat > speedup.csv << 'END'
kind,by,candidates,ranks,bytes,metric,ci_low,ci_high,value
quorum,,1,32,64,speedup_latency,2.5,2.9,2.7
quorum,,16,32,64,speedup_latency,39,64,50
END
gnuplot -e "csv='speedup.csv'; out='by-m'; axis='candidates'" "$scripts/speedup.gp" > said 2>&1 ||
    fail "axis='candidates'"
is_empty said
grep -q 'candidates that can start a round' by-m.svg || fail "by-m.svg: its axis"
plot participation participation.csv participation 'share of the rounds (%)' 'closed form'
plot participation bare.csv bare 'share of the rounds (%)'
! grep -Eq 'closed form|arrived when' bare.svg || fail "bare.svg: there is no closed form"
plot staleness staleness.csv staleness 'staleness (rounds)'
plot idle ranks.csv idle "share of the rank" 'waiting in calls'
plot traffic ranks.csv traffic '>messages<' '3 kB'
plot loss loss.csv loss 'simulated time (s)' '>sync<'

# A line and marks for each of the two series.
[ "$(grep -c 'id="gnuplot_plot_' latency.svg)" = 4 ] || fail "latency.svg: lines and marks"

# Settings; the other way to call; and calls that are wrong.
gnuplot -e "csv='report.csv'; out='one'; formats='svg'; title='T <1>'" "$scripts/latency.gp"
[ ! -e one.png ] || fail "one.png was not asked for"
grep -q 'T &lt;1>' one.svg || fail "one.svg: title"
gnuplot -c "$scripts/loss.gp" loss.csv again
cmp -s loss.svg again.svg || fail "-c gives another plot"
refused() {
    local code=0
    gnuplot "$@" > said 2>&1 || code=$?
    [ $code = 2 ] || [ $code = 1 ] || fail "gnuplot $*: exit code $code"
}
for script in latency speedup participation staleness idle traffic loss; do
    refused "$scripts/$script.gp"
    says said "^usage: gnuplot -e .*$script.gp"
done
refused -e "csv='report.csv'; out='none'; metric='nothing'" "$scripts/latency.gp"
says said 'no row of report.csv has the metric nothing'
exit $failed

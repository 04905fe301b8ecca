# Sweeps over ssh: two logins of an sshd on the loopback, started for this test.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
skip() {
    echo "SKIPPED: $*"
    exit 77
}
PATH="$PATH:/usr/sbin"
[ "$(id -u)" = 0 ] || skip "sshd is started as root only"
sshd=$(command -v sshd) && command -v ssh ssh-keygen > /dev/null || skip "no sshd; Debian's package openssh-server has it"
[ -d /run/sshd ] || mkdir -p /run/sshd || skip "sshd's folder /run/sshd cannot be made"
small_scenario
cat > w.yaml << 'END'
scenario: small.yaml
set: {output.trace: summary}
vary: {collective.bytes: [1KiB, 2KiB, 4KiB]}
repeat: 4
END
call 0 sweep w.yaml -o here -j 2

# Keys and all else in a folder of its own.
ssh=$(mktemp -d)
stop() {
    [ ! -s "$ssh/pid" ] || kill "$(cat "$ssh/pid")" 2> /dev/null || true
    rm -rf "$ssh"
}
trap stop EXIT
ssh-keygen -q -t ed25519 -N '' -f "$ssh/host" && ssh-keygen -q -t ed25519 -N '' -f "$ssh/user"
cp "$ssh/user.pub" "$ssh/authorized"
port=
for try in $(shuf -i 20000-60000 -n 20); do
    cat > "$ssh/sshd_config" << END
Port $try
ListenAddress 127.0.0.1
HostKey $ssh/host
PidFile $ssh/pid
AuthorizedKeysFile $ssh/authorized
StrictModes no
UsePAM no
PermitRootLogin yes
END
    "$sshd" -f "$ssh/sshd_config" -E "$ssh/log" || skip "sshd does not start: $(tail -1 "$ssh/log")"
    sleep 0.2
    if [ -s "$ssh/pid" ]; then
        port=$try
        break
    fi
done
[ -n "$port" ] || skip "sshd does not start: $(tail -1 "$ssh/log")"
login="ssh -p $port -i $ssh/user -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
$login root@127.0.0.1 true || skip "no login over ssh: $(tail -1 "$ssh/log")"
printf '1/%s root@127.0.0.1\n1/%s root@localhost\n' "$login" "$login" > hosts

call 0 sweep w.yaml -o there --engine hosts --hosts hosts --chunk 2
cmp here/results.csv there/results.csv || fail "over ssh: other bytes"
[ "$(cut -f 2 there/joblog | tail -n +2 | sort -u | wc -l)" = 2 ] || fail "not both hosts were used: $(cat there/joblog)"
dir=$'a $(touch bad) \'b\' ; "c" ü'
call 0 sweep w.yaml -o "$dir" --engine hosts --hosts hosts --chunk 6
cmp here/results.csv "$dir/results.csv" || fail "over ssh, in a folder with an odd name: other bytes"
[ -z "$(find . "$HOME" -maxdepth 1 -name bad)" ] || fail "the name of the folder was run"

# Failures come home, and what is stopped is gone on with.
cat > bad.yaml << 'END'
scenario: small.yaml
vary: {seed: [1, 2]}
END
PCOLLSIM_RANK="$PCS_BUILD/tests/cli/no-such-rank" call 1 sweep bad.yaml -o failing --engine hosts --hosts hosts
says failing/failed.csv '^1,.*,1,"cannot run the rank program'
call 0 sweep bad.yaml -o failing --engine hosts --hosts hosts --retry

# Stopped at once, or killed: what runs on the other side of ssh ends, too.
cat > long.yaml << 'END'
scenario: small.yaml
vary: {steps: [50000, 60000]}
END
for signal in TERM KILL; do
    "$pcollsim" sweep long.yaml -o stopped --engine hosts --hosts hosts > out 2> err &
    sweep=$!
    there=
    for _ in $(seq 100); do
        there=$(pgrep -f '^[^ ]*pcollsim run scenarios/' | while read -r pid; do
            if [ "$(readlink "/proc/$pid/cwd")" = "$PWD/stopped" ]; then echo "$pid"; fi
        done)
        [ -z "$there" ] || break
        sleep 0.1
    done
    [ -n "$there" ] || fail "nothing runs on the other side"
    kill -$signal $sweep
    wait $sweep || true
    for _ in $(seq 100); do
        if ! kill -0 $there 2> /dev/null; then break; fi
        sleep 0.1
    done
    if kill -0 $there 2> /dev/null; then fail "SIG$signal: the run on the other side goes on"; fi
done

# A host that is not there: told, and nothing lost.
printf '1/%s root@127.0.0.1\n' "ssh -p 1 -o BatchMode=yes" > nobody
call 1 sweep w.yaml -o nowhere --engine hosts --hosts nobody
says err 'parallel could not start the runs|are missing'
call 0 sweep w.yaml -o nowhere
call 2 sweep w.yaml -o none --engine hosts
says err '--engine hosts and --hosts FILE go together'
call 2 sweep w.yaml -o none --engine hosts --hosts no-such-file
says err '--hosts no-such-file: expected'
exit $failed

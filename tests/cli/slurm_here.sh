# Sourced: a Slurm of one node with a folder of its own, for as long as the test runs. Exits with 77
# and a word where it cannot be started. Nothing of the machine's own Slurm is touched.
slurm_skip() {
    echo "SKIPPED: $*"
    exit 77
}

slurm_stop() {
    for name in slurmd slurmctld munged; do
        [ ! -s "$slurm/$name.pid" ] || kill "$(cat "$slurm/$name.pid")" 2> /dev/null || true
    done
    for _ in $(seq 50); do # they write on while they end
        [ -n "$(ls "$slurm"/*.pid 2> /dev/null)" ] || break
        sleep 0.1
    done
    rm -rf "$slurm"
}

# A port that nobody listens on.
slurm_port() {
    local port
    for port in $(shuf -i 20000-60000 -n 50); do
        if ! (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
            echo "$port"
            return
        fi
    done
}

slurm_start() {
    local here node program
    [ "$(id -u)" = 0 ] || slurm_skip "Slurm's daemons are started as root only"
    for program in munged slurmctld slurmd; do
        PATH="$PATH:/usr/sbin" command -v $program > /dev/null ||
            slurm_skip "no $program; Debian's packages munge and slurm-wlm have them"
    done
    PATH="$PATH:/usr/sbin"
    slurm=$(mktemp -d) # short: the name of a socket has 107 bytes
    here=$slurm
    chmod 755 "$here"
    mkdir "$here/state" "$here/spool"
    trap slurm_stop EXIT
    head -c 128 /dev/urandom > "$here/munge.key"
    chmod 400 "$here/munge.key"
    munged --force --key-file="$here/munge.key" --socket="$here/munge.socket" \
        --pid-file="$here/munged.pid" --log-file="$here/munged.log" --seed-file="$here/munge.seed" \
        > "$here/munged.out" 2>&1 || slurm_skip "munged does not start: $(tail -1 "$here/munged.out")"
    node=$(hostname -s)
    cat > "$here/slurm.conf" << END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$(slurm_port)
SlurmdPort=$(slurm_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$here/munge.socket
CryptoType=crypto/munge
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.pid
SlurmctldLogFile=$here/slurmctld.log
SlurmdLogFile=$here/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
MpiDefault=none
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmctldTimeout=30
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1024 State=UNKNOWN
PartitionName=test Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF="$here/slurm.conf"
    slurmctld > "$here/slurmctld.out" 2>&1 ||
        slurm_skip "slurmctld does not start: $(tail -1 "$here/slurmctld.out")"
    slurmd > "$here/slurmd.out" 2>&1 ||
        slurm_skip "slurmd does not start: $(tail -1 "$here/slurmd.out")"
    for _ in $(seq 100); do
        [ "$(sinfo -h -o %t 2> /dev/null)" != idle ] || return 0
        sleep 0.1
    done
    slurm_skip "Slurm's node does not come up: $(tail -1 "$here/slurmd.log")"
}

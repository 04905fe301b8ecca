# Bad scenarios, bad files, bad folders: exit code 2, one line on stderr that names the place, and
# nothing left behind.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
mkdir in work
cd work
unset LC_ALL LANG || true

# refuse PATTERN ARGUMENTS...: `pcollsim run ARGUMENTS` must be refused.
refuse() {
    local pattern=$1 code=0
    shift
    "$pcollsim" run "$@" > ../out 2> ../err || code=$?
    [ $code = 2 ] || fail "run $*: exit code $code"
    [ ! -s ../out ] || fail "run $*: something on stdout: $(head -1 ../out)"
    [ "$(wc -l < ../err)" = 1 ] || fail "run $*: $(wc -l < ../err) lines on stderr: $(cat ../err)"
    grep -Eq -- "$pattern" ../err || fail "run $*: expected $pattern, got $(cat ../err)"
    [ -z "$(ls -A)" ] || {
        fail "run $*: left $(ls -A)"
        rm -rf ./*
    }
}

# scenario PATTERN: the scenario on stdin must be refused at its place, FILE:LINE:COLUMN in PATTERN.
scenario() {
    cat > ../in/bad.yaml
    refuse "^\\.\\./in/bad\\.yaml:$1" ../in/bad.yaml
}

good='name: good
ranks: 4
steps: 2
collective: {kind: solo, bytes: 64}'
echo "$good" > ../in/good.yaml

scenario '4:1: .*colective' << 'END'
ranks: 4
steps: 2

colective: {kind: solo, bytes: 64}
END
scenario '3:3: .*byts' << 'END'
ranks: 4
collective:
  byts: 64
  kind: solo
END
for ranks in 0 -3 1e9 thirty 65537 '""' 4.0; do
    scenario '1:8: .*ranks' << END
ranks: $ranks
collective: {kind: solo, bytes: 64}
END
done
for bytes in -1 '64 KB/s' '"64 KB/s"' 63 3GiB; do
    scenario '2:33: ' << END
ranks: 4
collective: {kind: solo, bytes: $bytes}
END
done
scenario '4:42: .*negative' << 'END'
ranks: 4
collective: {kind: solo, bytes: 64}
workload:
  delay: {distribution: constant, value: -1ms}
END
scenario '4:25: .*zipf' << 'END'
ranks: 4
collective: {kind: solo, bytes: 64}
workload:
  delay: {distribution: zipf, value: 1ms}
END
scenario '1:1: .*collective' << 'END'
ranks: 4
steps: 3
END
printf 'ranks: 4\ncollective:\n\tkind: solo\n\tbytes: 64\n' | scenario '3:1: '
: | scenario '1:1: '
scenario '2:4[0-9]: ' << 'END'
ranks: 4
collective: {kind: quorum, candidates: 5, bytes: 64}
END
scenario '2:2[0-9]: .*candidates' << 'END'
ranks: 4
collective: {kind: solo, candidates: 2, bytes: 64}
END
scenario '2:20: .*group.*not available' << 'END'
ranks: 4
collective: {kind: group, bytes: 64}
END

# Things that are no scenario file.
refuse '^\.\./in: .*directory' ../in
head -c 4096 "$pcollsim" > ../in/binary
refuse '^\.\./in/binary:1:[0-9]+: ' ../in/binary
refuse '^\.\./in/missing\.yaml: .*No such file' ../in/missing.yaml
ln -s loop.yaml ../in/loop.yaml
refuse '^\.\./in/loop\.yaml: .*cannot read' ../in/loop.yaml
if [ "$(id -u)" != 0 ]; then
    cp ../in/good.yaml ../in/unreadable.yaml
    chmod 000 ../in/unreadable.yaml
    refuse 'unreadable\.yaml: .*Permission denied' ../in/unreadable.yaml
fi

# --set
refuse '^--set colective\.kind=sync: .*colective' ../in/good.yaml --set colective.kind=sync
refuse '^--set ranks=0: ' ../in/good.yaml --set ranks=0
refuse '^--set ranks: .*=' ../in/good.yaml --set ranks
refuse '^--set collective\.kind=group: ' ../in/good.yaml --set collective.kind=group

# The user's own platform and host file.
"$pcollsim" platform flat --ranks 4 -o ../in/p.xml --hostfile ../in/p.hosts
user() {
    cat > ../in/user.yaml << END
ranks: 4
steps: 2
collective: {kind: solo, bytes: 64}
platform: {file: $1, hostfile: $2}
END
}
user p.xml missing.hosts
refuse '^\.\./in/user\.yaml:4:[0-9]+: .*missing\.hosts' ../in/user.yaml
user good.yaml p.hosts
refuse 'in/good\.yaml(:1)?: ' ../in/user.yaml
printf 'node-0:2\nnode-1\n' > ../in/short.hosts
user p.xml short.hosts
refuse 'in/short\.hosts: room for 3 ranks, but 4 are needed' ../in/user.yaml
printf 'node-0:2\nnode-1\nnode-99\n' > ../in/strange.hosts
user p.xml strange.hosts
refuse "in/strange\\.hosts:3:1: no host 'node-99'" ../in/user.yaml
printf 'node-0:four\n' > ../in/word.hosts
user p.xml word.hosts
refuse 'in/word\.hosts:1:8: ' ../in/user.yaml

# Output folders that cannot be.
refuse 'cannot make .*no/such/place/dir' ../in/good.yaml -o no/such/place/dir
refuse 'cannot make .*/proc/pcollsim' ../in/good.yaml -o /proc/pcollsim
refuse 'cannot make .*good\.yaml/dir' ../in/good.yaml -o ../in/good.yaml/dir
refuse 'empty name' ../in/good.yaml -o ''
refuse 'exists already' ../in/good.yaml -o ../in
refuse 'is not a result folder' ../in/good.yaml -o ../in --force
refuse 'is not a result folder' ../in/good.yaml -o ../in/p.xml --force
refuse 'exists already' ../in/good.yaml -o ../in --dry-run
[ -f ../in/p.xml ] && [ -f ../in/good.yaml ] || fail "--force removed what is not ours"
if [ "$(id -u)" != 0 ]; then
    mkdir ../in/closed
    chmod 555 ../in/closed
    refuse 'cannot make .*Permission denied' ../in/good.yaml -o ../in/closed/dir
fi

# A ring over fewer elements than ranks is another algorithm in SMPI.
refuse 'collective\.schedule: ring' ../in/good.yaml \
    --set collective.kind=mpi --set collective.schedule=ring --set collective.bytes=12
exit $failed

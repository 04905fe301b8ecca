# The HTML report in a real browser: Debian's Chromium, driven by Debian's Selenium.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*
small_scenario
mkdir runs
for kind in solo majority sync; do
    for bytes in 4KiB 64KiB; do
        call 0 run small.yaml --set steps=20 --set collective.kind=$kind --set collective.bytes=$bytes \
            -o runs/$kind-$bytes
    done
done
call 0 report runs --baseline sync --format html -o report.html
[ $failed = 0 ] || exit 1
exec /usr/bin/python3 "$PCS_SOURCE/tests/browser/report.py" report.html

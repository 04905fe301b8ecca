# A platform library (.so) of the user's: checked and run as an XML file is, with the same result as
# the XML of the same network; refused when it is none.
set -eu
. "$PCS_SOURCE/tests/cli/checks.sh"
rm -rf ./*

# Four hosts on a star, with the links and the settings of p.xml below.
cat > star.cpp << 'END'
#include <simgrid/s4u.hpp>

extern "C" void load_platform(const simgrid::s4u::Engine&);

void load_platform(const simgrid::s4u::Engine&)
{
    using simgrid::s4u::LinkInRoute;
    auto* zone = simgrid::s4u::create_star_zone("star");

    simgrid::s4u::Engine::set_config("smpi/simulate-computation:no");
    for (int i = 0; i < 4; i++) {
        const std::string name = "h" + std::to_string(i);
        const auto* host = zone->create_host(name, "1Gf");
        const auto* link = zone->create_split_duplex_link(name, "2GBps")->set_latency("3us")->seal();

        zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                        {{link, LinkInRoute::Direction::UP}}, true);
    }
    zone->seal();
}
END
cat > p.xml << 'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <config id="smpi"><prop id="smpi/simulate-computation" value="no"/></config>
  <cluster id="star" prefix="h" suffix="" radical="0-3" speed="1Gf" bw="2GBps" lat="3us"
           sharing_policy="SPLITDUPLEX"/>
</platform>
END
c++ -std=c++17 -fPIC -shared -o star.so star.cpp
seq -f 'h%g' 0 3 > hosts

scenario() {
    printf 'name: mine\nranks: %s\nsteps: 3\ncollective: {kind: solo, bytes: 64KiB}\nplatform: {file: ./%s, hostfile: %s}\n' \
        "$3" "$1" "$2" > mine.yaml
}

[ "$("$PCS_BUILD/pcollsim-probe" ./star.so --route h0 h3)" = "6.0000000000000002e-06 2000000000" ] ||
    fail "route: $("$PCS_BUILD/pcollsim-probe" ./star.so --route h0 h3)"
for platform in star.so p.xml; do
    scenario $platform hosts 4
    call 0 run mine.yaml -o "of-$platform"
done
# Their scenarios differ by the file's name, and with it the run's id.
cmp of-star.so/steps.csv of-p.xml/steps.csv || fail "steps of the library and of the XML"
cmp of-star.so/rounds.csv of-p.xml/rounds.csv || fail "rounds of the library and of the XML"
# Settings with which phantom buffers would not be shared: the same run all the same.
for how in local off; do
    sed "s#</config>#<prop id=\"smpi/shared-malloc\" value=\"$how\"/></config>#" p.xml > "$how.xml"
    scenario "$how.xml" hosts 4
    call 0 run mine.yaml -o "of-$how"
    cmp "of-$how/steps.csv" of-p.xml/steps.csv || fail "steps with smpi/shared-malloc: $how"
done
scenario star.so hosts 5
call 2 run mine.yaml -o bad
says err 'hosts: room for 4 ranks, but 5 are needed'
echo h4 > other
scenario star.so other 1
call 2 run mine.yaml -o bad
says err "no host 'h4' in .*star.so, which has 4 hosts"

# A library without a platform in it, and what is no library.
printf 'int nothing;\n' > nothing.c
cc -fPIC -shared -o nothing.so nothing.c
echo text > text.so
for file in nothing.so text.so; do
    scenario $file hosts 4
    call 2 run mine.yaml -o bad
    [ "$(wc -l < err)" = 1 ] || fail "more than a line for $file: $(cat err)"
    says err "$file"
done
[ ! -e bad ] || fail "a refused run left a folder"
exit $failed

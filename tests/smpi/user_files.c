/*
 * The check of the user's platform and host files: what is accepted, and the message for what is
 * not. Runs the probe program, as the front end does.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platforms/user_files.h"

#define PROBE PCS_BINARY_DIR "/pcollsim-probe"

/* Lines 1 to 3 of every platform here. */
#define PROLOGUE                                                                                   \
    "<?xml version='1.0'?>\n"                                                                      \
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"                             \
    "<platform version=\"4.1\">\n"
#define CONFIG                                                                                     \
    "<config id=\"smpi\"><prop id=\"smpi/os\" value=\"0:1.5e-7:0\"/>\n"                            \
    "<prop id=\"smpi/simulate-computation\" value=\"no\"/></config>\n"
#define CLUSTER(id, from, to)                                                                      \
    "<cluster id=\"" id "\" prefix=\"h\" suffix=\"\" radical=\"" from "-" to "\" speed=\"1Gf\" "   \
    "bw=\"1GBps\" lat=\"1us\" router_id=\"" id "-gw\"/>\n"
#define GOOD PROLOGUE CONFIG CLUSTER("c", "0", "3") "</platform>\n"

static char folder[] = "/tmp/pcs-user-files-XXXXXX";
static char error[1024];

static void make_folder(void)
{
    cr_assert(mkdtemp(folder) != NULL);
    cr_assert(eq(int, chdir(folder), 0));
}

static void remove_folder(void)
{
    unlink("p.xml");
    unlink("h.txt");
    cr_assert(eq(int, chdir("/"), 0));
    rmdir(folder);
}

static void write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");

    cr_assert(out != NULL);
    cr_assert(ge(int, fputs(text, out), 0));
    cr_assert(eq(int, fclose(out), 0));
}

static int check(const char *platform, const char *hosts, int ranks)
{
    char platform_name[] = "p.xml";
    char hosts_name[] = "h.txt";
    const struct pcs_platform_spec spec = {
        .model = PCS_PLATFORM_FILE, .file = platform_name, .hostfile = hosts_name};

    if (platform) {
        write_text("p.xml", platform);
    }
    if (hosts) {
        write_text("h.txt", hosts);
    }
    strcpy(error, "(none)");
    return pcs_platform_check_user_files(PROBE, &spec, ranks, error, sizeof(error));
}

/** The files are refused and the message starts so. */
static void refused(const char *platform, const char *hosts, int ranks, const char *start)
{
    cr_expect(eq(int, check(platform, hosts, ranks), PCS_USER_FILES_BAD), "for %s", start);
    cr_expect(eq(int, strncmp(error, start, strlen(start)), 0),
              "message is \"%s\", expected \"%s\"", error, start);
    cr_expect(eq(ptr, strchr(error, '\n'), NULL), "more than one line: %s", error);
}

TestSuite(user_files, .init = make_folder, .fini = remove_folder);

Test(user_files, good)
{
    cr_expect(eq(int, check(GOOD, "h0\nh1\nh2\nh3\n", 4), 0), "%s", error);
    cr_expect(eq(int, check(GOOD, "h3:2\n\nh0:7\n", 5), 0), "%s", error);
    cr_expect(eq(int, check(GOOD, "h2:4", 4), 0), "one host only: %s", error);
}

/* The names of its hosts are more than a pipe holds. */
Test(user_files, large_platform)
{
    static const char large[] = PROLOGUE CLUSTER("c", "0", "19999") "</platform>\n";

    cr_expect(eq(int, check(large, "h0\nh9999\nh19999\n", 3), 0), "%s", error);
    refused(large, "h0\nh20000\n", 2,
            "h.txt:2:1: no host 'h20000' in p.xml, which has 20000 hosts");
}

Test(user_files, platform_that_is_missing)
{
    refused(NULL, "h0\n", 1, "p.xml: No such file");
    cr_assert(eq(int, mkdir("p.xml", 0700), 0));
    refused(NULL, "h0\n", 1, "p.xml: not a file");
    rmdir("p.xml");
}

Test(user_files, platform_that_is_no_xml)
{
    refused("hello\n", "h0\n", 1, "p.xml:1: Invalid XML");
    refused("", "h0\n", 1, "p.xml:1: Invalid XML");
    refused(PROLOGUE "<zone id=\"z\" routing=\"Full\"><hst/></zone></platform>\n", "h0\n", 1,
            "p.xml:4: Invalid XML");
}

Test(user_files, platform_given_with_its_folder)
{
    char platform_name[] = "./p.xml";
    char hosts_name[] = "h.txt";
    const struct pcs_platform_spec spec = {
        .model = PCS_PLATFORM_FILE, .file = platform_name, .hostfile = hosts_name};

    write_text("p.xml", "hello\n");
    write_text("h.txt", "h0\n");
    cr_expect(eq(int, pcs_platform_check_user_files(PROBE, &spec, 1, error, sizeof(error)),
                 PCS_USER_FILES_BAD));
    cr_expect(eq(int, strncmp(error, "./p.xml:1: Invalid XML", 22), 0), "%s", error);
}

Test(user_files, platform_that_simgrid_refuses)
{
    refused(PROLOGUE "<cluster id=\"c\" prefix=\"h\" suffix=\"\" radical=\"0-3\" speed=\"1Gf\" "
                     "bw=\"1GB\" lat=\"1us\"/>\n</platform>\n",
            "h0\n", 1, "p.xml:4: unknown unit: GB");
    refused(PROLOGUE
            "<config>\n  <prop id=\"smpi/async-small-thres\" value=\"1\"/></config>\n" CLUSTER(
                "c", "0", "3") "</platform>\n",
            "h0\n", 1, "p.xml:5:13: Bad config key: smpi/async-small-thres");
}

#define WITH_SETTING(key, value)                                                                   \
    PROLOGUE "<config>\n  <prop id=\"" key "\" value=\"" value                                     \
             "\"/></config>\n" CLUSTER("c", "0", "3") "</platform>\n"

/* SMPI looks at these only when ranks start. */
Test(user_files, settings_that_no_run_survives)
{
    refused(WITH_SETTING("smpi/async-small-thresh", "65537"), "h0\n", 1,
            "p.xml:5:13: smpi/async-small-thresh: 65537 is more than "
            "smpi/send-is-detached-thresh, 65536");
    refused(WITH_SETTING("smpi/send-is-detached-thresh", "-1"), "h0\n", 1,
            "p.xml:5:13: smpi/send-is-detached-thresh: -1");
    cr_expect(eq(int, check(WITH_SETTING("smpi/send-is-detached-thresh", "0"), "h0\n", 1), 0), "%s",
              error);
}

/* SimGrid has no routes in such a zone until it is sealed. */
Test(user_files, zone_of_shortest_paths)
{
    static const char zone[] = PROLOGUE
        "<zone id=\"w\" routing=\"Dijkstra\"><host id=\"h0\" speed=\"1Gf\"/>\n"
        "<host id=\"h1\" speed=\"1Gf\"/><host id=\"h2\" speed=\"1Gf\"/><router id=\"r\"/>\n"
        "<link id=\"a\" bandwidth=\"1GBps\" latency=\"1us\"/>\n"
        "<route src=\"h0\" dst=\"r\"><link_ctn id=\"a\"/></route>\n"
        "<route src=\"r\" dst=\"h1\"><link_ctn id=\"a\"/></route></zone></platform>\n";

    cr_expect(eq(int, check(zone, "h0\nh1\n", 2), 0), "%s", error);
    refused(zone, "h0\nh2\n", 2, "h.txt:2:1: p.xml has no route between host 'h0'");
}

Test(user_files, hosts_that_are_not_there)
{
    refused(GOOD, "h0\nh4\n", 2, "h.txt:2:1: no host 'h4' in p.xml, which has 4 hosts");
    /* Beyond the last rank too: the file is wrong all the same. */
    refused(GOOD, "h0\nh1\nnid00001\n", 2, "h.txt:3:1: no host 'nid00001'");
}

Test(user_files, too_few_slots)
{
    refused(GOOD, "h0\nh1:2\n", 4, "h.txt: room for 3 ranks, but 4 are needed");
    refused(GOOD, "h0\n", 2, "h.txt: room for 1 rank, but 2 are needed");
}

Test(user_files, no_route)
{
    static const char islands[] =
        PROLOGUE "<zone id=\"w\" routing=\"Full\">\n" CLUSTER("a", "0", "3")
            CLUSTER("b", "4", "7") "</zone></platform>\n";

    cr_expect(eq(int, check(islands, "h0\nh3\n", 2), 0), "%s", error);
    refused(islands, "h0\nh4\n", 2, "h.txt:2:1: p.xml has no route between host 'h0'");
}

Test(user_files, probe_that_does_not_start)
{
    char platform_name[] = "p.xml";
    char hosts_name[] = "h.txt";
    const struct pcs_platform_spec spec = {
        .model = PCS_PLATFORM_FILE, .file = platform_name, .hostfile = hosts_name};

    write_text("p.xml", GOOD);
    write_text("h.txt", "h0\n");
    cr_expect(eq(int,
                 pcs_platform_check_user_files("./no-such-probe", &spec, 1, error, sizeof(error)),
                 PCS_USER_FILES_UNCHECKED));
    cr_expect(eq(str, error, "cannot run ./no-such-probe: No such file or directory"));
}

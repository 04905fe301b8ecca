/*
 * Reading host files: what smpirun would read too, and the place of what it would not.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platforms/user_files.h"

static char path[] = "/tmp/pcs-hostfile-XXXXXX";
static char error[1024];
static struct pcs_hostfile hostfile;

static void make_file(void)
{
    int fd = mkstemp(path);

    cr_assert(ge(int, fd, 0));
    close(fd);
}

static void remove_file(void)
{
    unlink(path);
    pcs_hostfile_fini(&hostfile);
}

static int read_bytes(const char *bytes, size_t n)
{
    FILE *out = fopen(path, "w");

    cr_assert(out != NULL);
    cr_assert(eq(sz, fwrite(bytes, 1, n, out), n));
    cr_assert(eq(int, fclose(out), 0));
    pcs_hostfile_fini(&hostfile);
    strcpy(error, "(none)");
    return pcs_hostfile_read(path, &hostfile, error, sizeof(error));
}

static int read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

/** The message is PATH and then exactly this. */
static void refused(const char *text, const char *rest)
{
    cr_expect(eq(int, read_text(text), PCS_USER_FILES_BAD), "accepted: %s", text);
    cr_expect(eq(int, strncmp(error, path, strlen(path)), 0), "%s", error);
    cr_expect(eq(str, error + strlen(path), (char *)rest), "for %s", text);
    cr_expect(eq(ptr, hostfile.entries, NULL), "touched on failure");
}

static void host_of(int rank, const char *host)
{
    cr_expect(eq(str, pcs_hostfile_entry(&hostfile, rank)->host, (char *)host), "rank %d", rank);
}

TestSuite(hostfile, .init = make_file, .fini = remove_file);

Test(hostfile, one_a_line)
{
    cr_assert(eq(int, read_text("a\nb\nc\n"), 0), "%s", error);
    cr_expect(eq(int, hostfile.entries_n, 3));
    cr_expect(eq(int, hostfile.slots, 3));
    host_of(0, "a");
    host_of(2, "c");
}

Test(hostfile, slots_are_unrolled)
{
    cr_assert(eq(int, read_text("a:2\nb\nc:0\nd.site:10"), 0), "%s", error);
    cr_expect(eq(int, hostfile.slots, 13));
    host_of(1, "a");
    host_of(2, "b");
    host_of(3, "d.site");
    host_of(12, "d.site");
    cr_expect(eq(int, pcs_hostfile_entry(&hostfile, 3)->line, 4));
}

Test(hostfile, empty_lines_and_repeated_hosts)
{
    cr_assert(eq(int, read_text("\na\n\n\nb\na\n\n"), 0), "%s", error);
    cr_expect(eq(int, hostfile.slots, 3));
    host_of(2, "a");
    cr_expect(eq(int, hostfile.entries[1].line, 5));
}

Test(hostfile, the_last_colon_counts)
{
    cr_assert(eq(int, read_text("a:b:3\n"), 0), "%s", error);
    cr_expect(eq(int, hostfile.slots, 3));
    host_of(0, "a:b");
}

Test(hostfile, bad_counts)
{
    static const char count[] = "expected the number of ranks on this host after the colon";
    char rest[128];

    snprintf(rest, sizeof(rest), ":2:5: %s", count);
    refused("a\nbcd:x\n", rest);
    refused("a\nbcd:\n", rest);
    refused("a\nbcd:-1\n", rest);
    refused("a\nbcd:+1\n", rest);
    refused("a\nbcd:2x\n", rest);
    refused("a\nbcd:99999999999999999999\n", rest);
    refused("a\nbcd:2147483647\n", rest); /* with a's one more than an int holds */
    refused(":2\n", ":1:1: expected a host's name before the colon");
}

Test(hostfile, blanks_and_comments)
{
    static const char blank[] = "blank: expected HOST or HOST:RANKS and nothing else on the line";
    char rest[128];

    snprintf(rest, sizeof(rest), ":2:2: %s", blank);
    refused("a\nb slots=2\n", rest);
    refused("a\nb\t\n", rest);
    snprintf(rest, sizeof(rest), ":1:1: %s", blank);
    refused(" a\n", rest);
    refused("  \n", rest);
    refused("a\r\nb\r\n", ":1:2: carriage return: lines must end in a line feed alone");
    refused("a\n# b\n", ":2:1: expected a host's name: a host file has no comments");
}

Test(hostfile, nothing_in_it)
{
    refused("", ": no host in it");
    refused("\n\n", ": no host in it");
    refused("a:0\n", ": no host in it");
}

Test(hostfile, not_a_text)
{
    cr_expect(eq(int, read_bytes("a\nb\0c\n", 6), PCS_USER_FILES_BAD));
    cr_expect(strstr(error, ":2:2: zero byte") != NULL, "%s", error);
    cr_expect(eq(int, pcs_hostfile_read("/no/such/file", &hostfile, error, sizeof(error)),
                 PCS_USER_FILES_BAD));
    cr_expect(eq(str, error, "/no/such/file: No such file or directory"));
    cr_expect(eq(int, pcs_hostfile_read("/", &hostfile, error, sizeof(error)), PCS_USER_FILES_BAD));
    cr_expect(eq(str, error, "/: Is a directory"));
}

/*
 * Bad steps.csv and rounds.csv: refused with file, line and column.
 */
#define _GNU_SOURCE /* asprintf(), fmemopen() */

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/trace_reader.h"
#include "tests/unit/trace_text.h"

/** Read until the end or an error. @return the error, to free(); NULL if there is none */
static char *read_steps(FILE *in, const char *name)
{
    struct pcs_steps_reader *reader = pcs_steps_reader_open(in, name);
    struct pcs_step_row row;
    int rc;

    while ((rc = pcs_steps_reader_next(reader, &row)) > 0)
        ;
    char *error = rc < 0 ? strdup(pcs_steps_reader_error(reader)) : NULL;
    pcs_steps_reader_close(reader);
    fclose(in);
    return error;
}

static char *read_rounds(FILE *in, const char *name)
{
    struct pcs_rounds_reader *reader = pcs_rounds_reader_open(in, name);
    struct pcs_round_row row;
    int rc;

    while ((rc = pcs_rounds_reader_next(reader, &row)) > 0)
        ;
    char *error = rc < 0 ? strdup(pcs_rounds_reader_error(reader)) : NULL;
    pcs_rounds_reader_close(reader);
    fclose(in);
    return error;
}

static void expect_error(char *error, const char *expected, const char *text)
{
    cr_expect(ne(ptr, error, NULL), "accepted: %s", text);
    if (error)
        cr_expect(eq(str, error, (char *)expected), "for %s", text);
    free(error);
}

/** A bad line after a header and a good one, and its message after "t.csv:3:". */
struct bad_line {
    const char *line, *message;
};

static void expect_bad(const struct bad_line *bad, const char *before,
                       char *(*read)(FILE *, const char *))
{
    char *text, *message;

    cr_assert(gt(int, asprintf(&text, "%s%s\n", before, bad->line), 0));
    cr_assert(gt(int, asprintf(&message, "t.csv:3:%s", bad->message), 0));
    expect_error(read(text_in(text), "t.csv"), message, bad->line);
    free(text);
    free(message);
}

Test(trace, bad_steps_are_refused)
{
    static const struct bad_line cases[] = {
        {"x,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"x\", expected a whole number"},
        {",0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is empty, expected a whole number"},
        {"-1,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"-1\", expected 0 to 2147483647"},
        {"2147483648,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "1: rank is \"2147483648\", expected 0 to 2147483647"},
        {"99999999999999999999,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "1: rank is \"99999999999999999999\", expected 0 to 2147483647"},
        {"1.0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"1.0\", expected a whole number"},
        {" 1,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \" 1\", expected a whole number"},
        {"+1,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"+1\", expected a whole number"},
        {"-,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"-\", expected a whole number"},
        {"0,-2,0,0.25,0.25,0.5,0,1,0,0,2,80,3,", "3: step is \"-2\", expected 0 to 4294967295"},
        {"0,4294967296,0,0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "3: step is \"4294967296\", expected 0 to 4294967295"},
        {"0,18446744073709551616,0,0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "3: step is \"18446744073709551616\", expected 0 to 4294967295"},
        {"0,0,-1,0.25,0.25,0.5,0,1,0,0,2,80,3,", "5: bucket is \"-1\", expected 0 to 2147483647"},
        {"0,0,0,,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is empty, expected a number"},
        {"0,0,0,-0.25,0.25,0.5,0,1,0,0,2,80,3,",
         "7: compute_s is \"-0.25\", expected a number that is not negative"},
        {"0,0,0,nan,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"nan\", expected a number"},
        {"0,0,0,NaN,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"NaN\", expected a number"},
        {"0,0,0,inf,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"inf\", expected a number"},
        {"0,0,0,1e999,0.25,0.5,0,1,0,0,2,80,3,",
         "7: compute_s is \"1e999\", expected a smaller number"},
        {"0,0,0,0x1p3,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"0x1p3\", expected a number"},
        {"0,0,0,1.,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"1.\", expected a number"},
        {"0,0,0,.5,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \".5\", expected a number"},
        {"0,0,0,1e,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"1e\", expected a number"},
        {"0,0,0,1e+,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"1e+\", expected a number"},
        {"0,0,0,1s,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"1s\", expected a number"},
        {"0,0,0,0.25,x,0.5,0,1,0,0,2,80,3,", "12: arrive_s is \"x\", expected a number"},
        {"0,0,0,0.25,0.25,-1,0,1,0,0,2,80,3,",
         "17: return_s is \"-1\", expected a number that is not negative"},
        {"0,0,0,0.25,0.25,0.2,0,1,0,0,2,80,3,",
         "17: return_s is \"0.2\", expected at least arrive_s, which is 0.25"},
        {"0,0,0,0.25,0.25,0.5,?,1,0,0,2,80,3,", "21: round is \"?\", expected a whole number"},
        {"0,0,0,0.25,0.25,0.5,0,2,0,0,2,80,3,", "23: fresh is \"2\", expected 0 to 1"},
        {"0,0,0,0.25,0.25,0.5,0,true,0,0,2,80,3,",
         "23: fresh is \"true\", expected a whole number"},
        {"0,0,0,0.25,0.25,0.5,0,1,-3,0,2,80,3,",
         "25: taken_round is \"-3\", expected -2 to 4294967295"},
        {"0,0,0,0.25,0.25,0.5,0,0,18446744073709551615,,2,80,3,",
         "25: taken_round is \"18446744073709551615\", expected -2 to 4294967295"},
        {"0,4,0,0.25,0.25,0.5,0,0,3,,2,80,3,",
         "25: taken_round is \"3\", expected -2, -1, or at least 4 as the step"},
        {"0,0,0,0.25,0.25,0.5,0,0,-1,0,2,80,3,",
         "28: staleness is \"0\", expected nothing for a gradient that was not taken"},
        {"0,0,0,0.25,0.25,0.5,0,0,5,4,2,80,3,",
         "27: staleness is \"4\", expected 5, taken_round less step"},
        {"0,0,0,0.25,0.25,0.5,0,0,5,,2,80,3,", "27: staleness is empty, expected a whole number"},
        {"0,0,0,0.25,0.25,0.5,0,1,5,5,2,80,3,",
         "23: fresh is \"1\", expected 1 if taken_round is the step, otherwise 0"},
        {"0,0,0,0.25,0.25,0.5,0,0,0,0,2,80,3,",
         "23: fresh is \"0\", expected 1 if taken_round is the step, otherwise 0"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,-1,80,3,", "29: active is \"-1\", expected 0 to 2147483647"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,-1,3,",
         "31: bytes_sent is \"-1\", expected 0 to 9223372036854775807"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,z,",
         "34: messages_sent is \"z\", expected a whole number"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,nan", "36: loss is \"nan\", expected a number"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,infinity",
         "36: loss is \"infinity\", expected a number"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3", "35: 13 fields, expected 14 as in the header"},
        {"", "1: 1 field, expected 14 as in the header"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,,",
         "37: more fields than the header has columns, expected 14"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,80,3,\r",
         "36: carriage return, expected lines that end in a line feed alone"},
        {"0,0,0,0.25,0.25,0.5,0,1,0,0,2,\t80,3,", "31: control character, expected a text file"},
        {"ä,0,0,é,0.25,0.5,0,1,0,0,2,80,3,", "1: rank is \"ä\", expected a whole number"},
        {"0,0,0,é,0.25,0.5,0,1,0,0,2,80,3,", "7: compute_s is \"é\", expected a number"},
        {"0,0,0,123456789012345678901234567890123456789012345678901234567890é,,,,,,,,,,",
         "7: compute_s is \"123456789012345678901234567890123456789012345678901234567890...\", "
         "expected a number"},
        {"0,0,0,12345678901234567890123456789012345678901234567890123456789é,,,,,,,,,,",
         "7: compute_s is \"12345678901234567890123456789012345678901234567890123456789...\", "
         "expected a number"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_bad(&cases[i], STEPS_HEADER STEP, read_steps);
}

Test(trace, bad_rounds_are_refused)
{
    static const struct bad_line cases[] = {
        {"-1,0,1,0.25,0.5,2,1,0,160,6", "1: round is \"-1\", expected 0 to 4294967295"},
        {"0,-1,1,0.25,0.5,2,1,0,160,6", "3: bucket is \"-1\", expected 0 to 2147483647"},
        {"0,0,-2,0.25,0.5,2,1,0,160,6", "5: initiator is \"-2\", expected -1 to 2147483647"},
        {"0,0,,0.25,0.5,2,1,0,160,6", "5: initiator is empty, expected a whole number"},
        {"0,0,1,-0.25,0.5,2,1,0,160,6",
         "7: start_s is \"-0.25\", expected a number that is not negative"},
        {"0,0,1,0.25,nan,2,1,0,160,6", "12: end_s is \"nan\", expected a number"},
        {"0,0,1,0.25,0.125,2,1,0,160,6",
         "12: end_s is \"0.125\", expected at least start_s, which is 0.25"},
        {"0,0,1,0.25,0.5,-1,1,0,160,6", "16: active is \"-1\", expected 0 to 2147483647"},
        {"0,0,1,0.25,0.5,2,-1,0,160,6", "18: stale is \"-1\", expected 0 to 2147483647"},
        {"0,0,1,0.25,0.5,2,1,x,160,6", "20: null is \"x\", expected a whole number"},
        {"0,0,1,0.25,0.5,2,1,0,9223372036854775808,6",
         "22: bytes is \"9223372036854775808\", expected 0 to 9223372036854775807"},
        {"0,0,1,0.25,0.5,2,1,0,160,-6",
         "26: messages is \"-6\", expected 0 to 9223372036854775807"},
        {"0,0,1,0.25,0.5,2,1,0,160", "25: 9 fields, expected 10 as in the header"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_bad(&cases[i], ROUNDS_HEADER ROUND, read_rounds);
}

Test(trace, bad_files_are_refused)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "t.csv:1:1: empty file, expected a header line"},
        {"\n", "t.csv:1:1: no column round in the header"},
        {"round,bucket\n", "t.csv:1:13: no column initiator in the header"},
        {"größe,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\n",
         "t.csv:1:70: no column round in the header"},
        {"Round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\n",
         "t.csv:1:70: no column round in the header"},
        {"round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages,null\n",
         "t.csv:1:71: second column null, expected one"},
        {"round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages",
         "t.csv:1:70: cut off: the last line has no line feed, expected a complete file"},
        {"round,bucket,initiator,start_s,end_s,active,stale,null,bytes,messages\r\n",
         "t.csv:1:70: carriage return, expected lines that end in a line feed alone"},
        {ROUNDS_HEADER ROUND "1,0,1,0.25,0.5,2,1,0,160,6",
         "t.csv:3:27: cut off: the last line has no line feed, expected a complete file"},
        {ROUNDS_HEADER "1", /* cut where the rest would be a smaller number */
         "t.csv:2:2: cut off: the last line has no line feed, expected a complete file"},
        {ROUNDS_HEADER ROUND "\n" ROUND, "t.csv:3:1: 1 field, expected 10 as in the header"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_error(read_rounds(text_in(cases[i].text), "t.csv"), cases[i].message, cases[i].text);
}

Test(trace, a_zero_byte_is_refused)
{
    static const char bytes[] = ROUNDS_HEADER "0,\0000,1,0.25,0.5,2,1,0,160,6\n";
    FILE *in = fmemopen((void *)(uintptr_t)bytes, sizeof bytes - 1, "r");

    expect_error(read_rounds(in, "t.csv"), "t.csv:2:3: control character, expected a text file",
                 "zero byte");
}

/** A header, and a line of @p n times @p piece. */
static FILE *long_line(const char *header, const char *piece, int n)
{
    FILE *file = tmpfile();

    cr_assert(ne(ptr, file, NULL));
    fputs(header, file);
    for (int i = 0; i < n; i++)
        fputs(piece, file);
    fputc('\n', file);
    rewind(file);
    return file;
}

Test(trace, long_lines_and_many_columns_are_refused)
{
    expect_error(read_rounds(long_line(ROUNDS_HEADER, "1", 16385), "t.csv"),
                 "t.csv:2:16385: line too long, expected at most 16384 bytes", "16385 digits");
    expect_error(read_rounds(long_line(ROUNDS_HEADER, "1", 16384), "t.csv"),
                 "t.csv:2:16385: 1 field, expected 10 as in the header", "16384 digits");
    expect_error(read_rounds(long_line("", "a,", 256), "t.csv"),
                 "t.csv:1:513: too many columns, expected at most 256", "257 columns");
    expect_error(read_rounds(long_line("", "a,", 255), "t.csv"),
                 "t.csv:1:511: no column round in the header", "256 columns");
}

Test(trace, a_file_that_cannot_be_read_is_told)
{
    FILE *folder = fopen("/", "r");

    cr_assert(ne(ptr, folder, NULL));
    expect_error(read_rounds(folder, "some/folder"), "some/folder: Is a directory", "a folder");
}

Test(trace, names_of_files_are_shown_on_one_line_and_cut)
{
    char name[1001], expected[1101];

    expect_error(read_rounds(text_in(""), "a\nb"), "a?b:1:1: empty file, expected a header line",
                 "a line feed in a name");
    memset(name, 'x', 1000);
    name[1000] = '\0';
    memset(name + 600, 'y', 400);
    snprintf(expected, sizeof expected, "...%s:1:1: empty file, expected a header line",
             name + 600);
    expect_error(read_rounds(text_in(""), name), expected, "a long name");
}

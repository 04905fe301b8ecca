/*
 * A line of CSV put together field by field: printf() for each field would be most of the time of
 * writing a trace.
 */
#include "analysis/csv_writer.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "analysis/number.h"

/** @return whether @p length bytes and a comma still fit */
static bool has_room(struct pcs_csv_line *line, size_t length)
{
    if (length >= (size_t)(PCS_CSV_LINE_MAX - line->length))
        line->is_bad = true;
    return !line->is_bad;
}

void pcs_csv_line_init(struct pcs_csv_line *line)
{
    line->length = 0;
    line->is_bad = false;
}

static void put_digits(struct pcs_csv_line *line, bool is_negative, uint64_t value)
{
    char digits[20];
    int n = 0;

    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    if (!has_room(line, (size_t)n + 1))
        return;
    if (is_negative)
        line->text[line->length++] = '-';
    while (n > 0)
        line->text[line->length++] = digits[--n];
    line->text[line->length++] = ',';
}

void pcs_csv_put_signed(struct pcs_csv_line *line, int64_t value)
{
    put_digits(line, value < 0, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void pcs_csv_put_unsigned(struct pcs_csv_line *line, uint64_t value)
{
    put_digits(line, false, value);
}

void pcs_csv_put_empty(struct pcs_csv_line *line)
{
    if (has_room(line, 0))
        line->text[line->length++] = ',';
}

void pcs_csv_put_number(struct pcs_csv_line *line, double value)
{
    if (isnan(value)) {
        pcs_csv_put_empty(line);
        return;
    }
    if (!has_room(line, PCS_NUMBER_SIZE))
        return;
    line->length += pcs_number_write(line->text + line->length, value);
    line->text[line->length++] = ',';
}

void pcs_csv_put_text(struct pcs_csv_line *line, const char *text)
{
    size_t length = strlen(text);

    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f || text[i] == ',' || text[i] == '"')
            line->is_bad = true;
    }
    if (!has_room(line, length))
        return;
    memcpy(line->text + line->length, text, length);
    line->length += (int)length;
    line->text[line->length++] = ',';
}

int pcs_csv_line_write(struct pcs_csv_line *line, FILE *out)
{
    if (line->is_bad || line->length == 0) {
        errno = EINVAL;
        return -1;
    }
    line->text[line->length - 1] = '\n'; /* in place of the last comma */
    size_t length = (size_t)line->length;
    return fwrite(line->text, 1, length, out) == length ? 0 : -1;
}

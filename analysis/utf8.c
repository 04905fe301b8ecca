/*
 * UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, at most U+10FFFF.
 */
#include "analysis/utf8.h"

#include <stdint.h>

int pcs_utf8_length(const char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *c = (const unsigned char *)text;

    if (c[0] < 0x80)
        return c[0] != 0;
    const int length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    uint32_t code = c[0] & (0x7fU >> length);

    if (c[0] < 0xc2 || c[0] > 0xf4)
        return 0;
    for (int i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3fU);
    }
    return code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? length
                                                                                         : 0;
}

/*
 * An SVG file of gnuplot as a part of a page.
 */
#ifndef PCS_ANALYSIS_HTML_SVG_INLINE_H
#define PCS_ANALYSIS_HTML_SVG_INLINE_H

/**
 * Take the svg element out of the file, put @p prefix before all its ids and references, so that
 * several can stand on one page, and give it a title for those who cannot see it.
 *
 * @param file    whole text of the file
 * @param prefix  letters, digits and -
 * @param title   plain text, UTF-8
 * @return the markup, to free(); NULL with errno: EINVAL when there is no svg element, ENOMEM
 */
char *pcs_svg_inline(const char *file, const char *prefix, const char *title);

#endif

/*
 * Figures as people want to read them: in the unit that suits them, with four digits.
 */
#ifndef PCS_CLI_FIGURE_TEXT_H
#define PCS_CLI_FIGURE_TEXT_H

#include <stddef.h>

#define PCS_FIGURE_TEXT_SIZE 96

/** Write @p value of @p unit: "s", "bytes", "1" for a share or ratio, or any other. */
void pcs_figure_text(double value, const char *unit, char text[PCS_FIGURE_TEXT_SIZE]);

/** Write "LOW to HIGH UNIT", both in the unit that suits @p value. */
void pcs_figure_range(double low, double high, double value, const char *unit,
                      char text[PCS_FIGURE_TEXT_SIZE]);

#endif

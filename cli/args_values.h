/* Values of options: numbers and sizes. Each error names the option. */
#ifndef CLI_ARGS_VALUES_H
#define CLI_ARGS_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/style.h>

#include "cli/fail.h"

/* What an operand begins with that stands for a map made by --style. */
#define ARGS_STYLE_WORD "--style="

/* A whole number, lowest <= *out <= highest. */
MUST_USE int args_read_count(uint32_t *out, const char *option, const char *text, uint32_t lowest,
                             uint32_t highest, struct scree_error *error);
/* A decimal number such as -12, 0.55 or 1e3. */
MUST_USE int args_read_real(double *out, const char *option, const char *text,
                            struct scree_error *error);
/* Metres, or "none". */
MUST_USE int args_read_water(struct scree_style_options *style, const char *option,
                             const char *text, struct scree_error *error);
/* "WxH", or "N" alone, which leaves *height 0. */
MUST_USE int args_read_size(uint32_t *width, uint32_t *height, const char *option, const char *text,
                            uint32_t highest, struct scree_error *error);
/* "X,Y,WxH", or "X,Y,N", which is NxN; false: it is neither. */
MUST_USE bool args_read_box(uint32_t box[4], const char *text);

#endif

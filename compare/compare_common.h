/* What the headers of compare/ share. */
#ifndef COMPARE_COMPARE_COMMON_H
#define COMPARE_COMPARE_COMMON_H

#include <stdint.h>

#define SCREE_NO_LAYER UINT32_MAX
#define COMPARE_MAX_PATH 512 /* bytes of a layer's path, NUL included; longer ones are cut */

#endif

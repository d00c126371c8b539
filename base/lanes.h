/*
 * Rows of texels for kernels that several instruction sets share: padded to whole groups of
 * LANES_GROUP floats, 64 bytes, the widest vector there is. A loop over whole groups has no ragged
 * end on any processor. What is in the padding is finite and never used.
 */
#ifndef BASE_LANES_H
#define BASE_LANES_H

#include <stddef.h>

#define LANES_GROUP 16

/* lanes_groups() is the number of groups that hold count floats. */
static inline size_t lanes_groups(size_t count)
{
    return (count + LANES_GROUP - 1) / LANES_GROUP;
}

/* lanes_pad() is count rounded up to whole groups. */
static inline size_t lanes_pad(size_t count)
{
    return lanes_groups(count) * LANES_GROUP;
}

#endif

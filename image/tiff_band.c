/*
 * What GDAL's metadata in a TIFF say of its first band: lines such as
 * <Item name="SCALE" sample="0" role="scale">0.1</Item>. Source: GDAL's documentation of its GTiff
 * driver (GDAL_METADATA), and files that it writes.
 */
#include "image/tiff_common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the word begins in [from, end), or NULL. */
static const char *find(const char *from, const char *end, const char *word)
{
    const size_t length = strlen(word);
    for (; (size_t)(end - from) >= length; from++)
        if (memcmp(from, word, length) == 0) return from;
    return NULL;
}

static void take_number(double *out, const char *value)
{
    char *end;
    const double number = strtod(value, &end);
    if (end != value) *out = number;
}

void image_band_read(struct image_band *out, const char *text, size_t size)
{
    *out = (struct image_band){.scale = 1.0};
    const char *const end = text + size;
    for (const char *item = text; (item = find(item, end, "<Item ")) != NULL;) {
        const char *name = item;
        item = find(item, end, ">");
        if (item == NULL) return;
        const char *stop = find(item, end, "<");
        if (stop == NULL) return;
        if (find(name, item, "sample=\"0\"") == NULL) continue;
        char value[64];
        const size_t length = (size_t)(stop - item) - 1;
        snprintf(value, sizeof value, "%.*s",
                 (int)(length < sizeof value ? length : sizeof value - 1), item + 1);
        if (find(name, item, "role=\"scale\"") != NULL) take_number(&out->scale, value);
        if (find(name, item, "role=\"offset\"") != NULL) take_number(&out->offset, value);
        if (find(name, item, "role=\"unittype\"") != NULL)
            snprintf(out->unit, sizeof out->unit, "%.20s", value);
    }
}

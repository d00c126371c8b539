/* Where a layer stands in its text. */
#include <stdio.h>

#include "srf/srf_from_text.h"

void srf_text_place(struct scree_error *err, const struct srf_map *map, uint32_t layer,
                    const uint8_t *text, size_t size)
{
    /* From the layer up: its index, "children", its parent's index, ..., "root". */
    struct srf_where steps[2 * SRF_MAX_DEPTH + 1];
    size_t count = 0;
    for (const struct srf_layer *at = map->layers[layer]; at->parent != NULL; at = at->parent) {
        size_t index = 0;
        for (const struct srf_layer *before = at->parent->first_child; before != at;
             before = before->next)
            index++;
        steps[count] = (struct srf_where){&steps[count + 1], NULL, index};
        steps[count + 1] = (struct srf_where){&steps[count + 2], "children", 0};
        count += 2;
    }
    steps[count] = (struct srf_where){NULL, "root", 0};

    const struct scree_error old = *err;
    const size_t mark = srf_text_mark(text, size);
    err->code = SCREE_OK; /* to be said again */
    srf_where_fail(err, old.code, (const char *)text + mark, size - mark, steps, "%s", old.text);
}

/* Pictures of masks, which maps share. */
#include "srf/srf.h"

#include <string.h>

#include "base/mem.h"

enum scree_code srf_mask_create(struct srf_mask **out, const char *file, uint32_t width,
                                uint32_t height, struct scree_error *err)
{
    struct srf_mask *mask;
    RETURN_IF_ERR(MEM_NEED(&mask, 1, sizeof *mask, err));
    atomic_init(&mask->owners, 1);
    atomic_flag_clear(&mask->busy);
    mask->width = width;
    mask->height = height;
    mask->most_code = 255;
    mask->file = mem_text(file, strlen(file));
    mask->classes = mem_text("", 0);
    mask->pixels = mem_alloc((size_t)width * height + 1, sizeof *mask->pixels);
    if (mask->file == NULL || mask->classes == NULL || mask->pixels == NULL) {
        srf_mask_free(mask);
        return err_no_memory(err);
    }
    *out = mask;
    return SCREE_OK;
}

struct srf_mask *srf_mask_share(struct srf_mask *mask)
{
    atomic_fetch_add(&mask->owners, 1);
    return mask;
}

void srf_mask_free(struct srf_mask *mask)
{
    if (mask == NULL || atomic_fetch_sub(&mask->owners, 1) > 1) return;
    for (size_t i = 0; i < SRF_MASKS_MADE; i++) srf_mask_free(mask->made[i]);
    if (mask->free_geo != NULL) mask->free_geo(mask->geo);
    mem_free(mask->file);
    mem_free(mask->classes);
    mem_free(mask->legend);
    mem_free(mask->pixels);
    mem_free(mask);
}

static void begin(struct srf_mask *mask)
{
    while (atomic_flag_test_and_set(&mask->busy))
        ; /* as long as it takes to move eight pointers */
}

void srf_mask_keep_made(struct srf_mask *mask, struct srf_mask *made)
{
    struct srf_mask **const list = mask->made;
    srf_mask_share(made);
    begin(mask);
    struct srf_mask *const oldest = list[SRF_MASKS_MADE - 1];
    memmove(list + 1, list, (SRF_MASKS_MADE - 1) * sizeof(struct srf_mask *));
    list[0] = made;
    atomic_flag_clear(&mask->busy);
    srf_mask_free(oldest);
}

struct srf_mask *srf_mask_find_made(struct srf_mask *mask, const char *identity)
{
    struct srf_mask *found = NULL;
    begin(mask);
    for (size_t i = 0; i < SRF_MASKS_MADE && found == NULL; i++)
        if (mask->made[i] != NULL && strcmp(mask->made[i]->identity, identity) == 0)
            found = srf_mask_share(mask->made[i]);
    atomic_flag_clear(&mask->busy);
    return found;
}

static size_t place_of(const struct srf_map *map, const char *file, const char *classes)
{
    size_t i = 0;
    while (i < map->mask_count &&
           (strcmp(map->masks[i]->file, file) != 0 || strcmp(map->masks[i]->classes, classes) != 0))
        i++;
    return i;
}

struct srf_mask *srf_find_classes(const struct srf_map *map, const char *file, const char *classes)
{
    const size_t i = place_of(map, file, classes);
    return i < map->mask_count ? map->masks[i] : NULL;
}

struct srf_mask *srf_find_mask(const struct srf_map *map, const char *file)
{
    return srf_find_classes(map, file, "");
}

enum scree_code srf_take_mask(struct srf_map *map, struct srf_mask *mask, struct scree_error *err)
{
    const size_t i = place_of(map, mask->file, mask->classes);
    if (i == map->mask_count) {
        struct srf_mask **grown = mem_grow(map->masks, i, i + 1, sizeof(struct srf_mask *));
        if (grown == NULL) {
            srf_mask_free(mask);
            return err_no_memory(err);
        }
        map->masks = grown;
        map->mask_count++;
    } else {
        srf_mask_free(map->masks[i]);
    }
    map->masks[i] = mask;
    return SCREE_OK;
}

enum scree_code srf_share_masks(struct srf_map *map, const struct srf_map *from,
                                struct scree_error *err)
{
    for (uint32_t i = 0; i < from->mask_count; i++)
        RETURN_IF_ERR(srf_take_mask(map, srf_mask_share(from->masks[i]), err));
    return SCREE_OK;
}

bool srf_goes_by(const struct srf_layer *layer, const char *file)
{
    return srf_is_on(layer->limits[SRF_MASK].on[0]) && strcmp(layer->mask, file) == 0;
}

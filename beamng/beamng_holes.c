/* The picture of holes: white is one, row 0 is north. */
#include "beamng/beamng_map.h"
#include "image/image.h"

#define MAX_FILE_BYTES ((uint64_t)1 << 30)

static enum err_code take(struct beamng_map *map, const struct image_picture *picture,
                          struct err *err)
{
    const size_t size = map->size;
    const size_t extra = map->trimmed && picture->width == size + 1 ? 1 : 0;
    if (picture->width != size + extra || picture->height != size + extra)
        return err_set_option(err, "holes",
                              "{holes}: has %zu x %zu pixels, expected one for each of the %zu x "
                              "%zu samples",
                              picture->width, picture->height, size, size);
    if (picture->channels > 2) {
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "{holes}: has colours, expected a grey picture (white is a hole)");
        return err_set_field(err, "holes");
    }
    map->holes = mem_alloc_pixels(size, size);
    if (map->holes == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for holes");
    const unsigned half = picture->bits == 16 ? 0x8000 : 0x80;
    for (size_t y = 0; y < size; y++)
        for (size_t x = 0; x < size; x++) {
            const size_t at = (picture->height - 1 - y) * picture->width + x;
            map->holes[y * size + x] = picture->samples[at * picture->channels] >= half;
        }
    return ERR_OK;
}

static enum err_code decode(struct beamng_map *map, const struct file_bytes *bytes, struct err *err)
{
    struct image_picture picture;
    const uint64_t most = ((uint64_t)map->size + 1) * (map->size + 1);
    RETURN_IF_ERR(image_read_png_memory(&picture, bytes->data, bytes->size, most, err));
    const enum err_code code = take(map, &picture, err);
    image_picture_free(&picture);
    return code;
}

enum err_code beamng_read_holes(struct beamng_map *map, struct inputs_opened *picture,
                                struct err *err)
{
    struct file_bytes bytes;
    RETURN_IF_ERR(inputs_take_bytes(&bytes, &map->picture, picture, MAX_FILE_BYTES, err));
    if (map->picture.path == NULL) map->picture.path = map->picture.base = "holes.png";
    const enum err_code code = decode(map, &bytes, err);
    file_bytes_free(&bytes);
    return code == ERR_OK ? ERR_OK : err_set_file(err, map->picture.path);
}

/* Pictures that mark samples, of holes or of what may change: white marks, row 0 is north. */
#include "beamng/beamng_map.h"
#include "image/image.h"

#define MAX_FILE_BYTES ((uint64_t)1 << 30)

static enum err_code take(const struct beamng_marks *marks, const struct beamng_map *map,
                          const struct image_picture *picture, struct err *err)
{
    const size_t size = map->size;
    const size_t extra = map->trimmed && picture->width == size + 1 ? 1 : 0;
    if (picture->width != size + extra || picture->height != size + extra)
        return err_set_option(err, marks->option,
                              "{%s}: has %zu x %zu pixels, expected one for each of the %zu x "
                              "%zu samples",
                              marks->option, picture->width, picture->height, size, size);
    if (picture->channels > 2) {
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "{%s}: has colours, expected a grey picture (%s)", marks->option, marks->meaning);
        return err_set_field(err, marks->option);
    }
    *marks->out = mem_alloc_pixels(size, size);
    if (*marks->out == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a picture of the samples");
    const unsigned half = picture->bits == 16 ? 0x8000 : 0x80;
    for (size_t y = 0; y < size; y++)
        for (size_t x = 0; x < size; x++) {
            const size_t at = (picture->height - 1 - y) * picture->width + x;
            (*marks->out)[y * size + x] = picture->samples[at * picture->channels] >= half;
        }
    return ERR_OK;
}

enum err_code beamng_read_marks(const struct beamng_marks *marks, const struct beamng_map *map,
                                struct inputs_opened *opened, struct err *err)
{
    struct file_bytes bytes;
    struct image_picture picture;
    struct inputs_file *file = marks->file;
    const uint64_t most = ((uint64_t)map->size + 1) * (map->size + 1);
    RETURN_IF_ERR(inputs_take_bytes(&bytes, file, opened, MAX_FILE_BYTES, err));
    if (file->path == NULL) file->path = file->base = marks->name;
    enum err_code code = image_read_png_memory(&picture, bytes.data, bytes.size, most, err);
    if (code == ERR_OK) {
        code = take(marks, map, &picture, err);
        image_picture_free(&picture);
    }
    file_bytes_free(&bytes);
    return code == ERR_OK ? ERR_OK : err_set_file(err, file->path);
}

/* The picture of --holes: white is a hole, row 0 is north. */
#include "base/file.h"
#include "cli/beamng/beamng.h"

#define MAX_FILE_BYTES ((uint64_t)1 << 30)

static enum err_code take(struct beamng *beamng, const struct image_picture *picture,
                          struct err *err)
{
    const size_t size = beamng->size;
    const size_t extra = beamng->trimmed && picture->width == size + 1 ? 1 : 0;
    if (picture->width != size + extra || picture->height != size + extra)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--holes: has %zu x %zu pixels, expected one for each of the %zu x %zu "
                       "samples",
                       picture->width, picture->height, size, size);
    if (picture->channels > 2)
        return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "--holes: has colours, expected a grey picture (white is a hole)");
    beamng->holes = mem_alloc_pixels(size, size);
    if (beamng->holes == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for holes");
    const unsigned half = picture->bits == 16 ? 0x8000 : 0x80;
    for (size_t y = 0; y < size; y++)
        for (size_t x = 0; x < size; x++) {
            const size_t at = (picture->height - 1 - y) * picture->width + x;
            beamng->holes[y * size + x] = picture->samples[at * picture->channels] >= half;
        }
    return ERR_OK;
}

enum err_code beamng_read_holes(struct beamng *beamng, struct err *err)
{
    const char *path = beamng->args->holes;
    if (path == NULL) return ERR_OK;
    struct file_bytes bytes;
    struct image_picture picture;
    RETURN_IF_ERR(file_read(&bytes, path, MAX_FILE_BYTES, err));
    inputs_note(&beamng->holes_file, path, &bytes);
    const uint64_t most = ((uint64_t)beamng->size + 1) * (beamng->size + 1);
    enum err_code code = image_read_png_memory(&picture, bytes.data, bytes.size, most, err);
    if (code == ERR_OK) {
        code = take(beamng, &picture, err);
        image_picture_free(&picture);
    }
    file_bytes_free(&bytes);
    return code == ERR_OK ? ERR_OK : err_set_file(err, path);
}

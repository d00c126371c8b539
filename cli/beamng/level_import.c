/* What the World Editor's importer reads: heights, holes and a mask for each material, north up. */
#include <string.h>

#include "cli/beamng/level.h"

static enum err_code write_heights(struct level *level, struct outdir *out, struct err *err)
{
    const size_t size = level->made.size;
    const char *name = engines_beamng_file_name(ENGINES_BEAMNG_IMPORT_HEIGHTS);
    uint16_t *north = mem_alloc(size * size, sizeof *north);
    if (north == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for heights");
    for (size_t y = 0; y < size; y++)
        memcpy(north + (size - 1 - y) * size, level->heights + y * size, size * sizeof *north);
    char *path = export_begin_file(&level->files, out, name, err);
    enum err_code code = path != NULL ? ERR_OK : err->code;
    if (path != NULL) {
        export_note_samples(&level->files, north, size * size * sizeof *north);
        code = image_write_png16(path, north, size, size, err);
        code = export_finish_file(&level->files, out, path, code, err);
    }
    mem_free(north);
    return code;
}

/* A picture that is white where ids has an id. Under a hole there is the material of its own that
 * the importer needs: the first. */
static enum err_code write_mask(struct level *level, struct outdir *out, const char *name,
                                uint8_t *pixels, unsigned id, struct err *err)
{
    const size_t size = level->made.size;
    const uint8_t *ids = level->beamng->ids;
    for (size_t y = 0; y < size; y++)
        for (size_t x = 0; x < size; x++) {
            const unsigned own = ids[(size - 1 - y) * size + x];
            const bool shown = own == id || (own == BEAMNG_HOLE && id == 0);
            pixels[y * size + x] = shown ? 255 : 0;
        }
    return export_write_png8(&level->files, out, name, pixels, level->made.size, level->made.size,
                             1, err);
}

enum err_code level_write_import(struct level *level, struct outdir *out, struct err *err)
{
    const struct engines_beamng_level *made = &level->made;
    uint8_t *pixels = mem_alloc_pixels(made->size, made->size);
    if (pixels == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for masks");
    enum err_code code = write_heights(level, out, err);
    for (unsigned i = 0; i < made->count && code == ERR_OK; i++) {
        char name[ENGINES_BEAMNG_PATH_SIZE];
        engines_beamng_import_mask(name, i, made->materials[i].name);
        code = write_mask(level, out, name, pixels, i, err);
    }
    if (code == ERR_OK)
        code = write_mask(level, out, engines_beamng_file_name(ENGINES_BEAMNG_IMPORT_HOLES), pixels,
                          BEAMNG_HOLE, err);
    mem_free_pixels(pixels);
    return code;
}

/* What the World Editor's importer reads: heights, holes and a mask for each material, north up. */
#include <string.h>

#include "beamng/beamng_plan.h"
#include "ground/ground_files.h"
#include "image/image.h"

static enum scree_code write_heights(const struct beamng_output *output, struct scree_error *err)
{
    const struct beamng_level *level = output->level;
    const size_t size = level->facts.size;
    struct sink_file *file;
    uint16_t *north;
    RETURN_IF_ERR(MEM_NEED(&north, size * size, sizeof *north, err));
    for (size_t y = 0; y < size; y++)
        memcpy(north + (size - 1 - y) * size, level->heights + y * size, size * sizeof *north);
    enum scree_code code =
        sink_begin(output->sink, beamng_file_name(BEAMNG_IMPORT_HEIGHTS), SINK_STORED, &file, err);
    if (code == SCREE_OK)
        code = ground_end_file(file, image_png16(&file->stream, north, size, size, err),
                               output->job, err);
    mem_free(north);
    return code;
}

/* A picture that is white where ids has an id. Under a hole there is the material of its own that
 * the importer needs: the first. */
static enum scree_code write_mask(const struct beamng_output *output, const char *name,
                                  uint8_t *pixels, unsigned id, struct scree_error *err)
{
    const struct beamng_level *level = output->level;
    const size_t size = level->facts.size;
    const uint8_t *ids = level->samples.ids;
    for (size_t y = 0; y < size; y++)
        for (size_t x = 0; x < size; x++) {
            const unsigned own = ids[(size - 1 - y) * size + x];
            const bool shown = own == id || (own == BEAMTER_HOLE && id == 0);
            pixels[y * size + x] = shown ? 255 : 0;
        }
    const struct ground_picture picture = {pixels, level->facts.size, level->facts.size, 1};
    return ground_write_png8(output->sink, name, &picture, output->job, err);
}

enum scree_code beamng_write_import(const struct beamng_output *output, struct scree_error *err)
{
    const struct beamng_facts *facts = &output->level->facts;
    uint8_t *pixels = mem_alloc_pixels(facts->size, facts->size);
    if (pixels == NULL) return err_no_memory(err);
    enum scree_code code = write_heights(output, err);
    for (unsigned i = 0; i < facts->count && code == SCREE_OK; i++) {
        char name[BEAMNG_PATH_SIZE];
        beamng_import_mask(name, i, facts->materials[i].name);
        code = write_mask(output, name, pixels, i, err);
    }
    if (code == SCREE_OK)
        code = write_mask(output, beamng_file_name(BEAMNG_IMPORT_HOLES), pixels, BEAMTER_HOLE, err);
    mem_free_pixels(pixels);
    return code;
}

/*
 * BeamNG terrains, versions 7 to 9: heights, materials and holes; the scale is in the level.
 * Rows are south first, as ours.
 */
#include "heights/heights_grid.h"

#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"

static enum scree_code keep_names(struct heights_layers *layers, const struct beamter_file *file,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(&layers->names, file->count, sizeof *layers->names, err));
    const uint8_t *next = file->names;
    for (; layers->count < file->count; layers->count++, next += file->names_step + *next) {
        char *name;
        RETURN_IF_ERR(MEM_NEED(&name, (size_t)*next + 1, 1, err));
        memcpy(name, next + 1, *next);
        layers->names[layers->count] = name;
    }
    return SCREE_OK;
}

static enum scree_code keep_layers(struct heights_grid *grid, const struct beamter_file *file)
{
    struct heights_layers *layers = &grid->about->layers;
    const size_t points = (size_t)layers->size * layers->size;
    RETURN_IF_ERR(keep_names(layers, file, grid->err));
    RETURN_IF_ERR(MEM_NEED(&layers->ids, points, 1, grid->err));
    memcpy(layers->ids, file->ids, points);
    size_t strange = 0, holes = 0;
    for (size_t i = 0; i < points; i++) {
        RETURN_IF_ERR(job_at(grid->job, i, grid->err));
        strange += file->ids[i] >= file->count && file->ids[i] != BEAMTER_HOLE;
        holes += file->ids[i] == BEAMTER_HOLE;
    }
    if (strange > 0)
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "%zu points have a material beyond the %zu there are", strange, file->count);
    if (holes > 0)
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET, "%zu %s; heights are kept there", holes,
                 holes == 1 ? "point is a hole" : "points are holes");
    return SCREE_OK;
}

static enum scree_code set_scale(struct heights_grid *grid, const struct heights_input *input,
                                 uint32_t highest)
{
    const struct scree_terrain_options *options = input->options;
    struct beamter_block block = {.found = false};
    double max_height_m = options->max_height_m;
    double square_m = options->square_m > 0 ? options->square_m : options->cell_m;
    if ((max_height_m == 0 || square_m == 0) && input->path != NULL)
        RETURN_IF_ERR(beamter_find_block(&block, input->path, grid->err));
    if ((max_height_m == 0 || square_m == 0) && !block.found)
        return err_set_option(grid->err, max_height_m == 0 ? "max_height_m" : "square_m",
                              "a BeamNG terrain has no scale: add%s%s, as the level's TerrainBlock "
                              "has them (none was found near the file; the numbers go up to %lu of "
                              "65536)",
                              max_height_m == 0 ? " {max_height_m}" : "",
                              square_m == 0 ? " {square_m}" : "", (unsigned long)highest);
    grid->cell_name = "{square_m}";
    if (max_height_m == 0) max_height_m = block.max_height_m;
    if (square_m == 0) {
        square_m = block.square_m;
        grid->cell_name = "TerrainBlock of the level";
    }
    if (block.found) {
        grid->zero_m = block.position_m[2];
        grid->about->has_water = block.has_water;
        grid->about->water_m = block.water_m;
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "scale from %s: squareSize %g, maxHeight %g, lowest ground at %g m", block.file,
                 square_m, max_height_m, block.position_m[2]);
    }
    grid->cell_m[0] = grid->cell_m[1] = square_m;
    grid->unit_m = beamter_step_m(max_height_m);
    return SCREE_OK;
}

enum scree_code heights_read_beamng(struct heights_grid *grid, const struct heights_input *input)
{
    struct beamter_file file;
    const uint32_t side = bytes_get_u32le(input->bytes + 1);
    const size_t points = (size_t)side * side;
    grid->what = "a BeamNG terrain";
    grid->offset = 32768;
    grid->most = 65535;
    grid->is_scaled = grid->range_is_ignored = grid->south_first = true;
    grid->about->layers.version = input->bytes[0];
    grid->about->layers.size = side;
    grid->reading_bytes += points; /* ids */
    RETURN_IF_ERR(heights_grid_start(grid, side, side));
    RETURN_IF_ERR(beamter_read(&file, input->bytes, input->size, grid->err));
    uint32_t highest = 0;
    for (size_t i = 0; i < points; i++) {
        RETURN_IF_ERR(job_at(grid->job, i, grid->err));
        const uint16_t number = bytes_get_u16le(file.heights + 2 * i);
        highest = number > highest ? number : highest;
        grid->elevations[i] = (int16_t)(number - 32768);
    }
    RETURN_IF_ERR(keep_layers(grid, &file));
    return set_scale(grid, input, highest);
}

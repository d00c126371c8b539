/* Heights and weights in the forms that several engines take, and what a row of the table says of them. */
#include "base/text.h"
#include "engines/engines_plan.h"
#include "image/image.h"

#define TEXTURE_SIZE 512

/* ---- texels ---- */

void engines_settle_texels(struct engines_plan *plan)
{
    const bool cells = plan->profile->takes_texels;
    const uint32_t asked = plan->options.texels;
    plan->texels = !cells ? plan->points : asked != 0 ? asked : plan->points - 1;
    plan->grid = (struct engines_grid){
        .kind = cells ? SCREE_CELLS : SCREE_SPREAD, .width = plan->texels, .height = plan->texels};
}

/* ---- heights ---- */

double engines_range_m(const struct engines_plan *plan)
{
    return plan->high_m > plan->low_m ? plan->high_m - plan->low_m : 1;
}

static uint32_t side_of(const struct engines_plan *plan, const struct engines_raster *raster)
{
    return raster->points != 0 ? raster->points : plan->points;
}

/* Rows as PNG has them, the higher byte first, or as bare numbers, little-endian; png NULL: these. */
static enum scree_code put_heights(struct stream *to, struct image_png8 *png,
                                   const struct engines_raster *raster,
                                   struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const uint32_t points = side_of(plan, raster);
    const double range_m = engines_range_m(plan);
    for (uint32_t i = 0; i < points; i++) {
        const uint32_t y = raster->south_first ? points - 1 - i : raster->y + i;
        RETURN_IF_ERR(engines_get_heights(output, y, i, points, err));
        for (uint32_t x = 0; x < points; x++) {
            const uint16_t step =
                ground_height16(output->row_m[raster->x + x], plan->low_m, range_m);
            uint8_t *bytes = output->bytes + (size_t)2 * x;
            bytes[png == NULL] = (uint8_t)(step >> 8);
            bytes[png != NULL] = (uint8_t)(step & 0xff);
        }
        RETURN_IF_ERR(png != NULL ? image_png8_rows(png, output->bytes, 1, err)
                                  : stream_put(to, output->bytes, (size_t)2 * points, err));
    }
    return SCREE_OK;
}

static enum scree_code put_png(struct stream *to, const struct engines_raster *raster,
                               struct engines_output *output, struct scree_error *err)
{
    const uint32_t points = side_of(output->plan, raster);
    struct image_png8 *png;
    RETURN_IF_ERR(image_png16_create(&png, job_threads(output->job), to, points, points, err));
    const enum scree_code code = put_heights(to, png, raster, output, err);
    if (code == SCREE_OK) return image_png8_finish(png, err);
    image_png8_abort(png);
    return code;
}

enum scree_code engines_write_heights(struct engines_output *output,
                                      const struct engines_raster *raster, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, raster->png ? SINK_STORED : SINK_PLAIN, err, "%s",
                                raster->name));
    return engines_end(output, file,
                       raster->png ? put_png(&file->stream, raster, output, err)
                                   : put_heights(&file->stream, NULL, raster, output, err),
                       err);
}

/* ---- weights ---- */

enum scree_code engines_write_masks(struct engines_output *output, const struct engines_grid *grid,
                                    const char *pattern, const struct engines_value *own,
                                    struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const uint32_t count = plan->merge->count;
    struct engines_picture *pictures;
    RETURN_IF_ERR(MEM_NEED(&pictures, count, sizeof *pictures, err));
    enum scree_code code = SCREE_OK;
    for (uint32_t m = 0; m < count && code == SCREE_OK; m++) {
        pictures[m] = (struct engines_picture){.materials = {m}, .channels = 1};
        code = engines_name(pictures[m].name, plan, pattern, m, own, err);
    }
    if (code == SCREE_OK) code = engines_write_weights(output, grid, pictures, count, err);
    mem_free(pictures);
    return code;
}

/* ---- textures ---- */

static enum scree_code write_texture(struct engines_output *output, uint32_t material,
                                     const char *pattern, const uint8_t *pixels,
                                     struct scree_error *err)
{
    char name[ENGINES_FILE];
    const struct ground_picture picture = {pixels, TEXTURE_SIZE, TEXTURE_SIZE, 4};
    if (pattern == NULL) return SCREE_OK;
    RETURN_IF_ERR(engines_name(name, output->plan, pattern, material, NULL, err));
    return ground_write_png8(output->sink, name, &picture, output->job, err);
}

enum scree_code engines_write_textures(struct engines_output *output, uint32_t material,
                                       const struct engines_texture_names *names,
                                       struct scree_error *err)
{
    const struct engines_material *m = &output->plan->materials[material];
    const size_t count = (size_t)TEXTURE_SIZE * TEXTURE_SIZE;
    uint8_t *diffuse = mem_alloc_pixels(2, count * 4);
    if (diffuse == NULL) return err_no_memory(err);
    uint8_t *normal = diffuse + count * 4;
    const struct ground_pair pair = {
        diffuse,      normal,       TEXTURE_SIZE, m->rgb,
        names->green, material + 1, 0.0f,         job_threads(output->job)};
    enum scree_code code = ground_texture(&pair, m->kind, err);
    for (size_t i = 0; code == SCREE_OK && names->height_in_albedo && i < count; i++) {
        const uint8_t shine = diffuse[4 * i + 3];
        diffuse[4 * i + 3] = normal[4 * i + 3];
        normal[4 * i + 3] = (uint8_t)(255 - shine);
    }
    if (code == SCREE_OK) code = write_texture(output, material, names->albedo, diffuse, err);
    if (code == SCREE_OK) code = write_texture(output, material, names->normal, normal, err);
    mem_free_pixels(diffuse);
    return code;
}

/* ---- files of a row ---- */

enum scree_code engines_write_files(struct engines_output *output, struct scree_error *err)
{
    const struct engines_files *files = &output->plan->profile->files;
    const struct engines_raster raster = {.name = files->heights,
                                          .png = text_ends_in(files->heights, ".png")};
    RETURN_IF_ERR(engines_write_heights(output, &raster, err));
    RETURN_IF_ERR(engines_write_masks(output, &output->plan->grid, files->mask, NULL, err));
    return files->readme != NULL ? engines_write_readme(output, files->readme, NULL, err)
                                 : SCREE_OK;
}

/*
 * Terrains for Arma 3 and DayZ: heights as an ESRI grid, a mask of exact colours of which no tile has
 * more than a few, and layers.cfg, which says what each colour is.
 * Source: docs/formats.md, Arma.
 */
#include <stdio.h>
#include <string.h>

#include "engines/engines_plan.h"
#include "image/image.h"

#define TILE 512
#define OVERLAP 16
#define SURFACES 4 /* of a tile */
#define MOST 256   /* of all */

enum scree_code engines_settle_arma(struct engines_plan *plan, struct scree_error *err)
{
    plan->texels = plan->options.texels != 0 ? plan->options.texels : plan->points;
    if (plan->texels < 2 * OVERLAP)
        return err_set_option(err, "texels",
                              "{texels} is %u: a mask for Arma has %d texels a side or more",
                              (unsigned)plan->texels, 2 * OVERLAP);
    plan->tile = plan->options.tile_points;
    if (plan->tile == 0) plan->tile = plan->texels < TILE ? plan->texels : TILE;
    if (plan->tile < 2 * OVERLAP || plan->tile > plan->texels)
        return err_set_option(
            err, "tile_points",
            "{tile_points} %u: a tile for Arma has %d texels or more, and the mask "
            "has %u a side",
            (unsigned)plan->tile, 2 * OVERLAP, (unsigned)plan->texels);
    const uint32_t step = plan->tile - OVERLAP;
    plan->tiles = (plan->texels - OVERLAP + step - 1) / step;
    plan->grid =
        (struct engines_grid){.kind = SCREE_CELLS, .width = plan->texels, .height = plan->texels};
    return SCREE_OK;
}

/* ---- heights ---- */

struct lines {
    const struct engines_plan *plan;
    struct stream *to;
};

static enum scree_code take_heights(void *context, const double *altitudes_m,
                                    struct scree_error *err)
{
    const struct lines *lines = context;
    for (uint32_t x = 0; x < lines->plan->points; x++)
        RETURN_IF_ERR(stream_print(lines->to, err, "%s%s", x > 0 ? " " : "",
                                   engines_number(altitudes_m[x], 3).text));
    return stream_print(lines->to, err, "\n");
}

static enum scree_code put_heights(struct engines_output *output, struct stream *to,
                                   struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct lines lines = {plan, to};
    RETURN_IF_ERR(stream_print(to, err,
                               "ncols %u\nnrows %u\nxllcenter 0\nyllcenter 0\ncellsize %s\n"
                               "NODATA_value -9999\n",
                               (unsigned)plan->points, (unsigned)plan->points,
                               engines_number(plan->spacing_m, 9).text));
    const struct engines_heights heights = {
        .rows = plan->points, .take = take_heights, .context = &lines};
    return engines_take_heights(output, &heights, err);
}

/* ---- the mask ---- */

struct mask {
    const struct engines_plan *plan;
    uint8_t *surfaces; /* [texel]: the strongest material, or what took its place */
    uint8_t *moved;    /* a bit for each texel: another did. None moves back: choose() */
    uint64_t counts[MOST];
    uint64_t changed; /* texels that moved */
    uint8_t rgb[MOST][3];
};

static enum scree_code take_winners(void *context, const struct engines_row *row,
                                    struct scree_error *err)
{
    struct mask *mask = context;
    const uint32_t width = mask->plan->texels;
    (void)err;
    memcpy(mask->surfaces + (size_t)row->y * width, row->winners, width);
    for (uint32_t x = 0; x < width; x++) mask->counts[row->winners[x]]++;
    return SCREE_OK;
}

/* Where a tile lies, its overlap included. */
struct window {
    uint32_t x, y, width, height;
};

static void count_in(uint32_t counts[MOST], const struct mask *mask, const struct window *at)
{
    memset(counts, 0, MOST * sizeof *counts);
    for (uint32_t y = at->y; y < at->y + at->height; y++)
        for (uint32_t x = at->x; x < at->x + at->width; x++)
            counts[mask->surfaces[(size_t)y * mask->plan->texels + x]]++;
}

/* Is surface a rarer on the whole map? */
static bool is_rarer(const struct mask *mask, unsigned a, unsigned b)
{
    return mask->counts[a] != mask->counts[b] ? mask->counts[a] < mask->counts[b] : a > b;
}

/* The rarest of the tile but for what is the most common of the whole map there goes to the tile's most
 * common one that is more common on the whole map. So each texel goes up a fixed order, and tiles that
 * overlap come to an end. */
static bool choose(unsigned *from, unsigned *to, const uint32_t counts[MOST],
                   const struct mask *mask)
{
    unsigned surfaces = 0, top = MOST;
    *from = *to = MOST;
    for (unsigned m = 0; m < MOST; m++) {
        if (counts[m] == 0) continue;
        surfaces++;
        if (top == MOST || is_rarer(mask, top, m)) top = m;
    }
    if (surfaces <= SURFACES) return false;
    for (unsigned m = 0; m < MOST; m++)
        if (counts[m] > 0 && m != top && (*from == MOST || counts[m] < counts[*from])) *from = m;
    for (unsigned m = 0; m < MOST; m++)
        if (counts[m] > 0 && m != *from && is_rarer(mask, *from, m) &&
            (*to == MOST || counts[m] > counts[*to]))
            *to = m;
    return true;
}

static void move_to(struct mask *mask, size_t texel, unsigned to)
{
    const unsigned bit = 1U << (texel & 7);
    mask->surfaces[texel] = (uint8_t)to;
    mask->changed += (mask->moved[texel / 8] & bit) == 0;
    mask->moved[texel / 8] |= (uint8_t)bit;
}

static bool thin_tile(struct mask *mask, const struct window *at)
{
    uint32_t counts[MOST];
    unsigned from, to;
    bool any = false;
    for (count_in(counts, mask, at); choose(&from, &to, counts, mask); any = true) {
        for (uint32_t y = at->y; y < at->y + at->height; y++) {
            const size_t row = (size_t)y * mask->plan->texels;
            for (uint32_t x = at->x; x < at->x + at->width; x++)
                if (mask->surfaces[row + x] == from) move_to(mask, row + x, to);
        }
        counts[to] += counts[from];
        counts[from] = 0;
    }
    return any;
}

static enum scree_code thin(struct mask *mask, struct scree_job *job, struct scree_error *err)
{
    const struct engines_plan *plan = mask->plan;
    const uint32_t step = plan->tile - OVERLAP;
    for (bool any = true; any;) {
        any = false;
        RETURN_IF_ERR(job_step(job, "counting surfaces of tiles", 0, err));
        for (uint32_t i = 0; i < plan->tiles * plan->tiles; i++) {
            struct window at = {i % plan->tiles * step, i / plan->tiles * step, plan->tile,
                                plan->tile};
            if (at.width > plan->texels - at.x) at.width = plan->texels - at.x;
            if (at.height > plan->texels - at.y) at.height = plan->texels - at.y;
            any |= thin_tile(mask, &at);
        }
    }
    return SCREE_OK;
}

/* The map's colours, of which no two may be equal. */
static void choose_colours(struct mask *mask)
{
    const uint32_t count = mask->plan->merge->count;
    for (uint32_t m = 0; m < count; m++) {
        uint8_t *rgb = mask->rgb[m];
        memcpy(rgb, mask->plan->materials[m].rgb, 3);
        for (uint32_t other = 0; other < m;) {
            const bool equal = memcmp(rgb, mask->rgb[other], 3) == 0;
            rgb[2] = (uint8_t)(rgb[2] + equal);
            other = equal ? 0 : other + 1;
        }
    }
}

static enum scree_code put_rows(struct image_png8 *png, const struct mask *mask,
                                struct scree_error *err)
{
    const uint32_t width = mask->plan->texels;
    uint8_t *row = mem_alloc(width, 3);
    enum scree_code code = SCREE_OK;
    if (row == NULL) code = err_no_memory(err);
    for (uint32_t y = 0; y < width && code == SCREE_OK; y++) {
        for (uint32_t x = 0; x < width; x++)
            memcpy(row + (size_t)3 * x, mask->rgb[mask->surfaces[(size_t)y * width + x]], 3);
        code = image_png8_rows(png, row, 1, err);
    }
    mem_free(row);
    return code;
}

static enum scree_code write_mask(struct engines_output *output, const struct mask *mask,
                                  struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct sink_file *file;
    struct image_png8 *png;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_STORED, err, "%s_mask.png", plan->name));
    enum scree_code code = image_png8_create(&png, job_threads(output->job), &file->stream,
                                             plan->texels, plan->texels, 3, err);
    if (code == SCREE_OK) code = put_rows(png, mask, err);
    if (code == SCREE_OK)
        code = image_png8_finish(png, err);
    else
        image_png8_abort(png);
    return engines_end(output, file, code, err);
}

/* ---- texts ---- */

static enum scree_code put_layers(struct stream *to, const struct mask *mask,
                                  struct scree_error *err)
{
    const struct engines_plan *plan = mask->plan;
    RETURN_IF_ERR(stream_print(to, err, "class Layers\n{\n"));
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        const char *title = plan->materials[m].title;
        RETURN_IF_ERR(stream_print(to, err,
                                   "    class %s\n    {\n        texture = \"\";\n"
                                   "        material = \"data\\%s.rvmat\";\n    };\n",
                                   title, title));
    }
    RETURN_IF_ERR(stream_print(to, err,
                               "};\nclass Legend\n{\n    picture = \"maplegend.png\";\n"
                               "    class Colors\n    {\n"));
    for (uint32_t m = 0; m < plan->merge->count; m++)
        RETURN_IF_ERR(stream_print(to, err, "        %s[] = {{%u, %u, %u}};\n",
                                   plan->materials[m].title, mask->rgb[m][0], mask->rgb[m][1],
                                   mask->rgb[m][2]));
    return stream_print(to, err, "    };\n};\n");
}

static enum scree_code write_all(struct engines_output *output, struct mask *mask,
                                 struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const struct engines_pass pass = {.grid = plan->grid,
                                      .winners = true,
                                      .take = take_winners,
                                      .context = mask,
                                      .step = "choosing surfaces"};
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "%s.asc", plan->name));
    RETURN_IF_ERR(engines_end(output, file, put_heights(output, &file->stream, err), err));
    RETURN_IF_ERR(engines_run(plan, &pass, output->job, err));
    RETURN_IF_ERR(thin(mask, output->job, err));
    choose_colours(mask);
    RETURN_IF_ERR(write_mask(output, mask, err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "layers.cfg"));
    RETURN_IF_ERR(engines_end(output, file, put_layers(&file->stream, mask, err), err));
    job_note(output->job, NULL,
             "mask: %.2f %% of the texels became another surface, so that no tile of %u texels has "
             "more than %d",
             100 * (double)mask->changed / ((double)plan->texels * plan->texels),
             (unsigned)plan->tile, SURFACES);
    return SCREE_OK;
}

enum scree_code engines_write_arma(struct engines_output *output, struct scree_error *err)
{
    struct mask *mask = mem_alloc(1, sizeof *mask);
    enum scree_code code = SCREE_OK;
    if (mask != NULL) {
        mask->plan = output->plan;
        const size_t side = output->plan->texels;
        mask->surfaces = mem_alloc(side, side);
        mask->moved = mem_alloc(side, (side + 7) / 8);
    }
    if (mask == NULL || mask->surfaces == NULL || mask->moved == NULL)
        code = err_no_memory(err);
    else
        code = write_all(output, mask, err);
    if (mask != NULL) {
        mem_free(mask->surfaces);
        mem_free(mask->moved);
    }
    mem_free(mask);
    return code;
}

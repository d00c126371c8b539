/* Which tiles a part has, and the plan of some of them. */
#include "bake/bake_pieces.h"

#include <stdio.h>
#include <string.h>

#include "bake/bake_image.h"
#include "base/json_text.h"
#include "base/path.h"

#define MOST_OPEN_FILES 256 /* at a time, at least a tile of each image */

struct bake_piece bake_next_piece(const struct out_range *range, uint64_t at, uint32_t columns,
                                  uint32_t most)
{
    const uint32_t x = (uint32_t)(at % columns);
    uint64_t some = range->last - at;
    if (some > columns - x) some = columns - x;
    if (some > most) some = most;
    return (struct bake_piece){x, (uint32_t)(at / columns), (uint32_t)some};
}

uint32_t bake_piece_most(const struct bake_plan *plan)
{
    const uint64_t may = bake_most_files(), images = bake_image_count(plan);
    const uint64_t most = may < MOST_OPEN_FILES ? may : MOST_OPEN_FILES;
    return images < most ? (uint32_t)(most / images) : 1;
}

enum scree_code bake_piece_plan(struct bake_plan *out, const struct bake_plan *plan,
                                const struct bake_piece *piece, struct scree_error *err)
{
    const struct bake_cut *const cut = &plan->cut;
    const uint32_t column = bake_cut_edge(cut, cut->texels_x, piece->x);
    const uint32_t row = bake_cut_edge(cut, cut->texels_y, piece->y);
    *out = *plan;
    memset(&out->arena, 0, sizeof out->arena);
    out->files = NULL;
    out->file_count = 0;
    out->cut.first_x = piece->x;
    out->cut.first_y = piece->y;
    out->cut.columns = piece->columns;
    out->cut.rows = 1;
    out->width = bake_cut_edge(cut, cut->texels_x, piece->x + piece->columns) - column;
    out->height = bake_cut_edge(cut, cut->texels_y, piece->y + 1) - row;
    out->region = (struct render_crop){plan->region.column + column, plan->region.row + row,
                                       out->width, out->height};
    const enum scree_code code = bake_list_files(out, err);
    if (code != SCREE_OK) bake_piece_free(out);
    return code;
}

void bake_piece_free(struct bake_plan *plan)
{
    mem_arena_free(&plan->arena);
}

static int progress(void *context, const char *step, double done)
{
    const struct bake_piece_talk *const talk = context;
    if (step[0] == '\0') return 0; /* the piece's end */
    return job_step(talk->whole, step, talk->from + talk->share * done, NULL) == SCREE_OK ? 0 : 1;
}

void bake_piece_job(struct scree_job *out, struct bake_piece_talk *talk)
{
    *out = (struct scree_job){.threads = job_threads(talk->whole), .context = talk};
    if (talk->whole != NULL) out->progress = progress;
}

/* ---- what all parts have in common ---- */

/* The code of the EPSG that the georeference has: of a projected system, or of degrees; 0: none. */
static unsigned epsg_of(const struct image_geo *geo)
{
    enum { GEOGRAPHIC = 2048, PROJECTED = 3072, USER_DEFINED = 32767 };
    unsigned found = 0;
    for (uint32_t i = 4; i + 4 <= geo->key_count; i += 4) {
        const unsigned key = geo->keys[i], where = geo->keys[i + 1], value = geo->keys[i + 3];
        if (where != 0 || value == 0 || value == USER_DEFINED) continue;
        if (key == PROJECTED || (key == GEOGRAPHIC && found == 0)) found = value;
    }
    return found;
}

/* Where the images lie: GDAL's six numbers, from the corner of the first texel. */
static json_t *place(const struct bake_plan *plan)
{
    enum { RASTER_TYPE = 1025, POINT = 2 };
    struct image_geo geo;
    if (!bake_file_place(&geo, plan, 0)) return json_null();
    double half = 0.0; /* of a texel from its corner to the place that is stated */
    for (uint32_t i = 4; i + 4 <= geo.key_count; i += 4)
        if (geo.keys[i] == RASTER_TYPE && geo.keys[i + 3] == POINT) half = 0.5;
    const double *const m = geo.matrix, *const tie = geo.tie, *const scale = geo.scale;
    const double plain[6] = {tie[3] - (tie[0] + half) * scale[0], scale[0], 0.0,
                             tie[4] + (tie[1] + half) * scale[1], 0.0,      -scale[1]};
    const double turned[6] = {m[3] - half * (m[0] + m[1]), m[0], m[1],
                              m[7] - half * (m[4] + m[5]), m[4], m[5]};
    json_t *numbers = json_array();
    for (int i = 0; i < 6; i++)
        json_text_append(&numbers, json_text_exact(geo.has_matrix ? turned[i] : plain[i]));
    return json_pack("{s:o, s:o}", "epsg", json_text_count(epsg_of(&geo)), "transform", numbers);
}

json_t *bake_part_common(const struct bake_plan *plan, const char *terrain_sha256)
{
    const struct ter_field *const field = plan->inputs.field;
    struct bake_plan bare = *plan;
    bare.file_count = 0;
    struct bake_made made = {.sum_texels = 1};
    made.sums = mem_alloc(plan->merge->count, sizeof *made.sums);
    if (made.sums == NULL) return NULL;
    memcpy(made.terrain_sha256, terrain_sha256, sizeof made.terrain_sha256);
    json_t *object = json_object();
    json_text_set(&object, "manifest", bake_manifest_json(&bare, &made));
    json_text_set(&object, "extent_x_m", json_text_exact(ter_extent_x_m(field)));
    json_text_set(&object, "extent_y_m", json_text_exact(ter_extent_y_m(field)));
    if (ter_is_on_globe(field))
        json_text_set(&object, "texel_m2", json_text_exact(bake_texel_m2(plan)));
    json_text_set(&object, "place", place(plan));
    if (plan->inputs.terrain_file.places[0] != '\0')
        json_text_set(&object, "tiles", json_string(plan->inputs.terrain_file.places));
    mem_free(made.sums);
    return object;
}

/* ---- what parts note ---- */

/* Sums of shares, one for each material. */
static bool are_sums(const json_t *sums, size_t materials, uint64_t texels)
{
    const uint64_t most = texels < INT64_MAX / RENDER_UNITS ? texels * RENDER_UNITS : INT64_MAX;
    uint64_t number;
    bool are = json_array_size(sums) == materials;
    for (size_t i = 0; are && i < materials; i++)
        are = json_text_whole(&number, json_array_get(sums, i), most);
    return are;
}

bool bake_is_noted(const struct bake_noted *of, const struct bake_piece *piece, const json_t *note)
{
    const struct bake_cut *const cut = of->cut;
    const uint64_t width = bake_cut_edge(cut, cut->texels_x, piece->x + piece->columns) -
                           bake_cut_edge(cut, cut->texels_x, piece->x);
    const uint64_t height = bake_cut_edge(cut, cut->texels_y, piece->y + 1) -
                            bake_cut_edge(cut, cut->texels_y, piece->y);
    uint64_t texels = width * height;
    if (!json_text_is_whole(json_object_get(note, "x"), piece->x) ||
        !json_text_is_whole(json_object_get(note, "y"), piece->y) ||
        !json_text_is_whole(json_object_get(note, "columns"), piece->columns))
        return false;
    if (of->has_texels && !json_text_whole(&texels, json_object_get(note, "texels"), texels))
        return false;
    return are_sums(json_object_get(note, "sums"), of->materials, texels) &&
           (!of->has_areas || are_sums(json_object_get(note, "areas"), of->materials, texels));
}

/* ---- totals ---- */

void bake_total_add(struct bake_total *total, uint64_t number)
{
    total->low += number;
    total->high += total->low < number;
}

double bake_total_value(const struct bake_total *total)
{
    uint64_t high = total->high, low = total->low;
    double scale = 1.0;
    bool rest = false; /* bits that were shifted out */
    for (; high > 0; scale *= 2.0) {
        rest = rest || (low & 1) != 0;
        low = low >> 1 | high << 63;
        high >>= 1;
    }
    /* 64 bits are left, 53 of which count: a bit below them decides what is rounded as they do. */
    return (double)(low | rest) * scale;
}

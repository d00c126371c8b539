#include "bench/scene.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "noise/noise.h"

#define HILL_OCTAVES 8

/* ---- terrain ---- */

struct scene_hills {
    const struct noise_kernels *kernels;
    struct noise_rows *rows;
    uint32_t points;
    float *z;
};

enum scree_code scene_hills_create(struct scene_hills **out, uint32_t points,
                                   struct scree_error *err)
{
    struct scene_hills *h = mem_alloc(1, sizeof *h);
    uint64_t *x = mem_alloc(points, sizeof *x);
    *out = h;
    if (h != NULL) {
        h->kernels = noise_select(CPU_BEST);
        h->points = points;
        h->z = mem_alloc_pixels((size_t)points + 64, sizeof *h->z);
        h->rows = mem_alloc_pixels(1, noise_rows_bytes(points, HILL_OCTAVES));
    }
    if (h == NULL || x == NULL || h->z == NULL || h->rows == NULL) {
        mem_free(x);
        scene_hills_free(h);
        *out = NULL;
        return err_no_memory(err);
    }
    struct noise_fractal hills;
    const float orig[2] = {77, 1234};
    noise_prepare(&hills, &NOISE_PLAIN(HILL_OCTAVES), orig, false, HILL_OCTAVES);
    float height = 160.0f;
    for (int k = 0; k < HILL_OCTAVES; k++, height *= 0.5f) hills.octaves[k].amplitude = height;
    for (uint64_t i = 0; i < points; i++) x[i] = i << 28; /* sixteen times as large */
    h->kernels->start(h->rows, &hills, x, points);
    mem_free(x);
    return SCREE_OK;
}

void scene_hills_row(struct scene_hills *hills, uint32_t y, double *heights_tu)
{
    hills->kernels->next(hills->rows, (uint64_t)y << 28, hills->z);
    for (size_t i = 0; i < hills->points; i++) heights_tu[i] = (double)hills->z[i];
}

void scene_hills_free(struct scene_hills *hills)
{
    if (hills == NULL) return;
    mem_free_pixels(hills->rows);
    mem_free_pixels(hills->z);
    mem_free(hills);
}

enum scree_code scene_field(struct ter_field *field, uint32_t points, struct scree_error *err)
{
    memset(field, 0, sizeof *field);
    field->points_x = field->points_y = points;
    field->step_tu = SCENE_STEP_TU;
    for (int i = 0; i < 3; i++) field->scal_m[i] = 1;
    int16_t *elevations = mem_alloc((size_t)points * points, sizeof *elevations);
    field->elevations = field->memory = elevations;
    double *row = mem_alloc(points, sizeof *row);
    struct scene_hills *hills = NULL;
    enum scree_code code = SCREE_OK;
    if (elevations == NULL || row == NULL)
        code = err_no_memory(err);
    else
        code = scene_hills_create(&hills, points, err);
    for (uint32_t j = 0; j < points && code == SCREE_OK; j++) {
        scene_hills_row(hills, j, row);
        for (size_t i = 0; i < points; i++)
            elevations[(size_t)j * points + i] = (int16_t)lrint(row[i] / SCENE_STEP_TU);
    }
    scene_hills_free(hills);
    mem_free(row);
    return code;
}

/* ---- maps ---- */

static void limit(float on[2], float at[2], float fuzziness[2], int side, float value, float fuzzy)
{
    on[side] = 1;
    at[side] = value;
    fuzziness[side] = fuzzy;
}

enum scree_code scene_map_bytes(struct scree_bytes *out, bool banded, struct scree_error *err)
{
    static const float limits[SCENE_LAYERS][2] = {{60, 400},  {-20, 90},   {-60, 20},
                                                  {-90, -30}, {-110, -80}, {-400, -100}};
    const float(*const bands)[2] = banded ? limits : NULL;
    const uint32_t layers = banded ? 6 : 5;
    static const char *const names[] = {"rock", "a", "b", "c", "d", "e", "f"};
    struct srf_new_layer made[SCENE_LAYERS + 1];
    for (uint32_t k = 0; k <= layers; k++) {
        struct srf_layer *const layer = &made[k].values;
        made[k].parent = 0;
        srf_layer_defaults(layer, k == 0);
        layer->name = names[k];
        layer->slpe[1] = 0;
        if (k == 0) continue;
        layer->covr = 0.6f;
        layer->vari = 1.5f;
        layer->smsz = 0.1f;
        layer->orig[0] = 100.0f * (float)k;
        limit(layer->alte, layer->altl, layer->altf, 0, bands ? bands[k - 1][0] : -400.0f, 12.0f);
        limit(layer->alte, layer->altl, layer->altf, 1, bands ? bands[k - 1][1] : 400.0f, 12.0f);
        if (bands == NULL) limit(layer->slpe, layer->slpl, layer->slpf, 0, -1.0f, 0.3f);
        limit(layer->slpe, layer->slpl, layer->slpf, 1, bands ? 1.0f : 4.0f, 0.3f);
    }
    return srf_build_memory(out, made, layers + 1, err);
}

enum scree_code scene_map(struct srf_map **out, bool banded, struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(scene_map_bytes(&bytes, banded, err));
    const enum scree_code code = srf_read_memory(out, bytes.data, bytes.size, NULL, err);
    file_bytes_free(&bytes);
    return code;
}

enum scree_code scene_layered_bytes(struct scree_bytes *out, struct scree_error *err)
{
    static const struct {
        const char *name;
        uint32_t parent;
        float coverage, noise;
        float lowest[2], highest[2], gentlest[2],
            steepest[2]; /* where, fuzziness; 0, 0: no limit */
    } rows[SCENE_LAYERED] = {
        {"rock", 0, 1, 0, {0, 0}, {0, 0}, {0, 0}, {0, 0}},
        {"grass", 0, 0.9f, 0.8f, {0, 0}, {0, 0}, {0, 0}, {0.26f, 0.1f}},
        {"flowers", 1, 0.6f, 1.5f, {-40, 10}, {-15, 8}, {0, 0}, {0.15f, 0.1f}},
        {"moss", 0, 0.8f, 1, {0, 0}, {-55, 12}, {0, 0}, {0, 0}},
        {"sand", 0, 1, 0.3f, {0, 0}, {-78, 5}, {0, 0}, {0, 0}},
        {"scree", 0, 0.95f, 0.5f, {0, 0}, {0, 0}, {0.3f, 0.05f}, {0, 0}},
        {"snow", 0, 1, 0.6f, {5, 10}, {0, 0}, {0, 0}, {0, 0}},
        {"ice", 6, 0.9f, 0.4f, {0, 0}, {0, 0}, {0, 0}, {0.14f, 0.05f}},
    };
    struct srf_new_layer made[SCENE_LAYERED];
    for (uint32_t k = 0; k < SCENE_LAYERED; k++) {
        struct srf_layer *const layer = &made[k].values;
        const float *const limits[4] = {rows[k].lowest, rows[k].highest, rows[k].gentlest,
                                        rows[k].steepest};
        made[k].parent = rows[k].parent;
        srf_layer_defaults(layer, k == 0);
        layer->name = rows[k].name;
        layer->slpe[1] = 0;
        if (k == 0) continue;
        layer->covr = rows[k].coverage;
        layer->vari = rows[k].noise;
        layer->orig[0] = 100.0f * (float)k;
        for (int side = 0; side < 2; side++) {
            const float *altitude = limits[side], *slope = limits[2 + side];
            if (altitude[1] > 0)
                limit(layer->alte, layer->altl, layer->altf, side, altitude[0], altitude[1]);
            if (slope[1] > 0)
                limit(layer->slpe, layer->slpl, layer->slpf, side, slope[0], slope[1]);
        }
    }
    return srf_build_memory(out, made, SCENE_LAYERED, err);
}

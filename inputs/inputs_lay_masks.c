/*
 * Masks as plans take them: pictures over the whole terrain. What lies by a georeference is laid over the
 * terrain's cells first. What was made is kept with the picture that it was made of, as maps are
 * copied for each plan and live scene.
 */
#include "inputs/inputs.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/grow.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "image/image.h"

#define MOST_PER_UNIT 16
#define MAX_PIXELS (UINT64_C(1) << 28)
#define ROWS_A_STEP 32 /* between two looks at the job */

struct laying {
    const struct heights_over *over;
    const struct ter_field *field;
    const struct srf_mask *from;
    struct srf_mask *to;
    uint32_t per; /* pixels of `to` along a terrain unit */
    uint32_t first;
    atomic_int covered, failed;
};

/* Along one axis: the pixel before a place and the part of the way to the next; false: it is beyond the
 * picture's edge. */
static bool find_pixel(uint32_t *first, double *part, double place, uint32_t count)
{
    const double last = count - 1.0;
    if (!(place >= -0.5 && place <= last + 0.5)) return false;
    const double within = place < 0.0 ? 0.0 : place > last ? last : place;
    *first = (uint32_t)within;
    if (*first > 0 && *first == count - 1) --*first;
    *part = within - *first;
    return true;
}

/* The code at a place of the picture, of 16 bits. */
static bool code_at(uint16_t *out, const struct srf_mask *from, double column, double row)
{
    uint32_t i, j;
    double a, b;
    *out = 0;
    if (!find_pixel(&i, &a, column, from->width) || !find_pixel(&j, &b, row, from->height))
        return false;
    const size_t right = from->width > 1, below = from->height > 1 ? from->width : 0;
    const uint16_t *const at = from->pixels + (size_t)j * from->width + i;
    const double north = at[0] + a * ((double)at[right] - at[0]);
    const double south = at[below] + a * ((double)at[below + right] - at[below]);
    const double code = north + b * (south - north);
    *out = (uint16_t)(code * ((double)UINT16_MAX / from->most_code) + 0.5);
    return true;
}

static void lay_row(void *context, size_t index, uint32_t thread)
{
    struct laying *const l = context;
    const uint32_t row = l->first + (uint32_t)index, width = l->to->width;
    uint16_t *const out = l->to->pixels + (size_t)row * width;
    (void)thread;
    double *const x = mem_alloc(width, 2 * sizeof *x);
    if (x == NULL) {
        atomic_store(&l->failed, 1);
        return;
    }
    double *const y = x + width;
    for (uint32_t i = 0; i < width; i++) {
        x[i] = (2.0 * i + 1.0) / (2.0 * l->per);
        y[i] = l->field->points_y - 1.0 - (2.0 * row + 1.0) / (2.0 * l->per);
    }
    heights_over_find(x, y, width, l->over);
    bool covered = false;
    for (uint32_t i = 0; i < width; i++) covered = code_at(&out[i], l->from, x[i], y[i]) || covered;
    if (covered) atomic_store_explicit(&l->covered, 1, memory_order_relaxed);
    mem_free(x);
}

/* As many pixels along a unit as the picture has in the terrain's middle, so that nothing of it is
 * passed over. */
static uint32_t pixels_per_unit(const struct heights_over *over, const struct ter_field *field)
{
    const double middle[2] = {(field->points_x - 1.0) / 2, (field->points_y - 1.0) / 2};
    double x[3] = {middle[0], middle[0] + 1, middle[0]};
    double y[3] = {middle[1], middle[1], middle[1] + 1};
    heights_over_find(x, y, 3, over);
    double most = 0.0;
    for (int i = 1; i < 3; i++) {
        const double across = fabs(x[i] - x[0]), down = fabs(y[i] - y[0]);
        most = across > most ? across : most;
        most = down > most ? down : most;
    }
    uint32_t per = most > MOST_PER_UNIT ? MOST_PER_UNIT : most > 1.0 ? (uint32_t)ceil(most) : 1;
    const uint64_t units = (uint64_t)(field->points_x - 1) * (field->points_y - 1);
    while (per > 1 && units * per * per > MAX_PIXELS) per--;
    return per;
}

static enum scree_code lay_rows(struct laying *l, struct scree_job *job, struct scree_error *err)
{
    for (l->first = 0; l->first < l->to->height; l->first += ROWS_A_STEP) {
        const uint32_t left = l->to->height - l->first;
        RETURN_IF_ERR(job_check(job, err));
        parallel_for(left < ROWS_A_STEP ? left : ROWS_A_STEP, job_threads(job), lay_row, l);
        if (atomic_load(&l->failed) != 0) return err_no_memory(err);
    }
    if (atomic_load(&l->covered) != 0) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "lies beside the terrain: give a picture of this ground, or another terrain");
}

static enum scree_code lay(struct srf_mask **out, const struct srf_mask *from,
                           const struct image_geo *geo, const struct inputs_place *place,
                           struct scree_job *job, struct scree_error *err)
{
    struct heights_over over;
    struct laying l = {
        .over = &over, .field = place->field, .from = from, .covered = 0, .failed = 0};
    RETURN_IF_ERR(
        heights_over_begin(&over, place->field, place->geo, geo, from->width, from->height, err));
    l.per = pixels_per_unit(&over, place->field);
    RETURN_IF_ERR(srf_mask_create(&l.to, from->file, (place->field->points_x - 1) * l.per,
                                  (place->field->points_y - 1) * l.per, err));
    l.to->most_code = UINT16_MAX;
    const enum scree_code code = lay_rows(&l, job, err);
    if (code == SCREE_OK)
        *out = l.to;
    else
        srf_mask_free(l.to);
    return code;
}

/* What a picture that is made follows from, as one text. */
static enum scree_code identify(char out[SHA_HEX_SIZE], const struct srf_mask *from,
                                const char *classes, const struct inputs_place *place,
                                struct scree_error *err)
{
    struct grow text = {0};
    const struct ter_field *const field = place->field;
    const struct image_geo *const geo = place->geo;
    const struct ter_globe globe = field->globe;
    const double numbers[] = {globe.latitude_deg, globe.step_deg[0], globe.step_deg[1],
                              globe.longitude_deg, globe.has_longitude};
    grow_print(&text, "%s %s ", from->identity, classes);
    if (from->geo != NULL) {
        grow_print(&text, "%lu %lu ", (unsigned long)field->points_x,
                   (unsigned long)field->points_y);
        grow_put(&text, (const char *)numbers, sizeof numbers);
    }
    if (from->geo != NULL && geo != NULL) {
        grow_put(&text, (const char *)(geo->has_matrix ? geo->matrix : geo->scale),
                 geo->has_matrix ? sizeof geo->matrix : sizeof geo->scale);
        grow_put(&text, (const char *)geo->tie, sizeof geo->tie);
        grow_put(&text, (const char *)geo->keys, geo->key_count * sizeof *geo->keys);
        grow_put(&text, (const char *)geo->doubles, geo->double_count * sizeof *geo->doubles);
    }
    if (!text.failed) sha_hex(out, text.text, text.size);
    const bool failed = text.failed;
    grow_free(&text);
    return failed ? err_no_memory(err) : SCREE_OK;
}

/* A layer's picture of its classes, if it has some, over the terrain. */
static enum scree_code make(struct srf_mask **out, const struct srf_layer *layer,
                            struct srf_mask *from, const struct inputs_place *place,
                            struct scree_job *job, struct scree_error *err)
{
    struct srf_mask *chosen = NULL;
    char absent[SRF_ABSENT_SIZE];
    enum scree_code code;
    *out = NULL;
    if (layer->classes[0] == '\0') return lay(out, from, from->geo, place, job, err);
    RETURN_IF_ERR(srf_mask_classes(&chosen, absent, from, layer->classes, err));
    if (absent[0] != '\0')
        job_warn(job, layer->mask, "%s; take what it lacks out of layer \"%s\"", absent,
                 layer->name);
    if (from->geo != NULL) {
        code = lay(out, chosen, from->geo, place, job, err);
        srf_mask_free(chosen);
        RETURN_IF_ERR(code);
    } else {
        *out = chosen;
    }
    mem_free((*out)->classes);
    (*out)->classes = mem_text(layer->classes, strlen(layer->classes));
    if ((*out)->classes != NULL) return SCREE_OK;
    srf_mask_free(*out);
    return err_no_memory(err);
}

/* As it was made before, or anew. */
static enum scree_code make_once(struct srf_map *map, const struct srf_layer *layer,
                                 struct srf_mask *from, const struct inputs_place *place,
                                 struct scree_job *job, struct scree_error *err)
{
    char identity[SHA_HEX_SIZE];
    RETURN_IF_ERR(identify(identity, from, layer->classes, place, err));
    struct srf_mask *made = srf_mask_find_made(from, identity);
    if (made == NULL) {
        RETURN_IF_ERR(make(&made, layer, from, place, job, err));
        memcpy(made->identity, identity, sizeof made->identity);
        memcpy(made->sha256, from->sha256, sizeof made->sha256);
        made->size_bytes = from->size_bytes;
        srf_mask_keep_made(from, made);
    }
    return srf_take_mask(map, made, err);
}

enum scree_code inputs_lay_masks(struct srf_map *map, const struct inputs_place *place,
                                 struct scree_job *job, struct scree_error *err)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *const layer = map->layers[i];
        const bool codes = layer->classes[0] != '\0';
        struct srf_mask *const from = srf_find_classes(map, layer->mask, codes ? SRF_CODES : "");
        if (!srf_is_on(layer->limits[SRF_MASK].on[0]) || from == NULL) continue;
        if (!codes && from->geo == NULL) continue;
        struct scree_error found = SCREE_ERROR_INIT;
        const enum scree_code code = make_once(map, layer, from, place, job, &found);
        if (code != SCREE_OK) return inputs_fail_mask(code, &found, layer, err);
    }
    return SCREE_OK;
}

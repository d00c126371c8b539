/* A map at a time: its ground, its range, its rows. */
#include "derive/derive.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "derive/derive_parts.h"
#include "derive/derive_local.h"

/* ---- names ---- */

static const struct {
    const char *name, *unit;
} maps[DERIVE_MAPS] = {{"height", "m"}, {"normal", "1"}, {"slope", "degrees"}, {"curvature", "1/m"},
                       {"ao", "1"},     {"flow", "m2"},  {"relief", "m"}};

static unsigned number_of(enum scree_bake_map map)
{
    unsigned i = 0;
    while (i + 1 < DERIVE_MAPS && !((unsigned)map >> i & 1)) i++;
    return i;
}

const char *derive_name(enum scree_bake_map map)
{
    return maps[number_of(map)].name;
}

const char *derive_unit(enum scree_bake_map map)
{
    return maps[number_of(map)].unit;
}

/* ---- positions ---- */

/* The middle of the i-th of count equal parts of [0, units], or the i-th of count points from end to
 * end, rounded down: as the texels of masks have them (docs/model.md, Positions). */
static uint64_t position(uint64_t i, uint64_t count, uint64_t units, bool vertices)
{
    const uint64_t numerator = (vertices ? i : 2 * i + 1) * units;
    const uint64_t denominator = vertices ? count - 1 : 2 * count;
    return numerator / denominator << 32 | (numerator % denominator << 32) / denominator;
}

static double texel_of(double extent_m, uint32_t count, bool vertices)
{
    return extent_m / (vertices ? count - 1.0 : (double)count);
}

static enum scree_code make_grid(struct derive *derive, struct scree_error *err)
{
    const struct ter_field *field = derive->field;
    const struct derive_options *o = &derive->options;
    derive->x = mem_alloc(o->width, sizeof *derive->x);
    derive->y = mem_alloc(o->height, sizeof *derive->y);
    if (derive->x == NULL || derive->y == NULL) return err_no_memory(err);
    for (uint32_t i = 0; i < o->width; i++)
        derive->x[i] = position(i, o->width, field->points_x - (uint64_t)1, o->vertices);
    for (uint32_t j = 0; j < o->height; j++)
        derive->y[j] = position(o->south_first ? j : o->height - 1 - j, o->height,
                                field->points_y - (uint64_t)1, o->vertices);
    derive->texel_m[0] = texel_of(ter_extent_x_m(field), o->width, o->vertices);
    derive->texel_m[1] = texel_of(ter_extent_y_m(field), o->height, o->vertices);
    return SCREE_OK;
}

static size_t window_rows(const struct ter_field *field, const struct derive_options *options)
{
    const uint64_t rows = DERIVE_BAND + 2;
    const uint64_t parts = options->vertices ? options->height - 1 : options->height;
    const uint64_t units = rows * (field->points_y - 1) / parts + 1;
    return ter_window_rows(field, (size_t)rows, units);
}

static enum scree_code make(struct derive *derive, struct scree_error *err)
{
    RETURN_IF_ERR(make_grid(derive, err));
    RETURN_IF_ERR(ter_window_create(&derive->window, derive->field,
                                    window_rows(derive->field, &derive->options), err));
    derive->threads = parallel_threads(derive->options.threads);
    RETURN_IF_ERR(MEM_NEED(&derive->lanes, derive->threads, sizeof *derive->lanes, err));
    for (uint32_t t = 0; t < derive->threads; t++)
        RETURN_IF_ERR(derive_lane_create(&derive->lanes[t], derive, err));
    return SCREE_OK;
}

enum scree_code derive_create(struct derive **out, const struct ter_field *field,
                              const struct derive_options *options, struct scree_error *err)
{
    *out = NULL;
    struct derive *derive;
    RETURN_IF_ERR(MEM_NEED(&derive, 1, sizeof *derive, err));
    derive->field = field;
    derive->options = *options;
    if (options->columns == 0) {
        derive->options.column = 0;
        derive->options.columns = options->width;
    }
    const enum scree_code code = make(derive, err);
    if (code == SCREE_OK)
        *out = derive;
    else
        derive_free(derive);
    return code;
}

static void give_up(struct derive *derive)
{
    mem_free(derive->whole);
    mem_free(derive->sums);
    mem_free(derive->cells);
    derive->whole = NULL;
    derive->sums = derive->cells = NULL;
}

void derive_free(struct derive *derive)
{
    if (derive == NULL) return;
    give_up(derive);
    for (uint32_t t = 0; derive->lanes != NULL && t < derive->threads; t++)
        derive_lane_free(&derive->lanes[t]);
    mem_free(derive->lanes);
    ter_window_free(derive->window);
    mem_free(derive->x);
    mem_free(derive->y);
    mem_free(derive);
}

uint64_t derive_memory_bytes(const struct ter_field *field, const struct derive_options *options,
                             enum scree_bake_map map)
{
    const uint64_t texels = (uint64_t)options->width * options->height;
    const uint64_t lanes = parallel_threads(options->threads) * UINT64_C(72) *
                           ((uint64_t)options->width + field->points_x / 2);
    const uint64_t window = ter_window_bytes(field, window_rows(field, options));
    /* The ground with sums of the sky; with the flood's three, its heap, and sums of texels. */
    const uint64_t whole = map == SCREE_BAKE_AO ? 8 : map == SCREE_BAKE_FLOW ? 18 : 0;
    return lanes + window + whole * texels;
}

/* ---- rows ---- */

struct band {
    struct derive *derive;
    uint32_t first;
    uint8_t *out;
    size_t row_bytes;
};

static void whole_row(void *context, size_t index, uint32_t thread)
{
    const struct band *band = context;
    derive_altitudes(band->derive, band->first + (uint32_t)index, thread,
                     (float *)(void *)(band->out + index * band->row_bytes));
}

static void local_row(void *context, size_t index, uint32_t thread)
{
    const struct band *band = context;
    derive_local_row(band->derive, band->first + (uint32_t)index, thread,
                     band->out + index * band->row_bytes);
}

static void far_row(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct band *band = context;
    const struct derive *derive = band->derive;
    const struct derive_options *o = &derive->options;
    const size_t from = (band->first + index) * o->width + o->column;
    const double area = derive->texel_m[0] * derive->texel_m[1];
    float *out = (float *)(void *)(band->out + index * band->row_bytes);
    for (uint32_t i = 0; i < o->columns; i++) {
        if (derive->map == SCREE_BAKE_FLOW) {
            out[i] = (float)(derive->cells[from + i] * area);
        } else {
            const double share = derive->sums[from + i] / DERIVE_SKY_UNITS;
            out[i] = share < 1 ? (float)share : 1.0f;
        }
    }
}

enum scree_code derive_rows(struct derive *derive, uint32_t first, uint32_t count, void *out,
                            struct scree_error *err)
{
    const size_t texel = derive->map == SCREE_BAKE_NORMAL ? 3 : sizeof(float);
    struct band band = {derive, first, out, derive->options.columns * texel};
    if (derive->map & DERIVE_NOT_LOCAL) {
        parallel_for(count, derive->threads, far_row, &band);
        return SCREE_OK;
    }
    const uint32_t end = first + count;
    while (band.first < end) {
        const uint32_t rows = end - band.first < DERIVE_BAND ? end - band.first : DERIVE_BAND;
        RETURN_IF_ERR(derive_hold(derive, band.first, rows, err));
        parallel_for(rows, derive->threads, local_row, &band);
        band.out += rows * band.row_bytes;
        band.first += rows;
    }
    return SCREE_OK;
}

/* ---- a map ---- */

static enum scree_code take_whole(struct derive *derive, struct scree_job *job,
                                  struct scree_error *err)
{
    const uint32_t width = derive->options.width, height = derive->options.height;
    derive->whole = mem_alloc(height, width * sizeof *derive->whole);
    if (derive->whole == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %u x %u altitudes", (unsigned)width,
                       (unsigned)height);
    struct band band = {.derive = derive, .row_bytes = width * sizeof *derive->whole};
    for (; band.first < height; band.first += DERIVE_BAND) {
        const uint32_t left = height - band.first, rows = left < DERIVE_BAND ? left : DERIVE_BAND;
        RETURN_IF_ERR(job_step(job, "reading the ground", (double)band.first / height, err));
        RETURN_IF_ERR(derive_hold(derive, band.first, rows, err));
        band.out = (uint8_t *)(derive->whole + (size_t)band.first * width);
        parallel_for(rows, derive->threads, whole_row, &band);
    }
    return SCREE_OK;
}

/* Of all texels, whatever columns are asked for. */
static enum scree_code find_range(struct derive *derive, struct scree_job *job,
                                  struct scree_error *err)
{
    const struct derive_options asked = derive->options;
    float *rows = mem_alloc(DERIVE_BAND, asked.width * sizeof *rows);
    float low = INFINITY, high = -INFINITY;
    enum scree_code code = SCREE_OK;
    if (rows == NULL) code = err_no_memory(err);
    derive->options.column = 0;
    derive->options.columns = asked.width;
    for (uint32_t y = 0; y < asked.height && code == SCREE_OK; y += DERIVE_BAND) {
        const uint32_t left = asked.height - y, count = left < DERIVE_BAND ? left : DERIVE_BAND;
        code = job_step(job, "measuring the ground", (double)y / asked.height, err);
        if (code == SCREE_OK) code = derive_rows(derive, y, count, rows, err);
        for (size_t i = 0; code == SCREE_OK && i < (size_t)count * asked.width; i++) {
            if (rows[i] < low) low = rows[i];
            if (rows[i] > high) high = rows[i];
        }
    }
    derive->options = asked;
    mem_free(rows);
    derive->scale.low = (double)low;
    derive->scale.high = (double)high;
    return code;
}

static enum scree_code find_scale(struct derive *derive, struct scree_job *job,
                                  struct scree_error *err)
{
    struct derive_scale *scale = &derive->scale;
    *scale = (struct derive_scale){0, 1, false};
    if (derive->map == SCREE_BAKE_SLOPE) scale->high = 90;
    if (derive->map == SCREE_BAKE_FLOW) {
        const double texels = (double)derive->options.width * derive->options.height;
        scale->high = texels * derive->texel_m[0] * derive->texel_m[1];
        scale->root = true;
    }
    const unsigned ranged = SCREE_BAKE_HEIGHT | SCREE_BAKE_CURVATURE | SCREE_BAKE_RELIEF;
    if (!(derive->map & ranged)) return SCREE_OK;
    RETURN_IF_ERR(find_range(derive, job, err));
    if (derive->map != SCREE_BAKE_HEIGHT) { /* 0 lies in the middle */
        const double most = -scale->low > scale->high ? -scale->low : scale->high;
        scale->high = most > 0 ? most : 1;
        scale->low = -scale->high;
    }
    if (!(scale->high > scale->low)) scale->high = scale->low + 1; /* flat */
    return SCREE_OK;
}

enum scree_code derive_start(struct derive *derive, enum scree_bake_map map, struct scree_job *job,
                             struct scree_error *err)
{
    const uint64_t texels = (uint64_t)derive->options.width * derive->options.height;
    give_up(derive);
    derive->map = map;
    if (map == SCREE_BAKE_FLOW && texels > UINT32_MAX)
        return err_set(
            err, SCREE_LIMIT,
            "%u x %u texels are too many for a map of the flow; choose a smaller {width}",
            (unsigned)derive->options.width, (unsigned)derive->options.height);
    if (map & DERIVE_NOT_LOCAL) RETURN_IF_ERR(take_whole(derive, job, err));
    if (map == SCREE_BAKE_AO) RETURN_IF_ERR(derive_sky(derive, job, err));
    if (map == SCREE_BAKE_FLOW) RETURN_IF_ERR(derive_flow(derive, job, err));
    if (map & DERIVE_NOT_LOCAL) {
        mem_free(derive->whole);
        derive->whole = NULL;
    }
    return find_scale(derive, job, err);
}

struct derive_scale derive_scale(const struct derive *derive)
{
    return derive->scale;
}

uint16_t derive_number(const struct derive_scale *scale, float value)
{
    double share = ((double)value - scale->low) / (scale->high - scale->low);
    if (!(share > 0)) share = 0;
    if (scale->root) share = sqrt(share);
    return share < 1 ? (uint16_t)floor(share * 65535 + 0.5) : 65535;
}

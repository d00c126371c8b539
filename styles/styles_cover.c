/*
 * A map of land cover over a terrain: its classes as masks of what the style paints.
 *
 * Each mask says how much of a place is of its kind: at the middle of a pixel of the map all or nothing, between
 * the middles of four pixels by how near they are, so that a border is a pixel wide. Masks are painted one over
 * the other, so each is a share of what those above it leave. Places are found on a lattice and evenly between
 * its points, which is exact to a thousandth of a pixel.
 *
 * Rule (BeamNG): Away from borders the strongest layer is that of the class of land cover; a mask
 * is the bilinear share of its class. See styles.md#land-cover. Tests: cli/places_cover,
 * unit/test_cover.
 */
#include "styles/styles_cover.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "heights/heights.h"

#define LATTICE 16       /* pixels of a mask between its points */
#define FINEST 4         /* pixels of a mask to one of the map, a side */
#define MOST_PIXELS 4096 /* of a mask, a side */
#define MOST_WANTED (UINT64_C(1) << 28)
#define MARGIN 2
#define SIDE 4096                   /* parts of a pixel's side, */
#define ONE ((uint32_t)SIDE * SIDE) /* and all of a place */

struct laying {
    struct styles_cover *cover;
    const struct ter_field *field;
    const struct image_geo *geo; /* of the terrain */
    struct heights_over over;
    struct image_numbers form;
    double turn; /* columns that lead once around the globe; 0: it does not reach so far */
    uint32_t nodes[2];
    double *at;    /* column and row of each point of the lattice */
    void *classes; /* of what is wanted */
    uint32_t *used;
    uint64_t *sums;                    /* [rows * STYLES_KINDS] */
    size_t wide;                       /* columns wanted */
    const struct styles_classes *rest; /* where the map has nothing; NULL: nothing either */
    uint8_t rest_kinds[256];           /* by class */
};

/* ---- places ---- */

static void lattice_row(void *context, size_t row, uint32_t thread)
{
    const struct laying *const l = context;
    const struct styles_cover *const cover = l->cover;
    const double down = ((double)row * LATTICE + 0.5) / cover->height;
    (void)thread;
    for (uint32_t i = 0; i < l->nodes[0]; i++) {
        double *const at = l->at + 2 * (row * l->nodes[0] + i);
        at[0] = (i * LATTICE + 0.5) / cover->width * (l->field->points_x - 1.0);
        at[1] = (1.0 - down) * (l->field->points_y - 1.0);
        heights_over_find(&at[0], &at[1], 1, &l->over);
    }
}

/* A map that goes around the globe has an edge in the middle of the terrain, perhaps. */
static void unwrap(struct laying *l)
{
    for (size_t i = 1; i < (size_t)l->nodes[0] * l->nodes[1] && l->turn > 0; i++) {
        const double away = l->at[2 * i] - l->at[0];
        l->at[2 * i] -= l->turn * floor(away / l->turn + 0.5);
    }
}

/* How many pixels of the map a side of the terrain is long. */
static double side_pixels(struct laying *l, int axis)
{
    const double last[2] = {l->field->points_x - 1.0, l->field->points_y - 1.0};
    double x[2] = {last[0] / 2, last[0] / 2}, y[2] = {last[1] / 2, last[1] / 2};
    double *const along = axis == 0 ? x : y;
    along[0] = 0;
    along[1] = last[axis];
    heights_over_find(x, y, 2, &l->over);
    double across = x[1] - x[0];
    const double down = y[1] - y[0];
    if (l->turn > 0) across -= l->turn * floor(across / l->turn + 0.5);
    return sqrt(across * across + down * down);
}

static uint32_t choose_size(struct laying *l, int axis)
{
    const double cells = axis == 0 ? l->field->points_x - 1.0 : l->field->points_y - 1.0;
    const double size = ceil(side_pixels(l, axis) * FINEST);
    return styles_cover_side(size < cells ? size : cells);
}

uint32_t styles_cover_side(double cells)
{
    return !(cells < MOST_PIXELS) ? MOST_PIXELS : cells < 1 ? 1 : (uint32_t)cells;
}

/* What is wanted of the picture along an axis, first up to end; false: nothing. */
static bool want(struct laying *l, int axis)
{
    const double size = (double)(axis == 0 ? l->form.width : l->form.height);
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < (size_t)l->nodes[0] * l->nodes[1]; i++) {
        const double at = l->at[2 * i + (size_t)axis];
        if (at < least) least = at;
        if (at > most) most = at;
    }
    if (!(least <= most)) return false;
    if (axis == 0 && l->turn > 0 &&
        (least < 0 || most > size - 1)) { /* over its edge: all columns */
        least = 0;
        most = size;
    }
    least = floor(least) - MARGIN;
    most = ceil(most) + MARGIN + 1;
    if (!(most > 0 && least < size)) return false;
    l->form.first[axis] = least > 0 ? (size_t)least : 0;
    l->form.end[axis] = most < size ? (size_t)most : (size_t)size;
    return true;
}

/* ---- reading ---- */

static enum scree_code place(struct laying *l, struct scree_error *err)
{
    const struct image_geo *const geo = l->form.geo;
    const double origin[2] = {0, 0}, next[2] = {360, 0};
    double at[2], turned[2];
    if (geo == NULL || l->form.width > UINT32_MAX || l->form.height > UINT32_MAX)
        return err_set(err, SCREE_UNSUPPORTED,
                       "does not say where it lies; give a GeoTIFF of classes");
    RETURN_IF_ERR(heights_over_begin(&l->over, l->field, l->geo, geo, (uint32_t)l->form.width,
                                     (uint32_t)l->form.height, err));
    const struct heights_finder *const finder = &l->over.finder;
    if (!l->over.is_one && !finder->is_plane && !finder->is_projected &&
        image_geo_pixel(at, geo, origin) && image_geo_pixel(turned, geo, next))
        l->turn = turned[0] - at[0];
    if (!(l->turn > 0 && (double)l->form.width > l->turn - 1.5)) l->turn = 0;
    return SCREE_OK;
}

static enum scree_code start(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    struct laying *const l = context;
    struct styles_cover *const cover = l->cover;
    (void)memory_bytes;
    RETURN_IF_ERR(place(l, err));
    cover->width = choose_size(l, 0);
    cover->height = choose_size(l, 1);
    /* The last point may lie beyond the last pixel. */
    l->nodes[0] = (cover->width - 1) / LATTICE + 2;
    l->nodes[1] = (cover->height - 1) / LATTICE + 2;
    RETURN_IF_ERR(MEM_NEED(&l->at, (size_t)l->nodes[0] * l->nodes[1], 2 * sizeof *l->at, err));
    parallel_for(l->nodes[1], 0, lattice_row, l);
    unwrap(l);
    if (!want(l, 0) || !want(l, 1))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "lies beside the terrain; give a map of the place that the terrain is of");
    l->wide = l->form.end[0] - l->form.first[0];
    const uint64_t wanted = (uint64_t)l->wide * (l->form.end[1] - l->form.first[1]);
    if (wanted > MOST_WANTED)
        return err_set(err, SCREE_LIMIT,
                       "has %llu pixels on the terrain, the limit is %llu; use a coarser map",
                       (unsigned long long)wanted, (unsigned long long)MOST_WANTED);
    return MEM_NEED(&l->classes, (size_t)wanted, image_number_bytes(l->form.number), err);
}

static unsigned number_at(const void *samples, size_t i, enum image_number number)
{
    return number == IMAGE_U8 ? ((const uint8_t *)samples)[i] : ((const uint16_t *)samples)[i];
}

static enum scree_code put_row(void *context, const struct image_run *run, struct scree_error *err)
{
    struct laying *const l = context;
    const struct image_numbers *const form = &l->form;
    (void)err;
    if (run->y < form->first[1] || run->y >= form->end[1]) return SCREE_OK;
    for (size_t i = 0; i < run->count; i++) {
        const size_t column = run->first + i * run->step;
        if (column < form->first[0] || column >= form->end[0]) continue;
        const unsigned class = number_at(run->samples, i, form->number);
        const size_t to = (run->y - form->first[1]) * l->wide + column - form->first[0];
        if (form->number == IMAGE_U8)
            ((uint8_t *)l->classes)[to] = (uint8_t) class;
        else
            ((uint16_t *)l->classes)[to] = (uint16_t) class;
        l->used[class]++;
    }
    return SCREE_OK;
}

/* ---- masks ---- */

/* What a pixel of the map is: a kind, or one that the legend lacks. */
static unsigned kind_at(const struct laying *l, double column, double row)
{
    const struct image_numbers *const form = &l->form;
    if (l->turn > 0) column -= l->turn * floor(column / l->turn);
    if (!(column >= 0 && row >= 0 && column < (double)form->end[0] && row < (double)form->end[1]))
        return STYLES_NO_KIND;
    const size_t x = (size_t)column, y = (size_t)row;
    if (x < form->first[0] || y < form->first[1]) return STYLES_NO_KIND;
    const size_t at = (y - form->first[1]) * l->wide + x - form->first[0];
    return l->cover->legend.kinds[number_at(l->classes, at, form->number)];
}

/* So many of 255 by parts of one; what is left over by rounding is the greatest one's. */
static void deal(uint8_t out[STYLES_KINDS], const uint32_t parts[STYLES_KINDS], uint32_t one,
                 uint32_t many)
{
    uint32_t all = 0, given = 0;
    unsigned most = 0;
    for (unsigned k = 0; k < STYLES_KINDS; k++) {
        const uint32_t part = parts[k] * many / one;
        out[k] = (uint8_t)(out[k] + part);
        given += part;
        all += parts[k];
        if (parts[k] > parts[most]) most = k;
    }
    out[most] = (uint8_t)(out[most] + (all * many + one / 2) / one - given);
}

/* What the kinds have at a place. */
static void share(uint8_t out[STYLES_KINDS], const struct laying *l, const double at[2])
{
    uint32_t parts[STYLES_KINDS] = {0};
    const double column = floor(at[0]), row = floor(at[1]);
    const uint32_t a = (uint32_t)((at[0] - column) * SIDE), b = (uint32_t)((at[1] - row) * SIDE);
    for (unsigned k = 0; k < 4; k++) {
        const unsigned kind = kind_at(l, column + k % 2, row + k / 2);
        if (kind != STYLES_NO_KIND)
            parts[kind] += (k % 2 > 0 ? a : SIDE - a) * (k / 2 > 0 ? b : SIDE - b);
    }
    deal(out, parts, ONE, 255);
}

/* What the rest has in the four quarters of a pixel, of what the map leaves. */
static void share_rest(uint8_t out[STYLES_KINDS], const struct laying *l, size_t x, size_t y)
{
    uint32_t parts[STYLES_KINDS] = {0}, left = 255;
    for (unsigned k = 0; k < STYLES_KINDS; k++) left -= out[k];
    for (unsigned k = 0; k < 4 && left > 0; k++) {
        const size_t column = (2 * x + k % 2) * l->rest->columns / (2 * (size_t)l->cover->width);
        const size_t row = (2 * y + k / 2) * l->rest->rows / (2 * (size_t)l->cover->height);
        const unsigned kind = l->rest_kinds[l->rest->of[row * l->rest->columns + column]];
        if (kind != STYLES_NO_KIND) parts[kind]++;
    }
    deal(out, parts, 4, left);
}

static uint8_t part_of(unsigned share, unsigned left)
{
    return (uint8_t)(share == left ? share > 0 ? 255 : 0 : (share * 255 + left / 2) / left);
}

/* A pixel of all masks: from the last painted to the first, each of what those above it leave. */
static void paint(const struct styles_cover *cover, size_t at, const uint8_t shares[STYLES_KINDS])
{
    unsigned left = 255;
    for (unsigned k = STYLES_KINDS; k-- > 0;) {
        if (k + 1 == STYLES_BARE && cover->masks[STYLES_STEEP] != NULL) {
            unsigned rest = 0;
            for (unsigned i = 0; i < STYLES_BARE; i++) rest += shares[i];
            cover->masks[STYLES_STEEP][at] = part_of(rest, left);
        }
        if (cover->masks[k] != NULL) cover->masks[k][at] = part_of(shares[k], left);
        left -= shares[k];
    }
}

static void mask_row(void *context, size_t y, uint32_t thread)
{
    const struct laying *const l = context;
    const struct styles_cover *const cover = l->cover;
    const double down = (double)y / LATTICE, b = down - floor(down);
    const double *const above = l->at + 2 * (size_t)floor(down) * l->nodes[0];
    const double *const below = above + 2 * (size_t)l->nodes[0];
    (void)thread;
    for (uint32_t x = 0; x < cover->width; x++) {
        const uint32_t i = 2 * (x / LATTICE);
        const double a = (double)(x % LATTICE) / LATTICE;
        uint8_t shares[STYLES_KINDS];
        double at[2];
        for (unsigned c = 0; c < 2; c++) {
            const double north = above[i + c] + a * (above[i + 2 + c] - above[i + c]);
            const double south = below[i + c] + a * (below[i + 2 + c] - below[i + c]);
            at[c] = north + b * (south - north);
        }
        memset(shares, 0, sizeof shares);
        if (at[0] == at[0] && at[1] == at[1]) share(shares, l, at);
        if (l->rest != NULL) share_rest(shares, l, x, y);
        paint(cover, y * cover->width + x, shares);
        for (unsigned k = 0; k < STYLES_KINDS; k++) l->sums[y * STYLES_KINDS + k] += shares[k];
    }
}

static void mark(bool has[STYLES_MASKS], unsigned kind)
{
    if (kind == STYLES_NO_KIND) return;
    has[kind] = true;
    if (kind < STYLES_BARE) has[STYLES_STEEP] = true;
}

/* What nothing was found of, as the map has all of the ground. */
static void drop_empty(struct styles_cover *cover)
{
    double broken = 0;
    for (unsigned k = 0; k < STYLES_BARE; k++) broken += cover->shares[k];
    for (unsigned k = 0; k < STYLES_MASKS; k++) {
        if ((k == STYLES_STEEP ? broken : cover->shares[k]) > 0) continue;
        mem_free(cover->masks[k]);
        cover->masks[k] = NULL;
        cover->has[k] = false;
    }
}

static enum scree_code make_masks(struct laying *l, struct scree_job *job, struct scree_error *err)
{
    struct styles_cover *const cover = l->cover;
    const size_t pixels = (size_t)cover->width * cover->height;
    bool *const has = cover->has;
    for (unsigned code = 0; code < STYLES_CODES; code++)
        if (l->used[code] > 0) mark(has, cover->legend.kinds[code]);
    for (unsigned k = 0; l->rest != NULL && k < l->rest->count; k++)
        mark(has, l->rest_kinds[k + 1]);
    for (unsigned k = 0; k < STYLES_MASKS; k++)
        if (has[k]) RETURN_IF_ERR(MEM_NEED(&cover->masks[k], pixels, 1, err));
    RETURN_IF_ERR(MEM_NEED(&l->sums, cover->height, STYLES_KINDS * sizeof *l->sums, err));
    RETURN_IF_ERR(job_for(job, cover->height, job_threads(job), mask_row, l, err));
    for (unsigned k = 0; k < STYLES_KINDS; k++) {
        uint64_t sum = 0;
        for (size_t y = 0; y < cover->height; y++) sum += l->sums[y * STYLES_KINDS + k];
        cover->shares[k] = (double)sum / 255.0 / (double)pixels;
    }
    if (l->rest != NULL) drop_empty(cover);
    return SCREE_OK;
}

/* ---- all of it ---- */

/* What says that there is nothing is no class. */
static void drop_missing(struct laying *l)
{
    const double nodata = l->form.nodata;
    if (l->form.has_nodata && nodata >= 0 && nodata < STYLES_CODES && nodata == floor(nodata))
        l->used[(unsigned)nodata] = 0;
}

static enum scree_code find_classes(struct laying *l, const struct scree_bytes *legend,
                                    struct scree_error *err)
{
    uint64_t all = 0, unknown = 0;
    struct styles_legend *const out = &l->cover->legend;
    if (legend != NULL)
        RETURN_IF_ERR(styles_read_legend(out, legend, err));
    else
        RETURN_IF_ERR(styles_find_legend(out, &l->form, l->used, err));
    for (unsigned code = 0; code < STYLES_CODES; code++) {
        all += l->used[code];
        if (out->kinds[code] == STYLES_NO_KIND && code > 0) unknown += l->used[code];
    }
    if (l->form.has_nodata && l->form.nodata >= 0 && l->form.nodata < STYLES_CODES)
        out->kinds[(unsigned)l->form.nodata] = STYLES_NO_KIND;
    l->cover->unknown = all > 0 ? (double)unknown / (double)all : 0.0;
    return SCREE_OK;
}

/* What the classes of an extract are, the first of which is 1. */
static void find_kinds(uint8_t kinds[], const struct styles_classes *classes)
{
    for (unsigned i = 0; i < classes->count; i++)
        if (classes->words[i] != NULL) kinds[i + 1] = (uint8_t)styles_find_kind(classes->words[i]);
}

static void take_rest(struct laying *l)
{
    struct styles_cover *const cover = l->cover;
    struct styles_legend *const legend = &cover->legend;
    const char *const credit = legend->credit, *const name = legend->name;
    if (l->rest == NULL) return;
    memset(l->rest_kinds, STYLES_NO_KIND, sizeof l->rest_kinds);
    find_kinds(l->rest_kinds, l->rest);
    snprintf(cover->name, sizeof cover->name, "%s, else %s", name != NULL ? name : "its legend",
             l->rest->name);
    snprintf(cover->credit, sizeof cover->credit, "%s%s%s", credit != NULL ? credit : "",
             credit != NULL ? "; " : "", l->rest->credit);
    legend->name = cover->name;
    legend->credit = cover->credit;
}

static enum scree_code lay(struct laying *l, const struct file_input *input,
                           const struct scree_bytes *legend, struct scree_job *job,
                           struct scree_error *err)
{
    const struct image_sink sink = {.start = start, .row = put_row, .context = l};
    RETURN_IF_ERR(MEM_NEED(&l->used, STYLES_CODES, sizeof *l->used, err));
    RETURN_IF_ERR(image_read_tiff_classes(&l->form, input, &sink, err));
    RETURN_IF_ERR(job_poll(job, err));
    drop_missing(l);
    RETURN_IF_ERR(find_classes(l, legend, err));
    take_rest(l);
    return make_masks(l, job, err);
}

/* Frees what laying took, and the cover unless it is whole. */
static enum scree_code finish(struct styles_cover **out, struct laying *l, enum scree_code code)
{
    mem_free(l->at);
    mem_free(l->used);
    mem_free(l->sums);
    if (code == SCREE_OK)
        *out = l->cover;
    else
        styles_cover_free(l->cover);
    return code;
}

enum scree_code styles_cover_read(struct styles_cover **out, const struct file_input *input,
                                  const struct scree_bytes *legend, const struct styles_covered *on,
                                  struct scree_job *job, struct scree_error *err)
{
    struct laying l = {.field = on->field, .geo = on->geo, .rest = on->rest};
    *out = NULL;
    RETURN_IF_ERR(MEM_NEED(&l.cover, 1, sizeof *l.cover, err));
    const enum scree_code code = lay(&l, input, legend, job, err);
    image_geo_free(l.form.geo);
    mem_free(l.classes);
    return finish(out, &l, code);
}

/* ---- of classes at hand ---- */

static void lay_evenly(struct laying *l)
{
    struct styles_cover *const cover = l->cover;
    for (size_t k = 0; k < l->nodes[1]; k++)
        for (uint32_t i = 0; i < l->nodes[0]; i++) {
            double *const at = l->at + 2 * (k * l->nodes[0] + i);
            at[0] = ((double)i * LATTICE + 0.5) * (double)l->form.width / cover->width - 0.5;
            at[1] = ((double)k * LATTICE + 0.5) * (double)l->form.height / cover->height - 0.5;
        }
}

static enum scree_code lay_classes(struct laying *l, const struct styles_classes *classes,
                                   struct scree_job *job, struct scree_error *err)
{
    struct styles_cover *const cover = l->cover;
    const size_t count = (size_t)classes->columns * classes->rows;
    l->form = (struct image_numbers){.number = IMAGE_U8,
                                     .width = classes->columns,
                                     .height = classes->rows,
                                     .end = {classes->columns, classes->rows}};
    l->wide = classes->columns;
    l->classes = classes->of;
    cover->width = classes->columns / 2;
    cover->height = classes->rows / 2;
    cover->legend.name = classes->name;
    cover->legend.credit = classes->credit;
    memset(cover->legend.kinds, STYLES_NO_KIND, sizeof cover->legend.kinds);
    find_kinds(cover->legend.kinds, classes);
    l->nodes[0] = (cover->width - 1) / LATTICE + 2;
    l->nodes[1] = (cover->height - 1) / LATTICE + 2;
    RETURN_IF_ERR(MEM_NEED(&l->at, (size_t)l->nodes[0] * l->nodes[1], 2 * sizeof *l->at, err));
    RETURN_IF_ERR(MEM_NEED(&l->used, STYLES_CODES, sizeof *l->used, err));
    for (size_t i = 0; i < count; i++) l->used[classes->of[i]]++;
    lay_evenly(l);
    return make_masks(l, job, err);
}

enum scree_code styles_cover_of(struct styles_cover **out, const struct styles_classes *classes,
                                struct scree_job *job, struct scree_error *err)
{
    struct laying l = {.cover = NULL};
    *out = NULL;
    RETURN_IF_ERR(MEM_NEED(&l.cover, 1, sizeof *l.cover, err));
    const enum scree_code code = lay_classes(&l, classes, job, err);
    return finish(out, &l, code);
}

void styles_cover_free(struct styles_cover *cover)
{
    if (cover == NULL) return;
    for (unsigned k = 0; k < STYLES_MASKS; k++) mem_free(cover->masks[k]);
    mem_free(cover);
}

const char *styles_cover_credit(const struct styles_cover *cover)
{
    return cover->legend.credit;
}

bool styles_cover_covers(const struct styles_cover *cover)
{
    double sum = 0;
    for (unsigned k = 0; k < STYLES_KINDS; k++) sum += cover->shares[k];
    return sum >= 1.0 - 1e-12;
}

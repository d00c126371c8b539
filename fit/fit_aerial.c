/*
 * Classes of an aerial picture: k-means in CIELAB.
 *
 * Colours are counted in 2^15 bins of equal RGB. A bin's place is the CIELAB of its middle, in whole
 * 1/256; distances, sums and means are whole numbers. Centres start at the bin with the most texels and
 * then, each, at the bin whose texels times squared distance to the nearest centre is greatest: nothing
 * is drawn. The steps end when nothing moves. Roots are Newton's, so that no library's last bit counts.
 * Source: IEC 61966-2-1 (sRGB), CIE 15 (CIELAB, white D65).
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "fit/fit_read.h"

#define BITS 5
#define BINS (1 << (3 * BITS))
#define UNITS 256 /* in which CIELAB is counted */
#define MOST_STEPS 100

struct aerial {
    struct fit_picture *picture;
    uint32_t wanted;
    uint64_t counts[BINS];
    int32_t lab[BINS][3];
    uint8_t class_of[BINS];
    int32_t centres[FIT_MAX_CLASSES][3];
    bool assign; /* the second time, texels get their classes */
};

/* ---- CIELAB ---- */

/* The n-th root of x, 0 < x <= 1: Newton from 1 falls until rounding holds it. */
static double root(double x, int n)
{
    double r = 1;
    for (int i = 0; i < 200; i++) {
        double power = 1;
        for (int k = 1; k < n; k++) power *= r;
        const double next = ((n - 1) * r + x / power) / n;
        if (!(next < r)) break;
        r = next;
    }
    return r;
}

static double linear_of(double channel)
{
    if (channel <= 0.04045) return channel / 12.92;
    const double fifth = root((channel + 0.055) / 1.055, 5), sixth = fifth * fifth * fifth;
    return sixth * sixth * sixth * sixth; /* to the power 12 / 5 */
}

static double curve(double t)
{
    return t > 216.0 / 24389 ? root(t < 1 ? t : 1, 3) : (24389.0 / 27 * t + 16) / 116;
}

static int32_t whole(double value)
{
    return (int32_t)(value * UNITS + (value < 0 ? -0.5 : 0.5));
}

static void set_lab(int32_t lab[3], uint32_t bin)
{
    double c[3];
    for (int k = 0; k < 3; k++) {
        const uint32_t part = bin >> (BITS * (2 - k)) & ((1u << BITS) - 1);
        c[k] = linear_of((part + 0.5) / (1 << BITS));
    }
    const double x = curve((0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047);
    const double y = curve(0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2]);
    const double z = curve((0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883);
    lab[0] = whole(116 * y - 16);
    lab[1] = whole(500 * (x - y));
    lab[2] = whole(200 * (y - z));
}

/* ---- k-means ---- */

static uint64_t distance(const int32_t a[3], const int32_t b[3])
{
    uint64_t sum = 0;
    for (int k = 0; k < 3; k++) {
        const int64_t d = (int64_t)a[k] - b[k];
        sum += (uint64_t)(d * d);
    }
    return sum;
}

static uint64_t nearest(uint8_t *class, const struct aerial *a, uint32_t bin, uint32_t centres)
{
    uint64_t best = UINT64_MAX;
    for (uint32_t c = 0; c < centres; c++) {
        const uint64_t d = distance(a->lab[bin], a->centres[c]);
        if (d >= best) continue;
        best = d;
        *class = (uint8_t)c;
    }
    return best;
}

/* How many centres there are in the end: colours may be fewer. */
static uint32_t start_centres(struct aerial *a)
{
    uint32_t centres = 0;
    for (; centres < a->wanted; centres++) {
        double most = 0;
        uint32_t chosen = BINS;
        for (uint32_t bin = 0; bin < BINS; bin++) {
            if (a->counts[bin] == 0) continue;
            uint8_t ignored;
            const uint64_t d = centres > 0 ? nearest(&ignored, a, bin, centres) : 1;
            const double much = (double)a->counts[bin] * (double)d;
            if (much <= most) continue;
            most = much;
            chosen = bin;
        }
        if (chosen == BINS) break;
        memcpy(a->centres[centres], a->lab[chosen], sizeof a->centres[0]);
    }
    return centres;
}

/* A mean, rounded down: whole numbers, whatever their sign. */
static int32_t mean(int64_t sum, uint64_t count)
{
    const int64_t n = (int64_t)count;
    return (int32_t)((sum - (sum < 0 ? n - 1 : 0)) / n);
}

static bool step(struct aerial *a, uint32_t centres)
{
    int64_t sums[FIT_MAX_CLASSES][3] = {{0}};
    uint64_t counts[FIT_MAX_CLASSES] = {0};
    for (uint32_t bin = 0; bin < BINS; bin++) {
        if (a->counts[bin] == 0) continue;
        (void)nearest(&a->class_of[bin], a, bin, centres);
        counts[a->class_of[bin]] += a->counts[bin];
        for (int k = 0; k < 3; k++)
            sums[a->class_of[bin]][k] += (int64_t)a->counts[bin] * a->lab[bin][k];
    }
    bool moved = false;
    for (uint32_t c = 0; c < centres; c++)
        for (int k = 0; k < 3 && counts[c] > 0; k++) {
            const int32_t next = mean(sums[c][k], counts[c]);
            moved |= next != a->centres[c][k];
            a->centres[c][k] = next;
        }
    return moved;
}

/* ---- the picture ---- */

static enum scree_code start(void *context, const struct image_picture *form,
                             struct scree_error *err)
{
    struct aerial *a = context;
    if (a->assign) { /* the second reading */
        if (form->width == a->picture->width && form->height == a->picture->height &&
            form->channels >= 3 && form->bits == 8)
            return SCREE_OK;
        return err_set(err, SCREE_CANNOT_READ, "was changed while it was being read");
    }
    if (form->channels < 3 || form->bits != 8)
        return err_set_option(err, "aerial",
                              "{aerial} is for pictures in colours of 8 bits a channel");
    return fit_picture_start(a->picture, form->width, form->height, err);
}

static void row(void *context, const struct image_picture *form, const struct image_run *run)
{
    struct aerial *a = context;
    const uint16_t *sample = run->samples;
    for (size_t i = 0; i < run->count; i++, sample += form->channels) {
        if (form->channels == 4 && sample[3] == 0) continue;
        uint32_t bin = 0;
        for (int k = 0; k < 3; k++) bin = bin << BITS | (uint32_t)(sample[k] & 255) >> (8 - BITS);
        const size_t at = run->y * a->picture->width + run->first + i * run->step;
        if (a->assign)
            a->picture->ids[at] = a->class_of[bin];
        else
            a->counts[bin]++;
    }
}

/* Classes are shown in the mean of their texels. */
static enum scree_code add_classes(struct aerial *a, uint32_t centres, struct scree_error *err)
{
    for (uint32_t c = 0; c < centres; c++) {
        uint64_t sums[3] = {0}, count = 0;
        for (uint32_t bin = 0; bin < BINS; bin++) {
            if (a->counts[bin] == 0 || a->class_of[bin] != c) continue;
            count += a->counts[bin];
            for (int k = 0; k < 3; k++)
                sums[k] += a->counts[bin] *
                           (((bin >> (BITS * (2 - k)) & ((1u << BITS) - 1)) << (8 - BITS)) + 4);
        }
        uint8_t rgb[3] = {0};
        for (int k = 0; k < 3 && count > 0; k++) rgb[k] = (uint8_t)(sums[k] / count);
        char name[16];
        snprintf(name, sizeof name, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
        RETURN_IF_ERR(fit_class_add(a->picture, name, rgb, err));
    }
    return SCREE_OK;
}

static enum scree_code read_twice(struct aerial *a, const char *path, struct scree_job *job,
                                  struct scree_error *err)
{
    const struct fit_rows rows = {start, row, a};
    RETURN_IF_ERR(fit_read_rows(path, &rows, err));
    for (uint32_t bin = 0; bin < BINS; bin++) set_lab(a->lab[bin], bin);
    const uint32_t centres = start_centres(a);
    for (int i = 0; i < MOST_STEPS && step(a, centres); i++)
        RETURN_IF_ERR(job_step(job, "finding colours", (i + 1.0) / MOST_STEPS, err));
    RETURN_IF_ERR(add_classes(a, centres, err));
    a->assign = true;
    return fit_read_rows(path, &rows, err);
}

enum scree_code fit_read_aerial(struct fit_painting *out, const struct fit_source *source,
                                struct scree_job *job, struct scree_error *err)
{
    if (source->aerial < 2 || source->aerial > FIT_MAX_CLASSES)
        return err_set_option(err, "aerial", "{aerial} is %u, expected 2 to %d classes",
                              (unsigned)source->aerial, FIT_MAX_CLASSES);
    struct aerial *a;
    RETURN_IF_ERR(MEM_NEED(&a, 1, sizeof *a, err));
    a->picture = &out->picture;
    a->wanted = source->aerial;
    const enum scree_code code = read_twice(a, source->path, job, err);
    mem_free(a);
    return code;
}

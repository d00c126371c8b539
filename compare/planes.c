/* Coverage of a whole grid in 8 bits: what a bake's masks hold. */
#include "compare/compare_planes.h"

#include <stdio.h>
#include <string.h>

enum scree_code compare_planes_create(struct compare_planes **out, uint32_t width, uint32_t height,
                                      const char *const *names, uint32_t count,
                                      struct scree_error *err)
{
    *out = NULL;
    struct compare_planes *planes;
    RETURN_IF_ERR(MEM_NEED(&planes, 1, sizeof *planes, err));
    planes->width = width;
    planes->height = height;
    planes->count = count;
    planes->names = mem_arena_alloc(&planes->arena, count, sizeof *planes->names);
    planes->samples = mem_arena_alloc(&planes->arena, count, sizeof *planes->samples);
    bool good = !planes->arena.failed;
    for (uint32_t m = 0; good && m < count; m++) {
        planes->names[m] = mem_arena_text(&planes->arena, names[m], strlen(names[m]));
        planes->samples[m] = mem_alloc_pixels(height, width);
        good = planes->names[m] != NULL && planes->samples[m] != NULL;
    }
    if (!good) {
        compare_planes_free(planes);
        return err_no_memory(err);
    }
    *out = planes;
    return SCREE_OK;
}

void compare_planes_free(struct compare_planes *planes)
{
    if (planes == NULL) return;
    for (uint32_t m = 0; planes->samples != NULL && m < planes->count; m++)
        mem_free_pixels(planes->samples[m]);
    mem_arena_free(&planes->arena);
    mem_free(planes);
}

/* ---- digest ---- */

char *compare_digest_line(char out[COMPARE_LINE_SIZE], const struct compare_digested *plane)
{
    snprintf(out, COMPARE_LINE_SIZE - 1, "%s-%02u %ux%u %s %s %s", plane->kind,
             (unsigned)plane->number, (unsigned)plane->width, (unsigned)plane->height,
             plane->format, plane->sha256, plane->name);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    strcat(out, "\n");
    return out;
}

enum scree_code compare_planes_digest(char out[SHA_HEX_SIZE], const struct compare_planes *planes,
                                      struct scree_error *err)
{
    char *text;
    RETURN_IF_ERR(MEM_NEED(&text, planes->count, COMPARE_LINE_SIZE, err));
    size_t used = 0;
    for (uint32_t m = 0; m < planes->count; m++) {
        char sha256[SHA_HEX_SIZE];
        sha_hex(sha256, planes->samples[m], (size_t)planes->width * planes->height);
        const struct compare_digested plane = {"weight", m,      planes->width,   planes->height,
                                               "u8",     sha256, planes->names[m]};
        compare_digest_line(text + used, &plane);
        used += strlen(text + used);
    }
    sha_hex(out, text, used);
    mem_free(text);
    return SCREE_OK;
}

/* ---- difference ---- */

/* The plane of the same name, or NULL. */
static const uint8_t *plane_named(const struct compare_planes *planes, const char *name)
{
    for (uint32_t m = 0; m < planes->count; m++)
        if (strcmp(planes->names[m], name) == 0) return planes->samples[m];
    return NULL;
}

static bool find_missing(struct compare_difference *out, const struct compare_planes *a,
                         const struct compare_planes *b, bool in_first)
{
    for (uint32_t m = 0; m < a->count; m++) {
        if (plane_named(b, a->names[m]) != NULL) continue;
        out->missing = a->names[m];
        out->only_first = in_first;
        return true;
    }
    return false;
}

/* What moved at a texel, in 1/255: what was lost, which is what was gained. */
static uint32_t moved_at(const struct compare_planes *first, const uint8_t *const *second,
                         size_t at, struct compare_difference *out)
{
    int32_t lost = 0, most_lost = 0, most_gained = 0;
    for (uint32_t m = 0; m < first->count; m++) {
        const int32_t gain = (int32_t)second[m][at] - (int32_t)first->samples[m][at];
        if (gain < 0) lost -= gain;
        if (-gain > most_lost) {
            most_lost = -gain;
            out->lost = m;
        }
        if (gain > most_gained) {
            most_gained = gain;
            out->gained = m;
        }
    }
    out->lost_by = (uint8_t)most_lost;
    out->gained_by = (uint8_t)most_gained;
    return (uint32_t)lost;
}

#define STEP UINT64_C(65536) /* units of a 255th, to weigh them finely */

/* Weights are 0 where there is none. */
static bool has_data(const uint8_t *const *samples, uint32_t count, size_t at)
{
    for (uint32_t m = 0; m < count; m++)
        if (samples[m][at] != 0) return true;
    return false;
}

enum scree_code compare_planes_differ(struct compare_difference *out,
                                      const struct compare_planes *first,
                                      const struct compare_planes *second,
                                      const struct render_areas *areas, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    if (first->width != second->width || first->height != second->height)
        return err_set(err, SCREE_BAD_ARGUMENT, "%u x %u texels against %u x %u",
                       (unsigned)first->width, (unsigned)first->height, (unsigned)second->width,
                       (unsigned)second->height);
    if (find_missing(out, first, second, true) || find_missing(out, second, first, false))
        return SCREE_OK;
    const uint8_t **planes;
    RETURN_IF_ERR(MEM_NEED(&planes, first->count, sizeof *planes, err));
    for (uint32_t m = 0; m < first->count; m++) planes[m] = plane_named(second, first->names[m]);
    const size_t texels = (size_t)first->width * first->height;
    uint32_t most = 0;
    uint64_t units = 0, all = 0; /* weighed: what moved, of what */
    struct compare_difference here = {0};
    for (size_t at = 0; at < texels; at++) {
        const bool sides[2] = {has_data((const uint8_t *const *)first->samples, first->count, at),
                               has_data(planes, first->count, at)};
        out->one_sided += sides[0] != sides[1];
        if (!sides[0] || !sides[1]) continue;
        const uint32_t row = (uint32_t)(at / first->width);
        const uint32_t weight = areas != NULL ? render_row_weight(areas, row) : RENDER_FULL_ROW;
        all += render_weigh(255 * STEP, weight);
        const uint32_t moved = moved_at(first, planes, at, &here);
        out->texels += moved > 0;
        out->moved += moved;
        units += render_weigh(moved * STEP, weight);
        if (moved <= most) continue;
        most = moved;
        out->column = (uint32_t)(at % first->width);
        out->row = row;
        out->lost = here.lost, out->gained = here.gained;
        out->lost_by = here.lost_by, out->gained_by = here.gained_by;
    }
    out->share = all > 0 ? (double)units / (double)all : 0.0;
    mem_free(planes);
    return SCREE_OK;
}

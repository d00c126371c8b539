/* A map at the points of the terrain itself, which layers are limited by. */
#include <string.h>

#include "base/mem.h"
#include "derive/derive_parts.h"

static enum scree_code complete(struct ter_field **out, const struct ter_field *field,
                                struct scree_job *job, struct scree_error *err)
{
    float *samples;
    RETURN_IF_ERR(ter_complete(&samples, field, job, err));
    const enum scree_code code = ter_make(out, field, field->points_x, field->points_y, true, err);
    if (code == SCREE_OK) {
        memcpy((*out)->memory, samples,
               (size_t)field->points_x * field->points_y * sizeof *samples);
        (*out)->has_missing = false;
    }
    mem_free(samples);
    return code;
}

/* Maps count their rows from the north, which decides between equal ways; fields from the south. */
static void turn(float *rows, size_t columns, size_t count)
{
    for (size_t y = 0; y < count / 2; y++) {
        float *const one = rows + y * columns, *const other = rows + (count - 1 - y) * columns;
        for (size_t x = 0; x < columns; x++) {
            const float kept = one[x];
            one[x] = other[x];
            other[x] = kept;
        }
    }
}

static enum scree_code fill(struct ter_field *out, struct derive *derive, enum scree_bake_map map,
                            struct scree_job *job, struct scree_error *err)
{
    RETURN_IF_ERR(derive_start(derive, map, job, err));
    RETURN_IF_ERR(derive_rows(derive, 0, out->points_y, out->memory, err));
    turn(out->memory, out->points_x, out->points_y);
    out->base_tu = 0.0;
    out->step_tu = 1.0;
    return SCREE_OK;
}

enum scree_code derive_points(struct ter_field **out, const struct ter_field *field,
                              enum scree_bake_map map, struct scree_job *job,
                              struct scree_error *err)
{
    const struct derive_options options = {.width = field->points_x,
                                           .height = field->points_y,
                                           .vertices = true,
                                           .threads = job_threads(job)};
    struct ter_field *completed = NULL, *made = NULL;
    struct derive *derive = NULL;
    *out = NULL;
    if (field->has_missing) RETURN_IF_ERR(complete(&completed, field, job, err));
    const struct ter_field *const from = completed != NULL ? completed : field;
    enum scree_code code = ter_make(&made, from, from->points_x, from->points_y, true, err);
    if (code == SCREE_OK) code = derive_create(&derive, from, &options, err);
    if (code == SCREE_OK) code = fill(made, derive, map, job, err);
    derive_free(derive);
    ter_free(completed);
    if (code == SCREE_OK)
        *out = made;
    else
        ter_free(made);
    return code;
}

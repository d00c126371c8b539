/* A BeamNG level, or its .ter: a material for each point, and heights. */
#include <string.h>

#include "base/mem.h"
#include "beamng/beamng.h"
#include "fit/fit_read.h"

/* The classes are the materials that the most points have; others are none. */
static enum scree_code take(struct fit_painting *out, bool resampled, struct scree_job *job,
                            struct scree_error *err)
{
    const struct heights_layers *layers = &out->heights.layers;
    const size_t points = (size_t)layers->size * layers->size;
    size_t counts[256] = {0};
    uint8_t class_of[256];
    RETURN_IF_ERR(fit_picture_start(&out->picture, layers->size, layers->size, err));
    /* As the export evaluates them (beamng_evaluate()). */
    out->picture.grid = resampled ? SCREE_CELLS : SCREE_VERTICES;
    memset(class_of, FIT_NONE, sizeof class_of);
    for (size_t i = 0; i < points; i++) counts[layers->ids[i]]++;
    size_t used = 0;
    for (size_t m = 0; m < layers->count && m < BEAMTER_HOLE; m++) {
        size_t before = 0;
        used += counts[m] > 0;
        for (size_t k = 0; k < layers->count && k < BEAMTER_HOLE; k++)
            before += counts[k] > counts[m] || (counts[k] == counts[m] && k < m);
        if (counts[m] == 0 || before >= FIT_MAX_CLASSES) continue;
        class_of[m] = (uint8_t)out->picture.count;
        RETURN_IF_ERR(fit_class_add(&out->picture, layers->names[m], NULL, err));
    }
    if (used > FIT_MAX_CLASSES)
        job_warn(job, NULL, "the level has %zu materials; the %d largest are fitted", used,
                 FIT_MAX_CLASSES);
    for (size_t y = 0; y < layers->size; y++) {
        const size_t row = resampled ? layers->size - 1 - y : y;
        for (size_t x = 0; x < layers->size; x++)
            out->picture.ids[row * layers->size + x] = class_of[layers->ids[y * layers->size + x]];
    }
    return SCREE_OK;
}

/* The ground of before, which {into} counts in, too: a map that is found fits the level it is of. Samples
 * that were points of it already, in its units, stay as they are: the last row and column that the level
 * lacks show nothing. */
static enum scree_code restore(struct fit_painting *out, struct ground_target *target,
                               struct scree_job *job, struct scree_error *err)
{
    struct ter_field *restored;
    RETURN_IF_ERR(beamng_target_restore(&restored, out->field, target, job, err));
    const bool same = restored != NULL && !beamng_target_is_resampled(target) &&
                      restored->scal_m[2] == out->field->scal_m[2];
    if (restored == NULL || same) {
        ter_free(restored);
        return SCREE_OK;
    }
    ter_free(out->field);
    out->field = restored;
    return SCREE_OK;
}

enum scree_code fit_read_beamng(struct fit_painting *out, const struct fit_source *source,
                                struct scree_job *job, struct scree_error *err)
{
    struct ground_target *target;
    struct inputs_file file;
    RETURN_IF_ERR(beamng_target_open(&target, source->path, &source->ground, job, err));
    enum scree_code code =
        inputs_take_terrain(&out->field, &file, &target->input, &target->ground, false, job, err);
    if (code == SCREE_OK) {
        out->heights = file.heights;
        code = restore(out, target, job, err);
    }
    const bool resampled = beamng_target_is_resampled(target);
    ground_target_close(target);
    RETURN_IF_ERR(code);
    if (out->heights.layers.version == 0)
        return err_set(err, SCREE_UNSUPPORTED,
                       "is a terrain without materials; expected a painting");
    return take(out, resampled, job, err);
}

/* What the exports for games have in common. */
#include "api/api_level.h"

#include <string.h>

#define MAX_SOURCE_BYTES ((uint64_t)1 << 30)

static enum scree_code check(const struct scree_level_options *level, const struct scree_job *job,
                             struct scree_error *err)
{
    struct render_how how; /* made again of the job, for every pass */
    if ((unsigned)level->grip > SCREE_GRIP_FINE)
        return err_set_option(err, "grip", "%d is not an enum scree_grip", (int)level->grip);
    if ((unsigned)level->base_colour > SCREE_BASE_COLOUR_NONE)
        return err_set_option(err, "base_colour", "%d is not an enum scree_base_colour",
                              (int)level->base_colour);
    RETURN_IF_ERR(api_check_growing(&level->plants, level->plants_set, err));
    return api_how(&how, &level->how, job, err);
}

enum scree_code api_level_open(struct api_level_sources *out,
                               const struct scree_level_options *level,
                               const struct scree_source *own, const struct scree_job *job,
                               struct scree_error *err)
{
    struct inputs_given *given = &out->given;
    const struct {
        const struct scree_source *source;
        struct inputs_opened **member;
    } all[API_LEVEL_SOURCES] = {
        {&level->materials, &given->materials}, {own, &given->own},
        {&level->plants, &given->plants},       {&level->roads, &given->roads},
        {&level->keep_list, &given->keep_list}, {&level->mask, &given->mask}};
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(check(level, job, err));
    for (int i = 0; i < API_LEVEL_SOURCES; i++) {
        if (api_given(all[i].source) == NULL) continue;
        RETURN_IF_ERR(
            api_open(&out->opened[i], &out->bytes[i], all[i].source, MAX_SOURCE_BYTES, err));
        *all[i].member = &out->opened[i];
    }
    return SCREE_OK;
}

void api_level_close(struct api_level_sources *sources)
{
    for (int i = 0; i < API_LEVEL_SOURCES; i++) {
        inputs_close(&sources->opened[i]);
        file_bytes_free(&sources->bytes[i]);
    }
}

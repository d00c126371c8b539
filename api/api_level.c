/* What the exports for games have in common. */
#include "api/api_level.h"

#include <string.h>

#include "base/mem.h"
#include "ground/ground_keep.h"

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
        if (source_given(all[i].source) == NULL) continue;
        RETURN_IF_ERR(inputs_open_source(&out->opened[i], all[i].source, MAX_SOURCE_BYTES, err));
        *all[i].member = &out->opened[i];
    }
    return SCREE_OK;
}

void api_level_close(struct api_level_sources *sources)
{
    for (int i = 0; i < API_LEVEL_SOURCES; i++) inputs_close(&sources->opened[i]);
}

static const char *note_on(const struct scree_level_change *change)
{
    const bool lost = !change->in_map && change->before > change->after;
    if (change->kept == SCREE_NOT_KEPT && change->is_new != SCREE_NEW_OLD)
        return change->is_new == SCREE_NEW_ADDED ? "new material" : "new in the list";
    return ground_kept_note(change->kept, lost);
}

int api_level_page(struct scree_bytes *out, const struct report_into *page, size_t count,
                   api_level_change *change, const void *into, struct scree_error *error)
{
    struct report_into full = *page;
    *out = (struct scree_bytes){NULL, 0};
    struct report_into_material *rows;
    RETURN_IF_ERR(MEM_NEED(&rows, count, sizeof *rows, error));
    for (size_t i = 0; i < count; i++) {
        struct scree_level_change one;
        change(&one, rows[i].rgb, into, i);
        rows[i].name = one.name[0] != '\0' ? one.name : "(hole)";
        rows[i].before = one.before;
        rows[i].after = one.after;
        rows[i].isolated = one.isolated;
        rows[i].note = note_on(&one);
    }
    full.materials = rows;
    full.count = count;
    const enum scree_code code = report_into(out, &full, error);
    mem_free(rows);
    return code;
}

int api_level_refuse(uint32_t i, uint32_t count, const char *what, struct scree_error *error)
{
    return err_set_option(error, "i", "there is no %s %u; there are %u", what, (unsigned)i,
                          (unsigned)count);
}

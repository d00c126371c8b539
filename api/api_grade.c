/* Ground for roads: include/scree/grade.h on roads/grade.h. */
#include <string.h>

#include "api/api.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "draw/draw.h"
#include "report/report_answers.h"
#include "roads/grade.h"

enum scree_code api_grade_for(struct scree_terrain **terrain, const struct roads *roads,
                              const struct roads_grade_options *options, struct scree_job *job,
                              struct scree_error *err)
{
    const struct scree_terrain *parent = *terrain;
    struct scree_terrain *child;
    RETURN_IF_ERR(api_terrain_start(&child, &parent->options, err));
    child->file = parent->file;
    child->opened_s = parent->opened_s;
    child->is_file = parent->is_file;
    child->parent = api_terrain_keep(parent);
    enum scree_code code = MEM_NEED(&child->graded, 1, sizeof *child->graded, err);
    if (code == SCREE_OK)
        code = roads_grade(&child->field, child->graded, parent->field, roads, options, job, err);
    if (code != SCREE_OK) {
        scree_terrain_free(child);
        return code;
    }
    child->waters = child->graded->waters;
    roads_lend_things(child->field, child->waters, roads);
    child->fine = child->graded->fine;
    scree_terrain_free(*terrain); /* the child has it */
    *terrain = child;
    return SCREE_OK;
}

enum scree_code api_grade_source(struct scree_terrain **terrain, const struct scree_source *source,
                                 const struct roads_grade_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    const struct inputs inputs = {.field = (*terrain)->field, .terrain_file = (*terrain)->file};
    enum scree_code code = SCREE_OK;
    struct roads *roads;
    RETURN_IF_ERR(roads_open(&roads, false, &inputs, source, job, err));
    if (roads == NULL) return SCREE_OK;
    if (options != NULL) code = api_grade_for(terrain, roads, options, job, err);
    if (code != SCREE_OK) {
        roads_free(roads);
        return code;
    }
    (*terrain)->roads = roads;
    roads_lend_things((*terrain)->field, (*terrain)->waters, roads);
    return SCREE_OK;
}

int scree_grade(struct scree_terrain **out, const struct scree_terrain *terrain,
                const struct scree_grade_options *options, struct scree_job *job,
                struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_grade_options given;
    RETURN_IF_ERR(api_take(&given, &api_grade_options, options, error));
    RETURN_IF_ERR(api_in_memory(terrain, error));
    const struct roads_grade_options how = {.flat_bends = given.flat_bends, .in_full = true};
    struct scree_terrain *graded = api_terrain_keep(terrain);
    enum scree_code code = api_grade_source(&graded, &given.roads, &how, job, error);
    if (code == SCREE_OK && graded == terrain)
        code = err_set_option(error, "roads", "there are no roads; name their file with {roads}");
    return API_GIVE(out, graded, code, scree_terrain_free);
}

int scree_grade_document(const struct scree_terrain *graded, struct scree_bytes *out, int form,
                         struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_form(form, 1u << SCREE_JSON | 1u << SCREE_HTML, error));
    if (graded->graded == NULL)
        return err_set_option(error, "graded", "the terrain was graded for no roads");
    if (form == SCREE_JSON) return json_text_bytes(out, roads_graded_json(graded->graded), error);
    return report_graded(out, graded->graded, graded->file.base, job, error);
}

int scree_grade_picture(struct scree_picture **out, const struct scree_terrain *before,
                        const struct scree_terrain *after, struct scree_job *job,
                        struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_is_held(before, error));
    RETURN_IF_ERR(api_is_held(after, error));
    if (before->field->points_x != after->field->points_x ||
        before->field->points_y != after->field->points_y)
        return err_set_option(error, "after", "has %u x %u points, the terrain before %u x %u",
                              (unsigned)after->field->points_x, (unsigned)after->field->points_y,
                              (unsigned)before->field->points_x, (unsigned)before->field->points_y);
    struct draw_picture picture = {NULL, {.size = 0}};
    RETURN_IF_ERR(draw_earth(&picture, before->field, after->field, job, error));
    return api_picture(out, &picture, error);
}

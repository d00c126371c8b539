/* Ground for roads: include/scree/grade.h on roads/grade.h. */
#include <string.h>

#include "api/api.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "draw/draw.h"
#include "roads/grade.h"

/* The terrain as it was opened, with the heights that roads need. */
static enum scree_code grade(struct scree_terrain **out, struct roads_graded *graded,
                             const struct scree_terrain *parent, const struct roads *roads,
                             bool flat_bends, struct scree_job *job, struct scree_error *err)
{
    const struct roads_grade_options options = {.flat_bends = flat_bends};
    struct scree_terrain *child;
    RETURN_IF_ERR(api_terrain_start(&child, &parent->options, err));
    child->file = parent->file;
    child->opened_s = parent->opened_s;
    child->is_file = parent->is_file;
    child->parent = api_terrain_keep(parent);
    const enum scree_code code =
        roads_grade(&child->field, graded, parent->field, roads, &options, job, err);
    child->waters = graded->waters;
    return API_GIVE(out, child, code, scree_terrain_free);
}

static enum scree_code roads_of(struct roads **roads, const struct scree_terrain *terrain,
                                const struct scree_source *source, struct scree_job *job,
                                struct scree_error *err)
{
    const struct inputs inputs = {.field = terrain->field, .terrain_file = terrain->file};
    return roads_open(roads, false, &inputs, source, job, err);
}

static enum scree_code run(struct scree_terrain **out, const struct scree_terrain *terrain,
                           const struct scree_grade_options *given, struct scree_bytes *document,
                           struct scree_job *job, struct scree_error *err)
{
    struct roads *roads;
    struct roads_graded graded;
    RETURN_IF_ERR(roads_of(&roads, terrain, &given->roads, job, err));
    if (roads == NULL)
        return err_set_option(err, "roads", "there are no roads; name their file with {roads}");
    enum scree_code code = grade(out, &graded, terrain, roads, given->flat_bends, job, err);
    if (code != SCREE_OK) {
        roads_free(roads);
        return code;
    }
    (*out)->roads = roads;
    roads_graded_tell(&graded, job);
    return document != NULL ? json_text_bytes(document, roads_graded_json(&graded), err) : SCREE_OK;
}

enum scree_code api_grade_for(struct scree_terrain **terrain, const struct roads *roads,
                              struct scree_job *job, struct scree_error *err)
{
    struct roads_graded graded;
    struct scree_terrain *child;
    RETURN_IF_ERR(grade(&child, &graded, *terrain, roads, false, job, err));
    roads_graded_note(&graded, job);
    scree_terrain_free(*terrain); /* the child has it */
    *terrain = child;
    return SCREE_OK;
}

enum scree_code api_grade_source(struct scree_terrain **terrain, const struct scree_source *source,
                                 struct scree_job *job, struct scree_error *err)
{
    struct roads *roads;
    RETURN_IF_ERR(roads_of(&roads, *terrain, source, job, err));
    const enum scree_code code = roads != NULL ? api_grade_for(terrain, roads, job, err) : SCREE_OK;
    if (code == SCREE_OK && roads != NULL) (*terrain)->roads = roads;
    if (code != SCREE_OK) roads_free(roads);
    return code;
}

enum scree_code api_grade_opened(struct scree_terrain **terrain,
                                 const struct scree_terrain_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct roads *roads;
    enum scree_code code = roads_of(&roads, *terrain, &options->roads, job, err);
    if (code == SCREE_OK && roads != NULL && !options->no_grade) {
        code = api_grade_for(terrain, roads, job, err);
        if (code == SCREE_OK) inputs_name_graded(&(*terrain)->file, &roads->file);
    }
    if (code != SCREE_OK) {
        roads_free(roads);
        return code;
    }
    (*terrain)->roads = roads;
    roads_credit_tell(roads, &(*terrain)->file, job);
    return SCREE_OK;
}

int scree_grade(struct scree_terrain **out, const struct scree_terrain *terrain,
                const struct scree_grade_options *options, struct scree_bytes *document,
                struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    if (document != NULL) memset(document, 0, sizeof *document);
    struct scree_grade_options given;
    RETURN_IF_ERR(api_take(&given, &api_grade_options, options, error));
    RETURN_IF_ERR(api_in_memory(terrain, error));
    struct scree_terrain *graded = NULL;
    const enum scree_code code = run(&graded, terrain, &given, document, job, error);
    return API_GIVE(out, graded, code, scree_terrain_free);
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

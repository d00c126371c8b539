/* scree plants: where trees, bushes and stones stand. */
#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

static int place(struct scree_plants **plants, const struct args_plants *args,
                 struct scree_sink *sink, struct say *say, struct scree_error *error)
{
    struct opened_pair pair;
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    if (code == SCREE_OK)
        code = scree_plants_place(plants, pair.terrain, pair.surface, &args->places, &say->work,
                                  error);
    open_free(&pair);
    if (code == SCREE_OK)
        code = scree_plants_write(*plants, scree_plants_form_of_name(args->output), sink, NULL,
                                  &say->work, error);
    return code;
}

int plants_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_plants *args = values;
    const char *const inputs[4] = {args->terrain, args->surface, args->places.plants.name,
                                   args->places.roads.name};
    struct scree_sink *sink = NULL;
    struct scree_plants *plants = NULL;
    struct scree_bytes document = {NULL, 0};
    open_beside(say, args->output, args->force);
    if (args->places.has_water) say->water_m = &args->places.water_m;
    int code = open_output(&sink, args->output, args->force, inputs, 4, error);
    if (code == SCREE_OK) code = place(&plants, args, sink, say, error);
    code = open_close(sink, code, say, error);
    if (code == SCREE_OK) scree_plants_tell(plants, &say->work);
    if (code == SCREE_OK) say_line(say, "%s: %zu plants", args->output, scree_plants_count(plants));
    if (code == SCREE_OK && args->json)
        code = result_print_made(scree_plants_document(plants, &document, error), "plants",
                                 args->output, &document, say, error);
    scree_plants_free(plants);
    return code;
}

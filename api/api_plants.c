/* Plants: include/scree/plants.h on plants/plants.h. */
#include <string.h>

#include "api/api.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "plants/plants.h"
#include "roads/grade.h"

#define MAX_SOURCE_BYTES ((uint64_t)1 << 24)

struct scree_plants {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct inputs inputs;
    struct plants_list *list;
    struct roads *roads;
    struct plants_placed *placed;
};

/* ---- placing ---- */

enum scree_code api_plants_list(struct plants_list **out, const struct srf_map *map,
                                const struct scree_source *source, const char *set,
                                struct scree_error *err)
{
    struct inputs_opened opened, *given;
    enum scree_code code = inputs_open_given(&given, &opened, source, MAX_SOURCE_BYTES, err);
    if (code == SCREE_OK)
        code =
            given != NULL ? plants_read(out, map, given, err) : plants_defaults(out, map, set, err);
    inputs_close(&opened);
    return code;
}

static enum scree_code place(struct scree_plants *plants, const struct scree_surface *surface,
                             const struct scree_plants_options *given, struct scree_job *job,
                             struct scree_error *err)
{
    const struct inputs ground = {.field = plants->terrain->field,
                                  .terrain_file = plants->terrain->file};
    RETURN_IF_ERR(roads_open(&plants->roads, false, &ground, &given->roads, job, err));
    if (plants->roads != NULL && !given->no_grade)
        RETURN_IF_ERR(api_grade_for(&plants->terrain, plants->roads,
                                    &(struct roads_grade_options){.points = 0}, job, err));
    RETURN_IF_ERR(
        api_inputs_copy(&plants->inputs, &plants->map, plants->terrain, surface, job, err));
    RETURN_IF_ERR(
        api_plants_list(&plants->list, plants->map, &given->plants, given->plants_set, err));
    if (plants->roads != NULL) roads_tell(plants->roads, job);
    const struct plants_options options = {
        .how = render_how_of(job, given->how.relief, given->how.root_density),
        .has_water = given->has_water,
        .water_m = given->water_m,
        .roads = plants->roads};
    return plants_place(&plants->placed, plants->list, &plants->inputs, &options, job, err);
}

int scree_plants_place(struct scree_plants **out, const struct scree_terrain *terrain,
                       const struct scree_surface *surface,
                       const struct scree_plants_options *options, struct scree_job *job,
                       struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_plants_options full;
    struct render_how how; /* made again of the job */
    RETURN_IF_ERR(api_take(&full, &api_plants_options, options, error));
    RETURN_IF_ERR(api_check_growing(&full.plants, full.plants_set, error));
    RETURN_IF_ERR(api_check_water(full.has_water, full.water_m, error));
    RETURN_IF_ERR(api_how(&how, &full.how, job, error));
    RETURN_IF_ERR(api_in_memory(terrain, error));
    struct scree_plants *plants;
    RETURN_IF_ERR(MEM_NEED(&plants, 1, sizeof *plants, error));
    plants->terrain = api_terrain_keep(terrain);
    const enum scree_code code = place(plants, surface, &full, job, error);
    api_name_plants(error, "plants_set", full.plants_set);
    return API_GIVE(out, plants, code, scree_plants_free);
}

void scree_plants_free(struct scree_plants *plants)
{
    if (plants == NULL) return;
    plants_placed_free(plants->placed);
    plants_list_free(plants->list);
    roads_free(plants->roads);
    srf_free(plants->map);
    scree_terrain_free(plants->terrain);
    mem_free(plants);
}

/* ---- to look at ---- */

size_t scree_plants_count(const struct scree_plants *plants)
{
    return plants->placed->count;
}

size_t scree_plants_species_count(const struct scree_plants *plants)
{
    return plants->list->species_count;
}

int scree_plants_plant(const struct scree_plants *plants, size_t i, struct scree_plant *plant,
                       struct scree_error *error)
{
    err_start(error);
    if (i >= plants->placed->count) return api_no_such(error, "plant", i, plants->placed->count);
    const struct scree_plant full =
        plants_describe(plants->placed, i, ter_extent_y_m(plants->terrain->field));
    api_sized(plant, &full, sizeof full);
    return SCREE_OK;
}

int scree_plants_species(const struct scree_plants *plants, size_t i,
                         struct scree_plant_species *species, struct scree_error *error)
{
    err_start(error);
    if (i >= plants->list->species_count)
        return api_no_such(error, "species", i, plants->list->species_count);
    const struct scree_plant_species full = plants_describe_species(plants->placed, i);
    api_sized(species, &full, sizeof full);
    return SCREE_OK;
}

int scree_plants_document(const struct scree_plants *plants, struct scree_bytes *out,
                          struct scree_error *error)
{
    err_start(error);
    json_t *document = plants_json(plants->placed);
    inputs_credit_add(&document, plants->placed->credit);
    return json_text_bytes(out, document, error);
}

void scree_plants_tell(const struct scree_plants *plants, struct scree_job *job)
{
    plants_tell(plants->placed, job);
}

/* ---- files ---- */

int scree_plants_form_of_name(const char *name)
{
    enum scree_plants_form form;
    return plants_form_of_name(&form, name) ? (int)form : SCREE_NO_FORM;
}

static enum scree_code write_file(const struct scree_plants *plants, enum scree_plants_form form,
                                  struct sink *sink, const char *name, struct scree_job *job,
                                  struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(sink_start(sink, job, err));
    RETURN_IF_ERR(sink_begin(sink, name, SINK_PLAIN, &file, err));
    RETURN_IF_ERR(sink_end(
        file, plants_write(&file->stream, plants->placed, &plants->inputs, form, err), err));
    return job_check(job, err);
}

int scree_plants_write(const struct scree_plants *plants, int form, struct scree_sink *sink,
                       const char *name, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    static const char *const names[] = {"plants.csv", "plants.geojson", "plants.glb"};
    if (form < SCREE_PLANTS_CSV || form > SCREE_PLANTS_GLB)
        return err_set_option(error, "form", "%d is not an enum scree_plants_form", form);
    const char *given = name != NULL ? name : names[form];
    return write_file(plants, (enum scree_plants_form)form, sink->sink,
                      sink_main_name(sink->sink, given), job, error);
}

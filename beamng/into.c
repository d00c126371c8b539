/* New materials for an existing level: what will change. */
#include "beamng/into.h"

#include <string.h>

#include "base/json_text.h"
#include "base/text.h"

static enum err_code decide(struct beamng_into *into, const struct beamng_options *options,
                            struct job *job, struct err *err)
{
    struct beamng_map *map = &into->map;
    RETURN_IF_ERR(beamng_into_check(into, err));
    RETURN_IF_ERR(beamng_map_fill(map, options, job, err));
    RETURN_IF_ERR(beamng_evaluate(&into->samples, map, job, err));
    RETURN_IF_ERR(beamng_into_assign(into, job, err));
    beamng_number(&into->samples, map, into->numbers);
    /* Holes stay, and new ones may be added. */
    const size_t points = (size_t)map->size * map->size;
    for (size_t i = 0; i < points; i++)
        if (into->parts.ids[i] == BEAMTER_HOLE) into->samples.ids[i] = BEAMTER_HOLE;
    beamng_count(&into->before, into->parts.ids, map->size);
    beamng_count(&into->after, into->samples.ids, map->size);
    return ERR_OK;
}

enum err_code beamng_into_create(struct beamng_into **out, struct beamng_target *target,
                                 const struct inputs *inputs, const struct beamng_options *options,
                                 struct job *job, struct err *err)
{
    *out = NULL;
    struct beamng_into *into = mem_alloc(1, sizeof *into);
    if (into == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a level");
    into->target = target;
    into->map.inputs = *inputs;
    const enum err_code code = decide(into, options, job, err);
    if (code == ERR_OK)
        *out = into;
    else
        beamng_into_free(into);
    return code;
}

void beamng_into_free(struct beamng_into *into)
{
    if (into == NULL) return;
    for (size_t i = 0; i < into->file_count; i++) json_decref(into->files[i].document);
    mem_free(into->files);
    json_decref(into->json);
    beamng_samples_free(&into->samples);
    beamng_map_free(&into->map);
    mem_free(into);
}

/* ---- to look at ---- */

static enum beamng_new is_new(const struct beamng_into *into, size_t number)
{
    if (number < into->parts.count) return BEAMNG_OLD;
    for (size_t i = 0; i < into->added_count; i++)
        if (strcmp(into->added[i].name, into->names[number]) == 0) return BEAMNG_ADDED;
    return BEAMNG_LISTED;
}

void beamng_into_summarize(struct beamng_into_summary *out, const struct beamng_into *into)
{
    *out = (struct beamng_into_summary){.size = into->map.size,
                                        .materials = into->count,
                                        .areas = into->samples.areas,
                                        .changed = into->samples.changed};
}

void beamng_into_summarize_material(struct beamng_into_material *out,
                                    const struct beamng_into *into, size_t i)
{
    const bool hole = i == into->count;
    const size_t number = hole ? BEAMTER_HOLE : i;
    *out = (struct beamng_into_material){.name = hole ? "" : into->names[i],
                                         .before = into->before.samples[number],
                                         .after = into->after.samples[number],
                                         .isolated = into->after.isolated[number],
                                         .is_new = hole ? BEAMNG_OLD : is_new(into, i)};
}

static json_t *row(const struct beamng_into *into, size_t i)
{
    static const char *const words[] = {
        [BEAMNG_OLD] = "old", [BEAMNG_LISTED] = "listed", [BEAMNG_ADDED] = "added"};
    struct beamng_into_material material;
    beamng_into_summarize_material(&material, into, i);
    json_t *object =
        json_pack("{s:o, s:o, s:o}", "before", json_text_count(material.before), "after",
                  json_text_count(material.after), "isolated", json_text_count(material.isolated));
    if (i == into->count) return object;
    json_t *named = json_pack("{s:o, s:i, s:s}", "name", json_text(material.name), "id", (int)i,
                              "is", words[material.is_new]);
    json_object_update(named, object);
    json_decref(object);
    return named;
}

static json_t *layers(const struct beamng_into *into)
{
    json_t *array = json_array();
    const struct beamng_map *map = &into->map;
    for (uint32_t i = 0; i < map->merge->layer_count; i++) {
        const uint32_t m = map->merge->material_of_layer[i];
        char path[1024];
        json_text_append(
            &array,
            json_pack("{s:o, s:o}", "layer",
                      json_text(srf_layer_path(path, sizeof path, map->inputs.map->layers[i])),
                      "id", into->left_out[m] ? json_null() : json_integer(into->numbers[m])));
    }
    return array;
}

json_t *beamng_into_document(const struct beamng_into *into)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < into->count; i++) json_text_append(&rows, row(into, i));
    return json_pack(
        "{s:s, s:i, s:o, s:o, s:o, s:{s:o, s:o, s:o}}", "format", "scree-into-beamng-1", "size",
        (int)into->map.size, "materials", rows, "holes", row(into, into->count), "layers",
        layers(into), "speckles", "min_area", json_text_count(into->map.min_area), "areas",
        json_text_count(into->samples.areas), "samples", json_text_count(into->samples.changed));
}

/* What becomes what, and how much of it there is. */
void beamng_into_tell(const struct beamng_into *into, struct job *job)
{
    static const char *const notes[] = {[BEAMNG_OLD] = "",
                                        [BEAMNG_LISTED] = ", new in the list",
                                        [BEAMNG_ADDED] = ", new material"};
    const struct beamng_map *map = &into->map;
    const double square_m = map->inputs.field->scal_m[0];
    const double points = (double)map->size * map->size;
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const char *own = map->choices[m].made.name;
        const uint8_t number = into->numbers[m];
        if (map->choices[m].is_hole) continue;
        if (into->left_out[m]) {
            job_note(job, NULL, "%s: no sample, and the level has no such material: left out", own);
            continue;
        }
        const uint64_t samples = into->after.samples[number];
        const char *name = into->names[number];
        const bool renamed = strcmp(name, own) != 0;
        job_note(job, NULL, "%s%s%s%s: %llu samples, %.2f %%, %.4g ha, %llu isolated", own,
                 renamed ? " as " : "", renamed ? name : "", notes[is_new(into, number)],
                 (unsigned long long)samples, 100 * (double)samples / points,
                 (double)samples * square_m * square_m / 10000,
                 (unsigned long long)into->after.isolated[number]);
    }
    beamng_tell_speckles(map, &into->samples, job);
}

/* What was placed, in words and as JSON. */
#include "base/json_text.h"
#include "plants/plants.h"

/* How much of what fits was placed: some places are not tried, some plants are over the limit. */
static double share_placed(const struct plants_tally *t, uint32_t most)
{
    double share = 1;
    if (t->thinned) share = (double)PLANTS_LOOK * most / (double)t->cells;
    if (t->fitting > t->count) share *= (double)t->count / (double)t->fitting;
    return share;
}

struct scree_plant plants_describe(const struct plants_placed *placed, size_t i, double extent_y_m)
{
    const struct plants_item *item = &placed->items[i];
    const double sink_m = item->sink_mm / 1000.0;
    return (struct scree_plant){.species = item->species,
                                .x_m = (double)item->x / PLANTS_UNITS,
                                .y_m = extent_y_m - (double)item->z / PLANTS_UNITS,
                                .z_m = item->ground_m - sink_m,
                                .sink_m = sink_m,
                                .yaw_deg = item->yaw * (360.0 / 256.0),
                                .scale = item->scale / 1000.0};
}

struct scree_plant_species plants_describe_species(const struct plants_placed *placed, size_t i)
{
    const struct plants_species *species = &placed->list->species[i];
    const struct plants_tally *tally = &placed->tally[i];
    return (struct scree_plant_species){.name = species->name,
                                        .model = species->model->name,
                                        .count = tally->count,
                                        .cells = tally->cells,
                                        .evaluated = tally->looked,
                                        .fitting = tally->fitting,
                                        .height_m = (double)species->model->height_m,
                                        .ror_mesh = species->ror_mesh,
                                        .beamng_shape = species->beamng_shape};
}

/* Plants a hectare of gentle ground that is all the species' own, as many as are placed of those that fit;
 * clumps leave out a third of what they may. */
static double density(const struct plants_placed *placed, size_t s, double share)
{
    const struct plants_tally *t = &placed->tally[s];
    const double cell_m = placed->lattice[s].step * placed->lattice[s].per / 16.0;
    const double kept = t->suited > 0 ? (double)t->fitting / (double)t->suited : 0;
    const struct plants_species *species = &placed->list->species[s];
    const double own = (double)species->density * (1 - (double)species->clump / 3);
    return share * own * kept * 10000 / (cell_m * cell_m);
}

void plants_tell(const struct plants_placed *placed, struct scree_job *job)
{
    const struct plants_list *list = placed->list;
    for (size_t s = 0; s < list->species_count; s++) {
        const struct plants_tally *t = &placed->tally[s];
        const struct plants_species *species = &list->species[s];
        const char *plural = t->count == 1 ? "" : "s";
        const double share = share_placed(t, species->most);
        if (share < 1)
            job_note(job, NULL,
                     "%s: %lu plant%s, up to %.0f a hectare, %.0f %% of those that "
                     "fit; a "
                     "higher `most` (%lu) in a plants file places more",
                     species->name, (unsigned long)t->count, plural, density(placed, s, share),
                     100 * share, (unsigned long)species->most);
        else
            job_note(job, NULL, "%s: %lu plant%s", species->name, (unsigned long)t->count, plural);
    }
    if (placed->cut)
        job_note(job, NULL, "there %s %zu plant%s in all, which is \"most\" of the list",
                 placed->count == 1 ? "is" : "are", placed->count, placed->count == 1 ? "" : "s");
}

static json_t *mesh(const char *name)
{
    return name != NULL ? json_text(name) : json_null();
}

static json_t *species_json(const struct plants_placed *placed, size_t s)
{
    const struct plants_tally *t = &placed->tally[s];
    const struct plants_lattice *lattice = &placed->lattice[s];
    json_t *out = json_object();
    json_text_set(&out, "name", json_text(placed->list->species[s].name));
    json_text_set(&out, "plants", json_text_count(t->count));
    json_text_set(&out, "cells", json_text_count(t->cells));
    json_text_set(&out, "evaluated", json_text_count(t->looked));
    json_text_set(&out, "suited", json_text_count(t->suited));
    json_text_set(&out, "fitting", json_text_count(t->fitting));
    json_text_set(&out, "lattice_m", json_real(lattice->step / 16.0));
    json_text_set(&out, "ror", mesh(placed->list->species[s].ror_mesh));
    json_text_set(&out, "beamng", mesh(placed->list->species[s].beamng_shape));
    json_text_set(&out, "limited", json_boolean(t->thinned || t->count < t->fitting));
    return out;
}

json_t *plants_json(const struct plants_placed *placed)
{
    const struct plants_list *list = placed->list;
    json_t *out = json_object(), *species = json_array(), *grasses = json_array();
    for (size_t s = 0; s < list->species_count; s++)
        json_text_append(&species, species_json(placed, s));
    for (size_t g = 0; g < list->grass_count; g++)
        json_text_append(&grasses, json_text(list->grasses[g].name));
    json_text_set(&out, "format", json_text("scree-placed-1"));
    json_text_set(&out, "from",
                  list->set != NULL ? json_text(list->set) : inputs_json(&list->file));
    json_text_set(&out, "seed", json_text_count(list->seed));
    json_text_set(&out, "plants", json_text_count(placed->count));
    json_text_set(&out, "species", species);
    json_text_set(&out, "grass", grasses);
    return out;
}

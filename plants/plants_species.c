#include "plants/plants_species.h"

#include <math.h>

void plants_species_start(struct plants_species *out, const char *name,
                          const struct plants_model *model)
{
    const float spacing_m = 2.2f * model->crown_m;
    *out = (struct plants_species){.name = name,
                                   .cover = {.threshold = 0.5f, .full = 0.5f + SPECIES_FULL},
                                   .density = 1.0f,
                                   .spacing_m = spacing_m < 0.5f ? 0.5f : spacing_m,
                                   .jitter = 1.0f,
                                   .room_m = model->crown_m * 0.6f,
                                   .scale = {800, 1200},
                                   .slope_deg = {0.0, 35.0},
                                   .slope_fade_deg = 5.0,
                                   .altitude_m = {-INFINITY, INFINITY},
                                   .altitude_fade_m = 10.0,
                                   .clump_m = 60.0f,
                                   .clump_group = plants_species_hash("wood"),
                                   .root_m = model->root_m,
                                   .sink_m = 0.05f,
                                   .most = PLANTS_MOST_EACH,
                                   .model = model,
                                   .ror_mesh = model->ror_mesh,
                                   .ror_height_m = model->ror_height_m,
                                   .beamng_item = model->beamng_item,
                                   .beamng_shape = model->beamng_shape,
                                   .beamng_radius_m = model->beamng_radius_m};
}

void plants_species_grass(struct plants_grass *out, const char *name)
{
    *out = (struct plants_grass){.name = name,
                                 .cover = {.threshold = 0.25f, .full = 0.25f + SPECIES_FULL},
                                 .density = 1.0f,
                                 .size_m = {0.25f, 0.6f},
                                 .ror_material = "grass1",
                                 .beamng_material = "BNGGrass"};
}

uint64_t plants_species_hash(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (; *name != '\0'; name++) hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return hash;
}

bool plants_is_tree(const struct plants_species *species)
{
    const struct plants_model *model = species->model;
    return model->shape != PLANTS_STONE && model->shape != PLANTS_TUFT &&
           (double)model->height_m >= PLANTS_TREE_M;
}

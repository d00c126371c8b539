/*
 * Plants in the game: a density picture for each species, of which a texel is one place, and grass.
 * They are listed in a file of objects of their own, so that a player can leave it out.
 *
 * Source of how the game reads both: docs/formats/ror.md, Plants.
 *
 * Rule (BeamNG): Plants have the same places in Rigs of Rods, BeamNG.drive, glTF and the table.
 * See plants.md, beamng/level_plants.c, plants/plants_write.c. Tests: cli/plants_engines.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "ground/ground_files.h"
#include "ror/ror_plan.h"

#define TREES_NEAR_M 120 /* meshes up to here, pictures of them beyond */
#define TREES_FAR_M 2000
#define GRASS_RANGE_M 120
#define GRASS_GREY 172 /* of the game's own grass1.png */

/* ---- places ---- */

enum scree_code ror_place_plants(struct ror_plan *plan, struct scree_job *job,
                                 struct scree_error *err)
{
    if (plan->plants.list == NULL) return SCREE_OK;
    const struct plants_options options = {.how =
                                               render_how_of(job, plan->options.level.how.relief,
                                                             plan->options.level.how.root_density),
                                           .has_water = plan->options.level.has_water,
                                           .water_m = plan->options.level.water_m,
                                           .roads = plan->roads};
    return plants_place(&plan->plants.placed, plan->plants.list, &plan->inputs, &options, job, err);
}

void ror_plants_free(struct ror_plants *plants)
{
    for (size_t i = 0; i < PLANTS_MOST_GRASSES; i++) mem_free_pixels(plants->grass[i]);
    plants_placed_free(plants->placed);
    plants_list_free(plants->list);
}

bool ror_has_plants(const struct ror_plan *plan)
{
    const struct plants_list *list = plan->plants.list;
    if (list == NULL) return false;
    for (size_t g = 0; g < list->grass_count; g++)
        if (list->grasses[g].ror_material != NULL) return true;
    for (size_t s = 0; s < list->species_count; s++)
        if (ror_grows(plan, s)) return true;
    return false;
}

bool ror_grows(const struct ror_plan *plan, size_t species)
{
    return plan->plants.placed->tally[species].count > 0 &&
           plan->plants.list->species[species].ror_mesh != NULL;
}

/* ---- density pictures ---- */

/*
 * The texel that the game looks at for the lattice's corner `index`, in its own arithmetic: floats,
 * the map's width in texels times the place, divided by the side of the world.
 */
static uint32_t texel_of(uint32_t texels, uint32_t index, uint32_t step, uint32_t world_m)
{
    const float place = (float)index * ((float)step / 16.0f);
    return (uint32_t)((float)texels * place / (float)world_m);
}

/* No two corners may have one texel. */
static uint32_t choose_texels(uint32_t step, uint32_t world_m)
{
    const uint32_t corners = (uint32_t)((16 * (uint64_t)world_m + step - 1) / step);
    for (uint32_t texels = corners;; texels++) {
        uint32_t i = 1;
        while (i < corners &&
               texel_of(texels, i, step, world_m) > texel_of(texels, i - 1, step, world_m))
            i++;
        if (i >= corners && texel_of(texels, corners - 1, step, world_m) < texels) return texels;
    }
}

static void species_file(char out[ROR_FILE_SIZE + 64], const struct ror_plan *plan, size_t species,
                         const char *ending)
{
    snprintf(out, ROR_FILE_SIZE + 64, "%s-plants-%s%s", plan->name,
             plan->plants.list->species[species].name, ending);
}

static enum scree_code write_trunk(struct ror_output *output, size_t species,
                                   struct scree_error *err)
{
    char name[ROR_FILE_SIZE + 64];
    struct sink_file *file;
    species_file(name, output->plan, species, ".mesh");
    RETURN_IF_ERR(sink_begin(output->sink, name, SINK_PLAIN, &file, err));
    return ror_end_file(output, file, NULL,
                        ror_put_trunk(&file->stream, output->plan->name,
                                      &output->plan->plants.list->species[species], err),
                        err);
}

static enum scree_code write_species(struct ror_output *output, size_t species,
                                     struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    const struct plants_placed *placed = plan->plants.placed;
    const uint32_t step = placed->lattice[species].step, world_m = plan->world.world_m;
    const uint32_t size = choose_texels(step, world_m);
    uint8_t *pixels = mem_alloc_pixels(size, size);
    if (pixels == NULL) return err_no_memory(err);
    for (size_t i = 0; i < placed->count; i++) {
        const struct plants_item *item = &placed->items[i];
        if (item->species != species) continue;
        const uint32_t x = texel_of(size, item->x / step / 2, step, world_m);
        const uint32_t z = texel_of(size, item->z / step / 2, step, world_m);
        pixels[(size_t)z * size + x] = 255;
    }
    char name[ROR_FILE_SIZE + 64];
    species_file(name, plan, species, ".png");
    const struct ground_picture picture = {pixels, size, size, 1};
    const enum scree_code code = ror_put_png8(output, name, &picture, err);
    mem_free_pixels(pixels);
    return code;
}

/* ---- grass ---- */

void ror_cover_grass(struct ror_plan_grass *to, size_t at, size_t out)
{
    for (size_t g = 0; g < to->list->grass_count; g++) {
        const struct plants_cover *cover = &to->list->grasses[g].cover;
        const float *weights[PLANTS_MOST_TERMS];
        if (to->grass[g] == NULL) continue;
        for (uint32_t i = 0; i < cover->count; i++) weights[i] = to->layers[cover->layer[i]];
        to->grass[g][out] = (uint8_t)(plants_suit(cover, weights, at) * 255.0f + 0.5f);
    }
}

static void grass_file(char out[ROR_FILE_SIZE + 64], const struct ror_plan *plan, size_t grass)
{
    snprintf(out, ROR_FILE_SIZE + 64, "%s-plants-%s.png", plan->name,
             plan->plants.list->grasses[grass].name);
}

/* What the tufts are multiplied with: a grey of GRASS_GREY then looks like the ground. */
static enum scree_code write_tint(struct ror_output *output, const struct ror_picture *ground,
                                  struct scree_error *err)
{
    const size_t count = (size_t)ground->size * ground->size * 3;
    uint8_t *rgb = mem_alloc_pixels(count, 1);
    if (rgb == NULL) return err_no_memory(err);
    for (size_t i = 0; i < count; i++) {
        const unsigned tint = ground->rgb[i] * 255u / GRASS_GREY;
        rgb[i] = (uint8_t)(tint < 255 ? tint : 255);
    }
    char name[ROR_FILE_SIZE];
    snprintf(name, sizeof name, "%s-plants-tint.png", output->plan->name);
    const struct ground_picture picture = {rgb, ground->size, ground->size, 3};
    const enum scree_code code = ror_put_png8(output, name, &picture, err);
    mem_free_pixels(rgb);
    return code;
}

enum scree_code ror_write_plants(struct ror_output *output, const struct ror_picture *ground,
                                 struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    const struct plants_list *list = plan->plants.list;
    char name[ROR_FILE_SIZE + 64];
    bool tint = false, trunks = false;
    if (!ror_has_plants(plan)) return SCREE_OK;
    for (size_t s = 0; s < list->species_count; s++) {
        if (!ror_grows(plan, s)) continue;
        RETURN_IF_ERR(write_species(output, s, err));
        if (!plants_is_tree(&list->species[s])) continue;
        RETURN_IF_ERR(write_trunk(output, s, err));
        trunks = true;
    }
    if (trunks) RETURN_IF_ERR(ror_write_text(output, ROR_TRUNK_MATERIAL, err));
    for (size_t g = 0; g < list->grass_count; g++) {
        if (plan->plants.grass[g] == NULL) continue;
        const struct ground_picture picture = {plan->plants.grass[g], plan->blend_size,
                                               plan->blend_size, 1};
        grass_file(name, plan, g);
        RETURN_IF_ERR(ror_put_png8(output, name, &picture, err));
        tint = true;
    }
    return tint ? write_tint(output, ground, err) : SCREE_OK;
}

/* ---- the file of objects ---- */

static const char *decimal(char out[TEXT_FIXED], double value)
{
    return text_fixed(out, (int64_t)(value * 10000.0 + 0.5), 4);
}

static enum scree_code put_species(struct stream *to, const struct ror_plan *plan, size_t species,
                                   struct scree_error *err)
{
    const struct plants_species *s = &plan->plants.list->species[species];
    const double size = (double)s->model->height_m / (double)s->ror_height_m / 1000.0;
    char name[ROR_FILE_SIZE + 64], trunk[ROR_FILE_SIZE + 64] = "", low[TEXT_FIXED],
                                                         high[TEXT_FIXED], step[TEXT_FIXED];
    species_file(name, plan, species, ".png");
    if (plants_is_tree(s)) species_file(trunk, plan, species, ".mesh");
    return stream_print(to, err, "trees 0, 360, %s, %s, 1, %d, %d, %s none %s %s%s%s\n",
                        decimal(low, s->scale[0] * size), decimal(high, s->scale[1] * size),
                        TREES_NEAR_M, TREES_FAR_M, s->ror_mesh, name,
                        decimal(step, plan->plants.placed->lattice[species].step / 16.0),
                        trunk[0] != '\0' ? " " : "", trunk);
}

static enum scree_code put_grass(struct stream *to, const struct ror_plan *plan, size_t grass,
                                 struct scree_error *err)
{
    const struct plants_grass *g = &plan->plants.list->grasses[grass];
    char name[ROR_FILE_SIZE + 64], density[TEXT_FIXED], low[TEXT_FIXED], high[TEXT_FIXED];
    grass_file(name, plan, grass);
    return stream_print(
        to, err, "grass %d, 0.5, 0.05, 10, %s, %s, %s, %s, %s, 1, 0, 0, %s %s-plants-tint.png %s\n",
        GRASS_RANGE_M, decimal(density, (double)g->density), decimal(low, (double)g->size_m[0]),
        low, decimal(high, (double)g->size_m[1]), high, g->ror_material, plan->name, name);
}

enum scree_code ror_put_plants(struct stream *to, const struct ror_output *output,
                               struct scree_error *err)
{
    const struct ror_plan *plan = output->plan;
    const struct plants_list *list = plan->plants.list;
    RETURN_IF_ERR(stream_print(
        to, err, "; plants of %s; without this file, and its line in %s.terrn2, there are none\n",
        plan->name, plan->name));
    for (size_t s = 0; s < list->species_count; s++)
        if (ror_grows(plan, s)) RETURN_IF_ERR(put_species(to, plan, s, err));
    for (size_t g = 0; g < list->grass_count; g++)
        if (plan->plants.grass[g] != NULL) RETURN_IF_ERR(put_grass(to, plan, g, err));
    return SCREE_OK;
}

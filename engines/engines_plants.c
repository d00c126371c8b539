/*
 * What grows, for engines that have models for it.
 *
 * Rule (Planes and pictures): Trees in Spring are at the places of `scree plants`. See
 * engines.md#spring. Tests: engines/engine_spring.
 */
#include <stdio.h>

#include "base/bytes.h"
#include "base/turn.h"
#include "engines/engines_plan.h"

/* ---- deciding ---- */

enum scree_code engines_place_plants(struct engines_plan *plan, const struct engines_given *given,
                                     struct scree_job *job, struct scree_error *err)
{
    const struct scree_engine_options *options = &plan->options;
    if (!plan->profile->takes_plants || options->in_parts) return SCREE_OK;
    RETURN_IF_ERR(
        plants_list_make(&plan->plants, plan->inputs.map, given->plants, options->plants_set, err));
    if (plan->plants == NULL) return SCREE_OK;
    const struct plants_options how = {
        .how = render_how_of(job, options->how.relief, options->how.root_density),
        .has_water = options->has_water,
        .water_m = options->water_m};
    return plants_place(&plan->placed, plan->plants, &plan->inputs, &how, job, err);
}

/* ---- trees of Spring: features in the .smf ---- */

/* Source: docs/formats/spring.md. */
#define TREES 16 /* kinds that the engine has: 0 to 7 conifers, 8 to 15 with leaves */
#define CONIFERS 8

/* The engine's kind for a plant: a few of them in turn, by its yaw. */
static uint32_t tree_of(const struct plants_species *species, const struct plants_item *item)
{
    const uint32_t kind = item->yaw % CONIFERS;
    return species->model->shape == PLANTS_CONE ? kind : CONIFERS + kind;
}

size_t engines_count_trees(const struct engines_plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; plan->placed != NULL && i < plan->placed->count; i++)
        count += plants_is_tree(&plan->plants->species[plan->placed->items[i].species]);
    return count;
}

static enum scree_code put_tree(struct stream *to, const struct engines_plan *plan,
                                const struct plants_item *item, double sea_m,
                                struct scree_error *err)
{
    uint8_t bytes[24];
    const double units = plan->scale / PLANTS_UNITS;
    const double foot = (item->ground_m - sea_m - item->sink_mm / 1000.0) * plan->scale;
    const int32_t heading = item->yaw < 128 ? item->yaw * 256 : item->yaw * 256 - 65536;
    bytes_put_u32le(bytes, tree_of(&plan->plants->species[item->species], item));
    bytes_put_f32le(bytes + 4, (float)(item->x * units));
    bytes_put_f32le(bytes + 8, (float)foot);
    bytes_put_f32le(bytes + 12, (float)(item->z * units));
    bytes_put_f32le(bytes + 16, (float)heading);
    bytes_put_f32le(bytes + 20, 1);
    return stream_put(to, bytes, sizeof bytes, err);
}

enum scree_code engines_put_trees(struct stream *to, const struct engines_plan *plan, double sea_m,
                                  struct scree_error *err)
{
    uint8_t head[8];
    const size_t count = engines_count_trees(plan);
    bytes_put_u32le(head, count > 0 ? TREES : 0);
    bytes_put_u32le(head + 4, (uint32_t)count);
    RETURN_IF_ERR(stream_put(to, head, sizeof head, err));
    for (unsigned kind = 0; count > 0 && kind < TREES; kind++) {
        RETURN_IF_ERR(stream_print(to, err, "TreeType%u", kind));
        RETURN_IF_ERR(stream_put(to, "", 1, err));
    }
    for (size_t i = 0; count > 0 && i < plan->placed->count; i++) {
        const struct plants_item *item = &plan->placed->items[i];
        if (plants_is_tree(&plan->plants->species[item->species]))
            RETURN_IF_ERR(put_tree(to, plan, item, sea_m, err));
    }
    return SCREE_OK;
}

/* ---- instances ---- */

/* Where a plant stands, in the engine's axes and units, and its turn about the axis upwards. */
struct stand {
    double at[3], yaw_deg;
};

static struct stand stand_of(const struct engines_plan *plan, const struct plants_item *item)
{
    const double per_m = plan->profile->space.per_m, yaw_deg = item->yaw * (360.0 / 256);
    const double east = ((double)item->x / PLANTS_UNITS + plan->corner_m) * per_m;
    const double south = ((double)item->z / PLANTS_UNITS + plan->corner_m) * per_m;
    const double up = (item->ground_m - item->sink_mm / 1000.0) * per_m;
    const double turned = item->yaw == 0 ? 0 : 360 - yaw_deg;
    switch (plan->profile->space.axes) {
    case ENGINES_UP_SOUTH:
        return (struct stand){{east, up, south}, yaw_deg};
    case ENGINES_UP_NORTH:
        return (struct stand){{east, up, plan->side_m * per_m - south}, turned};
    default:
        return (struct stand){{east, south, up}, turned};
    }
}

static enum scree_code put_table(struct stream *to, const struct engines_plan *plan,
                                 struct scree_error *err)
{
    RETURN_IF_ERR(stream_print(to, err, "Name,Species,X,Y,Z,Yaw,Scale\n"));
    for (size_t i = 0; i < plan->placed->count; i++) {
        const struct plants_item *item = &plan->placed->items[i];
        const struct stand stand = stand_of(plan, item);
        RETURN_IF_ERR(stream_print(
            to, err, "%zu,%s,%s,%s,%s,%s,%s\n", i + 1, plan->plants->species[item->species].name,
            engines_number(stand.at[0], 3).text, engines_number(stand.at[1], 3).text,
            engines_number(stand.at[2], 3).text, engines_number(stand.yaw_deg, 6).text,
            engines_number(item->scale / 1000.0, 3).text));
    }
    return SCREE_OK;
}

/* Rows of a matrix: east, up, south of x, y, z and the place. */
static enum scree_code put_transform(struct stream *to, const struct engines_plan *plan,
                                     const struct plants_item *item, struct scree_error *err)
{
    const struct stand stand = stand_of(plan, item);
    const double scale = item->scale / 1000.0;
    double sine, cosine;
    turn_sine_cosine(stand.yaw_deg, &sine, &cosine);
    const double rows[3][4] = {{scale * cosine, 0, scale * sine, stand.at[0]},
                               {0, scale, 0, stand.at[1]},
                               {-scale * sine, 0, scale * cosine, stand.at[2]}};
    for (int i = 0; i < 12; i++)
        RETURN_IF_ERR(stream_print(to, err, "%s%s", i > 0 ? ", " : "",
                                   engines_number(rows[i / 4][i % 4], i % 4 < 3 ? 6 : 3).text));
    return SCREE_OK;
}

/* The instances of a species, which are one behind the other in the list. */
static enum scree_code put_instances(struct stream *to, const struct engines_plan *plan,
                                     size_t species, size_t first, struct scree_error *err)
{
    const struct plants_species *of = &plan->plants->species[species];
    const uint32_t count = plan->placed->tally[species].count;
    RETURN_IF_ERR(stream_print(
        to, err,
        "\n[sub_resource type=\"StandardMaterial3D\" id=\"colour_%zu\"]\n"
        "albedo_color = Color(%s, %s, %s, 1)\n\n"
        "[sub_resource type=\"MultiMesh\" id=\"plants_%zu\"]\ntransform_format = 1\n"
        "instance_count = %u\nmesh = ExtResource(\"mesh_%zu\")\nbuffer = PackedFloat32Array(",
        species, engines_number((of->model->rgb >> 16 & 255) / 255.0, 4).text,
        engines_number((of->model->rgb >> 8 & 255) / 255.0, 4).text,
        engines_number((of->model->rgb & 255) / 255.0, 4).text, species, (unsigned)count, species));
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) RETURN_IF_ERR(stream_print(to, err, ", "));
        RETURN_IF_ERR(put_transform(to, plan, &plan->placed->items[first + i], err));
    }
    return stream_print(to, err, ")\n");
}

static enum scree_code put_scene(struct stream *to, const struct engines_plan *plan,
                                 struct scree_error *err)
{
    const size_t all = plan->plants->species_count;
    const struct plants_tally *tally = plan->placed->tally;
    unsigned used = 0;
    for (size_t s = 0; s < all; s++) used += tally[s].count > 0;
    RETURN_IF_ERR(stream_print(to, err, "[gd_scene load_steps=%u format=3]\n\n", 3 * used + 1));
    for (size_t s = 0; s < all; s++)
        if (tally[s].count > 0)
            RETURN_IF_ERR(stream_print(to, err,
                                       "[ext_resource type=\"ArrayMesh\" "
                                       "path=\"res://plants/%s.obj\" id=\"mesh_%zu\"]\n",
                                       plan->plants->species[s].name, s));
    for (size_t s = 0, first = 0; s < all; first += tally[s++].count)
        if (tally[s].count > 0) RETURN_IF_ERR(put_instances(to, plan, s, first, err));
    RETURN_IF_ERR(stream_print(to, err, "\n[node name=\"Plants\" type=\"Node3D\"]\n"));
    for (size_t s = 0; s < all; s++)
        if (tally[s].count > 0)
            RETURN_IF_ERR(stream_print(to, err,
                                       "\n[node name=\"%s\" type=\"MultiMeshInstance3D\" "
                                       "parent=\".\"]\n"
                                       "material_override = SubResource(\"colour_%zu\")\n"
                                       "multimesh = SubResource(\"plants_%zu\")\n",
                                       plan->plants->species[s].name, s, s));
    return SCREE_OK;
}

bool engines_has_plants(const struct engines_plan *plan)
{
    return plan->profile->space.per_m > 0 && plan->placed != NULL && plan->placed->count > 0;
}

static enum scree_code write_places(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const bool scene = plan->profile->space.axes == ENGINES_UP_SOUTH;
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "%s-plants.%s", plan->name,
                                scene ? "tscn" : "csv"));
    const enum scree_code code =
        scene ? put_scene(&file->stream, plan, err) : put_table(&file->stream, plan, err);
    return engines_end(output, file, code, err);
}

static enum scree_code write_shape(struct engines_output *output,
                                   const struct plants_species *species, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "plants/%s.obj", species->name));
    return engines_end(output, file, plants_write_model(&file->stream, species->model, err), err);
}

enum scree_code engines_write_plants(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    if (!engines_has_plants(plan)) return SCREE_OK;
    RETURN_IF_ERR(write_places(output, err));
    for (size_t s = 0; s < plan->plants->species_count; s++)
        if (plan->placed->tally[s].count > 0)
            RETURN_IF_ERR(write_shape(output, &plan->plants->species[s], err));
    return SCREE_OK;
}

/* ---- telling ---- */

void engines_tell_plants(const struct engines_plan *plan, struct scree_job *job)
{
    if (plan->placed == NULL) return;
    plants_tell(plan->placed, job);
    if (plan->profile->space.per_m > 0) return;
    const size_t missing = plan->placed->count - engines_count_trees(plan);
    if (missing > 0)
        job_note(job, NULL,
                 "left out: %zu stones and plants under %.0f m (%s has no models for them)",
                 missing, PLANTS_TREE_M, plan->profile->about.title);
}

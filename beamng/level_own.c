/* The sizes of a new level's textures, and those of the user's own. */
#include <stdio.h>

#include "base/path.h"
#include "beamng/beamng_plan.h"

#define MOST_SIZE GROUND_TEXTURE_MAX
#define MAP_SIZE 2048 /* of the map's picture */

/* What stands behind a material's name in the name of a file. */
static const char *const kinds[BEAMNG_OWNS] = {
    [BEAMNG_COLOUR] = "",         [BEAMNG_NORMAL] = "-normal", [BEAMNG_ROUGHNESS] = "-roughness",
    [BEAMNG_OCCLUSION] = "-ao",   [BEAMNG_HEIGHT] = "-height", [BEAMNG_OWN_DETAIL] = "-detail",
    [BEAMNG_OWN_MACRO] = "-macro"};

/* ---- what is asked for ---- */

static enum scree_code check(const struct scree_beamng_options *options, struct scree_error *err)
{
    const uint32_t bake = options->level.bake_size;
    if (bake != 0 && options->level.base_colour != SCREE_BASE_COLOUR_PICTURE)
        return err_set_option(
            err, "bake_size",
            "{bake_size} is the size of the picture that {base_colour} makes; add "
            "that");
    if (bake != 0 && (bake < GROUND_TEXTURE_MIN || bake > MOST_SIZE || (bake & (bake - 1)) != 0))
        return err_set_option(err, "bake_size",
                              "{bake_size} %u: a texture of BeamNG has a power of two of texels a "
                              "side; choose one from %d to %d",
                              (unsigned)bake, GROUND_TEXTURE_MIN, MOST_SIZE);
    return ground_check_options(&options->level, err);
}

/* ---- a material's own ---- */

static enum scree_code take_file(struct beamng_own *own, int k, struct beamng_plan *plan,
                                 struct scree_error *err)
{
    const char *path = own->from[k];
    if (!ground_own_is_dds(path)) {
        struct ground_own_form form;
        if (ground_own_look(&form, path, err) != SCREE_OK) return err_set_field(err, "textures");
        own->side[k] = form.side;
        if (form.memory_bytes > plan->own_bytes) plan->own_bytes = form.memory_bytes;
        return SCREE_OK;
    }
    err_set(err, SCREE_UNSUPPORTED,
            "a level of BeamNG takes pictures as PNG and the game makes its DDS from them; save it "
            "as PNG");
    err_set_field(err, "textures");
    return err_set_file(err, path);
}

/* "textures from Grass.png and -normal, -height" */
static void describe(struct beamng_own *own)
{
    size_t used = 0;
    int count = 0;
    for (int k = 0; k < BEAMNG_OWNS; k++) {
        const char *between = count == 1 ? " and " : ", ";
        if (own->from[k] == NULL || used >= sizeof own->text) continue;
        used += (size_t)snprintf(own->text + used, sizeof own->text - used, "%s%.100s",
                                 count == 0 ? "textures from " : between,
                                 count == 0 ? path_base_name(own->from[k]) : kinds[k]);
        count++;
    }
    if (count == 0) snprintf(own->text, sizeof own->text, "textures drawn (the folder has none)");
}

static enum scree_code take_files(struct beamng_own *own, struct beamng_plan *plan,
                                  const char *name, struct scree_error *err)
{
    for (int k = BEAMNG_OWNS - 1; k >= 0; k--) {
        /* Over the map's colours there is room for one picture: the detail. */
        if (k == BEAMNG_COLOUR && plan->base_colour && own->from[BEAMNG_OWN_DETAIL] != NULL)
            continue;
        RETURN_IF_ERR(ground_own_find(&own->from[k], &plan->files, name, kinds[k], err));
        if (own->from[k] != NULL) RETURN_IF_ERR(take_file(own, k, plan, err));
    }
    return SCREE_OK;
}

/* *out is NULL without a folder. */
static enum scree_code take_material(const struct beamng_own **out, struct beamng_plan *plan,
                                     const char *name, struct scree_error *err)
{
    *out = NULL;
    if (plan->options.level.textures == NULL) return SCREE_OK;
    struct beamng_own *own = mem_arena_alloc(&plan->map.arena, 1, sizeof *own);
    if (own == NULL) return err_no_memory(err);
    RETURN_IF_ERR(take_files(own, plan, name, err));
    describe(own);
    *out = own;
    return SCREE_OK;
}

/* ---- sizes ---- */

/* Where a file of the user's goes. */
static enum beamng_group group_of(const struct beamng_plan *plan, int k)
{
    if (k == BEAMNG_OWN_MACRO) return BEAMNG_MACRO;
    return k == BEAMNG_OWN_DETAIL || (k == BEAMNG_COLOUR && plan->base_colour) ? BEAMNG_DETAIL
                                                                               : BEAMNG_BASE;
}

/* The game wants one size for all textures of a group: that of the largest, or of the map's picture. */
static void grow(struct beamng_plan *plan, const struct beamng_own *own)
{
    for (int k = 0; own != NULL && k < BEAMNG_OWNS; k++) {
        const enum beamng_group group = group_of(plan, k);
        uint32_t *size = &plan->texture_size[group];
        if (plan->base_colour && group == BEAMNG_BASE) continue;
        while (*size < own->side[k] && *size < MOST_SIZE) *size *= 2;
    }
}

static void tell(const struct beamng_plan *plan, const struct beamng_own *own,
                 struct scree_job *job)
{
    static const char *const names[BEAMNG_GROUPS] = {"base", "macro", "detail"};
    for (int k = 0; own != NULL && k < BEAMNG_OWNS; k++) {
        const enum beamng_group group = group_of(plan, k);
        const unsigned size = (unsigned)plan->texture_size[group];
        if (own->from[k] == NULL || own->side[k] == size) continue;
        job_note(job, NULL,
                 "%s: %u x %u pixels become %u x %u: all %s textures of a level have one size, a "
                 "power of two",
                 path_base_name(own->from[k]), (unsigned)own->side[k], (unsigned)own->side[k], size,
                 size, names[group]);
    }
}

/* ---- materials of the map, then surfaces of roads ---- */

static const struct beamng_own **place(struct beamng_plan *plan, uint32_t i)
{
    const uint32_t count = plan->map.merge->count;
    return i < count ? &plan->map.choices[i].made.own : &plan->road_own[i - count];
}

/* NULL: there is no such material. */
static const char *name_of(const struct beamng_plan *plan, uint32_t i)
{
    const uint32_t count = plan->map.merge->count;
    if (i < count) return plan->map.choices[i].is_hole ? NULL : plan->map.merge->names[i];
    const enum roads_surface surface = (enum roads_surface)(i - count);
    return beamng_has_surface(plan->roads, surface) ? beamng_surface_name(surface) : NULL;
}

enum scree_code beamng_take_textures(struct beamng_plan *plan,
                                     const struct scree_beamng_options *options,
                                     struct scree_job *job, struct scree_error *err)
{
    const uint32_t count = plan->map.merge->count + ROADS_SURFACES;
    RETURN_IF_ERR(check(options, err));
    plan->base_colour = options->level.base_colour == SCREE_BASE_COLOUR_PICTURE;
    plan->texture_size[BEAMNG_BASE] = plan->texture_size[BEAMNG_MACRO] = LEVEL_TEXTURE_SIZE;
    plan->texture_size[BEAMNG_DETAIL] = LEVEL_DETAIL_SIZE;
    if (plan->base_colour)
        plan->texture_size[BEAMNG_BASE] =
            options->level.bake_size != 0 ? options->level.bake_size : MAP_SIZE;
    RETURN_IF_ERR(ground_own_list(&plan->files, options->level.textures, &plan->map.arena, err));
    for (uint32_t i = 0; i < count; i++) {
        const char *name = name_of(plan, i);
        if (name != NULL) RETURN_IF_ERR(take_material(place(plan, i), plan, name, err));
        grow(plan, *place(plan, i));
    }
    for (uint32_t i = 0; i < count; i++) tell(plan, *place(plan, i), job);
    ground_own_tell(&plan->files, job);
    return SCREE_OK;
}

uint64_t beamng_texture_bytes(const struct beamng_plan *plan)
{
    uint64_t side = 0;
    for (int g = 0; g < BEAMNG_GROUPS; g++)
        if (plan->texture_size[g] > side) side = plan->texture_size[g];
    /* Nine bytes a texel of all channels; besides them eight of a drawing, or a picture as it is read. */
    const uint64_t texels = side * side, drawn = 8 * texels;
    return 9 * texels + (plan->own_bytes > drawn ? plan->own_bytes : drawn);
}

enum scree_code beamng_protect_textures(const struct beamng_plan *plan, struct sink *sink,
                                        struct scree_error *err)
{
    for (size_t i = 0; i < plan->files.count; i++)
        RETURN_IF_ERR(sink_protect(sink, &plan->files.files[i].path, 1, err));
    return SCREE_OK;
}

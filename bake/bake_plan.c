#include "bake/bake_parts.h"

#include <string.h>

#include "base/text.h"
#include "inputs/materials.h"
#include "render/row_stream.h"

/* ---- layers merged to a number of materials, by least cost ---- */

static enum scree_code measure(struct bake_plan *plan, struct render_merge *all,
                               struct scree_job *job, struct scree_error *err)
{
    /* Of the whole: a region has the materials that the whole has. */
    struct render_options options = bake_render_options(plan);
    options.crop = (struct render_crop){0, 0, 0, 0};
    options.job = job;
    struct render_plan *render = NULL;
    struct render_stream stream;
    plan->layer_sums = mem_arena_alloc(&plan->arena, all->count, sizeof *plan->layer_sums);
    if (plan->layer_sums == NULL) return err_no_memory(err);
    RETURN_IF_ERR(render_stream_create(&stream, 1, err));
    stream.step = "measuring layers";
    const struct render_target target = {
        .kind = SCREE_COVERAGE, .merge = all, .sums = plan->layer_sums};
    enum scree_code code =
        render_plan_create(&render, plan->inputs.field, plan->inputs.map, &options, err);
    if (code == SCREE_OK)
        code = render_stream_run(&stream, render, &target, 1, options.tile, job, err);
    render_plan_free(render);
    render_stream_free(&stream);
    return code;
}

static void tell(const struct bake_plan *plan, struct scree_job *job)
{
    const double all = (double)plan->whole_width * plan->whole_height * RENDER_UNITS;
    double moved = 0;
    for (size_t i = 0; i < plan->step_count; i++) moved += (double)plan->steps[i].covered;
    ground_merge_tell(plan->steps, plan->step_count, plan->inputs.map, all, job);
    ground_merge_sum_up(plan->merge->count, plan->merge->layer_count, moved / all, "", job);
}

/* Merges by least cost, which evaluates the map if there are more layers than
 * wanted; merge must be the one of all layers. */
static enum scree_code merge_by_cost(struct bake_plan *plan, struct scree_job *job,
                                     struct scree_error *err)
{
    const uint32_t limit = plan->options.layers;
    if (limit == 0 || plan->merge->count <= limit) return SCREE_OK;
    const struct ground_merge_room room = {.limit = limit};
    struct ground_merge made;
    RETURN_IF_ERR(measure(plan, plan->merge, job, err));
    RETURN_IF_ERR(
        ground_merge_layers(&made, &plan->arena, plan->inputs.map, plan->layer_sums, &room, err));
    render_merge_free(plan->merge);
    plan->merge = made.merge;
    plan->steps = made.steps;
    plan->step_count = made.step_count;
    tell(plan, job);
    return SCREE_OK;
}

/* ---- the plan ---- */

#define MIB 1048576u

/* ---- options ---- */

static bool is_name(const char *text)
{
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    return length > 0 && length <= BAKE_MAX_NAME && text[length] == '\0';
}

static enum scree_code check_name(const char *name, struct scree_error *err)
{
    if (name == NULL) return SCREE_OK;
    if (!is_name(name))
        return err_set_option(err, "name",
                              "'%.70s' is not 1 to %d plain letters, digits, '_' and '-'", name,
                              BAKE_MAX_NAME);
    if (text_is_reserved(name))
        return err_set_option(err, "name", "'%s' is a reserved name on Windows; choose another",
                              name);
    return SCREE_OK;
}

static enum scree_code check_sizes(const struct scree_bake_options *options,
                                   struct scree_error *err)
{
    if ((options->width == 0) != (options->height == 0) || options->width > RENDER_MAX_SIZE ||
        options->height > RENDER_MAX_SIZE)
        return err_set_option(err, "width", "%u x %u texels, expected at most %d a side, or 0 x 0",
                              (unsigned)options->width, (unsigned)options->height, RENDER_MAX_SIZE);
    if ((options->columns == 0) != (options->rows == 0))
        return err_set_option(err, "columns", "the region has %u x %u texels; give both or neither",
                              (unsigned)options->columns, (unsigned)options->rows);
    if (options->columns == 0 && (options->column > 0 || options->row > 0))
        return err_set_option(err, "columns", "a region begins at %u, %u and has no size",
                              (unsigned)options->column, (unsigned)options->row);
    if (options->tile_files < 1 || options->tile_files > SCREE_BAKE_MAX_TILE_FILES)
        return err_set_option(err, "tile_files", "{tile_files} is %u, expected 1 to %d",
                              (unsigned)options->tile_files, SCREE_BAKE_MAX_TILE_FILES);
    if (options->tile_texels > RENDER_MAX_SIZE)
        return err_set_option(err, "tile_texels", "{tile_texels} is %u, expected at most %d",
                              (unsigned)options->tile_texels, RENDER_MAX_SIZE);
    if (options->tile_texels > 0 && options->tile_files > 1)
        return err_set_option(err, "tile_texels",
                              "{tile_texels} and {tile_files} both say how images are cut; use one "
                              "of them");
    return SCREE_OK;
}

/* Refuses what makes no sense whatever the inputs are. SCREE_BAD_ARGUMENT. */
static enum scree_code check_options(const struct scree_bake_options *options,
                                     const struct inputs_opened *materials, struct scree_error *err)
{
    if ((options->outputs & ~BAKE_ALL_OUTPUTS) != 0)
        return err_set_option(err, "outputs", "{outputs} is %u, which holds unknown ones",
                              options->outputs);
    if ((unsigned)options->format > BAKE_LAST_FORMAT)
        return err_set_option(err, "format", "{format} is %d, which is none", (int)options->format);
    if ((unsigned)options->plane > SCREE_BAKE_EFF)
        return err_set_option(err, "plane", "{plane} is %d, which is none", (int)options->plane);
    if ((unsigned)options->pack > SCREE_BAKE_PACK_RGBA)
        return err_set_option(err, "pack", "is %d, not an enum scree_bake_pack",
                              (int)options->pack);
    if (options->depth != RENDER_NO_DEPTH && options->depth > RENDER_MAX_DEPTH)
        return err_set_option(err, "depth", "{depth} is %u, expected at most %d",
                              (unsigned)options->depth, RENDER_MAX_DEPTH);
    if (options->layers > SCREE_BAKE_MAX_LAYERS)
        return err_set_option(err, "layers", "{layers} is %u, expected at most %d",
                              (unsigned)options->layers, SCREE_BAKE_MAX_LAYERS);
    if ((options->maps & ~DERIVE_ALL) != 0)
        return err_set_option(err, "maps", "{maps} is %u, which holds unknown ones", options->maps);
    if (options->layers > 0 && (materials != NULL || options->depth != RENDER_NO_DEPTH))
        return err_set_option(err, "layers", "{layers} and %s both decide how to merge layers",
                              materials != NULL ? "{materials}" : "{depth}");
    RETURN_IF_ERR(materials_check_depth(materials, options->depth, err));
    RETURN_IF_ERR(check_sizes(options, err));
    return check_name(options->name, err);
}

/* ---- sizes ---- */

static enum scree_code cut(struct bake_plan *plan, struct scree_error *err)
{
    const uint32_t count = plan->options.tile_files, side = plan->options.tile_texels;
    struct bake_cut *const cut = &plan->cut;
    *cut = (struct bake_cut){.texels_x = plan->width, .texels_y = plan->height, .side = side};
    if (side == 0) cut->count = count;
    cut->columns = bake_cut_tiles(cut, plan->width);
    cut->rows = bake_cut_tiles(cut, plan->height);
    if ((uint64_t)cut->columns * cut->rows > BAKE_MAX_TILES)
        return err_set_option(err, "tile_texels",
                              "{tile_texels} %u makes %llu files of an image, at most %u are "
                              "possible; choose larger ones",
                              (unsigned)side, (unsigned long long)cut->columns * cut->rows,
                              BAKE_MAX_TILES);
    if (cut->columns <= plan->width && cut->rows <= plan->height) return SCREE_OK;
    return err_set_option(err, "tile_files",
                          "{tile_files} %u of %u x %u texels: some files would have no texels",
                          (unsigned)count, (unsigned)plan->width, (unsigned)plan->height);
}

static enum scree_code choose_size(struct bake_plan *plan, struct scree_error *err)
{
    const struct ter_field *field = plan->inputs.field;
    const struct render_crop *region = &plan->region;
    uint32_t width = plan->options.width, height = plan->options.height;
    const uint32_t cells = plan->options.vertices ? 0 : 1;
    if (width == 0) {
        width = field->points_x - cells;
        height = field->points_y - cells;
    }
    if (plan->options.vertices && (width < 2 || height < 2))
        return err_set_option(err, "width",
                              "{grid} reaches from edge to edge and %u x %u points do not: "
                              "choose a {width} of 2 or more a side",
                              (unsigned)width, (unsigned)height);
    if (width > RENDER_MAX_SIZE || height > RENDER_MAX_SIZE)
        return err_set_option(err, "width",
                              "a texel per terrain unit would be %u x %u texels, at most %d a side "
                              "are possible; choose a {width}",
                              (unsigned)width, (unsigned)height, RENDER_MAX_SIZE);
    if (region->width > 0 && (region->width > width || region->column > width - region->width ||
                              region->height > height || region->row > height - region->height))
        return err_set_option(err, "columns",
                              "{region} %u,%u,%ux%u reaches beyond the image of %u x %u "
                              "texels",
                              (unsigned)region->column, (unsigned)region->row,
                              (unsigned)region->width, (unsigned)region->height, (unsigned)width,
                              (unsigned)height);
    plan->whole_width = width;
    plan->whole_height = height;
    plan->width = region->width > 0 ? region->width : width;
    plan->height = region->width > 0 ? region->height : height;
    if (region->width > 0 && (plan->options.maps & DERIVE_NOT_LOCAL) != 0)
        return err_set_option(
            err, "maps",
            "{maps} %s needs the whole terrain, and {region} makes a part of it; "
            "leave one out",
            derive_name(plan->options.maps & SCREE_BAKE_AO ? SCREE_BAKE_AO : SCREE_BAKE_FLOW));
    if ((plan->options.maps & SCREE_BAKE_RELIEF) != 0 && !bake_has_relief(plan))
        return err_set_option(
            err, "maps",
            "{maps} relief shows cells of a terrain unit and less, and a texel of "
            "this size is %g units; choose a larger {width}, or leave it out",
            bake_sample_tu(plan));
    return cut(plan, err);
}

/* Found now rather than after an hour of rendering. Source: image.h, image_png8(). */
static enum scree_code check_png(const struct bake_plan *plan, const char *name,
                                 struct bake_form form, struct scree_error *err)
{
    const uint64_t width = bake_cut_widest(&plan->cut, plan->width, plan->cut.columns);
    const uint64_t height = bake_cut_widest(&plan->cut, plan->height, plan->cut.rows);
    if (form.is_tiff || form.plain != IMAGE_PLAIN_NONE ||
        (width * bake_texel_bytes(form) + 1) * height <= (uint64_t)IMAGE_PNG8_MAX_BYTES)
        return SCREE_OK;
    return err_set_option(err, "format",
                          "%u x %u texels are too many for the PNG of %s (2 GiB of samples); "
                          "choose {format} tiff8, {tile_files} N or a smaller {width}, or leave it "
                          "out with {outputs}",
                          (unsigned)plan->width, (unsigned)plan->height, name);
}

static enum scree_code check_memory(const struct bake_plan *plan, struct scree_error *err)
{
    const uint64_t needed = bake_memory_bytes(plan), most = plan->options.max_memory_bytes;
    if (most == 0 || needed <= most) return SCREE_OK;
    return err_set_option(err, "max_memory_bytes",
                          "about %llu MiB of memory are needed and {max_memory_bytes} allows %llu; "
                          "choose {format} tiff8, {tile_files} N, fewer {threads} or a smaller "
                          "{width}, or make less at a time with {outputs}",
                          (unsigned long long)(needed + MIB - 1) / MIB,
                          (unsigned long long)most / MIB);
}

static enum scree_code check_result(const struct bake_plan *plan, struct scree_error *err)
{
    const enum scree_bake_format format = plan->options.format;
    for (unsigned i = 0; i < BAKE_NODATA; i++) {
        const enum bake_kind kind = (enum bake_kind)i;
        if (bake_kind_count(plan, kind) > 0)
            RETURN_IF_ERR(check_png(plan, bake_output_name(bake_kind_output(kind)),
                                    bake_kind_form(format, kind), err));
    }
    for (unsigned bit = 1; bit <= DERIVE_ALL; bit <<= 1) {
        const enum scree_bake_map map = (enum scree_bake_map)bit;
        if (plan->options.maps & bit)
            RETURN_IF_ERR(check_png(plan, derive_name(map), bake_map_form(format, map), err));
    }
    RETURN_IF_ERR(check_memory(plan, err));
    if (!bake_kind_form(format, BAKE_MASKS).is_tiff || image_has_tiff()) return SCREE_OK;
    return err_set_option(err, "format", "{format} %s: this scree was built without TIFF; use png8",
                          bake_format_name(format));
}

/* ---- the plan ---- */

static enum scree_code merge_layers(struct bake_plan *plan, struct inputs_opened *materials,
                                    const struct bake_recorded *recorded, struct scree_error *err)
{
    const struct srf_map *map = plan->inputs.map;
    if (materials == NULL) return render_merge_depth(&plan->merge, map, plan->options.depth, err);
    if (recorded->layer_materials != NULL)
        return materials_restore(&plan->merge, &plan->materials_file, map, materials,
                                 recorded->layer_materials, recorded->layer_material_count, err);
    return materials_take(&plan->merge, &plan->materials_file, map, materials, NULL, err);
}

/* Texts that the plan outlives. */
static bool keep_text(const char **text, struct mem_arena *arena)
{
    if (*text != NULL) *text = mem_arena_text(arena, *text, strlen(*text));
    return *text != NULL;
}

static bool keep_file(struct inputs_file *file, struct mem_arena *arena)
{
    return file->path == NULL || (keep_text(&file->path, arena) && keep_text(&file->base, arena));
}

static bool keep_texts(struct bake_plan *plan)
{
    return (plan->options.name == NULL || keep_text(&plan->options.name, &plan->arena)) &&
           keep_file(&plan->inputs.terrain_file, &plan->arena) &&
           keep_file(&plan->inputs.surface_file, &plan->arena) &&
           keep_file(&plan->materials_file, &plan->arena);
}

/* A file of another name is the same file. */
static void name_inputs(struct bake_plan *plan, const struct bake_recorded *recorded)
{
    struct inputs_file *const files[3] = {&plan->inputs.terrain_file, &plan->inputs.surface_file,
                                          &plan->materials_file};
    for (size_t i = 0; i < 3; i++) {
        if (recorded->names[i] == NULL) continue;
        files[i]->base = recorded->names[i];
        if (files[i]->path == NULL) files[i]->path = recorded->names[i]; /* bytes without a name */
    }
}

static enum scree_code make(struct bake_plan *plan, struct inputs_opened *materials,
                            const struct bake_recorded *recorded, struct scree_job *job,
                            struct scree_error *err)
{
    RETURN_IF_ERR(choose_size(plan, err));
    RETURN_IF_ERR(merge_layers(plan, materials, recorded, err));
    name_inputs(plan, recorded);
    if (!keep_texts(plan)) return err_no_memory(err);
    RETURN_IF_ERR(merge_by_cost(plan, job, err));
    RETURN_IF_ERR(bake_decide_outputs(plan, job, err));
    RETURN_IF_ERR(check_result(plan, err));
    return bake_list_files(plan, err);
}

enum scree_code bake_plan_make(struct bake_plan **out, const struct inputs *inputs,
                               const struct scree_bake_options *options,
                               const struct bake_given *given, const struct bake_recorded *recorded,
                               struct scree_job *job, struct scree_error *err)
{
    *out = NULL;
    RETURN_IF_ERR(check_options(options, given->materials, err));
    struct bake_plan *plan;
    RETURN_IF_ERR(MEM_NEED(&plan, 1, sizeof *plan, err));
    plan->options = *options;
    plan->region =
        (struct render_crop){options->column, options->row, options->columns, options->rows};
    plan->ground = given->ground;
    plan->how = given->how;
    plan->how.relief = options->how.relief;
    plan->how.root_density = options->how.root_density;
    plan->inputs = *inputs;
    const enum scree_code code = make(plan, given->materials, recorded, job, err);
    if (code == SCREE_OK)
        *out = plan;
    else
        bake_plan_free(plan);
    return code;
}

enum scree_code bake_plan_create(struct bake_plan **out, const struct inputs *inputs,
                                 const struct scree_bake_options *options,
                                 const struct bake_given *given, struct scree_job *job,
                                 struct scree_error *err)
{
    const struct bake_recorded none = {.layer_materials = NULL};
    return bake_plan_make(out, inputs, options, given, &none, job, err);
}

void bake_plan_free(struct bake_plan *plan)
{
    if (plan == NULL) return;
    if (plan->blend_merge != plan->merge) render_merge_free(plan->blend_merge);
    render_merge_free(plan->merge);
    mem_arena_free(&plan->arena);
    mem_free(plan);
}

#include <string.h>

#include "cli/args_options.h"
#include "cli/args_values.h"
#include "render/render.h"

static const struct args_choice formats[] = {
    {"png8", ARGS_PNG8}, {"tiff16", ARGS_TIFF16}, {"tiff32f", ARGS_TIFF32F}, {NULL, 0}};
static const struct args_choice planes[] = {{"weight", ARGS_WEIGHT}, {"eff", ARGS_EFF}, {NULL, 0}};
static const struct args_choice outputs[] = {{"masks", ARGS_MASKS},
                                             {"blend", ARGS_BLEND},
                                             {"beamng", ARGS_BEAMNG},
                                             {"preview", ARGS_PREVIEW_PICTURE},
                                             {NULL, 0}};
static const struct args_choice targets[] = {
    {"ror", ARGS_TARGET_ROR}, {"beamng", ARGS_TARGET_BEAMNG}, {NULL, 0}};
static const struct args_choice levels[] = {
    {"error", COMPARE_ERROR}, {"warning", COMPARE_WARNING}, {"note", COMPARE_NOTE}, {NULL, 0}};

const char *args_format_name(enum args_format format)
{
    return args_choice_name(formats, (int)format);
}

const char *args_plane_name(enum args_plane plane)
{
    return args_choice_name(planes, (int)plane);
}

const char *args_output_name(enum args_output output)
{
    return args_choice_name(outputs, (int)output);
}

const char *args_target_name(enum args_target target)
{
    return args_choice_name(targets, (int)target);
}

static enum err_code set_relief(double *relief, const char *value, struct err *err)
{
    RETURN_IF_ERR(args_read_real(relief, "relief", value, err));
    if (*relief == 1.0 || (*relief >= RENDER_MIN_RELIEF && *relief <= 8.0)) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--relief: '%.40s' is neither 1 (crisp slopes) nor from %g to 8", value,
                   RENDER_MIN_RELIEF);
}

static enum err_code set_isa(enum cpu_isa *isa, const char *value, struct err *err)
{
    struct args_choice choices[CPU_ISA_COUNT + 1] = {{NULL, 0}};
    for (int i = 0; i < CPU_ISA_COUNT; i++)
        choices[i] = (struct args_choice){cpu_name((enum cpu_isa)i), i};
    int choice = 0;
    RETURN_IF_ERR(args_read_choice(&choice, "isa", value, choices, err));
    *isa = (enum cpu_isa)choice;
    return ERR_OK;
}

enum err_code args_set_name(const char **name, const char *value, struct err *err)
{
    const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const size_t length = strlen(value);
    if (length == 0 || length > 64 || value[strspn(value, allowed)] != '\0')
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--name: '%.70s' is not 1 to 64 plain letters, digits, '_' and '-'", value);
    *name = value;
    return ERR_OK;
}

static enum err_code set_lint(struct args_lint *lint, enum args_option id, const char *value,
                              struct err *err)
{
    int choice = 0;
    switch (id) {
    case ARGS_OPTION_DEPTH:
        return args_read_count(&lint->depth, "depth", value, 0, 1000, err);
    case ARGS_OPTION_JSON:
        lint->json = true;
        return ERR_OK;
    case ARGS_OPTION_LEVEL:
        RETURN_IF_ERR(args_read_choice(&choice, "level", value, levels, err));
        lint->level = (enum compare_severity)choice;
        return ERR_OK;
    case ARGS_OPTION_TARGET:
        RETURN_IF_ERR(args_read_choice(&choice, "target", value, targets, err));
        lint->target = (enum args_target)choice;
        return ERR_OK;
    case ARGS_OPTION_TERRAIN:
        lint->terrain = value;
        return ERR_OK;
    default:
        return ERR_OK;
    }
}

static enum err_code set_bake(struct args_bake *bake, enum args_option id, const char *value,
                              struct err *err)
{
    int choice = 0;
    switch (id) {
    case ARGS_OPTION_DEPTH:
        return args_read_count(&bake->depth, "depth", value, 0, 1000, err);
    case ARGS_OPTION_DRY_RUN:
        bake->dry_run = true;
        return ERR_OK;
    case ARGS_OPTION_FORCE:
        bake->force = true;
        return ERR_OK;
    case ARGS_OPTION_FORMAT:
        RETURN_IF_ERR(args_read_choice(&choice, "format", value, formats, err));
        bake->format = (enum args_format)choice;
        return ERR_OK;
    case ARGS_OPTION_JSON:
        bake->json = true;
        return ERR_OK;
    case ARGS_OPTION_MAP:
        bake->map = value;
        return ERR_OK;
    case ARGS_OPTION_NAME:
        return args_set_name(&bake->name, value, err);
    case ARGS_OPTION_ONLY:
        return args_read_choices(&bake->only, "only", value, outputs, err);
    case ARGS_OPTION_OUT:
        bake->output = value;
        return ERR_OK;
    case ARGS_OPTION_PLANE:
        RETURN_IF_ERR(args_read_choice(&choice, "output", value, planes, err));
        bake->plane = (enum args_plane)choice;
        return ERR_OK;
    case ARGS_OPTION_SIZE:
        RETURN_IF_ERR(
            args_read_size(&bake->width, &bake->height, "size", value, RENDER_MAX_SIZE, err));
        if (bake->height == 0) bake->height = bake->width;
        return ERR_OK;
    default:
        return ERR_OK;
    }
}

static enum err_code set_preview(struct args_preview *preview, enum args_option id,
                                 const char *value, struct err *err)
{
    switch (id) {
    case ARGS_OPTION_FLAT:
        preview->flat = true;
        return ERR_OK;
    case ARGS_OPTION_FORCE:
        preview->force = true;
        return ERR_OK;
    case ARGS_OPTION_LAYERS:
        preview->layers = true;
        return ERR_OK;
    case ARGS_OPTION_OUT:
        preview->output = value;
        return ERR_OK;
    case ARGS_OPTION_SIZE:
        return args_read_size(&preview->width, &preview->height, "size", value, RENDER_MAX_SIZE,
                              err);
    default:
        return ERR_OK;
    }
}

static enum err_code set_convert(struct args_convert *convert, enum args_option id,
                                 const char *value)
{
    switch (id) {
    case ARGS_OPTION_FORCE:
        convert->force = true;
        return ERR_OK;
    case ARGS_OPTION_SIDECAR:
        convert->sidecar = true;
        return ERR_OK;
    case ARGS_OPTION_SLIDERS:
        convert->sliders = true;
        return ERR_OK;
    case ARGS_OPTION_STDOUT:
        convert->to_stdout = true;
        return ERR_OK;
    case ARGS_OPTION_TERRAIN:
        convert->terrain = value;
        return ERR_OK;
    default:
        return ERR_OK;
    }
}

static enum err_code set_set(struct args_set *set, enum args_option id, const char *value,
                             struct err *err)
{
    switch (id) {
    case ARGS_OPTION_FORCE:
        set->force = true;
        return ERR_OK;
    case ARGS_OPTION_OUT:
        set->output = value;
        return ERR_OK;
    case ARGS_OPTION_SEED:
        set->seed_given = true;
        return args_read_count(&set->seed, "seed", value, 0, UINT32_MAX, err);
    case ARGS_OPTION_TERRAIN:
        set->terrain = value;
        return ERR_OK;
    default:
        return ERR_OK;
    }
}

struct args_ground *args_ground_of(struct args *args)
{
    switch (args->verb) {
    case ARGS_LINT:
        return &args->lint.ground;
    case ARGS_BAKE:
        return &args->bake.ground;
    case ARGS_PREVIEW:
        return &args->preview.ground;
    case ARGS_CONVERT:
        return &args->convert.ground;
    case ARGS_EXPORT:
        return &args->export.ground;
    case ARGS_SET:
        return &args->set.ground;
    default:
        return &args->info.ground;
    }
}

enum err_code args_set_option(struct args *out, enum args_option id, const char *value,
                              struct err *err)
{
    struct args_render *render = &out->bake.render;
    if (out->verb == ARGS_LINT) render = &out->lint.render;
    if (out->verb == ARGS_PREVIEW) render = &out->preview.render;
    if (out->verb == ARGS_EXPORT) render = &out->export.render;
    switch (id) {
    case ARGS_OPTION_QUIET:
        out->quiet = true;
        return ERR_OK;
    case ARGS_OPTION_BYTE_ORDER:
    case ARGS_OPTION_CELL:
    case ARGS_OPTION_HEIGHT_SCALE:
    case ARGS_OPTION_HEIGHT_OFFSET:
    case ARGS_OPTION_MAX_HEIGHT:
    case ARGS_OPTION_NODATA:
    case ARGS_OPTION_RAW:
    case ARGS_OPTION_RAW_SIZE:
    case ARGS_OPTION_ROWS:
    case ARGS_OPTION_SQUARE_SIZE:
        return args_set_ground(args_ground_of(out), id, value, err);
    case ARGS_OPTION_ISA:
        return set_isa(&render->isa, value, err);
    case ARGS_OPTION_RELIEF:
        return set_relief(&render->relief, value, err);
    case ARGS_OPTION_ROOT_DENSITY:
        render->root_density = true;
        return ERR_OK;
    case ARGS_OPTION_NO_CULL:
        render->exhaustive = true;
        return ERR_OK;
    case ARGS_OPTION_TILE:
        return args_read_count(&render->tile, "tile", value, 0, RENDER_MAX_TILE, err);
    case ARGS_OPTION_THREADS:
        return args_read_count(&render->threads, "threads", value, 0, RENDER_MAX_THREADS, err);
    default:
        break;
    }
    if (out->verb == ARGS_LINT) return set_lint(&out->lint, id, value, err);
    if (out->verb == ARGS_BAKE) return set_bake(&out->bake, id, value, err);
    if (out->verb == ARGS_PREVIEW) return set_preview(&out->preview, id, value, err);
    if (out->verb == ARGS_CONVERT) return set_convert(&out->convert, id, value);
    if (out->verb == ARGS_SET) return set_set(&out->set, id, value, err);
    if (out->verb == ARGS_EXPORT) return args_set_export(&out->export, id, value, err);
    out->info.json = true;
    return ERR_OK;
}

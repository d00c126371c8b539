/* Styles: include/scree/style.h. */
#include <stdio.h>

#include "api/api.h"
#include "base/mem.h"
#include "base/path.h"
#include "roads/roads.h"
#include "styles/styles.h"

_Static_assert(SCREE_STYLE_SHARES == TER_QUANTILES, "shares of the ground");

struct scree_styled {
    struct styles_map map;
};

/* ---- the list ---- */

size_t scree_style_count(void)
{
    struct scree_style style;
    size_t count = 0;
    while (styles_list(&style, count)) count++;
    return count;
}

int scree_style_at(size_t i, struct scree_style *style, struct scree_error *error)
{
    struct scree_style full;
    return api_item(style, styles_list(&full, i) ? &full : NULL, sizeof full, "style", i,
                    scree_style_count(), error);
}

/* ---- making ---- */

static enum scree_code make(struct scree_styled *styled, const struct scree_terrain *terrain,
                            struct scree_style_options *options, struct scree_job *job,
                            struct scree_error *err)
{
    struct inputs inputs;
    RETURN_IF_ERR(api_inputs(&inputs, terrain, NULL, job, err));
    inputs_take_climate(options, &inputs, job);
    struct styles_cover *cover;
    RETURN_IF_ERR(roads_read_cover(&cover, &inputs, options, job, err));
    const int code =
        styles_make(&styled->map, inputs.field, &inputs.ranges, options, cover, job, err);
    return code == SCREE_OK ? SCREE_OK : api_name_gaps(terrain, err);
}

int scree_styled_create(struct scree_styled **out, const struct scree_terrain *terrain,
                        const struct scree_style_options *options, struct scree_job *job,
                        struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_style_options given;
    RETURN_IF_ERR(api_take(&given, &api_style_options, options, error));
    if (given.style == NULL)
        return err_set_option(error, "style", "is NULL, expected a style's name");
    struct scree_styled *styled;
    RETURN_IF_ERR(MEM_NEED(&styled, 1, sizeof *styled, error));
    const enum scree_code code = make(styled, terrain, &given, job, error);
    return API_GIVE(out, styled, code, scree_styled_free);
}

void scree_styled_free(struct scree_styled *styled)
{
    if (styled == NULL) return;
    styles_free(&styled->map);
    mem_free(styled);
}

/* ---- what was made ---- */

void scree_styled_describe(const struct scree_styled *styled, struct scree_styled_info *info)
{
    api_sized(info, &styled->map.info, sizeof *info);
}

int scree_styled_layer(const struct scree_styled *styled, uint32_t i,
                       struct scree_styled_layer *layer, struct scree_error *error)
{
    return api_item(layer, i < styled->map.info.layers ? &styled->map.layers[i] : NULL,
                    sizeof *layer, "layer", i, styled->map.info.layers, error);
}

int scree_styled_text(const struct scree_styled *styled, struct scree_bytes *out,
                      struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    const struct scree_bytes *text = &styled->map.text;
    RETURN_IF_ERR(MEM_NEED(&out->data, text->size + 1, 1, error));
    for (size_t i = 0; i < text->size; i++) out->data[i] = text->data[i];
    out->size = text->size;
    return SCREE_OK;
}

int scree_styled_save(const struct scree_styled *styled, struct scree_sink *sink, const char *name,
                      struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    const struct scree_bytes *text = &styled->map.text;
    name = sink_main_name(sink->sink, name != NULL ? name : "surface.srf.json");
    enum scree_code code = sink_start(sink->sink, job, error);
    if (code == SCREE_OK)
        code = sink_write(sink->sink, name, SINK_PLAIN, text->data, text->size, error);
    for (uint32_t i = 0; code == SCREE_OK && i < styled->map.mask_count; i++) {
        const struct styles_mask *const mask = &styled->map.masks[i];
        char *const path = path_beside(name, mask->file);
        code = path == NULL ? err_no_memory(error)
                            : sink_write(sink->sink, path, SINK_STORED, mask->png.data,
                                         mask->png.size, error);
        mem_free(path);
    }
    if (code == SCREE_OK) return SCREE_OK;
    err_set_file(error, name);
    return code;
}

int scree_styled_surface(const struct scree_styled *styled, struct scree_surface **out,
                         const struct scree_terrain *terrain, const char *name,
                         struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    const struct scree_bytes *text = &styled->map.text;
    char own[64];
    snprintf(own, sizeof own, "%s.srf.json", styled->map.info.style);
    int code = scree_surface_open(
        out, scree_memory(text->data, text->size, name != NULL ? name : own), terrain, job, error);
    for (uint32_t i = 0; code == SCREE_OK && i < styled->map.mask_count; i++) {
        const struct styles_mask *const mask = &styled->map.masks[i];
        code = scree_surface_mask(
            *out, mask->file, scree_memory(mask->png.data, mask->png.size, mask->file), job, error);
    }
    if (code == SCREE_OK) return SCREE_OK;
    scree_surface_free(*out);
    *out = NULL;
    return code;
}

void scree_styled_tell(const struct scree_styled *styled, const char *name, struct scree_job *job)
{
    styles_tell(&styled->map, name, job);
}

int scree_styled_document(const struct scree_styled *styled, struct scree_bytes *out, int form,
                          struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    (void)job;
    *out = (struct scree_bytes){NULL, 0};
    RETURN_IF_ERR(api_form(form, 1u << SCREE_TEXT | 1u << SCREE_JSON, error));
    const bool json = form == SCREE_JSON;
    if (styled != NULL) return (json ? styles_json : styles_words)(out, &styled->map, error);
    return (json ? styles_list_json : styles_list_words)(out, error);
}

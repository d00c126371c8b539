/* Surface maps as files: include/scree/surface.h. */
#include <string.h>

#include "api/api.h"
#include "base/path.h"
#include "base/text.h"

static const struct {
    const char *ending;
    int form;
} endings[] = {
    {".srf.json", SCREE_SURFACE_TEXT}, {".srf", SCREE_SURFACE_SRF}, {".tgw", SCREE_SURFACE_TGW}};

int scree_surface_form_of_name(const char *name)
{
    const char *base = path_base_name(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (text_ends_like(base, endings[i].ending)) return endings[i].form;
    return SCREE_NO_FORM;
}

int scree_surface_form(const struct scree_surface *surface)
{
    if (surface->map->source != NULL) return SCREE_SURFACE_TEXT;
    return surface->map->container == SRF_FILE_TGW ? SCREE_SURFACE_TGW : SCREE_SURFACE_SRF;
}

int scree_surface_is_in(struct scree_source source)
{
    struct inputs_opened opened;
    struct scree_error err = SCREE_ERROR_INIT;
    bool world = false; /* whose list is text, too */
    if (source_is_path(&source) && inputs_is_world(&world, source.name, &err) != SCREE_OK) return 0;
    if (world) return 0;
    const bool is_surface = inputs_open_source(&opened, &source, UINT64_MAX, &err) == SCREE_OK &&
                            inputs_holds_surface(&opened);
    inputs_close(&opened);
    return is_surface;
}

/* ---- writing ---- */

/* What the file of Terragen cannot hold. */
static enum scree_code check_file(const struct srf_map *map, struct scree_error *err)
{
    char names[192];
    if (map->unresolved > 0)
        return err_set_option(err, "terrain",
                              "has %lu number%s in units relative to the terrain, which a .srf "
                              "cannot hold: give {terrain}%s",
                              (unsigned long)map->unresolved, map->unresolved == 1 ? "" : "s",
                              (map->units & SRF_USES_SHARES) == 0 ? " or {cell_m}" : "");
    if (srf_wide_names(names, sizeof names, map) == 0) return SCREE_OK;
    return err_set_option(err, "form",
                          "a .srf holds the letters of western Europe only (Windows-1252), not "
                          "those of %s: give these layers other names",
                          names);
}

static enum scree_code write_map(struct scree_bytes *out, const struct srf_map *map, bool alone,
                                 struct scree_error *err)
{
    if (!alone || map->container != SRF_FILE_TGW) return srf_write_memory(out, map, err);
    struct srf_map *extracted;
    RETURN_IF_ERR(srf_extract(&extracted, map, err));
    const enum scree_code code = srf_write_memory(out, extracted, err);
    srf_free(extracted);
    return code;
}

static enum scree_code write_form(struct scree_bytes *out, const struct srf_map *map, int form,
                                  struct scree_error *err)
{
    if (form == SCREE_SURFACE_SRF || form == SCREE_SURFACE_TGW) RETURN_IF_ERR(check_file(map, err));
    const struct srf_text_options options = {.sliders = form == SCREE_SURFACE_TEXT_SLIDERS};
    switch (form) {
    case SCREE_SURFACE_SRF:
        return write_map(out, map, true, err);
    case SCREE_SURFACE_TGW:
        if (map->container == SRF_FILE_TGW) return write_map(out, map, false, err);
        return err_set_option(err, "form",
                              "a .tgw holds a whole world and this is a surface map alone; write "
                              "it as .srf or .srf.json");
    case SCREE_SURFACE_TEXT:
    case SCREE_SURFACE_TEXT_SLIDERS:
        return srf_to_text(out, map, &options, err);
    default:
        return err_set_option(err, "form", "%d is not an enum scree_surface_form", form);
    }
}

int scree_surface_write(struct scree_bytes *out, const struct scree_surface *surface, int form,
                        struct scree_error *error)
{
    err_start(error);
    memset(out, 0, sizeof *out);
    return write_form(out, surface->map, form, error);
}

static const char *default_name(int form)
{
    return form == SCREE_SURFACE_SRF   ? "surface.srf"
           : form == SCREE_SURFACE_TGW ? "surface.tgw"
                                       : "surface.srf.json";
}

static enum scree_code save(const struct srf_map *map, int form, struct sink *sink,
                            const char *name, struct scree_job *job, struct scree_error *err)
{
    struct scree_bytes bytes = {0};
    RETURN_IF_ERR(job_step(job, "writing", 0, err));
    RETURN_IF_ERR(write_form(&bytes, map, form, err));
    enum scree_code code = sink_start(sink, job, err);
    if (code == SCREE_OK) code = sink_write(sink, name, SINK_PLAIN, bytes.data, bytes.size, err);
    file_bytes_free(&bytes);
    job_finish(job);
    if (code == SCREE_OK && form == SCREE_SURFACE_SRF && map->container == SRF_FILE_TGW)
        job_result(job, name, "the surface map alone, without the rest of the world");
    return code;
}

int scree_surface_save(const struct scree_surface *surface, int form, struct scree_sink *sink,
                       const char *name, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    name = sink_main_name(sink->sink, name != NULL ? name : default_name(form));
    const enum scree_code code = save(surface->map, form, sink->sink, name, job, error);
    if (code == SCREE_OK) return SCREE_OK;
    err_set_file(error, name);
    return code;
}

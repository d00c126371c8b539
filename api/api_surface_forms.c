/* Surface maps as files: include/scree/surface.h. */
#include "api/api.h"

int scree_surface_form_of_name(const char *name)
{
    return srf_form_of_name(name);
}

int scree_surface_form(const struct scree_surface *surface)
{
    return srf_form(surface->map);
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

int scree_surface_write(struct scree_bytes *out, const struct scree_surface *surface, int form,
                        struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    return srf_write_form(out, surface->map, form, error);
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
    RETURN_IF_ERR(srf_write_form(&bytes, map, form, err));
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

/* A page for the browser of this machine: include/scree/serve.h on serve/. */
#include "api/api.h"
#include "base/mem.h"
#include "serve/serve.h"

struct scree_serve {
    struct serve *serve;
};

int scree_serve_is_there(void)
{
    return serve_is_there();
}

/* The page reads one file of heights; a world is many. */
static enum err_code refuse_world(const char *terrain, struct err *err)
{
    bool world = false;
    if (terrain != NULL && inputs_is_world(&world, terrain, NULL) != ERR_OK) return ERR_OK;
    if (!world) return ERR_OK;
    err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
            "is a world of tiles, which the studio does not open; name one file of heights, such "
            "as the merged world");
    return err_set_file(err, terrain);
}

int scree_serve_start(struct scree_serve **out, const struct scree_serve_options *options,
                      struct scree_error *error)
{
    *out = NULL;
    struct scree_serve_options given = SCREE_SERVE_OPTIONS_INIT;
    if (!api_options(&given, sizeof given, options))
        return api_refuse(error, "size", "is 0; initialise options with SCREE_SERVE_OPTIONS_INIT");
    if (given.page == NULL || given.page[0] == '\0')
        return api_refuse(error, "page", "no page is named to be served");
    if (given.port > UINT16_MAX)
        return api_refuse(error, "port", "%u is not a port; the highest is %u",
                          (unsigned)given.port, (unsigned)UINT16_MAX);
    struct heights_options ground;
    if (api_heights_options(&ground, given.ground, error) != SCREE_OK) return SCREE_BAD_ARGUMENT;
    const struct serve_options inner = {.page = given.page,
                                        .terrain = given.terrain,
                                        .surface = given.surface,
                                        .port = (uint16_t)given.port,
                                        .idle_s = given.idle_s,
                                        .ground = &ground};
    struct err err;
    err_clear(&err);
    struct serve *serve = NULL;
    enum err_code code = refuse_world(given.terrain, &err);
    if (code == ERR_OK) code = serve_start(&serve, &inner, &err);
    if (code == ERR_OK) {
        *out = mem_alloc(1, sizeof **out);
        if (*out == NULL)
            code = err_set(&err, ERR_NOMEM, ERR_NO_OFFSET, "no memory to serve a page");
    }
    if (code == ERR_OK) {
        (*out)->serve = serve;
        return SCREE_OK;
    }
    serve_free(serve);
    return api_fail(error, &err);
}

const char *scree_serve_url(const struct scree_serve *serve)
{
    return serve_url(serve->serve);
}

const char *scree_serve_door(const struct scree_serve *serve)
{
    return serve_door(serve->serve);
}

int scree_serve_run(struct scree_serve *serve, struct scree_job *job, struct scree_error *error)
{
    struct api_job own;
    struct err err;
    err_clear(&err);
    if (serve_run(serve->serve, api_job_start(&own, job), &err) == ERR_OK) return SCREE_OK;
    return api_fail(error, &err);
}

void scree_serve_free(struct scree_serve *serve)
{
    if (serve == NULL) return;
    serve_free(serve->serve);
    mem_free(serve);
}

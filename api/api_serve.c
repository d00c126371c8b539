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
static enum scree_code refuse_world(const char *terrain, struct scree_error *err)
{
    bool world = false;
    if (terrain != NULL && inputs_is_world(&world, terrain, NULL) != SCREE_OK) return SCREE_OK;
    if (!world) return SCREE_OK;
    err_set(err, SCREE_UNSUPPORTED,
            "is a world of tiles, which the studio does not open; name one file of heights, such "
            "as the merged world");
    return err_set_file(err, terrain);
}

int scree_serve_start(struct scree_serve **out, const struct scree_serve_options *options,
                      struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_serve_options given;
    RETURN_IF_ERR(api_take(&given, &api_serve_options, options, error));
    if (given.page == NULL || given.page[0] == '\0')
        return err_set_option(error, "page", "no page is named to be served");
    if (given.port > UINT16_MAX)
        return err_set_option(error, "port", "%u is not a port; the highest is %u",
                              (unsigned)given.port, (unsigned)UINT16_MAX);
    struct scree_terrain_options ground;
    RETURN_IF_ERR(api_heights_options(&ground, given.ground, error));
    given.ground = &ground;
    RETURN_IF_ERR(refuse_world(given.terrain, error));
    struct scree_serve *serve;
    RETURN_IF_ERR(MEM_NEED(&serve, 1, sizeof *serve, error));
    const enum scree_code code = serve_start(&serve->serve, &given, error);
    return API_GIVE(out, serve, code, scree_serve_free);
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
    err_start(error);
    return serve_run(serve->serve, job, error);
}

void scree_serve_free(struct scree_serve *serve)
{
    if (serve == NULL) return;
    serve_free(serve->serve);
    mem_free(serve);
}

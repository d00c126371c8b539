/* Where libmicrohttpd was not there when this was built. */
#include "serve/serve.h"

bool serve_is_there(void)
{
    return false;
}

enum scree_code serve_start(struct serve **out, const struct scree_serve_options *options,
                            struct scree_error *err)
{
    (void)options;
    *out = NULL;
    return err_set(err, SCREE_UNSUPPORTED,
                   "this build cannot serve (it was made without libmicrohttpd); open "
                   "scree-studio.html by a double click and drop the files on it");
}

const char *serve_url(const struct serve *serve)
{
    (void)serve;
    return "";
}

const char *serve_door(const struct serve *serve)
{
    (void)serve;
    return "";
}

enum scree_code serve_run(struct serve *serve, struct scree_job *job, struct scree_error *err)
{
    (void)serve, (void)job;
    return err_set(err, SCREE_UNSUPPORTED, "this build cannot serve");
}

void serve_free(struct serve *serve)
{
    (void)serve;
}

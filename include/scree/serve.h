/*
 * A page and the files it works on, for a browser on this machine: how `scree studio` shows the studio.
 *
 * Over HTTP, on 127.0.0.1 alone. Requests need the token that is part of the address, come from this
 * page, and name 127.0.0.1 or localhost; no part of an address becomes the name of a file. What may be
 * written is the surface map that was named, whole or not at all, if what comes is one of its form.
 */
#ifndef SCREE_SERVE_H
#define SCREE_SERVE_H

#include <stddef.h>
#include <stdint.h>

#include <scree/terrain.h>
#include <scree/types/serve.h>

SCREE_BEGIN

struct scree_serve;

/* scree_serve_is_there() is 1 if this build can serve: it needs libmicrohttpd. */
SCREE_API int scree_serve_is_there(void);
/* scree_serve_start() reads the page, looks whether the files are there, and listens.
 * SCREE_BAD_ARGUMENT (error.field: "page", "port", or one of ground), SCREE_CANNOT_READ, SCREE_CANNOT_WRITE (the port is
 * taken; field "port"), SCREE_UNSUPPORTED (this build cannot, or the terrain is a world of tiles),
 * SCREE_NO_MEMORY */
SCREE_API int scree_serve_start(struct scree_serve **out, const struct scree_serve_options *options,
                                struct scree_error *error);
/* scree_serve_url() is the address to open; it lives as long as serve. All who know it may ask. */
SCREE_API const char *scree_serve_url(const struct scree_serve *serve);
/* scree_serve_door() is an address to hand to a browser by its command line, which others on the machine
 * can read: it leads to the page once, on Linux for the user of this process and root alone, and is
 * worth nothing afterwards. It lives as long as serve. */
SCREE_API const char *scree_serve_door(const struct scree_serve *serve);
/* scree_serve_run() answers, in the thread that calls it, until the page is gone or the job's
 * progress(), which is called several times a second, cancels. Messages tell what was written.
 * SCREE_CANCELLED, SCREE_CANNOT_WRITE */
SCREE_API int scree_serve_run(struct scree_serve *serve, struct scree_job *job,
                              struct scree_error *error);
SCREE_API void scree_serve_free(struct scree_serve *serve);

SCREE_END

#endif

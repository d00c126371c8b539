/*
 * A page and the inputs it works on, for the browser of this machine: over HTTP, on 127.0.0.1 alone.
 *
 * Who may ask is decided by three things, all of which must hold (serve/serve_site.c): the address
 * holds a token of 128 random bits, made at each start; the browser asks for 127.0.0.1 or localhost and
 * this port, and no other name that might be pointed here; and who writes is the page itself (Origin).
 * The address that is handed to a browser has a key in the token's place, which works once, and where the
 * system tells (Linux) not for other users of the machine.
 * What may be asked for is a list of names; nothing of an address becomes the name of a file. What is
 * written is the surface map that was named, with PNGs that it
 * has as masks below its folder, as a whole or not at all (out/sink.h), if it is a surface map of the same
 * form, and if nobody else has changed the files since they were sent.
 *
 * Threads: all calls with one struct serve from one thread, in which everything is answered.
 */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/types/serve.h>

#include "base/err.h"
#include "base/job.h"

struct serve;

/* serve_is_there() says whether this build can serve. */
bool serve_is_there(void);

/* serve_start() reads the page, looks at the inputs and listens. On failure *out is NULL.
 * SCREE_UNSUPPORTED: this build cannot serve; SCREE_CANNOT_READ: a file cannot be read; SCREE_CANNOT_WRITE (field "port"):
 * the port is taken; SCREE_NO_MEMORY. */
MUST_USE enum scree_code serve_start(struct serve **out, const struct scree_serve_options *options,
                                     struct scree_error *err);
/* serve_url() is the page's address, "http://127.0.0.1:PORT/TOKEN/"; it lives as long as serve. */
const char *serve_url(const struct serve *serve);
/* serve_door() is the address for a browser's command line, which others can read: it leads to the page
 * once, on Linux for its own user alone, and is worth nothing afterwards. It lives as long as serve. */
const char *serve_door(const struct serve *serve);
/* serve_run() answers until the job is cancelled (SCREE_CANCELLED) or the page is gone (SCREE_OK). What
 * is written is noted to the job. SCREE_CANNOT_WRITE: the system ended it. */
MUST_USE enum scree_code serve_run(struct serve *serve, struct scree_job *job,
                                   struct scree_error *err);
/* serve_free() stops; NULL is allowed. */
void serve_free(struct serve *serve);

#endif

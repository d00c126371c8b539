/* What is asked and what is answered, without HTTP: every rule of serve/serve.h is here. */
#ifndef SERVE_SERVE_SITE_H
#define SERVE_SERVE_SITE_H

#include <stddef.h>

#include <jansson.h>

#include "base/file.h"
#include "base/sha.h"
#include "inputs/inputs.h"
#include "serve/serve.h"

#define SERVE_TOKEN_SIZE 33 /* 32 hex digits and the NUL */
#define SERVE_DOOR "/open/" /* the key follows */
#define SERVE_MAX_BODY (64u << 20)
#define SERVE_MAX_INPUT (UINT64_C(1) << 31)

struct serve_site {
    char *terrain, *surface, *roads;     /* paths; or NULL */
    struct scree_terrain_options ground; /* how the page reads the terrain */
    struct scree_bytes page;
    char token[SERVE_TOKEN_SIZE];
    char key[SERVE_TOKEN_SIZE]; /* of the address that leads to the page once; "": it was used */
    uint16_t port;
    char sent
        [SHA_HEX_SIZE]; /* digest of the surface map and its masks as the page knows them; "" if it does not */
};

/* A request as its sender wrote it; what it has not is NULL. */
struct serve_request {
    const char *method, *path;
    const char *host, *origin, *fetch_site; /* Host, Origin, Sec-Fetch-Site */
    const char *if_match; /* If-Match: the ETag of what the page knows; "*" replaces
                                             * whatever is there; NULL: of what was sent last */
    const void *body;
    size_t size;
    bool is_of_another; /* another user of this machine sends it */
};

struct serve_answer {
    unsigned status; /* of HTTP */
    const char *type;
    char etag[SHA_HEX_SIZE + 2];         /* of the surface map, with quotes; "": none */
    char location[SERVE_TOKEN_SIZE + 2]; /* where to go instead; "": nowhere */
    struct scree_bytes body;             /* for file_bytes_free(); or */
    const struct scree_bytes *kept;      /* bytes that the site keeps */
};

/*
 * A map and pictures of its masks in one body: a line of JSON that begins with {"format":"scree-map-1", has
 * the size of the map as "map" and a list of [name, size] as "masks", and then the bytes of all. A body
 * without such a line is a map.
 */
#define SERVE_MOST_MASKS 64
struct serve_parts {
    struct scree_bytes map; /* these point into the body */
    struct serve_mask {
        const char *name;
        struct scree_bytes bytes;
    } masks[SERVE_MOST_MASKS];
    size_t count;
    json_t *head; /* NULL: there is none */
};
/* serve_split() takes it apart; the caller frees *out in any case. SCREE_MALFORMED */
MUST_USE enum scree_code serve_split(struct serve_parts *out, const void *body, size_t size,
                                     struct scree_error *err);
void serve_parts_free(struct serve_parts *parts);
/* serve_read_map() reads a map for srf_free(), without judging it. serve_check_masks() refuses pictures
 * that are no masks of it: a name that it does not have, that leads out of its folder, or that is not of a PNG. */
MUST_USE enum scree_code serve_read_map(struct srf_map **out, const char *path, const void *data,
                                        size_t size, struct scree_error *err);
MUST_USE enum scree_code serve_check_masks(struct srf_map *map, const struct serve_parts *parts,
                                           struct scree_job *job, struct scree_error *err);
/* serve_list_masks() is the body of the pictures that the map at path has, without the map;
 * serve_digest_map() digests its bytes and those pictures. */
MUST_USE enum scree_code serve_list_masks(struct scree_bytes *out, const char *path,
                                          struct scree_error *err);
MUST_USE enum scree_code serve_digest_map(char out[SHA_HEX_SIZE], const char *path,
                                          const struct scree_bytes *bytes, struct scree_error *err);

/* serve_site_open() fills *out for serve_site_close(), also after a failure, but for the port. */
MUST_USE enum scree_code serve_site_open(struct serve_site *out,
                                         const struct scree_serve_options *options,
                                         struct scree_error *err);
void serve_site_close(struct serve_site *site);

/* serve_site_refuses() judges all of a request but its body: what may come next is nothing else than
 * what is allowed. Fills *out if it refuses. */
bool serve_site_refuses(const struct serve_site *site, const struct serve_request *request,
                        struct serve_answer *out);
/* serve_site_answer() judges and answers. */
void serve_site_answer(struct serve_site *site, const struct serve_request *request,
                       struct scree_job *job, struct serve_answer *out);

#endif

/*
 * What the page may ask for and what it gets (serve/serve.h has the rules): one address with a
 * token leads to the page, once; others begin with the page's own token. A request must name this
 * machine and this port, and come from the page itself.
 *
 * Only the map that was named can be written, with the masks in its folder: all of them or none,
 * and only if they still have the digests that the page read.
 */
#include "serve/serve_site.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "inputs/inputs.h"
#include "out/sink.h"

#define MAX_PAGE_BYTES (64u << 20)
#define TEXT "text/plain; charset=utf-8"
#define BYTES "application/octet-stream"

/* ---- opening ---- */

static enum scree_code keep(char **to, const char *path, struct scree_error *err)
{
    if (path == NULL) return SCREE_OK;
    struct file_input input;
    if (file_input_open(&input, path, SERVE_MAX_INPUT, err) != SCREE_OK)
        return err_set_file(err, path);
    file_input_close(&input);
    *to = path_join(NULL, path);
    return *to != NULL ? SCREE_OK : err_no_memory(err);
}

static enum scree_code make_token(char out[SERVE_TOKEN_SIZE], struct scree_error *err)
{
    unsigned char bits[(SERVE_TOKEN_SIZE - 1) / 2];
    const int reason = os_random(bits, sizeof bits);
    if (reason != 0)
        return err_set(err, SCREE_UNSUPPORTED,
                       "the system gives no random numbers (%s), so no page is served",
                       os_text(reason));
    for (size_t i = 0; i < sizeof bits; i++) snprintf(out + 2 * i, 3, "%02x", (unsigned)bits[i]);
    return SCREE_OK;
}

enum scree_code serve_site_open(struct serve_site *out, const struct scree_serve_options *options,
                                struct scree_error *err)
{
    const struct scree_terrain_options plain = SCREE_TERRAIN_OPTIONS_INIT;
    memset(out, 0, sizeof *out);
    out->ground = options->ground != NULL ? *options->ground : plain;
    if (options->roads != NULL && options->terrain == NULL)
        return err_set_option(err, "roads", "{roads} lie on a terrain: name one");
    RETURN_IF_ERR(keep(&out->terrain, options->terrain, err));
    RETURN_IF_ERR(keep(&out->surface, options->surface, err));
    RETURN_IF_ERR(keep(&out->roads, options->roads, err));
    if (file_read(&out->page, options->page, MAX_PAGE_BYTES, err) != SCREE_OK)
        return err_set_file(err, options->page);
    RETURN_IF_ERR(make_token(out->token, err));
    return make_token(out->key, err);
}

void serve_site_close(struct serve_site *site)
{
    mem_free(site->terrain);
    mem_free(site->surface);
    mem_free(site->roads);
    file_bytes_free(&site->page);
    memset(site, 0, sizeof *site);
}

/* ---- answers ---- */

static void say(struct serve_answer *out, unsigned status, const char *format, ...)
    PRINTF_LIKE(3, 4);

static void say(struct serve_answer *out, unsigned status, const char *format, ...)
{
    char text[ERR_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    out->status = status;
    out->type = TEXT;
    out->body.size = strlen(text);
    out->body.data = mem_alloc(out->body.size + 1, 1);
    if (out->body.data == NULL)
        out->body.size = 0;
    else
        memcpy(out->body.data, text, out->body.size);
}

static void say_error(struct serve_answer *out, unsigned status, const struct scree_error *err)
{
    char text[ERR_TEXT_SIZE];
    say(out, status, "%s", err_format(text, sizeof text, err));
}

static bool is(const char *text, const char *wanted)
{
    return text != NULL && strcmp(text, wanted) == 0;
}

/* How the page may call this machine: a name that somebody points here is not one of them. */
static bool is_own_host(const struct serve_site *site, const char *host)
{
    char own[2][32];
    snprintf(own[0], sizeof own[0], "127.0.0.1:%u", (unsigned)site->port);
    snprintf(own[1], sizeof own[1], "localhost:%u", (unsigned)site->port);
    return is(host, own[0]) || is(host, own[1]);
}

static bool is_own_origin(const struct serve_request *request)
{
    static const char scheme[] = "http://";
    const size_t length = sizeof scheme - 1;
    return request->origin != NULL && strncmp(request->origin, scheme, length) == 0 &&
           strcmp(request->origin + length, request->host) == 0;
}

/* Whether a text of at least the token's length begins with it, in a time that does not depend on how
 * much of it is right. */
static bool begins_with(const char *text, const char token[SERVE_TOKEN_SIZE])
{
    unsigned wrong = 0;
    for (size_t i = 0; i + 1 < SERVE_TOKEN_SIZE; i++) wrong |= (unsigned)(text[i] ^ token[i]);
    return wrong == 0;
}

/* What follows "/TOKEN/"; NULL: it is not the token. */
static const char *behind_token(const struct serve_site *site, const char *path)
{
    const size_t length = SERVE_TOKEN_SIZE - 1;
    if (path == NULL || strlen(path) < length + 2 || path[0] != '/' || path[1 + length] != '/')
        return NULL;
    return begins_with(path + 1, site->token) ? path + length + 2 : NULL;
}

static bool is_door(const char *path)
{
    return path != NULL && strncmp(path, SERVE_DOOR, sizeof SERVE_DOOR - 1) == 0;
}

/* Whether the address is the one that leads to the page, and was not used. */
static bool is_open(const struct serve_site *site, const char *path)
{
    const char *key = path + sizeof SERVE_DOOR - 1;
    return site->key[0] != '\0' && strlen(key) == SERVE_TOKEN_SIZE - 1 &&
           begins_with(key, site->key);
}

static bool is_known(const char *name)
{
    static const char *const names[] = {"",        "inputs", "terrain", "roads",
                                        "surface", "masks",  "alive"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

bool serve_site_refuses(const struct serve_site *site, const struct serve_request *request,
                        struct serve_answer *out)
{
    memset(out, 0, sizeof *out);
    if (!is_own_host(site, request->host)) {
        say(out, 403, "scree answers 127.0.0.1 and localhost only");
        return true;
    }
    const char *name = behind_token(site, request->path);
    const bool elsewhere =
        (request->origin != NULL && !is_own_origin(request)) ||
        (request->fetch_site != NULL && !is(request->fetch_site, "same-origin") &&
         !is(request->fetch_site, "none"));
    const bool writes = is(request->method, "PUT");
    if (is_door(request->path) && request->is_of_another) {
        say(out, 403, "this address is for the user who started scree");
    } else if (is_door(request->path) && !is_open(site, request->path)) {
        say(out, 403,
            "this address leads to the page once, and was used; open the one that scree "
            "printed");
    } else if (name == NULL && !is_door(request->path)) {
        say(out, 403, "this address lacks the token that scree has made; open the one it printed");
    } else if (elsewhere || (writes && request->origin == NULL)) {
        say(out, 403, "only the page that scree serves may ask");
    } else if (name != NULL && !is_known(name)) {
        say(out, 404, "there is nothing of this name");
    } else if (!writes && !is(request->method, "GET")) {
        say(out, 405, "only GET and PUT are answered");
    } else if (writes && !is(name, "surface")) {
        say(out, 405, "only the surface map can be written");
    } else if ((site->terrain == NULL && is(name, "terrain")) ||
               (site->roads == NULL && is(name, "roads")) ||
               (site->surface == NULL && (is(name, "surface") || is(name, "masks")))) {
        say(out, 404, "scree was started without one");
    }
    return out->status != 0;
}

/* ---- what is there ---- */

static json_t *describe(const char *path)
{
    return path != NULL ? json_pack("{s:s}", "name", path_base_name(path)) : json_null();
}

/* What was given of how to read the terrain, by the names that the page has for it. */
static json_t *describe_ground(const struct scree_terrain_options *ground)
{
    const struct {
        const char *name;
        double value, usual;
    } numbers[] = {{"cellM", ground->cell_m, 0},
                   {"heightScale", ground->height_scale, 1},
                   {"heightOffsetTu", ground->height_offset_tu, 0},
                   {"rawWidth", ground->raw_width, 0},
                   {"rawHeight", ground->raw_height, 0},
                   {"maxHeightM", ground->max_height_m, 0},
                   {"squareM", ground->square_m, 0}};
    const struct {
        const char *name;
        bool value;
    } flags[] = {{"keepMissing", ground->keep_missing},
                 {"rawBigEndian", ground->raw_big_endian},
                 {"southFirst", ground->south_first}};
    json_t *out = json_object();
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].value != numbers[i].usual)
            json_object_set_new(out, numbers[i].name, json_real(numbers[i].value));
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (flags[i].value) json_object_set_new(out, flags[i].name, json_true());
    if (ground->has_fill) json_object_set_new(out, "fillM", json_real(ground->fill_m));
    if (ground->raw != SCREE_RAW_NONE)
        json_object_set_new(out, "raw", json_string(ground->raw == SCREE_RAW_U16 ? "u16" : "f32"));
    if (heights_has_range(ground))
        json_object_set_new(
            out, "heightRangeM",
            json_pack("[f, f]", ground->height_range_m[0], ground->height_range_m[1]));
    return out;
}

static void list_inputs(const struct serve_site *site, struct serve_answer *out)
{
    json_t *list = json_pack("{s:s, s:o, s:o, s:o, s:o}", "format", "scree-served-1", "terrain",
                             describe(site->terrain), "surface", describe(site->surface), "roads",
                             describe(site->roads), "options", describe_ground(&site->ground));
    char *text = list != NULL ? json_dumps(list, JSON_COMPACT) : NULL;
    json_decref(list);
    if (text == NULL) {
        say(out, 500, "memory ran out, or a file's name is not UTF-8");
        return;
    }
    out->body.size = strlen(text);
    out->body.data = mem_alloc(out->body.size + 1, 1);
    if (out->body.data == NULL) {
        out->body.size = 0;
        say(out, 500, "memory ran out");
    } else {
        memcpy(out->body.data, text, out->body.size);
        out->status = 200;
        out->type = "application/json";
    }
    free(text);
}

static void put_etag(struct serve_answer *out, const char *digest)
{
    snprintf(out->etag, sizeof out->etag, "\"%s\"", digest);
}

static void send_file(const char *path, char digest[SHA_HEX_SIZE], struct serve_answer *out)
{
    struct scree_error err = SCREE_ERROR_INIT;
    enum scree_code code = file_read(&out->body, path, SERVE_MAX_INPUT, &err);
    if (code == SCREE_OK && digest != NULL) {
        code = serve_digest_map(digest, path, &out->body, &err);
        if (code == SCREE_OK)
            put_etag(out, digest);
        else
            file_bytes_free(&out->body);
    }
    if (code != SCREE_OK) {
        err_set_file(&err, path);
        say_error(out, 500, &err);
        return;
    }
    out->status = 200;
    out->type = BYTES;
}

static void send_masks(const char *path, struct serve_answer *out)
{
    struct scree_error err = SCREE_ERROR_INIT;
    if (serve_list_masks(&out->body, path, &err) != SCREE_OK) {
        say_error(out, 500, &err);
        return;
    }
    out->status = 200;
    out->type = BYTES;
}

/* ---- writing ---- */

/* Whether the map with this digest is the one that the page has changed. */
static bool is_known_map(const struct serve_site *site, const char *if_match, const char *digest)
{
    if (if_match == NULL) return strcmp(digest, site->sent) == 0;
    const size_t length = strlen(digest);
    return is(if_match, "*") || (strlen(if_match) == length + 2 && if_match[0] == '"' &&
                                 memcmp(if_match + 1, digest, length) == 0);
}

/* Whether two surface maps are of one form: text, or a file of Terragen's that begins alike. */
static bool is_same_form(const struct scree_bytes *a, const void *data, size_t size)
{
    const bool text = srf_is_text(data, size);
    if (text != srf_is_text(a->data, a->size)) return false;
    return text || (size >= 16 && a->size >= 16 && memcmp(a->data, data, 16) == 0);
}

static enum scree_code check_map(const struct serve_site *site, const struct serve_parts *parts,
                                 struct scree_job *job, struct scree_error *err)
{
    struct srf_map *map = NULL;
    enum scree_code code =
        serve_read_map(&map, site->surface, parts->map.data, parts->map.size, err);
    if (code == SCREE_OK) code = serve_check_masks(map, parts, job, err);
    srf_free(map);
    return code;
}

/* All files appear, or none. */
static enum scree_code replace(const struct serve_site *site, const struct serve_parts *parts,
                               struct scree_job *job, struct scree_error *err)
{
    const struct sink_options options = {.replace = true};
    const char *paths[1 + SERVE_MOST_MASKS] = {site->surface};
    char *beside[SERVE_MOST_MASKS];
    struct sink *sink = NULL;
    bool has_memory = true;
    for (size_t i = 0; i < parts->count; i++) {
        paths[1 + i] = beside[i] = path_beside(site->surface, parts->masks[i].name);
        has_memory = has_memory && beside[i] != NULL;
    }
    enum scree_code code = has_memory
                               ? sink_open_files(&sink, paths, 1 + parts->count, &options, err)
                               : err_no_memory(err);
    if (code == SCREE_OK) code = sink_start(sink, job, err);
    for (size_t i = 0; i <= parts->count && code == SCREE_OK; i++) {
        const struct scree_bytes *const bytes = i == 0 ? &parts->map : &parts->masks[i - 1].bytes;
        code = sink_write(sink, paths[i], SINK_PLAIN, bytes->data, bytes->size, err);
    }
    if (code == SCREE_OK) code = sink_commit(sink, job, err);
    sink_close(sink);
    for (size_t i = 0; i < parts->count; i++) mem_free(beside[i]);
    return code;
}

static void take_parts(struct serve_site *site, const struct serve_request *request,
                       const struct serve_parts *parts, struct scree_job *job,
                       struct serve_answer *out)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes before;
    char now[SHA_HEX_SIZE] = "";
    enum scree_code code = file_read(&before, site->surface, SERVE_MAX_INPUT, &err);
    if (code == SCREE_OK) code = serve_digest_map(now, site->surface, &before, &err);
    if (code != SCREE_OK) {
        err_set_file(&err, site->surface);
        say_error(out, 500, &err);
        return;
    }
    const bool same_form = is_same_form(&before, parts->map.data, parts->map.size);
    file_bytes_free(&before);
    if (!is_known_map(site, request->if_match, now)) {
        say(out, 409, "%s was changed since the page read it; read it again, or replace it",
            path_base_name(site->surface));
    } else if (!same_form) {
        say(out, 422, "%s is a surface map of another form", path_base_name(site->surface));
    } else if (check_map(site, parts, job, &err) != SCREE_OK) {
        say_error(out, 422, &err);
    } else if (replace(site, parts, job, &err) != SCREE_OK ||
               serve_digest_map(site->sent, site->surface, &parts->map, &err) != SCREE_OK) {
        say_error(out, 500, &err);
    } else {
        job_result(job, site->surface, "written");
        say(out, 200, "written");
        put_etag(out, site->sent);
    }
}

static void take_map(struct serve_site *site, const struct serve_request *request,
                     struct scree_job *job, struct serve_answer *out)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct serve_parts parts;
    if (serve_split(&parts, request->body, request->size, &err) != SCREE_OK)
        say_error(out, 422, &err);
    else
        take_parts(site, request, &parts, job, out);
    serve_parts_free(&parts);
}

void serve_site_answer(struct serve_site *site, const struct serve_request *request,
                       struct scree_job *job, struct serve_answer *out)
{
    if (serve_site_refuses(site, request, out)) return;
    const char *name = behind_token(site, request->path);
    if (name == NULL) { /* the key, which is worth nothing from now on */
        memset(site->key, 0, sizeof site->key);
        say(out, 303, "the page is elsewhere");
        snprintf(out->location, sizeof out->location, "/%s/", site->token);
    } else if (is(request->method, "PUT")) {
        take_map(site, request, job, out);
    } else if (strcmp(name, "inputs") == 0) {
        list_inputs(site, out);
    } else if (strcmp(name, "terrain") == 0) {
        send_file(site->terrain, NULL, out);
    } else if (strcmp(name, "roads") == 0) {
        send_file(site->roads, NULL, out);
    } else if (strcmp(name, "surface") == 0) {
        send_file(site->surface, site->sent, out);
    } else if (strcmp(name, "masks") == 0) {
        send_masks(site->surface, out);
    } else if (strcmp(name, "alive") == 0) {
        say(out, 200, "alive");
    } else {
        out->status = 200;
        out->type = "text/html; charset=utf-8";
        out->kept = &site->page;
    }
}

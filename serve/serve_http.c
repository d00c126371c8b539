/* Requests and answers over HTTP, by libmicrohttpd, in the caller's thread. */
#include <microhttpd.h>
#if __has_include(<netinet/in.h>) /* where the library's header does not have addresses itself */
#include <netinet/in.h>
#endif

#include <stdio.h>
#include <string.h>

#include "base/grow.h"
#include "base/mem.h"
#include "base/os.h"
#include "serve/serve_site.h"

#define WAIT_MS 200
/* More than others on this machine are likely to leave idle, for less time than people wait. */
#define MAX_CONNECTIONS 256
#define TIMEOUT_S 10

struct serve {
    struct serve_site site;
    struct MHD_Daemon *daemon;
    struct scree_job *job; /* of serve_run() */
    char url[96], door[96];
    uint32_t idle_s, silent_ms;
    bool asked; /* the page has been there */
};

/* The port that a request comes from; 0: it is not known. */
static uint16_t port_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct sockaddr_in from;
    if (info == NULL || info->client_addr == NULL || info->client_addr->sa_family != AF_INET)
        return 0;
    memcpy(&from, info->client_addr, sizeof from);
    return ntohs(from.sin_port);
}

/* A request whose body is still coming. */
struct coming {
    struct grow body;
    bool too_large;
};

bool serve_is_there(void)
{
    return true;
}

/* The page loads nothing from elsewhere, and nobody frames it. Its own policy, in the file, is
 * narrower. */
static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src "
     "'unsafe-inline'; "
     "worker-src blob:; img-src blob: data:; connect-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cache-Control", "no-store"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

static enum MHD_Result send_answer(struct MHD_Connection *connection, struct serve_answer *answer)
{
    struct MHD_Response *response =
        answer->kept != NULL
            ? MHD_create_response_from_buffer(answer->kept->size, answer->kept->data,
                                              MHD_RESPMEM_PERSISTENT)
            : MHD_create_response_from_buffer_with_free_callback(answer->body.size,
                                                                 answer->body.data, mem_free);
    if (response == NULL) {
        file_bytes_free(&answer->body);
        return MHD_NO;
    }
    bool good = MHD_add_response_header(response, "Content-Type", answer->type) == MHD_YES;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        good = good && MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
    if (answer->etag[0] != '\0')
        good = good && MHD_add_response_header(response, "ETag", answer->etag) == MHD_YES;
    if (answer->location[0] != '\0')
        good = good && MHD_add_response_header(response, "Location", answer->location) == MHD_YES;
    const enum MHD_Result result =
        good ? MHD_queue_response(connection, answer->status, response) : MHD_NO;
    MHD_destroy_response(response);
    return result;
}

static struct serve_request read_request(struct MHD_Connection *connection, const char *method,
                                         const char *path)
{
    struct serve_request out = {.method = method, .path = path};
    const struct {
        const char *name, **to;
    } wanted[] = {{"Host", &out.host},
                  {"Origin", &out.origin},
                  {"Sec-Fetch-Site", &out.fetch_site},
                  {"If-Match", &out.if_match}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        *wanted[i].to = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, wanted[i].name);
    return out;
}

static enum MHD_Result refuse_size(struct MHD_Connection *connection)
{
    static const struct scree_bytes text = {(uint8_t *)"a surface map is not so large", 29};
    struct serve_answer answer = {
        .status = 413, .type = "text/plain; charset=utf-8", .kept = &text};
    return send_answer(connection, &answer);
}

static enum MHD_Result refuse_memory(struct MHD_Connection *connection)
{
    static const struct scree_bytes text = {(uint8_t *)"memory ran out", 14};
    struct serve_answer answer = {
        .status = 500, .type = "text/plain; charset=utf-8", .kept = &text};
    return send_answer(connection, &answer);
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **state)
{
    (void)version;
    struct serve *serve = context;
    struct coming *coming = *state;
    struct serve_answer out;
    struct serve_request request = read_request(connection, method, url);
    if (coming ==
        NULL) { /* the headers alone: a body is not even read from those who may not send */
        request.is_of_another = os_is_of_another(port_of(connection), serve->site.port);
        if (serve_site_refuses(&serve->site, &request, &out)) return send_answer(connection, &out);
        *state = mem_alloc(1, sizeof *coming);
        return *state != NULL ? MHD_YES : MHD_NO;
    }
    if (*upload_size > 0) {
        coming->too_large |= coming->body.size + *upload_size > SERVE_MAX_BODY;
        if (coming->too_large)
            grow_free(&coming->body);
        else
            grow_put(&coming->body, upload, *upload_size);
        *upload_size = 0;
        return MHD_YES;
    }
    if (coming->too_large) return refuse_size(connection);
    if (coming->body.failed) return refuse_memory(connection);
    request.body = coming->body.text != NULL ? coming->body.text : "";
    request.size = coming->body.size;
    serve->asked = true;
    serve_site_answer(&serve->site, &request, serve->job, &out);
    return send_answer(connection, &out);
}

static void forget(void *context, struct MHD_Connection *connection, void **state,
                   enum MHD_RequestTerminationCode why)
{
    (void)context, (void)connection, (void)why;
    struct coming *coming = *state;
    if (coming == NULL) return;
    grow_free(&coming->body);
    mem_free(coming);
    *state = NULL;
}

/* Addresses stay as they were sent: no letter of those that are known needs to be written otherwise. */
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

static enum scree_code listen_on(struct serve *serve, uint16_t port, struct scree_error *err)
{
    struct sockaddr_in here;
    memset(&here, 0, sizeof here);
    here.sin_family = AF_INET;
    here.sin_port = htons(port);
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    serve->daemon =
        MHD_start_daemon(MHD_NO_FLAG, port, NULL, NULL, answer, serve, MHD_OPTION_SOCK_ADDR,
                         (struct sockaddr *)&here, MHD_OPTION_NOTIFY_COMPLETED, forget, NULL,
                         MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
                         MHD_OPTION_CONNECTION_LIMIT, (unsigned)MAX_CONNECTIONS,
                         MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_S, MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        serve->daemon != NULL ? MHD_get_daemon_info(serve->daemon, MHD_DAEMON_INFO_BIND_PORT)
                              : NULL;
    if (info == NULL) {
        err_set(err, SCREE_CANNOT_WRITE,
                "cannot listen on port %u of 127.0.0.1; leave {port} out for one that is free",
                (unsigned)port);
        return err_set_field(err, "port");
    }
    serve->site.port = info->port;
    snprintf(serve->url, sizeof serve->url, "http://127.0.0.1:%u/%s/", (unsigned)info->port,
             serve->site.token);
    snprintf(serve->door, sizeof serve->door, "http://127.0.0.1:%u" SERVE_DOOR "%s",
             (unsigned)info->port, serve->site.key);
    return SCREE_OK;
}

enum scree_code serve_start(struct serve **out, const struct scree_serve_options *options,
                            struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(out, 1, sizeof **out, err));
    (*out)->idle_s = options->idle_s;
    enum scree_code code = serve_site_open(&(*out)->site, options, err);
    if (code == SCREE_OK) code = listen_on(*out, (uint16_t)options->port, err);
    if (code == SCREE_OK) return SCREE_OK;
    serve_free(*out);
    *out = NULL;
    return code;
}

const char *serve_url(const struct serve *serve)
{
    return serve->url;
}

const char *serve_door(const struct serve *serve)
{
    return serve->door;
}

static bool is_connected(const struct serve *serve)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(serve->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info != NULL && info->num_connections > 0;
}

enum scree_code serve_run(struct serve *serve, struct scree_job *job, struct scree_error *err)
{
    serve->job = job;
    for (;;) {
        RETURN_IF_ERR(job_step(job, "serving", 0, err));
        if (MHD_run_wait(serve->daemon, WAIT_MS) != MHD_YES)
            return err_set(err, SCREE_CANNOT_WRITE, "the system let no page be served");
        /* Without a connection it waits so long; a machine that sleeps does not count. */
        serve->silent_ms = is_connected(serve) ? 0 : serve->silent_ms + WAIT_MS;
        if (serve->asked && serve->idle_s > 0 && serve->silent_ms / 1000 >= serve->idle_s)
            return SCREE_OK;
    }
}

void serve_free(struct serve *serve)
{
    if (serve == NULL) return;
    if (serve->daemon != NULL) MHD_stop_daemon(serve->daemon);
    serve_site_close(&serve->site);
    mem_free(serve);
}

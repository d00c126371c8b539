/* Who may ask what of a page that is served, and what a surface map must be to be written. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "base/file.h"
#include "serve/serve_site.h"

#define HOST "127.0.0.1:4711"
#define ORIGIN "http://127.0.0.1:4711"

static struct scree_error err;
static struct serve_site site;
static struct serve_answer got;
static struct scree_bytes map; /* the example's */
static char told[256];
static char surface[64], other[64], secret[64]; /* paths */

static void tell(void *context, const struct scree_message *message)
{
    (void)context;
    snprintf(told, sizeof told, "%s: %s", message->file, message->text);
}

static struct scree_job job = {.message = tell};

static void put_file(char path[64], const char *name, const void *data, size_t size)
{
    snprintf(path, 64, "%s/%s", scratch_folder, name);
    assert_ok(file_write_whole(path, data, size, &err), &err);
}

static int open_site(void **state)
{
    (void)state;
    err_clear(&err);
    told[0] = '\0';
    char page[64], terrain[64], roads[64];
    assert_ok(file_read(&map, harness_source("examples/island.srf"), 1 << 20, &err), &err);
    put_file(page, "page.html", "<p>page", 7);
    put_file(terrain, "hills.ter", "heights", 7);
    put_file(roads, "ways.json", "ways", 4);
    put_file(surface, "map.srf", map.data, map.size);
    put_file(other, "other.srf", map.data, map.size);
    put_file(secret, "secret", "secret", 6);
    const struct scree_serve_options options = {
        .page = page, .terrain = terrain, .surface = surface, .roads = roads};
    assert_ok(serve_site_open(&site, &options, &err), &err);
    site.port = 4711;
    return 0;
}

static int close_site(void **state)
{
    (void)state;
    serve_site_close(&site);
    file_bytes_free(&map);
    return 0;
}

/* "/TOKEN/name" */
static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "/%s/%s", site.token, name);
    return path;
}

static struct serve_request get(const char *name)
{
    return (struct serve_request){.method = "GET", .path = path_of(name), .host = HOST};
}

static struct serve_request put(const void *data, size_t size)
{
    return (struct serve_request){.method = "PUT",
                                  .path = path_of("surface"),
                                  .host = HOST,
                                  .origin = ORIGIN,
                                  .body = data,
                                  .size = size};
}

/* Asks, and says whether the answer has a status and a text in it. */
static bool answers(struct serve_request request, unsigned status, const char *text)
{
    serve_site_answer(&site, &request, &job, &got);
    const struct scree_bytes *body = got.kept != NULL ? got.kept : &got.body;
    const bool right = got.status == status && body->data != NULL &&
                       strstr((const char *)body->data, text) != NULL && got.type != NULL;
    if (!right) fprintf(stderr, "%u: %s\n", got.status, (const char *)body->data);
    file_bytes_free(&got.body);
    return right;
}

static void the_page_and_its_inputs_are_there(void **state)
{
    (void)state;
    assert_true(answers(get(""), 200, "<p>page"));
    assert_true(answers(get("terrain"), 200, "heights"));
    assert_true(answers(get("roads"), 200, "ways"));
    assert_true(answers(get("surface"), 200, "TERRAGENSURFMAP2"));
    assert_true(answers(get("alive"), 200, "alive"));
    assert_true(answers(get("inputs"), 200,
                        "\"terrain\":{\"name\":\"hills.ter\"},\"surface\":{\"name\":\"map.srf\"},"
                        "\"roads\":{\"name\":\"ways.json\"},\"options\":{}"));
    struct serve_request request = get("");
    request.host = "localhost:4711";
    request.origin = "http://localhost:4711";
    request.fetch_site = "same-origin";
    assert_true(answers(request, 200, "<p>page"));
}

static void the_token_is_needed_and_new_each_time(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/", "", "/inputs", "/0123456789abcdef0123456789abcdef/", "/index.html", "//", "*"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct serve_request request = get("");
        request.path = paths[i];
        assert_true(answers(request, 403, "token"));
    }
    char wrong[256];
    for (size_t i = 0; i < strlen(site.token); i++) { /* one digit is enough */
        snprintf(wrong, sizeof wrong, "%s", path_of(""));
        wrong[1 + i] = wrong[1 + i] == '0' ? '1' : '0';
        struct serve_request request = get("");
        request.path = wrong;
        assert_true(answers(request, 403, "token"));
    }
    snprintf(wrong, sizeof wrong, "%.32s", path_of("")); /* cut short */
    struct serve_request request = get("");
    request.path = wrong;
    assert_true(answers(request, 403, "token"));
    request.path = NULL;
    assert_true(answers(request, 403, "token"));

    struct serve_site again;
    const struct scree_serve_options options = {.page = secret};
    assert_ok(serve_site_open(&again, &options, &err), &err);
    assert_int_equal(strlen(again.token), 32);
    assert_int_equal(strspn(again.token, "0123456789abcdef"), 32);
    assert_string_not_equal(again.token, site.token);
    serve_site_close(&again);
}

static void the_key_leads_to_the_page_once(void **state)
{
    (void)state;
    char path[64], token[64];
    assert_string_not_equal(site.key, site.token);
    assert_int_equal(strspn(site.key, "0123456789abcdef"), 32);
    snprintf(path, sizeof path, "/open/%s", site.key);
    snprintf(token, sizeof token, "/%s/", site.token);
    struct serve_request request = get("");
    request.path = "/open/";
    assert_true(answers(request, 403, "was used"));
    request.path = token + 1; /* nor is the token a key */
    assert_true(answers(request, 403, "token"));
    request.path = path;
    request.host = "evil.example";
    assert_true(answers(request, 403, "127.0.0.1"));
    request.host = HOST;
    request.fetch_site = "cross-site";
    assert_true(answers(request, 403, "only the page"));
    request.fetch_site = NULL;
    request.method = "POST";
    assert_true(answers(request, 405, "GET"));
    request.method = "GET";
    path[37] ^= 1;
    assert_true(answers(request, 403, "was used"));
    path[37] ^= 1;
    request.is_of_another = true;
    assert_true(answers(request, 403, "the user who started"));
    request.is_of_another = false; /* nothing of that has used it */
    assert_true(answers(request, 303, ""));
    assert_string_equal(got.location, token);
    assert_true(answers(request, 403, "was used"));
    assert_string_equal(got.location, "");
    request.path = token;
    assert_true(answers(request, 200, ""));
    assert_string_equal(got.location, "");
}

static void other_hosts_are_refused(void **state)
{
    (void)state;
    static const char *const hosts[] = {NULL,
                                        "",
                                        "evil.example",
                                        "evil.example:4711",
                                        "127.0.0.1",
                                        "127.0.0.1:80",
                                        "127.0.0.1:4711.evil.example",
                                        "localhost.evil.example:4711",
                                        "[::1]:4711",
                                        "0.0.0.0:4711",
                                        " 127.0.0.1:4711"};
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; i++) {
        struct serve_request request = get("");
        request.host = hosts[i];
        assert_true(answers(request, 403, "127.0.0.1"));
        request = put(map.data, map.size);
        request.host = hosts[i];
        assert_true(answers(request, 403, "127.0.0.1"));
    }
}

static void other_pages_are_refused(void **state)
{
    (void)state;
    static const char *const origins[] = {
        "http://evil.example",  "null", "", "https://127.0.0.1:4711", "http://127.0.0.1:4712",
        "http://localhost:4711"};
    for (size_t i = 0; i < sizeof origins / sizeof origins[0]; i++) {
        struct serve_request request = get("surface");
        request.origin = origins[i];
        assert_true(answers(request, 403, "only the page"));
        request = put(map.data, map.size);
        request.origin = origins[i];
        assert_true(answers(request, 403, "only the page"));
    }
    struct serve_request request = put(map.data, map.size);
    request.origin = NULL;
    assert_true(answers(request, 403, "only the page"));
    request = get("inputs");
    request.fetch_site = "cross-site";
    assert_true(answers(request, 403, "only the page"));
    request.fetch_site = "same-site";
    assert_true(answers(request, 403, "only the page"));
}

static void no_address_is_a_file(void **state)
{
    (void)state;
    static const char *const names[] = {
        "secret",    "../secret", "..",       "/secret", "/etc/passwd", "map.srf",
        "hills.ter", "page.html", "surface/", "Surface", "inputs/..",   "terrain/../secret",
        "./surface", "surface?x", ".",        "masks/",  "ring.png"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_true(answers(get(names[i]), 404, "nothing of this name"));
        struct serve_request request = put(map.data, map.size);
        request.path = path_of(names[i]);
        assert_true(answers(request, 404, "nothing of this name"));
    }
    static const char *const methods[] = {"POST", "DELETE", "HEAD", "OPTIONS", "put", "TRACE", ""};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        struct serve_request request = get("surface");
        request.method = methods[i];
        assert_true(answers(request, 405, "GET and PUT"));
    }
    static const char *const fixed[] = {"", "terrain", "inputs", "masks", "alive"};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        struct serve_request request = put(map.data, map.size);
        request.path = path_of(fixed[i]);
        assert_true(answers(request, 405, "only the surface map"));
    }
    struct scree_bytes now;
    assert_ok(file_read(&now, secret, 100, &err), &err);
    assert_string_equal((const char *)now.data, "secret");
    file_bytes_free(&now);
}

static void what_was_not_named_is_not_there(void **state)
{
    (void)state;
    struct serve_site bare;
    const struct scree_serve_options options = {.page = secret};
    assert_ok(serve_site_open(&bare, &options, &err), &err);
    serve_site_close(&site);
    site = bare;
    site.port = 4711;
    assert_true(answers(get("terrain"), 404, "started without"));
    assert_true(answers(get("roads"), 404, "started without"));
    assert_true(answers(get("surface"), 404, "started without"));
    assert_true(answers(get("masks"), 404, "started without"));
    assert_true(answers(put(map.data, map.size), 404, "started without"));
    assert_true(answers(get("inputs"), 200, "\"terrain\":null,\"surface\":null,\"roads\":null"));

    /* What was said of the terrain is what the page reads it with. */
    struct scree_terrain_options ground = SCREE_TERRAIN_OPTIONS_INIT;
    ground.cell_m = 2.5;
    ground.height_range_m[1] = 300;
    ground.south_first = true;
    const struct scree_serve_options scaled = {.page = secret, .ground = &ground};
    assert_ok(serve_site_open(&bare, &scaled, &err), &err);
    serve_site_close(&site);
    site = bare;
    site.port = 4711;
    assert_true(
        answers(get("inputs"), 200,
                "\"options\":{\"cellM\":2.5,\"southFirst\":true,\"heightRangeM\":[0.0,300.0]}"));

    struct serve_site none;
    const struct scree_serve_options missing = {.page = "/no/page.html"};
    assert_int_equal(serve_site_open(&none, &missing, &err), SCREE_CANNOT_READ);
    assert_string_equal(err.file, "/no/page.html");
    serve_site_close(&none);
    err_clear(&err);
    const struct scree_serve_options folder = {.page = secret, .surface = scratch_folder};
    assert_int_equal(serve_site_open(&none, &folder, &err), SCREE_CANNOT_READ);
    serve_site_close(&none);
    err_clear(&err);
    const struct scree_serve_options no_ground = {.page = secret, .roads = secret};
    assert_int_equal(serve_site_open(&none, &no_ground, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.field, "roads");
    serve_site_close(&none);
    err_clear(&err);
}

/* Whether a file has these bytes. */
static bool holds(const char *path, const void *data, size_t size)
{
    struct scree_bytes now;
    assert_ok(file_read(&now, path, 1 << 20, &err), &err);
    const bool same = now.size == size && memcmp(now.data, data, size) == 0;
    file_bytes_free(&now);
    return same;
}

static void a_map_is_written(void **state)
{
    (void)state;
    struct scree_bytes changed;
    assert_ok(file_read(&changed, surface, 1 << 20, &err), &err);
    /* the name of a layer, of the same length */
    char *name = NULL;
    for (size_t i = 0; name == NULL && i + 5 < changed.size; i++)
        if (memcmp(changed.data + i, "Grass", 5) == 0) name = (char *)changed.data + i;
    assert_non_null(name);
    memcpy(name, "Green", 5);

    assert_true(answers(put(changed.data, changed.size), 409, "read it again")); /* not read yet */
    assert_true(holds(surface, map.data, map.size));
    assert_true(answers(get("surface"), 200, "TERRAGENSURFMAP2"));
    assert_true(answers(put(changed.data, changed.size), 200, "written"));
    assert_true(holds(surface, changed.data, changed.size));
    assert_non_null(strstr(told, "map.srf: written"));
    assert_true(answers(put(map.data, map.size), 200, "written")); /* and again */
    assert_true(holds(surface, map.data, map.size));
    assert_true(holds(other, map.data, map.size));

    /* Somebody else changes the file. */
    put_file(surface, "map.srf", changed.data, changed.size);
    assert_true(answers(put(map.data, map.size), 409, "was changed"));
    assert_true(holds(surface, changed.data, changed.size));
    struct serve_request request = put(map.data, map.size);
    request.if_match = "*";
    assert_true(answers(request, 200, "written"));
    assert_true(holds(surface, map.data, map.size));
    file_bytes_free(&changed);
    assert_int_equal(scratch_files(), 6); /* nothing beside them */
}

static void only_a_map_of_the_same_form_is_written(void **state)
{
    (void)state;
    static const char text[] = "{\"format\": \"terragen-surface-map\", \"version\": 2}";
    assert_true(answers(get("surface"), 200, "TERRAGEN"));
    assert_true(answers(put("", 0), 422, "another form"));
    assert_true(answers(put("<html>", 6), 422, "another form"));
    assert_true(answers(put("TERRAGENTERRAIN ................", 32), 422, "another form"));
    assert_true(answers(put(text, sizeof text - 1), 422, "another form"));
    assert_true(answers(put(map.data, map.size / 2), 422, "map.srf"));
    assert_true(answers(put(map.data, 16), 422, "map.srf"));
    assert_true(holds(surface, map.data, map.size));
    assert_string_equal(told, "");
}

/* Serves a map as text, and says where it is. */
static void open_text(char path[64], const char *text)
{
    char page[64];
    put_file(page, "page.html", "<p>page", 7);
    put_file(path, "text.srf.json", text, strlen(text));
    const struct scree_serve_options options = {.page = page, .surface = path};
    serve_site_close(&site);
    assert_ok(serve_site_open(&site, &options, &err), &err);
    site.port = 4711;
}

#define MAP(layers)                                                                                \
    "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"a\", \"children\": [" layers "]}}"
#define LAYER(file) "{\"name\": \"b\", \"mask\": {\"file\": \"" file "\"}}"

/* Puts a map and one picture. */
static bool puts_both(const char *text, const char *name, const struct scree_bytes *picture,
                      unsigned status, const char *said)
{
    static char body[1 << 16];
    const int head = snprintf(
        body, sizeof body, "{\"format\":\"scree-map-1\",\"map\":%lu,\"masks\":[[\"%s\",%lu]]}\n%s",
        (unsigned long)strlen(text), name, (unsigned long)picture->size, text);
    assert_true(head > 0 && (size_t)head + picture->size < sizeof body);
    memcpy(body + head, picture->data, picture->size);
    return answers(put(body, (size_t)head + picture->size), status, said);
}

static void masks_are_written_with_their_map(void **state)
{
    (void)state;
    static const char before[] = MAP(LAYER("none.png")),
                      after[] = MAP(LAYER("meadow.png") ", " LAYER("none.png"));
    char path[64], meadow[64];
    struct scree_bytes ring, row;
    const struct scree_bytes text = {(unsigned char *)"secret", 6};
    assert_ok(file_read(&ring, harness_source("golden/mask/ring.png"), 1 << 15, &err), &err);
    assert_ok(file_read(&row, harness_source("golden/mask/row.png"), 1 << 15, &err), &err);
    open_text(path, before);
    assert_true(
        answers(get("masks"), 200, "{\"format\":\"scree-map-1\",\"map\":0,\"masks\":[]}\n"));
    assert_true(answers(get("surface"), 200, "none.png"));

    /* What is no picture of the map is refused, and nothing is written. */
    static const char *const names[] = {"secret",     "other.png", "../meadow.png", "/meadow.png",
                                        "meadow.PNG", "",          "text.srf.json"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_true(puts_both(after, names[i], &ring, 422, "is no PNG that the map has as a mask"));
    assert_true(puts_both(MAP(LAYER("../meadow.png")), "../meadow.png", &ring, 422, "is no PNG"));
    assert_true(puts_both(MAP(LAYER("secret")), "secret", &ring, 422, "is no PNG"));
    assert_true(puts_both(after, "meadow.png", &text, 422, "PNG"));
    assert_true(puts_both("<html>", "meadow.png", &ring, 422, "another form"));
    static const char *const damaged[] = {
        "{\"format\":\"scree-map-1\"}\n",
        "{\"format\":\"scree-map-1\",\"map\":9}\n12345678",
        "{\"format\":\"scree-map-1\",\"map\":1}\n12",
        "{\"format\":\"scree-map-1\",\"map\":-1}\n",
        "{\"format\":\"scree-map-1\",\"map\":1,\"masks\":[[\"a\"]]}\n1",
        "{\"format\":\"scree-map-1\",\"map\":1,\"masks\":[[\"a\",-1]]}\n1",
        "{\"format\":\"scree-map-1\",\"map\":1,\"masks\":[[\"a\",1]]}\n1"};
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++)
        assert_true(answers(put(damaged[i], strlen(damaged[i])), 422, "damaged"));
    assert_true(holds(path, before, sizeof before - 1));
    snprintf(meadow, sizeof meadow, "%s/meadow.png", scratch_folder);
    struct scree_bytes nothing;
    assert_int_equal(file_read(&nothing, meadow, 9, NULL), SCREE_CANNOT_READ);

    assert_true(puts_both(after, "meadow.png", &ring, 200, "written"));
    assert_true(holds(path, after, sizeof after - 1));
    assert_true(holds(meadow, ring.data, ring.size));
    char told_of[96];
    snprintf(told_of, sizeof told_of, "\"masks\":[[\"meadow.png\",%lu]]}\n",
             (unsigned long)ring.size);
    struct serve_request request = get("masks");
    serve_site_answer(&site, &request, &job, &got);
    const char *const end = memchr(got.body.data, '\n', got.body.size);
    assert_non_null(strstr((const char *)got.body.data, told_of));
    assert_int_equal(got.body.size, (size_t)(end + 1 - (const char *)got.body.data) + ring.size);
    assert_memory_equal(end + 1, ring.data, ring.size);
    file_bytes_free(&got.body);

    /* Another picture: over one that the page knows, and not over one that others changed. */
    assert_true(puts_both(after, "meadow.png", &row, 200, "written"));
    assert_true(holds(meadow, row.data, row.size));
    put_file(meadow, "meadow.png", ring.data, ring.size);
    assert_true(puts_both(after, "meadow.png", &row, 409, "was changed"));
    assert_true(holds(meadow, ring.data, ring.size));
    assert_true(answers(get("surface"), 200, "meadow.png"));
    assert_true(answers(put(before, sizeof before - 1), 200, "written"));
    file_bytes_free(&ring);
    file_bytes_free(&row);
    assert_int_equal(remove(meadow), 0);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, open_site, close_site)
    const struct CMUnitTest tests[] = {
        TEST(the_page_and_its_inputs_are_there),
        TEST(the_token_is_needed_and_new_each_time),
        TEST(the_key_leads_to_the_page_once),
        TEST(other_hosts_are_refused),
        TEST(other_pages_are_refused),
        TEST(no_address_is_a_file),
        TEST(what_was_not_named_is_not_there),
        TEST(a_map_is_written),
        TEST(only_a_map_of_the_same_form_is_written),
        TEST(masks_are_written_with_their_map),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}

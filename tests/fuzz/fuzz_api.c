/*
 * Structs of any size with any numbers in them, to the functions that take them. Bytes: which function;
 * two for the size of its struct, from 0 on, also beyond what the library knows; then which member gets
 * which value, until the bytes end. Members that point somewhere point to what is there, or nowhere.
 *
 * Memory ends where the struct does, so that whoever reads or writes beyond it is seen. A refusal says
 * why and makes nothing.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <scree/scree.h>

#include "tests/fuzz/require.h"

#define SIDE 17
#define BEYOND 40 /* bytes that the library does not know */

/* ---- the shapes of structs ---- */

struct member {
    const char *name;
    size_t offset, bytes;
    char kind;
};
#define KIND(x)                                                                                    \
    _Generic((x), int: 'u', unsigned: 'u', uint64_t: 'U', double: 'd', double *: 'd',              \
             uint32_t *: 'u', bool: 'b', const char *: 't', struct scree_source: 's', default: 'p')
#define M(type, path, name)                                                                        \
    {                                                                                              \
#name, offsetof(struct scree_##type, path), sizeof(((struct scree_##type *)0)->path),      \
            KIND(((struct scree_##type *)0)->path)                                                 \
    }
#define T(type, ...) static const struct member type##_members[] = {__VA_ARGS__, {NULL, 0, 0, 0}};

struct shape {
    const char *name;
    size_t bytes;
    const void *start;
    const struct member *members;
};
#define S(type)                                                                                    \
    {                                                                                              \
#type, sizeof type##_start, &type##_start, type##_members                                  \
    }
#include "wasm/shapes.h"

static const struct shape *shape_of(const char *name)
{
    const struct shape *shape = shapes;
    while (shape->name != NULL && strcmp(shape->name, name) != 0) shape++;
    REQUIRE(shape->name != NULL);
    return shape;
}

/* ---- values, of the bytes ---- */

static const uint8_t *next;
static size_t left;

static unsigned take(void)
{
    if (left == 0) return 0;
    left--;
    return *next++;
}

static double real(void)
{
    static const double odd[] = {0,   -0.0,     1,         -1,           0.5,  1e-300,     1e300,
                                 NAN, INFINITY, -INFINITY, 2147483648.0, 1e-9, 16777217.0, 3.75};
    const unsigned which = take();
    return which < sizeof odd / sizeof odd[0] ? odd[which] : ((double)which - 128) / 4;
}

/* Large ones are either refused or do not matter: what is between takes its time. */
static uint64_t whole(void)
{
    const unsigned which = take();
    return which < 248   ? which % 65
           : which < 252 ? UINT32_MAX - (which - 248)
                         : UINT64_MAX - (which - 252);
}

static const char *words(void)
{
    static char longest[5000];
    static const char *const texts[] = {NULL,        "",    "auto",   "none",
                                        "temperate", "a b", "x/../y", "\xff\xfe",
                                        "area=1%",   "CON", "Meadow", longest};
    memset(longest, 'n', sizeof longest - 1);
    return texts[take() % (sizeof texts / sizeof texts[0])];
}

static struct scree_source source(void)
{
    static const char *const texts[] = {"", "{", "{}", "[]", "{\"Meadow\": \"green\"}", "\xff"};
    const unsigned which = take() % (sizeof texts / sizeof texts[0] + 1);
    if (which == 0) return (struct scree_source){0};
    return (struct scree_source){
        .name = "list", .data = texts[which - 1], .size = strlen(texts[which - 1])};
}

static void put(unsigned char *at, const struct member *member)
{
    for (size_t used = 0; used < member->bytes;) {
        union {
            double d;
            uint32_t u;
            uint64_t U;
            bool b;
            const char *t;
            struct scree_source s;
        } value;
        size_t bytes = 0;
        switch (member->kind) {
        case 'd':
            value.d = real(), bytes = sizeof value.d;
            break;
        case 'u':
            value.u = (uint32_t)whole(), bytes = sizeof value.u;
            break;
        case 'U':
            value.U = whole(), bytes = sizeof value.U;
            break;
        case 'b':
            value.b = take() & 1, bytes = sizeof value.b;
            break;
        case 't':
            value.t = words(), bytes = sizeof value.t;
            break;
        case 's':
            value.s = source(), bytes = sizeof value.s;
            break;
        default:
            return; /* a handle, an array or a function */
        }
        if (bytes > member->bytes) return;
        memcpy(at + used, &value, bytes);
        used += bytes;
    }
}

/* A struct of a size that the bytes say, for free(). */
static void *any_struct(const char *name)
{
    const struct shape *shape = shape_of(name);
    const unsigned lower = take(), said = lower + 256 * take();
    const size_t size = said < 0x8000 ? shape->bytes : said % (shape->bytes + BEYOND);
    const size_t has = size > sizeof size ? size : sizeof size;
    unsigned char *made = malloc(has);
    REQUIRE(made != NULL);
    memset(made, 0xa5, has);
    memcpy(made, shape->start, has < shape->bytes ? has : shape->bytes);
    memcpy(made, &size, sizeof size);
    size_t members = 0;
    while (shape->members[members].bytes > 0) members++;
    while (left > 0) {
        const struct member *member = &shape->members[1 + take() % (members - 1)];
        const size_t length = strlen(member->name);
        const bool counts = length > 6 && strcmp(member->name + length - 6, "_count") == 0;
        if (!counts && member->offset + member->bytes <= size) put(made + member->offset, member);
    }
    return made;
}

/* ---- what is asked for ---- */

static struct scree_terrain *terrain;
static struct scree_surface *surface;
static struct scree_error error;
static time_t began;

/* What takes longer than two seconds ends. */
static int follow(void *context, const char *step, double done)
{
    (void)context;
    (void)step;
    (void)done;
    return time(NULL) > began + 1;
}

static struct scree_job *new_job(void)
{
    static struct scree_job job;
    job = (struct scree_job)SCREE_JOB_INIT;
    job.threads = 1;
    job.progress = follow;
    began = time(NULL);
    return &job;
}

/* Whether something was made; if not, something was said. */
static bool made(int code, const void *thing)
{
    if (code == SCREE_OK) return true;
    REQUIRE(thing == NULL && error.code == code && error.text[0] != '\0');
    return false;
}

static void start(void)
{
    if (terrain != NULL) return;
    float heights[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = 40.0f * sinf(0.37f * (float)(i % SIDE)) + 9.0f * (float)(i / SIDE);
    REQUIRE(scree_terrain_from_heights(&terrain, heights, SIDE, SIDE, 10.0, NULL, &error) ==
            SCREE_OK);
    struct scree_styled *styled;
    REQUIRE(scree_styled_create(&styled, terrain, NULL, NULL, &error) == SCREE_OK);
    REQUIRE(scree_styled_surface(styled, &surface, terrain, "any.srf.json", NULL, &error) ==
            SCREE_OK);
    scree_styled_free(styled);
}

static void open_heights(void *options)
{
    static const uint16_t heights[SIDE * SIDE] = {7, 70, 700, 7000, 65535};
    const struct scree_source from = {
        .name = "heights.r16", .data = heights, .size = sizeof heights};
    struct scree_terrain *opened = NULL;
    const int code = scree_terrain_open(&opened, from, options, new_job(), &error);
    if (made(code, opened)) scree_terrain_free(opened);
}

static void evaluate(void *options)
{
    struct scree_plan *plan = NULL;
    if (made(scree_plan_create(&plan, terrain, surface, options, new_job(), &error), plan))
        scree_plan_free(plan);
}

static void bake(void *options)
{
    struct scree_bake *plan = NULL;
    struct scree_sink *sink;
    if (!made(scree_bake_plan(&plan, terrain, surface, options, new_job(), &error), plan)) return;
    REQUIRE(scree_sink_digest(&sink, &error) == SCREE_OK);
    const int code = scree_bake_write(plan, sink, NULL, new_job(), &error);
    (void)scree_sink_close(sink, code, NULL, NULL);
    scree_bake_free(plan);
}

static void estimate(void *options)
{
    struct scree_bake *plan;
    struct scree_estimate found = {.size = sizeof found};
    REQUIRE(scree_bake_plan(&plan, terrain, surface, NULL, NULL, &error) == SCREE_OK);
    (void)scree_bake_estimate(plan, options, &found, new_job(), &error);
    scree_bake_free(plan);
}

static void preview(void *options)
{
    struct scree_picture *picture = NULL;
    if (made(scree_preview(&picture, terrain, surface, options, new_job(), &error), picture))
        scree_picture_free(picture);
}

static void view(void *options)
{
    struct scree_view *made_view = NULL;
    const int code = scree_view_create(&made_view, terrain, surface, options, new_job(), &error);
    if (made(code, made_view)) scree_view_free(made_view);
}

static void camera(void *options)
{
    struct scree_view_options small = SCREE_VIEW_OPTIONS_INIT;
    struct scree_view *from;
    struct scree_picture *picture = NULL;
    small.width = small.height = 16;
    REQUIRE(scree_view_create(&from, terrain, surface, &small, NULL, &error) == SCREE_OK);
    if (made(scree_view_picture(&picture, from, options, new_job(), &error), picture))
        scree_picture_free(picture);
    scree_view_free(from);
}

static void live(void *options)
{
    struct scree_live *made_live = NULL;
    if (!made(scree_live_create(&made_live, terrain, options, new_job(), &error), made_live))
        return;
    (void)scree_live_update(made_live, surface, new_job(), &error);
    (void)scree_live_view(made_live, options, new_job(), &error);
    scree_live_free(made_live);
}

static void lint(void *options)
{
    struct scree_lint *found = NULL;
    if (made(scree_lint_create(&found, surface, terrain, options, new_job(), &error), found))
        scree_lint_free(found);
}

static void probe(void *options)
{
    struct scree_bytes out = {0};
    if (made(scree_probe_document(&out, terrain, surface, options, SCREE_JSON, new_job(), &error),
             out.data))
        scree_bytes_free(&out);
}

static void diff(void *options)
{
    const struct scree_diff_side side = {.size = sizeof side, .surface = surface};
    struct scree_diff *found = NULL;
    if (made(scree_diff_create(&found, &side, &side, options, new_job(), &error), found))
        scree_diff_free(found);
}

static void side(void *given)
{
    const struct scree_diff_side other = {.size = sizeof other, .surface = surface};
    struct scree_diff *found = NULL;
    if (made(scree_diff_create(&found, given, &other, NULL, new_job(), &error), found))
        scree_diff_free(found);
}

static void fit(void *options)
{
    static const unsigned char ids[4] = {0, 1, 1, 0};
    static const char *const names[] = {"Grass", "Rock"};
    const struct scree_painting painting = {
        .width = 2, .height = 2, .ids = ids, .names = names, .count = 2};
    struct scree_fit *found = NULL;
    if (made(scree_fit_painting(&found, terrain, &painting, options, new_job(), &error), found))
        scree_fit_free(found);
}

static void style(void *options)
{
    struct scree_styled *styled = NULL;
    if (made(scree_styled_create(&styled, terrain, options, new_job(), &error), styled))
        scree_styled_free(styled);
}

static void plants(void *options)
{
    struct scree_plants *placed = NULL;
    if (made(scree_plants_place(&placed, terrain, surface, options, new_job(), &error), placed))
        scree_plants_free(placed);
}

static void ror(void *options)
{
    struct scree_ror *plan = NULL;
    if (made(scree_ror_plan(&plan, terrain, surface, options, new_job(), &error), plan))
        scree_ror_free(plan);
}

static void beamng(void *options)
{
    struct scree_beamng *plan = NULL;
    if (made(scree_beamng_plan(&plan, terrain, surface, options, new_job(), &error), plan))
        scree_beamng_free(plan);
}

static void engine(void *options)
{
    struct scree_engine_about about = {.size = sizeof about};
    struct scree_engine *plan = NULL;
    for (size_t i = 0; scree_engine_at(i, &about, &error) == SCREE_OK; i++) {
        const int code =
            scree_engine_plan(&plan, about.key, terrain, surface, options, new_job(), &error);
        if (made(code, plan)) scree_engine_free(plan);
        plan = NULL;
    }
}

static void convert(void *options)
{
    struct scree_sink *sink;
    struct scree_converted result = {.size = sizeof result};
    REQUIRE(scree_sink_digest(&sink, &error) == SCREE_OK);
    const int code = scree_convert_terrain(terrain, options, sink, &result, new_job(), &error);
    (void)scree_sink_close(sink, code, NULL, NULL);
}

static void mesh(void *options)
{
    struct scree_sink *sink;
    struct scree_converted result = {.size = sizeof result};
    REQUIRE(scree_sink_digest(&sink, &error) == SCREE_OK);
    const int code =
        scree_convert_mesh(terrain, surface, options, sink, &result, new_job(), &error);
    (void)scree_sink_close(sink, code, NULL, NULL);
}

/* Results are written as far as the caller's struct goes. */
static void describe(void *info)
{
    (void)scree_terrain_describe(terrain, info, new_job(), &error);
}

static void quantiles(void *info)
{
    (void)scree_terrain_quantiles(terrain, info, new_job(), &error);
}

static void layer(void *info)
{
    (void)scree_surface_layer(surface, 1, info, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct {
        const char *takes;
        void (*call)(void *);
    } calls[] = {{"terrain_options", open_heights},
                 {"plan_options", evaluate},
                 {"bake_options", bake},
                 {"estimate_options", estimate},
                 {"preview_options", preview},
                 {"view_options", view},
                 {"camera", camera},
                 {"live_options", live},
                 {"lint_options", lint},
                 {"probe_options", probe},
                 {"diff_options", diff},
                 {"diff_side", side},
                 {"fit_options", fit},
                 {"style_options", style},
                 {"plants_options", plants},
                 {"ror_options", ror},
                 {"beamng_options", beamng},
                 {"engine_options", engine},
                 {"convert_options", convert},
                 {"convert_options", mesh},
                 {"terrain_info", describe},
                 {"terrain_quantiles", quantiles},
                 {"layer", layer}};
    start();
    next = data;
    left = size;
    const size_t which = take() % (sizeof calls / sizeof calls[0]);
    void *given = any_struct(calls[which].takes);
    calls[which].call(given);
    free(given);
    return 0;
}

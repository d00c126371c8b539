/* Any bytes: become a suite or not; what a suite says of the bytes lies within them, the text of a
 * claim is a claim again, and what would be accepted in place of an expectation is one, too. Claims
 * are bound to a small scene whose layers have names of every kind, and answered. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare_suite.h"
#include "tests/fuzz/require.h"

#define WIDTH 5
#define HEIGHT 4
#define TEXELS (WIDTH * HEIGHT)
#define MAX_MATERIALS 16

/* ---- the scene ---- */

struct world {
    struct ter_field field;
    struct srf_map *map;
    struct render_merge *merge;
    float weight[MAX_MATERIALS][TEXELS], reach[MAX_MATERIALS][TEXELS];
    float rise[TEXELS], slope[TEXELS];
    struct compare_planes *planes;
};

static const char layers[] =
    "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Rock\", \"children\": ["
    "{\"name\": \"Dry grass\", \"children\": [{\"name\": \"Rock\"}, {\"name\": \"Sand\"}]},"
    "{\"name\": \"a \\\"b\\\" where\"}, {\"name\": \"two\\nsize 3\"}, {\"name\": \"#1\"},"
    "{\"name\": \"\"}, {\"name\": \"\\u00c4\\u00d6\\u00dc and a name longer than what is shown of "
    "one, which is eighty bytes in answers\"}]}}";

/* Every material wins somewhere. */
static void make_world(struct world *w)
{
    const struct srf_scale scale = {.across_m = 30, .up_m = 25};
    const uint8_t *text = (const uint8_t *)layers;
    REQUIRE(srf_from_text(&w->map, text, sizeof layers - 1, &scale, NULL, NULL) == SCREE_OK);
    REQUIRE(render_merge_depth(&w->merge, w->map, UINT32_MAX, NULL) == SCREE_OK);
    REQUIRE(w->merge->count <= MAX_MATERIALS);
    w->field = (struct ter_field){.points_x = WIDTH + 1,
                                  .points_y = HEIGHT + 1,
                                  .base_tu = 2,
                                  .step_tu = 0.25,
                                  .scal_m = {30, 30, 25}};
    REQUIRE(compare_planes_create(&w->planes, WIDTH, HEIGHT, w->merge->names, w->merge->count,
                                  NULL) == SCREE_OK);
    for (uint32_t at = 0; at < TEXELS; at++) {
        w->weight[at % w->merge->count][at] = 1;
        w->planes->samples[at % w->merge->count][at] = 255;
        w->reach[at % w->merge->count][at] = 0.5f;
        w->rise[at] = (float)at / 4;
        w->slope[at] = (float)at / 16;
    }
}

/* ---- what must hold ---- */

static const char about[] = "terrain a\nsurface b\n";

static struct compare_suite *read_again(const char *text, size_t size)
{
    struct compare_suite *suite;
    REQUIRE(compare_suite_read(&suite, text, size, NULL) == SCREE_OK);
    return suite;
}

static void check_claim(const struct compare_suite *suite, const struct compare_claim *claim,
                        size_t size)
{
    REQUIRE(claim->scene < suite->scene_count && claim->line >= 1 && claim->column >= 1);
    REQUIRE(claim->expected_from <= claim->expected_to && claim->expected_to <= size);
    const size_t length = strlen(claim->text) + sizeof about;
    char *text = malloc(length);
    REQUIRE(text != NULL);
    snprintf(text, length, "%s%s", about, claim->text);
    struct compare_suite *again = read_again(text, strlen(text));
    REQUIRE(again->claim_count == 1 && strcmp(again->claims[0].text, claim->text) == 0);
    compare_suite_free(again);
    free(text);
}

/* With the expectation replaced the file has the same claims about the same scenes. */
static void check_accepted(const struct compare_suite *suite, size_t index, const char *accepted,
                           const uint8_t *data, size_t size)
{
    const struct compare_claim *claim = &suite->claims[index];
    const size_t from = claim->expected_from, to = claim->expected_to, length = strlen(accepted);
    REQUIRE(to > from);
    char *text = malloc(size + length);
    REQUIRE(text != NULL);
    memcpy(text, data, from);
    memcpy(text + from, accepted, length);
    memcpy(text + from + length, data + to, size - to);
    struct compare_suite *again = read_again(text, from + length + size - to);
    REQUIRE(again->claim_count == suite->claim_count && again->scene_count == suite->scene_count);
    for (size_t i = 0; i < suite->claim_count; i++)
        REQUIRE(i == index || strcmp(again->claims[i].text, suite->claims[i].text) == 0);
    compare_suite_free(again);
    free(text);
}

static void answer(const struct world *w, struct compare_run *run,
                   const struct compare_suite *suite, uint32_t scene, const uint8_t *data,
                   size_t size)
{
    const float *weight[MAX_MATERIALS], *reach[MAX_MATERIALS];
    for (uint32_t m = 0; m < w->merge->count; m++) {
        weight[m] = w->weight[m];
        reach[m] = w->reach[m];
    }
    const struct compare_rows rows = {0, HEIGHT, weight, reach, w->rise, w->slope, NULL};
    compare_run_rows(run, &rows);
    REQUIRE(compare_run_digest(run, w->planes, NULL) == SCREE_OK);
    for (size_t i = 0; i < suite->claim_count; i++) {
        const struct compare_claim *claim = &suite->claims[i];
        if (claim->scene != scene) continue;
        if (claim->folder != NULL)
            REQUIRE(compare_run_same(run, i, w->planes, w->planes, NULL) == SCREE_OK);
        const struct compare_result *result = compare_run_result(run, i);
        REQUIRE(result != NULL && result->found != NULL);
        REQUIRE(result->column < WIDTH && result->row < HEIGHT);
        REQUIRE(result->failing <= result->considered || result->has_place);
        if (result->accepted != NULL) check_accepted(suite, i, result->accepted, data, size);
    }
}

static void bind(const struct compare_suite *suite, const uint8_t *data, size_t size)
{
    static struct world w;
    if (w.map == NULL) make_world(&w);
    for (uint32_t scene = 0; scene < suite->scene_count; scene++) {
        struct compare_run *run;
        struct scree_error err = SCREE_ERROR_INIT;
        const struct compare_stage stage = {.field = &w.field,
                                            .map = w.map,
                                            .merge = w.merge,
                                            .width = WIDTH,
                                            .height = HEIGHT,
                                            .grid = suite->scenes[scene].grid};
        if (compare_run_create(&run, suite, scene, &stage, &err) == SCREE_OK)
            answer(&w, run, suite, scene, data, size);
        else
            REQUIRE(run == NULL && err.code == SCREE_MALFORMED &&
                    strncmp(err.text, "line ", 5) == 0);
        compare_run_free(run);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct compare_suite *suite;
    struct scree_error err = SCREE_ERROR_INIT;
    if (compare_suite_read(&suite, (const char *)data, size, &err) != SCREE_OK) {
        REQUIRE(suite == NULL && err.code == SCREE_MALFORMED);
        REQUIRE(strncmp(err.text, "line ", 5) == 0);
        return 0;
    }
    for (size_t i = 0; i < suite->claim_count; i++) check_claim(suite, &suite->claims[i], size);
    bind(suite, data, size);
    compare_suite_free(suite);
    return 0;
}

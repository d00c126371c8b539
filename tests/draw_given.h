/* A terrain and a rich surface map to draw: set up and torn down for each test. */
#ifndef TESTS_DRAW_GIVEN_H
#define TESTS_DRAW_GIVEN_H

#include "tests/fixture.h"

#include "draw/draw_kinds.h"

#define POINTS_X 141
#define POINTS_Y 121

struct given {
    struct ter_field *field;
    struct fixture_map f;
    struct draw_scene scene;
    struct scree_error err;
};

static int start(void **state)
{
    struct given *g = calloc(1, sizeof *g);
    assert_non_null(g);
    err_clear(&g->err);
    g->field = fixture_field(POINTS_X, POINTS_Y, 1.0 / 1500);
    fixture_hills(g->field, 7);
    g->field->base_tu = 30;
    g->field->scal_m[2] = 9;
    fixture_map_rich(&g->f);
    g->scene = (struct draw_scene){.field = g->field, .map = &g->f.map, .how = RENDER_HOW_DEFAULT};
    assert_ok(ter_measure(&g->scene.ranges, g->field, 1, NULL, &g->err), &g->err);
    *state = g;
    return 0;
}

static int finish(void **state)
{
    struct given *g = *state;
    ter_free(g->field);
    free(g);
    return 0;
}

/* Progress of a job, which must rise; ends it at a step. */
struct steps {
    unsigned count, cancel_at;
    double last;
};

static int step(void *context, const char *name, double done)
{
    struct steps *steps = context;
    if (strcmp(name, "starting") == 0) return 0; /* the terrain is prepared */
    assert_string_equal(name, "rendering");
    assert_true(done >= steps->last && done <= 1);
    steps->last = done;
    return ++steps->count == steps->cancel_at;
}

#endif

/* Inputs of a bake that are made in memory. */
#ifndef TESTS_BAKE_SCENE_H
#define TESTS_BAKE_SCENE_H

#include "tests/fixture.h"

#include "bake/bake.h"

#define BAKE_SCENE_SHA "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* Points into itself: do not copy it. */
struct bake_scene {
    struct fixture_map map;
    struct inputs inputs;
};

static inline struct inputs_file bake_scene_file(const char *name)
{
    return (struct inputs_file){
        .path = name, .base = name, .size_bytes = 4711, .sha256 = BAKE_SCENE_SHA};
}

/* Hills of so many points, and the rich map of tests/fixture.h. */
static inline void bake_scene_start(struct bake_scene *scene, uint32_t points_x, uint32_t points_y)
{
    struct scree_error err = SCREE_ERROR_INIT;
    memset(&scene->inputs, 0, sizeof scene->inputs);
    fixture_map_rich(&scene->map);
    scene->inputs.map = &scene->map.map;
    scene->inputs.field = fixture_field(points_x, points_y, 0.0005);
    fixture_hills(scene->inputs.field, 11);
    scene->inputs.terrain_file = bake_scene_file("hills.ter");
    scene->inputs.surface_file = bake_scene_file("hills.srf");
    assert_ok(ter_measure(&scene->inputs.ranges, scene->inputs.field, 1, NULL, &err), &err);
}

static inline void bake_scene_end(struct bake_scene *scene)
{
    ter_free(scene->inputs.field);
}

#endif

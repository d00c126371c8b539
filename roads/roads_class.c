/*
 * What roads of a class are like.
 *
 * Widths: docs/formats/roads.md. Greatest grades: highway and primary as AASHTO, A Policy on Geometric Design
 * of Highways and Streets (2011), has them for mountains (freeways at 80 km/h, rural arterials at 60 km/h); the
 * others by what vehicles climb (ours). Vertical curves: its K of crests by stopping sight at 80, 60, 50, 30, 20 and
 * 20 km/h as a radius, 100 K metres. Bends with the greatest bank: v^2 / (127 (bank + friction)) with its side
 * friction at these speeds, 0.14, 0.17, 0.19, 0.28, 0.35, 0.35. Crown, run-in, shoulder, corridor, depth and all of
 * path: ours.
 */
#include <string.h>

#include "roads/roads.h"

static const struct {
    const char *name;
    double width_m;
    enum roads_surface surface;
    struct roads_shape shape;
} classes[ROADS_CLASSES] = {
    [ROADS_HIGHWAY] = {"highway",
                       11,
                       ROADS_ASPHALT,
                       {.grade = 0.06,
                        .curve_m = 2600,
                        .crown = 0.02,
                        .bank = 0.07,
                        .bend_m = 240,
                        .run_in_m = 60,
                        .shoulder_m = 2,
                        .slope = 1.5,
                        .corridor_m = 50,
                        .depth_m = 20}},
    [ROADS_PRIMARY] = {"primary",
                       8,
                       ROADS_ASPHALT,
                       {.grade = 0.08,
                        .curve_m = 1100,
                        .crown = 0.02,
                        .bank = 0.07,
                        .bend_m = 118,
                        .run_in_m = 40,
                        .shoulder_m = 1.5,
                        .slope = 1.5,
                        .corridor_m = 45,
                        .depth_m = 16}},
    [ROADS_SECONDARY] = {"secondary",
                         7,
                         ROADS_ASPHALT,
                         {.grade = 0.10,
                          .curve_m = 700,
                          .crown = 0.02,
                          .bank = 0.07,
                          .bend_m = 76,
                          .run_in_m = 30,
                          .shoulder_m = 1,
                          .slope = 1.5,
                          .corridor_m = 40,
                          .depth_m = 14}},
    [ROADS_RESIDENTIAL] = {"residential",
                           5,
                           ROADS_ASPHALT,
                           {.grade = 0.12,
                            .curve_m = 200,
                            .crown = 0.02,
                            .bank = 0.07,
                            .bend_m = 20,
                            .run_in_m = 15,
                            .shoulder_m = 0.5,
                            .slope = 1.5,
                            .corridor_m = 35,
                            .depth_m = 12}},
    [ROADS_SERVICE] = {"service",
                       4,
                       ROADS_ASPHALT,
                       {.grade = 0.15,
                        .curve_m = 100,
                        .crown = 0.02,
                        .bank = 0.07,
                        .bend_m = 7.5,
                        .run_in_m = 10,
                        .shoulder_m = 0.5,
                        .slope = 1.5,
                        .corridor_m = 30,
                        .depth_m = 12}},
    [ROADS_TRACK] = {"track",
                     3,
                     ROADS_DIRT,
                     {.grade = 0.18,
                      .curve_m = 100,
                      .crown = 0.02,
                      .bank = 0.07,
                      .bend_m = 7.5,
                      .run_in_m = 10,
                      .shoulder_m = 0.5,
                      .slope = 1.5,
                      .corridor_m = 30,
                      .depth_m = 12}},
    [ROADS_PATH] = {"path",
                    2,
                    ROADS_DIRT,
                    {.grade = 0.25,
                     .curve_m = 50,
                     .crown = 0.02,
                     .bank = 0,
                     .bend_m = 7.5,
                     .run_in_m = 5,
                     .shoulder_m = 0.25,
                     .slope = 1.5,
                     .corridor_m = 20,
                     .depth_m = 8}},
};

const uint8_t *roads_surface_rgb(enum roads_surface surface)
{
    static const uint8_t colours[ROADS_SURFACES][3] = {[ROADS_ASPHALT] = {72, 72, 76},
                                                       [ROADS_CONCRETE] = {150, 148, 142},
                                                       [ROADS_GRAVEL] = {140, 128, 110},
                                                       [ROADS_DIRT] = {118, 96, 72}};
    return colours[surface];
}

const char *roads_class_name(enum roads_class kind)
{
    return kind < ROADS_CLASSES ? classes[kind].name : "";
}

double roads_class_width_m(enum roads_class kind)
{
    return classes[kind].width_m;
}

enum roads_surface roads_class_surface(enum roads_class kind)
{
    return classes[kind].surface;
}

struct roads_shape roads_class_shape(enum roads_class kind)
{
    return classes[kind].shape;
}

bool roads_class_of_name(enum roads_class *out, const char *name)
{
    for (enum roads_class kind = 0; kind < ROADS_CLASSES; kind++)
        if (strcmp(name, classes[kind].name) == 0) {
            *out = kind;
            return true;
        }
    return false;
}

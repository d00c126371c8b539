/*
 * An exported Rigs of Rods terrain beside the inputs it was made from: its files as the strict
 * reader reads them, and the weights that the model gives for its texels.
 *
 * Every failure prints what is wrong and ends the program.
 */
#ifndef TESTS_ROR_ROR_EXPORT_H
#define TESTS_ROR_ROR_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "image/image.h"
#include "render/render.h"
#include "tests/ror/ror_read.h"

struct ror_export {
    const char *folder;
    char name[256];
    json_t *report;
    struct ter_field *field;
    struct srf_map *map;
    struct ror_text terrn2, otc, page_text, landuse;
    struct ror_page page;
    uint32_t points, world_m, height_m, size; /* size: texels a side of the blend map */
    bool base_colour;
    uint32_t material_count, *material_of_layer;
    float *weights; /* [layer][texel] */
};

void ror_export_read(struct ror_export *e, const char *folder, const char *terrain,
                     const char *surface);
void ror_export_free(struct ror_export *e);

/* Ends the program unless code is SCREE_OK. */
void ror_expect_ok(enum scree_code code, const struct scree_error *err, const char *doing);
/* A file of the folder; the name of the terrain with an ending. Kept for a few calls. */
const char *ror_export_path(const struct ror_export *e, const char *name);
const char *ror_export_name(const struct ror_export *e, const char *ending);
/* Altitude of point column x, row z from the north, in metres. */
double ror_export_altitude(const struct ror_export *e, uint32_t x, uint32_t z);
double ror_export_lowest(const struct ror_export *e);
/* A square picture of 8 bits and that many channels. */
struct image_picture ror_export_picture(const struct ror_export *e, const char *name,
                                        unsigned channels);
/* The weights of all materials at a texel. */
void ror_export_weights(double *out, const struct ror_export *e, size_t at);
/* The weights of all layers of the page: those, below them the base colour if there is one. */
void ror_export_layer_weights(double *out, const struct ror_export *e, size_t at);

#endif

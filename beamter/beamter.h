/*
 * BeamNG's terrain file (.ter): heights and a material for each sample; and what the level around
 * it holds about its scale. Nothing here knows surface maps or how a level is made: heights/ reads
 * these files, bake/ and beamng/ write them.
 *
 * Row 0 is the SOUTH edge, column 0 the west edge: number x + y * size.
 * Source of every fact: docs/formats/beamng.md.
 *
 * Threads: any, on different outputs.
 */
#ifndef BEAMTER_BEAMTER_H
#define BEAMTER_BEAMTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/job.h"
#include "base/stream.h"

#define BEAMTER_HOLE 255          /* in place of a material's number */
#define BEAMTER_MAX_MATERIALS 254 /* numbers below the hole's, less one that files never have */
#define BEAMTER_MAX_NAME 32
#define BEAMTER_MIN_SIZE 128     /* samples a side that the game is known to load */
#define BEAMTER_MAX_SIZE 16384   /* reported to load */
#define BEAMTER_EDITOR_SIZE 8192 /* what the editor imports */

/* ---- heights and names ---- */

/*
 * beamter_height() encodes altitude_m:
 *   clamp(floor((altitude_m - z0_m) / max_height_m * 65536 + 0.5), 0, 65535)
 * Not a number gives 0. max_height_m > 0.
 * beamter_height_row() encodes a row of them: out[i] is that of altitudes_m[i].
 */
uint16_t beamter_height(double altitude_m, double z0_m, double max_height_m);
void beamter_height_row(uint16_t *out, const double *altitudes_m, size_t count, double z0_m,
                        double max_height_m);
/* beamter_step_m() is what a height of 1 represents: the game shows z0_m + height * step. */
double beamter_step_m(double max_height_m);
/* beamter_max_height() is a whole number of metres a little above range_m >= 0:
 * ceil(range_m * 1.01 + 1), so that the highest point is not clamped and few steps are wasted. */
double beamter_max_height(double range_m);

/*
 * beamter_names() turns material names into what BeamNG's editor accepts, all different, also
 * without regard to capitals: ASCII letters, digits and '_', no leading digit (a '_' goes before
 * it), at most BEAMTER_MAX_NAME bytes. Letters with accents lose them, other characters become '_',
 * an empty name becomes "material". Of equal names the first keeps it and the others get "_2", "_3"
 * and so on, passing over what another material is called.
 * out[i * (BEAMTER_MAX_NAME + 1)], 0 <= i < count: name i, NUL-terminated; names are UTF-8. Cannot
 * fail. Takes count^2 comparisons, count^3 if all are equal.
 */
void beamter_names(char *out, const char *const *names, size_t count);

/* ---- the size of a terrain ---- */

/* Whether a terrain fits: a square of 2^n or 2^n + 1 points whose cells are squares. */
struct beamter_fit {
    uint32_t size; /* samples a side that are taken, or the most that would be; 0: none */
    bool trimmed;  /* the last row and column are left out */
    char why[128]; /* it does not fit: how a sentence about it begins; "" if it fits */
    char how[128]; /* and what to do; "" if the distance of its points is to blame */
};
/* beamter_fit() is for points_x x points_y points that are cell_m[0] and cell_m[1] metres apart. */
void beamter_fit(struct beamter_fit *out, uint32_t points_x, uint32_t points_y,
                 const double cell_m[2]);
/* beamter_fit_report() sends what is left out, and that a size is beyond the editor. */
void beamter_fit_report(struct scree_job *job, uint32_t size, uint32_t points_x, uint32_t points_y,
                        bool trimmed);

/* ---- reading and changing ---- */

/* The parts of a file, which point into its bytes. */
struct beamter_file {
    unsigned version;       /* 7, 8 or 9 */
    uint32_t size;          /* samples a side */
    const uint8_t *heights; /* 16 bits each, little-endian */
    const uint8_t *ids;     /* a material's number each, or BEAMTER_HOLE */
    const uint8_t *names;   /* count times: a length, so many bytes, and in some files a 0 */
    size_t count, names_bytes;
    unsigned names_step; /* bytes of a name besides its letters */
    bool is_plain;       /* as the game writes it: what beamter_patch() takes */
};

/* beamter_is() looks whether version, size and length of a file agree: it has no signature. */
bool beamter_is(const uint8_t *bytes, size_t size);
/* beamter_read() finds the parts of bytes[0 .. size), for which beamter_is() was true, in any of the
 * layouts of docs/formats/beamng.md. Ids may lie beyond the names. SCREE_MALFORMED: it is cut short, or
 * a name is empty, or the names do not end with the file. */
MUST_USE enum scree_code beamter_read(struct beamter_file *out, const uint8_t *bytes, size_t size,
                                      struct scree_error *err);

/*
 * beamter_patch() appends the file with other materials to a stream: ids[y * size + x] in place of
 * its own, the names added[0 .. added_count), of at most 255 bytes each, behind its own, every other
 * byte as it was. Version 8 becomes 9 without the block that holds the materials once more.
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY: as the stream has it.
 */
MUST_USE enum scree_code beamter_patch(struct stream *to, const struct beamter_file *from,
                                       const uint8_t *ids, const char *const *added,
                                       size_t added_count, struct scree_error *err);
/* beamter_patched_version() is the version of what beamter_patch() makes. */
unsigned beamter_patched_version(const struct beamter_file *from);

/* ---- writing, version 9 ---- */

struct beamter_terrain {
    uint32_t size;            /* samples a side, a power of two from 2 on */
    const char *const *names; /* names[0 .. count): as beamter_names() makes them */
    size_t count;
    /* The game's path of a 16-bit picture of the heights, NULL: none; for the .terrain.json. */
    const char *heightmap_image;
};

/* beamter_check() refuses what no file may hold: SCREE_BAD_ARGUMENT if the size is not a power of two, there
 * are no or too many materials, or a name is empty, too long, not printable ASCII or not unique. */
MUST_USE enum scree_code beamter_check(const struct beamter_terrain *terrain,
                                       struct scree_error *err);

/*
 * A file of 5 + 3 * size * size + 4 + sum of (1 + strlen(name)) bytes, appended to a stream in
 * order: beamter_begin(), all rows of heights, all rows of materials, beamter_end(). Nothing is
 * allocated and there is nothing to free; the terrain's names and the stream must live until the
 * end. SCREE_BAD_ARGUMENT: as beamter_check(), or a material is neither below count nor BEAMTER_HOLE.
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY: as the stream has it.
 */
struct beamter_writer {
    struct stream *to;
    struct beamter_terrain terrain;
    uint32_t height_rows, id_rows; /* taken so far */
};
MUST_USE enum scree_code beamter_begin(struct beamter_writer *out, struct stream *to,
                                       const struct beamter_terrain *terrain,
                                       struct scree_error *err);
MUST_USE enum scree_code beamter_put_heights(struct beamter_writer *writer, const uint16_t *heights,
                                             uint32_t rows, struct scree_error *err);
MUST_USE enum scree_code beamter_put_ids(struct beamter_writer *writer, const uint8_t *ids,
                                         uint32_t rows, struct scree_error *err);
MUST_USE enum scree_code beamter_end(struct beamter_writer *writer, struct scree_error *err);
/* beamter_write() is all of it: heights[y * size + x], ids[y * size + x]. */
MUST_USE enum scree_code beamter_write(struct stream *to, const struct beamter_terrain *terrain,
                                       const uint16_t *heights, const uint8_t *ids,
                                       struct scree_error *err);

/*
 * beamter_write_json() appends the .terrain.json that is beside the .ter: metadata only.
 * datafile_path is the game's absolute path of the .ter ("/levels/my_level/theTerrain.ter").
 * SCREE_BAD_ARGUMENT: as beamter_check(), or datafile_path is not an absolute UTF-8 path that ends in ".ter".
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY
 */
MUST_USE enum scree_code beamter_write_json(struct stream *to, const char *datafile_path,
                                            const struct beamter_terrain *terrain,
                                            struct scree_error *err);

/* ---- the level's TerrainBlock, which holds the scale ---- */

struct beamter_block {
    bool found;
    double max_height_m, square_m;
    double position_m[3];   /* south-west corner, and altitude of height 0 */
    char file[96];          /* where it stands, its tail */
    char terrain_file[256]; /* the game's path of the .ter */
    char texture_set[128];  /* name of its set of textures, "" if it names none */
    bool has_water;         /* the level has water without end, at one altitude: */
    double water_m;
};
/*
 * beamter_find_block() looks for the block of the .ter at path in the level's files near it; found
 * stays false if there is none. SCREE_BAD_ARGUMENT: there are several that differ.
 * beamter_level_block() looks for the block of the level in `folder`, in the files below main.
 * SCREE_MALFORMED: there is none; SCREE_UNSUPPORTED: there are several that differ.
 * Both: SCREE_MALFORMED, with file and line: it is not what a level holds. SCREE_BAD_ARGUMENT: a path is too long.
 */
MUST_USE enum scree_code beamter_find_block(struct beamter_block *out, const char *path,
                                            struct scree_error *err);
MUST_USE enum scree_code beamter_level_block(struct beamter_block *out, const char *folder,
                                             struct scree_error *err);

#endif

/*
 * Trunks that stop a vehicle: a mesh for each tall species, of four sides, which the game takes as the
 * collision mesh of `trees` and does not show.
 *
 * Source of the form of a mesh and of how it is scaled: docs/formats/ror.md, Trunks.
 */
#include <stdio.h>

#include "base/bytes.h"
#include "ror/ror_plan.h"

#define UNITS 10.0         /* of a mesh to a metre of the tree's: the game scales by a tenth */
#define RADIUS_SHARE 0.018 /* of a tree's height */
#define TOP_SHARE 0.4
#define FOOT_SHARE (-0.05)

#define SIDES 4
#define POINTS (2 * SIDES)
#define INDICES (6 * SIDES)
#define HEAD 6 /* of a chunk: its kind, and its bytes with these */

enum {
    ELEMENT = HEAD + 10,
    DECLARATION = HEAD + ELEMENT,
    DATA = HEAD + 12 * POINTS,
    BUFFER = HEAD + 4 + DATA,
    GEOMETRY = HEAD + 4 + DECLARATION + BUFFER,
    OPERATION = HEAD + 2,
    SUBMESH = HEAD + 1 + 1 + 4 + 1 + 2 * INDICES + GEOMETRY + OPERATION,
    BOUNDS = HEAD + 28,
    MESH = HEAD + 1 + SUBMESH + BOUNDS /* both without the name of a material */
};

static uint8_t *put_u16(uint8_t *out, unsigned value)
{
    bytes_put_u16le(out, (uint16_t)value);
    return out + 2;
}

static uint8_t *put_u32(uint8_t *out, uint32_t value)
{
    bytes_put_u32le(out, value);
    return out + 4;
}

static uint8_t *put_float(uint8_t *out, double value)
{
    bytes_put_f32le(out, (float)value);
    return out + 4;
}

static uint8_t *put_head(uint8_t *out, unsigned kind, uint32_t size)
{
    return put_u32(put_u16(out, kind), size);
}

static uint8_t *put_text(uint8_t *out, const char *text)
{
    while (*text != '\0') *out++ = (uint8_t)*text++;
    return out;
}

/* Points 0 to 3 are the foot's, 4 to 7 the top's, around the y axis from +x to -z: seen from outside
 * the triangles turn against the clock. */
static uint8_t *put_indices(uint8_t *out)
{
    for (unsigned a = 0; a < SIDES; a++) {
        const unsigned b = (a + 1) % SIDES;
        const unsigned six[6] = {a, b, b + SIDES, a, b + SIDES, a + SIDES};
        for (int i = 0; i < 6; i++) out = put_u16(out, six[i]);
    }
    return out;
}

static uint8_t *put_points(uint8_t *out, double radius, double low, double high)
{
    static const int around[SIDES][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    for (unsigned p = 0; p < POINTS; p++) {
        out = put_float(out, radius * around[p % SIDES][0]);
        out = put_float(out, p < SIDES ? low : high);
        out = put_float(out, radius * around[p % SIDES][1]);
    }
    return out;
}

/* The game shows trunks when it shows collisions, with a material of its own; without one here Ogre
 * warns of each mesh. */
enum scree_code ror_put_trunk_material(struct stream *to, const struct ror_output *output,
                                       struct scree_error *err)
{
    return stream_print(to, err,
                        "material %s-trunk\n{\n    technique\n    {\n        pass\n        {\n"
                        "        }\n    }\n}\n",
                        output->plan->name);
}

enum scree_code ror_put_trunk(struct stream *to, const char *name,
                              const struct plants_species *species, struct scree_error *err)
{
    char material[ROR_FILE_SIZE];
    const int length = snprintf(material, sizeof material, "%s-trunk\n", name);
    const uint32_t more = (uint32_t)length - 1;
    const double tall = (double)species->ror_height_m * UNITS;
    const double radius = tall * RADIUS_SHARE, low = tall * FOOT_SHARE, high = tall * TOP_SHARE;
    uint8_t bytes[64 + ROR_FILE_SIZE + MESH], *p = bytes;
    p = put_text(put_u16(p, 0x1000), "[MeshSerializer_v1.100]\n");
    p = put_head(p, 0x3000, MESH + more);
    *p++ = 0; /* no skeleton */
    p = put_text(put_head(p, 0x4000, SUBMESH + more), material);
    *p++ = 0; /* points of its own */
    p = put_u32(p, INDICES);
    *p++ = 0; /* of 16 bits */
    p = put_indices(p);
    p = put_u32(put_head(p, 0x5000, GEOMETRY), POINTS);
    p = put_head(put_head(p, 0x5100, DECLARATION), 0x5110, ELEMENT);
    p = put_u16(put_u16(p, 0), 2);             /* source 0, three floats */
    p = put_u16(put_u16(put_u16(p, 1), 0), 0); /* a position, at 0, the first */
    p = put_u16(put_u16(put_head(p, 0x5200, BUFFER), 0), 12);
    p = put_points(put_head(p, 0x5210, DATA), radius, low, high);
    p = put_u16(put_head(p, 0x4010, OPERATION), 4); /* triangles */
    p = put_head(p, 0x9000, BOUNDS);
    p = put_float(put_float(put_float(p, -radius), low), -radius);
    p = put_float(put_float(put_float(p, radius), high), radius);
    p = put_float(p, high + radius);
    return stream_put(to, bytes, (size_t)(p - bytes), err);
}

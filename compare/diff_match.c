/*
 * Which layer of one map is which of the other. From the roots downwards: below layers that are the
 * same, first children of equal name, then renamed ones; then layers that moved, and again below
 * them.
 */
#include "compare/diff.h"

#include <string.h>

struct match {
    const struct srf_map *maps[2];
    uint32_t *names[2]; /* [layer]: equal numbers are equal names */
    uint32_t *pairs[2]; /* [layer]: its partner in the other map */
};

/* ---- names as numbers ---- */

static uint64_t digest(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != '\0'; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

struct known {
    const char *name;
    uint64_t digest;
};

/* Long names that differ in their digest are never compared. */
static uint32_t name_number(struct known *known, uint32_t *count, const char *name)
{
    const uint64_t mine = digest(name);
    for (uint32_t i = 0; i < *count; i++)
        if (known[i].digest == mine && strcmp(known[i].name, name) == 0) return i;
    known[*count] = (struct known){name, mine};
    return (*count)++;
}

static bool number_names(struct match *m, struct mem_arena *arena)
{
    const size_t total = (size_t)m->maps[0]->layer_count + m->maps[1]->layer_count;
    struct known *known = mem_alloc(total, sizeof *known);
    uint32_t count = 0;
    bool good = known != NULL;
    for (int side = 0; side < 2 && good; side++) {
        const uint32_t layers = m->maps[side]->layer_count;
        m->names[side] = mem_arena_alloc(arena, layers, sizeof(uint32_t));
        good = m->names[side] != NULL;
        for (uint32_t i = 0; i < layers && good; i++)
            m->names[side][i] = name_number(known, &count, m->maps[side]->layers[i]->name);
    }
    mem_free(known);
    return good;
}

/* ---- pairs ---- */

static bool is_free(const struct match *m, int side, uint32_t layer)
{
    return m->pairs[side][layer] == SCREE_NO_LAYER;
}

static void pair(struct match *m, uint32_t before, uint32_t after)
{
    m->pairs[0][before] = after;
    m->pairs[1][after] = before;
}

static void match_named(struct match *m, const struct srf_layer *before,
                        const struct srf_layer *after)
{
    for (const struct srf_layer *a = before->first_child; a != NULL; a = a->next) {
        if (!is_free(m, 0, a->index)) continue;
        for (const struct srf_layer *b = after->first_child; b != NULL; b = b->next) {
            if (!is_free(m, 1, b->index) || m->names[0][a->index] != m->names[1][b->index])
                continue;
            pair(m, a->index, b->index);
            break;
        }
    }
}

/* How many layers of a side without a partner have this name. */
static uint32_t free_named(const struct match *m, int side, uint32_t name)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->maps[side]->layer_count; i++)
        count += is_free(m, side, i) && m->names[side][i] == name;
    return count;
}

/* How many fields tell two layers apart: limits that neither has do not. */
static unsigned telling_fields(const struct srf_layer *a, const struct srf_layer *b)
{
    return srf_is_limited(a) || srf_is_limited(b) ? DIFF_FIELDS : DIFF_PLAIN_FIELDS;
}

static unsigned equal_fields(const struct srf_layer *a, const struct srf_layer *b)
{
    unsigned count = 0;
    for (size_t f = 0; f < telling_fields(a, b); f++)
        count += diff_field_equal(a, b, &diff_fields[f]);
    return count;
}

static uint32_t place_of(const struct srf_layer *layer)
{
    uint32_t place = 0;
    for (const struct srf_layer *s = layer->parent->first_child; s != layer; s = s->next) place++;
    return place;
}

/* A layer whose name is left over on the other side has rather moved there. */
static bool may_be_renamed(const struct match *m, const struct srf_layer *a,
                           const struct srf_layer *b)
{
    return is_free(m, 0, a->index) && is_free(m, 1, b->index) &&
           free_named(m, 1, m->names[0][a->index]) == 0 &&
           free_named(m, 0, m->names[1][b->index]) == 0;
}

static void match_renamed(struct match *m, const struct srf_layer *before,
                          const struct srf_layer *after, bool by_place)
{
    for (const struct srf_layer *a = before->first_child; a != NULL; a = a->next) {
        if (!is_free(m, 0, a->index)) continue;
        for (const struct srf_layer *b = after->first_child; b != NULL; b = b->next) {
            if (!may_be_renamed(m, a, b)) continue;
            const unsigned equal = equal_fields(a, b), all = telling_fields(a, b);
            if (by_place ? place_of(a) != place_of(b) || 2 * equal < all : equal < all) continue;
            pair(m, a->index, b->index);
            break;
        }
    }
}

/* Parents come before their children in painting order, so one walk reaches all. */
static void match_below(struct match *m)
{
    for (uint32_t i = 0; i < m->maps[0]->layer_count; i++) {
        if (is_free(m, 0, i)) continue;
        const struct srf_layer *a = m->maps[0]->layers[i];
        const struct srf_layer *b = m->maps[1]->layers[m->pairs[0][i]];
        match_named(m, a, b);
        match_renamed(m, a, b, false);
        match_renamed(m, a, b, true);
    }
}

static void match_moved(struct match *m)
{
    for (uint32_t i = 0; i < m->maps[0]->layer_count; i++) {
        const uint32_t name = m->names[0][i];
        if (!is_free(m, 0, i) || free_named(m, 0, name) != 1 || free_named(m, 1, name) != 1)
            continue;
        uint32_t j = 0;
        while (!is_free(m, 1, j) || m->names[1][j] != name) j++;
        pair(m, i, j);
    }
}

enum scree_code diff_match(struct compare_changes *changes, const struct srf_map *before,
                           const struct srf_map *after, struct scree_error *err)
{
    struct match m = {.maps = {before, after}};
    if (!number_names(&m, &changes->arena)) return err_no_memory(err);
    for (int side = 0; side < 2; side++) {
        const uint32_t count = m.maps[side]->layer_count;
        m.pairs[side] = mem_arena_alloc(&changes->arena, count, sizeof(uint32_t));
        RETURN_IF_ERR(mem_arena_check(&changes->arena, err));
        for (uint32_t i = 0; i < count; i++) m.pairs[side][i] = SCREE_NO_LAYER;
    }
    pair(&m, 0, 0);
    match_below(&m);
    match_moved(&m);
    match_below(&m);
    changes->after_of_before = m.pairs[0];
    changes->before_of_after = m.pairs[1];
    return SCREE_OK;
}

/* ---- values that are compared, by the names that srf_set_field() knows ---- */

#define AT(member) offsetof(struct srf_layer, member)
#define SWITCH(name, member, limit)                                                                \
    {                                                                                              \
        name, AT(member), 1, sizeof(float), true, COMPARE_SWITCH, limit                            \
    }
#define REAL(name, member, places, measure)                                                        \
    {                                                                                              \
        name, AT(member), 1, sizeof(float), places, measure, NULL                                  \
    }

/* Both sides of a limit by a quantity. */
#define SIDE(name, kind, side, i, measure)                                                         \
    SWITCH(name "." side ".on", limits[kind].on[i], name "." side),                                \
        REAL(name "." side ".at", limits[kind].at[i], true, measure),                              \
        REAL(name "." side ".fuzziness", limits[kind].fuzziness[i], true, measure)
#define SIDES(name, kind, measure)                                                                 \
    SIDE(name, kind, "min", 0, measure), SIDE(name, kind, "max", 1, measure)

const struct diff_field diff_fields[DIFF_FIELDS] = {
    REAL("coverage", covr, true, COMPARE_PLAIN),
    REAL("fractal_noise", vari, true, COMPARE_PLAIN),
    SWITCH("altitude.min.on", alte[0], "altitude.min"),
    REAL("altitude.min.at", altl[0], true, COMPARE_ALTITUDE),
    REAL("altitude.min.fuzziness", altf[0], true, COMPARE_ALTITUDE),
    SWITCH("altitude.max.on", alte[1], "altitude.max"),
    REAL("altitude.max.at", altl[1], true, COMPARE_ALTITUDE),
    REAL("altitude.max.fuzziness", altf[1], true, COMPARE_ALTITUDE),
    SWITCH("slope.min.on", slpe[0], "slope.min"),
    REAL("slope.min.at", slpl[0], true, COMPARE_SLOPE),
    REAL("slope.min.fuzziness", slpf[0], true, COMPARE_SLOPE),
    SWITCH("slope.max.on", slpe[1], "slope.max"),
    REAL("slope.max.at", slpl[1], true, COMPARE_SLOPE),
    REAL("slope.max.fuzziness", slpf[1], true, COMPARE_SLOPE),
    REAL("smoothing.size", smsz, true, COMPARE_LENGTH),
    {"texture.origin", AT(orig), 4, sizeof(float), true, COMPARE_PLAIN, NULL},
    {"texture.negative", AT(nega), 1, sizeof(uint32_t), true, COMPARE_SWITCH, NULL},
    REAL("texture.isolation", isol, false, COMPARE_PLAIN),
    REAL("texture.variation", sett_vari, false, COMPARE_PLAIN),
    {"colour", AT(difc), 3, sizeof(int16_t), false, COMPARE_PLAIN, NULL},
    REAL("bump.amount", bmam, false, COMPARE_PLAIN),
    REAL("bump.mimic_terrain", mter, false, COMPARE_PLAIN),
    SWITCH("aspect.on", limits[SRF_ASPECT].on[0], "aspect"),
    REAL("aspect.spread", limits[SRF_ASPECT].at[1], true, COMPARE_DEGREES),
    REAL("aspect.fuzziness", limits[SRF_ASPECT].fuzziness[0], true, COMPARE_DEGREES),
    REAL("aspect.toward", limits[SRF_ASPECT].at[0], true, COMPARE_DEGREES),
    REAL("aspect.level", limits[SRF_ASPECT].level, true, COMPARE_PLAIN),
    SIDES("position", SRF_POSITION, COMPARE_ALTITUDE),
    REAL("position.size", limits[SRF_POSITION].size, true, COMPARE_LENGTH),
    SIDES("curvature", SRF_CURVATURE, COMPARE_PLAIN),
    REAL("curvature.size", limits[SRF_CURVATURE].size, true, COMPARE_LENGTH),
    {"mask.on", AT(limits[SRF_MASK].on[0]), 1, sizeof(float), true, COMPARE_SWITCH, NULL},
    {"mask.file", AT(mask), 0, sizeof(const char *), true, COMPARE_TEXT, NULL},
    {"mask.classes", AT(classes), 0, sizeof(const char *), true, COMPARE_TEXT, NULL},
    REAL("mask.feather", limits[SRF_MASK].size, true, COMPARE_LENGTH),
    {"mask.invert", AT(limits[SRF_MASK].level), 1, sizeof(float), true, COMPARE_SWITCH, NULL},
    SIDES("wetness", SRF_WETNESS, COMPARE_PLAIN),
    SIDES("sky", SRF_SKY, COMPARE_PLAIN),
    {"near.to", AT(near_to), 0, sizeof(const char *), true, COMPARE_TEXT, NULL},
    SIDES("near", SRF_NEAR, COMPARE_PLAIN),
};

static double number_at(const unsigned char *bytes, const struct diff_field *field)
{
    if (field->offset == AT(nega)) return *(const uint32_t *)(const void *)bytes;
    if (field->offset == AT(difc)) return *(const int16_t *)(const void *)bytes;
    return (double)*(const float *)(const void *)bytes;
}

void diff_field_get(double *out, const struct srf_layer *layer, const struct diff_field *field)
{
    const unsigned char *bytes = (const unsigned char *)layer + field->offset;
    for (unsigned i = 0; i < field->count; i++)
        out[i] = number_at(bytes + (size_t)i * field->size, field);
}

const char *diff_field_text(const struct srf_layer *layer, const struct diff_field *field)
{
    const char *text;
    memcpy(&text, (const unsigned char *)layer + field->offset, sizeof text);
    return text;
}

bool diff_field_equal(const struct srf_layer *a, const struct srf_layer *b,
                      const struct diff_field *field)
{
    double x[COMPARE_MAX_NUMBERS], y[COMPARE_MAX_NUMBERS];
    if (field->measure == COMPARE_TEXT)
        return strcmp(diff_field_text(a, field), diff_field_text(b, field)) == 0;
    diff_field_get(x, a, field);
    diff_field_get(y, b, field);
    for (unsigned i = 0; i < field->count; i++)
        if (x[i] < y[i] || x[i] > y[i]) return false;
    return true;
}

/* Source of the rows: the format's page of 2003 (markers, types, meanings); real files (order,
 * factory values, SETT's VARI of 0.5, the chunks of a world file, sliders: every value of 51 layers
 * is the law's for a whole percentage, but SMSZ's factory 0.1); docs/formats.md. */
#include "srf/srf_table.h"

#include <assert.h>
#include <float.h>
#include <string.h>

#include "base/bytes.h"

#define FIELD(name) .given = SRF_##name, .field = offsetof(struct srf_layer, FIELD_##name)
#define FIELD_DIFC difc
#define FIELD_BMAM bmam
#define FIELD_MTER mter
#define FIELD_VARI vari
#define FIELD_COVR covr
#define FIELD_ALTE alte
#define FIELD_ALTL altl
#define FIELD_ALTF altf
#define FIELD_SLPE slpe
#define FIELD_SLPL slpl
#define FIELD_SLPF slpf
#define FIELD_SMSZ smsz
#define FIELD_ORIG orig
#define FIELD_NEGA nega
#define FIELD_ISOL isol
#define FIELD_SETT_VARI sett_vari
#define FIELD_DIFP difp_size
#define FIELD_DNSP dnsp_size

#define AT(tag, place_name) .marker = tag, .place = SRF_PLACE_##place_name
#define CONTAINER(place_name) .kind = SRF_KIND_CONTAINER, .inside = SRF_PLACE_##place_name
#define NUMBERS(type, number) .kind = SRF_KIND_##type, .count = (number)
#define DOUBT(from, to, text) .low = (from), .high = (to), .remark = text
#define MEASURES(what) .measure = SRF_MEASURE_##what
#define SLIDER(full) .slider_full = (full)
#define SQUARE_SLIDER(full) .slider_full = (full), .slider_square = true
#define REFUSE_NEGATIVE(text) .low = 0, .high = DBL_MAX, .impossible = true, .remark = text

/* clang-format off */
const struct srf_row srf_table[SRF_ROW_COUNT] = {
    {AT("SRFL", FILE), CONTAINER(LAYER)},

    {AT("WLDG", WORLD), .kind = SRF_KIND_RAW},
    {AT("ANIM", WORLD), .kind = SRF_KIND_RAW},
    {AT("TERR", WORLD), .kind = SRF_KIND_RAW},
    {AT("MPFX", WORLD), .kind = SRF_KIND_RAW},
    {AT("WATR", WORLD), .kind = SRF_KIND_RAW},
    {AT("SRFL", WORLD), CONTAINER(LAYER)},
    {AT("ATLI", WORLD), .kind = SRF_KIND_RAW},

    {AT("SRFL", LAYER), CONTAINER(LAYER)},
    {AT("NAME", LAYER), .kind = SRF_KIND_TEXT, .given = SRF_NAME,
     .field = offsetof(struct srf_layer, name), .key = "name"},
    {AT("TERM", LAYER), CONTAINER(TERM)},
    {AT("DENS", LAYER), CONTAINER(DENS)},

    {AT("DIFP", TERM), .kind = SRF_KIND_RAW, FIELD(DIFP), .key = "colour_plugins"},
    {AT("DIFC", TERM), NUMBERS(I16, 3), .unit = " of 256", FIELD(DIFC), .factory = {64, 56, 48},
     .key = "colour"},
    {AT("BMAM", TERM), NUMBERS(F32, 1), FIELD(BMAM), .factory = {1}, SQUARE_SLIDER(4),
     .key = "bump.amount"},
    {AT("BMTX", TERM), CONTAINER(BMTX)},
    {AT("MTER", TERM), NUMBERS(F32, 1), FIELD(MTER), .factory = {0.3f}, .factory_root = 0.8f,
     SLIDER(1), .key = "bump.mimic_terrain"},

    {AT("NAME", BMTX), .kind = SRF_KIND_TEXT, .key = "bump.texture.name"},
    {AT("SETT", BMTX), CONTAINER(BMTX_SETT)},

    {AT("ORIG", BMTX_SETT), NUMBERS(F32, 4), .key = "bump.texture.origin"},
    {AT("NEGA", BMTX_SETT), NUMBERS(U32, 1), .flag = true, .key = "bump.texture.negative"},
    {AT("ISOL", BMTX_SETT), NUMBERS(F32, 1), .key = "bump.texture.isolation"},
    {AT("VARI", BMTX_SETT), NUMBERS(F32, 1), .factory = {0.5f}, .key = "bump.texture.variation"},

    {AT("DNSP", DENS), .kind = SRF_KIND_RAW, FIELD(DNSP), .key = "distribution_plugins"},
    {AT("VARI", DENS), NUMBERS(F32, 1), FIELD(VARI), .factory = {1}, SQUARE_SLIDER(4),
     .key = "fractal_noise",
     DOUBT(0, DBL_MAX, "the weight of the noise is taken as 0")},
    {AT("VART", DENS), CONTAINER(VART)},
    {AT("COVR", DENS), NUMBERS(F32, 1), FIELD(COVR), .factory = {0.5f}, SLIDER(1),
     .key = "coverage",
     DOUBT(0, 1, "coverage runs from 0 to 1, the nearer bound is used")},
    {AT("ALTE", DENS), NUMBERS(F32, 2), FIELD(ALTE), .flag = true, .key = "altitude.*.on"},
    {AT("ALTL", DENS), NUMBERS(F32, 2), .unit = " tu", FIELD(ALTL), MEASURES(ALTITUDE),
     .key = "altitude.*.at"},
    {AT("ALTF", DENS), NUMBERS(F32, 2), .unit = " tu", FIELD(ALTF), .factory = {5.76f, 5.76f},
     MEASURES(ALTITUDE), SQUARE_SLIDER(64), .key = "altitude.*.fuzziness",
     REFUSE_NEGATIVE("a fuzziness cannot be negative")},
    {AT("SLPE", DENS), NUMBERS(F32, 2), FIELD(SLPE), .factory = {0, 1}, .flag = true,
     .key = "slope.*.on"},
    {AT("SLPL", DENS), NUMBERS(F32, 2), .unit = " (rise over run)", FIELD(SLPL),
     .factory = {1, 1.962606f}, MEASURES(SLOPE), .key = "slope.*.at"},
    {AT("SLPF", DENS), NUMBERS(F32, 2), .unit = " (rise over run)", FIELD(SLPF),
     .factory = {0.36f, 0.36f}, MEASURES(SLOPE), SQUARE_SLIDER(4), .key = "slope.*.fuzziness",
     REFUSE_NEGATIVE("a fuzziness cannot be negative")},
    {AT("SMSZ", DENS), NUMBERS(F32, 1), .unit = " tu", FIELD(SMSZ), .factory = {0.1f},
     .factory_root = 1, MEASURES(LENGTH), SQUARE_SLIDER(1), .key = "smoothing.size",
     REFUSE_NEGATIVE("a smoothing size cannot be negative")},

    {AT("NAME", VART), .kind = SRF_KIND_TEXT, .key = "texture.name"},
    {AT("SETT", VART), CONTAINER(VART_SETT)},

    {AT("ORIG", VART_SETT), NUMBERS(F32, 4), FIELD(ORIG), .key = "texture.origin"},
    {AT("NEGA", VART_SETT), NUMBERS(U32, 1), FIELD(NEGA), .flag = true,
     .key = "texture.negative",
     DOUBT(0, 1, "every value but 0 inverts the noise")},
    {AT("ISOL", VART_SETT), NUMBERS(F32, 1), FIELD(ISOL), .key = "texture.isolation",
     DOUBT(0, 0, "isolation is not modelled and has no effect")},
    {AT("VARI", VART_SETT), NUMBERS(F32, 1), FIELD(SETT_VARI), .factory = {0.5f},
     .key = "texture.variation",
     DOUBT(0.5, 0.5, "the extra variation is not modelled, its usual 0.5 is assumed")},
};
/* clang-format on */

void srf_table_upper(char out[4], const char *marker)
{
    for (int i = 0; i < 4; i++) {
        const char c = marker[i];
        out[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
}

const struct srf_row *srf_table_find(enum srf_place place, const char *marker)
{
    char wanted[4];
    srf_table_upper(wanted, marker);
    for (size_t i = 0; i < SRF_ROW_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place == place && memcmp(row->marker, wanted, 4) == 0) return row;
    }
    return NULL;
}

const struct srf_row *srf_table_find_key(const char *key)
{
    for (size_t i = 0; i < SRF_ROW_COUNT; i++)
        if (srf_table[i].key != NULL && strcmp(srf_table[i].key, key) == 0) return &srf_table[i];
    return NULL;
}

float srf_table_slider(const struct srf_row *row, double percent)
{
    const double full = (double)row->slider_full;
    return (float)(row->slider_square ? full * percent * percent / 10000 : full * percent / 100);
}

uint32_t srf_table_size(const struct srf_row *row)
{
    switch (row->kind) {
    case SRF_KIND_I16:
        return row->count * 2u;
    case SRF_KIND_U32:
    case SRF_KIND_F32:
        return row->count * 4u;
    default:
        return 0;
    }
}

double srf_table_number(const struct srf_row *row, const uint8_t *data, unsigned i)
{
    assert(i < row->count);
    switch (row->kind) {
    case SRF_KIND_I16:
        return bytes_get_i16le(data + 2 * (size_t)i);
    case SRF_KIND_U32:
        return bytes_get_u32le(data + 4 * (size_t)i);
    default:
        return (double)bytes_get_f32le(data + 4 * (size_t)i);
    }
}

void srf_table_store(struct srf_layer *layer, const struct srf_row *row, unsigned i, double value)
{
    assert(row->field != 0 && i < row->count);
    unsigned char *field = (unsigned char *)layer + row->field;
    switch (row->kind) {
    case SRF_KIND_I16: {
        const int16_t number = (int16_t)value;
        memcpy(field + i * sizeof number, &number, sizeof number);
        break;
    }
    case SRF_KIND_U32: {
        const uint32_t number = (uint32_t)value;
        memcpy(field + i * sizeof number, &number, sizeof number);
        break;
    }
    default: {
        const float number = (float)value;
        memcpy(field + i * sizeof number, &number, sizeof number);
        break;
    }
    }
}

double srf_table_load(const struct srf_layer *layer, const struct srf_row *row, unsigned i)
{
    assert(row->field != 0 && i < row->count);
    const unsigned char *field = (const unsigned char *)layer + row->field;
    switch (row->kind) {
    case SRF_KIND_I16: {
        int16_t number;
        memcpy(&number, field + i * sizeof number, sizeof number);
        return number;
    }
    case SRF_KIND_U32: {
        uint32_t number;
        memcpy(&number, field + i * sizeof number, sizeof number);
        return number;
    }
    default: {
        float number;
        memcpy(&number, field + i * sizeof number, sizeof number);
        return (double)number;
    }
    }
}

const char *srf_table_prefix(enum srf_place place)
{
    static const char *const prefixes[] = {[SRF_PLACE_BMTX] = "BMTX/",
                                           [SRF_PLACE_BMTX_SETT] = "BMTX/SETT/",
                                           [SRF_PLACE_VART] = "VART/",
                                           [SRF_PLACE_VART_SETT] = "VART/SETT/"};
    const bool listed = place < sizeof prefixes / sizeof prefixes[0] && prefixes[place] != NULL;
    return listed ? prefixes[place] : "";
}

const char *srf_table_place(enum srf_place place)
{
    static const char *const places[] = {
        [SRF_PLACE_LAYER] = "SRFL",          [SRF_PLACE_TERM] = "TERM", [SRF_PLACE_BMTX] = "BMTX",
        [SRF_PLACE_BMTX_SETT] = "BMTX/SETT", [SRF_PLACE_DENS] = "DENS", [SRF_PLACE_VART] = "VART",
        [SRF_PLACE_VART_SETT] = "VART/SETT"};
    const bool listed = place < sizeof places / sizeof places[0] && places[place] != NULL;
    return listed ? places[place] : "the file";
}

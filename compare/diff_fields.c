/* The values of a layer that are compared, by the names that srf_set_field() knows. */
#include "compare/diff.h"

#define AT(member) offsetof(struct srf_layer, member)
#define SWITCH(name, member, limit)                                                                \
    {                                                                                              \
        name, AT(member), 1, sizeof(float), true, COMPARE_SWITCH, limit                            \
    }
#define REAL(name, member, places, measure)                                                        \
    {                                                                                              \
        name, AT(member), 1, sizeof(float), places, measure, NULL                                  \
    }

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

bool diff_field_equal(const struct srf_layer *a, const struct srf_layer *b,
                      const struct diff_field *field)
{
    double x[COMPARE_MAX_NUMBERS], y[COMPARE_MAX_NUMBERS];
    diff_field_get(x, a, field);
    diff_field_get(y, b, field);
    for (unsigned i = 0; i < field->count; i++)
        if (x[i] < y[i] || x[i] > y[i]) return false;
    return true;
}

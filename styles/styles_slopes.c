/* What the counted ground says about slopes, and how they differ from cell to cell. */
#include "render/render.h"
#include "styles/styles_ground.h"

double styles_slope_at(const struct styles_ground *ground, double above_m, uint32_t share)
{
    uint64_t counts[STYLES_DEGREES] = {0}, all = 0, sum = 0;
    for (uint32_t class = 0; class < STYLES_CLASSES; class ++) {
        for (uint32_t i = 0; i < STYLES_DEGREES; i++) {
            if (ground->counts[class][i] == 0 || ground->class_m[class] <= above_m) continue;
            counts[i] += ground->counts[class][i];
            all += ground->counts[class][i];
        }
    }
    for (uint32_t i = 0; i < STYLES_DEGREES; i++) {
        if (counts[i] == 0) continue;
        if ((sum + counts[i]) * 1000000 >= all * share) {
            const double within = (double)all * share / 1000000 - (double)sum;
            return i + within / (double)counts[i];
        }
        sum += counts[i];
    }
    return 0;
}

double styles_steepness(const struct styles_ground *ground, double low_m, double high_m)
{
    double sum = 0;
    uint64_t all = 0;
    for (uint32_t class = 0; class < STYLES_CLASSES; class ++) {
        for (uint32_t i = 0; i < STYLES_DEGREES; i++) {
            const uint64_t count = ground->counts[class][i];
            if (count == 0 || ground->class_m[class] < low_m || ground->class_m[class] > high_m)
                continue;
            sum += (double)count * render_gradient(i + 0.5);
            all += count;
        }
    }
    return all > 0 ? sum / (double)all : 0;
}

/* ---- roughness ---- */

void styles_count_rough(uint64_t *counts, const uint16_t *fine, const uint8_t *classes,
                        size_t columns, size_t row)
{
    const uint16_t *own = fine + row % 3 * columns;
    const uint8_t *class_of = classes + row % 3 * columns;
    for (size_t i = 1; i + 1 < columns; i++) {
        int32_t sum = 0;
        bool whole = true;
        for (size_t k = 0; k < 3; k++) {
            const uint16_t *of = fine + k * columns + i;
            sum += of[-1] + of[0] + of[1];
            for (int x = -1; x < 2; x++) whole = whole && of[x] != STYLES_NO_SLOPE;
        }
        if (!whole) continue;
        const int32_t away = 9 * own[i] - sum; /* in parts of 9 STYLES_FINE of a degree */
        const uint32_t positive = (uint32_t)(away < 0 ? -away : away);
        uint32_t bin = positive * STYLES_ROUGH_PER_DEGREE / (9 * STYLES_FINE);
        if (bin >= STYLES_ROUGH_BINS) bin = STYLES_ROUGH_BINS - 1;
        counts[(size_t)class_of[i] * STYLES_ROUGH_BINS + bin]++;
    }
}

double styles_roughness(const struct styles_ground *ground, double above_m)
{
    uint64_t counts[STYLES_ROUGH_BINS] = {0}, all = 0, sum = 0;
    for (uint32_t class = 0; class < STYLES_CLASSES; class ++) {
        for (uint32_t i = 0; i < STYLES_ROUGH_BINS; i++) {
            if (ground->rough[class][i] == 0 || ground->class_m[class] <= above_m) continue;
            counts[i] += ground->rough[class][i];
            all += ground->rough[class][i];
        }
    }
    for (uint32_t i = 0; i < STYLES_ROUGH_BINS; i++) {
        sum += counts[i];
        if (all > 0 && 2 * sum >= all) return (double)i / STYLES_ROUGH_PER_DEGREE;
    }
    return 0;
}

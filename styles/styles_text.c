/* A surface map as text (docs/surface-text.md). Numbers are made of whole ones. */
#include "styles/styles_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/scramble.h"

const char *styles_micro(char out[STYLES_MICRO_SIZE], int64_t micro)
{
    const uint64_t size = micro < 0 ? 0 - (uint64_t)micro : (uint64_t)micro;
    uint64_t part = size % STYLES_MICRO;
    int digits = 6;
    for (; part > 0 && part % 10 == 0; part /= 10) digits--;
    const int length =
        snprintf(out, STYLES_MICRO_SIZE, "%s%" PRIu64, micro < 0 ? "-" : "", size / STYLES_MICRO);
    if (part > 0)
        snprintf(out + length, STYLES_MICRO_SIZE - (size_t)length, ".%0*" PRIu64, digits, part);
    return out;
}

/* ---- the document ---- */

static void write_limit(struct grow *to, const struct styles_limit *limit, const char *side,
                        bool degrees)
{
    char at[STYLES_MICRO_SIZE], fuzziness[STYLES_MICRO_SIZE];
    const int64_t unit = degrees ? STYLES_MICRO : 1;
    grow_print(to, "\"%s\": {\"at\": %s, \"fuzziness\": %s, \"unit\": \"%s\"}", side,
               styles_micro(at, limit->at * unit), styles_micro(fuzziness, limit->fuzziness * unit),
               degrees ? "deg" : "m");
}

/* What a text leaves out limits nothing. */
static void write_limits(struct grow *to, const struct styles_choice *choice, const char *indent)
{
    static const char *const names[] = {"altitude", "slope"};
    for (int k = 0; k < 2; k++) {
        const struct styles_limit *limits = k == 0 ? choice->altitude : choice->slope;
        if (!limits[0].on && !limits[1].on) continue;
        grow_print(to, ",\n%s\"%s\": {", indent, names[k]);
        if (limits[0].on) write_limit(to, &limits[0], "min", k == 1);
        if (limits[0].on && limits[1].on) grow_text(to, ", ");
        if (limits[1].on) write_limit(to, &limits[1], "max", k == 1);
        grow_text(to, "}");
    }
}

/* Places are metres above the mean; bends are 1/m, which need no unit. */
static void write_around(struct grow *to, const struct styles_bounds *bounds, const char *name,
                         const char *unit, const char *indent)
{
    char size[STYLES_MICRO_SIZE], at[STYLES_MICRO_SIZE], fuzziness[STYLES_MICRO_SIZE];
    for (int side = 0; side < 2; side++) {
        const struct styles_limit *limit = &bounds->limits[side];
        if (!limit->on) continue;
        grow_print(to,
                   ",\n%s\"%s\": {\"size\": %s, \"unit\": \"m\", "
                   "\"%s\": {\"at\": %s, \"fuzziness\": %s%s}}",
                   indent, name, styles_micro(size, bounds->size_um), side == 0 ? "min" : "max",
                   styles_micro(at, limit->at), styles_micro(fuzziness, limit->fuzziness), unit);
    }
}

static void write_water(struct grow *to, const struct styles_choice *choice, const char *indent)
{
    char at[STYLES_MICRO_SIZE], fuzziness[STYLES_MICRO_SIZE];
    if (choice->wetness.on)
        grow_print(to, ",\n%s\"wetness\": {\"min\": {\"at\": %s, \"fuzziness\": %s}}", indent,
                   styles_micro(at, choice->wetness.at),
                   styles_micro(fuzziness, choice->wetness.fuzziness));
    if (choice->near.on)
        grow_print(to, ",\n%s\"near\": {\"to\": \"%s\", \"max\": {\"at\": %s, \"fuzziness\": %s}}",
                   indent, choice->rule->along.to, styles_micro(at, choice->near.at),
                   styles_micro(fuzziness, choice->near.fuzziness));
}

static void write_surroundings(struct grow *to, const struct styles_choice *choice,
                               const char *indent)
{
    const struct styles_facing *facing = &choice->facing;
    char level[STYLES_MICRO_SIZE];
    if (facing->spread > 0)
        grow_print(to,
                   ",\n%s\"aspect\": {\"toward\": %u, \"spread\": %u, \"fuzziness\": %u, "
                   "\"level\": %s}",
                   indent, (unsigned)facing->toward, (unsigned)facing->spread,
                   (unsigned)facing->fuzziness,
                   styles_micro(level, facing->level * (STYLES_MICRO / 100)));
    write_around(to, &choice->position, "position", ", \"unit\": \"m\"", indent);
    write_around(to, &choice->curvature, "curvature", "", indent);
    write_water(to, choice, indent);
}

/* What to turn: that which decides most about where the layer is. */
static const char *hint(const struct styles_choice *choice, uint32_t index)
{
    const struct styles_rule *rule = choice->rule;
    if (index == 0) return "below all others: what nothing covers";
    if (choice->mask > 0 && !choice->slope[0].on) return "where the map of land cover has it";
    if (rule->below.place == STYLES_SHORE)
        return rule->below.value > 0    ? "raise altitude.max to let it reach further up the shore"
               : rule->below.value == 0 ? "altitude.max is the level of the water"
                                        : "raise altitude.max to let it come nearer to the shore";
    if (choice->altitude[0].on) return "lower altitude.min to let it come down";
    if (choice->slope[0].on) return "lower slope.min to let it onto gentler ground";
    if (choice->altitude[1].on) return "raise altitude.max to let it climb";
    if (choice->slope[1].on) return "raise slope.max to let it onto steeper ground";
    if (choice->facing.spread > 0) return "raise aspect.spread to let it round the slopes";
    if (choice->position.limits[0].on) return "lower position.min to let it off the ridges";
    if (choice->position.limits[1].on) return "raise position.max to let it out of the valleys";
    if (choice->curvature.limits[1].on) return "raise curvature.max to let it out of the hollows";
    if (choice->wetness.on) return "lower wetness.min to let it up smaller streams";
    if (choice->near.on) return "raise near.max to let it further from the streams";
    return "raise coverage for more of it, fractal_noise for smaller patches";
}

static void write_hint(struct grow *to, const struct styles_choice *choice, uint32_t index,
                       const char *indent)
{
    if (choice->reason != NULL)
        grow_print(to, "%s// no place here, %s: raise coverage to see where it would lie\n", indent,
                   choice->reason);
    else
        grow_print(to, "%s// %s\n", indent, hint(choice, index));
}

/* Patterns differ from layer to layer, whatever the seed. */
static void write_pattern(struct grow *to, uint32_t index, uint64_t seed, const char *indent)
{
    uint64_t state = scramble_bits(seed + SCRAMBLE_STEP) + index * SCRAMBLE_STEP;
    const unsigned x = (unsigned)(scramble_next(&state) % 32768);
    const unsigned y = index * 3000 + (unsigned)(scramble_next(&state) % 2768);
    grow_print(to, ",\n%s\"texture\": {\"origin\": [%u, %u, 0, 0]}", indent, x, y);
}

static void write_values(struct grow *to, const struct styles_choice *choice, uint32_t index,
                         uint64_t seed, const struct styles_mask *masks, const char *indent)
{
    const struct styles_rule *rule = choice->rule;
    char coverage[STYLES_MICRO_SIZE], noise[STYLES_MICRO_SIZE];
    write_hint(to, choice, index, indent);
    grow_print(to, "%s\"name\": \"%s\",\n", indent, rule->name);
    grow_print(to, "%s\"colour\": [%u, %u, %u]", indent, (unsigned)rule->rgb[0],
               (unsigned)rule->rgb[1], (unsigned)rule->rgb[2]);
    if (index == 0) return;
    styles_micro(coverage,
                 choice->reason == NULL ? styles_coverage(choice) * (STYLES_MICRO / 100) : 0);
    styles_micro(noise, rule->noise * (STYLES_MICRO / 10));
    grow_print(to, ",\n%s\"coverage\": %s,\n%s\"fractal_noise\": %s", indent, coverage, indent,
               noise);
    write_limits(to, choice, indent);
    write_surroundings(to, choice, indent);
    if (choice->mask > 0) /* plain letters: nothing to escape */
        grow_print(to, ",\n%s\"mask\": {\"file\": \"%s\"}", indent, masks[choice->mask - 1].file);
    write_pattern(to, index, seed, indent);
}

/* A layer with those below it stands in braces; levels are those of the table. */
enum scree_code styles_write(struct scree_bytes *out, const struct styles_choice *choices,
                             uint32_t count, uint64_t seed, const struct styles_mask *masks,
                             const char *credit, struct scree_error *err)
{
    static const char blanks[] = "                          ";
    struct grow to = {0};
    grow_print(&to, "{\n  \"format\": \"scree-surface-2\",\n");
    if (credit != NULL) grow_print(&to, "  \"credit\": \"%s\",\n", credit);
    grow_print(&to, "  \"root\": {\n");
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t level = choices[i].rule->level;
        const uint32_t next = i + 1 < count ? choices[i + 1].rule->level : 0;
        const char *indent = blanks + sizeof blanks - 1 - (4 + 4 * level);
        write_values(&to, &choices[i], i, seed, masks, indent);
        if (i + 1 < count && next > level) {
            grow_print(&to, ",\n%s\"children\": [\n%s  {\n", indent, indent);
            continue;
        }
        for (uint32_t at = level; at > next; at--) {
            const char *out_of = blanks + sizeof blanks - 1 - 4 * at;
            grow_print(&to, "\n%s  }\n%s]", out_of, out_of);
        }
        if (next > 0)
            grow_print(&to, "\n%.*s},\n%.*s{\n", (int)(4 * next + 2), blanks, (int)(4 * next + 2),
                       blanks);
    }
    grow_print(&to, "\n  }\n}\n");
    return grow_take(out, &to, err);
}

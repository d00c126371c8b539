/* A surface map as text (docs/surface-text.md). Numbers are made of whole ones. */
#include "styles/styles_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/scramble.h"

void styles_print(struct styles_buffer *to, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (to->failed || length < 0) return;
    const size_t size = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    if (to->size + size >= to->room) {
        const size_t room = 2 * (to->room + sizeof text);
        char *data = mem_grow(to->data, to->room, room, 1);
        to->failed = data == NULL;
        if (to->failed) return;
        to->data = data;
        to->room = room;
    }
    memcpy(to->data + to->size, text, size);
    to->size += size;
}

enum err_code styles_take(struct file_bytes *out, struct styles_buffer *from, struct err *err)
{
    memset(out, 0, sizeof *out);
    if (!from->failed) {
        out->data = (uint8_t *)from->data; /* with a zero byte behind it, as files have */
        out->size = from->size;
        return ERR_OK;
    }
    mem_free(from->data);
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the surface map's text");
}

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

static void write_limit(struct styles_buffer *to, const struct styles_limit *limit,
                        const char *side, bool degrees)
{
    char at[STYLES_MICRO_SIZE], fuzziness[STYLES_MICRO_SIZE];
    const int64_t unit = degrees ? STYLES_MICRO : 1;
    styles_print(to, "\"%s\": {\"at\": %s, \"fuzziness\": %s, \"unit\": \"%s\"}", side,
                 styles_micro(at, limit->at * unit),
                 styles_micro(fuzziness, limit->fuzziness * unit), degrees ? "deg" : "m");
}

/* What a text leaves out is the format's: a greatest slope that would keep layers off cliffs. */
static void write_limits(struct styles_buffer *to, const struct styles_choice *choice,
                         const char *indent)
{
    const struct styles_limit *altitude = choice->altitude, *slope = choice->slope;
    if (altitude[0].on || altitude[1].on) {
        styles_print(to, ",\n%s\"altitude\": {", indent);
        if (altitude[0].on) write_limit(to, &altitude[0], "min", false);
        if (altitude[0].on && altitude[1].on) styles_print(to, ", ");
        if (altitude[1].on) write_limit(to, &altitude[1], "max", false);
        styles_print(to, "}");
    }
    styles_print(to, ",\n%s\"slope\": {", indent);
    if (slope[0].on) write_limit(to, &slope[0], "min", true);
    if (slope[0].on) styles_print(to, ", ");
    if (slope[1].on)
        write_limit(to, &slope[1], "max", true);
    else
        styles_print(to, "\"max\": {\"on\": false}");
    styles_print(to, "}");
}

/* Patterns differ from layer to layer, whatever the seed. */
static void write_pattern(struct styles_buffer *to, uint32_t index, uint64_t seed,
                          const char *indent)
{
    uint64_t state = scramble_bits(seed + SCRAMBLE_STEP) + index * SCRAMBLE_STEP;
    const unsigned x = (unsigned)(scramble_next(&state) % 32768);
    const unsigned y = index * 3000 + (unsigned)(scramble_next(&state) % 2768);
    styles_print(to, ",\n%s\"texture\": {\"origin\": [%u, %u, 0, 0]}", indent, x, y);
}

static void write_values(struct styles_buffer *to, const struct styles_choice *choice,
                         uint32_t index, uint64_t seed, const char *indent)
{
    const struct styles_rule *rule = choice->rule;
    char coverage[STYLES_MICRO_SIZE], noise[STYLES_MICRO_SIZE];
    styles_print(to, "%s\"name\": \"%s\",\n", indent, rule->name);
    styles_print(to, "%s\"colour\": [%u, %u, %u]", indent, (unsigned)rule->rgb[0],
                 (unsigned)rule->rgb[1], (unsigned)rule->rgb[2]);
    if (index == 0) return;
    styles_micro(coverage, choice->reason == NULL ? rule->coverage * (STYLES_MICRO / 100) : 0);
    styles_micro(noise, rule->noise * (STYLES_MICRO / 10));
    styles_print(to, ",\n%s\"coverage\": %s,\n%s\"fractal_noise\": %s", indent, coverage, indent,
                 noise);
    write_limits(to, choice, indent);
    write_pattern(to, index, seed, indent);
}

/* A layer with those below it stands in braces; levels are those of the table. */
enum err_code styles_write(struct file_bytes *out, const struct styles_choice *choices,
                           uint32_t count, uint64_t seed, struct err *err)
{
    static const char blanks[] = "                          ";
    struct styles_buffer to = {NULL, 0, 0, false};
    styles_print(&to, "{\n  \"format\": \"scree-surface-1\",\n  \"root\": {\n");
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t level = choices[i].rule->level;
        const uint32_t next = i + 1 < count ? choices[i + 1].rule->level : 0;
        const char *indent = blanks + sizeof blanks - 1 - (4 + 4 * level);
        write_values(&to, &choices[i], i, seed, indent);
        if (i + 1 < count && next > level) {
            styles_print(&to, ",\n%s\"children\": [\n%s  {\n", indent, indent);
            continue;
        }
        for (uint32_t at = level; at > next; at--) {
            const char *out_of = blanks + sizeof blanks - 1 - 4 * at;
            styles_print(&to, "\n%s  }\n%s]", out_of, out_of);
        }
        if (next > 0)
            styles_print(&to, "\n%.*s},\n%.*s{\n", (int)(4 * next + 2), blanks, (int)(4 * next + 2),
                         blanks);
    }
    styles_print(&to, "\n  }\n}\n");
    return styles_take(out, &to, err);
}

/*
 * Texts of an export: files of engines/texts/, built in, and names of files. "@side_m@" is a value,
 * "@spacing_m:6@" one with so many decimals, "@title:28@" a text filled with blanks to so many bytes. Lines
 * that begin with '*' are written once for each material, several of them together, lines that begin with
 * '+' where plants are in the export.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/engines_plan.h"

struct engines_number engines_number(double value, int decimals)
{
    struct engines_number number;
    int64_t unit = 1;
    for (int i = 0; i < decimals; i++) unit *= 10;
    const int64_t all = (int64_t)floor(fabs(value) * (double)unit + 0.5);
    int length = snprintf(number.text, sizeof number.text, "%s%lld",
                          value < 0 && all > 0 ? "-" : "", (long long)(all / unit));
    if (all % unit == 0) return number;
    length += snprintf(number.text + length, sizeof number.text - (size_t)length, ".%0*lld",
                       decimals, (long long)(all % unit));
    while (number.text[length - 1] == '0') number.text[--length] = '\0';
    return number;
}

void engines_text(char *out, size_t size, const char *text)
{
    size_t used = 0;
    for (; *text != '\0' && used + 1 < size; text++) {
        const bool plain = *text >= ' ' && *text <= '~' && *text != '"' && *text != '\\';
        out[used++] = plain ? *text : '_';
    }
    out[used] = '\0';
}

/* ---- values ---- */

struct values {
    const struct engines_plan *plan;
    const struct engines_value *own; /* NULL: none */
    uint32_t material;               /* of the line at hand */
};

static void put_value(struct grow *to, const struct engines_value *value, int form)
{
    if (value->text != NULL)
        grow_print(to, "%-*s", form > 0 ? form : 0, value->text);
    else
        grow_text(to, engines_number(value->number, form >= 0 ? form : value->decimals).text);
}

static bool is_key(const struct engines_value *value, const char *key, size_t length)
{
    return strlen(value->key) == length && memcmp(value->key, key, length) == 0;
}

/* The value of a key, which there is. */
static void put_key(struct grow *to, const struct values *values, const char *key, size_t length,
                    int form)
{
    const struct engines_plan *const plan = values->plan;
    const struct engines_material *const material = &plan->materials[values->material];
    char label[64];
    engines_text(label, sizeof label, material->name);
    const struct engines_value all[] = {
        {.key = "name", .text = plan->name},
        {.key = "points", .number = plan->points},
        {.key = "tile", .number = plan->tile},
        {.key = "side_m", .number = plan->side_m, .decimals = 6},
        {.key = "spacing_m", .number = plan->spacing_m, .decimals = 9},
        {.key = "low_m", .number = plan->low_m, .decimals = 6},
        {.key = "high_m", .number = plan->high_m, .decimals = 6},
        {.key = "height_m", .number = plan->high_m - plan->low_m, .decimals = 6},
        {.key = "range_m", .number = engines_range_m(plan), .decimals = 6},
        {.key = "at", .number = values->material},
        {.key = "number", .number = values->material + 1.0},
        {.key = "layer", .text = material->name},
        {.key = "label", .text = label},
        {.key = "title", .text = material->title},
        {.key = "stem", .text = material->stem},
        {.key = "repeats_per_m",
         .number = 1000.0 / ground_texture_repeat_mm(material->kind),
         .decimals = 6}};
    for (const struct engines_value *own = values->own; own != NULL && own->key != NULL; own++)
        if (is_key(own, key, length)) put_value(to, own, form);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (is_key(&all[i], key, length)) put_value(to, &all[i], form);
}

static void expand(struct grow *to, const struct values *values, const char *text, size_t length)
{
    for (const char *p = text, *end = text + length; p < end;) {
        const char *mark = memchr(p, '@', (size_t)(end - p));
        const size_t plain = (size_t)((mark != NULL ? mark : end) - p);
        grow_put(to, p, plain);
        p += plain;
        if (p == end) return;
        const size_t key = strspn(p + 1, "abcdefghijklmnopqrstuvwxyz_");
        const char *behind = p + 1 + key;
        put_key(to, values, p + 1, key, *behind == ':' ? atoi(behind + 1) : -1);
        p = strchr(behind, '@') + 1;
    }
}

/* Bytes of the lines in front that begin with a sign; sign 0: with neither. */
static size_t measure(const char *text, char sign)
{
    const char *p = text;
    while (*p != '\0' && (*p == '*' || *p == '+' ? *p : 0) == sign) {
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
    return (size_t)(p - text);
}

static void expand_each(struct grow *to, struct values *values, const char *text, size_t length,
                        uint32_t count)
{
    for (uint32_t m = 0; m < count; m++) {
        values->material = m;
        for (const char *line = text; line < text + length;) {
            const size_t all = strcspn(line, "\n") + 1;
            expand(to, values, line + 1, all - 1);
            line += all;
        }
    }
    values->material = 0;
}

/* ---- names and files ---- */

enum scree_code engines_name(char out[ENGINES_FILE], const struct engines_plan *plan,
                             const char *pattern, uint32_t material,
                             const struct engines_value *own, struct scree_error *err)
{
    struct grow name = {0};
    const struct values values = {plan, own, material};
    expand(&name, &values, pattern, strlen(pattern));
    const enum scree_code code = name.failed ? err_no_memory(err) : SCREE_OK;
    snprintf(out, ENGINES_FILE, "%.*s", (int)name.size, name.size > 0 ? name.text : "");
    grow_free(&name);
    return code;
}

static enum scree_code write_text(struct engines_output *output, const char *pattern,
                                  struct grow *content, const struct engines_value *own,
                                  struct scree_error *err)
{
    char name[ENGINES_FILE];
    enum scree_code code = engines_name(name, output->plan, pattern, 0, own, err);
    if (code == SCREE_OK)
        code = content->failed ? err_no_memory(err)
                               : ground_write_bytes(output->sink, name, content->text,
                                                    content->size, output->job, err);
    grow_free(content);
    return code;
}

static void expand_text(struct grow *to, const struct engines_plan *plan, const char *text,
                        const struct engines_value *own)
{
    struct values values = {plan, own, 0};
    while (*text != '\0') {
        const size_t length = measure(text, *text == '*' || *text == '+' ? *text : '\0');
        if (*text == '*')
            expand_each(to, &values, text, length, plan->merge->count);
        else if (*text == '+')
            expand_each(to, &values, text, length, engines_has_plants(plan));
        else
            expand(to, &values, text, length);
        text += length;
    }
}

enum scree_code engines_write_text(struct engines_output *output, const char *name,
                                   const char *text, const struct engines_value *own,
                                   struct scree_error *err)
{
    struct grow content = {0};
    expand_text(&content, output->plan, text, own);
    return write_text(output, name, &content, own, err);
}

/* How its light is turned, by hand or in a file. */
static void put_sun(struct grow *to, const struct engines_plan *plan)
{
    static const struct {
        const char *light, *x, *y, *z;
    } words[] = {[ENGINES_UP_SOUTH] = {"DirectionalLight3D", "x", "y", "z"},
                 [ENGINES_UP_NORTH] = {"directional light", "X", "Y", "Z"},
                 [ENGINES_SOUTH_UP] = {"Directional Light", "X (roll)", "Y (pitch)", "Z (yaw)"}};
    const struct engines_turn turn = engines_light(plan);
    const size_t axes = plan->profile->space.axes;
    grow_print(to, "\nThe sun of the world stands at azimuth %s, elevation %s degrees,\n",
               engines_number(plan->sun.azimuth_deg, 5).text,
               engines_number(plan->sun.elevation_deg, 5).text);
    grow_print(to, "which is a %s with the rotation %s %s, %s %s, %s %s degrees.\n",
               words[axes].light, words[axes].x, engines_number(turn.x, 5).text, words[axes].y,
               engines_number(turn.y, 5).text, words[axes].z, engines_number(turn.z, 5).text);
}

enum scree_code engines_write_readme(struct engines_output *output, const char *text,
                                     const struct engines_value *own, struct scree_error *err)
{
    const struct engines_plan *const plan = output->plan;
    const double per_m = plan->profile->space.per_m, side = plan->side_m * per_m;
    struct grow content = {0};
    expand_text(&content, plan, text, own);
    if (plan->options.has_water)
        grow_print(&content, "\nWater lies at %s = %s: add a plane of %s x %s there.\n",
                   plan->profile->space.axes == ENGINES_SOUTH_UP ? "Z" : "y",
                   engines_number(plan->options.water_m * per_m, 6).text,
                   engines_number(side, 6).text, engines_number(side, 6).text);
    if (plan->sun.is && per_m > 0) put_sun(&content, plan);
    char credit[INPUTS_CREDITS];
    if (inputs_credit(credit, &plan->inputs.terrain_file, NULL, plan->inputs.map) != NULL)
        grow_print(&content, "\nMade with data of others; name them wherever you show it:\n%s\n",
                   credit);
    return write_text(output, "README.txt", &content, NULL, err);
}

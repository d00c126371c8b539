/* srf/: texts are kept as they were written, and changed in place. */
#include "tests/unit/srf_made.h"

#include <ctype.h>
#include <math.h>

static const struct srf_scale scale = {.across_m = 10, .up_m = 8};

static struct srf_map *read_with(const char *text, const struct srf_scale *with)
{
    struct srf_map *map;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_from_text(&map, (const uint8_t *)text, strlen(text), with, NULL, &err), &err);
    return map;
}

static void assert_text(const struct srf_map *map, const char *expected)
{
    struct scree_bytes text;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_to_text(&text, map, NULL, &err), &err);
    assert_string_equal((const char *)text.data, expected);
    assert_int_equal(text.size, strlen(expected));
    file_bytes_free(&text);
}

static double number_of(const struct srf_map *map, uint32_t layer, const char *field)
{
    double values[SRF_FIELD_NUMBERS];
    size_t count;
    assert_int_equal(srf_get_numbers(values, &count, map, layer, field, NULL), SCREE_OK);
    return values[0];
}

/* ---- reading ---- */

#define HEAD "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Rock\", \"children\": ["
#define TAIL "]}}"

static void a_name_alone_covers_everything(void **state)
{
    (void)state;
    struct srf_map *map = read_with(HEAD "{\"name\": \"Grass\"}" TAIL, NULL);
    const struct srf_layer *layer = map->layers[1];
    assert_string_equal(layer->name, "Grass");
    assert_true(layer->covr == 1);
    for (int side = 0; side < 2; side++)
        assert_false(srf_is_on(layer->alte[side]) || srf_is_on(layer->slpe[side]));
    srf_free(map);
}

static void comments_units_colours_and_scripts_are_read(void **state)
{
    (void)state;
    static const char text[] =
        "// above all\n{ /* in it: \"root\", } */ \"format\": \"scree-surface-2\",\n"
        "\"root\": {\"name\": \"\xd0\xa1\xd0\xba\xd0\xb0\xd0\xbb\xd0\xb0?\", // a // b\n"
        "\"color\": \"#5c544A\", \"children\": [\n"
        "{\"name\": \"\xe5\xb2\xa9\", \"colour\": [1, 2, 3,], \"slope\": {\"min\": {\"at\": "
        "30, "
        "\"fuzziness\": 10, \"unit\": \"\xc2\xb0\"}, \"max\": {\"at\": 100, \"unit\": "
        "\"%\"},}},\n"
        "{\"name\": \"a // b /* c */, ]\", \"altitude\": {\"max\": {\"at\": 80, \"unit\": "
        "\"m\"}}}, "
        "/*x*/ ], }, }\n";
    struct srf_map *map = read_with(text, &scale);
    assert_int_equal(map->layer_count, 3);
    assert_string_equal(map->layers[0]->name, "\xd0\xa1\xd0\xba\xd0\xb0\xd0\xbb\xd0\xb0?");
    assert_string_equal(map->layers[1]->name, "\xe5\xb2\xa9");
    assert_string_equal(map->layers[2]->name, "a // b /* c */, ]");
    /* 256 (0x5c / 255)^2 = 33.32, (0x54) 27.78, (0x4a) 21.56 */
    assert_int_equal(map->layers[0]->difc[0], 33);
    assert_int_equal(map->layers[0]->difc[1], 28);
    assert_int_equal(map->layers[0]->difc[2], 22);
    const struct srf_layer *layer = map->layers[1];
    assert_true(fabs((double)layer->slpl[0] - 0.57735027) < 1e-7);
    assert_true(fabs((double)(layer->slpl[0] + layer->slpf[0]) - 0.83909963) < 1e-6);
    assert_true(layer->slpl[1] == 1 && layer->slpf[1] == 0 && srf_is_on(layer->slpe[1]));
    assert_true(map->layers[2]->altl[1] == 10);
    assert_text(map, text);
    char names[64];
    assert_int_equal(srf_wide_names(names, sizeof names, map), 2);
    assert_string_equal(names, "'\xd0\xa1\xd0\xba\xd0\xb0\xd0\xbb\xd0\xb0?', '\xe5\xb2\xa9'");
    /* A copy is one of the text, too. */
    struct srf_map *copy;
    assert_int_equal(srf_copy(&copy, map, NULL), SCREE_OK);
    srf_free(map);
    assert_text(copy, text);
    assert_true(copy->layers[2]->altl[1] == 10);
    assert_string_equal(copy->layers[1]->name, "\xe5\xb2\xa9");
    srf_free(copy);
}

/* Altitudes rise evenly to 800 m over the lower half of the area, and are 800 m over the rest; the
 * lowest tenth is level. Gradients rise evenly to 2. */
static enum scree_code survey_ramp(struct srf_ground *out, const void *context,
                                   struct scree_job *job, struct scree_error *err)
{
    (void)job, (void)err;
    ++*(int *)(uintptr_t)context;
    for (int i = 0; i < SRF_SHARES; i++) {
        out->altitude_m[i] = i <= 100 ? 0 : i <= 500 ? (i - 100) * 2.0 : 800;
        out->gradient[i] = i * 2.0 / (SRF_SHARES - 1);
    }
    return SCREE_OK;
}

static void shares_follow_the_ground(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "{\"altitude\": {\"min\": {\"at\": 30, \"fuzziness\": 5, \"unit\": \"area%\"}, "
             "\"max\": {\"at\": 75, \"fuzziness\": 12.5, \"unit\": \"range%\"}}, "
             "\"slope\": {\"max\": {\"at\": 25, \"fuzziness\": 10, \"unit\": \"area%\"}}},"
             "{\"altitude\": {\"min\": {\"at\": 5, \"fuzziness\": 10, \"unit\": \"area%\"}}}" TAIL;
    int measured = 0;
    struct srf_survey survey = {.measure = survey_ramp, .context = &measured};
    struct srf_scale with = scale;
    with.survey = &survey;
    struct srf_map *map = read_with(text, &with), *copy;
    assert_int_equal(measured, 1);
    const struct srf_layer *layer = map->layers[1];
    /* 400 m and 500 m of 8 m units; 600 m of 800 and an eighth of them; gradients 0.5 and 0.3 */
    assert_true(layer->altl[0] == 50 && layer->altf[0] == 12.5f);
    assert_true(layer->altl[1] == 75 && layer->altf[1] == 12.5f);
    assert_true(fabs((double)layer->slpl[1] - 0.5) < 1e-6);
    assert_true(fabs((double)layer->slpf[1] - 0.2) < 1e-6);
    /* From the end of level ground, where 10 % are, to 20 %. */
    assert_true(map->layers[2]->altl[0] == 0 && map->layers[2]->altf[0] == 25);
    /* The ground is known from then on. */
    assert_int_equal(srf_copy(&copy, map, NULL), SCREE_OK);
    assert_int_equal(srf_set_field(copy, 1, "altitude.min", "40area%", NULL, NULL), SCREE_OK);
    assert_true(copy->layers[1]->altl[0] == 75);
    assert_int_equal(srf_set_field(copy, 1, "altitude.min", "320m", NULL, NULL), SCREE_OK);
    assert_true(copy->layers[1]->altl[0] == 40);
    assert_int_equal(measured, 1);
    srf_free(copy);
    srf_free(map);

    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(srf_from_text(&map, (const uint8_t *)text, strlen(text), &scale, NULL, &err),
                     SCREE_MALFORMED);
    assert_non_null(strstr(err.text, "shares of the ground need the terrain"));
    with = (struct srf_scale){.may_lack = true};
    map = read_with(text, &with);
    assert_int_equal(map->unresolved, 8);
    assert_text(map, text);
    srf_free(map);
}

static void what_is_wrong_has_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"{\"format\": \"scree-surface-2\",\n /* x",
         "line 2, column 2: a comment that does not end: "
         "write */ behind it"},
        {"{\"format\": \"scree-surface-2\", /* \xc3\xa4\xc3\xb6 */ \"root\": {\"coverage\": "
         "[]}}",
         "line 1, column 61: root.coverage: expected a number, found a list"},
        {"{\"format\": \"scree-surface-2\", /* \xc3\xa4\xc3\xb6 */ \"root\": {,}}",
         "line 1, column 49: string or '}' expected near ','"},
        {"{\"format\": \"scree-surface-2\", \"root\": {\"color\": \"#5c544\"}}",
         "line 1, column 49: root.color: expected a colour such as \"#5c544a\" or [92, 84, "
         "74], "
         "found \"#5c544\""},
        {"{\"format\": \"scree-surface-2\", \"root\": {\"color\": \"#5c544a\", \"colour\": "
         "[1,2,3]}}",
         NULL},
        {"{\"format\": \"scree-surface-2\", \"root\": {\"slope\": {\"min\": {\"at\": 1, "
         "\"unit\": "
         "\"range%\"}}}}",
         "line 1, column 75: root.slope.min.unit: \"range%\" is not a unit here; expected deg, "
         "percent, gradient or area%"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct srf_map *map;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_int_equal(srf_from_text(&map, (const uint8_t *)wrong[i].text, strlen(wrong[i].text),
                                       NULL, NULL, &err),
                         SCREE_MALFORMED);
        assert_null(map);
        if (wrong[i].message != NULL) assert_string_equal(err.text, wrong[i].message);
    }
}

/* ---- texts as a hand writes them ---- */

#define MAX_SLOTS 400
#define MAX_LAYERS 24

/* A number in the text: where it is, and how it is named. */
struct slot {
    size_t begin, end;
    uint32_t layer;
    const char *field, *unit;
};
struct made_layer {
    char name[16];
    int parent;
};
struct written {
    char text[64 * 1024];
    size_t size;
    struct slot slots[MAX_SLOTS];
    size_t slot_count;
    struct made_layer layers[MAX_LAYERS];
    uint32_t layer_count;
    uint64_t random;
    bool lines; /* layers stand on lines of their own, so that comments belong to one of them */
};

static uint32_t roll(struct written *m, uint32_t below)
{
    m->random = m->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(m->random >> 33) % below;
}

static void put(struct written *m, const char *text)
{
    const size_t length = strlen(text);
    assert_true(m->size + length < sizeof m->text);
    memcpy(m->text + m->size, text, length + 1);
    m->size += length;
}

/* Blanks and comments of any kind. */
static void space(struct written *m)
{
    static const char *const kinds[] = {
        "", "", " ", " ", "  ", "\t ", "/* , } */", " /* \"a\": 1 */", " /**/ "};
    put(m, kinds[roll(m, sizeof kinds / sizeof kinds[0])]);
}

static void loose_space(struct written *m)
{
    static const char *const kinds[] = {"\n", " // 12 \"unit\" ]\n", "\r\n\t",
                                        "\n/* of\n lines */"};
    space(m);
    if (roll(m, 3) == 0) put(m, kinds[roll(m, sizeof kinds / sizeof kinds[0])]);
}

static void make_token(struct written *m, char out[24], bool small)
{
    const uint32_t whole = roll(m, small ? 1 : 80), part = roll(m, 1000);
    switch (roll(m, 4)) {
    case 0:
        snprintf(out, 24, "%u.%03u", (unsigned)whole, (unsigned)part);
        break;
    case 1:
        snprintf(out, 24, "%ue-1", (unsigned)(small ? part % 10 : whole));
        break;
    case 2:
        snprintf(out, 24, "%u.%u00", (unsigned)whole, (unsigned)(part % 10));
        break;
    default:
        snprintf(out, 24, "%u", (unsigned)(small ? part % 2 : whole));
        break;
    }
}

static void add_number(struct written *m, const char *field, const char *unit, bool small)
{
    char token[24];
    make_token(m, token, small);
    assert_true(m->slot_count < MAX_SLOTS);
    struct slot *slot = &m->slots[m->slot_count++];
    *slot = (struct slot){m->size, m->size + strlen(token), m->layer_count - 1, field, unit};
    put(m, token);
}

static void add_key(struct written *m, const char *key)
{
    loose_space(m);
    if (roll(m, 12) == 0) { /* the same key */
        char escaped[40];
        snprintf(escaped, sizeof escaped, "\"\\u%04x%s\"", (unsigned)key[0], key + 1);
        put(m, escaped);
    } else {
        put(m, "\"");
        put(m, key);
        put(m, "\"");
    }
    space(m);
    put(m, ":");
    loose_space(m);
}

static void add_limit(struct written *m, const char *side, const char *at, const char *fuzziness,
                      const char *unit)
{
    char quoted[16];
    const bool first = roll(m, 2) == 0;
    snprintf(quoted, sizeof quoted, "\"%s\"", unit);
    add_key(m, side);
    put(m, "{");
    if (first) {
        add_key(m, "unit");
        put(m, quoted);
        put(m, ",");
    }
    add_key(m, "at");
    add_number(m, at, strcmp(unit, "\xc2\xb0") == 0 ? "deg" : unit, false);
    if (roll(m, 2) == 0) {
        put(m, ",");
        add_key(m, "fuzziness");
        put(m, "0");
        (void)fuzziness;
    }
    if (!first) {
        put(m, ",");
        add_key(m, "unit");
        put(m, quoted);
    }
    if (roll(m, 3) == 0) put(m, ",");
    loose_space(m);
    put(m, "}");
}

static void add_layer(struct written *m, int parent, int depth);

static void add_children(struct written *m, int parent, int depth)
{
    const uint32_t count = depth == 0 ? 3 : roll(m, 3);
    if (count == 0 && roll(m, 2) == 0) return;
    put(m, ",");
    if (m->lines) {
        char line[128];
        snprintf(line, sizeof line, "\n%*s\"children\": [%s\n", 4 * depth + 4, "",
                 roll(m, 4) == 0 ? " // of these" : "");
        put(m, line);
    } else {
        add_key(m, "children");
        put(m, "[");
    }
    for (uint32_t i = 0; i < count && m->layer_count + 2 < MAX_LAYERS; i++) {
        char line[128];
        const uint32_t number = m->layer_count;
        if (m->lines && roll(m, 2) == 0) {
            snprintf(line, sizeof line, "%*s// above L%u\n", 4 * depth + 6, "", (unsigned)number);
            put(m, line);
        }
        if (m->lines)
            snprintf(line, sizeof line, "%*s", 4 * depth + 6, "");
        else
            line[0] = '\0';
        put(m, line);
        if (!m->lines) loose_space(m);
        add_layer(m, parent, depth + 1);
        const bool more = i + 1 < count && m->layer_count + 2 < MAX_LAYERS;
        if (!m->lines) loose_space(m);
        if (more || roll(m, 3) == 0) put(m, ",");
        line[0] = '\0';
        if (m->lines && roll(m, 2) == 0)
            snprintf(line, sizeof line, " // behind L%u", (unsigned)number);
        if (m->lines) strcat(line, "\n");
        put(m, line);
        if (!more) break;
    }
    if (m->lines) {
        char line[128];
        snprintf(line, sizeof line, "%*s]", 4 * depth + 4, "");
        put(m, line);
    } else {
        loose_space(m);
        put(m, "]");
    }
}

static void add_layer(struct written *m, int parent, int depth)
{
    static const char *const altitudes[] = {"m", "tu"}, *const slopes[] = {"deg", "percent",
                                                                           "gradient", "\xc2\xb0",
                                                                           "%"};
    const uint32_t index = m->layer_count++;
    struct made_layer *layer = &m->layers[index];
    layer->parent = parent;
    snprintf(layer->name, sizeof layer->name, "L%u", (unsigned)index);
    put(m, "{");
    add_key(m, "name");
    put(m, "\"");
    put(m, layer->name);
    put(m, "\"");
    if (roll(m, 2) == 0) {
        put(m, ",");
        add_key(m, "coverage");
        add_number(m, "coverage", "", true);
    }
    if (roll(m, 2) == 0) {
        put(m, ",");
        add_key(m, "fractal_noise");
        add_number(m, "fractal_noise", "", true);
    }
    if (roll(m, 2) == 0) {
        put(m, ",");
        add_key(m, "altitude");
        put(m, "{");
        add_limit(m, "max", "altitude.max", NULL, altitudes[roll(m, 2)]);
        loose_space(m);
        put(m, "}");
    }
    if (roll(m, 2) == 0) {
        put(m, ",");
        add_key(m, "slope");
        put(m, "{");
        add_limit(m, "min", "slope.min.at", NULL, slopes[roll(m, 5)]);
        if (roll(m, 2) == 0) put(m, ",");
        loose_space(m);
        put(m, "}");
    }
    if (roll(m, 4) == 0) {
        put(m, ",");
        add_key(m, "smoothing");
        put(m, "{\"size\":");
        add_number(m, "smoothing.size", "m", true);
        put(m, ", \"unit\":\"m\"}");
    }
    add_children(m, (int)index, depth);
    loose_space(m);
    if (m->lines) {
        /* A closing bracket on a line of its own, or not. */
        if (m->text[m->size - 1] == '\n') put(m, "  ");
    }
    put(m, "}");
}

static void make(struct written *m, uint64_t seed, bool lines)
{
    memset(m, 0, sizeof *m);
    m->random = seed;
    m->lines = lines;
    for (int i = 0; i < 3; i++) roll(m, 2);
    if (roll(m, 4) == 0) put(m, "\xef\xbb\xbf");
    loose_space(m);
    put(m, "{");
    add_key(m, "format");
    put(m, "\"scree-surface-2\",");
    add_key(m, "root");
    add_layer(m, -1, 0);
    if (roll(m, 2) == 0) put(m, ",");
    loose_space(m);
    put(m, "}");
    loose_space(m);
}

/* ---- numbers ---- */

static double file_unit(const char *unit, const char *field, double number)
{
    if (strcmp(unit, "m") == 0) return number / (strncmp(field, "smoo", 4) == 0 ? 10 : 8);
    if (strcmp(unit, "deg") == 0) return tan(number * 3.14159265358979323846 / 180);
    if (strcmp(unit, "percent") == 0 || strcmp(unit, "%") == 0) return number / 100;
    return number;
}

static void a_number_changes_and_no_other_byte(void **state)
{
    (void)state;
    static struct written m;
    size_t edits = 0, texts = 0;
    for (uint64_t seed = 1; edits < 1200; seed++) {
        make(&m, seed, seed % 2 == 0);
        if (m.slot_count == 0) continue;
        struct srf_map *map = read_with(m.text, &scale);
        assert_int_equal(map->layer_count, m.layer_count);
        texts++;
        for (int i = 0; i < 6; i++, edits++) {
            const size_t which = roll(&m, (uint32_t)m.slot_count);
            struct slot *slot = &m.slots[which];
            char token[24], value[48];
            const bool small = slot->unit[0] == '\0' || strncmp(slot->field, "smoo", 4) == 0;
            make_token(&m, token, small);
            snprintf(value, sizeof value, "%s%s", token, slot->unit);
            struct scree_error err = SCREE_ERROR_INIT;
            assert_ok(srf_set_field(map, slot->layer, slot->field, value, &scale, &err), &err);
            struct scree_bytes text;
            assert_ok(srf_to_text(&text, map, NULL, &err), &err);
            /* Before it, itself, behind it. */
            const size_t length = strlen(token), behind = m.size - slot->end;
            assert_int_equal(text.size, slot->begin + length + behind);
            assert_memory_equal(text.data, m.text, slot->begin);
            assert_memory_equal(text.data + slot->begin, token, length);
            assert_memory_equal(text.data + slot->begin + length, m.text + slot->end, behind);
            const double wanted = file_unit(slot->unit, slot->field, strtod(token, NULL));
            assert_true(number_of(map, slot->layer, slot->field) == (double)(float)wanted);
            /* The next one starts from there. */
            memcpy(m.text, text.data, text.size + 1);
            m.size = text.size;
            const ptrdiff_t shift = (ptrdiff_t)length - (ptrdiff_t)(slot->end - slot->begin);
            const size_t old_end = slot->end;
            for (size_t k = 0; k < m.slot_count; k++) {
                if (m.slots[k].begin >= old_end) m.slots[k].begin += (size_t)shift;
                if (m.slots[k].end >= old_end) m.slots[k].end += (size_t)shift;
            }
            file_bytes_free(&text);
        }
        srf_free(map);
    }
    assert_true(edits >= 1000 && texts > 100);
}

/* ---- layers ---- */

/* What belongs to a layer alone, blanks apart: from its bracket to its children or its end. */
static size_t own_part(char *out, const char *text, const char *name)
{
    char wanted[24];
    snprintf(wanted, sizeof wanted, "\"%s\"", name);
    const char *at = strstr(text, wanted);
    assert_non_null(at);
    while (*at != '{') at--;
    size_t length = 0;
    int depth = 0;
    for (;; at++) {
        if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at + 2, "*/") + 2;
            while (at < end) out[length++] = *at++;
            at--;
            continue;
        }
        if (strncmp(at, "//", 2) == 0) {
            while (*at != '\n') out[length++] = *at++;
        }
        if (*at == '[' && depth == 1) break;
        depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        out[length++] = *at;
        if (depth == 0) break;
    }
    out[length] = '\0';
    return length;
}

static void squeeze(char *text, bool commas)
{
    char *to = text;
    for (const char *c = text; *c != '\0'; c++)
        if (!isspace((unsigned char)*c) && !(commas && *c == ',')) *to++ = *c;
    *to = '\0';
}

static bool is_below(const struct srf_map *map, uint32_t layer, uint32_t above)
{
    for (const struct srf_layer *at = map->layers[layer]; at != NULL; at = at->parent)
        if (at->index == above) return true;
    return false;
}

static struct srf_map *without_text(const struct srf_map *map)
{
    struct scree_bytes bytes;
    struct srf_map *out;
    assert_int_equal(srf_write_memory(&bytes, map, NULL), SCREE_OK);
    assert_int_equal(srf_read_memory(&out, bytes.data, bytes.size, NULL, NULL), SCREE_OK);
    file_bytes_free(&bytes);
    return out;
}

enum { ADD, REMOVE, MOVE, COPY };

static void assert_same_tree(const struct srf_map *a, const struct srf_map *b)
{
    assert_int_equal(a->layer_count, b->layer_count);
    for (uint32_t i = 0; i < a->layer_count; i++) {
        assert_string_equal(a->layers[i]->name, b->layers[i]->name);
        assert_int_equal(a->layers[i]->depth, b->layers[i]->depth);
    }
}

/* Comments stay with their layer: above it, and behind it on the line of its last bracket. */
static void assert_comment(const char *text, const char *name, bool was_there, bool is_there,
                           const char *where)
{
    char wanted[40];
    snprintf(wanted, sizeof wanted, "// %s %s\n", where, name);
    const char *at = strstr(text, wanted);
    assert_true((at != NULL) == (was_there && is_there));
    if (at == NULL || strcmp(where, "above") != 0) return;
    at += strlen(wanted);
    at += strspn(at, " \t");
    assert_int_equal(*at, '{');
    char quoted[24];
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    const char *found = strstr(text, quoted);
    assert_true(found != NULL && found > at);
    while (*found != '{') found--;
    assert_ptr_equal(found, at);
}

static void other_layers_keep_their_bytes(void **state)
{
    (void)state;
    static struct written m;
    static char before[sizeof m.text], after[sizeof m.text], old[sizeof m.text];
    size_t changes = 0;
    for (uint64_t seed = 1; changes < 1000; seed++) {
        make(&m, seed * 7919, seed % 2 == 0);
        struct srf_map *map = read_with(m.text, &scale);
        for (int i = 0; i < 5; i++, changes++) {
            struct srf_map *plain = without_text(map), *was = NULL;
            assert_int_equal(srf_copy(&was, map, NULL), SCREE_OK);
            struct scree_bytes text;
            assert_int_equal(srf_to_text(&text, map, NULL, NULL), SCREE_OK);
            memcpy(old, text.data, text.size + 1);
            file_bytes_free(&text);
            const int what = (int)roll(&m, 4);
            const uint32_t layer = 1 + roll(&m, map->layer_count > 1 ? map->layer_count - 1 : 1);
            const uint32_t parent = roll(&m, map->layer_count), place = roll(&m, 4);
            char name[24];
            snprintf(name, sizeof name, "N%u", (unsigned)changes);
            uint32_t index[2] = {0, 0};
            enum scree_code code[2];
            struct srf_map **maps[2] = {&map, &plain};
            for (int k = 0; k < 2; k++) {
                struct scree_error err = SCREE_ERROR_INIT;
                code[k] = what == ADD ? srf_add_layer(maps[k], &index[k], parent, place, name, &err)
                          : what == REMOVE ? srf_remove_layer(maps[k], layer, &err)
                          : what == MOVE
                              ? srf_move_layer(maps[k], &index[k], layer, parent, place, &err)
                              : srf_copy_layer(maps[k], &index[k], layer, &err);
                if (code[k] != SCREE_OK && code[k] != SCREE_BAD_ARGUMENT) fail_msg("%s", err.text);
            }
            assert_int_equal(code[0], code[1]);
            assert_int_equal(index[0], index[1]);
            assert_same_tree(map, plain);
            assert_int_equal(srf_to_text(&text, map, NULL, NULL), SCREE_OK);
            const char *now = (const char *)text.data;
            if (code[0] != SCREE_OK) assert_string_equal(now, old);
            for (uint32_t k = 0; k < was->layer_count && code[0] == SCREE_OK; k++) {
                const bool touched = what != ADD && is_below(was, k, layer);
                const bool gone = touched && what == REMOVE;
                const char *of = was->layers[k]->name;
                if (what == COPY && touched) continue;
                if (!gone) {
                    own_part(before, old, of);
                    own_part(after, now, of);
                    /* Of what was moved, blanks may differ; so may a bracket's or a comma's before
                     * new children. */
                    if (touched || (k == parent && what != REMOVE)) {
                        squeeze(before, k == parent);
                        squeeze(after, k == parent);
                    }
                    if (k == parent && what != REMOVE)
                        assert_memory_equal(after, before, strcspn(before, "}/"));
                    else
                        assert_string_equal(after, before);
                }
                for (int c = 0; c < 2 && m.lines; c++) {
                    char wanted[40];
                    const char *where = c == 0 ? "above" : "behind";
                    snprintf(wanted, sizeof wanted, "// %s %s\n", where, of);
                    assert_comment(now, of, strstr(old, wanted) != NULL, !gone, where);
                }
            }
            file_bytes_free(&text);
            srf_free(was);
            srf_free(plain);
            /* Names must stay unique. */
            if (what == COPY) break;
        }
        srf_free(map);
    }
}

/* text with CR LF. */
static void end_in_crlf(char *to, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\n') *to++ = '\r';
        *to++ = *text;
    }
    *to = '\0';
}

/* The same changes of a text with CR LF make the same text with CR LF. */
static void lines_end_as_they_did(void **state)
{
    (void)state;
    static const char text[] = "{\n"
                               "  \"format\": \"scree-surface-2\",\n"
                               "  \"root\": {\n"
                               "    \"name\": \"Rock\",\n"
                               "    \"children\": [\n"
                               "      // above A\n"
                               "      {\"name\": \"A\", \"children\": [\n"
                               "        {\n"
                               "          \"name\": \"B\"\n"
                               "        } // behind B\n"
                               "\n"
                               "      ]}, // behind A\n"
                               "      {\"name\": \"C\", \"children\": []}, {\"name\": \"D\"}\n"
                               "    ]\n"
                               "  }\n"
                               "}\n";
    char crlf[2 * sizeof text];
    end_in_crlf(crlf, text);
    for (int what = 0; what < 9; what++) {
        struct scree_bytes made[2];
        for (int k = 0; k < 2; k++) {
            struct srf_map *map = read_with(k == 0 ? text : crlf, NULL);
            struct scree_error err = SCREE_ERROR_INIT;
            uint32_t index;
            assert_ok(what == 0   ? srf_add_layer(&map, &index, 0, 1, "N", &err)
                      : what == 1 ? srf_add_layer(&map, &index, 3, 0, "N", &err)
                      : what == 2 ? srf_add_layer(&map, &index, 1, 1, "N", &err)
                      : what == 3 ? srf_move_layer(&map, &index, 1, 3, 0, &err)
                      : what == 4 ? srf_move_layer(&map, &index, 2, 0, 0, &err)
                      : what == 5 ? srf_remove_layer(&map, 4, &err)
                      : what == 6 ? srf_remove_layer(&map, 1, &err)
                      : what == 7 ? srf_copy_layer(&map, &index, 1, &err)
                                  : srf_set_field(map, 2, "coverage", "0.5", NULL, &err),
                      &err);
            assert_int_equal(srf_to_text(&made[k], map, NULL, NULL), SCREE_OK);
            srf_free(map);
        }
        char expected[4 * sizeof text];
        assert_true(2 * made[0].size < sizeof expected);
        end_in_crlf(expected, (const char *)made[0].data);
        assert_string_equal((const char *)made[1].data, expected);
        file_bytes_free(&made[0]);
        file_bytes_free(&made[1]);
    }
}

/* ---- what is set in words ---- */

static void set(struct srf_map *map, uint32_t layer, const char *field, const char *value)
{
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_set_field(map, layer, field, value, NULL, &err), &err);
}

static void what_is_not_there_is_put_in(void **state)
{
    (void)state;
    struct srf_map *map = read_with("{\n"
                                    "  \"format\": \"scree-surface-2\",\n"
                                    "  \"root\": {\n"
                                    "    \"name\": \"Rock\", // grey\n"
                                    "    \"children\": [\n"
                                    "      {\n"
                                    "        \"name\": \"Grass\" // green\n"
                                    "      },\n"
                                    "      {\"name\": \"Snow\"}\n"
                                    "    ]\n"
                                    "  }\n"
                                    "}\n",
                                    NULL);
    set(map, 1, "coverage", "40%");
    set(map, 1, "altitude.max", "120m");
    set(map, 1, "altitude.max.fuzziness", "7.50m");
    set(map, 1, "altitude.min.at", "3tu");
    set(map, 2, "slope.max", "30.0deg");
    set(map, 2, "color", "#112233");
    set(map, 2, "fractal_noise", "30slider");
    set(map, 0, "colour", "1,2,3");
    assert_text(map,
                "{\n"
                "  \"format\": \"scree-surface-2\",\n"
                "  \"root\": {\n"
                "    \"name\": \"Rock\", // grey\n"
                "    \"colour\": [1, 2, 3],\n"
                "    \"children\": [\n"
                "      {\n"
                "        \"name\": \"Grass\", // green\n"
                "        \"coverage\": 0.4,\n"
                "        \"altitude\": {\"max\": {\"at\": 120, \"unit\": \"m\", \"fuzziness\": "
                "7.50}, \"min\": {\"at\": 3, \"unit\": \"tu\", \"on\": false}}\n"
                "      },\n"
                "      {\"name\": \"Snow\", \"slope\": {\"max\": {\"at\": 30.0, \"unit\": "
                "\"deg\"}}, \"colour\": \"#112233\", \"fractal_noise\": {\"slider\": 30}}\n"
                "    ]\n"
                "  }\n"
                "}\n");
    assert_int_equal(map->unresolved, 2);
    /* Off and on again; units stay; a slider's position alone changes. */
    set(map, 2, "slope.max", "off");
    set(map, 2, "slope.max", "100%");
    set(map, 2, "fractal_noise", "31slider");
    set(map, 2, "name", "\xe5\xb2\xa9 \"x\"");
    struct scree_bytes text;
    assert_int_equal(srf_to_text(&text, map, NULL, NULL), SCREE_OK);
    assert_non_null(
        strstr((char *)text.data,
               "{\"name\": \"\xe5\xb2\xa9 \\\"x\\\"\", \"slope\": {\"max\": {\"at\": 45, "
               "\"unit\": \"deg\", \"on\": true}}, \"colour\": \"#112233\", "
               "\"fractal_noise\": {\"slider\": 31}}"));
    file_bytes_free(&text);
    /* Values in the file's own units go into the text's. */
    const double gradient = 0.5;
    assert_int_equal(srf_set_numbers(map, 2, "slope.max.at", &gradient, 1, NULL), SCREE_OK);
    assert_true(number_of(map, 2, "slope.max.at") == 0.5);
    assert_int_equal(srf_to_text(&text, map, NULL, NULL), SCREE_OK);
    assert_non_null(strstr((char *)text.data, "\"at\": 26.565"));
    file_bytes_free(&text);
    srf_free(map);
}

/* A value of layer 1 is refused and the text stays; message NULL: whatever it says. */
static void assert_refused_value(struct srf_map *map, const char *field, const char *value,
                                 const char *message, const char *text)
{
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(srf_set_field(map, 1, field, value, NULL, &err), SCREE_BAD_ARGUMENT);
    if (message != NULL) assert_string_equal(err.text, message);
    assert_text(map, text);
}

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "{\"name\": \"A\", \"altitude\": {\"max\": {\"at\": 5, \"unit\": \"m\"}}}" TAIL;
    static const struct {
        const char *field, *value, *message;
    } wrong[] = {
        {"coverage", "40", "coverage=40: coverage goes from 0 to 1; for 40 % write 40%"},
        {"coverage", "-1", "coverage=-1: coverage goes from 0 to 1, or from 0% to 100%"},
        {"coverage", "140%", "coverage=140%: coverage goes from 0 to 1, or from 0% to 100%"},
        {"coverage", "1e999", NULL},
        {"altitude.max", "5", "altitude.max=5: 5 needs a unit, m, tu, area% or range%"},
        {"altitude.max", "5tu",
         "altitude.max: the text has it in m; give the value in m, or the {terrain} to convert "
         "it"},
        {"altitude.max.fuzziness", "-5m",
         "altitude.max.fuzziness=-5m: a fuzziness cannot be negative"},
        {"colour", "#12345", "colour=#12345: expected a colour such as #5c544a"},
        {"nothing", "1", "nothing: there is no such field"},
    };
    struct srf_map *map = read_with(text, &(const struct srf_scale){.may_lack = true});
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused_value(map, wrong[i].field, wrong[i].value, wrong[i].message, text);
    assert_int_equal(srf_set_field(map, 7, "coverage", "1", NULL, NULL), SCREE_BAD_ARGUMENT);
    assert_int_equal(srf_remove_layer(&map, 0, NULL), SCREE_BAD_ARGUMENT);
    assert_text(map, text);
    /* With the scale it can be converted. */
    assert_int_equal(srf_set_field(map, 1, "altitude.max", "5tu", &scale, NULL), SCREE_OK);
    assert_int_equal(map->unresolved, 0);
    assert_text(map, HEAD
                "{\"name\": \"A\", \"altitude\": {\"max\": {\"at\": 40, \"unit\": \"m\"}}}" TAIL);
    srf_free(map);
}

/* Whole numbers may be typed with a point; the text has none there. */
static void whole_numbers_have_no_point(void **state)
{
    (void)state;
    struct srf_map *map =
        read_with(HEAD "{\"name\": \"A\", \"colour\": [1,2, 3]}, {\"name\": \"B\"}" TAIL, NULL);
    set(map, 1, "colour", "92.0,2.0,74");
    set(map, 2, "colour", "9.20e1, 84,74.0");
    assert_text(map, HEAD "{\"name\": \"A\", \"colour\": [92,2, 74]}, "
                          "{\"name\": \"B\", \"colour\": [92, 84, 74]}" TAIL);
    srf_free(map);
    /* A list stays one, with the comments in it, also where the colour is written in another way: as the
     * screen shows it, of which the file has the square (docs/surface-text.md): 59 / 255 is 14 / 256. */
    map = read_with(HEAD "{\"name\": \"A\", \"colour\": [74, /* c */ 78, 19]}" TAIL, NULL);
    set(map, 1, "colour", "#3b4e10");
    assert_text(map, HEAD "{\"name\": \"A\", \"colour\": [14, /* c */ 24, 1]}" TAIL);
    srf_free(map);
}

/* A number that nobody can convert without the terrain is not written under another unit. */
static void unknown_units_are_not_taken_for_others(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "{\"name\": \"A\", \"altitude\": {\"max\": {\"at\": 10, \"fuzziness\": 2, \"unit\": "
             "\"tu\"}}, \"slope\": {\"min\": {\"at\": 30, \"unit\": \"deg\"}}}" TAIL;
#define HAS_IT_IN(field, unit)                                                                     \
    field, field ": the text has it in " unit "; give the value in " unit                          \
                 ", or the {terrain} to convert it"
    static const struct {
        const char *value, *field, *message;
    } wrong[] = {
        {"300m", HAS_IT_IN("altitude.max", "tu")},
        {"30area%", HAS_IT_IN("altitude.max", "tu")},
        {"30range%", HAS_IT_IN("altitude.max", "tu")},
        {"30m", HAS_IT_IN("altitude.max.fuzziness", "tu")},
        {"30area%", HAS_IT_IN("slope.min", "deg")},
        {"5area%", HAS_IT_IN("slope.min.fuzziness", "deg")},
    };
    struct srf_map *map = read_with(text, &(const struct srf_scale){.may_lack = true});
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused_value(map, wrong[i].field, wrong[i].value, wrong[i].message, text);
    /* With the scale it can be converted. */
    assert_int_equal(srf_set_field(map, 1, "altitude.max", "320m", &scale, NULL), SCREE_OK);
    assert_true(number_of(map, 1, "altitude.max") == 40);
    srf_free(map);
}

static void patterns_are_rolled_in_the_text(void **state)
{
    (void)state;
    struct srf_map *map = read_with(
        HEAD "{\"name\": \"A\", \"texture\": {\"origin\": [ 1,2 ,3, 4 ]}}, // a\n"
             "{\"name\": \"B\", \"texture\": {\"origin\": [1, 2, 3, 4]}}, {\"name\": \"C\"}" TAIL,
        NULL);
    struct srf_map *plain = without_text(map);
    assert_int_equal(srf_reroll(map, 5, NULL), SCREE_OK);
    assert_int_equal(srf_reroll(plain, 5, NULL), SCREE_OK);
    for (uint32_t i = 1; i < 4; i++)
        assert_memory_equal(map->layers[i]->orig, plain->layers[i]->orig,
                            sizeof plain->layers[i]->orig);
    assert_memory_equal(map->layers[1]->orig, map->layers[2]->orig, sizeof map->layers[1]->orig);
    assert_true(map->layers[1]->orig[0] != map->layers[3]->orig[0]);
    struct scree_bytes text;
    assert_int_equal(srf_to_text(&text, map, NULL, NULL), SCREE_OK);
    assert_non_null(strstr((char *)text.data, " ]}}, // a\n"));
    file_bytes_free(&text);
    srf_free(plain);
    srf_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_alone_covers_everything),
        cmocka_unit_test(comments_units_colours_and_scripts_are_read),
        cmocka_unit_test(shares_follow_the_ground),
        cmocka_unit_test(what_is_wrong_has_its_place),
        cmocka_unit_test(a_number_changes_and_no_other_byte),
        cmocka_unit_test(other_layers_keep_their_bytes),
        cmocka_unit_test(lines_end_as_they_did),
        cmocka_unit_test(what_is_not_there_is_put_in),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(unknown_units_are_not_taken_for_others),
        cmocka_unit_test(whole_numbers_have_no_point),
        cmocka_unit_test(patterns_are_rolled_in_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

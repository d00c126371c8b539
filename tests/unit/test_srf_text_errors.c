/* srf/: what is said about a text that is not a surface map, and where. */
#include "tests/unit/srf_made.h"

#define HEAD "{\"format\": \"scree-surface-2\", \"root\": "

struct wrong {
    const char *text, *message;
};

static void assert_all_refused(const struct wrong *wrong, size_t count, enum scree_code code)
{
    for (size_t i = 0; i < count; i++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct srf_map *map;
        const size_t size = strlen(wrong[i].text);
        const enum scree_code found =
            srf_from_text(&map, (const uint8_t *)wrong[i].text, size, NULL, NULL, &err);
        if (found != code || strcmp(err.text, wrong[i].message) != 0)
            fail_msg("%s\nexpected %d %s\nfound    %d %s", wrong[i].text, (int)code,
                     wrong[i].message, (int)found, err.text);
        assert_null(map);
        assert_int_equal(err.offset, SCREE_NO_OFFSET);
        assert_int_equal(
            srf_from_text(&map, (const uint8_t *)wrong[i].text, size, NULL, NULL, NULL), code);
    }
}

/* A mistake is known by what is said of it, its place left out. */
static const char *after_place(const char *message)
{
    const char *at = strstr(message, "root");
    return at != NULL ? at : message;
}

static void assert_no_two_alike(const struct wrong *wrong, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(after_place(wrong[i].message), after_place(wrong[k].message)) == 0)
                fail_msg("%s and %s: both %s", wrong[k].text, wrong[i].text, wrong[i].message);
}

static void wrong_documents(void **state)
{
    (void)state;
    static const struct wrong wrong[] = {
        {"", "line 1, column 0: '[' or '{' expected near end of file"},
        {"[]", "expected an object in {}"},
        {"{\n \"format\": 1,,\n}", "line 2, column 14: string or '}' expected near ','"},
        {"{\"format\": \"scree-surface-2\",\n \"root\": {},\n \"root\": {}}",
         "line 3, column 7: duplicate object key near '\"root\"'"},
        {"\n  {}",
         "line 2, column 3: \"format\" is missing, expected \"format\": \"scree-surface-2\""},
        {"{\"format\": \"scree-surface-2\"}",
         "line 1, column 1: \"root\" is missing: the layer below all others"},
        {HEAD "{}, \"roots\": 1}", "line 1, column 52: roots: unknown key, expected format, "
                                   "container, root, credit, scene, chunks, tail"},
        {HEAD "{}, \"container\": \"world \"}",
         "line 1, column 56: container: expected \"surface map\" or \"world\""},
        {HEAD "{}, \"container\": 2}",
         "line 1, column 56: container: expected \"surface map\" or \"world\""},
        {HEAD "{}, \"tail\": \"AB\"}",
         "line 1, column 51: tail: is not base64: groups of 4 of A-Z a-z 0-9 + /, the last filled "
         "up with '='"},
        {HEAD "{}, \"tail\": 5}",
         "line 1, column 51: tail: expected bytes as a base64 text, found a number"},
        {HEAD "[]}", "line 1, column 39: root: expected an object in {}, found a list"},
    };
    assert_all_refused(wrong, sizeof wrong / sizeof wrong[0], SCREE_MALFORMED);
    static const struct wrong other[] = {
        {"{\"root\": {}, \"format\": \"scree-surface-3\"}",
         "line 1, column 24: format: expected \"scree-surface-2\", found \"scree-surface-3\"; "
         "write "
         "the text again from its .srf"},
        {"{\"root\": {}, \"format\": \"scree-surface-1\"}",
         "line 1, column 24: format: expected \"scree-surface-2\", found \"scree-surface-1\"; "
         "write "
         "the text again from its .srf"},
        {"{\"root\": {}, \"format\": 1}",
         "line 1, column 24: format: expected \"scree-surface-2\", found a number"}};
    assert_all_refused(other, sizeof other / sizeof other[0], SCREE_UNSUPPORTED);
}

static void wrong_values(void **state)
{
    (void)state;
    static const struct wrong wrong[] = {
        {HEAD "{\n  \"coverage\": \"0.5\"}}",
         "line 2, column 15: root.coverage: expected a number, found text"},
        {HEAD "{\"coverage\": null}}",
         "line 1, column 52: root.coverage: expected a number, found null"},
        {HEAD "{\"coverage\": true}}",
         "line 1, column 52: root.coverage: expected a number, found true or false"},
        {HEAD "{\"coverage\": {}}}",
         "line 1, column 52: root.coverage: expected a value, found an object"},
        {HEAD "{\"coverage\": {\"slider\": 101}}}",
         "line 1, column 63: root.coverage.slider: expected a position from 0 to 100"},
        {HEAD "{\"coverage\": {\"slider\": \"5\"}}}",
         "line 1, column 63: root.coverage.slider: expected a position from 0 to 100"},
        {HEAD "{\"coverage\": {\"base64\": \"AAAA\"}}}",
         "line 1, column 52: root.coverage: has 3 bytes, a number has 4"},
        {HEAD "{\"coverage\": 1e39}}",
         "line 1, column 52: root.coverage: is too large: numbers go up to 3.4e38"},
        {HEAD "{\"texture\": {\"isolation\": {\"slider\": 5}}}}",
         "line 1, column 76: root.texture.isolation.slider: this value has no slider"},
        {HEAD "{\"texture\": {\"negative\": -1}}}",
         "line 1, column 64: root.texture.negative: expected true, false or a whole number from 0 "
         "to 4294967295"},
        {HEAD "{\"colour\": [1, 2]}}",
         "line 1, column 50: root.colour: expected 3 whole numbers such as [92, 84, 74], found 2"},
        {HEAD "{\"colour\": 7}}",
         "line 1, column 50: root.colour: expected 3 whole numbers such as [92, 84, 74], found a "
         "number"},
        {HEAD "{\"colour\": [1, 2.5, 3]}}",
         "line 1, column 54: root.colour[1]: expected a whole number from -32768 to 32767"},
        {HEAD "{\"colour\": [1, 2, \"x\"]}}", "line 1, column 57: root.colour[2]: expected a whole "
                                              "number from -32768 to 32767, found text"},
        {HEAD "{\"texture\": {\"origin\": [1, 2, 3]}}}",
         "line 1, column 62: root.texture.origin: expected 4 numbers such as [811.5, 20977.25, 0, "
         "0], found 3"},
        {HEAD "{\"name\": 5}}",
         "line 1, column 48: root.name: expected a name in quotes, found a number"},
        {HEAD "{\"texture\": {\"name\": \"\xe5\xb1\xb1\"}}}",
         "line 1, column 60: root.texture.name: has a character that Windows-1252 lacks"},
        {HEAD "{\"children\": {}}}",
         "line 1, column 52: root.children: expected a list of layers in [], found an object"},
        {HEAD "{\"children\": [{}, {\"children\": [{\"covrage\": 1}]}]}}",
         "line 1, column 83: root.children[1].children[0].covrage: unknown key, expected name, "
         "colour, coverage, fractal_noise, smoothing, altitude, slope, aspect, position, "
         "curvature, mask, wetness, sky, near, texture, bump, children, chunks"},
        {HEAD "{\"bump\": {\"x\": 1}}}",
         "line 1, column 54: root.bump.x: unknown key, expected amount, mimic_terrain, texture"},
        {HEAD "{\"bu\\u006dp\": {\"amount\": []}}}",
         "line 1, column 64: root.bump.amount: expected a number, found a list"},
    };
    assert_all_refused(wrong, sizeof wrong / sizeof wrong[0], SCREE_MALFORMED);
}

static void wrong_limits(void **state)
{
    (void)state;
    static const struct wrong wrong[] = {
        {HEAD "{\"altitude\": {\"min\": {\"at\": 5}}}}",
         "line 1, column 60: root.altitude.min: say in which unit: \"unit\": m, tu, area% or "
         "range%"},
        {HEAD "{\"slope\": {\"max\": {\"fuzziness\": 5}}}}",
         "line 1, column 57: root.slope.max: say in which unit: \"unit\": deg, percent, gradient "
         "or area%"},
        {HEAD "{\"smoothing\": {\"size\": 5}}}",
         "line 1, column 53: root.smoothing: say in which unit: \"unit\": tu or m"},
        {HEAD "{\"altitude\": {\"min\": {\"at\": 5, \"unit\": \"ft\"}}}}",
         "line 1, column 78: root.altitude.min.unit: \"ft\" is not a unit here; expected m, tu, "
         "area% or range%"},
        {HEAD "{\"slope\": {\"min\": {\"at\": 5, \"unit\": \"m\"}}}}",
         "line 1, column 75: root.slope.min.unit: \"m\" is not a unit here; expected deg, percent, "
         "gradient or area%"},
        {HEAD "{\"slope\": {\"min\": {\"at\": 5, \"unit\": 3}}}}",
         "line 1, column 75: root.slope.min.unit: expected deg, percent, gradient or area% in "
         "quotes, found a number"},
        {HEAD "{\"altitude\": {\"min\": {\"at\": 5, \"unit\": \"m\"}}}}",
         "line 1, column 67: root.altitude.min.at: metres need the scale of a terrain: give "
         "{terrain} or {cell_m}"},
        {HEAD "{\"slope\": {\"min\": {\"at\": 90, \"unit\": \"deg\"}}}}",
         "line 1, column 64: root.slope.min.at: 90 degrees: a slope is less than 90 degrees"},
        {HEAD "{\"slope\": {\"min\": {\"at\": 80, \"fuzziness\": 11, \"unit\": \"deg\"}}}}",
         "line 1, column 81: root.slope.min.fuzziness: 91 degrees: a slope is less than 90 "
         "degrees"},
        {HEAD "{\"slope\": {\"min\": {\"on\": \"yes\"}}}}",
         "line 1, column 64: root.slope.min.on: expected true or false, found text"},
        {HEAD "{\"slope\": {\"min\": 35}}}",
         "line 1, column 57: root.slope.min: expected an object in {}, found a number"},
        {HEAD "{\"slope\": {\"at\": 35}}}",
         "line 1, column 56: root.slope.at: unknown key, expected min, max"},
        {HEAD "{\"slope\": {\"max\": {\"fuzzy\": 35}}}}",
         "line 1, column 67: root.slope.max.fuzzy: unknown key, expected on, at, fuzziness, unit"},
        {HEAD "{\"position\": {\"size\": 300}}}",
         "line 1, column 52: root.position: say in which unit: \"unit\": tu or m"},
        {HEAD "{\"position\": {\"size\": 300, \"unit\": \"deg\"}}}",
         "line 1, column 74: root.position.unit: \"deg\" is not a unit here; expected tu or m"},
        {HEAD "{\"position\": {\"min\": {\"at\": 5}}}}",
         "line 1, column 60: root.position.min: say in which unit: \"unit\": tu or m"},
        {HEAD "{\"position\": {\"min\": {\"at\": 5, \"unit\": \"area%\"}}}}",
         "line 1, column 78: root.position.min.unit: \"area%\" is not a unit here; expected tu or "
         "m"},
        {HEAD "{\"position\": {\"max\": {\"at\": 5, \"unit\": \"m\"}}}}",
         "line 1, column 67: root.position.max.at: metres need the scale of a terrain: give "
         "{terrain} or {cell_m}"},
        {HEAD "{\"position\": {\"radius\": 5}}}",
         "line 1, column 63: root.position.radius: unknown key, expected min, max, size, unit"},
        {HEAD "{\"position\": {\"min\": 5}}}",
         "line 1, column 60: root.position.min: expected an object in {}, found a number"},
        {HEAD "{\"curvature\": {\"size\": 100}}}",
         "line 1, column 53: root.curvature: say in which unit: \"unit\": tu or m"},
        {HEAD "{\"curvature\": {\"size\": 100, \"unit\": \"1/m\"}}}",
         "line 1, column 75: root.curvature.unit: \"1/m\" is not a unit here; expected tu or m"},
        {HEAD "{\"curvature\": {\"size\": 100, \"unit\": \"m\"}}}",
         "line 1, column 62: root.curvature.size: metres need the scale of a terrain: give "
         "{terrain} or {cell_m}"},
        {HEAD "{\"curvature\": {\"min\": {\"at\": 5, \"unit\": \"m\"}}}}",
         "line 1, column 79: root.curvature.min.unit: unknown key, expected on, at, fuzziness"},
        {HEAD "{\"curvature\": {\"max\": {\"at\": {\"slider\": 5}}}}}",
         "line 1, column 79: root.curvature.max.at.slider: this value has no slider"},
        {HEAD "{\"curvature\": {\"max\": {\"fuzziness\": \"wide\"}}}}",
         "line 1, column 75: root.curvature.max.fuzziness: expected a number, found text"},
        {HEAD "{\"curvature\": {\"on\": true}}}",
         "line 1, column 60: root.curvature.on: unknown key, expected min, max, size, unit"},
        {HEAD "{\"curvature\": \"ridges\"}}",
         "line 1, column 53: root.curvature: expected an object in {}, found text"},
        {HEAD "{\"wetness\": {\"min\": {\"at\": 5, \"unit\": \"m2\"}}}}",
         "line 1, column 77: root.wetness.min.unit: unknown key, expected on, at, fuzziness"},
        {HEAD "{\"wetness\": {\"unit\": \"ha\"}}}",
         "line 1, column 60: root.wetness.unit: unknown key, expected min, max"},
        {HEAD "{\"wetness\": {\"min\": {\"at\": {\"slider\": 5}}}}}",
         "line 1, column 77: root.wetness.min.at.slider: this value has no slider"},
        {HEAD "{\"wetness\": {\"max\": {\"fuzziness\": true}}}}",
         "line 1, column 73: root.wetness.max.fuzziness: expected a number, found true or false"},
        {HEAD "{\"sky\": {\"at\": 0.5}}}",
         "line 1, column 54: root.sky.at: unknown key, expected min, max"},
        {HEAD "{\"sky\": {\"min\": 0.5}}}",
         "line 1, column 55: root.sky.min: expected an object in {}, found a number"},
        {HEAD "{\"wetness\": 5}}",
         "line 1, column 51: root.wetness: expected an object in {}, found a number"},
        {HEAD "{\"mask\": \"meadow.png\"}}",
         "line 1, column 48: root.mask: expected an object in {}, found text"},
        {HEAD "{\"mask\": {\"file\": 5}}}",
         "line 1, column 57: root.mask.file: expected a name in quotes, found a number"},
        {HEAD "{\"mask\": {\"file\": \"a.png\", \"invert\": \"yes\"}}}",
         "line 1, column 76: root.mask.invert: expected true or false, found text"},
        {HEAD "{\"mask\": {\"picture\": \"a.png\"}}}",
         "line 1, column 60: root.mask.picture: unknown key, expected on, file, classes, feather, "
         "invert, unit"},
        {HEAD "{\"mask\": {\"file\": \"a.png\", \"classes\": 10}}}",
         "line 1, column 77: root.mask.classes: expected a list such as [10, \"Forest\"], found a "
         "number"},
        {HEAD "{\"mask\": {\"file\": \"a.png\", \"classes\": []}}}",
         "line 1, column 77: root.mask.classes: expected a list such as [10, \"Forest\"], found an "
         "empty one"},
        {HEAD "{\"mask\": {\"file\": \"a.png\", \"classes\": [1, -1]}}}",
         "line 1, column 81: root.mask.classes[1]: expected a class, which is a number from 0 to "
         "65535 or a name of the legend without a comma"},
        {HEAD "{\"mask\": {\"file\": \"a.png\", \"feather\": 3}}}",
         "line 1, column 48: root.mask: say in which unit: \"unit\": tu or m"},
        {HEAD "{\"mask\": {\"file\": {\"slider\": 5}}}}",
         "line 1, column 68: root.mask.file.slider: this value has no slider"},
        {HEAD "{\"aspect\": 90}}",
         "line 1, column 50: root.aspect: expected an object in {}, found a number"},
        {HEAD "{\"aspect\": {\"toward\": \"north\"}}}",
         "line 1, column 61: root.aspect.toward: expected a number, found text"},
        {HEAD "{\"aspect\": {\"spread\": [10, 20]}}}",
         "line 1, column 61: root.aspect.spread: expected a number, found a list"},
        {HEAD "{\"aspect\": {\"fuzziness\": {\"slider\": 5}}}}",
         "line 1, column 75: root.aspect.fuzziness.slider: this value has no slider"},
        {HEAD "{\"aspect\": {\"on\": \"yes\"}}}",
         "line 1, column 57: root.aspect.on: expected true or false, found text"},
        {HEAD "{\"aspect\": {\"min\": {\"at\": 90}}}}",
         "line 1, column 58: root.aspect.min: unknown key, expected on, toward, spread, fuzziness, "
         "level"},
        {HEAD "{\"aspect\": {\"toward\": 90, \"unit\": \"deg\"}}}",
         "line 1, column 73: root.aspect.unit: unknown key, expected on, toward, spread, "
         "fuzziness, "
         "level"},
        {HEAD "{\"sky\": {\"min\": {\"at\": 0.5, \"unit\": \"%\"}}}}",
         "line 1, column 75: root.sky.min.unit: unknown key, expected on, at, fuzziness"},
        {HEAD "{\"sky\": {\"max\": {\"at\": {\"slider\": 80}}}}}",
         "line 1, column 73: root.sky.max.at.slider: this value has no slider"},
        {HEAD "{\"sky\": {\"max\": {\"fuzziness\": \"wide\"}}}}",
         "line 1, column 69: root.sky.max.fuzziness: expected a number, found text"},
        {HEAD "{\"sky\": {\"min\": {\"on\": \"dusk\"}}}}",
         "line 1, column 62: root.sky.min.on: expected true or false, found text"},
        {HEAD "{\"sky\": {\"share\": 0.5}}}",
         "line 1, column 57: root.sky.share: unknown key, expected min, max"},
        {HEAD "{\"wetness\": {\"min\": {\"at\": \"2 ha\"}}}}",
         "line 1, column 66: root.wetness.min.at: expected a number, found text"},
        {HEAD "{\"wetness\": {\"max\": {\"on\": \"no\"}}}}",
         "line 1, column 66: root.wetness.max.on: expected true or false, found text"},
        {HEAD "{\"mask\": {\"feather\": 3, \"unit\": \"deg\"}}}",
         "line 1, column 71: root.mask.unit: \"deg\" is not a unit here; expected tu or m"},
        {HEAD "{\"mask\": {\"feather\": 3, \"unit\": \"m\"}}}",
         "line 1, column 60: root.mask.feather: metres need the scale of a terrain: give {terrain} "
         "or {cell_m}"},
        {HEAD "{\"mask\": {\"on\": \"yes\"}}}",
         "line 1, column 55: root.mask.on: expected true or false, found text"},
        {HEAD "{\"mask\": {\"min\": {\"at\": 0.5}}}}",
         "line 1, column 56: root.mask.min: unknown key, expected on, file, classes, feather, "
         "invert, unit"},
        {HEAD "{\"position\": {\"size\": \"300 m\"}}}",
         "line 1, column 61: root.position.size: expected a number, found text"},
        {HEAD "{\"curvature\": {\"min\": 0.002}}}",
         "line 1, column 61: root.curvature.min: expected an object in {}, found a number"},
        {HEAD "{\"aspect\": {\"level\": {\"slider\": 50}}}}",
         "line 1, column 71: root.aspect.level.slider: this value has no slider"},
    };
    assert_all_refused(wrong, sizeof wrong / sizeof wrong[0], SCREE_MALFORMED);
    assert_no_two_alike(wrong, sizeof wrong / sizeof wrong[0]);
}

static void wrong_chunks(void **state)
{
    (void)state;
    static const struct wrong wrong[] = {
        {HEAD "{\"chunks\": 5}}",
         "line 1, column 50: root.chunks: expected a list of chunks in [], found a number"},
        {HEAD "{\"chunks\": [5]}}",
         "line 1, column 51: root.chunks[0]: expected a marker in quotes or an object, found a "
         "number"},
        {HEAD "{\"chunks\": [\"NAMES\"]}}",
         "line 1, column 51: root.chunks[0]: expected the marker of a chunk, 4 plain characters in "
         "quotes"},
        {HEAD "{\"chunks\": [{\"data\": \"\"}]}}",
         "line 1, column 51: root.chunks[0]: expected the marker of a chunk, 4 plain characters in "
         "quotes"},
        {HEAD "{\"chunks\": [{\"marker\": \"NAME\", \"x\": \"\"}]}}",
         "line 1, column 75: root.chunks[0].x: unknown key, expected marker, data, padding, "
         "chunks"},
        {HEAD "{\"chunks\": [\"ABCD\"]}}",
         "line 1, column 51: root.chunks[0]: no key describes ABCD here: give its \"data\""},
        {HEAD "{\"chunks\": [\"NAME\", \"name\"]}}",
         "line 1, column 59: root.chunks[1]: NAME is listed twice: give one of them its \"data\""},
        {HEAD "{\"chunks\": [\"TERM\", \"TERM\"]}}",
         "line 1, column 59: root.chunks[1]: DIFP is listed before: list the chunks of this TERM, "
         "with their \"data\""},
        {HEAD "{\"chunks\": [\"SRFL\"]}}",
         "line 1, column 51: root.chunks[0]: more SRFL than there are layers in \"children\""},
        {HEAD "{\"children\": [{}], \"chunks\": []}}",
         "line 1, column 68: root.chunks: fewer SRFL than layers: \"SRFL\" stands for each"},
        {HEAD "{\"children\": [{}], \"chunks\": [{\"marker\": \"SRFL\", \"data\": \"\"}]}}",
         "line 1, column 69: root.chunks[0]: a layer has neither data nor chunks here: its "
         "contents "
         "stand in \"children\""},
        {HEAD "{\"chunks\": [{\"marker\": \"TERM\", \"data\": \"\"}]}}",
         "line 1, column 51: root.chunks[0]: TERM holds chunks, not data"},
        {HEAD "{\"chunks\": [{\"marker\": \"NAME\", \"chunks\": []}]}}",
         "line 1, column 51: root.chunks[0]: NAME holds no chunks here"},
        {HEAD "{\"chunks\": [{\"marker\": \"ABCD\", \"data\": \"AA==\", \"padding\": \"AA==\"},"
              "\"NAME\"]}}",
         "line 1, column 97: root.chunks[0].padding: has 1 bytes, a chunk of 1 bytes needs 3"},
        {HEAD "{\"chunks\": [{\"marker\": \"ABCD\", \"data\": \"\", \"padding\": \"AA==\"}]}}",
         "line 1, column 93: root.chunks[0].padding: has 1 bytes, a chunk of 0 bytes needs 0"},
        {HEAD "{\"coverage\": 0.25, \"chunks\": [\"NAME\"]}}",
         "line 1, column 52: root.coverage: its chunk COVR is not in \"chunks\": list it there "
         "without data"},
        {HEAD "{\"altitude\": {\"min\": {}}, \"chunks\": [\"NAME\"]}}",
         "line 1, column 52: root.altitude: its chunk ALTE is not in \"chunks\": list it there "
         "without data"},
        {HEAD "{}, \"chunks\": [\"SRFL\", \"SRFL\"]}",
         "line 1, column 62: chunks[1]: no key describes SRFL here: give its \"data\""},
        {HEAD "{}, \"chunks\": []}",
         "line 1, column 53: chunks: fewer SRFL than layers: \"SRFL\" stands for each"},
    };
    assert_all_refused(wrong, sizeof wrong / sizeof wrong[0], SCREE_MALFORMED);
}

/* What a reader of files refuses is refused here, too. */
static void wrong_sizes(void **state)
{
    (void)state;
    static const struct wrong wrong[] = {
        {HEAD "{\"chunks\": [{\"marker\": \"DENS\", \"chunks\": [{\"marker\": \"COVR\","
              "\"data\": \"\"}]}]}}",
         "COVR in layer \"layer 0\": size 0, need 4"}};
    assert_all_refused(wrong, 1, SCREE_MALFORMED);
}

/* The JSON library does not see such a byte. */
static void a_nul_is_no_text(void **state)
{
    (void)state;
    static const char text[] = HEAD "{\"coverage\": 1\0}}";
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_int_equal(srf_from_text(&map, (const uint8_t *)text, sizeof text - 1, NULL, NULL, &err),
                     SCREE_MALFORMED);
    assert_null(map);
    assert_int_equal(err.offset, 52);
    assert_string_equal(err.text, "a NUL byte: not text, or a file that was cut and filled up");
}

/* Repeats a text between two others. The caller frees it. */
static char *repeat(const char *head, const char *middle, size_t count, const char *tail)
{
    const size_t length = strlen(middle);
    char *text = malloc(strlen(head) + count * length + strlen(tail) + 1);
    assert_non_null(text);
    char *at = text + sprintf(text, "%s", head);
    for (size_t i = 0; i < count; i++, at += length) memcpy(at, middle, length + 1);
    strcpy(at, tail);
    return text;
}

static void assert_limit(char *text, const struct srf_limits *limits, const char *message)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_int_equal(srf_from_text(&map, (const uint8_t *)text, strlen(text), NULL, limits, &err),
                     SCREE_LIMIT);
    assert_null(map);
    assert_string_equal(err.text, message);
    free(text);
}

static void hostile_texts_are_bounded(void **state)
{
    (void)state;
    assert_limit(repeat(HEAD "{\"children\": [{}", ", {}", 511, "]}}"), NULL,
                 "line 1, column 2097: root.children[511]: more than 512 layers");
    char *tail = repeat("{}", "]}", 61, "}");
    assert_limit(repeat(HEAD "{\"children\": [", "{\"children\": [", 60, tail), NULL,
                 "line 1, column 893: ...children[0].children[0].children[0].children[0]."
                 "children[0].children[0].children[0]: chunks nested deeper than 64");
    free(tail);
    const struct srf_limits few = {1000, 16, 64, 1};
    assert_limit(repeat(HEAD, " ", 3000, "{}}"), &few, "has 3041 bytes, the limit is 2512");
    const char *values = "has more values than a surface map: they would take 48000720 bytes of "
                         "memory, the limit is 14582954";
    assert_limit(repeat(HEAD "[", "1,", 1000000, "1]}"), NULL, values);
}

/* What the form allows and srf_check() does not: the layer's place is put before the message. */
static void impossible_values_have_a_place(void **state)
{
    (void)state;
    static const char text[] =
        "\xef\xbb\xbf{\n  \"format\": \"scree-surface-2\",\n  \"root\": {\"children\": [\n"
        "    {\"children\": [{}]}, {}, {\"name\": \"a\"},\n"
        "    {\"children\": [{},\n      {\"name\": \"b\", \"altitude\": {\"min\": "
        "{\"at\": 1, \"fuzziness\": -2, \"unit\": \"tu\"}}}]}]}}\n";
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    const uint8_t *bytes = (const uint8_t *)text;
    assert_ok(srf_from_text(&map, bytes, sizeof text - 1, NULL, NULL, &err), &err);
    assert_int_equal(srf_check(map, &err), SCREE_MALFORMED);
    srf_text_place(&err, map, map->refused_layer, bytes, sizeof text - 1);
    assert_int_equal(err.code, SCREE_MALFORMED);
    assert_string_equal(err.text,
                        "line 6, column 7: root.children[3].children[1]: ALTF minimum in layer "
                        "\"layer 0/layer 5/b\" is -2 tu: a fuzziness cannot be negative");
    srf_free(map);
}

/* The same of limits that only the text form has. */
static void impossible_aspects(void **state)
{
    (void)state;
    static const struct wrong wrong[] = {
        {HEAD "{\"aspect\": {\"toward\": 361}}}",
         "line 1, column 39: root: ASPD in layer \"layer 0\" is 361 degrees: give the direction in "
         "degrees clockwise from north, -360 to 360"},
        {HEAD "{\"aspect\": {\"spread\": 200}}}",
         "line 1, column 39: root: ASPS in layer \"layer 0\" is 200 degrees: give the degrees to "
         "either side of the direction, 0 to 180"},
        {HEAD "{\"aspect\": {\"fuzziness\": -1}}}",
         "line 1, column 39: root: ASPF in layer \"layer 0\" is -1 degrees: give the degrees over "
         "which the layer fades, 0 to 180"},
        {HEAD "{\"aspect\": {\"level\": 30}}}",
         "line 1, column 39: root: ASPL in layer \"layer 0\" is 30: give what level ground has, 0 "
         "(nothing) to 1 (all)"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct srf_map *map;
        const uint8_t *text = (const uint8_t *)wrong[i].text;
        const size_t size = strlen(wrong[i].text);
        assert_ok(srf_from_text(&map, text, size, NULL, NULL, &err), &err);
        assert_int_equal(srf_check(map, &err), SCREE_MALFORMED);
        srf_text_place(&err, map, map->refused_layer, text, size);
        assert_string_equal(err.text, wrong[i].message);
        srf_free(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_documents),
        cmocka_unit_test(wrong_values),
        cmocka_unit_test(wrong_limits),
        cmocka_unit_test(wrong_chunks),
        cmocka_unit_test(wrong_sizes),
        cmocka_unit_test(a_nul_is_no_text),
        cmocka_unit_test(hostile_texts_are_bounded),
        cmocka_unit_test(impossible_values_have_a_place),
        cmocka_unit_test(impossible_aspects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

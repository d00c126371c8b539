/* osm/: extracts as XML, and what becomes of them; tests/osm has PBF, made by another program. */
#include "tests/harness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/globe.h"
#include "osm/osm.h"

static const struct osm_box box = {1.49, 42.49, 1.51, 42.51};

static struct osm_map *read_text(const char *text)
{
    struct osm_map *map;
    struct scree_error err = SCREE_ERROR_INIT;
    const struct file_input input = file_input_memory(text, strlen(text));
    assert_true(osm_is(text, strlen(text)));
    assert_int_equal(osm_read(&map, &input, &box, NULL, &err), SCREE_OK);
    return map;
}

static void assert_refused(const char *text, enum scree_code code, const char *message)
{
    struct osm_map *map;
    struct scree_error err = SCREE_ERROR_INIT;
    const struct file_input input = file_input_memory(text, strlen(text));
    assert_int_equal(osm_read(&map, &input, &box, NULL, &err), code);
    assert_null(map);
    assert_string_equal(err.text, message);
}

#define NODE(id, lon, lat) "<node id='" #id "' lon='" #lon "' lat='" #lat "'/>"
#define NODES                                                                                      \
    NODE(1, 1.5, 42.5)                                                                             \
    NODE(2, 1.501, 42.5)                                                                           \
    NODE(3, 1.501, 42.501)                                                                         \
    NODE(4, 1.5, 42.501)                                                                           \
    NODE(5, 1.9, 42.5)                                                                             \
    NODE(6, 2.0, 42.6)
#define WAY(id, refs, tags) "<way id='" #id "'>" refs tags "</way>"
#define ND(id) "<nd ref='" #id "'/>"
#define TAG(k, v) "<tag k=\"" k "\" v=\"" v "\"/>"
#define OSM(things) "<?xml version='1.0'?>\n<osm version='0.6'>" things "</osm>\n"

static void a_line_keeps_all_its_nodes_if_one_is_near(void **state)
{
    (void)state;
    struct osm_map *map = read_text(OSM(NODES WAY(
        7, ND(1) ND(5) ND(6), TAG("highway", "primary") TAG("name", "A &amp; &quot;B&#233;&#xe9;"))
                                            WAY(8, ND(5) ND(6), TAG("highway", "primary"))));
    assert_int_equal(map->thing_count, 1); /* way 8 has no node near the box */
    const struct osm_thing *road = &map->things[0];
    assert_int_equal(road->id, 7);
    assert_int_equal(road->kind, OSM_ROAD);
    assert_false(road->is_area);
    assert_int_equal(map->parts[road->first_part].count, 3);
    assert_int_equal(map->points[map->parts[road->first_part].first + 2].longitude, 20000000);
    assert_int_equal(map->points[map->parts[road->first_part].first + 2].latitude, 426000000);
    assert_string_equal(osm_value(map, road, "name"), "A & \"B\xc3\xa9\xc3\xa9");
    assert_null(osm_value(map, road, "layer"));
    assert_int_equal(map->counts[OSM_ROAD].ways, 1);
    osm_free(map);
}

/* Two open ways, one of them backwards, are a ring; the inner one is a hole. */
static void open_ways_of_a_multipolygon_become_rings(void **state)
{
    (void)state;
    struct osm_map *map = read_text(OSM(
        NODES NODE(11, 1.5002, 42.5002) NODE(12, 1.5004, 42.5002) NODE(13, 1.5004, 42.5004) WAY(
            7, ND(1) ND(2) ND(3), "") WAY(8, ND(1) ND(4) ND(3),
                                          "") WAY(9, ND(11) ND(12) ND(13) ND(11), "")
            WAY(10, ND(1) ND(2), "") "<relation id='20'><member type='way' ref='7' role='outer'/>"
                                     "<member type='way' ref='8' role='outer'/><member type='way' "
                                     "ref='9' role='inner'/>" TAG("type", "multipolygon")
                                         TAG("natural", "water") "</relation>"));
    assert_int_equal(map->thing_count, 1);
    const struct osm_thing *lake = &map->things[0];
    assert_int_equal(lake->id, 20);
    assert_int_equal(lake->kind, OSM_WATER);
    assert_true(lake->is_area);
    assert_int_equal(lake->parts, 2);
    assert_int_equal(map->parts[lake->first_part].count, 5);
    assert_int_equal(map->parts[lake->first_part + 1].count, 4);
    assert_int_equal(map->left_open, 0);
    assert_int_equal(map->counts[OSM_WATER].ways, 3); /* of the lake, though they have no tags */
    assert_int_equal(map->counts[OSM_UNKNOWN].ways, 1);
    osm_free(map);
}

static void rings_that_do_not_close_are_counted(void **state)
{
    (void)state;
    struct osm_map *map = read_text(
        OSM(NODES WAY(7, ND(1) ND(2) ND(3),
                      "") "<relation id='20'><member type='way' ref='7' role='outer'/><member "
                          "type='way' ref='70' role='outer'/>" TAG("type", "multipolygon")
                              TAG("natural", "water") "</relation>"));
    assert_int_equal(map->thing_count, 0);
    assert_int_equal(map->left_open, 1);
    osm_free(map);
}

/* Multipolygons as they were written until 2016 have the tags of their outer way. */
static void an_outer_way_may_have_the_tags(void **state)
{
    (void)state;
    struct osm_map *map = read_text(OSM(NODES WAY(
        7, ND(1) ND(2) ND(3) ND(4) ND(1),
        TAG("landuse", "forest")) "<relation id='20'><member type='way' ref='7' "
                                  "role='outer'/>" TAG("type", "multipolygon") "</relation>"));
    assert_int_equal(map->thing_count, 1);
    assert_int_equal(map->things[0].id, 20);
    assert_int_equal(map->things[0].kind, OSM_WOOD);
    osm_free(map);
}

static void every_way_is_counted_by_what_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *tags;
        enum osm_kind kind;
        int things;
    } rows[] = {
        {TAG("building", "yes"), OSM_BUILDING, 1},
        {TAG("landuse", "forest"), OSM_WOOD, 1},
        {TAG("natural", "bare_rock"), OSM_ROCK, 1},
        {TAG("natural", "glacier"), OSM_ICE, 1},
        {TAG("natural", "beach"), OSM_SAND, 1},
        {TAG("landuse", "farmland"), OSM_FIELD, 1},
        {TAG("natural", "grassland"), OSM_GRASS, 1},
        {TAG("landuse", "residential"), OSM_SETTLEMENT, 1},
        {TAG("waterway", "riverbank"), OSM_WATER, 1},
        {TAG("waterway", "stream") TAG("tunnel", "culvert"), OSM_NO_GROUND, 1},
        {TAG("highway", "footway"), OSM_PATH, 1},
        {TAG("highway", "pedestrian") TAG("area", "yes"), OSM_PATH, 1},
        {TAG("highway", "service") TAG("area", "yes"), OSM_SETTLEMENT, 1},
        {TAG("boundary", "administrative"), OSM_NO_GROUND, 0},
        {TAG("hiking", "yes"), OSM_UNKNOWN, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "<osm>" NODES "<way id='7'>" ND(1) ND(2) ND(3) ND(4) ND(1) "%s</way></osm>",
                 rows[i].tags);
        struct osm_map *map = read_text(text);
        assert_int_equal(map->counts[rows[i].kind].ways, 1);
        /* 2 x 82.2 m and 2 x 111.1 m */
        assert_true(fabs(map->counts[rows[i].kind].length_m - 386.4) < 0.5);
        assert_int_equal(map->thing_count, rows[i].things);
        if (rows[i].things > 0) assert_int_equal(map->things[0].kind, rows[i].kind);
        if (rows[i].kind == OSM_UNKNOWN) assert_string_equal(map->most_unknown, "hiking=yes");
        osm_free(map);
    }
}

static void widths_of_rivers_come_from_their_tags(void **state)
{
    (void)state;
    static const struct {
        const char *width;
        double width_m;
    } rows[] = {{"9 m", 9}, {"2.5", 2.5}, {"wide", 12}, {"30 ft", 12}, {"0", 12}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "<osm>" NODES "<way id='7'>" ND(1) ND(2) TAG("waterway", "river")
                     TAG("width", "%s") "</way></osm>",
                 rows[i].width);
        struct osm_map *map = read_text(text);
        assert_int_equal(map->thing_count, 1);
        assert_true(map->things[0].width_m == rows[i].width_m);
        osm_free(map);
    }
}

static void what_is_deleted_or_missing_is_left_out(void **state)
{
    (void)state;
    struct osm_map *map = read_text(OSM(NODES "<way id='7' action='delete'>" ND(1) ND(2) TAG(
        "highway", "primary") "</way>" WAY(8, ND(1) ND(99) ND(2), TAG("highway", "primary"))
                                            WAY(9, ND(98) ND(99), TAG("highway", "primary"))
                                                WAY(-10, ND(1) ND(1), TAG("highway", "primary"))));
    assert_int_equal(map->thing_count, 1);
    assert_int_equal(map->things[0].id, 8);
    assert_int_equal(map->parts[0].count, 2);
    assert_int_equal(map->missing, 1);
    osm_free(map);
}

static void damaged_xml_is_refused_with_its_byte(void **state)
{
    (void)state;
    assert_refused("<html></html>", SCREE_MALFORMED,
                   "its first element is not \"osm\"; give an extract of OpenStreetMap");
    assert_refused("<!DOCTYPE osm []><osm/>", SCREE_MALFORMED,
                   "has a document type or the like; remove it");
    assert_refused("<osm>", SCREE_MALFORMED, "ends too early; download the file again");
    assert_refused("<osm><node id='1' lon='1' lat='", SCREE_MALFORMED,
                   "ends within a value; download the file again");
    assert_refused("<osm><node id='1' lon='1.5' lat='142.5'/></osm>", SCREE_MALFORMED,
                   "a node lies at no place of the earth; give degrees");
    assert_refused("<osm><node id='1' lon='1.5'/></osm>", SCREE_MALFORMED,
                   "a node has no longitude and latitude");
    assert_refused("<osm><node id='one' lon='1.5' lat='42'/></osm>", SCREE_MALFORMED,
                   "an id is not a whole number");
    assert_refused("<osm><way id='1'><tag k='a' v='&bomb;'/></way></osm>", SCREE_MALFORMED,
                   "has an \"&\" that begins no letter XML has");
    assert_refused("<osm></osm></osm>", SCREE_MALFORMED, "closes an element that it has not begun");
}

/* ---- longitudes ---- */

static void a_longitude_wraps_to_the_half_open_turn(void **state)
{
    (void)state;
    static const double rows[][2] = {{0, 0},       {179.5, 179.5}, {180, -180},       {-180, -180},
                                     {181, -179},  {-181, 179},    {360, 0},          {540, -180},
                                     {-540, -180}, {1.52, 1.52},   {-179.75, -179.75}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_true(globe_wrap_deg(rows[i][0]) == rows[i][1]);
}

/* One node a degree and more from the others; the box lies at the date line, or ends at it. */
static void a_box_may_lie_on_the_date_line(void **state)
{
    (void)state;
    static const char text[] =
        OSM(NODE(1, 179.99, 10) NODE(2, -179.99, 10) NODE(3, 180, 10) NODE(4, -180, 10)
                NODE(5, 178, 10) WAY(11, ND(1) ND(5), TAG("highway", "primary"))
                    WAY(12, ND(2) ND(5), TAG("highway", "primary"))
                        WAY(13, ND(3) ND(5), TAG("highway", "primary"))
                            WAY(14, ND(4) ND(5), TAG("highway", "primary")));
    static const struct osm_box boxes[] = {
        {179.98, 9.99, -179.98, 10.01}, {179.98, 9.99, -180, 10.01}, {-180, 9.99, -179.98, 10.01}};
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
        struct osm_map *map;
        struct scree_error err = SCREE_ERROR_INIT;
        const struct file_input input = file_input_memory(text, sizeof text - 1);
        assert_ok(osm_read(&map, &input, &boxes[i], NULL, &err), &err);
        assert_int_equal(map->thing_count, 4);
        osm_free(map);
    }
}

/* ---- cancelling ---- */

struct watcher {
    unsigned calls, cancel_at;
};

static int watch(void *context, const char *step, double done)
{
    struct watcher *w = context;
    assert_true(done >= 0 && done <= 1 && step != NULL);
    return ++w->calls == w->cancel_at;
}

static void reading_can_be_cancelled_at_each_report(void **state)
{
    (void)state;
    static const char text[] = OSM(NODES WAY(7, ND(1) ND(5) ND(6), TAG("highway", "primary")));
    enum scree_code code = SCREE_CANCELLED;
    unsigned at = 0;
    while (code != SCREE_OK) {
        struct watcher w = {.cancel_at = ++at};
        struct scree_job job = {.context = &w, .progress = watch};
        struct scree_error err = SCREE_ERROR_INIT;
        struct osm_map *map;
        const struct file_input input = file_input_memory(text, sizeof text - 1);
        code = osm_read(&map, &input, &box, &job, &err);
        assert_true((map != NULL) == (code == SCREE_OK));
        assert_true(code == SCREE_OK || code == SCREE_CANCELLED);
        osm_free(map);
    }
    assert_true(at > 6); /* three passes, each with a report when it begins and one when it ends */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_keeps_all_its_nodes_if_one_is_near),
        cmocka_unit_test(open_ways_of_a_multipolygon_become_rings),
        cmocka_unit_test(rings_that_do_not_close_are_counted),
        cmocka_unit_test(an_outer_way_may_have_the_tags),
        cmocka_unit_test(every_way_is_counted_by_what_it_is),
        cmocka_unit_test(widths_of_rivers_come_from_their_tags),
        cmocka_unit_test(what_is_deleted_or_missing_is_left_out),
        cmocka_unit_test(damaged_xml_is_refused_with_its_byte),
        cmocka_unit_test(a_longitude_wraps_to_the_half_open_turn),
        cmocka_unit_test(a_box_may_lie_on_the_date_line),
        cmocka_unit_test(reading_can_be_cancelled_at_each_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Four passes over the file at most: nodes in the box and multipolygons; ways that have such a node; the
 * other ways of multipolygons that have such a way; the nodes of all these that lie outside.
 */
#include "osm/osm_build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/globe.h"
#include "base/turn.h"

bool osm_room(void **list, size_t count, size_t *room, size_t size)
{
    void *grown = mem_room(*list, count, room, size);
    if (grown != NULL) *list = grown;
    return grown != NULL;
}

bool osm_is(const void *head, size_t size)
{
    const uint8_t *p = head;
    if (size >= 15 && p[0] == 0 && p[1] == 0 && p[4] == 0x0a && memcmp(p + 6, "OSMHeader", 9) == 0)
        return true;
    if (size >= 3 && p[0] == 0x1f && p[1] == 0x8b && p[2] == 8) return true;
    size_t at = size >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size && strchr(" \t\r\n", p[at]) != NULL && p[at] != 0) at++;
    return at < size && p[at] == '<';
}

const char *osm_value(const struct osm_map *map, const struct osm_thing *thing, const char *key)
{
    return osm_tag(map->tags + thing->first_tag, thing->tags, key);
}

/* ---- order ---- */

static int compare_nodes(const void *a, const void *b)
{
    const struct osm_node *p = a, *q = b;
    if (p->id != q->id) return p->id < q->id ? -1 : 1;
    if (p->at.longitude != q->at.longitude) return p->at.longitude < q->at.longitude ? -1 : 1;
    return (p->at.latitude > q->at.latitude) - (p->at.latitude < q->at.latitude);
}

static void sort_nodes(struct osm_build *b)
{
    for (size_t i = 1; i < b->node_count; i++)
        if (compare_nodes(&b->nodes[i - 1], &b->nodes[i]) > 0) {
            qsort(b->nodes, b->node_count, sizeof *b->nodes, compare_nodes);
            return;
        }
}

/* The first of those with an id. */
const struct osm_node *osm_find_node(const struct osm_build *b, int64_t id)
{
    size_t low = 0, high = b->node_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (b->nodes[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->node_count && b->nodes[low].id == id ? &b->nodes[low] : NULL;
}

static int compare_ids(const void *a, const void *b)
{
    const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return (p > q) - (p < q);
}

static void sort_wanted(struct osm_build *b)
{
    size_t count = 0;
    if (b->wanted_count > 0) qsort(b->wanted, b->wanted_count, sizeof *b->wanted, compare_ids);
    for (size_t i = 0; i < b->wanted_count; i++)
        if (count == 0 || b->wanted[count - 1] != b->wanted[i]) b->wanted[count++] = b->wanted[i];
    b->wanted_count = count;
}

static bool is_wanted(const struct osm_build *b, int64_t id)
{
    return b->wanted_count > 0 &&
           bsearch(&id, b->wanted, b->wanted_count, sizeof id, compare_ids) != NULL;
}

static enum scree_code want(struct osm_build *b, int64_t id, struct scree_error *err)
{
    if (!OSM_ADD(b->wanted, b->wanted_count, b->wanted_room)) return err_no_memory(err);
    b->wanted[b->wanted_count++] = id;
    return SCREE_OK;
}

/* ---- what is met ---- */

static bool in_box(const struct osm_build *b, struct osm_point at)
{
    const double x = at.longitude, y = at.latitude;
    const bool across =
        b->west <= b->east ? x >= b->west && x <= b->east : x >= b->west || x <= b->east;
    return across && y >= b->south && y <= b->north;
}

static enum scree_code too_many(struct scree_error *err)
{
    return err_set(
        err, SCREE_LIMIT,
        "has more than %u points near the terrain; cut out a smaller extract with osmium "
        "extract",
        (unsigned)OSM_MOST_NODES);
}

static enum scree_code take_node(struct osm_build *b, const struct osm_object *o,
                                 struct scree_error *err)
{
    if (b->wants_nodes ? !is_wanted(b, o->id) : !in_box(b, o->at)) return SCREE_OK;
    if (b->node_count == OSM_MOST_NODES) return too_many(err);
    if (!OSM_ADD(b->nodes, b->node_count, b->node_room)) return err_no_memory(err);
    b->nodes[b->node_count++] = (struct osm_node){o->id, o->at};
    return SCREE_OK;
}

static enum scree_code copy_tags(size_t *first, struct osm_build *b, const struct osm_object *o,
                                 struct scree_error *err)
{
    *first = b->tag_count;
    for (size_t i = 0; i < o->tag_count; i++) {
        const struct osm_tag *t = &o->tags[i];
        if (!OSM_ADD(b->tags, b->tag_count, b->tag_room)) return err_no_memory(err);
        struct osm_tag *copy = &b->tags[b->tag_count++];
        copy->key = mem_arena_text(&b->map->arena, t->key, strlen(t->key));
        copy->value = mem_arena_text(&b->map->arena, t->value, strlen(t->value));
    }
    return mem_arena_check(&b->map->arena, err);
}

static enum scree_code take_relation(struct osm_build *b, const struct osm_object *o,
                                     struct scree_error *err)
{
    const char *type = osm_tag(o->tags, o->tag_count, "type");
    if (type == NULL || strcmp(type, "multipolygon") != 0) return SCREE_OK;
    struct osm_relation relation = {.id = o->id, .first_member = b->member_count};
    for (size_t i = 0; i < o->ref_count; i++) {
        if (o->ref_type[i] != OSM_WAY) continue;
        if (b->member_count == OSM_MOST_NODES) return too_many(err);
        if (!OSM_ADD(b->members, b->member_count, b->member_room)) return err_no_memory(err);
        b->members[b->member_count++] = o->refs[i];
    }
    relation.members = b->member_count - relation.first_member;
    RETURN_IF_ERR(copy_tags(&relation.first_tag, b, o, err));
    relation.tags = o->tag_count;
    if (!OSM_ADD(b->relations, b->relation_count, b->relation_room)) return err_no_memory(err);
    b->relations[b->relation_count++] = relation;
    return SCREE_OK;
}

/* As far as it lies in the box; on a plane, which is good to a part of ten thousand there. */
static double length_of(const struct osm_build *b, const struct osm_object *o)
{
    const struct osm_node *last = NULL;
    double sum = 0, metres[2] = {0, 0};
    for (size_t i = 0; i < o->ref_count; i++) {
        const struct osm_node *node = osm_find_node(b, o->refs[i]);
        if (node != NULL && metres[1] == 0) {
            double sine, cosine;
            turn_sine_cosine((double)node->at.latitude / OSM_DEGREE, &sine, &cosine);
            globe_degree_m(metres, cosine);
        }
        if (node != NULL && last != NULL) {
            double x = fabs((double)node->at.longitude - last->at.longitude) / OSM_DEGREE;
            const double y = ((double)node->at.latitude - last->at.latitude) / OSM_DEGREE;
            x = (x > 180 ? 360 - x : x) * metres[0];
            sum += sqrt(x * x + y * y * metres[1] * metres[1]);
        }
        last = node;
    }
    return sum;
}

static bool any_near(const struct osm_build *b, const struct osm_object *o)
{
    for (size_t i = 0; i < o->ref_count; i++)
        if (osm_find_node(b, o->refs[i]) != NULL) return true;
    return false;
}

static enum scree_code take_way(struct osm_build *b, const struct osm_object *o,
                                struct scree_error *err)
{
    const bool closed = o->ref_count >= 4 && o->refs[0] == o->refs[o->ref_count - 1];
    struct osm_way way = {.id = o->id, .first_ref = b->ref_count, .refs = o->ref_count};
    if (b->wants_ways ? !is_wanted(b, o->id) : !any_near(b, o)) return SCREE_OK;
    way.is_near = !b->wants_ways;
    way.is_counted = way.is_near;
    way.kind = osm_means(o->tags, o->tag_count, closed).kind;
    if (way.is_counted) way.length_m = length_of(b, o);
    if (b->ref_count + o->ref_count > OSM_MOST_NODES) return too_many(err);
    for (size_t i = 0; i < o->ref_count; i++) {
        if (!OSM_ADD(b->refs, b->ref_count, b->ref_room)) return err_no_memory(err);
        b->refs[b->ref_count++] = o->refs[i];
    }
    RETURN_IF_ERR(copy_tags(&way.first_tag, b, o, err));
    way.tags = o->tag_count;
    if (!OSM_ADD(b->ways, b->way_count, b->way_room)) return err_no_memory(err);
    b->ways[b->way_count++] = way;
    return SCREE_OK;
}

static enum scree_code take(void *context, const struct osm_object *o, struct scree_error *err)
{
    struct osm_build *b = context;
    return o->type == OSM_NODE  ? take_node(b, o, err)
           : o->type == OSM_WAY ? take_way(b, o, err)
                                : take_relation(b, o, err);
}

/* ---- passes ---- */

struct pass {
    struct osm_build *b;
    const struct file_input *input;
    const struct scree_bytes *text; /* of XML; NULL: the file is PBF */
    struct scree_job *job;
};

static enum scree_code walk(const struct pass *pass, unsigned types, struct scree_error *err)
{
    const struct osm_taker taker = {types, pass->b, take};
    return pass->text != NULL ? osm_walk_xml(pass->text, &taker, pass->job, err)
                              : osm_walk_pbf(pass->input, &taker, pass->job, err);
}

static int compare_by_id(const void *a, const void *b)
{
    const struct osm_by_id *p = a, *q = b;
    if (p->id != q->id) return p->id < q->id ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/* Ways by their ids; of one that comes twice the first. */
static enum scree_code index_ways(struct osm_build *b, struct scree_error *err)
{
    mem_free(b->by_id);
    RETURN_IF_ERR(MEM_NEED(&b->by_id, b->way_count, sizeof *b->by_id, err));
    for (size_t i = 0; i < b->way_count; i++) b->by_id[i] = (struct osm_by_id){b->ways[i].id, i};
    if (b->way_count > 0) qsort(b->by_id, b->way_count, sizeof *b->by_id, compare_by_id);
    return SCREE_OK;
}

size_t osm_find_way(const struct osm_build *b, int64_t id)
{
    size_t low = 0, high = b->way_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (b->by_id[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->way_count && b->by_id[low].id == id ? b->by_id[low].index : SIZE_MAX;
}

static enum scree_code want_ways(struct osm_build *b, struct scree_error *err)
{
    b->wanted_count = 0;
    for (size_t r = 0; r < b->relation_count; r++) {
        struct osm_relation *relation = &b->relations[r];
        const int64_t *members = b->members + relation->first_member;
        for (size_t i = 0; i < relation->members && !relation->is_near; i++)
            relation->is_near = osm_find_way(b, members[i]) != SIZE_MAX;
        if (!relation->is_near) continue;
        for (size_t i = 0; i < relation->members; i++)
            if (osm_find_way(b, members[i]) == SIZE_MAX) RETURN_IF_ERR(want(b, members[i], err));
    }
    sort_wanted(b);
    return SCREE_OK;
}

static enum scree_code want_nodes(struct osm_build *b, struct scree_error *err)
{
    b->wanted_count = 0;
    for (size_t i = 0; i < b->ref_count; i++)
        if (osm_find_node(b, b->refs[i]) == NULL) RETURN_IF_ERR(want(b, b->refs[i], err));
    sort_wanted(b);
    return SCREE_OK;
}

static enum scree_code passes(const struct pass *pass, struct scree_error *err)
{
    struct osm_build *b = pass->b;
    RETURN_IF_ERR(walk(pass, OSM_NODE | OSM_RELATION, err));
    sort_nodes(b);
    RETURN_IF_ERR(walk(pass, OSM_WAY, err));
    RETURN_IF_ERR(index_ways(b, err));
    RETURN_IF_ERR(want_ways(b, err));
    b->wants_ways = true;
    if (b->wanted_count > 0) RETURN_IF_ERR(walk(pass, OSM_WAY, err));
    RETURN_IF_ERR(index_ways(b, err));
    RETURN_IF_ERR(want_nodes(b, err));
    b->wants_nodes = true;
    if (b->wanted_count > 0) RETURN_IF_ERR(walk(pass, OSM_NODE, err));
    sort_nodes(b);
    return osm_make_things(b, pass->job, err);
}

static void take_box(struct osm_build *b, const struct osm_box *box)
{
    const double across =
        box->west <= box->east ? box->east - box->west : box->east - box->west + 360;
    const double up = box->north - box->south;
    const double margin[2] = {across > OSM_MARGIN_DEG ? across : OSM_MARGIN_DEG,
                              up > OSM_MARGIN_DEG ? up : OSM_MARGIN_DEG};
    const bool all = across + 2 * margin[0] >= 360;
    b->west = (all ? -180 : globe_wrap_deg(box->west - margin[0])) * OSM_DEGREE;
    b->east = (all ? 180 : globe_wrap_deg(box->east + margin[0])) * OSM_DEGREE;
    b->south = (box->south - margin[1]) * OSM_DEGREE;
    b->north = (box->north + margin[1]) * OSM_DEGREE;
}

static void free_build(struct osm_build *b)
{
    mem_free(b->nodes);
    mem_free(b->ways);
    mem_free(b->relations);
    mem_free(b->refs);
    mem_free(b->members);
    mem_free(b->wanted);
    mem_free(b->tags);
    mem_free(b->by_id);
}

/* The text of XML, unpacked; out->data stays NULL for PBF. */
static enum scree_code read_text(struct scree_bytes *out, const struct file_input *input,
                                 struct scree_error *err)
{
    struct scree_bytes raw;
    uint8_t head[2] = {0, 0};
    if (input->size >= 2) RETURN_IF_ERR(file_input_read(input, 0, head, 2, err));
    if (head[0] == 0) return SCREE_OK;
    if (input->size > OSM_MOST_TEXT_BYTES)
        return err_set(err, SCREE_LIMIT, "has %llu bytes; make a .osm.pbf of it with osmium cat",
                       (unsigned long long)input->size);
    RETURN_IF_ERR(file_input_read_all(input, &raw, err));
    if (head[0] != 0x1f) {
        *out = raw;
        return SCREE_OK;
    }
    const enum scree_code code = osm_unpack(out, &raw, err);
    file_bytes_free(&raw);
    return code;
}

enum scree_code osm_read(struct osm_map **out, const struct file_input *input,
                         const struct osm_box *box, struct scree_job *job, struct scree_error *err)
{
    struct scree_bytes text = {NULL, 0};
    struct osm_build b = {0};
    *out = NULL;
    RETURN_IF_ERR(MEM_NEED(&b.map, 1, sizeof *b.map, err));
    take_box(&b, box);
    /* Lists that pointers are made into, though they be empty. */
    if (!OSM_ADD(b.refs, 0, b.ref_room) || !OSM_ADD(b.members, 0, b.member_room) ||
        !OSM_ADD(b.tags, 0, b.tag_room)) {
        free_build(&b);
        osm_free(b.map);
        return err_no_memory(err);
    }
    const struct pass pass = {&b, input, &text, job};
    const struct pass packed = {&b, input, NULL, job};
    enum scree_code code = read_text(&text, input, err);
    if (code == SCREE_OK) code = passes(text.data != NULL ? &pass : &packed, err);
    file_bytes_free(&text);
    free_build(&b);
    if (code == SCREE_OK)
        *out = b.map;
    else
        osm_free(b.map);
    return code;
}

void osm_free(struct osm_map *map)
{
    if (map == NULL) return;
    mem_arena_free(&map->arena);
    mem_free(map->things);
    mem_free(map->tags);
    mem_free(map->parts);
    mem_free(map->points);
    mem_free(map);
}

/* Lines and areas of ways; rings of multipolygons put together from ways that meet at their ends. */
#include "osm/osm_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the map's lists ---- */

static enum scree_code begin_thing(struct osm_build *b, const struct osm_thing *thing,
                                   const struct osm_tag *tags, size_t tag_count,
                                   struct scree_error *err)
{
    struct osm_map *map = b->map;
    if (!OSM_ADD(map->things, map->thing_count, b->thing_room)) return err_no_memory(err);
    struct osm_thing *made = &map->things[map->thing_count];
    *made = *thing;
    made->first_tag = map->tag_count;
    made->tags = tag_count;
    made->first_part = map->part_count;
    for (size_t i = 0; i < tag_count; i++) {
        if (!OSM_ADD(map->tags, map->tag_count, b->thing_tag_room)) return err_no_memory(err);
        map->tags[map->tag_count++] = tags[i];
    }
    return SCREE_OK;
}

/* A thing without parts is none. */
static void end_thing(struct osm_build *b)
{
    struct osm_map *map = b->map;
    struct osm_thing *thing = &map->things[map->thing_count];
    thing->parts = map->part_count - thing->first_part;
    if (thing->parts > 0)
        map->thing_count++;
    else
        map->tag_count = thing->first_tag;
}

static enum scree_code begin_part(struct osm_build *b, struct scree_error *err)
{
    struct osm_map *map = b->map;
    if (!OSM_ADD(map->parts, map->part_count, b->part_room)) return err_no_memory(err);
    map->parts[map->part_count] = (struct osm_part){map->point_count, 0};
    return SCREE_OK;
}

/* Nodes of a way, from one end or the other, without those that are where the last one was. */
static enum scree_code add_points(struct osm_build *b, const struct osm_way *way, bool backwards,
                                  struct scree_error *err)
{
    struct osm_map *map = b->map;
    struct osm_part *part = &map->parts[map->part_count];
    for (size_t i = 0; i < way->refs; i++) {
        const size_t k = way->first_ref + (backwards ? way->refs - 1 - i : i);
        const struct osm_node *node = osm_find_node(b, b->refs[k]);
        if (node == NULL) {
            map->missing++;
            continue;
        }
        if (part->count > 0) {
            const struct osm_point *last = &map->points[map->point_count - 1];
            if (last->longitude == node->at.longitude && last->latitude == node->at.latitude)
                continue;
        }
        if (!OSM_ADD(map->points, map->point_count, b->point_room)) return err_no_memory(err);
        map->points[map->point_count++] = node->at;
        part->count++;
    }
    return SCREE_OK;
}

/* Keeps a part if it is one; a ring is closed if nodes of its ends are missing. */
static enum scree_code end_part(struct osm_build *b, bool is_ring, struct scree_error *err)
{
    struct osm_map *map = b->map;
    struct osm_part *part = &map->parts[map->part_count];
    if (is_ring && part->count >= 3) {
        const struct osm_point first = map->points[part->first],
                               last = map->points[map->point_count - 1];
        if (first.longitude != last.longitude || first.latitude != last.latitude) {
            if (!OSM_ADD(map->points, map->point_count, b->point_room)) return err_no_memory(err);
            map->points[map->point_count++] = first;
            part->count++;
        }
    }
    if (part->count >= (is_ring ? 4 : 2))
        map->part_count++;
    else
        map->point_count = part->first;
    return SCREE_OK;
}

static bool is_closed(const struct osm_build *b, const struct osm_way *way)
{
    return way->refs >= 4 && b->refs[way->first_ref] == b->refs[way->first_ref + way->refs - 1];
}

static enum scree_code make_way(struct osm_build *b, const struct osm_way *way,
                                struct scree_error *err)
{
    const struct osm_tag *tags = b->tags + way->first_tag;
    const struct osm_meaning meaning = osm_means(tags, way->tags, is_closed(b, way));
    if (!way->is_near || way->is_used) return SCREE_OK;
    if (meaning.kind >= OSM_NO_GROUND && !meaning.is_culvert) return SCREE_OK;
    const struct osm_thing thing = {
        way->id, meaning.kind, meaning.is_area, meaning.width_m, 0, 0, 0, 0};
    RETURN_IF_ERR(begin_thing(b, &thing, tags, way->tags, err));
    RETURN_IF_ERR(begin_part(b, err));
    RETURN_IF_ERR(add_points(b, way, false, err));
    RETURN_IF_ERR(end_part(b, meaning.is_area, err));
    end_thing(b);
    return SCREE_OK;
}

/* ---- multipolygons ---- */

struct end {
    int64_t node;
    size_t member; /* of the list of open ways */
};
struct rings {
    struct osm_build *b;
    size_t *ways; /* of the relation, each once */
    size_t count;
    struct end *ends; /* of ways that are not closed, by node */
    size_t end_count;
    size_t *next; /* of the first end of a node: how many of its ends are done with */
    bool *used;   /* of ways */
};

static int compare_sizes(const void *a, const void *b)
{
    const size_t p = *(const size_t *)a, q = *(const size_t *)b;
    return (p > q) - (p < q);
}

static int compare_ends(const void *a, const void *b)
{
    const struct end *p = a, *q = b;
    if (p->node != q->node) return p->node < q->node ? -1 : 1;
    return (p->member > q->member) - (p->member < q->member);
}

static size_t first_end(const struct rings *r, int64_t node)
{
    size_t low = 0, high = r->end_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (r->ends[middle].node < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A way that is not used and ends at a node; SIZE_MAX: there is none. */
static size_t take_at(struct rings *r, int64_t node)
{
    const size_t first = first_end(r, node);
    while (first + r->next[first] < r->end_count && r->ends[first + r->next[first]].node == node) {
        const size_t member = r->ends[first + r->next[first]++].member;
        if (!r->used[member]) return member;
    }
    return SIZE_MAX;
}

static int64_t end_node(const struct osm_build *b, const struct osm_way *way, bool last)
{
    return b->refs[way->first_ref + (last ? way->refs - 1 : 0)];
}

/* From one way on, over ways that begin where the last one ends, back to its beginning. */
static enum scree_code join(struct rings *r, size_t member, struct scree_error *err)
{
    struct osm_build *b = r->b;
    const struct osm_way *way = &b->ways[r->ways[member]];
    const int64_t start = end_node(b, way, false);
    int64_t at = end_node(b, way, true);
    r->used[member] = true;
    RETURN_IF_ERR(begin_part(b, err));
    RETURN_IF_ERR(add_points(b, way, false, err));
    while (at != start) {
        const size_t following = take_at(r, at);
        if (following == SIZE_MAX) break;
        way = &b->ways[r->ways[following]];
        const bool backwards = end_node(b, way, false) != at;
        r->used[following] = true;
        RETURN_IF_ERR(add_points(b, way, backwards, err));
        at = end_node(b, way, !backwards);
    }
    if (at == start) return end_part(b, true, err);
    b->map->point_count = b->map->parts[b->map->part_count].first;
    b->map->left_open++;
    return SCREE_OK;
}

static enum scree_code make_rings(struct rings *r, struct scree_error *err)
{
    struct osm_build *b = r->b;
    for (size_t i = 0; i < r->count; i++) {
        const struct osm_way *way = &b->ways[r->ways[i]];
        if (way->refs < 2 || is_closed(b, way)) continue;
        r->ends[r->end_count++] = (struct end){end_node(b, way, false), i};
        r->ends[r->end_count++] = (struct end){end_node(b, way, true), i};
    }
    if (r->end_count > 0) qsort(r->ends, r->end_count, sizeof *r->ends, compare_ends);
    for (size_t i = 0; i < r->count; i++) {
        const struct osm_way *way = &b->ways[r->ways[i]];
        if (r->used[i] || way->refs < 2) continue;
        if (!is_closed(b, way)) {
            RETURN_IF_ERR(join(r, i, err));
            continue;
        }
        RETURN_IF_ERR(begin_part(b, err));
        RETURN_IF_ERR(add_points(b, way, false, err));
        RETURN_IF_ERR(end_part(b, true, err));
    }
    return SCREE_OK;
}

/* The box around a way, in squared 1e-7 degrees. */
static double way_size(const struct osm_build *b, const struct osm_way *way)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < way->refs; i++) {
        const struct osm_node *node = osm_find_node(b, b->refs[way->first_ref + i]);
        if (node == NULL) continue;
        low[0] = fmin(low[0], node->at.longitude), high[0] = fmax(high[0], node->at.longitude);
        low[1] = fmin(low[1], node->at.latitude), high[1] = fmax(high[1], node->at.latitude);
    }
    return high[0] >= low[0] ? (high[0] - low[0]) * (high[1] - low[1]) : 0;
}

/* What the relation is, or else the largest of its ways that is something: so it was written until 2016. The
 * others may be what lies in its holes. */
static struct osm_meaning meaning_of(struct osm_build *b, const struct osm_relation *relation,
                                     const size_t *ways, size_t count)
{
    struct osm_meaning m = osm_means(b->tags + relation->first_tag, relation->tags, true);
    struct osm_way *largest = NULL;
    double most = -1;
    if (m.by != NULL) return m;
    for (size_t i = 0; i < count; i++) {
        struct osm_way *way = &b->ways[ways[i]];
        const struct osm_meaning own = osm_means(b->tags + way->first_tag, way->tags, true);
        const double size = own.by != NULL ? way_size(b, way) : -1;
        if (!(size > most)) continue;
        most = size;
        m = own;
        largest = way;
    }
    if (largest != NULL) largest->is_used = true;
    return m;
}

static void count_ways(struct osm_build *b, const size_t *ways, size_t count, enum osm_kind kind)
{
    for (size_t i = 0; i < count; i++)
        if (b->ways[ways[i]].kind == OSM_UNKNOWN) b->ways[ways[i]].kind = kind;
}

static enum scree_code make_relation(struct rings *r, const struct osm_relation *relation,
                                     struct scree_error *err)
{
    struct osm_build *b = r->b;
    const int64_t *members = b->members + relation->first_member;
    for (size_t i = 0; i < relation->members; i++) {
        const size_t way = osm_find_way(b, members[i]);
        if (way == SIZE_MAX) continue;
        r->ways[r->count++] = way;
    }
    size_t count = 0;
    if (r->count > 0) qsort(r->ways, r->count, sizeof *r->ways, compare_sizes);
    for (size_t i = 0; i < r->count; i++)
        if (count == 0 || r->ways[count - 1] != r->ways[i]) r->ways[count++] = r->ways[i];
    r->count = count;
    const struct osm_meaning m = meaning_of(b, relation, r->ways, r->count);
    count_ways(b, r->ways, r->count, m.kind);
    if (m.kind >= OSM_NO_GROUND || !m.is_area) return SCREE_OK;
    const struct osm_thing thing = {relation->id, m.kind, true, m.width_m, 0, 0, 0, 0};
    RETURN_IF_ERR(begin_thing(b, &thing, b->tags + relation->first_tag, relation->tags, err));
    RETURN_IF_ERR(make_rings(r, err));
    end_thing(b);
    return SCREE_OK;
}

static enum scree_code begin_relation(struct osm_build *b, const struct osm_relation *relation,
                                      struct scree_error *err)
{
    const size_t most = relation->members;
    struct rings r = {.b = b};
    r.ways = mem_alloc(most, sizeof *r.ways);
    r.ends = mem_alloc(2 * most, sizeof *r.ends);
    r.next = mem_alloc(2 * most + 1, sizeof *r.next);
    r.used = mem_alloc(most, sizeof *r.used);
    enum scree_code code = SCREE_OK;
    if (r.ways == NULL || r.ends == NULL || r.next == NULL || r.used == NULL)
        code = err_no_memory(err);
    if (code == SCREE_OK) code = make_relation(&r, relation, err);
    mem_free(r.ways);
    mem_free(r.ends);
    mem_free(r.next);
    mem_free(r.used);
    return code;
}

/* ---- all ---- */

/* The first tag that may say what a way is: remarks, names and sources do not. NULL: there is none. */
static const struct osm_tag *telling_tag(const struct osm_tag *tags, size_t count)
{
    static const char *const remarks[] = {"fixme",    "FIXME",      "note",    "source",
                                          "name",     "created_by", "comment", "layer",
                                          "wikidata", "wikipedia",  "ref",     "operator"};
    for (size_t i = 0; i < count; i++) {
        const size_t length = strcspn(tags[i].key, ":");
        size_t k = 0;
        while (k < sizeof remarks / sizeof remarks[0] &&
               (strlen(remarks[k]) != length || strncmp(remarks[k], tags[i].key, length) != 0))
            k++;
        if (k == sizeof remarks / sizeof remarks[0]) return &tags[i];
    }
    return NULL;
}

/* The tag of most length that no row of the table has, by the first telling tag of each way. */
static enum scree_code find_unknown(struct osm_build *b, struct scree_error *err)
{
    struct sum {
        const struct osm_tag *tag;
        double length_m;
    } sums[256];
    size_t count = 0;
    for (size_t w = 0; w < b->way_count; w++) {
        const struct osm_way *way = &b->ways[w];
        const struct osm_tag *tag = telling_tag(b->tags + way->first_tag, way->tags);
        if (!way->is_counted || way->kind != OSM_UNKNOWN || tag == NULL) continue;
        size_t i = 0;
        while (i < count && (strcmp(sums[i].tag->key, tag->key) != 0 ||
                             strcmp(sums[i].tag->value, tag->value) != 0))
            i++;
        if (i == count && count < sizeof sums / sizeof sums[0])
            sums[count++] = (struct sum){tag, 0};
        if (i < count) sums[i].length_m += way->length_m;
    }
    const struct sum *most = count > 0 ? &sums[0] : NULL;
    for (size_t i = 1; i < count; i++)
        if (sums[i].length_m > most->length_m) most = &sums[i];
    if (most == NULL) return SCREE_OK;
    const size_t key = strlen(most->tag->key), value = strlen(most->tag->value);
    char *text = mem_arena_alloc(&b->map->arena, key + value + 2, 1);
    if (text == NULL) return err_no_memory(err);
    memcpy(text, most->tag->key, key);
    text[key] = '=';
    memcpy(text + key + 1, most->tag->value, value);
    b->map->most_unknown = text;
    return SCREE_OK;
}

static void count_all(struct osm_build *b)
{
    for (size_t w = 0; w < b->way_count; w++) {
        const struct osm_way *way = &b->ways[w];
        if (!way->is_counted) continue;
        b->map->counts[way->kind].ways++;
        b->map->counts[way->kind].length_m += way->length_m;
    }
}

/* Multipolygons first, as they say what is done with their ways. */
enum scree_code osm_make_things(struct osm_build *b, struct scree_job *job, struct scree_error *err)
{
    size_t points = 0;
    RETURN_IF_ERR(job_check(job, err)); /* the last pass's end may have cancelled */
    for (size_t i = 0; i < b->relation_count; i++) {
        if (!b->relations[i].is_near) continue;
        RETURN_IF_ERR(begin_relation(b, &b->relations[i], err));
        RETURN_IF_ERR(job_ask(job, &points, b->relations[i].members, err));
    }
    for (size_t w = 0; w < b->way_count; w++) {
        RETURN_IF_ERR(make_way(b, &b->ways[w], err));
        RETURN_IF_ERR(job_ask(job, &points, b->ways[w].refs, err));
    }
    count_all(b);
    return find_unknown(b, err);
}

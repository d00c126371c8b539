/* An extract on its way to a map. Private to osm/. */
#ifndef OSM_OSM_BUILD_H
#define OSM_OSM_BUILD_H

#include "osm/osm_file.h"
#include "osm/osm_kinds.h"

struct osm_node {
    int64_t id;
    struct osm_point at;
};
struct osm_way {
    int64_t id;
    size_t first_ref, refs, first_tag, tags;
    enum osm_kind kind; /* as it is counted */
    bool is_near;       /* a node of it lies in the box */
    bool is_counted, is_used;
    double length_m;
};
struct osm_relation {
    int64_t id;
    size_t first_member, members, first_tag, tags; /* members that are ways */
    bool is_near;
};
struct osm_by_id {
    int64_t id;
    size_t index;
};
struct osm_build {
    struct osm_map *map;
    double west, south, east, north; /* 1e-7 degrees; west may be above east */
    struct osm_node *nodes;          /* by id, once they are sorted */
    struct osm_way *ways;
    struct osm_relation *relations;
    int64_t *refs, *members; /* of all ways; of all relations */
    int64_t *wanted;         /* ids, ascending, that a pass looks for */
    struct osm_tag *tags;    /* of both; texts are the map's */
    struct osm_by_id *by_id; /* of ways */
    size_t node_count, way_count, relation_count, ref_count, member_count, wanted_count, tag_count;
    size_t node_room, way_room, relation_room, ref_room, member_room, wanted_room, tag_room;
    size_t thing_room, thing_tag_room, part_room, point_room; /* of the map's lists */
    bool wants_nodes; /* of this pass: those wanted, and not those in the box */
    bool wants_ways;
};

/* osm_find_node() is a node of the build, once it is sorted; NULL: none has that id. */
const struct osm_node *osm_find_node(const struct osm_build *b, int64_t id);
/* osm_find_way() is the index of a way, once they are indexed; SIZE_MAX: none has that id. */
size_t osm_find_way(const struct osm_build *b, int64_t id);
/* osm_make_things() makes lines and areas of what was found. SCREE_NO_MEMORY, SCREE_LIMIT,
 * SCREE_CANCELLED. */
MUST_USE enum scree_code osm_make_things(struct osm_build *b, struct scree_job *job,
                                         struct scree_error *err);

/* OSM_ADD() makes room for one more in a list of the build; false: no memory. */
#define OSM_ADD(list, count, room) (osm_room((void **)&(list), (count), &(room), sizeof *(list)))
bool osm_room(void **list, size_t count, size_t *room, size_t size);

#endif

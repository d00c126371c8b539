/* The objects of an extract, one after the other. Private to osm/. */
#ifndef OSM_OSM_FILE_H
#define OSM_OSM_FILE_H

#include "osm/osm.h"

#define OSM_MOST_REFS 100000 /* of a way or a relation; the database takes 2,000 and 32,000 */
#define OSM_MOST_TAGS 5000   /* of one */

enum osm_type { OSM_NODE = 1, OSM_WAY = 2, OSM_RELATION = 4 };
struct osm_object {
    enum osm_type type;
    int64_t id;
    struct osm_point at;     /* of a node */
    const int64_t *refs;     /* of nodes of a way, of members of a relation */
    const uint8_t *ref_type; /* of members: enum osm_type */
    size_t ref_count;
    const struct osm_tag *tags; /* of ways and relations */
    size_t tag_count;
};
/* Texts and lists live until take() returns. */
struct osm_taker {
    unsigned types; /* which to give: enum osm_type, by bits */
    void *context;
    enum scree_code (*take)(void *context, const struct osm_object *object,
                            struct scree_error *err);
};

/* osm_walk_pbf() gives all objects of a PBF file; osm_walk_xml() those of XML in memory. */
MUST_USE enum scree_code osm_walk_pbf(const struct file_input *input, const struct osm_taker *taker,
                                      struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code osm_walk_xml(const struct scree_bytes *text, const struct osm_taker *taker,
                                      struct scree_job *job, struct scree_error *err);

/* osm_unpack() is the text of a .gz, for file_bytes_free(). */
MUST_USE enum scree_code osm_unpack(struct scree_bytes *out, const struct scree_bytes *packed,
                                    struct scree_error *err);

/* osm_is_place() is whether degrees * 1e7 are a place of the earth. */
static inline bool osm_is_place(double longitude, double latitude)
{
    return longitude >= -180.0 * OSM_DEGREE && longitude <= 180.0 * OSM_DEGREE &&
           latitude >= -90.0 * OSM_DEGREE && latitude <= 90.0 * OSM_DEGREE;
}

#endif

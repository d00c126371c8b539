/* What tags mean. Private to osm/. */
#ifndef OSM_OSM_KINDS_H
#define OSM_OSM_KINDS_H

#include "osm/osm.h"

struct osm_meaning {
    enum osm_kind kind;
    bool is_area;
    bool is_culvert;          /* a river that is no ground */
    double width_m;           /* of a line */
    const struct osm_tag *by; /* the tag that says so; NULL: none does */
};
/* osm_means() is what a way is, closed or not, or a multipolygon (closed). */
struct osm_meaning osm_means(const struct osm_tag *tags, size_t count, bool closed);
/* osm_tag() is the value of a key; NULL: there is none. */
const char *osm_tag(const struct osm_tag *tags, size_t count, const char *key);

#endif

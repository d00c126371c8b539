/* What an extract of OpenStreetMap has beside its roads. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "roads/roads.h"

/* What becomes of a kind: roads are built, and the others say what grows. */
static const char *use_of(enum osm_kind kind)
{
    return kind == OSM_UNKNOWN ? "unknown" : kind == OSM_NO_GROUND ? "no ground" : "taken";
}

static double total_m(const struct roads_extract *extract)
{
    double sum = 0;
    for (enum osm_kind k = 0; k < OSM_KINDS; k++) sum += extract->counts[k].length_m;
    return sum;
}

static double share(const struct roads_extract *extract, double length_m)
{
    const double all_m = total_m(extract);
    return all_m > 0 ? length_m / all_m : 0;
}

static double rounded(double value, double parts)
{
    return floor(value * parts + 0.5) / parts;
}

json_t *roads_extract_json(const struct roads_extract *extract)
{
    if (!extract->is_there) return json_null();
    json_t *kinds = json_array();
    for (enum osm_kind k = 0; k < OSM_KINDS; k++) {
        const struct osm_count *count = &extract->counts[k];
        json_text_append(&kinds, json_pack("{s:s, s:s, s:o, s:f, s:f}", "kind", osm_kind_name(k),
                                           "use", use_of(k), "ways", json_text_count(count->ways),
                                           "length_m", rounded(count->length_m, 10), "share",
                                           rounded(share(extract, count->length_m), 1e4)));
    }
    return json_pack("{s:f, s:o, s:o, s:o, s:o}", "length_m", rounded(total_m(extract), 10),
                     "kinds", kinds, "most_unknown",
                     extract->most_unknown != NULL ? json_text(extract->most_unknown) : json_null(),
                     "open_rings", json_text_count(extract->left_open), "missing_nodes",
                     json_text_count(extract->missing));
}

char *roads_extract_text(char out[ROADS_EXTRACT_TEXT], const struct roads_extract *extract)
{
    const struct osm_count *counts = extract->counts;
    double bare_m = counts[OSM_PATH].length_m + counts[OSM_WATER].length_m +
                    counts[OSM_RIVER].length_m + counts[OSM_COAST].length_m +
                    counts[OSM_BUILDING].length_m;
    double land_m = -bare_m;
    out[0] = '\0';
    if (!extract->is_there) return out;
    for (enum osm_kind k = OSM_ROAD + 1; k < OSM_NO_GROUND; k++) land_m += counts[k].length_m;
    const int used = snprintf(
        out, ROADS_EXTRACT_TEXT,
        "the extract has %.1f km of ways near the terrain: %.1f %% roads; %.1f %% paths, waters "
        "and buildings, where nothing grows; %.1f %% woods, and open land without trees; %.1f %% "
        "no ground; %.1f %% unknown",
        total_m(extract) / 1000, 100 * share(extract, counts[OSM_ROAD].length_m),
        100 * share(extract, bare_m), 100 * share(extract, land_m),
        100 * share(extract, counts[OSM_NO_GROUND].length_m),
        100 * share(extract, counts[OSM_UNKNOWN].length_m));
    if (extract->most_unknown != NULL && used > 0 && used < ROADS_EXTRACT_TEXT)
        snprintf(out + used, (size_t)(ROADS_EXTRACT_TEXT - used),
                 ", most of its length with a telling tag %.60s", extract->most_unknown);
    return out;
}

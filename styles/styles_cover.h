/* Maps of land cover: which ground a class of one is, and what the layers of a style make of it. Private to
 * styles/. */
#ifndef STYLES_COVER_H
#define STYLES_COVER_H

#include "image/image.h"
#include "styles/styles_limits.h"

/* What classes mean, in the order in which they are painted. */
enum styles_kind {
    STYLES_WOODS,
    STYLES_SCRUB,
    STYLES_GRASS,
    STYLES_FIELDS,
    STYLES_MARSH,
    STYLES_MOSS,
    STYLES_SNOW_COVER,
    STYLES_BARE,
    STYLES_SAND,
    STYLES_SETTLEMENT,
    STYLES_WATER,
    STYLES_KINDS
};
#define STYLES_STEEP                                                                               \
    STYLES_KINDS /* a mask of its own: those before STYLES_BARE, which rock breaks up */
#define STYLES_MASKS (STYLES_KINDS + 1)
#define STYLES_NO_KIND 255

/* styles_kind_word() is what people call a kind, or a mask: "woods". */
const char *styles_kind_word(unsigned kind);
/* styles_find_kind() is a kind by that word, or by a class's name; STYLES_NO_KIND. */
unsigned styles_find_kind(const char *word);

/* ---- legends ---- */

#define STYLES_CODES 65536
struct styles_legend {
    const char *name;   /* "ESA WorldCover"; NULL: one of the user's own */
    const char *credit; /* who is to be named; NULL: nobody */
    uint8_t kinds[STYLES_CODES];
};
/* styles_read_legend() reads lines "7 = woods", whose word may also be the name of a class of a map that is
 * known. SCREE_MALFORMED */
MUST_USE enum scree_code styles_read_legend(struct styles_legend *out,
                                            const struct scree_bytes *text,
                                            struct scree_error *err);
/* styles_find_legend() tells a known map by the colours of its classes, or else by their numbers. used[code]
 * is not 0 for classes that there are. SCREE_UNSUPPORTED: it is none that is known, or may be two. */
MUST_USE enum scree_code styles_find_legend(struct styles_legend *out,
                                            const struct image_numbers *form, const uint32_t *used,
                                            struct scree_error *err);

/* ---- the map on the terrain ---- */

struct styles_cover {
    struct styles_legend legend;
    uint32_t width, height; /* of the masks, which lie over the whole terrain */
    bool has[STYLES_MASKS]; /* whether there is something of it: */
    uint8_t
        *masks[STYLES_MASKS]; /* [y * width + x], row 0 north; NULL also when it is made a file */
    double shares[STYLES_KINDS]; /* of the terrain */
    double unknown;              /* likewise: classes that the legend lacks */
    char name[64], credit[256];  /* the legend's, where the rest is another's */
};

/* styles_cover_rules() adds what a style's layers are where the map says so to choices[0 .. *count), whose rules
 * and names are in room. */
#define STYLES_COVER_NAME 40
struct styles_room {
    uint32_t count;
    struct styles_rule rules[STYLES_MAX_COVER];
    char names[STYLES_MAX_COVER][STYLES_COVER_NAME];
};
void styles_cover_rules(struct styles_room *room, struct styles_choice *choices, uint32_t *count,
                        const struct styles_entry *entry, const struct styles_cover *cover,
                        const struct styles_site *site);
/* styles_cover_covers() says that no ground is left to the style. */
bool styles_cover_covers(const struct styles_cover *cover);

#endif

/*
 * What the numbers of maps of land cover mean.
 *
 * Sources: ESA WorldCover Product User Manual 2.0 (classes and colours); Copernicus Land Monitoring Service,
 * CLC2018 nomenclature and its legend (codes, raster numbers 1 to 44, colours); U.S. Geological Survey,
 * National Land Cover Database class legend. Which ground a class is: ours.
 */
#include "styles/styles_cover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"

/* So far a colour may lie from the published one: editions of a legend differ by less. */
#define COLOUR_AWAY 12
#define MOST_CLASSES 48

struct class_row {
    uint16_t code, other; /* other: the number of the same class in other files; 0: none */
    uint32_t rgb;
    uint8_t kind;
    const char *name;
};
static const struct product {
    const char *name, *credit;
    struct class_row classes[MOST_CLASSES];
} products[] = {
    {"ESA WorldCover",
     "© ESA WorldCover project / Contains modified Copernicus Sentinel data processed by ESA "
     "WorldCover "
     "consortium, CC BY 4.0",
     {{10, 0, 0x006400, STYLES_WOODS, "Tree cover"},
      {20, 0, 0xffbb22, STYLES_SCRUB, "Shrubland"},
      {30, 0, 0xffff4c, STYLES_GRASS, "Grassland"},
      {40, 0, 0xf096ff, STYLES_FIELDS, "Cropland"},
      {50, 0, 0xfa0000, STYLES_SETTLEMENT, "Built-up"},
      {60, 0, 0xb4b4b4, STYLES_BARE, "Bare / sparse vegetation"},
      {70, 0, 0xf0f0f0, STYLES_SNOW_COVER, "Snow and ice"},
      {80, 0, 0x0064c8, STYLES_WATER, "Permanent water bodies"},
      {90, 0, 0x0096a0, STYLES_MARSH, "Herbaceous wetland"},
      {95, 0, 0x00cf75, STYLES_WOODS, "Mangroves"},
      {100, 0, 0xfae6a0, STYLES_MOSS, "Moss and lichen"}}},
    {"Corine Land Cover",
     "© European Union, Copernicus Land Monitoring Service, European Environment Agency (EEA)",
     {{111, 1, 0xe6004d, STYLES_SETTLEMENT, "Continuous urban fabric"},
      {112, 2, 0xff0000, STYLES_SETTLEMENT, "Discontinuous urban fabric"},
      {121, 3, 0xcc4df2, STYLES_SETTLEMENT, "Industrial or commercial units"},
      {122, 4, 0xcc0000, STYLES_SETTLEMENT, "Road and rail networks and associated land"},
      {123, 5, 0xe6cccc, STYLES_SETTLEMENT, "Port areas"},
      {124, 6, 0xe6cce6, STYLES_SETTLEMENT, "Airports"},
      {131, 7, 0xa600cc, STYLES_BARE, "Mineral extraction sites"},
      {132, 8, 0xa64d00, STYLES_BARE, "Dump sites"},
      {133, 9, 0xff4dff, STYLES_SETTLEMENT, "Construction sites"},
      {141, 10, 0xffa6ff, STYLES_GRASS, "Green urban areas"},
      {142, 11, 0xffe6ff, STYLES_GRASS, "Sport and leisure facilities"},
      {211, 12, 0xffffa8, STYLES_FIELDS, "Non-irrigated arable land"},
      {212, 13, 0xffff00, STYLES_FIELDS, "Permanently irrigated land"},
      {213, 14, 0xe6e600, STYLES_FIELDS, "Rice fields"},
      {221, 15, 0xe68000, STYLES_FIELDS, "Vineyards"},
      {222, 16, 0xf2a64d, STYLES_FIELDS, "Fruit trees and berry plantations"},
      {223, 17, 0xe6a600, STYLES_FIELDS, "Olive groves"},
      {231, 18, 0xe6e64d, STYLES_GRASS, "Pastures"},
      {241, 19, 0xffe6a6, STYLES_FIELDS, "Annual crops associated with permanent crops"},
      {242, 20, 0xffe64d, STYLES_FIELDS, "Complex cultivation patterns"},
      {243, 21, 0xe6cc4d, STYLES_FIELDS, "Land principally occupied by agriculture"},
      {244, 22, 0xf2cca6, STYLES_FIELDS, "Agro-forestry areas"},
      {311, 23, 0x80ff00, STYLES_WOODS, "Broad-leaved forest"},
      {312, 24, 0x00a600, STYLES_WOODS, "Coniferous forest"},
      {313, 25, 0x4dff00, STYLES_WOODS, "Mixed forest"},
      {321, 26, 0xccf24d, STYLES_GRASS, "Natural grasslands"},
      {322, 27, 0xa6ff80, STYLES_SCRUB, "Moors and heathland"},
      {323, 28, 0xa6e64d, STYLES_SCRUB, "Sclerophyllous vegetation"},
      {324, 29, 0xa6f200, STYLES_SCRUB, "Transitional woodland-shrub"},
      {331, 30, 0xe6e6e6, STYLES_SAND, "Beaches, dunes, sands"},
      {332, 31, 0xcccccc, STYLES_BARE, "Bare rocks"},
      {333, 32, 0xccffcc, STYLES_BARE, "Sparsely vegetated areas"},
      {334, 33, 0x000000, STYLES_BARE, "Burnt areas"},
      {335, 34, 0xa6e6cc, STYLES_SNOW_COVER, "Glaciers and perpetual snow"},
      {411, 35, 0xa6a6ff, STYLES_MARSH, "Inland marshes"},
      {412, 36, 0x4d4dff, STYLES_MARSH, "Peat bogs"},
      {421, 37, 0xccccff, STYLES_MARSH, "Salt marshes"},
      {422, 38, 0xe6e6ff, STYLES_SAND, "Salines"},
      {423, 39, 0xa6a6e6, STYLES_SAND, "Intertidal flats"},
      {511, 40, 0x00ccf2, STYLES_WATER, "Water courses"},
      {512, 41, 0x80f2e6, STYLES_WATER, "Water bodies"},
      {521, 42, 0x00ffa6, STYLES_WATER, "Coastal lagoons"},
      {522, 43, 0xa6ffe6, STYLES_WATER, "Estuaries"},
      {523, 44, 0xe6f2ff, STYLES_WATER, "Sea and ocean"}}},
    {"NLCD",
     NULL,
     {{11, 0, 0x466b9f, STYLES_WATER, "Open Water"},
      {12, 0, 0xd1def8, STYLES_SNOW_COVER, "Perennial Ice/Snow"},
      {21, 0, 0xdec5c5, STYLES_SETTLEMENT, "Developed, Open Space"},
      {22, 0, 0xd99282, STYLES_SETTLEMENT, "Developed, Low Intensity"},
      {23, 0, 0xeb0000, STYLES_SETTLEMENT, "Developed, Medium Intensity"},
      {24, 0, 0xab0000, STYLES_SETTLEMENT, "Developed, High Intensity"},
      {31, 0, 0xb3ac9f, STYLES_BARE, "Barren Land"},
      {41, 0, 0x68ab5f, STYLES_WOODS, "Deciduous Forest"},
      {42, 0, 0x1c5f2c, STYLES_WOODS, "Evergreen Forest"},
      {43, 0, 0xb5c58f, STYLES_WOODS, "Mixed Forest"},
      {51, 0, 0xaf963c, STYLES_SCRUB, "Dwarf Scrub"},
      {52, 0, 0xccb879, STYLES_SCRUB, "Shrub/Scrub"},
      {71, 0, 0xdfdfc2, STYLES_GRASS, "Grassland/Herbaceous"},
      {72, 0, 0xd1d182, STYLES_GRASS, "Sedge/Herbaceous"},
      {73, 0, 0xa3cc51, STYLES_MOSS, "Lichens"},
      {74, 0, 0x82ba9e, STYLES_MOSS, "Moss"},
      {81, 0, 0xdcd939, STYLES_FIELDS, "Pasture/Hay"},
      {82, 0, 0xab6c28, STYLES_FIELDS, "Cultivated Crops"},
      {90, 0, 0xb8d9eb, STYLES_MARSH, "Woody Wetlands"},
      {95, 0, 0x6c9fb8, STYLES_MARSH, "Emergent Herbaceous Wetlands"}}},
};
#define PRODUCTS (sizeof products / sizeof *products)

static const char *const words[STYLES_MASKS] = {"woods", "scrub",      "grass", "fields",
                                                "marsh", "moss",       "snow",  "bare",
                                                "sand",  "settlement", "water", "steep"};

const char *styles_kind_word(unsigned kind)
{
    return words[kind];
}

/* ---- a legend of one's own ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void trim(char *text)
{
    size_t length = strlen(text), first = 0;
    while (length > 0 && is_blank(text[length - 1])) length--;
    while (first < length && is_blank(text[first])) first++;
    memmove(text, text + first, length - first);
    text[length - first] = '\0';
}

unsigned styles_find_kind(const char *word)
{
    for (unsigned i = 0; i < STYLES_KINDS; i++)
        if (text_is_like(words[i], word)) return i;
    for (size_t p = 0; p < PRODUCTS; p++)
        for (const struct class_row *row = products[p].classes; row->name != NULL; row++)
            if (text_is_like(row->name, word)) return row->kind;
    return STYLES_NO_KIND;
}

static enum scree_code refuse_word(const char *word, unsigned line, struct scree_error *err)
{
    struct scree_suggestion suggest = {word, NULL, 0};
    char hint[160] = "; expected one of";
    for (unsigned i = 0; i < STYLES_KINDS; i++) {
        const size_t used = strlen(hint);
        suggest_offer(&suggest, words[i]);
        snprintf(hint + used, sizeof hint - used, "%s %s", i > 0 ? "," : "", words[i]);
    }
    if (suggest.best != NULL) suggest_text(hint, sizeof hint, &suggest);
    return err_set(err, SCREE_MALFORMED, "line %u: '%.40s' is no kind of ground%s", line, word,
                   hint);
}

static enum scree_code read_line(struct styles_legend *out, char *text, unsigned line,
                                 struct scree_error *err)
{
    char *const equals = strchr(text, '='), *end;
    if (text[0] == '#' || text[strspn(text, " \t\r")] == '\0') return SCREE_OK;
    const unsigned long code = strtoul(text, &end, 10);
    while (*end == ' ' || *end == '\t') end++;
    if (equals == NULL || end != equals || !text_is_digit(text[strspn(text, " \t")]) ||
        code >= STYLES_CODES)
        return err_set(
            err, SCREE_MALFORMED,
            "line %u: expected the number of a class and a kind of ground, as in 41 = woods", line);
    trim(equals + 1);
    const unsigned kind = styles_find_kind(equals + 1);
    if (kind == STYLES_NO_KIND) return refuse_word(equals + 1, line, err);
    out->kinds[code] = (uint8_t)kind;
    return SCREE_OK;
}

enum scree_code styles_read_legend(struct styles_legend *out, const struct scree_bytes *text,
                                   struct scree_error *err)
{
    char row[256];
    unsigned line = 0;
    memset(out->kinds, STYLES_NO_KIND, sizeof out->kinds);
    out->name = out->credit = NULL;
    for (size_t at = 0; at < text->size;) {
        size_t length = 0;
        while (at + length < text->size && text->data[at + length] != '\n') length++;
        snprintf(row, sizeof row, "%.*s", (int)(length < sizeof row ? length : sizeof row - 1),
                 (const char *)text->data + at);
        RETURN_IF_ERR(read_line(out, row, ++line, err));
        at += length + 1;
    }
    return SCREE_OK;
}

/* ---- those that are known ---- */

static unsigned colour_away(uint32_t rgb, const uint8_t colour[3])
{
    unsigned most = 0;
    for (int c = 0; c < 3; c++) {
        const int away = (int)(rgb >> (16 - 8 * c) & 255) - colour[c];
        const unsigned now = (unsigned)(away < 0 ? -away : away);
        if (now > most) most = now;
    }
    return most;
}

static const struct class_row *find_colour(const struct product *product, const uint8_t colour[3])
{
    const struct class_row *best = NULL;
    for (const struct class_row *row = product->classes; row->name != NULL; row++)
        if (colour_away(row->rgb, colour) <= COLOUR_AWAY &&
            (best == NULL || colour_away(row->rgb, colour) < colour_away(best->rgb, colour)))
            best = row;
    return best;
}

static const struct class_row *find_code(const struct product *product, unsigned code)
{
    for (const struct class_row *row = product->classes; row->name != NULL; row++)
        if (row->code == code || (row->other == code && code != 0)) return row;
    return NULL;
}

static bool takes(struct styles_legend *out, const struct product *product,
                  const struct image_numbers *form, const uint32_t *used, bool by_colour)
{
    memset(out->kinds, STYLES_NO_KIND, sizeof out->kinds);
    for (unsigned code = 0; code < STYLES_CODES; code++) {
        if (used[code] == 0 || (code == 0 && !by_colour)) continue;
        const struct class_row *const row =
            by_colour ? find_colour(product, form->colours[code]) : find_code(product, code);
        if (row == NULL) return false;
        out->kinds[code] = row->kind;
    }
    out->name = product->name;
    out->credit = product->credit;
    return true;
}

static enum scree_code refuse(const uint32_t *used, bool several, struct scree_error *err)
{
    char list[80] = "";
    for (unsigned code = 0; code < STYLES_CODES && strlen(list) < 50; code++)
        if (used[code] > 0)
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%u",
                     list[0] != '\0' ? ", " : "", code);
    return err_set_option(err, "cover_legend",
                          several
                              ? "classes %s may be those of several maps; say what they are with "
                                "{cover_legend}, a line each: 1 = woods"
                              : "classes %s are neither ESA WorldCover's nor Corine's nor NLCD's; "
                                "say what they are with {cover_legend}, a line each: 1 = woods",
                          list);
}

enum scree_code styles_find_legend(struct styles_legend *out, const struct image_numbers *form,
                                   const uint32_t *used, struct scree_error *err)
{
    for (size_t i = 0; i < PRODUCTS && form->has_colours; i++)
        if (takes(out, &products[i], form, used, true)) return SCREE_OK;
    const struct product *found = NULL;
    for (size_t i = 0; i < PRODUCTS; i++) {
        if (!takes(out, &products[i], form, used, false)) continue;
        if (found != NULL) return refuse(used, true, err);
        found = &products[i];
    }
    if (found == NULL) return refuse(used, false, err);
    (void)takes(out, found, form, used, false);
    return SCREE_OK;
}

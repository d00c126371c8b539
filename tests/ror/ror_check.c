/*
 * Reads an exported Rigs of Rods terrain back and compares it with the inputs: heights with the
 * terrain, alphas with the weights, landuse with the strongest material, the report of merging with
 * a count of its own.
 * usage: ror_check FOLDER TERRAIN SURFACE
 */
#include "base/sha.h"
#include "tests/ror/ror_export.h"
#include "tests/ror/ror_merging.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LAYERS 16

/* The ground as the game has it: of the four points of a cell the three of the triangle count that
 * the place is in; the diagonal turns from row to row, counted from the south. */
static double ground(const struct ror_export *e, double x, double z)
{
    const double cell = (double)e->world_m / (e->points - 1);
    const double last = e->points - 2.0;
    const double column = fmin(floor(x / cell), last), row = fmin(floor(z / cell), last);
    const double u = x / cell - column, v = 1 - (z / cell - row); /* v: from the south */
    double h[2][2];                                               /* [from the south][east] */
    for (uint32_t j = 0; j < 2; j++)
        for (uint32_t i = 0; i < 2; i++)
            h[j][i] = ror_export_altitude(e, (uint32_t)column + i, (uint32_t)row + 1 - j);
    const bool turned = ((uint32_t)last - (uint32_t)row) % 2 == 1;
    const bool lower = turned ? v <= 1 - u : v <= u;
    double height;
    if (turned)
        height = lower ? h[0][0] * (1 - u - v) + h[0][1] * u + h[1][0] * v
                       : h[1][1] * (u + v - 1) + h[1][0] * (1 - u) + h[0][1] * (1 - v);
    else
        height = lower ? h[0][0] * (1 - u) + h[0][1] * (u - v) + h[1][1] * v
                       : h[0][0] * (1 - v) + h[1][0] * (v - u) + h[1][1] * u;
    return height - ror_export_lowest(e);
}

static void check_start(const struct ror_export *e, bool water)
{
    double start[3];
    const struct ror_text *t = &e->terrn2;
    ror_read_vector(start, ror_read_trimmed(t, "General", "StartPosition"));
    for (int i = 0; i < 3; i += 2)
        ror_expect(start[i] >= 0 && start[i] <= e->world_m, "the start is outside");
    double level = ground(e, start[0], start[2]);
    if (water) {
        const double line = strtod(ror_read_trimmed(t, "General", "WaterLine"), NULL);
        ror_expect(start[1] >= line, "the start is under water");
        level = fmax(level, line);
    }
    /* Places are written in millimetres, on ground of any slope up to 10. */
    ror_expect(fabs(start[1] - level) < 0.01, "the start is at %.4f m, the ground at %.4f",
               start[1], level);
}

static void check_terrn2(const struct ror_export *e)
{
    const struct ror_text *t = &e->terrn2;
    const char *name = ror_read_trimmed(t, "General", "Name");
    ror_expect(name != NULL && name[0] != '\0', "no Name: the game rejects the terrain");
    ror_expect(strcmp(ror_read_trimmed(t, "General", "CategoryID"), "129") == 0, "CategoryID");
    const char *guid = ror_read_trimmed(t, "General", "GUID");
    ror_expect(guid != NULL && strlen(guid) == 36 && guid[14] == '5' &&
                   strspn(guid, "0123456789abcdef-") == 36,
               "GUID is no UUID of version 5");
    ror_expect(strcmp(guid, json_string_value(json_object_get(e->report, "guid"))) == 0,
               "GUID differs from the report's");
    const char *objects = ror_read_trimmed(t, "Objects", ror_export_name(e, ".tobj"));
    ror_expect(objects != NULL, "[Objects] does not load the .tobj");
    double ambient[3];
    ror_read_vector(ambient, ror_read_trimmed(t, "General", "AmbientColor"));
    for (int i = 0; i < 3; i++) ror_expect(ambient[i] == 1, "AmbientColor");
    const char *water = ror_read_trimmed(t, "General", "Water");
    ror_expect(water != NULL && (water[0] == '0' || water[0] == '1') && water[1] == '\0', "Water");
    check_start(e, water[0] == '1');
}

static void check_otc(const struct ror_export *e)
{
    const struct ror_text *t = &e->otc;
    static const struct {
        const char *key, *value;
    } fixed[] = {{"PagesX", "0"},
                 {"PagesZ", "0"},
                 {"Heightmap.0.0.raw.bpp", "2"},
                 {"Heightmap.0.0.flipX", "0"},
                 {"Heightmap.0.0.flipY", "0"},
                 {"Flat", "0"},
                 {"disableCaching", "1"},
                 {"minBatchSize", "33"},
                 {"maxBatchSize", "65"},
                 {"NormalMappingEnabled", "1"},
                 {"SpecularMappingEnabled", "1"}};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        ror_expect(strcmp(ror_read_otc(t, fixed[i].key), fixed[i].value) == 0, "%s is not %s",
                   fixed[i].key, fixed[i].value);
}

static void check_heights(const struct ror_export *e)
{
    const size_t count = (size_t)e->points * e->points;
    uint8_t *raw = malloc(2 * count + 1);
    FILE *file = fopen(ror_export_path(e, e->page.heights), "rb");
    ror_expect(file != NULL && fread(raw, 1, 2 * count + 1, file) == 2 * count,
               "the heightmap has not size * size * 2 bytes: the game would crash");
    fclose(file);
    const double lowest = ror_export_lowest(e);
    double worst = 0;
    for (uint32_t z = 0; z < e->points; z++)
        for (uint32_t x = 0; x < e->points; x++) {
            const size_t at = 2 * ((size_t)z * e->points + x);
            const double shown = (raw[at] + 256.0 * raw[at + 1]) / 65535 * e->height_m;
            worst = fmax(worst, fabs(shown - (ror_export_altitude(e, x, z) - lowest)));
        }
    const double step = e->height_m / 65535.0;
    ror_expect(worst <= step / 2 * (1 + 1e-6), "a height is off by %g m, a step is %g m", worst,
               step);
    free(raw);
}

/* A drawn texture has its material's colour in the mean: the ground looks from afar as the map. */
static void check_mean(const struct ror_export *e, size_t k, const struct image_picture *picture)
{
    const json_t *materials = json_object_get(e->report, "materials");
    const json_t *material = json_array_get(materials, k - (e->base_colour ? 1 : 0));
    const size_t count = picture->width * picture->height;
    if (e->base_colour && k == 0) return;
    for (size_t c = 0; c < 3; c++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++) sum += picture->samples[4 * i + c];
        const double wanted =
            json_number_value(json_array_get(json_object_get(material, "colour"), c));
        ror_expect(fabs(sum / (double)count - wanted) < 0.5, "layer %zu has the mean %g, not %g", k,
                   sum / (double)count, wanted);
    }
}

/* Normals point up in the mean. */
static void check_normals(size_t k, const struct image_picture *picture)
{
    const size_t count = picture->width * picture->height;
    double mean[3] = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < 3; c++) mean[c] += picture->samples[4 * i + c] / (double)count;
    ror_expect(fabs(mean[0] - 127.5) < 5 && fabs(mean[1] - 127.5) < 5 && mean[2] > 180,
               "layer %zu: no normals but %.0f %.0f %.0f", k, mean[0], mean[1], mean[2]);
}

/* How red or green (channel 0 or 1) of a normal map goes with the slope of the height in its alpha,
 * eastwards or down the picture: -1 where the colour is brighter on ground that falls that way. */
static double correlation(const struct image_picture *picture, size_t channel)
{
    const size_t side = picture->width, count = side * side;
    double n = (double)count, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (size_t at = 0; at < count; at++) {
        const size_t i = at % side, j = at / side;
        const size_t next = channel == 0 ? j * side + (i + 1) % side : (j + 1) % side * side + i;
        const size_t back =
            channel == 0 ? j * side + (i + side - 1) % side : (j + side - 1) % side * side + i;
        const double slope =
            (double)picture->samples[4 * next + 3] - (double)picture->samples[4 * back + 3];
        const double colour = picture->samples[4 * at + channel];
        x += slope, y += colour, xx += slope * slope, yy += colour * colour, xy += slope * colour;
    }
    return (n * xy - x * y) / sqrt((n * xx - x * x) * (n * yy - y * y));
}

/* The game's binormal points south: a normal leans east where red is bright and down the picture
 * where green is. */
static void check_bumps(size_t k, const struct image_picture *picture)
{
    if (picture->width < 64) return; /* flat */
    const double east = correlation(picture, 0), down = correlation(picture, 1);
    ror_expect(east < -0.8, "layer %zu: red goes with the slope east by %.3f", k, east);
    ror_expect(down < -0.8, "layer %zu: green goes with the slope south by %.3f", k, down);
}

/* Every texture is there, the diffuse one with an alpha that shines little. */
static void check_textures(const struct ror_export *e)
{
    for (size_t k = 0; k < e->page.count; k++) {
        struct image_picture picture = ror_export_picture(e, e->page.layers[k].diffuse, 4);
        for (size_t i = 0; i < picture.width * picture.height; i++)
            ror_expect(picture.samples[4 * i + 3] < 64, "layer %zu shines", k);
        check_mean(e, k, &picture);
        image_picture_free(&picture);
        picture = ror_export_picture(e, e->page.layers[k].normal, 4);
        check_normals(k, &picture);
        check_bumps(k, &picture);
        image_picture_free(&picture);
    }
    ror_expect(!e->base_colour || fabs(e->page.layers[0].repeat_m - e->world_m) < 1e-9,
               "the base colour does not cover the world once");
}

/* What the game's lerps make of the alphas, against the weights. */
static void check_blend(const struct ror_export *e)
{
    struct image_picture maps[8] = {0};
    for (size_t k = 1; k < e->page.count; k++) {
        const struct ror_line *layer = &e->page.layers[k];
        ror_expect(strchr("RGBA", layer->channel) - "RGBA" == (long)((k - 1) % 4),
                   "layer %zu is not in its place of the game's own blend textures", k);
        maps[k] = ror_export_picture(e, layer->blend, 4);
        ror_expect(maps[k].width == e->size, "%s would be resampled", layer->blend);
    }
    double worst = 0;
    for (size_t at = 0; at < (size_t)e->size * e->size; at++) {
        double shown[8], weights[8];
        ror_export_layer_weights(weights, e, at);
        for (size_t k = 0; k < e->page.count; k++) shown[k] = k == 0;
        for (size_t k = 1; k < e->page.count; k++) {
            const double alpha = maps[k].samples[4 * at + (k - 1) % 4] / 255.0;
            for (size_t j = 0; j < k; j++) shown[j] *= 1 - alpha;
            shown[k] = alpha;
        }
        for (size_t k = 0; k < e->page.count; k++) worst = fmax(worst, fabs(shown[k] - weights[k]));
    }
    ror_expect(worst < 0.01, "a weight is off by %g", worst);
    for (size_t k = 1; k < e->page.count; k++) image_picture_free(&maps[k]);
}

static bool has_section(const struct ror_text *text, const char *name)
{
    char heading[128];
    snprintf(heading, sizeof heading, "[%s]", name);
    for (size_t i = 0; i < text->count; i++)
        if (strcmp(text->lines[i], heading) == 0) return true;
    return false;
}

/* What the report says that each layer drives like: its own ground, whatever it is shown as. A
 * layer whose name is nothing but a ground is held to that. */
static uint32_t number_grounds(const char **models, uint32_t *number_of, const struct ror_export *e)
{
    static const char *const plain[][2] = {
        {"Grass", "grass"}, {"Rock", "rock"},     {"Sand", "sand"},      {"Beach", "sand"},
        {"Snow", "snow"},   {"Wet sand", "sand"}, {"Dry grass", "grass"}};
    uint32_t count = 0;
    size_t m, i;
    json_t *material, *layer;
    const char *own[MOST_LAYERS] = {NULL};
    ror_expect(e->map->layer_count <= MOST_LAYERS, "layers");
    json_array_foreach(json_object_get(e->report, "materials"), m, material)
        json_array_foreach(json_object_get(material, "layers"), i, layer)
            own[json_integer_value(json_object_get(layer, "index"))] =
                json_string_value(json_object_get(layer, "ground_model"));
    for (uint32_t k = 0; k < e->map->layer_count; k++) {
        ror_expect(own[k] != NULL, "layer %u has no ground model", (unsigned)k);
        for (size_t n = 0; n < sizeof plain / sizeof plain[0]; n++)
            ror_expect(strcmp(plain[n][0], e->map->layers[k]->name) != 0 ||
                           strcmp(plain[n][1], own[k]) == 0,
                       "layer %s drives like %s", e->map->layers[k]->name, own[k]);
        uint32_t g = 0;
        while (g < count && strcmp(models[g], own[k]) != 0) g++;
        if (g == count) models[count++] = own[k];
        number_of[k] = g;
    }
    return count;
}

static void check_landuse(const struct ror_export *e)
{
    static const char *const stock[] = {"concrete", "asphalt", "gravel", "rock", "ice",
                                        "snow",     "metal",   "grass",  "sand"};
    const char *texture = ror_read_trimmed(&e->landuse, "config", "texture");
    ror_expect(texture != NULL, "landuse has no texture");
    const char *own = ror_read_trimmed(&e->landuse, "config", "loadGroundModelsConfig");
    struct ror_text models = {0};
    if (own != NULL) ror_read_text(&models, e->folder, own);
    const char *use = ror_read_trimmed(&e->landuse, "config", "defaultuse");
    ror_expect(use != NULL && strcmp(use, "gravel") == 0, "defaultuse");
    struct image_picture picture = ror_export_picture(e, texture, 3);
    ror_expect(picture.width == e->size, "landuse has another size than the check");
    const char *models_of[MOST_LAYERS]; /* [number]: ground models, as they come up by layer */
    uint32_t number_of[MOST_LAYERS], numbers = number_grounds(models_of, number_of, e);
    const size_t texels = (size_t)e->size * e->size;
    char key[32] = "";
    const char *model = NULL;
    uint16_t colours[MOST_LAYERS][3];
    bool seen[MOST_LAYERS] = {false};
    for (size_t at = 0; at < texels; at++) {
        double weights[MOST_LAYERS] = {0};
        for (uint32_t k = 0; k < e->map->layer_count; k++)
            weights[number_of[k]] += (double)e->weights[k * texels + at];
        uint32_t best = 0;
        for (uint32_t m = 1; m < numbers; m++)
            if (weights[m] > weights[best] - 1e-7) best = m;
        bool tie = false; /* but for rounding: the sums of floats decide */
        for (uint32_t m = 0; m < numbers; m++)
            tie = tie || (m != best && weights[m] > weights[best] - 1e-6);
        const uint16_t *rgb = picture.samples + 3 * at;
        if (at == 0 || memcmp(rgb, rgb - 3, 3 * sizeof *rgb) != 0) {
            snprintf(key, sizeof key, "0xff%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
            model = ror_read_trimmed(&e->landuse, "use-map", key);
        }
        ror_expect(model != NULL, "colour %s is not mapped: the game takes gravel", key);
        if (tie) continue;
        ror_expect(strcmp(model, models_of[best]) == 0, "texel %zu is %s, the strongest is %s", at,
                   model, models_of[best]);
        if (!seen[best]) memcpy(colours[best], rgb, sizeof colours[best]);
        seen[best] = true;
        ror_expect(memcmp(colours[best], rgb, sizeof colours[best]) == 0,
                   "texel %zu has the colour of another ground model than the strongest", at);
        bool known = own != NULL && has_section(&models, model);
        for (size_t i = 0; i < 9; i++) known = known || strcmp(model, stock[i]) == 0;
        ror_expect(known, "%s is no stock model", model);
    }
    for (uint32_t m = 0; m < numbers; m++)
        for (uint32_t k = 0; k < m; k++)
            ror_expect(!seen[m] || !seen[k] || memcmp(colours[m], colours[k], 6) != 0,
                       "ground models %u and %u have one colour", (unsigned)k, (unsigned)m);
    image_picture_free(&picture);
    free(models.memory);
}

/* Lines of the .tobj: comments in the first column, grass with a picture that is there. */
static void check_objects(const struct ror_export *e)
{
    struct ror_text text;
    ror_read_text(&text, e->folder, ror_export_name(e, ".tobj"));
    for (size_t i = 0; i < text.count; i++) {
        const char *line = text.lines[i];
        if (line[0] == ';') continue;
        float n[12];
        char mesh[64], colours[64], density[256], icon[64], instance[128];
        /* The game's own form of an object: a truck shop, of the start's, level and in the world. */
        if (sscanf(line, "%f, %f, %f, %f, %f, %f, %63s %63s %127s", &n[0], &n[1], &n[2], &n[3],
                   &n[4], &n[5], mesh, icon, instance) == 9) {
            ror_expect(strcmp(mesh, "truckshop") == 0 && strcmp(icon, "sale") == 0,
                       "'%s' is no truck shop", line);
            ror_expect(n[3] == 0 && n[5] == 0 && n[0] > 0 && n[2] > 0, "'%s' stands askew", line);
            continue;
        }
        const int read = sscanf(line,
                                "grass %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %63s %63s "
                                "%255s",
                                &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &n[8],
                                &n[9], &n[10], &n[11], mesh, colours, density);
        ror_expect(read == 15, "'%s' is no line of grass", line);
        struct image_picture picture = ror_export_picture(e, density, 1);
        ror_expect(picture.width == e->size, "%s", density);
        image_picture_free(&picture);
    }
    free(text.memory);
}

/* The report lists every file with its digest. */
static void check_files(const struct ror_export *e)
{
    size_t i;
    json_t *file;
    json_array_foreach(json_object_get(e->report, "files"), i, file)
    {
        char sha256[SHA_HEX_SIZE];
        struct scree_error err = SCREE_ERROR_INIT;
        const char *name = json_string_value(json_object_get(file, "file"));
        ror_expect_ok(sha_file(sha256, ror_export_path(e, name), &err), &err, name);
        ror_expect(strcmp(sha256, json_string_value(json_object_get(file, "sha256"))) == 0,
                   "%s is not what the report says", name);
    }
}

int main(int argc, char **argv)
{
    struct ror_export e;
    ror_expect(argc == 4, "usage: ror_check FOLDER TERRAIN SURFACE");
    ror_export_read(&e, argv[1], argv[2], argv[3]);
    check_otc(&e);
    check_terrn2(&e);
    check_heights(&e);
    check_textures(&e);
    check_blend(&e);
    check_landuse(&e);
    ror_check_merging(&e);
    check_objects(&e);
    check_files(&e);
    struct image_picture mini = ror_export_picture(&e, ror_export_name(&e, "-mini.png"), 3);
    image_picture_free(&mini);
    ror_export_free(&e);
    return 0;
}

/*
 * Reads an exported Rigs of Rods terrain back and compares it with the inputs: heights with the
 * terrain, alphas with the weights, landuse with the strongest material, the report of merging with
 * a count of its own. usage: ror_check FOLDER TERRAIN SURFACE
 */
#include "tests/ror/ror_read.h"

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "image/image.h"
#include "render/render.h"

struct export
{
    const char *folder;
    char name[256];
    json_t *report;
    struct ter_field *field;
    struct srf_map *map;
    struct ror_text terrn2, otc, page_text, landuse;
    struct ror_page page;
    uint32_t points, world_m, height_m, size;
    bool base_colour;
    uint32_t material_count, *material_of_layer;
    float *weights; /* [layer][texel] */
};

static struct err err;

static void expect_ok(enum err_code code, const char *doing)
{
    char text[ERR_TEXT_SIZE];
    ror_expect(code == ERR_OK, "%s: %s", doing, err_format(text, sizeof text, &err));
}

static const char *path_of(const struct export *e, const char *name)
{
    static char path[4][1024];
    static int next;
    char *out = path[next++ % 4];
    snprintf(out, sizeof path[0], "%s/%s", e->folder, name);
    return out;
}

static const char *named(const struct export *e, const char *ending)
{
    static char name[512];
    snprintf(name, sizeof name, "%s%s", e->name, ending);
    return name;
}

/* All names begin with the terrain's, none is a folder; the one .terrn2 gives the name. */
static void find_name(struct export *e)
{
    const struct dirent *entry;
    DIR *folder = opendir(e->folder);
    ror_expect(folder != NULL, "%s: cannot be opened", e->folder);
    while ((entry = readdir(folder)) != NULL) {
        const char *end = strstr(entry->d_name, ".terrn2");
        if (end != NULL)
            snprintf(e->name, sizeof e->name, "%.*s", (int)(end - entry->d_name), entry->d_name);
    }
    ror_expect(e->name[0] != '\0', "there is no .terrn2");
    rewinddir(folder);
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        ror_expect(strncmp(entry->d_name, e->name, strlen(e->name)) == 0,
                   "%s lacks the prefix: names of all terrains share one pool", entry->d_name);
        FILE *file = fopen(path_of(e, entry->d_name), "rb");
        ror_expect(file != NULL && fgetc(file) != EOF, "%s is no file, or empty", entry->d_name);
        fclose(file);
    }
    closedir(folder);
}

static void read_texts(struct export *e)
{
    ror_read_text(&e->terrn2, e->folder, named(e, ".terrn2"));
    const char *otc = ror_read_trimmed(&e->terrn2, "General", "GeometryConfig");
    ror_expect(otc != NULL && strstr(otc, ".otc") != NULL, "no GeometryConfig");
    ror_read_text(&e->otc, e->folder, otc);
    const char *format = ror_read_otc(&e->otc, "PageFileFormat");
    char page[512];
    const char *x = strstr(format, "{X}"), *z = strstr(format, "{Z}");
    ror_expect(x != NULL && z == x + 4, "PageFileFormat lacks {X}-{Z}");
    snprintf(page, sizeof page, "%.*s0-0%s", (int)(x - format), format, z + 3);
    ror_read_text(&e->page_text, e->folder, page);
    ror_read_page(&e->page, &e->page_text);
    const char *landuse = ror_read_trimmed(&e->terrn2, "General", "TractionMap");
    ror_expect(landuse != NULL, "no TractionMap");
    ror_read_text(&e->landuse, e->folder, landuse);
}

static void check_terrn2(const struct export *e)
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
    const char *objects = ror_read_trimmed(t, "Objects", named(e, ".tobj"));
    ror_expect(objects != NULL, "[Objects] does not load the .tobj");
    double start[3];
    ror_read_vector(start, ror_read_trimmed(t, "General", "StartPosition"));
    for (int i = 0; i < 3; i += 2)
        ror_expect(start[i] >= 0 && start[i] <= e->world_m, "the start is outside");
    const char *water = ror_read_trimmed(t, "General", "Water");
    ror_expect(water != NULL && (water[0] == '0' || water[0] == '1') && water[1] == '\0', "Water");
    if (water[0] == '1')
        ror_expect(start[1] > strtod(ror_read_trimmed(t, "General", "WaterLine"), NULL),
                   "the start is under water");
}

static void check_otc(struct export *e)
{
    const struct ror_text *t = &e->otc;
    e->points = (uint32_t)ror_read_whole(ror_read_otc(t, "PageSize"));
    e->world_m = (uint32_t)ror_read_whole(ror_read_otc(t, "WorldSizeX"));
    e->height_m = (uint32_t)ror_read_whole(ror_read_otc(t, "WorldSizeY"));
    e->size = (uint32_t)ror_read_whole(ror_read_otc(t, "LayerBlendMapSize"));
    ror_expect(ror_read_whole(ror_read_otc(t, "WorldSizeZ")) == (long)e->world_m, "not square");
    ror_expect(((e->points - 1) & (e->points - 2)) == 0 && e->points >= 65, "PageSize is no 2^n+1");
    ror_expect(ror_read_whole(ror_read_otc(t, "Heightmap.0.0.raw.size")) == (long)e->points,
               "raw.size differs from PageSize: the heightmap would be resampled");
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

/* Altitude of point column x, row z from the north, in metres, in double. */
static double altitude(const struct export *e, uint32_t x, uint32_t z)
{
    const struct ter_field *f = e->field;
    float sample;
    if (e->points == f->points_x) {
        ter_get_row(f, f->points_y - 1 - z, x, 1, &sample);
        return (f->base_tu + f->step_tu * (double)sample) * f->scal_m[2];
    }
    const uint64_t px = ((uint64_t)x * (f->points_x - 1) << 32) / (e->points - 1);
    const uint64_t py = ((uint64_t)(e->points - 1 - z) * (f->points_y - 1) << 32) / (e->points - 1);
    float scratch[4096], rise, sx, sy;
    ror_expect(ter_scratch_floats(0) <= 4096, "scratch");
    ter_sample_row(f, &px, 1, py, scratch, &rise, &sx, &sy);
    return (f->base_tu + (double)rise) * f->scal_m[2];
}

static void check_heights(const struct export *e)
{
    const size_t count = (size_t)e->points * e->points;
    uint8_t *raw = malloc(2 * count + 1);
    FILE *file = fopen(path_of(e, e->page.heights), "rb");
    ror_expect(file != NULL && fread(raw, 1, 2 * count + 1, file) == 2 * count,
               "the heightmap has not size * size * 2 bytes: the game would crash");
    fclose(file);
    double lowest = INFINITY, worst = 0;
    for (uint32_t z = 0; z < e->points; z++)
        for (uint32_t x = 0; x < e->points; x++) lowest = fmin(lowest, altitude(e, x, z));
    for (uint32_t z = 0; z < e->points; z++)
        for (uint32_t x = 0; x < e->points; x++) {
            const size_t at = 2 * ((size_t)z * e->points + x);
            const double shown = (raw[at] + 256.0 * raw[at + 1]) / 65535 * e->height_m;
            worst = fmax(worst, fabs(shown - (altitude(e, x, z) - lowest)));
        }
    const double step = e->height_m / 65535.0;
    ror_expect(worst <= step / 2 * (1 + 1e-6), "a height is off by %g m, a step is %g m", worst,
               step);
    free(raw);
}

static struct image_picture read_picture(const struct export *e, const char *name,
                                         unsigned channels)
{
    struct image_picture picture;
    expect_ok(image_read_png(&picture, path_of(e, name), UINT64_C(1) << 28, &err), name);
    ror_expect(picture.bits == 8 && picture.channels == channels, "%s: %u channels of %u bits",
               name, picture.channels, picture.bits);
    ror_expect(picture.width == picture.height, "%s is not square", name);
    return picture;
}

/* Every texture is there, the diffuse one with an alpha that shines little. */
static void check_textures(const struct export *e)
{
    for (size_t k = 0; k < e->page.count; k++) {
        struct image_picture picture = read_picture(e, e->page.layers[k].diffuse, 4);
        for (size_t i = 0; i < picture.width * picture.height; i++)
            ror_expect(picture.samples[4 * i + 3] < 64, "layer %zu shines", k);
        image_picture_free(&picture);
        picture = read_picture(e, e->page.layers[k].normal, 4);
        ror_expect(picture.samples[2] > 128, "layer %zu: no normals", k);
        image_picture_free(&picture);
    }
    ror_expect(!e->base_colour || fabs(e->page.layers[0].repeat_m - e->world_m) < 1e-9,
               "the base colour does not cover the world once");
}

/* Weights of all layers at the texels, from the model itself. */
static void evaluate(struct export *e)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = options.height = e->size;
    struct render_plan *plan;
    struct render_merge *all;
    expect_ok(render_plan_create(&plan, e->field, e->map, &options, &err), "plan");
    expect_ok(render_merge_depth(&all, e->map, UINT32_MAX, &err), "merge");
    const size_t texels = (size_t)e->size * e->size;
    e->weights = malloc(texels * all->count * sizeof *e->weights);
    void **planes = malloc(all->count * sizeof *planes);
    for (uint32_t k = 0; k < all->count; k++) planes[k] = e->weights + k * texels;
    const struct render_target target = {.kind = RENDER_WEIGHT_F32, .merge = all, .planes = planes};
    render_rows(plan, 0, e->size, &target, 1);
    free(planes);
    render_merge_free(all);
    render_plan_free(plan);
}

static void read_materials(struct export *e)
{
    json_t *materials = json_object_get(e->report, "materials");
    e->material_count = (uint32_t)json_array_size(materials);
    e->material_of_layer = calloc(e->map->layer_count, sizeof *e->material_of_layer);
    for (uint32_t k = 0; k < e->map->layer_count; k++) e->material_of_layer[k] = UINT32_MAX;
    for (uint32_t m = 0; m < e->material_count; m++) {
        size_t i;
        json_t *layer, *layers = json_object_get(json_array_get(materials, m), "layers");
        json_array_foreach(layers, i, layer)
        {
            const json_int_t k = json_integer_value(json_object_get(layer, "index"));
            ror_expect(k < e->map->layer_count && e->material_of_layer[k] == UINT32_MAX,
                       "layer %d is in two materials", (int)k);
            e->material_of_layer[k] = m;
        }
    }
    for (uint32_t k = 0; k < e->map->layer_count; k++)
        ror_expect(e->material_of_layer[k] != UINT32_MAX, "layer %u is in no material",
                   (unsigned)k);
    e->base_colour = e->page.count == e->material_count + 1;
    ror_expect(e->base_colour || e->page.count == e->material_count, "%zu layers of %u materials",
               e->page.count, (unsigned)e->material_count);
}

static void material_weights(double *out, const struct export *e, size_t at)
{
    const size_t texels = (size_t)e->size * e->size;
    for (uint32_t m = 0; m < e->material_count; m++) out[m] = 0;
    for (uint32_t k = 0; k < e->map->layer_count; k++)
        out[e->material_of_layer[k]] += (double)e->weights[k * texels + at];
}

/* What the game's lerps make of the alphas, against the weights. */
static void check_blend(const struct export *e)
{
    struct image_picture maps[8] = {0};
    for (size_t k = 1; k < e->page.count; k++) {
        const struct ror_line *layer = &e->page.layers[k];
        ror_expect(strchr("RGBA", layer->channel) - "RGBA" == (long)((k - 1) % 4),
                   "layer %zu is not in its place of the game's own blend textures", k);
        maps[k] = read_picture(e, layer->blend, 4);
        ror_expect(maps[k].width == e->size, "%s would be resampled", layer->blend);
    }
    double worst = 0;
    for (size_t at = 0; at < (size_t)e->size * e->size; at++) {
        double wanted[8], shown[8], weights[8];
        material_weights(wanted, e, at);
        for (size_t k = 0; k < e->page.count; k++) {
            weights[k] = wanted[k];
            if (e->base_colour) weights[k] = k == 0 ? 0.4 : 0.6 * wanted[k - 1];
            shown[k] = k == 0;
        }
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

static void check_landuse(const struct export *e)
{
    static const char *const stock[] = {"concrete", "asphalt", "gravel", "rock", "ice",
                                        "snow",     "metal",   "grass",  "sand"};
    const char *texture = ror_read_trimmed(&e->landuse, "config", "texture");
    ror_expect(texture != NULL, "landuse has no texture");
    const char *use = ror_read_trimmed(&e->landuse, "config", "defaultuse");
    ror_expect(use != NULL && strcmp(use, "gravel") == 0, "defaultuse");
    struct image_picture picture = read_picture(e, texture, 3);
    ror_expect(picture.width == e->size, "landuse has another size than the check");
    json_t *materials = json_object_get(e->report, "materials");
    char key[32] = "";
    const char *model = NULL;
    for (size_t at = 0; at < (size_t)e->size * e->size; at++) {
        double weights[8];
        material_weights(weights, e, at);
        uint32_t best = 0;
        for (uint32_t m = 1; m < e->material_count; m++)
            if (weights[m] > weights[best] - 1e-7) best = m;
        const uint16_t *rgb = picture.samples + 3 * at;
        if (at == 0 || memcmp(rgb, rgb - 3, 3 * sizeof *rgb) != 0) {
            snprintf(key, sizeof key, "0xff%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
            model = ror_read_trimmed(&e->landuse, "use-map", key);
        }
        ror_expect(model != NULL, "colour %s is not mapped: the game takes gravel", key);
        const char *wanted =
            json_string_value(json_object_get(json_array_get(materials, best), "ground_model"));
        ror_expect(strcmp(model, wanted) == 0, "texel %zu is %s, the strongest is %s", at, model,
                   wanted);
        bool known = false;
        for (size_t i = 0; i < 9; i++) known = known || strcmp(model, stock[i]) == 0;
        ror_expect(known, "%s is no stock model", model);
    }
    image_picture_free(&picture);
}

static int shown_channel(float colour)
{
    return (int)(255.0f * sqrtf(colour < 0 ? 0 : colour > 1 ? 1 : colour) + 0.5f);
}

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* Counts again what merging did. */
static void check_merging(const struct export *e)
{
    const size_t texels = (size_t)e->size * e->size;
    const uint32_t layers = e->map->layer_count;
    uint64_t *sums = calloc(layers, sizeof *sums);
    double moved = 0;
    float(*colours)[3] = calloc(e->material_count, sizeof *colours);
    for (uint32_t k = 0; k < layers; k++)
        for (size_t at = 0; at < texels; at++) {
            const float w = e->weights[k * texels + at];
            sums[k] += (uint64_t)((w < 0 ? 0 : w > 1 ? 1 : w) * 16777216.0f + 0.5f);
        }
    for (uint32_t m = 0; m < e->material_count; m++) {
        double colour[3] = {0}, sum = 0, largest = 0;
        for (uint32_t k = layers; k-- > 0;) {
            if (e->material_of_layer[k] != m) continue;
            sum += (double)sums[k];
            largest = fmax(largest, (double)sums[k]);
            for (int c = 0; c < 3; c++)
                colour[c] += e->map->layers[k]->difc[c] / 256.0 * (double)sums[k];
            if (sum <= 0)
                for (int c = 0; c < 3; c++) colours[m][c] = (float)e->map->layers[k]->difc[c] / 256;
        }
        if (sum > 0)
            for (int c = 0; c < 3; c++) colours[m][c] = (float)(colour[c] / sum);
        moved += sum - largest;
    }
    double total = 0;
    int most = 0;
    for (size_t at = 0; at < texels; at++) {
        int worst = 0;
        for (int c = 0; c < 3; c++) {
            float own = 0, merged = 0;
            float weights[8] = {0};
            for (uint32_t k = 0; k < layers; k++) {
                const float w = e->weights[k * texels + at];
                own += w * ((float)e->map->layers[k]->difc[c] / 256.0f);
                weights[e->material_of_layer[k]] += w;
            }
            for (uint32_t m = 0; m < e->material_count; m++) merged += weights[m] * colours[m][c];
            const int off = abs(shown_channel(own) - shown_channel(merged));
            worst = off > worst ? off : worst;
        }
        total += worst;
        most = worst > most ? worst : most;
    }
    const json_t *merging = json_object_get(e->report, "merging");
    const double unit = (double)texels * 16777216.0;
    ror_expect(fabs(number(merging, "coverage_moved") - moved / unit) < 1e-11, "coverage_moved");
    ror_expect(fabs(number(merging, "mean_colour_error") - total / (double)texels) < 1e-9,
               "mean_colour_error is %.12g, counted %.12g", number(merging, "mean_colour_error"),
               total / (double)texels);
    ror_expect(number(merging, "max_colour_error") == most, "max_colour_error");
    ror_expect(layers <= e->material_count || moved > 0 || most == 0, "nothing moved");
    printf("%u layers, %u materials, moved %.4f, colours off by %.3f, at most %d\n",
           (unsigned)layers, (unsigned)e->material_count, moved / unit, total / (double)texels,
           most);
    free(sums);
    free(colours);
}

/* Lines of the .tobj: comments in the first column, grass with a picture that is there. */
static void check_objects(const struct export *e)
{
    struct ror_text text;
    ror_read_text(&text, e->folder, named(e, ".tobj"));
    for (size_t i = 0; i < text.count; i++) {
        const char *line = text.lines[i];
        if (line[0] == ';') continue;
        float n[12];
        char mesh[64], colours[64], density[256];
        const int read = sscanf(line,
                                "grass %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %63s %63s "
                                "%255s",
                                &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &n[8],
                                &n[9], &n[10], &n[11], mesh, colours, density);
        ror_expect(read == 15, "'%s' is no line of grass", line);
        struct image_picture picture = read_picture(e, density, 1);
        ror_expect(picture.width == e->size, "%s", density);
        image_picture_free(&picture);
    }
    free(text.memory);
}

/* The report lists every file with its digest. */
static void check_files(const struct export *e)
{
    size_t i;
    json_t *file;
    json_array_foreach(json_object_get(e->report, "files"), i, file)
    {
        char sha256[IMAGE_SHA256_HEX_SIZE];
        const char *name = json_string_value(json_object_get(file, "file"));
        expect_ok(image_sha256_file(sha256, path_of(e, name), &err), name);
        ror_expect(strcmp(sha256, json_string_value(json_object_get(file, "sha256"))) == 0,
                   "%s is not what the report says", name);
    }
}

int main(int argc, char **argv)
{
    struct export e = {0};
    ror_expect(argc == 4, "usage: ror_check FOLDER TERRAIN SURFACE");
    e.folder = argv[1];
    find_name(&e);
    e.report = json_load_file(path_of(&e, named(&e, "-report.json")), 0, NULL);
    ror_expect(e.report != NULL, "the report is no JSON");
    expect_ok(ter_read_file(&e.field, argv[2], NULL, &err), argv[2]);
    expect_ok(srf_read_file(&e.map, argv[3], NULL, &err), argv[3]);
    read_texts(&e);
    read_materials(&e);
    check_otc(&e);
    check_terrn2(&e);
    check_heights(&e);
    check_textures(&e);
    evaluate(&e);
    check_blend(&e);
    check_landuse(&e);
    check_merging(&e);
    check_objects(&e);
    check_files(&e);
    struct image_picture mini = read_picture(&e, named(&e, "-mini.png"), 3);
    image_picture_free(&mini);
    json_decref(e.report);
    ter_free(e.field);
    srf_free(e.map);
    free(e.terrn2.memory), free(e.otc.memory), free(e.page_text.memory), free(e.landuse.memory);
    free(e.material_of_layer);
    free(e.weights);
    return 0;
}

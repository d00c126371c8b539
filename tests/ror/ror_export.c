#include "bench/files.h"
#include "tests/ror/ror_export.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ror_expect_ok(enum scree_code code, const struct scree_error *err, const char *doing)
{
    char text[ERR_TEXT_SIZE];
    ror_expect(code == SCREE_OK, "%s: %s", doing, err_format(text, sizeof text, err));
}

const char *ror_export_path(const struct ror_export *e, const char *name)
{
    static char path[4][1024];
    static int next;
    char *out = path[next++ % 4];
    snprintf(out, sizeof path[0], "%s/%s", e->folder, name);
    return out;
}

const char *ror_export_name(const struct ror_export *e, const char *ending)
{
    static char name[512];
    snprintf(name, sizeof name, "%s%s", e->name, ending);
    return name;
}

/* All names begin with the terrain's, none is a folder; the one .terrn2 gives the name. */
static void find_name(struct ror_export *e)
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
        FILE *file = fopen(ror_export_path(e, entry->d_name), "rb");
        ror_expect(file != NULL && fgetc(file) != EOF, "%s is no file, or empty", entry->d_name);
        fclose(file);
    }
    closedir(folder);
}

static void read_texts(struct ror_export *e)
{
    ror_read_text(&e->terrn2, e->folder, ror_export_name(e, ".terrn2"));
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

double ror_export_altitude(const struct ror_export *e, uint32_t x, uint32_t z)
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
    ter_sample_row(f, &px, 1, py, scratch, &(struct ter_ground){&rise, &sx, &sy});
    return (f->base_tu + (double)rise) * f->scal_m[2];
}

double ror_export_lowest(const struct ror_export *e)
{
    double lowest = INFINITY;
    for (uint32_t z = 0; z < e->points; z++)
        for (uint32_t x = 0; x < e->points; x++)
            lowest = fmin(lowest, ror_export_altitude(e, x, z));
    return lowest;
}

struct image_picture ror_export_picture(const struct ror_export *e, const char *name,
                                        unsigned channels)
{
    struct image_picture picture;
    struct scree_error err = SCREE_ERROR_INIT;
    ror_expect_ok(image_read_png(&picture, ror_export_path(e, name), UINT64_C(1) << 28, &err), &err,
                  name);
    ror_expect(picture.bits == 8 && picture.channels == channels, "%s: %u channels of %u bits",
               name, picture.channels, picture.bits);
    ror_expect(picture.width == picture.height, "%s is not square", name);
    return picture;
}

/* The numbers that the rest is measured by. */
static void read_sizes(struct ror_export *e)
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
}

/* Weights of all layers at the texels, from the model itself. */
static void evaluate(struct ror_export *e)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.width = options.height = e->size;
    struct render_plan *plan;
    struct render_merge *all;
    ror_expect_ok(render_plan_create(&plan, e->field, e->map, &options, &err), &err, "plan");
    ror_expect_ok(render_merge_depth(&all, e->map, UINT32_MAX, &err), &err, "merge");
    const size_t texels = (size_t)e->size * e->size;
    e->weights = malloc(texels * all->count * sizeof *e->weights);
    void **planes = malloc(all->count * sizeof *planes);
    for (uint32_t k = 0; k < all->count; k++) planes[k] = e->weights + k * texels;
    const struct render_target target = {.kind = SCREE_WEIGHT_F32, .merge = all, .planes = planes};
    render_rows(plan, 0, e->size, &target, 1);
    free(planes);
    render_merge_free(all);
    render_plan_free(plan);
}

static void read_materials(struct ror_export *e)
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

void ror_export_weights(double *out, const struct ror_export *e, size_t at)
{
    const size_t texels = (size_t)e->size * e->size;
    for (uint32_t m = 0; m < e->material_count; m++) out[m] = 0;
    for (uint32_t k = 0; k < e->map->layer_count; k++)
        out[e->material_of_layer[k]] += (double)e->weights[k * texels + at];
}

void ror_export_layer_weights(double *out, const struct ror_export *e, size_t at)
{
    double own[8];
    ror_export_weights(own, e, at);
    for (size_t k = 0; k < e->page.count; k++) {
        out[k] = own[k];
        if (e->base_colour) out[k] = k == 0 ? 0.4 : 0.6 * own[k - 1];
    }
}

void ror_export_read(struct ror_export *e, const char *folder, const char *terrain,
                     const char *surface)
{
    struct scree_error err = SCREE_ERROR_INIT;
    memset(e, 0, sizeof *e);
    e->folder = folder;
    find_name(e);
    e->report = json_load_file(ror_export_path(e, ror_export_name(e, "-report.json")), 0, NULL);
    ror_expect(e->report != NULL, "the report is no JSON");
    ror_expect_ok(ter_read_file(&e->field, terrain, NULL, &err), &err, terrain);
    ror_expect_ok(srf_read_file(&e->map, surface, NULL, &err), &err, surface);
    read_texts(e);
    read_materials(e);
    read_sizes(e);
    evaluate(e);
}

void ror_export_free(struct ror_export *e)
{
    json_decref(e->report);
    ter_free(e->field);
    srf_free(e->map);
    free(e->terrn2.memory), free(e->otc.memory), free(e->page_text.memory), free(e->landuse.memory);
    free(e->material_of_layer);
    free(e->weights);
}

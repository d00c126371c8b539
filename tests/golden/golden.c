/*
 * golden GOLDEN-FOLDER OUT-FOLDER CASE [--write | --once]
 *
 * Evaluates one case of golden/ in every way that must not matter - each instruction set that can
 * run here, threads 1, 2, 3 and 8, several tile sizes, whole and in bands, with and without leaving
 * out what has no effect - and compares the SHA-256 of each plane's samples with the case's
 * expect.txt. The case named "noise" hashes the functions below render/ instead, by points and by
 * rows in each instruction set.
 *
 * case.txt holds a key and a value per line: terrain, surface (files relative to the case's
 * folder), and optionally grid (cells, vertices or spread), width, height, relief, depth, root-density;
 * latitude (of the first row), degrees-east and degrees-north make the terrain one in degrees.
 * expect.txt holds a line per plane: name, width, height, format, SHA-256 of the samples row by row
 * without padding, little-endian. --write replaces it, which is never done by a failing run; --once
 * evaluates in one way only, for processors that are emulated.
 * On a mismatch the picture found is left in OUT-FOLDER, with a difference picture and the first
 * texel that differs from the case's preview.png.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/sha.h"
#include "bench/files.h"
#include "image/image.h"
#include "inputs/inputs.h"
#include "noise/noise.h"
#include "render/ramp.h"
#include "render/render.h"

#define MAX_TEXT 65536
#define MAX_PATH_TEXT 1024

/* ---- text of results ---- */

struct report {
    char text[MAX_TEXT];
    size_t used;
};

static void report_plane(struct report *report, const char *name, size_t width, size_t height,
                         const char *format, const void *samples, size_t bytes)
{
    char digest[SHA_HEX_SIZE];
    sha_hex(digest, samples, bytes);
    const int written = snprintf(report->text + report->used, sizeof report->text - report->used,
                                 "%-14s %5zu %5zu %-6s %s\n", name, width, height, format, digest);
    if (written > 0) report->used += (size_t)written;
}

/* ---- a case ---- */

struct golden_case {
    char terrain[256], surface[256];
    struct render_options options;
    uint32_t depth;
    struct ter_globe globe;
};

static void path_join(char *out, const char *folder, const char *name, const char *file)
{
    snprintf(out, MAX_PATH_TEXT, "%s/%s/%s", folder, name, file);
}

static int die(const struct scree_error *err)
{
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "golden: %s\n", err_format(text, sizeof text, err));
    return 1;
}

static int read_case(struct golden_case *out, const char *path)
{
    const struct golden_case start = {
        "", "", RENDER_OPTIONS_DEFAULT, UINT32_MAX, {.latitude_deg = 0}};
    *out = start;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "golden: cannot open %s\n", path);
        return 1;
    }
    char key[64], value[256];
    int result = 0;
    while (fscanf(file, "%63s %255s", key, value) == 2) {
        if (strcmp(key, "terrain") == 0)
            strcpy(out->terrain, value);
        else if (strcmp(key, "surface") == 0)
            strcpy(out->surface, value);
        else if (strcmp(key, "grid") == 0)
            out->options.grid = strcmp(value, "vertices") == 0 ? SCREE_VERTICES
                                : strcmp(value, "spread") == 0 ? SCREE_SPREAD
                                                               : SCREE_CELLS;
        else if (strcmp(key, "width") == 0)
            out->options.width = (uint32_t)atoi(value);
        else if (strcmp(key, "height") == 0)
            out->options.height = (uint32_t)atoi(value);
        else if (strcmp(key, "relief") == 0)
            out->options.relief = atof(value);
        else if (strcmp(key, "root-density") == 0)
            out->options.root_density = strcmp(value, "yes") == 0;
        else if (strcmp(key, "latitude") == 0)
            out->globe.latitude_deg = atof(value);
        else if (strcmp(key, "degrees-east") == 0)
            out->globe.step_deg[0] = atof(value);
        else if (strcmp(key, "degrees-north") == 0)
            out->globe.step_deg[1] = atof(value);
        else if (strcmp(key, "depth") == 0)
            out->depth = (uint32_t)atoi(value);
        else {
            fprintf(stderr, "golden: %s: unknown key %s\n", path, key);
            result = 1;
        }
    }
    fclose(file);
    return result;
}

/* ---- planes ---- */

struct plane_kind {
    enum scree_plane_kind kind;
    const char *name, *format;
    size_t texel_bytes;
    bool masks; /* a plane per material */
};

static const struct plane_kind kinds[] = {
    {SCREE_WEIGHT_U8, "weight8", "u8", 1, true},
    {SCREE_WEIGHT_U16, "weight16", "u16", 2, true},
    {SCREE_WEIGHT_F32, "weight32", "f32", 4, true},
    {SCREE_EFF_U8, "eff8", "u8", 1, true},
    {SCREE_EFF_U16, "eff16", "u16", 2, true},
    {SCREE_EFF_F32, "eff32", "f32", 4, true},
    {SCREE_WINNER_U8, "winner", "u8", 1, false},
    {SCREE_INDEX_RGB8, "index", "rgb8", 3, false},
    {SCREE_PICTURE_RGB8, "picture", "rgb8", 3, false},
    {SCREE_BLEND_RGBA8, "blend", "rgba8", 4, false}, /* last: left out above 5 materials */
};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* One evaluation of everything: planes[k] points to materials or one buffers. */
struct evaluation {
    uint32_t width, height, materials;
    void **planes[KINDS];
    uint64_t *sums;
};

static uint32_t plane_count(const struct plane_kind *kind, uint32_t materials)
{
    if (kind->masks) return materials;
    return kind->kind == SCREE_BLEND_RGBA8 && materials > 5 ? 0 : 1;
}

static void free_evaluation(struct evaluation *e)
{
    for (size_t k = 0; k < KINDS; k++) {
        for (uint32_t m = 0; e->planes[k] != NULL && m < plane_count(&kinds[k], e->materials); m++)
            mem_free(e->planes[k][m]);
        mem_free(e->planes[k]);
    }
    mem_free(e->sums);
    memset(e, 0, sizeof *e);
}

static void *must(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "golden: no memory\n");
        exit(1);
    }
    return memory;
}

/* Makes room for a grid of the size that a plan of all of it has. */
static enum scree_code start_evaluation(struct evaluation *e, const struct ter_field *field,
                                        const struct srf_map *map, const struct render_merge *merge,
                                        const struct render_options *options,
                                        struct scree_error *err)
{
    memset(e, 0, sizeof *e);
    struct render_plan *plan;
    RETURN_IF_ERR(render_plan_create(&plan, field, map, options, err));
    e->width = render_plan_width(plan);
    e->height = render_plan_height(plan);
    render_plan_free(plan);
    e->materials = merge->count;
    e->sums = must(mem_alloc(merge->count, sizeof *e->sums));
    for (size_t k = 0; k < KINDS; k++) {
        e->planes[k] = must(mem_alloc(merge->count, sizeof(void *)));
        for (uint32_t m = 0; m < plane_count(&kinds[k], merge->count); m++)
            e->planes[k][m] = must(mem_alloc((size_t)e->width * e->height, kinds[k].texel_bytes));
    }
    return SCREE_OK;
}

/* Rows of a plan that evaluates a part of the grid, put into their place. */
static void evaluate_rows(struct evaluation *e, struct render_plan *plan,
                          const struct render_merge *merge, const struct render_crop *part,
                          uint32_t first, uint32_t rows)
{
    const struct render_light light = RENDER_LIGHT_DEFAULT;
    struct render_target targets[KINDS + 1];
    void **planes[KINDS];
    size_t count = 0;
    for (size_t k = 0; k < KINDS; k++) {
        const uint32_t number = plane_count(&kinds[k], merge->count);
        planes[k] = must(mem_alloc(merge->count, sizeof(void *)));
        for (uint32_t m = 0; m < number; m++)
            planes[k][m] = must(mem_alloc((size_t)rows * part->width, kinds[k].texel_bytes));
        const struct render_target target = {
            .kind = (int)kinds[k].kind, .merge = merge, .planes = planes[k], .light = &light};
        if (number > 0) targets[count++] = target;
    }
    const struct render_target sums = {.kind = SCREE_COVERAGE, .merge = merge, .sums = e->sums};
    targets[count++] = sums;
    render_rows(plan, first, rows, targets, count);
    for (size_t k = 0; k < KINDS; k++) {
        const size_t bytes = kinds[k].texel_bytes;
        for (uint32_t m = 0; m < plane_count(&kinds[k], merge->count); m++) {
            for (size_t j = 0; j < rows; j++)
                memcpy((char *)e->planes[k][m] +
                           ((part->row + first + j) * e->width + part->column) * bytes,
                       (char *)planes[k][m] + j * part->width * bytes, part->width * bytes);
            mem_free(planes[k][m]);
        }
        mem_free(planes[k]);
    }
}

/* In parts x parts crops, each in bands of rows (0: whole). */
static enum scree_code evaluate(struct evaluation *e, const struct ter_field *field,
                                const struct srf_map *map, const struct render_merge *merge,
                                const struct render_options *options, uint32_t band, uint32_t parts,
                                struct scree_error *err)
{
    RETURN_IF_ERR(start_evaluation(e, field, map, merge, options, err));
    for (uint32_t p = 0; p < parts * parts; p++) {
        struct render_options one = *options;
        struct render_crop part = {e->width * (p % parts) / parts, e->height * (p / parts) / parts,
                                   e->width * (p % parts + 1) / parts,
                                   e->height * (p / parts + 1) / parts};
        part.width -= part.column;
        part.height -= part.row;
        if (parts > 1) one.crop = part;
        struct render_plan *plan;
        RETURN_IF_ERR(render_plan_create(&plan, field, map, &one, err));
        const uint32_t step = band > 0 ? band : part.height;
        for (uint32_t first = 0; first < part.height; first += step)
            evaluate_rows(e, plan, merge, &part, first,
                          step < part.height - first ? step : part.height - first);
        render_plan_free(plan);
    }
    return SCREE_OK;
}

/* Samples as little-endian bytes, whatever the machine. */
static void to_little_endian(void *samples, size_t count, const char *format)
{
    const size_t size = strcmp(format, "u16") == 0 ? 2 : strcmp(format, "f32") == 0 ? 4 : 1;
    for (size_t i = 0; size > 1 && i < count; i++) {
        uint8_t *p = (uint8_t *)samples + i * size;
        uint16_t u16;
        uint32_t u32;
        if (size == 2) {
            memcpy(&u16, p, 2);
            bytes_put_u16le(p, u16);
        } else {
            memcpy(&u32, p, 4);
            bytes_put_u32le(p, u32);
        }
    }
}

static void report_evaluation(struct report *report, struct evaluation *e)
{
    report->used = 0;
    for (size_t k = 0; k < KINDS; k++) {
        const size_t texels = (size_t)e->width * e->height;
        for (uint32_t m = 0; m < plane_count(&kinds[k], e->materials); m++) {
            char name[32];
            snprintf(name, sizeof name, kinds[k].masks ? "%s-%02u" : "%s", kinds[k].name, m);
            to_little_endian(e->planes[k][m], texels, kinds[k].format);
            report_plane(report, name, e->width, e->height, kinds[k].format, e->planes[k][m],
                         texels * kinds[k].texel_bytes);
        }
    }
    uint8_t *sums = must(mem_alloc(e->materials, 8));
    for (uint32_t m = 0; m < e->materials; m++) {
        bytes_put_u32le(sums + 8 * m, (uint32_t)(e->sums[m] & 0xffffffff));
        bytes_put_u32le(sums + 8 * m + 4, (uint32_t)(e->sums[m] >> 32));
    }
    report_plane(report, "coverage", e->materials, 1, "u64", sums, (size_t)e->materials * 8);
    mem_free(sums);
}

/* ---- functions ---- */

/* kernels NULL: by points */
static void report_noise(struct report *report, const struct noise_kernels *kernels)
{
    report->used = 0;
    enum { SIDE = 256 };
    static uint8_t samples[SIDE * SIDE * 4];
    static const struct {
        const char *name;
        float orig[2];
        uint32_t full;
        bool invert;
        uint32_t count;
        uint64_t x0, y0, step;
    } fields[] = {
        {"one-octave", {0, 0}, 1, false, 1, 0, 0, UINT64_C(1) << 32},
        {"usual", {582.5f, 32697}, 11, false, 7, UINT64_C(1) << 31, 0, UINT64_C(1) << 32},
        {"finest", {1, 2}, 24, true, 24, 12345, UINT64_C(77) << 40, 1u << 20},
        {"wraps",
         {-3.5f, 1e9f},
         7,
         false,
         7,
         ~UINT64_C(0) - (UINT64_C(100) << 32),
         ~UINT64_C(0) - 7,
         UINT64_C(3) << 31},
    };
    for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
        struct noise_fractal fractal;
        noise_prepare(&fractal, &NOISE_PLAIN(fields[f].full), fields[f].orig, fields[f].invert,
                      fields[f].count);
        uint64_t x[SIDE];
        float z[SIDE];
        for (uint64_t i = 0; i < SIDE; i++) x[i] = fields[f].x0 + i * fields[f].step;
        struct noise_rows *rows = must(mem_alloc_pixels(1, noise_rows_bytes(SIDE, fractal.count)));
        if (kernels != NULL) kernels->start(rows, &fractal, x, SIDE);
        for (uint64_t j = 0; j < SIDE; j++) {
            const uint64_t y = fields[f].y0 + j * fields[f].step;
            if (kernels != NULL)
                kernels->next(rows, y, z);
            else
                for (size_t i = 0; i < SIDE; i++) z[i] = noise_point(&fractal, x[i], y);
            for (size_t i = 0; i < SIDE; i++) bytes_put_f32le(samples + 4 * (j * SIDE + i), z[i]);
        }
        mem_free_pixels(rows);
        report_plane(report, fields[f].name, SIDE, SIDE, "f32", samples, sizeof samples);
    }
    for (int function = 0; function < 3; function++) {
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            const float x = (float)i * 0x1p-10f;
            const float y = function == 0 ? exp_negative(x)
                            : function == 1
                                ? exp_mean(x)
                                : ramp_mean(1.0f - 0.1f * x, 1.0f - 0.05f * x, 0.05f * x, 6.1f);
            bytes_put_f32le(samples + 4 * i, y);
        }
        static const char *const names[] = {"exp_negative", "exp_mean", "ramp_mean"};
        report_plane(report, names[function], SIDE, SIDE, "f32", samples, sizeof samples);
    }
}

/* ---- comparison ---- */

/* Leaves the picture found and its difference from preview.png. */
static void leave_pictures(const struct evaluation *e, const char *folder, const char *name,
                           const char *out_folder)
{
    size_t k = 0;
    while (kinds[k].kind != SCREE_PICTURE_RGB8) k++;
    const uint8_t *found = e->planes[k][0];
    char path[MAX_PATH_TEXT], file[160];
    struct scree_error err = SCREE_ERROR_INIT;
    snprintf(file, sizeof file, "%s-found.png", name);
    path_join(path, out_folder, ".", file);
    if (image_write_png8(path, found, e->width, e->height, 3, &err) != SCREE_OK) die(&err);
    fprintf(stderr, "picture found: %s\n", path);

    struct image_picture expected;
    path_join(path, folder, name, "preview.png");
    if (image_read_png(&expected, path, 1u << 26, &err) != SCREE_OK) return;
    if (expected.width == e->width && expected.height == e->height && expected.channels == 3) {
        const size_t samples = (size_t)e->width * e->height * 3;
        uint8_t *difference = must(mem_alloc(samples, 1));
        size_t first = samples;
        for (size_t i = samples; i-- > 0;) {
            difference[i] = found[i] == expected.samples[i] ? 0 : 255;
            if (difference[i] != 0) first = i;
        }
        if (first < samples)
            fprintf(stderr, "first difference: column %zu row %zu channel %zu: %d, expected %d\n",
                    first / 3 % e->width, first / 3 / e->width, first % 3, found[first],
                    expected.samples[first]);
        snprintf(file, sizeof file, "%s-difference.png", name);
        path_join(path, out_folder, ".", file);
        if (image_write_png8(path, difference, e->width, e->height, 3, &err) == SCREE_OK)
            fprintf(stderr, "difference: %s\n", path);
        mem_free(difference);
    }
    image_picture_free(&expected);
}

static int compare(const struct report *found, const char *folder, const char *name,
                   const char *how)
{
    char path[MAX_PATH_TEXT];
    path_join(path, folder, name, "expect.txt");
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes expected;
    if (file_read(&expected, path, MAX_TEXT, &err) != SCREE_OK) return die(&err);
    const bool equal =
        expected.size == found->used && memcmp(expected.data, found->text, found->used) == 0;
    if (!equal) {
        fprintf(stderr, "golden: %s differs from expect.txt (%s)\n", name, how);
        const char *a = (const char *)expected.data, *b = found->text;
        while (*a != '\0' && *b != '\0') {
            const size_t la = strcspn(a, "\n"), lb = strcspn(b, "\n");
            if (la != lb || memcmp(a, b, la) != 0)
                fprintf(stderr, "  expected %.*s\n  found    %.*s\n", (int)la, a, (int)lb, b);
            a += la + (a[la] != '\0');
            b += lb + (b[lb] != '\0');
        }
    }
    file_bytes_free(&expected);
    return equal ? 0 : 1;
}

static int write_expected(const struct report *report, const char *folder, const char *name)
{
    char path[MAX_PATH_TEXT];
    path_join(path, folder, name, "expect.txt");
    struct scree_error err = SCREE_ERROR_INIT;
    if (file_write_whole(path, report->text, report->used, &err) != SCREE_OK) return die(&err);
    printf("wrote %s\n", path);
    return 0;
}

static int write_preview(const struct evaluation *e, const char *folder, const char *name)
{
    size_t k = 0;
    while (kinds[k].kind != SCREE_PICTURE_RGB8) k++;
    char path[MAX_PATH_TEXT];
    path_join(path, folder, name, "preview.png");
    struct scree_error err = SCREE_ERROR_INIT;
    if (image_write_png8(path, e->planes[k][0], e->width, e->height, 3, &err) != SCREE_OK)
        return die(&err);
    return 0;
}

/* A .srf, or its text form in the file's own units. */
static enum scree_code read_map(struct srf_map **out, const char *path, struct scree_error *err)
{
    if (srf_form_of_name(path) != SCREE_SURFACE_TEXT) return srf_read_file(out, path, NULL, err);
    struct scree_bytes bytes;
    RETURN_IF_ERR(file_read(&bytes, path, 1 << 20, err));
    const enum scree_code code = srf_from_text(out, bytes.data, bytes.size, NULL, NULL, err);
    file_bytes_free(&bytes);
    return code;
}

/* Every instruction set with every number of threads, with and without culling; sizes of tiles,
 * bands and parts go round. */
static const uint32_t threads[] = {1, 2, 3, 8}, tiles[] = {0, 17, 256, 3, 64},
                      bands[] = {0, 19, 64};
#define ISAS ((size_t)(CPU_ISA_COUNT - CPU_BASELINE))
#define THREADS (sizeof threads / sizeof threads[0])
#define TILES (sizeof tiles / sizeof tiles[0])
#define BANDS (sizeof bands / sizeof bands[0])

static int run_case(const char *folder, const char *name, const char *out_folder, bool write,
                    bool once)
{
    char path[MAX_PATH_TEXT];
    struct golden_case wanted;
    path_join(path, folder, name, "case.txt");
    if (read_case(&wanted, path) != 0) return 1;

    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field;
    struct srf_map *map;
    struct render_merge *merge;
    path_join(path, folder, name, wanted.terrain);
    if (ter_read_file(&field, path, NULL, &err) != SCREE_OK) return die(&err);
    field->globe = wanted.globe;
    path_join(path, folder, name, wanted.surface);
    if (read_map(&map, path, &err) != SCREE_OK || srf_check(map, &err) != SCREE_OK ||
        inputs_read_masks(map, path, NULL, &err) != SCREE_OK ||
        render_merge_depth(&merge, map, wanted.depth, &err) != SCREE_OK)
        return die(&err);

    static struct report report;
    int result = 0;
    const size_t ways = once ? 1 : ISAS * THREADS * 2;
    for (size_t w = 0; w < ways && result == 0; w++) {
        struct render_options options = wanted.options;
        options.isa = (enum cpu_isa)(CPU_BASELINE + w % ISAS);
        options.threads = threads[w / ISAS % THREADS];
        options.exhaustive = w / ISAS / THREADS == 1;
        /* Numbers without common factors: each meets each of the others, too. */
        options.tile = tiles[w % TILES];
        const uint32_t band = bands[w % BANDS], parts = w % 11 == 7 ? 3 : w % 7 == 3 ? 2 : 1;
        if (noise_select(options.isa) == NULL) {
            printf("SKIPPED: no %s on this machine\n", cpu_name(options.isa));
            continue;
        }
        struct evaluation e;
        if (evaluate(&e, field, map, merge, &options, band, parts, &err) != SCREE_OK)
            return die(&err);
        report_evaluation(&report, &e);
        char how[120];
        snprintf(how, sizeof how, "%s, %u threads, tile %u, bands of %u rows, %u x %u parts%s",
                 cpu_name(options.isa), options.threads, options.tile, band, parts, parts,
                 options.exhaustive ? ", nothing left out" : "");
        if (write) {
            result = write_expected(&report, folder, name) | write_preview(&e, folder, name);
            write = false;
        } else {
            result = compare(&report, folder, name, how);
            if (result != 0) leave_pictures(&e, folder, name, out_folder);
        }
        free_evaluation(&e);
    }
    render_merge_free(merge);
    srf_free(map);
    ter_free(field);
    return result;
}

int main(int argc, char **argv)
{
    const bool write = argc == 5 && strcmp(argv[4], "--write") == 0;
    const bool once = argc == 5 && strcmp(argv[4], "--once") == 0;
    if (argc != 4 && !write && !once) {
        fprintf(stderr, "usage: golden GOLDEN-FOLDER OUT-FOLDER CASE [--write | --once]\n");
        return 2;
    }
    if (strcmp(argv[3], "noise") != 0) return run_case(argv[1], argv[3], argv[2], write, once);
    static struct report report;
    report_noise(&report, NULL);
    if (write) return write_expected(&report, argv[1], argv[3]);
    int result = compare(&report, argv[1], argv[3], "functions");
    for (int isa = CPU_BASELINE; isa < CPU_ISA_COUNT; isa++) {
        const struct noise_kernels *kernels = noise_select((enum cpu_isa)isa);
        if (kernels == NULL) continue;
        report_noise(&report, kernels);
        result |= compare(&report, argv[1], argv[3], cpu_name((enum cpu_isa)isa));
    }
    return result;
}

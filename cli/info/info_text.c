#include "cli/info/info.h"

#include <stdio.h>

#define LABEL_WIDTH 14
#define MAX_LISTED 32

/* "  name          " at a depth; the rest of the line follows. */
static void print_label(unsigned indent, const char *label)
{
    printf("%*s%-*s", (int)indent, "", LABEL_WIDTH, label);
}

static void print_warnings(const struct warn_list *list, unsigned indent)
{
    for (size_t i = 0; i < list->count; i++) {
        char text[320], clean[640];
        say_warning_text(text, sizeof text, &list->list[i]);
        print_label(indent, "warning");
        printf("%s\n", say_clean(clean, sizeof clean, text));
    }
    if (list->dropped > 0) {
        print_label(indent, "warning");
        printf("and %zu more\n", list->dropped);
    }
}

static void print_heights(const struct ter_field *field, const struct heights_about *about)
{
    print_label(2, "heights");
    const double step_m = field->step_tu * field->scal_m[2];
    if (about->format == HEIGHTS_TERRAGEN)
        printf("HeightScale %d, BaseHeight %d: ", field->height_scale, field->base_height);
    else
        printf("%s%s", about->numbers, field->samples == NULL ? ": " : "\n");
    if (field->samples == NULL) printf("steps of %.4g m (%.4g units)\n", step_m, field->step_tu);
    if (about->format != HEIGHTS_TERRAGEN) return;
    print_label(2, "curvature");
    if (field->curve_mode == 0)
        printf("CRVM 0: flat\n");
    else
        printf("CRVM %u: draped over a sphere of %.6g km radius\n", (unsigned)field->curve_mode,
               field->curve_radius_km);
}

static void print_beamng_layers(const struct heights_layers *layers)
{
    if (layers->version == 0) return;
    size_t holes = 0;
    for (size_t i = 0; i < (size_t)layers->size * layers->size; i++)
        holes += layers->ids[i] == HEIGHTS_HOLE;
    print_label(2, "version");
    printf("%u, %zu hole%s\n", layers->version, holes, holes == 1 ? "" : "s");
    print_label(2, "materials");
    for (size_t i = 0; i < layers->count && i < MAX_LISTED; i++) {
        char clean[SAY_TEXT_SIZE];
        printf("%s%s", i > 0 ? ", " : "", say_clean(clean, sizeof clean, layers->names[i]));
    }
    if (layers->count > MAX_LISTED) printf(" and %zu more", layers->count - MAX_LISTED);
    putchar('\n');
}

void info_print_terrain(const struct load_file *file, const struct ter_field *field,
                        const struct ter_ranges *ranges)
{
    char clean[SAY_TEXT_SIZE], source[SAY_TEXT_SIZE];
    const double *scal = field->scal_m;
    const double wide_tu = field->points_x - 1.0, high_tu = field->points_y - 1.0;
    printf("%s: %s\n", say_clean(clean, sizeof clean, file->path),
           heights_format_name(file->heights.format));
    print_label(2, "points");
    printf("%u x %u\n", (unsigned)field->points_x, (unsigned)field->points_y);
    print_label(2, "extent");
    printf("%.6g x %.6g m (%.6g x %.6g units)\n", wide_tu * scal[0], high_tu * scal[1], wide_tu,
           high_tu);
    print_label(2, "unit");
    if (scal[0] == scal[1] && scal[0] == scal[2])
        printf("%.6g m", scal[0]);
    else
        printf("%.6g x %.6g m, %.6g m of height", scal[0], scal[1], scal[2]);
    printf(" (%s)\n",
           say_clean(clean, sizeof clean, info_unit_source(source, sizeof source, file)));
    print_label(2, "altitude");
    printf("%.6g to %.6g m (%.6g to %.6g units)\n", ranges->altitude_min_tu * scal[2],
           ranges->altitude_max_tu * scal[2], ranges->altitude_min_tu, ranges->altitude_max_tu);
    print_label(2, "slope");
    printf("%.1f to %.1f degrees (gradient %.4g to %.4g)\n", info_degrees(ranges->slope_min),
           info_degrees(ranges->slope_max), ranges->slope_min, ranges->slope_max);
    print_heights(field, &file->heights);
    print_beamng_layers(&file->heights.layers);
    print_warnings(&field->warnings, 2);
}

static void print_altitude(const struct srf_layer *layer, unsigned indent, double scal_m)
{
    const char *const words[2] = {"at least", "at most"};
    for (int i = 0; i < 2; i++) {
        if (layer->alte[i] < 0.5f) continue;
        print_label(indent, "altitude");
        printf("%s %.6g units (%.6g m), fuzziness %.6g units (%.6g m)\n", words[i],
               (double)layer->altl[i], (double)layer->altl[i] * scal_m, (double)layer->altf[i],
               (double)layer->altf[i] * scal_m);
    }
}

static void print_slope(const struct srf_layer *layer, unsigned indent)
{
    const char *const words[2] = {"at least", "at most"};
    for (int i = 0; i < 2; i++) {
        if (layer->slpe[i] < 0.5f) continue;
        print_label(indent, "slope");
        printf("%s %.1f degrees (gradient %.6g), fuzziness %.6g\n", words[i],
               info_degrees((double)layer->slpl[i]), (double)layer->slpl[i],
               (double)layer->slpf[i]);
    }
}

static void print_plugins(const struct srf_layer *layer, unsigned indent)
{
    if (layer->difp_size == 0 && layer->dnsp_size == 0) return;
    print_label(indent, "plug-ins");
    printf("%u bytes of colour and %u bytes of distribution plug-ins, ignored\n",
           (unsigned)layer->difp_size, (unsigned)layer->dnsp_size);
}

static void print_layer(const struct srf_layer *layer, const struct info_scale *scale)
{
    char clean[SAY_TEXT_SIZE];
    const unsigned indent = 2 + 2 * layer->depth;
    printf("%*s#%u %s\n", (int)indent, "", (unsigned)layer->index,
           layer->name[0] != '\0' ? say_clean(clean, sizeof clean, layer->name) : "(no name)");
    print_label(indent + 4, "colour");
    printf("%d %d %d of 256\n", layer->difc[0], layer->difc[1], layer->difc[2]);
    if (layer->parent == NULL) {
        print_label(indent + 4, "coverage");
        printf("everywhere, being the root (its own limits count with --root-density)\n");
    }
    print_label(indent + 4, layer->parent == NULL ? "own coverage" : "coverage");
    printf("%.6g, fractal noise %.6g, smoothing (SMSZ) %.6g units (%.6g m)\n", (double)layer->covr,
           (double)layer->vari, (double)layer->smsz, (double)layer->smsz * scale->scal_m[0]);
    print_altitude(layer, indent + 4, scale->scal_m[2]);
    print_slope(layer, indent + 4);
    print_plugins(layer, indent + 4);
    if (info_hidden_by_altitude(layer, scale)) {
        print_label(indent + 4, "warning");
        printf("appears nowhere on %s, which spans %.6g to %.6g units\n",
               say_clean(clean, sizeof clean, scale->source), scale->ranges->altitude_min_tu,
               scale->ranges->altitude_max_tu);
    }
}

static void print_unknown(const struct srf_map *map)
{
    struct info_chunk chunks[MAX_LISTED];
    const size_t count = info_unknown_chunks(chunks, MAX_LISTED, map);
    for (size_t i = 0; i < count && i < MAX_LISTED; i++) {
        char marker[16];
        const struct srf_layer *layer = chunks[i].layer;
        print_label(2, "unknown");
        printf("chunk '%s'", say_clean(marker, sizeof marker, chunks[i].chunk->marker));
        if (chunks[i].chunk->offset != ERR_NO_OFFSET)
            printf(" at byte %llu", (unsigned long long)chunks[i].chunk->offset);
        printf(", %u bytes", (unsigned)chunks[i].chunk->size);
        if (layer != NULL) printf(", in layer #%u", (unsigned)layer->index);
        putchar('\n');
    }
    if (count > MAX_LISTED) {
        print_label(2, "unknown");
        printf("and %zu more chunks\n", count - MAX_LISTED);
    }
}

void info_print_surface(const struct load_file *file, const struct srf_map *map,
                        const struct info_scale *scale)
{
    char clean[SAY_TEXT_SIZE];
    printf("%s: Terragen %s, %u layer%s\n", say_clean(clean, sizeof clean, file->path),
           map->container == SRF_FILE_TGW ? "world with a surface map" : "surface map",
           (unsigned)map->layer_count, map->layer_count == 1 ? "" : "s");
    print_label(2, "unit");
    if (scale->scal_m[0] == scale->scal_m[2])
        printf("%.6g m", scale->scal_m[0]);
    else
        printf("%.6g m, %.6g m of height", scale->scal_m[0], scale->scal_m[2]);
    printf(" (%s)\n", say_clean(clean, sizeof clean, scale->source));
    for (uint32_t i = 0; i < map->layer_count; i++) print_layer(map->layers[i], scale);
    print_unknown(map);
    print_warnings(&map->warnings, 2);
}

/* Gathering the parts of a bake: all there, all of the same, and then the manifest of the whole. */
#include <stdio.h>
#include <string.h>

#include "bake/bake_again.h"
#include "bake/bake_pieces.h"
#include "bake/baked.h"
#include "base/json_text.h"
#include "base/parallel.h"
#include "base/path.h"

#define FILES_AT_ONCE 64
#define MOST_FILES ((uint64_t)1 << 26) /* of a bake */

struct gathering {
    struct out_parts parts;
    struct scree_job *job;
    uint32_t columns, rows; /* of tiles */
    struct bake_cut cut;    /* by which they are those */
    uint64_t tiles;
    size_t materials, images;
    json_t **files;                  /* [images * tiles], borrowed from the parts */
    struct bake_total *sums, *areas; /* [materials]; areas NULL: of a terrain in metres */
    json_t *manifest;
    struct baked baked;
    bool lacks_data; /* some texels hold none: */
    uint64_t texels; /* those that do */
};

static enum scree_code damaged(const struct gathering *g, uint32_t index, const char *what,
                               struct scree_error *err)
{
    return out_parts_damaged(&g->parts, index, what, err);
}

/* ---- one part ---- */

static enum scree_code read_grid(struct gathering *g, uint32_t index, struct scree_error *err)
{
    const json_t *const grid = json_object_get(g->parts.of[index - 1], "grid");
    g->columns = (uint32_t)json_text_in(json_array_get(grid, 0), 1, BAKE_MAX_TILES);
    g->rows = (uint32_t)json_text_in(json_array_get(grid, 1), 1, BAKE_MAX_TILES);
    g->tiles = (uint64_t)g->columns * g->rows;
    if (g->tiles >= 1 && g->tiles <= BAKE_MAX_TILES) return SCREE_OK;
    return damaged(g, index, "has no grid of tiles", err);
}

/* What all parts must say equally, and of themselves. */
static enum scree_code check_head(void *context, uint32_t index, struct scree_error *err)
{
    struct gathering *const g = context;
    if (g->tiles == 0) RETURN_IF_ERR(read_grid(g, index, err));
    const json_t *const part = g->parts.of[index - 1];
    const json_t *const tiles = json_object_get(part, "tiles");
    const json_t *const grid = json_object_get(part, "grid");
    RETURN_IF_ERR(out_parts_check_head(&g->parts, index, err));
    const struct out_range range = out_part_range(index, g->parts.count, g->tiles);
    if (index > 1 && (!json_text_is_whole(json_array_get(grid, 0), g->columns) ||
                      !json_text_is_whole(json_array_get(grid, 1), g->rows)))
        return SCREE_OK; /* of other options, which is said later */
    if (!json_text_is_whole(json_array_get(tiles, 0), range.first) ||
        !json_text_is_whole(json_array_get(tiles, 1), range.last))
        return damaged(g, index, "has other tiles than its number gives it", err);
    return SCREE_OK;
}

static enum scree_code check_next(void *context, uint32_t index, struct scree_error *err)
{
    const struct gathering *const g = context;
    RETURN_IF_ERR(check_head(context, index, err));
    return job_step(g->job, "reading parts", (double)index / g->parts.count, err);
}

/* ---- killed in the middle ---- */

/* Whether all files that a piece lists lie there, whatever they hold. */
static bool is_there(const struct gathering *g, const json_t *piece)
{
    const json_t *const files = json_object_get(piece, "files");
    bool is = true;
    for (size_t i = 0; i < json_array_size(files) && is; i++)
        is = out_part_is_there(g->parts.folder, json_text_get(json_array_get(files, i), "file"));
    return is;
}

/* How many tiles of a part lie there, and the first that does not. */
static uint64_t tiles_there(const struct gathering *g, uint32_t index, uint64_t *first)
{
    const json_t *const pieces = json_object_get(g->parts.of[index - 1], "pieces");
    uint64_t there = 0;
    *first = out_part_range(index, g->parts.count, g->tiles).first;
    for (size_t i = 0; i < json_array_size(pieces); i++) {
        const json_t *const piece = json_array_get(pieces, i);
        const uint64_t columns = json_text_in(json_object_get(piece, "columns"), 1, g->columns);
        if (!is_there(g, piece)) continue;
        there += columns;
        if (json_text_is_whole(json_object_get(piece, "x"), *first % g->columns) &&
            json_text_is_whole(json_object_get(piece, "y"), *first / g->columns))
            *first += columns;
    }
    return there;
}

/* A part that was killed, and how far it came. */
static enum scree_code blame_end(void *context, uint32_t index, struct scree_error *err)
{
    const struct gathering *const g = context;
    uint64_t at;
    const struct out_range range = out_part_range(index, g->parts.count, g->tiles);
    const uint64_t all = range.last - range.first, there = tiles_there(g, index, &at);
    if (there >= all) return out_parts_blame_end(&g->parts, index, err);
    return err_set(err, SCREE_CANNOT_READ,
                   "part %lu of %lu has not come to its end: %lu of its %lu tiles are missing, the "
                   "first is column %lu, row %lu; run {part} %lu/%lu again, which keeps the others",
                   out_number(index), out_number(g->parts.count), out_number(all - there),
                   out_number(all), out_number(at % g->columns), out_number(at / g->columns),
                   out_number(index), out_number(g->parts.count));
}

/* ---- of the same inputs and options ---- */

/* The SHA-256 of an input as a part saw it; "" if it says none. */
static const char *digest_of(const struct gathering *g, uint32_t index, const char *role)
{
    const char *const way[] = {"manifest", "inputs", role, "sha256", NULL};
    const char *const text = json_string_value(out_parts_common(&g->parts, index, way));
    return text != NULL ? text : "";
}

/* Which parts saw an input with this digest. */
static uint32_t list_with(char *out, size_t size, const struct gathering *g, const char *role,
                          const char *digest)
{
    uint8_t *const set = mem_alloc(g->parts.count, 1);
    out[0] = '\0';
    if (set == NULL) return 0;
    for (uint32_t i = 0; i < g->parts.count; i++)
        set[i] = strcmp(digest_of(g, i + 1, role), digest) == 0;
    const uint32_t parts = out_parts_list(out, size, set, g->parts.count);
    mem_free(set);
    return parts;
}

/* An input that changed between part 1 and this one; SCREE_OK: none did. */
static enum scree_code blame_input(void *context, uint32_t index, struct scree_error *err)
{
    const struct gathering *const g = context;
    static const struct {
        const char *role, *what;
    } inputs[] = {{"terrain", "terrain, or a tile of it changed"},
                  {"surface", "surface map"},
                  {"map", "list of materials"}};
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        char saw[2][OUT_PARTS_LIST];
        const char *const one = digest_of(g, 1, inputs[i].role);
        const char *const other = digest_of(g, index, inputs[i].role);
        if (one[0] == '\0' || other[0] == '\0' || strcmp(one, other) == 0) continue;
        const uint32_t first = list_with(saw[0], sizeof saw[0], g, inputs[i].role, one);
        const uint32_t second = list_with(saw[1], sizeof saw[1], g, inputs[i].role, other);
        return err_set(err, SCREE_MALFORMED,
                       "part %lu was made of another %s: part%s %s saw SHA-256 %.12s..., part%s %s "
                       "%.12s...; run again which are wrong, by {part} I/%lu",
                       out_number(index), inputs[i].what, first > 1 ? "s" : "", saw[0], one,
                       second > 1 ? "s" : "", saw[1], other, out_number(g->parts.count));
    }
    return SCREE_OK;
}

/* ---- pieces ---- */

static void add_all(struct bake_total *totals, const json_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bake_total_add(&totals[i], (uint64_t)json_integer_value(json_array_get(numbers, i)));
}

/* Takes the files and sums of a piece that begins with tile `at`; *columns is how many it has. */
static bool take_piece(struct gathering *g, const json_t *piece, uint64_t at,
                       const struct out_range *range, uint64_t *columns)
{
    const uint64_t x = at % g->columns;
    const json_t *const files = json_object_get(piece, "files");
    const uint64_t most = range->last - at < g->columns - x ? range->last - at : g->columns - x;
    const struct bake_noted of = {&g->cut, g->materials, g->areas != NULL, g->lacks_data};
    *columns = json_text_in(json_object_get(piece, "columns"), 1, most);
    const struct bake_piece place = {(uint32_t)x, (uint32_t)(at / g->columns), (uint32_t)*columns};
    if (*columns == 0 || json_array_size(files) != g->images * *columns ||
        !bake_is_noted(&of, &place, piece))
        return false;
    add_all(g->sums, json_object_get(piece, "sums"), g->materials);
    if (g->areas != NULL) add_all(g->areas, json_object_get(piece, "areas"), g->materials);
    if (g->lacks_data) g->texels += (uint64_t)json_integer_value(json_object_get(piece, "texels"));
    for (size_t i = 0; i < g->images; i++)
        for (size_t k = 0; k < *columns; k++)
            g->files[i * (size_t)g->tiles + (size_t)at + k] =
                json_array_get(files, i * (size_t)*columns + k);
    return true;
}

static enum scree_code take_part(struct gathering *g, uint32_t index, struct scree_error *err)
{
    const struct out_range range = out_part_range(index, g->parts.count, g->tiles);
    const json_t *const pieces = json_object_get(g->parts.of[index - 1], "pieces");
    uint64_t at = range.first, columns;
    size_t i = 0;
    for (; at < range.last; at += columns, i++)
        if (!take_piece(g, json_array_get(pieces, i), at, &range, &columns))
            return damaged(g, index, "does not list the tiles that it has", err);
    if (i == json_array_size(pieces)) return SCREE_OK;
    return damaged(g, index, "lists more tiles than it has", err);
}

/* How many files a tile has, by the first piece there is. */
static size_t count_images(const struct gathering *g)
{
    for (uint32_t i = 0; i < g->parts.count; i++) {
        const json_t *const piece = json_array_get(json_object_get(g->parts.of[i], "pieces"), 0);
        const uint64_t columns = json_text_in(json_object_get(piece, "columns"), 1, g->tiles);
        if (columns > 0) return json_array_size(json_object_get(piece, "files")) / (size_t)columns;
    }
    return 0;
}

/* How the whole is cut; false: not into the tiles of the grid. */
static bool read_cut(struct gathering *g, const json_t *manifest)
{
    const json_t *const size = json_object_get(manifest, "size");
    const uint64_t width = json_text_in(json_array_get(size, 0), 1, RENDER_MAX_SIZE);
    const uint64_t height = json_text_in(json_array_get(size, 1), 1, RENDER_MAX_SIZE);
    const uint64_t count =
        json_text_in(json_object_get(manifest, "tile_files"), 1, SCREE_BAKE_MAX_TILE_FILES);
    const uint64_t side =
        json_text_in(json_object_get(manifest, "tile_texels"), 1, RENDER_MAX_SIZE);
    g->cut = (struct bake_cut){.texels_x = (uint32_t)width,
                               .texels_y = (uint32_t)height,
                               .count = (uint32_t)count,
                               .side = (uint32_t)side};
    return (count > 0) != (side > 0) && bake_cut_tiles(&g->cut, g->cut.texels_x) == g->columns &&
           bake_cut_tiles(&g->cut, g->cut.texels_y) == g->rows;
}

/* Room for what the parts list, by what one of them says of the whole. */
static enum scree_code make_room(struct gathering *g, uint32_t index, struct scree_error *err)
{
    const json_t *const common = json_object_get(g->parts.of[index - 1], "common");
    const json_t *const manifest = json_object_get(common, "manifest");
    if (!json_is_object(manifest)) return damaged(g, index, "lacks the manifest of the whole", err);
    if (!read_cut(g, manifest)) return damaged(g, index, "has no grid of tiles", err);
    g->materials = json_array_size(json_object_get(manifest, "materials"));
    g->images = count_images(g);
    if (g->materials == 0 || g->images == 0 || g->images > MOST_FILES / g->tiles)
        return damaged(g, index, "has no materials, or no files or too many", err);
    g->files = mem_alloc(g->images * (size_t)g->tiles, sizeof(json_t *));
    g->sums = mem_alloc(g->materials, sizeof *g->sums);
    g->lacks_data = json_object_get(manifest, "nodata") != NULL;
    const bool weighed = json_object_get(common, "texel_m2") != NULL;
    if (weighed) g->areas = mem_alloc(g->materials, sizeof *g->areas);
    if (g->files == NULL || g->sums == NULL || (weighed && g->areas == NULL))
        return err_no_memory(err);
    return SCREE_OK;
}

static enum scree_code read_parts(struct gathering *g, struct scree_error *err)
{
    static const struct out_parts_way ways[] = {
        {{"tiles"}, "of a world whose tiles lie elsewhere"},
        {{"manifest", "program", "version"}, "by another version of scree"},
        {{"manifest", "program", "model"}, "with another coverage model"},
        {{"manifest", "inputs", "terrain"}, "of another terrain, or a tile of it changed"},
        {{"manifest", "inputs", "surface"}, "of another surface map"},
        {{"manifest", "inputs", "map"}, "with another list of materials"},
        {{"manifest", "options"}, "with other options"},
        {{"manifest", "size"}, "in another size"},
        {{"manifest", "region"}, "of another region"},
        {{"manifest", "tile_files"}, "with other tiles"},
        {{"manifest", "tile_texels"}, "with tiles of another size"},
        {{NULL}, "of other inputs or options"}};
    const struct out_parts_judge judge = {ways, g, check_next, blame_input, blame_end};
    RETURN_IF_ERR(out_parts_read(&g->parts, &judge, err));
    RETURN_IF_ERR(make_room(g, 1, err));
    for (uint32_t i = 1; i <= g->parts.count; i++) RETURN_IF_ERR(take_part(g, i, err));
    return SCREE_OK;
}

/* ---- the manifest ---- */

static double exact_number(const struct gathering *g, const char *key)
{
    return json_text_exact_value(json_object_get(json_object_get(g->parts.of[0], "common"), key));
}

/* Where the whole begins: of the manifest without files, as far as it is needed here. */
static double share_of(const json_t *manifest)
{
    const json_t *const size = json_object_get(manifest, "size");
    const json_t *const of = json_object_get(json_object_get(manifest, "region"), "of");
    double share = 1.0;
    for (size_t i = 0; i < 2 && of != NULL; i++) {
        const double whole = (double)json_integer_value(json_array_get(of, i));
        share *= whole > 0 ? (double)json_integer_value(json_array_get(size, i)) / whole : 1.0;
    }
    return share;
}

static enum scree_code fill_materials(struct gathering *g, struct scree_error *err)
{
    json_t *const array = json_object_get(g->manifest, "materials"), *material;
    const json_t *const size = json_object_get(g->manifest, "size");
    const uint64_t texels = (uint64_t)json_integer_value(json_array_get(size, 0)) *
                            (uint64_t)json_integer_value(json_array_get(size, 1));
    const double share = share_of(g->manifest);
    const double x_m = exact_number(g, "extent_x_m"), y_m = exact_number(g, "extent_y_m");
    const double texel_m2 = exact_number(g, "texel_m2");
    size_t i;
    if (texels == 0 || g->texels > texels) return damaged(g, 1, "has no size", err);
    const uint64_t count = g->lacks_data ? g->texels : texels;
    const double with_data = (double)count / (double)texels;
    if (g->lacks_data && json_object_set_new(json_object_get(g->manifest, "nodata"), "texels",
                                             json_text_count(texels - count)) != 0)
        return err_no_memory(err);
    json_array_foreach(array, i, material)
    {
        /* As bake_manifest_json() computes them, to the bit. */
        const double coverage =
            count > 0 ? bake_total_value(&g->sums[i]) / ((double)count * RENDER_UNITS) : 0.0;
        const double area_ha =
            g->areas != NULL ? bake_total_value(&g->areas[i]) / RENDER_UNITS * texel_m2 / 10000.0
                             : coverage * with_data * share * x_m * y_m / 10000.0;
        if (json_object_set_new(material, "mean_coverage", json_real(coverage)) != 0 ||
            json_object_set_new(material, "area_ha", json_real(area_ha)) != 0)
            return err_no_memory(err);
    }
    return SCREE_OK;
}

/* Of a manifest that was read as that of a bake: each material has a name. */
static void warn_of_empty(const struct gathering *g)
{
    json_t *const array = json_object_get(g->manifest, "materials"), *material;
    size_t i;
    json_array_foreach(array, i, material)
    {
        const char *const name = json_text_get(material, "name");
        if (name != NULL && g->sums[i].high == 0 && g->sums[i].low == 0)
            job_warn(g->job, NULL,
                     "%s covers nothing: its limits leave no place on this terrain, or later "
                     "layers hide it",
                     name);
    }
}

static enum scree_code make_manifest(struct gathering *g, struct scree_bytes *out,
                                     struct scree_error *err)
{
    const json_t *const common = json_object_get(g->parts.of[0], "common");
    g->manifest = json_deep_copy(json_object_get(common, "manifest"));
    json_t *files = json_array();
    for (size_t i = 0; i < g->images * (size_t)g->tiles; i++)
        json_text_append(&files, json_incref(g->files[i]));
    if (g->manifest == NULL || files == NULL) {
        json_decref(files);
        return err_no_memory(err);
    }
    if (json_object_set_new(g->manifest, "files", files) != 0) return err_no_memory(err);
    RETURN_IF_ERR(fill_materials(g, err));
    RETURN_IF_ERR(json_text_bytes(out, json_incref(g->manifest), err));
    /* Who wrote the parts: names of files, and all else, are what a bake writes, or nothing is
     * looked at. */
    struct scree_error own = SCREE_ERROR_INIT;
    const enum scree_code code = baked_read(&g->baked, g->parts.folder, out->data, out->size, &own);
    if (code == SCREE_OK) warn_of_empty(g);
    if (code == SCREE_OK || code == SCREE_NO_MEMORY)
        return code == SCREE_OK ? SCREE_OK : err_no_memory(err);
    return err_set(err, SCREE_MALFORMED,
                   "the parts make no manifest (%.160s); remove the folder " OUT_PARTS_FOLDER
                   " and run all parts again",
                   own.text);
}

/* ---- files ---- */

struct checking {
    const struct gathering *g;
    size_t from;
    bool is[FILES_AT_ONCE];
    struct scree_error errs[FILES_AT_ONCE];
};

static void check_one(void *context, size_t index, uint32_t thread)
{
    struct checking *const c = context;
    const struct baked_file *const file = &c->g->baked.files[c->from + index];
    (void)thread;
    err_clear(&c->errs[index]);
    c->errs[index].code = out_part_has(&c->is[index], c->g->parts.folder, file->name, file->bytes,
                                       file->sha256, &c->errs[index]);
}

static enum scree_code blame_file(const struct gathering *g, size_t index, struct scree_error *err)
{
    const uint64_t tile = index % (size_t)g->tiles;
    uint32_t part = (uint32_t)(tile * g->parts.count / g->tiles) + 1;
    while (part > 1 && out_part_range(part, g->parts.count, g->tiles).first > tile) part--;
    while (part < g->parts.count && out_part_range(part, g->parts.count, g->tiles).last <= tile)
        part++;
    return out_parts_blame_file(&g->parts, part, g->baked.files[index].name, err);
}

static enum scree_code check_files(const struct gathering *g, struct scree_error *err)
{
    const uint32_t threads = parallel_threads(job_threads(g->job));
    struct checking *c;
    RETURN_IF_ERR(MEM_NEED(&c, 1, sizeof *c, err));
    c->g = g;
    enum scree_code code = SCREE_OK;
    for (; c->from < g->baked.file_count && code == SCREE_OK; c->from += FILES_AT_ONCE) {
        const size_t left = g->baked.file_count - c->from;
        const size_t some = left < FILES_AT_ONCE ? left : FILES_AT_ONCE;
        parallel_for(some, threads, check_one, c);
        for (size_t i = 0; i < some && code == SCREE_OK; i++) {
            if (c->errs[i].code != SCREE_OK)
                code = err_no_memory(err);
            else if (!c->is[i])
                code = blame_file(g, c->from + i, err);
        }
        if (code == SCREE_OK)
            code = job_step(g->job, "reading files",
                            (double)(c->from + some) / (double)g->baked.file_count, err);
    }
    mem_free(c);
    return code;
}

/* ---- what killed runs left ---- */

static bool is_ours(const void *context, const char *file)
{
    const struct gathering *const g = context;
    for (size_t i = 0; i < g->baked.file_count; i++)
        if (strcmp(g->baked.files[i].name, file) == 0) return true;
    return strcmp(file, BAKE_MANIFEST_NAME) == 0;
}

static void clear_left(const struct gathering *g)
{
    const struct out_parts_left left = {is_ours, g, inputs_is_note};
    out_parts_clear(g->parts.folder, "", &left);
    out_parts_clear(g->parts.folder, "masks", &left);
    out_parts_clear(g->parts.folder, OUT_PARTS_FOLDER, &left);
}

/* ---- the whole ---- */

static enum scree_code write_files(struct gathering *g, const struct scree_bytes *manifest,
                                   struct sink *sink, struct scree_error *err)
{
    const json_t *const common = json_object_get(g->parts.of[0], "common");
    RETURN_IF_ERR(sink_start(sink, g->job, err));
    RETURN_IF_ERR(bake_write_vrts(sink, &g->baked, json_object_get(common, "place"), err));
    RETURN_IF_ERR(
        sink_write(sink, BAKE_MANIFEST_NAME, SINK_NO_DIGEST, manifest->data, manifest->size, err));
    return sink_commit(sink, g->job, err);
}

static enum scree_code gather(struct gathering *g, struct bake_gathered *out,
                              struct scree_error *err)
{
    RETURN_IF_ERR(read_parts(g, err));
    RETURN_IF_ERR(make_manifest(g, &out->manifest, err));
    RETURN_IF_ERR(check_files(g, err));
    struct sink *sink;
    const struct sink_options options = {.replace = true};
    RETURN_IF_ERR(sink_open_folder(&sink, g->parts.folder, &options, err));
    const enum scree_code code = write_files(g, &out->manifest, sink, err);
    sink_close(sink);
    if (code != SCREE_OK) return code;
    clear_left(g);
    job_finish(g->job);
    out->parts = g->parts.count;
    out->tiles = (size_t)g->tiles;
    out->files = g->baked.file_count;
    return SCREE_OK;
}

static void free_gathering(struct gathering *g)
{
    out_parts_free(&g->parts);
    mem_free(g->files);
    mem_free(g->sums);
    mem_free(g->areas);
    json_decref(g->manifest);
    baked_free(&g->baked);
}

enum scree_code bake_gather(struct bake_gathered *out, const char *folder, struct scree_job *job,
                            struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct scree_error own; /* is looked at */
    err_clear(&own);
    struct gathering g = {.parts = {.folder = folder, .format = BAKE_PART_MANIFEST}, .job = job};
    const enum scree_code code = gather(&g, out, &own);
    free_gathering(&g);
    if (code == SCREE_OK) return SCREE_OK;
    file_bytes_free(&out->manifest);
    memset(out, 0, sizeof *out);
    return out_parts_blame(&g.parts, &own, err);
}

/* ---- one part, before the others are there ---- */

static enum scree_code look_for(const struct gathering *g, uint32_t index, struct scree_error *err)
{
    char name[OUT_PART_NAME];
    out_part_name(name, sizeof name, index, g->parts.count);
    if (out_part_is_there(g->parts.folder, name)) return SCREE_OK;
    return err_set(err, SCREE_CANNOT_READ,
                   "%s is not there, so part %lu of %lu was not made; name a part that was, by the "
                   "numbers it was made with",
                   name, out_number(index), out_number(g->parts.count));
}

static enum scree_code read_part(struct gathering *g, uint32_t index, struct scree_error *err)
{
    RETURN_IF_ERR(look_for(g, index, err));
    RETURN_IF_ERR(out_parts_room(&g->parts, err));
    RETURN_IF_ERR(out_parts_load(&g->parts, index, err));
    const char *const format = json_text_get(g->parts.of[index - 1], "format");
    if (format != NULL && strcmp(format, BAKE_PART_MANIFEST) != 0)
        return err_set(err, SCREE_UNSUPPORTED,
                       "its parts are not of a bake; run a part of an export again in another "
                       "folder and compare the files");
    RETURN_IF_ERR(check_head(g, index, err));
    if (!json_is_true(json_object_get(g->parts.of[index - 1], "complete")))
        return blame_end(g, index, err); /* it has no list of all that it has */
    const struct out_range range = out_part_range(index, g->parts.count, g->tiles);
    if (range.first == range.last)
        return err_set_option(err, "part", "part %lu of %lu has no tiles: nothing was compared",
                              out_number(index), out_number(g->parts.count));
    RETURN_IF_ERR(make_room(g, index, err));
    return take_part(g, index, err);
}

/* The manifest of the whole with the part's files alone, and without totals. */
static enum scree_code list_part(struct scree_bytes *out, struct gathering *g, uint32_t index,
                                 const uint64_t tiles[2], struct scree_error *err)
{
    const json_t *const common = json_object_get(g->parts.of[index - 1], "common");
    g->manifest = json_deep_copy(json_object_get(common, "manifest"));
    json_t *files = json_array();
    for (size_t i = 0; i < g->images; i++)
        for (uint64_t at = tiles[0]; at < tiles[1]; at++)
            json_text_append(&files, json_incref(g->files[i * (size_t)g->tiles + (size_t)at]));
    json_text_set(&g->manifest, "files", files);
    return json_text_bytes(out, json_incref(g->manifest), err);
}

static enum scree_code open_part(struct baked *out, struct gathering *g, uint32_t index,
                                 struct scree_error *err)
{
    char name[OUT_PART_NAME];
    struct scree_bytes bytes;
    RETURN_IF_ERR(read_part(g, index, err));
    const struct out_range range = out_part_range(index, g->parts.count, g->tiles);
    const uint64_t tiles[2] = {range.first, range.last};
    RETURN_IF_ERR(list_part(&bytes, g, index, tiles, err));
    out_part_name(name, sizeof name, index, g->parts.count);
    const enum scree_code code = baked_read_part(out, g->parts.folder, name, &bytes, tiles, err);
    file_bytes_free(&bytes);
    return code == SCREE_OK || code == SCREE_NO_MEMORY ? code : baked_blame_manifest(out, err);
}

enum scree_code bake_open_part(struct baked *out, const char *folder, uint32_t part, uint32_t parts,
                               struct scree_error *err)
{
    struct gathering g = {
        .parts = {.folder = folder, .format = BAKE_PART_MANIFEST, .count = parts}};
    memset(out, 0, sizeof *out);
    const enum scree_code code = open_part(out, &g, part, err);
    free_gathering(&g);
    if (code != SCREE_OK && err != NULL && err->file[0] == '\0') err_set_file(err, folder);
    return code;
}

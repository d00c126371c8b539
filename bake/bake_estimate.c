/*
 * What a bake will take (scree plan): texels, tiles and bytes are counted, seconds are sampled.
 * Rows at places of the output are made as the bake makes them; the time of one row is that of
 * beginning, the rest of a band that of rows. Parts are as many as their time allows, with what
 * beginning reads of the tiles of a world.
 */

#include <math.h>
#include <string.h>

#include "bake/bake_image.h"
#include "bake/bake_part.h"
#include "bake/bake_pieces.h"
#include "base/grow.h"
#include "base/json_text.h"
#include "base/os.h"
#include "render/row_stream.h"

#define PLACES 8
#define BAND_ROWS 64                       /* at each place */
#define MOST_TEXELS ((uint64_t)1 << 24)    /* of all places */
#define MOST_PARTS ((double)OUT_MAX_PARTS) /* as a count that may be none */

/* ---- rows at places of an output ---- */

/* Makes rows first .. first + count - 1 of what is sampled. */
typedef enum scree_code make_rows(const struct bake_plan *plan, uint32_t first, uint32_t count,
                                  struct scree_job *job, struct scree_error *err);

struct sampled {
    double fixed_s; /* to begin, whatever the number of rows */
    double row_s;
    uint64_t rows; /* that were evaluated */
};

static enum scree_code time_rows(double *seconds, make_rows *make, const struct bake_plan *plan,
                                 uint32_t first, uint32_t count, struct scree_job *job,
                                 struct scree_error *err)
{
    const double start = os_clock_s();
    RETURN_IF_ERR(make(plan, first, count, job, err));
    *seconds += os_clock_s() - start;
    return SCREE_OK;
}

/* The time of one row is that of beginning, the rest of a band that of rows. */
static enum scree_code sample(struct sampled *out, make_rows *make, const struct bake_plan *plan,
                              uint32_t width, uint32_t height, struct scree_job *job,
                              struct scree_error *err)
{
    const uint64_t widest = MOST_TEXELS / PLACES / width;
    uint32_t band = widest < BAND_ROWS ? (uint32_t)widest : BAND_ROWS;
    if (band < 2) band = 2;
    const uint32_t places = height / band < PLACES ? 1 : PLACES;
    if (places == 1) band = height;
    double one_s = 0.0, band_s = 0.0;
    struct scree_job own = {.threads = job_threads(job)};
    for (uint32_t i = 0; i < places; i++) {
        const uint32_t middle = (uint32_t)((uint64_t)height * (2 * i + 1) / (2 * places));
        const uint32_t first = middle - band / 2;
        RETURN_IF_ERR(job_step(job, "sampling", (double)i / places, err));
        RETURN_IF_ERR(time_rows(&one_s, make, plan, middle, 1, &own, err));
        RETURN_IF_ERR(time_rows(&band_s, make, plan, first, band, &own, err));
    }
    out->rows = (uint64_t)places * band;
    out->fixed_s = one_s / places;
    out->row_s = band > 1 ? (band_s - one_s) / ((double)places * (band - 1)) : 0.0;
    if (out->row_s > 0.0) return SCREE_OK;
    out->fixed_s = 0.0; /* so little that beginning hides it */
    out->row_s = band_s / (double)out->rows;
    return SCREE_OK;
}

/* ---- the images ---- */

/* The plan of some rows in one file for each image; for bake_piece_free(). */
static enum scree_code rows_plan(struct bake_plan *out, const struct bake_plan *plan,
                                 uint32_t first, uint32_t count, struct scree_error *err)
{
    *out = *plan;
    memset(&out->arena, 0, sizeof out->arena);
    out->files = NULL;
    out->file_count = 0;
    out->cut = (struct bake_cut){
        .texels_x = plan->width, .texels_y = count, .count = 1, .columns = 1, .rows = 1};
    out->height = count;
    out->outputs &= ~(unsigned)SCREE_BAKE_BEAMNG;
    out->options.maps = 0;
    const struct render_crop *const region = &plan->region;
    out->region = (struct render_crop){region->column, region->row + first, plan->width, count};
    const enum scree_code code = bake_list_files(out, err);
    if (code != SCREE_OK) bake_piece_free(out);
    return code;
}

static enum scree_code make_images(const struct bake_plan *plan, uint32_t first, uint32_t count,
                                   struct scree_job *job, struct scree_error *err)
{
    struct bake_plan some;
    struct bake_made made;
    struct sink *sink;
    RETURN_IF_ERR(rows_plan(&some, plan, first, count, err));
    enum scree_code code = sink_open_digest(&sink, err);
    if (code == SCREE_OK) {
        code = bake_write_images(&made, &some, sink, job, err);
        sink_close(sink);
        if (code == SCREE_OK) bake_made_free(&made);
    }
    bake_piece_free(&some);
    return code;
}

/* ---- the BeamNG terrain ---- */

static enum scree_code drop_rows(void *context, const void *rows, uint32_t count,
                                 struct scree_error *err)
{
    (void)context;
    (void)rows;
    (void)count;
    (void)err;
    return SCREE_OK;
}

static enum scree_code make_winners(const struct bake_plan *plan, uint32_t first, uint32_t count,
                                    struct scree_job *job, struct scree_error *err)
{
    const uint32_t size = plan->beamng.size;
    const struct render_how *const how = &plan->how;
    struct render_options options = render_how_options(how, SCREE_VERTICES, size, size);
    options.crop = (struct render_crop){0, first, size, count};
    options.job = job;
    struct render_plan *render = NULL;
    struct render_stream stream;
    enum scree_code code = render_stream_create(&stream, 1, err);
    if (code != SCREE_OK) return code;
    render_stream_add_taker(&stream, size, sizeof(uint8_t), drop_rows, NULL);
    FAIL_IF_ERR(code,
                render_plan_create(&render, plan->inputs.field, plan->inputs.map, &options, err));
    const struct render_target target = {
        .kind = SCREE_WINNER_U8, .merge = plan->merge, .planes = stream.rows};
    code = render_stream_run(&stream, render, &target, 1, how->tile, job, err);

fail:
    render_plan_free(render);
    render_stream_free(&stream);
    return code;
}

/* ---- parts ---- */

/* How often beginning reads other tiles of the terrain, where it comes from a world. */
static double readings(const struct ter_field *field)
{
    const struct ter_store *const store = &field->store;
    if (store->of == NULL) return 1.0;
    const double all = (double)field->points_x * field->points_y *
                       (store->is_float ? sizeof(float) : sizeof(int16_t));
    const double once = (double)store->bytes(store->of, 1);
    return once > 0.0 && all > once ? ceil(all / once) : 1.0;
}

/* The seconds of a tile of a part, beginning included. */
static double tile_seconds(const struct bake_plan *plan, const struct sampled *images)
{
    const struct bake_cut *const cut = &plan->cut;
    const double columns = cut->columns, rows = cut->rows, most = bake_piece_most(plan);
    const double pieces = rows * ceil(columns / most); /* of all parts, but for what they split */
    const double share = readings(plan->inputs.field) / rows;
    const double begin_s = images->fixed_s * (share > 1.0 ? share : 1.0);
    return (pieces * begin_s + plan->height * images->row_s) / (columns * rows);
}

static void choose_parts(struct scree_estimate *out, const struct bake_plan *plan,
                         const struct sampled *images, const struct scree_estimate_options *options)
{
    struct scree_error why = SCREE_ERROR_INIT;
    out->no_parts = "";
    if (options->time_s == 0.0) return;
    if (bake_check_parts(plan, &why) != SCREE_OK) {
        out->no_parts = strcmp(why.field, "outputs") == 0
                            ? "a BeamNG terrain is one file; leave it out"
                        : strcmp(why.field, "part") == 0
                            ? "the images are not cut; cut them into tiles"
                            : "merging by cost and maps of the ground look at the whole; leave "
                              "them out";
        return;
    }
    const double tile_s = tile_seconds(plan, images);
    const double tiles = (double)out->tiles;
    const double each = floor((options->time_s - out->opening_s) / tile_s);
    const double parts = each >= 1.0 ? ceil(tiles / each) : 0.0;
    if (parts < 1.0 || parts > MOST_PARTS) {
        out->no_parts = "opening the inputs and one tile take longer; cut smaller tiles, or give "
                        "more time";
        return;
    }
    out->parts = (uint32_t)parts;
    out->part_s = out->opening_s + ceil(tiles / parts) * tile_s;
}

/* ---- the whole ---- */

static void count(struct scree_estimate *out, const struct bake_plan *plan)
{
    out->texels = (uint64_t)plan->width * plan->height;
    out->tiles = bake_cut_pages(plan);
    out->files = plan->file_count;
    for (size_t i = 0; i < plan->file_count; i++) out->bytes += plan->files[i].bytes_at_most;
    out->memory_bytes = bake_memory_bytes(plan);
    out->without_maps = plan->options.maps != 0;
}

enum scree_code bake_estimate(struct scree_estimate *out, const struct bake_plan *plan,
                              const struct scree_estimate_options *options, double opening_s,
                              struct scree_job *job, struct scree_error *err)
{
    *out = (struct scree_estimate){.size = sizeof *out, .opening_s = opening_s};
    if (!(options->time_s >= 0.0 && options->time_s < INFINITY))
        return err_set_option(err, "time_s", "a part takes some time, in seconds");
    struct sampled images = {0}, winners = {0};
    count(out, plan);
    out->seconds = opening_s;
    if (bake_image_count(plan) > 0) {
        RETURN_IF_ERR(sample(&images, make_images, plan, plan->width, plan->height, job, err));
        out->seconds += images.fixed_s * readings(plan->inputs.field) + images.row_s * plan->height;
        out->rows += plan->height;
    }
    if (plan->outputs & SCREE_BAKE_BEAMNG) {
        const uint32_t size = plan->beamng.size;
        RETURN_IF_ERR(sample(&winners, make_winners, plan, size, size, job, err));
        out->seconds += winners.fixed_s * readings(plan->inputs.field) + winners.row_s * size;
        out->rows += size;
    }
    out->sampled_rows = images.rows + winners.rows;
    choose_parts(out, plan, &images, options);
    return job_end(job, err);
}

/* ---- told ---- */

static void add_time(struct grow *to, const char *what, double seconds)
{
    if (seconds < 120.0)
        grow_print(to, "%s about %.3g s", what, seconds);
    else if (seconds < 7200.0)
        grow_print(to, "%s about %.0f min", what, seconds / 60.0);
    else
        grow_print(to, "%s about %.1f h", what, seconds / 3600.0);
}

static void add_words(struct grow *to, const struct scree_estimate *e, const struct bake_plan *plan)
{
    const unsigned long parts = e->parts;
    grow_print(to, "texels   %u x %u = %llu of each image\n", (unsigned)plan->width,
               (unsigned)plan->height, (unsigned long long)e->texels);
    grow_print(to, "tiles    %llu of each image, %llu file%s in all\n",
               (unsigned long long)e->tiles, (unsigned long long)e->files,
               e->files == 1 ? "" : "s");
    grow_print(to, "bytes    %llu before compression\n", (unsigned long long)e->bytes);
    grow_print(to, "memory   about %llu MiB\n", (unsigned long long)((e->memory_bytes >> 20) + 1));
    add_time(to, "time    ", e->seconds);
    grow_print(to, " here, an estimate by %llu of %llu rows%s\n",
               (unsigned long long)e->sampled_rows, (unsigned long long)e->rows,
               e->without_maps ? ", without maps of the ground" : "");
    if (parts > 0) {
        grow_print(to, "parts    %lu (1/%lu to %lu/%lu),", parts, parts, parts, parts);
        add_time(to, "", e->part_s);
        grow_text(to, " each\n");
    } else if (e->no_parts[0] != '\0') {
        grow_print(to, "parts    none: %s\n", e->no_parts);
    }
}

static json_t *make_json(const struct scree_estimate *e, const struct bake_plan *plan)
{
    json_t *const parts =
        e->parts > 0 ? json_pack("{s:I, s:f}", "count", (json_int_t)e->parts, "seconds", e->part_s)
                     : json_null();
    json_t *const no_parts = e->no_parts[0] != '\0' ? json_string(e->no_parts) : json_null();
    return json_pack(
        "{s:s, s:[I, I], s:I, s:I, s:I, s:I, s:I, s:{s:I, s:I}, s:f, s:f, s:b, s:o, s:o}", "format",
        "scree-estimate-1", "size", (json_int_t)plan->width, (json_int_t)plan->height, "texels",
        (json_int_t)e->texels, "tiles", (json_int_t)e->tiles, "files", (json_int_t)e->files,
        "bytes", (json_int_t)e->bytes, "memory_bytes", (json_int_t)e->memory_bytes, "sample",
        "rows", (json_int_t)e->sampled_rows, "of", (json_int_t)e->rows, "opening_seconds",
        e->opening_s, "seconds", e->seconds, "without_maps", e->without_maps, "parts", parts,
        "no_parts", no_parts);
}

enum scree_code bake_estimate_document(struct scree_bytes *out,
                                       const struct scree_estimate *estimate,
                                       const struct bake_plan *plan, bool json,
                                       struct scree_error *err)
{
    struct grow to = {0};
    if (json) return json_text_bytes(out, make_json(estimate, plan), err);
    add_words(&to, estimate, plan);
    return grow_take(out, &to, err);
}

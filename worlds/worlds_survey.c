/* Each tile is read once before anything else: for its size and scale, its edges and its digest. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "base/scramble.h"
#include "worlds/worlds_tiles.h"

static bool is_world(const struct file_input *input)
{
    char head[64] = {0};
    const size_t size = input->size < sizeof head - 1 ? (size_t)input->size : sizeof head - 1;
    return file_input_read(input, 0, head, size, NULL) == SCREE_OK &&
           (strstr(head, "<VRTDataset") != NULL || strstr(head, "\"scree_world\"") != NULL);
}

/* Reads a tile, and the size and the digest of the bytes that were read. */
static enum scree_code read_and_digest(struct ter_field **field, struct heights_about *about,
                                       const struct worlds_tile *tile,
                                       const struct scree_terrain_options *options, uint64_t *bytes,
                                       char sha256[SHA_HEX_SIZE], struct scree_error *err)
{
    struct file_input input;
    *field = NULL;
    memset(about, 0, sizeof *about);
    if (tile->source != NULL) return worlds_source_tile(field, tile, options, sha256, err);
    RETURN_IF_ERR(file_input_open(&input, tile->path, options->max_file_bytes, err));
    enum scree_code code =
        is_world(&input) ? err_set(err, SCREE_UNSUPPORTED,
                                   "is a world itself; a world's tiles are files with heights")
                         : heights_read_input(field, about, &input, tile->path, options, NULL, err);
    *bytes = input.size;
    if (code == SCREE_OK) code = sha_input(sha256, &input, NULL, err);
    file_input_close(&input);
    return code;
}

/* ---- samples ---- */

#define STRANDS 4 /* so that multiplications need not wait for each other */

static uint64_t turn(uint64_t bits)
{
    return (bits << 29 | bits >> 35) * SCRAMBLE_STEP;
}

/* Tells other samples from these, much faster than a digest: each word changes all that follows. It
 * finds what was replaced meanwhile, and is no proof against intent. */
static uint64_t scramble_samples(const struct ter_field *field)
{
    const size_t each = field->samples != NULL ? sizeof(float) : sizeof(int16_t);
    const size_t bytes = (size_t)field->points_x * field->points_y * each;
    const unsigned char *const data =
        field->samples != NULL ? (const void *)field->samples : (const void *)field->elevations;
    uint64_t strands[STRANDS] = {field->points_x, field->points_y, each, 0}, words[STRANDS];
    size_t at = 0;
    for (; at + sizeof words <= bytes; at += sizeof words) {
        memcpy(words, data + at, sizeof words);
        for (int k = 0; k < STRANDS; k++) strands[k] = turn(strands[k] ^ words[k]);
    }
    memset(words, 0, sizeof words);
    memcpy(words, data + at, bytes - at);
    uint64_t state = 0;
    for (int k = 0; k < STRANDS; k++)
        state = scramble_bits(state ^ turn(strands[k] ^ words[k])) + SCRAMBLE_STEP;
    return state;
}

static enum scree_code read_again(struct ter_field **field, const struct worlds_tile *tile,
                                  const struct scree_terrain_options *options,
                                  struct scree_error *err)
{
    struct heights_about about;
    if (tile->source != NULL) return worlds_source_tile(field, tile, options, NULL, err);
    RETURN_IF_ERR(heights_read_file(field, &about, tile->path, options, NULL, err));
    heights_about_free(&about);
    return SCREE_OK;
}

enum scree_code worlds_read_tile(struct ter_field **field, const struct worlds_tile *tile,
                                 const struct scree_terrain_options *options,
                                 struct scree_error *err)
{
    RETURN_IF_ERR(read_again(field, tile, options, err));
    (*field)->base_tu = tile->base_tu;
    (*field)->step_tu = tile->step_tu;
    if (tile->source != NULL && tile->source->identity != NULL) return SCREE_OK;
    if ((*field)->points_x == tile->points_x && scramble_samples(*field) == tile->samples)
        return SCREE_OK;
    ter_free(*field);
    *field = NULL;
    err_set(err, SCREE_CANNOT_READ,
            tile->taken ? "was changed since another part looked at the world; run {part} again"
                        : "was changed while it was read; start again");
    return err_set_file(err, tile->path);
}

/* ---- edges ---- */

static float altitude(const struct ter_field *field, uint32_t x, uint32_t y)
{
    const size_t at = (size_t)y * field->points_x + x;
    const double sample =
        field->samples != NULL ? (double)field->samples[at] : (double)field->elevations[at];
    return (float)ter_sample_altitude_m(field, sample);
}

static uint64_t scramble_edge(const struct ter_field *field, int edge)
{
    const bool upright = edge == WORLDS_WEST || edge == WORLDS_EAST;
    const uint32_t count = upright ? field->points_y : field->points_x;
    const uint32_t x = edge == WORLDS_EAST ? field->points_x - 1 : 0;
    const uint32_t y = edge == WORLDS_NORTH ? field->points_y - 1 : 0;
    uint64_t state = count;
    for (uint32_t i = 0; i < count; i++) {
        const float value = altitude(field, upright ? x : i, upright ? i : y) + 0.0f;
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        state = scramble_bits(state ^ bits) + SCRAMBLE_STEP;
    }
    return state;
}

/* The georeference becomes the tile's. */
static void note(struct worlds_tile *tile, const struct ter_field *field,
                 struct heights_about *about)
{
    for (int edge = 0; edge < WORLDS_EDGES; edge++) tile->edges[edge] = scramble_edge(field, edge);
    tile->samples = scramble_samples(field);
    if (tile->source != NULL) return; /* all else is known */
    tile->points_x = field->points_x;
    tile->points_y = field->points_y;
    tile->base_tu = field->base_tu;
    tile->step_tu = field->step_tu;
    memcpy(tile->scal_m, field->scal_m, sizeof tile->scal_m);
    tile->is_float = field->samples != NULL;
    tile->has_missing = field->has_missing;
    tile->unit = about->unit;
    tile->globe = field->globe;
    snprintf(tile->numbers, sizeof tile->numbers, "%s", about->numbers);
    snprintf(tile->scale_source, sizeof tile->scale_source, "%s", about->scale_source);
    /* Worlds of SRTM tiles lie by names and degrees alone. */
    if (about->format == HEIGHTS_SRTM) return;
    tile->geo = about->geo;
    about->geo = NULL;
}

/* ---- all tiles ---- */

struct survey {
    struct worlds_list *list;
    const struct scree_terrain_options *options;
    size_t first;
    struct scree_error *errs; /* [index] of those side by side */
};

static enum scree_code survey_tile(struct worlds_tile *tile, struct warn_list *warnings,
                                   const struct scree_terrain_options *options,
                                   struct scree_error *err)
{
    struct ter_field *field;
    struct heights_about about;
    const enum scree_code code =
        read_and_digest(&field, &about, tile, options, &tile->bytes, tile->sha256, err);
    if (code != SCREE_OK) {
        ter_free(field);
        heights_about_free(&about);
        return err_set_file(err, tile->path);
    }
    note(tile, field, &about);
    for (size_t i = 0; warnings != NULL && i < field->warnings.count; i++)
        warn_add(warnings, SCREE_NO_OFFSET, "%.60s and maybe others: %s", tile->name,
                 field->warnings.list[i].text);
    ter_free(field);
    heights_about_free(&about);
    return SCREE_OK;
}

static void survey_one(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    const struct survey *const survey = context;
    struct scree_error *const err = &survey->errs[index];
    const size_t at = survey->first + index;
    err->code = survey_tile(&survey->list->tiles[at], at == 0 ? &survey->list->warnings : NULL,
                            survey->options, err);
}

#define SIDE_BY_SIDE 64 /* tiles between two reports of progress, at least in a block */
#define MOST_BLOCKS 256

/* worlds_block() is how many tiles in a row of the list are noted together. */
static size_t worlds_block(const struct worlds_list *list)
{
    const size_t block = (list->count + MOST_BLOCKS - 1) / MOST_BLOCKS;
    return block < SIDE_BY_SIDE ? list->count < SIDE_BY_SIDE ? 4 : 16 : block;
}

static enum scree_code survey_run(struct survey *survey, size_t count, struct scree_job *job,
                                  struct scree_error *err)
{
    for (size_t i = 0; i < count; i++) err_clear(&survey->errs[i]);
    parallel_for(count, parallel_threads(job_threads(job)), survey_one, survey);
    for (size_t i = 0; i < count; i++) {
        if (survey->errs[i].code == SCREE_OK) continue;
        err_take(err, &survey->errs[i]);
        return survey->errs[i].code;
    }
    return SCREE_OK;
}

static enum scree_code survey_block(struct survey *survey, size_t first, size_t end,
                                    struct scree_job *job, struct scree_error *err)
{
    for (size_t at = first; at < end; at += SIDE_BY_SIDE) {
        survey->first = at;
        RETURN_IF_ERR(
            survey_run(survey, end - at < SIDE_BY_SIDE ? end - at : SIDE_BY_SIDE, job, err));
    }
    return SCREE_OK;
}

static void in_block(struct worlds_list *list, size_t first, size_t end, size_t block, bool taken)
{
    for (size_t i = first; i < end; i++) {
        list->tiles[i].block = block + 1;
        list->tiles[i].taken = taken;
    }
}

/* What was taken of a note; of the first tile, warnings are wanted, too. */
static enum scree_code take_block(struct survey *survey, size_t first, size_t end, size_t block,
                                  struct scree_job *job, struct scree_error *err)
{
    in_block(survey->list, first, end, block, true);
    if (first > 0) return SCREE_OK;
    image_geo_free(survey->list->tiles[0].geo);
    survey->list->tiles[0].geo = NULL;
    survey->list->tiles[0].taken = false;
    return survey_block(survey, 0, 1, job, err);
}

enum scree_code worlds_survey(struct worlds_list *list, const struct scree_terrain_options *options,
                              const struct worlds_notes *notes, struct scree_job *job,
                              struct scree_error *err)
{
    struct scree_error errs[SIDE_BY_SIDE];
    struct survey survey = {list, options, 0, errs};
    const bool noted = notes->folder != NULL;
    const size_t size = noted ? worlds_block(list) : SIDE_BY_SIDE;
    const size_t blocks = (list->count + size - 1) / size;
    const size_t start = noted ? (size_t)((uint64_t)(notes->index - 1) * blocks / notes->count) : 0;
    for (size_t k = 0; k < blocks; k++) {
        const size_t block = (start + k) % blocks, first = block * size;
        const size_t end = list->count - first < size ? list->count : first + size;
        RETURN_IF_ERR(job_step(job, "looking at tiles", (double)k / (double)blocks, err));
        if (noted && worlds_notes_take(&list->tiles[first], end - first, notes, block)) {
            RETURN_IF_ERR(take_block(&survey, first, end, block, job, err));
            continue;
        }
        RETURN_IF_ERR(survey_block(&survey, first, end, job, err));
        if (!noted) continue;
        worlds_notes_give(&list->tiles[first], end - first, notes, block);
        in_block(list, first, end, block, false);
    }
    return SCREE_OK;
}

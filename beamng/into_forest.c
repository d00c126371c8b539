/*
 * Items of a level: those that scree placed are exchanged, all other lines keep their bytes.
 *
 * An item is ours if its kind is and it stands as the level's record has it (record.h): copies of the
 * record count, as files of earlier runs may have been put back. So is one that is written anew in the
 * same place. In a level without a record, of an earlier version, it is ours if it stands where places
 * can be: its distances from the terrain's west and north edge are whole 1/32 m, it is no higher than
 * the ground and no deeper than a plant can be, its turn about the vertical is a whole 1/256, and its
 * size whole thousandths, 0.1 to 5. What was placed or moved by hand is not, unless it is all that by
 * chance.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "beamng/into_plants.h"

#define ENDING ".forest4.json"
#define OFF 0.0625 /* of a step: positions are floats in the game */
#define OFF_TURN 0.02
#define OFF_GROUND_M 0.02
#define TURNS 256.0
#define FULL_TURN 6.283185307179586
#define MOST_M 1e9
#define MOST_RECORDS 100

static bool is_whole(double value, double off)
{
    return fabs(value - floor(value + 0.5)) <= off;
}

static bool take_numbers(double *out, size_t count, const json_t *list)
{
    if (json_array_size(list) != count) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(list, i);
        if (!json_is_number(number)) return false;
        out[i] = json_number_value(number);
    }
    return true;
}

/* A turn about the vertical by whole steps. */
static bool is_our_turn(const double m[9])
{
    return fabs(m[2]) < 1e-5 && fabs(m[5]) < 1e-5 && fabs(m[6]) < 1e-5 && fabs(m[7]) < 1e-5 &&
           fabs(m[8] - 1) < 1e-5 && is_whole(atan2(m[3], m[0]) / FULL_TURN * TURNS, OFF_TURN);
}

/* North is where the terrain ends, or, of one whose last row was left out, a square beyond. */
static bool is_our_place(const struct beamng_footing *footing, const double at_m[3])
{
    const double x = (at_m[0] - footing->position_m[0]) * PLANTS_UNITS;
    const double y_m = at_m[1] - footing->position_m[1];
    const double all_m = footing->size * footing->square_m, own_m = all_m - footing->square_m;
    return is_whole(x, OFF) && (is_whole((own_m - y_m) * PLANTS_UNITS, OFF) ||
                                is_whole((all_m - y_m) * PLANTS_UNITS, OFF));
}

static bool is_our_size(double scale)
{
    return scale > 0.0999 && scale < 5.0001 && is_whole(scale * 1000, OFF_TURN);
}

/* Of a plant's size are how deep it stands and, on steep ground, its root: 2 m each at most. */
static bool is_our_depth(const struct beamng_footing *footing, const double at_m[3], double scale)
{
    double ground_m[3];
    beamng_stand(ground_m, footing, at_m[0] - footing->position_m[0],
                 at_m[1] - footing->position_m[1]);
    const double depth_m = ground_m[2] - at_m[2];
    return depth_m > -OFF_GROUND_M && depth_m < (2.0 + 2.0 * 2.0) * scale + OFF_GROUND_M;
}

/* An item of a kind of ours, as a record has it. */
struct found {
    const char *kind;
    double at_m[3];
    struct beamng_shape shape;
};

/* false: it has a turn or a size that scree gives none. */
static bool take_found(struct found *out, const json_t *item)
{
    double turn[9];
    const json_t *scale = json_object_get(item, "scale");
    out->kind = json_string_value(json_object_get(item, "type"));
    if (!take_numbers(out->at_m, 3, json_object_get(item, "pos")) ||
        !take_numbers(turn, 9, json_object_get(item, "rotationMatrix")) || !json_is_number(scale) ||
        !is_our_turn(turn) || !is_our_size(json_number_value(scale)) ||
        !(fabs(out->at_m[0]) < MOST_M && fabs(out->at_m[1]) < MOST_M &&
          fabs(out->at_m[2]) < MOST_M))
        return false;
    const double turns = atan2(turn[3], turn[0]) / FULL_TURN * TURNS;
    out->shape.yaw = (uint8_t)((int)floor(turns + 0.5) & 255);
    out->shape.scale = (uint32_t)floor(json_number_value(scale) * 1000 + 0.5);
    return true;
}

static bool is_ours(struct found *out, const struct beamng_into *into, const json_t *item)
{
    struct into_plants *plants = into->plants;
    const struct beamng_footing *footing = &plants->growth.footing;
    plants->items++;
    if (!take_found(out, item)) return false;
    if (plants->has_record && beamng_record_take(&plants->record, out->kind, out->at_m, out->shape))
        return true;
    const bool may_be = is_our_place(footing, out->at_m) &&
                        is_our_depth(footing, out->at_m, out->shape.scale / 1000.0);
    plants->unlisted += may_be;
    if (beamng_record_take(&plants->fresh, out->kind, out->at_m, out->shape) ||
        (may_be && !plants->has_record))
        return true;
    plants->strangers += may_be;
    return false;
}

/* What becomes of a line. */
enum fate { STAYS, GOES };

static bool is_blank(const struct into_lines *lines)
{
    for (size_t i = 0; i < lines->length; i++)
        if (strchr(" \t\r\n", lines->line[i]) == NULL) return false;
    return true;
}

/* The row of an item's kind, if that is ours; NULL: it is not. */
static enum scree_code find_row(struct scree_beamng_into_plant **out, struct beamng_into *into,
                                const json_t *item, struct scree_error *err)
{
    const char *type = json_string_value(json_object_get(item, "type"));
    *out = NULL;
    if (type == NULL || strlen(type) >= BEAMNG_PATH_SIZE || !beamng_into_is_kind(into, type))
        return SCREE_OK;
    return beamng_into_row(out, into->plants, type + strlen(BEAMNG_ITEM_PREFIX), false, err);
}

static enum scree_code judge(enum fate *fate, struct beamng_into *into,
                             const struct into_lines *lines, struct scree_error *err)
{
    struct scree_beamng_into_plant *row;
    struct found found;
    *fate = STAYS;
    if (is_blank(lines)) return SCREE_OK;
    json_t *item = json_loadb(lines->line, lines->length, 0, NULL);
    enum scree_code code = find_row(&row, into, item, err);
    if (row == NULL) {
        into->plants->others++;
    } else if (!is_ours(&found, into, item)) {
        row->kept++;
    } else if (beamng_into_is_open(into, found.at_m)) {
        row->replaced++;
        *fate = GOES;
    } else {
        row->kept++;
        code = beamng_record_add(&into->plants->stay, found.kind, found.at_m, found.shape, err);
    }
    json_decref(item);
    return code;
}

/* The species of ours that the file is for; the count if it is none. */
static size_t species_of(const struct into_plants *plants, const char *name)
{
    char own[BEAMNG_PATH_SIZE];
    size_t s = 0;
    for (; s < plants->list->species_count; s++) {
        beamng_forest_name(own, &plants->list->species[s]);
        if (beamng_grows(&plants->growth, s) && strcmp(own, name) == 0) break;
    }
    return s;
}

/* Lines of others, a line feed behind the last, then ours. */
static enum scree_code put_file(struct stream *to, struct beamng_into *into,
                                const struct into_old *old, struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    struct into_lines lines = {(const char *)old->bytes.data, old->bytes.size, NULL, 0};
    const size_t species = species_of(plants, old->name);
    size_t none = 0;
    bool open = false;
    while (beamng_into_next_line(&lines)) {
        enum fate fate;
        RETURN_IF_ERR(judge(&fate, into, &lines, err));
        if (fate == GOES) continue;
        RETURN_IF_ERR(stream_put(to, lines.line, lines.length, err));
        open = lines.line[lines.length - 1] != '\n';
    }
    if (species == plants->list->species_count) return SCREE_OK;
    if (open) RETURN_IF_ERR(stream_put(to, "\n", 1, err));
    return beamng_put_items(to, &plants->growth, species, &none, err);
}

static enum scree_code make_file(struct beamng_into *into, const struct into_old *old,
                                 struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(into->plants->made, old->name, SINK_NO_DIGEST, &file, err));
    return sink_end(file, put_file(&file->stream, into, old, err), err);
}

/* A file without a word of ours is not looked into. */
static enum scree_code take(void *context, const char *name, struct scree_error *err)
{
    struct beamng_into *into = context;
    struct into_plants *plants = into->plants;
    struct into_old *old;
    RETURN_IF_ERR(beamng_into_read(&old, into, name, err));
    if (old->bytes.data == NULL) { /* a link to nothing, or just gone */
        plants->old_count--;
        return SCREE_OK;
    }
    if (strstr((const char *)old->bytes.data, "\"" BEAMNG_ITEM_PREFIX) != NULL ||
        species_of(plants, name) < plants->list->species_count)
        return make_file(into, old, err);
    struct into_lines lines = {(const char *)old->bytes.data, old->bytes.size, NULL, 0};
    while (beamng_into_next_line(&lines)) plants->others += !is_blank(&lines);
    file_bytes_free(&old->bytes);
    plants->old_count--; /* it was the last */
    return SCREE_OK;
}

static enum scree_code read_record(bool *is_record, struct beamng_into *into, const char *name,
                                   struct scree_error *err)
{
    struct into_old *old;
    struct beamng_record *record = &into->plants->record;
    RETURN_IF_ERR(beamng_into_read(&old, into, name, err));
    RETURN_IF_ERR(beamng_record_read(is_record, record,
                                     old->bytes.data != NULL ? (const char *)old->bytes.data : "",
                                     old->bytes.size, err));
    /* Most of a copy is in the one before: there are never many more than in one. */
    beamng_record_sort(record);
    return SCREE_OK;
}

/* The level's record, and, if it has one, the copies of it that earlier runs kept. */
static enum scree_code read_records(struct beamng_into *into, struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    const char *name = beamng_file_name(BEAMNG_PLACED);
    RETURN_IF_ERR(read_record(&plants->has_record, into, name, err));
    for (unsigned copy = 1; plants->has_record && copy < MOST_RECORDS; copy++) {
        char backup[BEAMNG_PATH_SIZE];
        bool is_record;
        snprintf(backup, sizeof backup, "%s.bak%u", name, copy);
        RETURN_IF_ERR(read_record(&is_record, into, backup, err));
        file_bytes_free(&plants->old[--plants->old_count].bytes); /* it was the last */
    }
    return SCREE_OK;
}

/* A record that lacks most of what looks like ours is not the level's: an old copy, or a part of one. */
static void judge_record(const struct into_plants *plants, struct scree_job *job)
{
    if (plants->strangers == 0 || plants->unlisted <= plants->items / 2) return;
    job_warn(job, NULL,
             "%s does not list %llu of %llu plants of scree's kinds, and %llu of these stay as "
             "placed by hand; remove it to have them told by where they stand",
             beamng_file_name(BEAMNG_PLACED), (unsigned long long)plants->unlisted,
             (unsigned long long)plants->items, (unsigned long long)plants->strangers);
}

/* What scree will have placed. Once there is a record there is always one. */
static enum scree_code make_record(struct beamng_into *into, struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    struct sink_file *file;
    RETURN_IF_ERR(beamng_record_growth(&plants->stay, &plants->growth, err));
    if (plants->stay.count == 0 && !plants->has_record) return SCREE_OK;
    beamng_record_sort(&plants->stay);
    RETURN_IF_ERR(
        sink_begin(plants->made, beamng_file_name(BEAMNG_PLACED), SINK_NO_DIGEST, &file, err));
    return sink_end(file, beamng_record_put(&file->stream, &plants->stay, err), err);
}

enum scree_code beamng_into_forest(struct beamng_into *into, struct scree_job *job,
                                   struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    const struct beamng_walk walk = {into->target->level.path, "forest", ENDING, take, into};
    RETURN_IF_ERR(read_records(into, err));
    plants->fresh.off_mm = OFF_GROUND_M * 1000; /* the level's heights are rounded ones */
    RETURN_IF_ERR(beamng_record_growth(&plants->fresh, &plants->growth, err));
    beamng_record_sort(&plants->fresh);
    RETURN_IF_ERR(beamng_walk(&walk, err));
    for (size_t s = 0; s < plants->list->species_count; s++) {
        char name[BEAMNG_PATH_SIZE];
        struct into_old *old;
        const size_t count = plants->old_count;
        if (!beamng_grows(&plants->growth, s)) continue;
        beamng_forest_name(name, &plants->list->species[s]);
        RETURN_IF_ERR(beamng_into_read(&old, into, name, err));
        if (plants->old_count > count) RETURN_IF_ERR(make_file(into, old, err));
    }
    judge_record(plants, job);
    beamng_record_free(&plants->fresh);
    return make_record(into, err);
}

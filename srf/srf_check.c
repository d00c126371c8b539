/*
 * Single numbers are judged chunk by chunk, by the table's ranges, so that a refusal names its
 * place in the file; what concerns several numbers is judged layer by layer.
 */
#include "srf/srf.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "base/text.h"
#include "srf/srf_table.h"

struct checker {
    struct srf_map *map;
    const struct srf_layer *layer;
    char label[SRF_LABEL_SIZE];
    struct scree_error *err;
};

/* Which of a row's numbers is meant. */
static const char *number_name(const struct srf_row *row, unsigned i)
{
    static const char *const pair[] = {" minimum", " maximum"};
    static const char *const several[] = {"[0]", "[1]", "[2]", "[3]"};
    if (row->count == 1) return "";
    return row->count == 2 ? pair[i] : several[i];
}

static enum scree_code check_numbers(struct checker *checker, const struct srf_row *row,
                                     const struct srf_chunk *chunk)
{
    const char *prefix = srf_table_prefix(row->place);
    const char *unit = row->unit != NULL ? row->unit : "";
    for (unsigned i = 0; i < row->count; i++) {
        const double value = srf_table_number(row, chunk->data, i);
        const char *which = number_name(row, i);
        if (!isfinite(value))
            return err_set_at(checker->err, SCREE_MALFORMED, chunk->offset,
                              "%s%s%s in layer \"%s\" is not a finite number", prefix, row->marker,
                              which, checker->label);
        if (row->remark == NULL || (value >= row->low && value <= row->high)) continue;
        if (row->impossible)
            return err_set_at(checker->err, SCREE_MALFORMED, chunk->offset,
                              "%s%s%s in layer \"%s\" is %g%s: %s", prefix, row->marker, which,
                              checker->label, value, unit, row->remark);
        warn_add(&checker->map->warnings, chunk->offset, "%s%s%s in layer \"%s\" is %g%s: %s",
                 prefix, row->marker, which, checker->label, value, unit, row->remark);
    }
    return SCREE_OK;
}

static void check_text(struct checker *checker, const struct srf_row *row,
                       const struct srf_chunk *chunk)
{
    static const char fractal[] = "Fractal";
    if (row->place != SRF_PLACE_VART) return;
    if (chunk->size == 0 || memchr(chunk->data, '\0', chunk->size) == NULL) return;
    if (strcmp((const char *)chunk->data, fractal) == 0) return;
    warn_add(&checker->map->warnings, chunk->offset,
             "VART/NAME in layer \"%s\" is not \"%s\": other textures are not modelled, %s is used",
             checker->label, fractal, fractal);
}

/* A map that is given to somebody has its pictures in its own folder. */
static enum scree_code check_mask(struct checker *checker)
{
    const struct srf_layer *layer = checker->layer;
    const bool given = layer->mask[0] != '\0';
    if (!given && !srf_is_on(layer->limits[SRF_MASK].on[0])) return SCREE_OK;
    if (!given)
        return err_set_at(checker->err, SCREE_MALFORMED, layer->chunk->offset,
                          "mask of layer \"%s\" has no picture: give it a \"file\", such as "
                          "\"meadow.png\"",
                          checker->label);
    if (!srf_classes_are_good(layer->classes))
        return err_set_at(
            checker->err, SCREE_MALFORMED, layer->chunk->offset,
            "MASC in layer \"%s\" is \"%.80s\": give numbers from 0 to 65535 and names "
            "of a legend, such as 10,20,Forest",
            checker->label, layer->classes);
    if (text_is_inner_path(layer->mask)) return SCREE_OK;
    return err_set_at(checker->err, SCREE_MALFORMED, layer->chunk->offset,
                      "MASF in layer \"%s\" is \"%.80s\": give a picture in the map's folder, such "
                      "as \"meadow.png\" or \"masks/meadow.png\"",
                      checker->label, layer->mask);
}

static void check_plugins(struct checker *checker, const struct srf_row *row,
                          const struct srf_chunk *chunk)
{
    if (chunk->size == 0) return;
    warn_add(&checker->map->warnings, chunk->offset,
             "%s in layer \"%s\" holds %lu bytes of plug-in data: plug-ins are ignored",
             row->marker, checker->label, (unsigned long)chunk->size);
}

/* Calls itself at most three deep: SRFL, DENS, VART, SETT. */
static enum scree_code check_container(struct checker *checker, const struct srf_chunk *container,
                                       enum srf_place place)
{
    for (const struct srf_chunk *chunk = container->first_child; chunk != NULL;
         chunk = chunk->next) {
        const struct srf_row *row = srf_table_find(place, chunk->marker);
        if (row == NULL || row->inside == SRF_PLACE_LAYER) continue;
        switch (row->kind) {
        case SRF_KIND_CONTAINER:
            RETURN_IF_ERR(check_container(checker, chunk, row->inside));
            break;
        case SRF_KIND_TEXT:
            check_text(checker, row, chunk);
            break;
        case SRF_KIND_RAW:
            check_plugins(checker, row, chunk);
            break;
        default:
            RETURN_IF_ERR(check_numbers(checker, row, chunk));
        }
    }
    return SCREE_OK;
}

/* The commonest mistake: a layer whose limits exclude each other. */
static void check_limits(struct checker *checker)
{
    const struct srf_layer *layer = checker->layer;
    struct warn_list *warnings = &checker->map->warnings;
    const uint64_t offset = layer->chunk->offset;
    if (srf_is_on(layer->alte[0]) && srf_is_on(layer->alte[1]) && layer->altl[0] >= layer->altl[1])
        warn_add(warnings, offset,
                 "altitude limits of layer \"%s\": minimum %g tu is not below maximum %g tu, "
                 "so the layer appears nowhere",
                 checker->label, (double)layer->altl[0], (double)layer->altl[1]);
    if (srf_is_on(layer->slpe[1]) && layer->slpl[1] <= 0)
        warn_add(warnings, offset,
                 "slope limits of layer \"%s\": maximum %.1f degrees, so the layer appears nowhere",
                 checker->label, angle_degrees((double)layer->slpl[1]));
    else if (srf_is_on(layer->slpe[0]) && srf_is_on(layer->slpe[1]) &&
             layer->slpl[0] >= layer->slpl[1])
        warn_add(warnings, offset,
                 "slope limits of layer \"%s\": minimum %.1f degrees is not below maximum "
                 "%.1f degrees, so the layer appears hardly anywhere",
                 checker->label, angle_degrees((double)layer->slpl[0]),
                 angle_degrees((double)layer->slpl[1]));
}

static void check_aspect(struct checker *checker)
{
    const struct srf_limit *limit = &checker->layer->limits[SRF_ASPECT];
    if (!srf_is_on(limit->on[0]) || limit->at[1] > 0 || limit->level > 0) return;
    warn_add(
        &checker->map->warnings, checker->layer->chunk->offset,
        "aspect of layer \"%s\": a spread of 0 degrees holds no direction, so the layer appears "
        "nowhere",
        checker->label);
}

/* Limits by a quantity that goes from low to high. */
static void check_range(struct checker *checker, enum srf_quantity quantity)
{
    const struct srf_limit *limit = &checker->layer->limits[quantity];
    const struct srf_quantity_words *words = &srf_quantity_words[quantity];
    if (!srf_is_on(limit->on[0]) || !srf_is_on(limit->on[1]) || limit->at[0] < limit->at[1]) return;
    warn_add(&checker->map->warnings, checker->layer->chunk->offset,
             "%s of layer \"%s\": minimum %g %s is not below maximum %g %s, so the layer appears "
             "nowhere",
             words->name, checker->label, (double)limit->at[0], words->unit, (double)limit->at[1],
             words->unit);
}

static void check_child(struct checker *checker)
{
    check_limits(checker);
    check_aspect(checker);
    check_range(checker, SRF_POSITION);
    check_range(checker, SRF_CURVATURE);
    check_range(checker, SRF_WETNESS);
    check_range(checker, SRF_SKY);
    check_range(checker, SRF_NEAR);
}

/* Terragen shows the root everywhere and leaves its distribution at the factory values, of which a
 * maximum slope is part. Other limits tell of a child layer that was saved as a map. */
static void check_root(struct checker *checker)
{
    const struct srf_layer *root = checker->layer;
    if (!srf_is_on(root->alte[0]) && !srf_is_on(root->alte[1]) && !srf_is_on(root->slpe[0]) &&
        !srf_is_limited(root))
        return;
    warn_add(&checker->map->warnings, root->chunk->offset,
             "root layer \"%s\" has limits of its own: unless they are asked for, it covers all",
             checker->label);
}

/* A picture can do without; so nothing in a scene is impossible. */
static void check_scene(struct srf_map *map)
{
    for (size_t i = 0; i < SRF_SCENE_COUNT; i++) {
        const struct srf_row *row = &srf_table[SRF_ROW_COUNT + i];
        const struct srf_chunk *chunk = map->scene.chunks[i];
        if (chunk == NULL) continue;
        const char *place = srf_table_place(row->place);
        for (unsigned k = 0; k < row->count; k++) {
            const double value = srf_table_number(row, chunk->data, k);
            if (!isfinite(value))
                warn_add(&map->warnings, chunk->offset,
                         "%s in %s is not a finite number: kept, has no effect", row->marker,
                         place);
            else if (row->remark != NULL && !(value >= row->low && value <= row->high))
                warn_add(&map->warnings, chunk->offset, "%s in %s is %g: %s", row->marker, place,
                         value, row->remark);
        }
    }
}

enum scree_code srf_check(struct srf_map *map, struct scree_error *err)
{
    struct checker checker = {.map = map, .err = err};
    for (uint32_t i = 0; i < map->layer_count; i++) {
        checker.layer = map->layers[i];
        map->refused_layer = i;
        srf_layer_label(checker.label, checker.layer);
        RETURN_IF_ERR(check_container(&checker, checker.layer->chunk, SRF_PLACE_LAYER));
        RETURN_IF_ERR(check_mask(&checker));
        if (i == 0)
            check_root(&checker);
        else
            check_child(&checker);
    }
    RETURN_IF_ERR(srf_check_near(map, &map->refused_layer, err));
    check_scene(map);
    return SCREE_OK;
}

/* ---- unknown chunks ---- */

struct search {
    struct srf_unknown *out;
    size_t capacity, count;
};

static void add(struct search *search, const struct srf_chunk *chunk, const struct srf_layer *layer)
{
    if (search->count < search->capacity)
        search->out[search->count] = (struct srf_unknown){chunk, layer};
    search->count++;
}

/* Chunks of a layer but not of its child layers. Calls itself at most three deep, as the table
 * nests: SRFL, DENS, VART, SETT. */
static void search_inside(struct search *search, const struct srf_chunk *container,
                          enum srf_place place, const struct srf_layer *layer)
{
    for (const struct srf_chunk *c = container->first_child; c != NULL; c = c->next) {
        const struct srf_row *row = srf_table_find(place, c->marker);
        if (row == NULL)
            add(search, c, layer);
        else if (row->kind == SRF_KIND_CONTAINER && row->inside != SRF_PLACE_LAYER)
            search_inside(search, c, row->inside, layer);
    }
}

size_t srf_unknown_chunks(struct srf_unknown *out, size_t capacity, const struct srf_map *map)
{
    struct search search = {out, capacity, 0};
    for (const struct srf_chunk *c = map->first_chunk; c != NULL; c = c->next) {
        const struct srf_row *row = srf_table_find(SRF_PLACE_WORLD, c->marker);
        if (map->container == SRF_FILE_SRF && c != map->root->chunk)
            add(&search, c, NULL);
        else if (c->container && srf_table_is_scene(row->inside))
            search_inside(&search, c, row->inside, NULL);
    }
    for (uint32_t i = 0; i < map->layer_count; i++)
        if (map->layers[i]->chunk != NULL)
            search_inside(&search, map->layers[i]->chunk, SRF_PLACE_LAYER, map->layers[i]);
    return search.count;
}

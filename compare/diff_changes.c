/* What differs between two surface maps, once it is known which layer is which. */
#include "compare/diff.h"

#include <string.h>

#include "base/grow.h"

struct listing {
    struct compare_changes *changes;
    const struct srf_map *before, *after;
    size_t capacity;
    bool failed;
};

const char *compare_change_kind_name(int kind)
{
    static const char *const names[] = {"removed", "added", "moved", "renamed", "changed"};
    return names[kind];
}

static const char *path_of(struct listing *l, const struct srf_map *map, uint32_t layer)
{
    if (layer == SCREE_NO_LAYER) return "";
    char path[SRF_MAX_PATH];
    srf_layer_path(path, sizeof path, map->layers[layer]);
    const char *copy = mem_arena_text(&l->changes->arena, path, strlen(path));
    if (copy == NULL) l->failed = true;
    return copy;
}

static struct compare_change *add(struct listing *l, enum scree_change_kind kind, uint32_t before,
                                  uint32_t after)
{
    struct compare_changes *c = l->changes;
    struct compare_change *list = mem_room(c->list, c->count, &l->capacity, sizeof *list);
    if (list == NULL) {
        l->failed = true;
        return NULL;
    }
    c->list = list;
    struct compare_change *change = &c->list[c->count++];
    *change = (struct compare_change){.is = {.kind = (int)kind,
                                             .before = before,
                                             .after = after,
                                             .path_before = path_of(l, l->before, before),
                                             .path_after = path_of(l, l->after, after),
                                             .places = kind != SCREE_CHANGE_RENAMED}};
    return change;
}

/* ---- added and removed ---- */

/* The layers below that have no partner either, down to those that have. */
static uint32_t count_alone(const struct srf_layer *layer, const uint32_t *pairs)
{
    /* Descendants follow their ancestor in painting order, and chains of parents are short. */
    uint32_t count = 1;
    for (const struct srf_layer *c = layer->first_child; c != NULL; c = c->next)
        if (pairs[c->index] == SCREE_NO_LAYER) count += count_alone(c, pairs);
    return count;
}

static void list_alone(struct listing *l, const struct srf_map *map, const uint32_t *pairs,
                       enum scree_change_kind kind)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *layer = map->layers[i];
        if (pairs[i] != SCREE_NO_LAYER || pairs[layer->parent->index] == SCREE_NO_LAYER) continue;
        const bool removed = kind == SCREE_CHANGE_REMOVED;
        struct compare_change *change =
            add(l, kind, removed ? i : SCREE_NO_LAYER, removed ? SCREE_NO_LAYER : i);
        if (change != NULL) change->layers = count_alone(layer, pairs);
    }
}

/* ---- moved ---- */

/* Of the children that stayed, the largest set whose order did not change has not moved: the
 * longest rising sequence, as long as it gets for each member in turn. */
static void list_reordered(struct listing *l, const struct srf_layer *parent, uint32_t *places,
                           uint32_t *lengths, uint32_t *previous, uint32_t *children)
{
    const struct compare_changes *c = l->changes;
    const uint32_t parent_after = c->after_of_before[parent->index];
    uint32_t count = 0, best = SCREE_NO_LAYER;
    for (const struct srf_layer *child = parent->first_child; child != NULL; child = child->next) {
        const uint32_t after = c->after_of_before[child->index];
        if (after == SCREE_NO_LAYER) continue;
        if (l->after->layers[after]->parent->index != parent_after) {
            (void)add(l, SCREE_CHANGE_MOVED, child->index, after);
            continue;
        }
        places[count] = after;
        lengths[count] = 1;
        previous[count] = SCREE_NO_LAYER;
        for (uint32_t i = 0; i < count; i++) {
            if (places[i] >= after || lengths[i] < lengths[count]) continue;
            lengths[count] = lengths[i] + 1;
            previous[count] = i;
        }
        if (best == SCREE_NO_LAYER || lengths[count] > lengths[best]) best = count;
        children[count++] = child->index;
    }
    for (uint32_t i = best; i != SCREE_NO_LAYER; i = previous[i]) lengths[i] = 0;
    for (uint32_t i = 0; i < count; i++)
        if (lengths[i] != 0) (void)add(l, SCREE_CHANGE_MOVED, children[i], places[i]);
}

static void list_moved(struct listing *l)
{
    const uint32_t count = l->before->layer_count;
    uint32_t *room = mem_alloc((size_t)count * 4, sizeof *room);
    if (room == NULL) {
        l->failed = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        /* Children of a removed layer that are still there have moved. */
        if (l->changes->after_of_before[i] != SCREE_NO_LAYER) {
            list_reordered(l, l->before->layers[i], room, room + count, room + 2 * (size_t)count,
                           room + 3 * (size_t)count);
            continue;
        }
        const struct srf_layer *child = l->before->layers[i]->first_child;
        for (; child != NULL; child = child->next)
            if (l->changes->after_of_before[child->index] != SCREE_NO_LAYER)
                (void)add(l, SCREE_CHANGE_MOVED, child->index,
                          l->changes->after_of_before[child->index]);
    }
    mem_free(room);
}

/* ---- the rest ---- */

static void list_renamed(struct listing *l)
{
    for (uint32_t i = 0; i < l->before->layer_count; i++) {
        const uint32_t j = l->changes->after_of_before[i];
        if (j != SCREE_NO_LAYER &&
            strcmp(l->before->layers[i]->name, l->after->layers[j]->name) != 0)
            (void)add(l, SCREE_CHANGE_RENAMED, i, j);
    }
}

static struct compare_change *add_field(struct listing *l, const struct srf_layer *a,
                                        const struct srf_layer *b, const struct diff_field *field)
{
    struct compare_change *change = add(l, SCREE_CHANGE_VALUE, a->index, b->index);
    if (change == NULL) return NULL;
    change->is.field = field->name;
    change->measure = field->measure;
    change->is.numbers = field->count;
    change->is.places = field->places;
    diff_field_get(change->is.from, a, field);
    diff_field_get(change->is.to, b, field);
    if (field->measure != COMPARE_TEXT) return change;
    struct mem_arena *const arena = &l->changes->arena;
    const char *const texts[2] = {diff_field_text(a, field), diff_field_text(b, field)};
    const bool same = strcmp(texts[0], texts[1]) == 0;
    for (int s = 0; s < 2; s++) {
        struct grow text = {0};
        grow_text(&text, texts[s]);
        if (same)
            grow_print(&text, " (%.12s)", diff_picture(s == 0 ? l->before : l->after, texts[s]));
        if (!text.failed) change->texts[s] = mem_arena_text(arena, text.text, text.size);
        grow_free(&text);
    }
    l->failed = l->failed || change->texts[0] == NULL || change->texts[1] == NULL;
    return change;
}

/* A limit of which more than one number differs is one change: not one of them alone would tell what it
 * does. A slope that is moved in degrees moves its fuzziness in gradients, too. */
static bool is_whole_limit(const struct srf_layer *a, const struct srf_layer *b,
                           const struct diff_field *field)
{
    if (field->limit == NULL) return false;
    int differ = 0;
    for (int i = 0; i < DIFF_LIMIT_FIELDS; i++) differ += !diff_field_equal(a, b, field + i);
    return differ > 1;
}

static void add_limit(struct listing *l, const struct srf_layer *a, const struct srf_layer *b,
                      const struct diff_field *field)
{
    struct compare_change *change = add_field(l, a, b, field);
    if (change == NULL) return;
    change->is.field = field->limit;
    change->limit = true;
    change->measure = field[1].measure;
    change->is.numbers = DIFF_LIMIT_FIELDS;
    for (int i = 1; i < DIFF_LIMIT_FIELDS; i++) {
        diff_field_get(&change->is.from[i], a, field + i);
        diff_field_get(&change->is.to[i], b, field + i);
    }
}

/* Whether a mask has the same name in both maps, and other pixels. */
static bool has_other_picture(const struct listing *l, const struct srf_layer *a,
                              const struct srf_layer *b, const struct diff_field *field)
{
    return strcmp(field->name, "mask.file") == 0 && srf_is_on(a->limits[SRF_MASK].on[0]) &&
           srf_is_on(b->limits[SRF_MASK].on[0]) && strcmp(a->mask, b->mask) == 0 &&
           diff_pictures_differ(l->before, l->after, a->mask);
}

static void list_layer_fields(struct listing *l, const struct srf_layer *a,
                              const struct srf_layer *b)
{
    for (size_t f = 0; f < DIFF_FIELDS; f++) {
        const struct diff_field *field = &diff_fields[f];
        if (is_whole_limit(a, b, field)) {
            add_limit(l, a, b, field);
            f += DIFF_LIMIT_FIELDS - 1;
        } else if (!diff_field_equal(a, b, field) || has_other_picture(l, a, b, field)) {
            (void)add_field(l, a, b, field);
        }
    }
}

static void list_fields(struct listing *l)
{
    for (uint32_t i = 0; i < l->before->layer_count; i++) {
        const uint32_t j = l->changes->after_of_before[i];
        if (j != SCREE_NO_LAYER) list_layer_fields(l, l->before->layers[i], l->after->layers[j]);
    }
}

static bool number_jointly(struct compare_changes *c)
{
    c->joint_of_after = mem_arena_alloc(&c->arena, c->after_count, sizeof *c->joint_of_after);
    if (c->joint_of_after == NULL) return false;
    c->joint_count = c->before_count;
    for (uint32_t j = 0; j < c->after_count; j++) {
        const uint32_t before = c->before_of_after[j];
        c->joint_of_after[j] = before != SCREE_NO_LAYER ? before : c->joint_count++;
    }
    return true;
}

enum scree_code compare_maps(struct compare_changes **out, const struct srf_map *before,
                             const struct srf_map *after, struct scree_error *err)
{
    *out = NULL;
    struct compare_changes *c;
    enum scree_code code;
    RETURN_IF_ERR(MEM_NEED(&c, 1, sizeof *c, err));
    c->before_count = before->layer_count;
    c->after_count = after->layer_count;
    FAIL_IF_ERR(code, diff_match(c, before, after, err));
    struct listing l = {.changes = c, .before = before, .after = after};
    list_alone(&l, before, c->after_of_before, SCREE_CHANGE_REMOVED);
    list_alone(&l, after, c->before_of_after, SCREE_CHANGE_ADDED);
    list_moved(&l);
    list_renamed(&l);
    list_fields(&l);
    if (l.failed || !number_jointly(c)) {
        code = err_no_memory(err);
        goto fail;
    }
    *out = c;
    return SCREE_OK;

fail:
    compare_changes_free(c);
    return code;
}

void compare_changes_free(struct compare_changes *changes)
{
    if (changes == NULL) return;
    mem_free(changes->list);
    mem_arena_free(&changes->arena);
    mem_free(changes);
}

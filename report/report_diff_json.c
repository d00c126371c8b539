/*
 * A comparison as JSON (docs/schemas/scree-diff-1.schema.json): both sides, coverage with areas,
 * moves and regions, changes and what each explains.
 */
#include "base/json_text.h"
#include "report/diffing.h"

static json_t *place(const struct report_diff *diff, uint32_t column, uint32_t row)
{
    return json_pack("{s:[I, I], s:[f, f]}", "texel", (json_int_t)column, (json_int_t)row, "at_m",
                     (column + 0.5) * diff->info.texel_m[0], (row + 0.5) * diff->info.texel_m[1]);
}

/* ---- sides ---- */

static json_t *side(const struct report_side *s)
{
    if (s->map != NULL)
        return json_pack("{s:s, s:o, s:s}", "kind", "surface map", "file", json_text(s->path),
                         "sha256", s->sha256);
    return json_pack("{s:s, s:o, s:o, s:s, s:s}", "kind", "bake", "folder", json_text(s->path),
                     "version", json_text(s->baked->version), "terrain_sha256",
                     s->baked->inputs[0].sha256, "surface_sha256", s->baked->inputs[1].sha256);
}

static json_t *grid(const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    if (c == NULL) return json_null();
    return json_pack("{s:[I, I], s:o, s:i, s:i}", "size", (json_int_t)c->width,
                     (json_int_t)c->height, "texel_m",
                     json_text_pair(diff->info.texel_m[0], diff->info.texel_m[1]),
                     "steps_of_a_weight", (int)c->full, "changed_from_steps", (int)c->over);
}

/* ---- coverage ---- */

static json_t *material(const struct report_diff *diff, uint32_t joint)
{
    const struct compare_area *a = &diff->cover->areas[joint];
    return json_pack(
        "{s:o, s:b, s:b, s:{s:f, s:f, s:f, s:f}, s:{s:o, s:o, s:o, s:o}, s:{s:o, s:o}, s:{s:f, "
        "s:o}}",
        "name", json_text(diff->names[joint]), "in_before", a->is.in_before, "in_after",
        a->is.in_after, "share", "before", a->is.before, "after", a->is.after, "gained",
        a->is.gained, "lost", a->is.lost, "steps", "before", json_text_count(a->sums.before),
        "after", json_text_count(a->sums.after), "gained", json_text_count(a->sums.gained), "lost",
        json_text_count(a->sums.lost), "strongest_in_texels", "before",
        json_text_count(a->won_before), "after", json_text_count(a->won_after), "largest", "change",
        a->is.largest, "place", place(diff, a->is.column, a->is.row));
}

static json_t *materials(const struct report_diff *diff)
{
    json_t *array = json_array();
    for (uint32_t j = 0; j < diff->cover->count; j++)
        if (diff->cover->areas[j].is.in_before || diff->cover->areas[j].is.in_after)
            json_text_append(&array, material(diff, j));
    return array;
}

static json_t *moves(const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    json_t *array = json_array();
    for (size_t i = 0; i < (size_t)c->count * c->count; i++)
        if (c->moves[i] > 0)
            json_text_append(&array, json_pack("{s:o, s:o, s:o, s:f}", "from",
                                               json_text(diff->names[i / c->count]), "to",
                                               json_text(diff->names[i % c->count]), "texels",
                                               json_text_count(c->moves[i]), "area_ha",
                                               report_texels_m2(diff, c->ground_moves[i]) / 10000));
    return array;
}

static json_t *region(const struct report_diff *diff, const struct compare_region *r)
{
    const double *m = diff->info.texel_m;
    return json_pack(
        "{s:o, s:f, s:f, s:{s:[I, I], s:[I, I]}, s:[f, f, f, f], s:f, s:o}", "texels",
        json_text_count(r->texels), "area_ha", report_texels_m2(diff, r->ground) / 10000,
        "changes_hands_ha", report_area_m2(diff, r->ground_amount) / 10000, "box", "columns",
        (json_int_t)r->left, (json_int_t)r->right, "rows", (json_int_t)r->top,
        (json_int_t)r->bottom, "box_m", r->left * m[0], r->top * m[1], (r->right + 1.0) * m[0],
        (r->bottom + 1.0) * m[1], "largest", (double)r->peak / diff->cover->full, "largest_at",
        place(diff, r->column, r->row));
}

static json_t *coverage(const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    if (c == NULL) return json_null();
    json_t *regions = json_array();
    for (size_t i = 0; i < c->region_count; i++)
        json_text_append(&regions, region(diff, &c->regions[i]));
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:o, s:{s:f, s:o, s:o}, s:o, s:o, s:{s:i, s:i, s:[I, I]}, s:{s:o, s:o}}",
        "texels_that_differ", json_text_count(c->texels_differ), "texels_changed",
        json_text_count(c->texels_changed), "changes_hands",
        json_real(c->ground_amount / (c->whole * c->full)), "changes_hands_steps",
        json_text_count(c->amount), "largest", "change", (double)c->largest / c->full, "name",
        json_text(diff->names[c->largest_joint]), "place",
        place(diff, c->largest_column, c->largest_row), "materials", materials(diff),
        "strongest_changes", moves(diff), "densest", "texels", (int)c->densest, "window",
        (int)c->window, "from_texel", (json_int_t)c->densest_column, (json_int_t)c->densest_row,
        "regions", "count", json_text_count(c->region_total), "largest", regions);
    if (diff->info.missing > 0)
        json_text_set(&object, "without_data",
                      json_pack("{s:o, s:o}", "texels", json_text_count(diff->info.missing),
                                "on_one_side", json_text_count(c->one_sided)));
    return object;
}

/* ---- changes ---- */

static json_t *path(const char *text)
{
    return text[0] != '\0' ? json_text(text) : json_null();
}

static json_t *numbers(const double *values, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) json_text_append(&array, json_real(values[i]));
    return array;
}

static json_t *change(const struct report_diff *diff, const struct compare_change *c)
{
    static const char *const units[] = {"", "switch", "tu", "tu", "gradient", "deg", "text"};
    json_t *out =
        json_pack("{s:s, s:o, s:o, s:b}", "kind", compare_change_kind_name(c->is.kind), "before",
                  path(c->is.path_before), "after", path(c->is.path_after), "places", c->is.places);
    if (c->is.kind == SCREE_CHANGE_ADDED || c->is.kind == SCREE_CHANGE_REMOVED)
        json_text_set(&out, "layers", json_text_count(c->layers));
    if (c->is.field != NULL) {
        json_text_set(&out, "field", json_string(c->is.field));
        if (c->limit)
            json_text_set(&out, "numbers", json_pack("[s, s, s]", "on", "at", "fuzziness"));
        const bool metres = diff->options.metres && c->measure == COMPARE_ALTITUDE;
        json_text_set(&out, "unit", json_string(metres ? "m" : units[c->measure]));
        const bool text = c->measure == COMPARE_TEXT;
        json_text_set(&out, "from",
                      text ? json_text(c->texts[0]) : numbers(c->is.from, c->is.numbers));
        json_text_set(&out, "to", text ? json_text(c->texts[1]) : numbers(c->is.to, c->is.numbers));
    }
    if (c->is.evaluated) {
        json_text_set(&out, "alone_changes_hands", json_real(c->is.alone));
        json_text_set(&out, "explains",
                      diff->cover->amount > 0 ? json_real(c->is.explains) : json_null());
    }
    return out;
}

static json_t *changes(const struct report_diff *diff)
{
    if (diff->changes == NULL) return json_null();
    json_t *array = json_array();
    for (size_t i = 0; i < diff->changes->count; i++)
        json_text_append(&array, change(diff, &diff->changes->list[i]));
    return array;
}

static json_t *breaches(const struct report_diff *diff)
{
    json_t *array = json_array();
    for (size_t i = 0; i < diff->info.passed; i++) {
        const struct report_breach *b = &diff->breaches[i];
        json_text_append(&array,
                         json_pack("{s:s, s:s, s:f, s:s%}", "measure", b->is.measure, "tier",
                                   b->is.fails ? "fail" : "warn", "share", b->is.value, "limit",
                                   b->limit->shown, b->limit->shown_length));
    }
    return array;
}

json_t *report_diff_json(const struct report_diff *diff)
{
    const struct inputs_file *file = diff->options.terrain;
    json_t *terrain =
        diff->options.field != NULL
            ? json_pack("{s:o, s:s}", "file", json_text(file->base), "sha256", file->sha256)
            : json_null();
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "format", "scree-diff-1",
                     "result", report_diff_verdict(diff), "limits_passed", breaches(diff), "before",
                     side(&diff->sides[0]), "after", side(&diff->sides[1]), "terrain", terrain,
                     "grid", grid(diff), "coverage", coverage(diff), "changes", changes(diff));
}

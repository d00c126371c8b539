/*
 * What a claim says:
 *   QUANTITY [at PLACE] RELATION [where TERM and TERM ...]
 *   digest = HEX
 *   same as FOLDER [within NUMBER % of area]
 */
#include <string.h>

#include "compare/suite.h"

static const struct {
    const char *word;
    enum suite_quantity quantity;
} quantities[] = {{"area", SUITE_AREA},     {"weight", SUITE_WEIGHT},     {"reach", SUITE_REACH},
                  {"winner", SUITE_WINNER}, {"altitude", SUITE_ALTITUDE}, {"slope", SUITE_SLOPE},
                  {"digest", SUITE_DIGEST}, {"same", SUITE_SAME}};

/* Longer words before those that they begin with. */
static const struct {
    const char *word;
    enum suite_unit unit;
} units[] = {{"%", SUITE_PERCENT},        {"ha", SUITE_HECTARES},
             {"m", SUITE_METRES},         {"tu", SUITE_TU},
             {"deg", SUITE_DEGREES},      {"degrees", SUITE_DEGREES},
             {"gradient", SUITE_GRADIENT}};

const char *suite_unit_name(enum suite_unit unit)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (units[i].unit == unit) return units[i].word;
    return "";
}

static enum suite_unit read_unit(struct suite_reader *reader)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (suite_word(reader, units[i].word)) return units[i].unit;
    return SUITE_NO_UNIT;
}

/* ---- quantities ---- */

static enum scree_code read_layer(struct suite_reader *reader, struct suite_term *term)
{
    suite_blanks(reader);
    if (!suite_word(reader, "(")) return suite_fail(reader, reader->at, "expected '(' and a layer");
    suite_blanks(reader);
    const size_t first = reader->at;
    term->layer_column = suite_column(reader, first);
    if (first < reader->size && reader->text[first] == '"') {
        RETURN_IF_ERR(suite_rest(reader, &term->layer, NULL, "a layer"));
    } else {
        size_t end = first;
        while (end < reader->size && reader->text[end] != ')' && reader->text[end] != '\n') end++;
        size_t last = end;
        while (last > first && (reader->text[last - 1] == ' ' || reader->text[last - 1] == '\t'))
            last--;
        if (last == first) return suite_fail(reader, first, "expected a layer");
        term->layer = suite_keep(reader, reader->text + first, last - first);
        if (term->layer == NULL) return SCREE_NO_MEMORY;
        reader->at = end;
    }
    suite_blanks(reader);
    if (suite_word(reader, ")")) return SCREE_OK;
    return suite_fail(reader, reader->at, "expected ')'");
}

static enum scree_code read_quantity(struct suite_reader *reader, struct suite_term *term,
                                     bool whole)
{
    suite_blanks(reader);
    const size_t first = reader->at;
    for (size_t i = 0; i < sizeof quantities / sizeof quantities[0]; i++) {
        const enum suite_quantity quantity = quantities[i].quantity;
        const bool of_texel = quantity != SUITE_AREA && quantity < SUITE_DIGEST;
        if (!whole && !of_texel) continue;
        if (!suite_word(reader, quantities[i].word)) continue;
        term->quantity = quantity;
        if (quantity > SUITE_REACH) return SCREE_OK;
        return read_layer(reader, term);
    }
    return suite_fail(reader, first,
                      whole ? "expected area, weight, reach, winner, altitude, slope, digest, same "
                              "or a setting"
                            : "expected weight, reach, winner, altitude or slope");
}

/* ---- numbers ---- */

static const char *units_of(enum suite_quantity quantity)
{
    return quantity == SUITE_AREA       ? "% or ha"
           : quantity == SUITE_ALTITUDE ? "m or tu"
           : quantity == SUITE_SLOPE    ? "deg, % or gradient"
                                        : "% or nothing";
}

static bool fits(enum suite_quantity quantity, enum suite_unit unit)
{
    switch (quantity) {
    case SUITE_AREA:
        return unit == SUITE_PERCENT || unit == SUITE_HECTARES;
    case SUITE_ALTITUDE:
        return unit == SUITE_METRES || unit == SUITE_TU;
    case SUITE_SLOPE:
        return unit == SUITE_DEGREES || unit == SUITE_PERCENT || unit == SUITE_GRADIENT;
    default:
        return unit == SUITE_PERCENT || unit == SUITE_NO_UNIT;
    }
}

/* The second number's unit; the first may have none, then it has this one. */
static enum scree_code read_second(struct suite_reader *reader, struct suite_term *term,
                                   double *out, enum suite_unit first_unit)
{
    RETURN_IF_ERR(suite_number(reader, out));
    suite_blanks(reader);
    const size_t at = reader->at;
    const enum suite_unit unit = read_unit(reader);
    if (unit != SUITE_NO_UNIT && first_unit != SUITE_NO_UNIT && unit != first_unit)
        return suite_fail(reader, at, "expected %s, as before", suite_unit_name(first_unit));
    term->unit = unit != SUITE_NO_UNIT ? unit : first_unit;
    return SCREE_OK;
}

static enum scree_code check_unit(struct suite_reader *reader, const struct suite_term *term)
{
    if (fits(term->quantity, term->unit)) return SCREE_OK;
    suite_blanks(reader);
    return suite_fail(reader, reader->at, "expected a number with %s", units_of(term->quantity));
}

static enum scree_code read_range(struct suite_reader *reader, struct suite_term *term)
{
    suite_blanks(reader);
    const size_t first = reader->at;
    RETURN_IF_ERR(suite_number(reader, &term->low));
    const enum suite_unit unit = read_unit(reader);
    suite_blanks(reader);
    if (!suite_word(reader, ".."))
        return suite_fail(reader, reader->at, "expected '..' and another number");
    RETURN_IF_ERR(read_second(reader, term, &term->high, unit));
    RETURN_IF_ERR(check_unit(reader, term));
    term->relation = SUITE_WITHIN;
    if (term->low <= term->high) return SCREE_OK;
    return suite_fail(reader, first, "expected the lower number first");
}

/* A number, perhaps "+- another": then *from .. *to is the number with its unit. */
static enum scree_code read_number(struct suite_reader *reader, struct suite_term *term,
                                   size_t *from, size_t *to)
{
    suite_blanks(reader);
    *from = reader->at;
    RETURN_IF_ERR(suite_number(reader, &term->low));
    *to = reader->at;
    term->unit = read_unit(reader);
    if (term->unit != SUITE_NO_UNIT) *to = reader->at;
    if (term->relation != SUITE_IS || !suite_word(reader, "+-")) return check_unit(reader, term);
    double tolerance;
    RETURN_IF_ERR(read_second(reader, term, &tolerance, term->unit));
    RETURN_IF_ERR(check_unit(reader, term));
    if (tolerance < 0) return suite_fail(reader, *from, "expected a tolerance of 0 or more");
    term->relation = SUITE_WITHIN;
    term->tolerance = true;
    term->high = term->low + tolerance;
    term->low = term->low - tolerance;
    return SCREE_OK;
}

/* ---- relations ---- */

static bool read_operator(struct suite_reader *reader, enum suite_relation *out)
{
    static const struct {
        const char *sign;
        enum suite_relation relation;
    } signs[] = {{"!=", SUITE_IS_NOT}, {"<=", SUITE_UP_TO}, {">=", SUITE_FROM},
                 {"=", SUITE_IS},      {"<", SUITE_BELOW},  {">", SUITE_ABOVE}};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (!suite_word(reader, signs[i].sign)) continue;
        *out = signs[i].relation;
        return true;
    }
    return false;
}

static enum scree_code read_winner(struct suite_reader *reader, struct suite_term *term,
                                   size_t sign)
{
    static const char *const stops[] = {"where", "and", NULL};
    if (term->relation != SUITE_IS && term->relation != SUITE_IS_NOT)
        return suite_fail(reader, sign, "expected = or !=");
    suite_blanks(reader);
    term->name_column = suite_column(reader, reader->at);
    return suite_rest(reader, &term->name, stops, "a layer");
}

/* *from .. *to: what says what is expected. */
static enum scree_code read_relation(struct suite_reader *reader, struct suite_term *term,
                                     size_t *from, size_t *to)
{
    suite_blanks(reader);
    const size_t sign = reader->at;
    *from = *to = sign;
    const bool range = suite_word(reader, "in");
    if (!range && !read_operator(reader, &term->relation))
        return suite_fail(reader, sign, "expected =, !=, <, <=, >, >= or in");
    if (range && term->quantity != SUITE_WINNER) return read_range(reader, term);
    if (range) return suite_fail(reader, sign, "expected = or !=");
    if (term->quantity == SUITE_WINNER) {
        suite_blanks(reader);
        *from = reader->at;
        RETURN_IF_ERR(read_winner(reader, term, sign));
        *to = reader->at;
        return SCREE_OK;
    }
    RETURN_IF_ERR(read_number(reader, term, from, to));
    const bool measured = term->quantity == SUITE_AREA || term->quantity >= SUITE_ALTITUDE;
    const bool plain = term->relation == SUITE_IS || term->relation == SUITE_IS_NOT;
    const bool none_or_all = term->unit == SUITE_PERCENT && (term->low == 0 || term->low == 100);
    if (plain && measured && !(term->quantity == SUITE_AREA && none_or_all))
        return suite_fail(reader, sign,
                          "such a number is never exact; expected NUMBER +- "
                          "NUMBER, or in NUMBER..NUMBER");
    return SCREE_OK;
}

/* ---- the rest of a claim ---- */

#define PLACE_SIZE 256 /* of the text that a place is in */

static enum scree_code read_place(struct suite_reader *reader, struct suite_claim *parts)
{
    suite_blanks(reader);
    const size_t at = reader->at;
    char text[PLACE_SIZE];
    size_t length = 0;
    for (; length + 1 < sizeof text && !suite_is_line_end(reader, at + length); length++)
        text[length] = suite_is_blank(reader, at + length) ? ' ' : reader->text[at + length];
    text[length] = '\0';
    parts->place_column = suite_column(reader, at);
    parts->has_place = true;
    const char *end = spot_read_next(&parts->spot, &parts->in_metres, text);
    if (end == NULL) return suite_fail(reader, at, "expected a place such as 3,4 or 900E,1250N");
    reader->at += (size_t)(end - text);
    parts->in_metres = parts->in_metres || parts->spot.way[0] != 0;
    return SCREE_OK;
}

static enum scree_code read_conditions(struct suite_reader *reader, struct suite_claim *parts)
{
    do {
        size_t from, to;
        suite_blanks(reader);
        if (parts->condition_count == SUITE_MAX_CONDITIONS)
            return suite_fail(reader, reader->at, "expected at most %d conditions",
                              SUITE_MAX_CONDITIONS);
        struct suite_term *term = &parts->conditions[parts->condition_count++];
        RETURN_IF_ERR(read_quantity(reader, term, false));
        RETURN_IF_ERR(read_relation(reader, term, &from, &to));
    } while (suite_word(reader, "and"));
    return SCREE_OK;
}

static enum scree_code read_digest(struct suite_reader *reader, struct compare_claim *claim,
                                   struct suite_term *term)
{
    suite_blanks(reader);
    if (!suite_word(reader, "=")) return suite_fail(reader, reader->at, "expected =");
    suite_blanks(reader);
    const size_t first = reader->at;
    while (reader->at < reader->size && reader->text[reader->at] != '\0' &&
           strchr("0123456789abcdef", reader->text[reader->at]) != NULL)
        reader->at++;
    if (reader->at - first != SHA_HEX_SIZE - 1)
        return suite_fail(reader, first, "expected 64 digits of 0-9 and a-f");
    claim->is_digest = true;
    claim->expected_from = first;
    claim->expected_to = reader->at;
    term->name = suite_keep(reader, reader->text + first, reader->at - first);
    return term->name != NULL ? SCREE_OK : SCREE_NO_MEMORY;
}

static enum scree_code read_same(struct suite_reader *reader, struct compare_claim *claim,
                                 struct suite_claim *parts)
{
    static const char *const stops[] = {"within", NULL};
    suite_blanks(reader);
    if (!suite_word(reader, "as")) return suite_fail(reader, reader->at, "expected as");
    RETURN_IF_ERR(suite_rest(reader, &claim->folder, stops, "a folder that scree bake wrote"));
    if (!suite_word(reader, "within")) return SCREE_OK;
    suite_blanks(reader);
    const size_t first = reader->at;
    RETURN_IF_ERR(suite_number(reader, &parts->within));
    if (parts->within < 0) return suite_fail(reader, first, "expected a number of 0 or more");
    parts->within /= 100;
    if (suite_word(reader, "%") && suite_word(reader, "of") && suite_word(reader, "area"))
        return SCREE_OK;
    suite_blanks(reader);
    return suite_fail(reader, reader->at, "expected '%% of area'");
}

enum scree_code suite_read_claim(struct suite_reader *reader, struct compare_claim *claim)
{
    struct suite_claim *parts = mem_arena_alloc(reader->arena, 1, sizeof *parts);
    if (parts == NULL) return err_no_memory(reader->err);
    claim->parts = parts;
    struct suite_term *term = &parts->term;
    RETURN_IF_ERR(read_quantity(reader, term, true));
    if (term->quantity == SUITE_DIGEST) return read_digest(reader, claim, term);
    if (term->quantity == SUITE_SAME) return read_same(reader, claim, parts);
    suite_blanks(reader);
    const size_t at = reader->at;
    if (suite_word(reader, "at")) {
        if (term->quantity == SUITE_AREA)
            return suite_fail(reader, at, "an area is not at one place: expected =, <, > or in");
        RETURN_IF_ERR(read_place(reader, parts));
        claim->is_bare = parts->in_metres && parts->spot.way[0] == 0;
    }
    size_t from, to;
    RETURN_IF_ERR(read_relation(reader, term, &from, &to));
    /* A bound or a range says what is meant, and so does "nothing" or "all of it"; a number says
     * what was found. */
    const bool is_area = term->quantity == SUITE_AREA;
    const bool found = term->tolerance || (term->relation == SUITE_IS && !is_area);
    if (found && (parts->has_place || is_area)) {
        claim->expected_from = from;
        claim->expected_to = to;
    }
    suite_blanks(reader);
    const size_t where = reader->at;
    if (!suite_word(reader, "where")) return SCREE_OK;
    if (parts->has_place)
        return suite_fail(reader, where,
                          "a claim about one place has no conditions: expected the "
                          "end of the line");
    return read_conditions(reader, parts);
}

/* Claims as they are parsed, and as they are tested. */
#ifndef COMPARE_SUITE_H
#define COMPARE_SUITE_H

#include "base/sha.h"
#include "base/spot.h"
#include "compare/compare_suite.h"

enum suite_quantity {
    SUITE_AREA,
    SUITE_WEIGHT,
    SUITE_REACH,
    SUITE_WINNER,
    SUITE_ALTITUDE,
    SUITE_SLOPE,
    SUITE_DIGEST,
    SUITE_SAME
};

enum suite_unit {
    SUITE_NO_UNIT,
    SUITE_PERCENT,
    SUITE_HECTARES,
    SUITE_METRES,
    SUITE_TU,
    SUITE_DEGREES,
    SUITE_GRADIENT
};
const char *suite_unit_name(enum suite_unit unit);

enum suite_relation {
    SUITE_IS,
    SUITE_IS_NOT,
    SUITE_BELOW,
    SUITE_UP_TO,
    SUITE_ABOVE,
    SUITE_FROM,
    SUITE_WITHIN
};

/* A quantity and what it should be. */
struct suite_term {
    enum suite_quantity quantity;
    const char *layer; /* of area, weight, reach */
    uint32_t layer_column;
    enum suite_relation relation;
    double low, high; /* the number is low, but for SUITE_WITHIN */
    bool tolerance;   /* low and high were given as a number +- another */
    enum suite_unit unit;
    const char *name; /* of a winner, or a digest */
    uint32_t name_column;
};

#define SUITE_MAX_CONDITIONS 8

struct suite_claim {
    struct suite_term term;
    bool has_place, in_metres;
    struct scree_spot spot; /* of a place; texels unless in_metres */
    uint32_t place_column;
    struct suite_term conditions[SUITE_MAX_CONDITIONS];
    size_t condition_count;
    double within; /* of "same as": share of the area */
};

/* ---- reading ---- */

struct suite_reader {
    const char *text;
    size_t size, at, line_start;
    size_t line_text; /* first byte of the line that is no blank */
    uint32_t line;
    struct mem_arena *arena;
    struct scree_error *err;
};

/* What is at a byte; a line ends at the end of the text, too. */
bool suite_is_line_end(const struct suite_reader *reader, size_t at);
bool suite_is_blank(const struct suite_reader *reader, size_t at);
/* A letter, or what else a word has. */
bool suite_is_word(char c);
/* suite_fail() is an error at a byte: "line 3, column 14: ..., found 'word'". */
enum scree_code suite_fail(struct suite_reader *reader, size_t at, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* The column of a byte of this line, in characters from 1. */
uint32_t suite_column(const struct suite_reader *reader, size_t at);
/* suite_blanks() goes past blanks; true if nothing but a comment is left of the line. */
bool suite_blanks(struct suite_reader *reader);
/* suite_word() goes past blanks and the word, if it is the next. */
bool suite_word(struct suite_reader *reader, const char *word);
/* suite_number() reads a decimal number. */
MUST_USE enum scree_code suite_number(struct suite_reader *reader, double *out);
/* suite_rest() reads a name or path to the end of the line or to " STOP ", where stop is not NULL;
 * or one in quotes. */
MUST_USE enum scree_code suite_rest(struct suite_reader *reader, const char **out,
                                    const char *const *stops, const char *what);
/* suite_keep() copies text; NULL if memory ran out, which is then in the reader's error. */
const char *suite_keep(struct suite_reader *reader, const char *text, size_t length);

/* suite_read_claim() reads what a line says after its name. */
MUST_USE enum scree_code suite_read_claim(struct suite_reader *reader, struct compare_claim *claim);

/* ---- running ---- */

/* A term with names and units resolved: numbers are in the quantity's own, weights and reaches as
 * shares, altitudes in terrain units, slopes as gradients. */
struct suite_bound {
    enum suite_quantity quantity;
    enum suite_relation relation;
    uint32_t material; /* of a weight or reach, or that should win */
    double low, high;
};

/* suite_bind() resolves a term. SCREE_MALFORMED with line and column. */
MUST_USE enum scree_code suite_bind(struct suite_bound *out, const struct suite_term *term,
                                    uint32_t line, const struct compare_stage *stage,
                                    struct scree_error *err);
/* suite_place() finds the texel of a claim with a place. */
MUST_USE enum scree_code suite_place(uint32_t *column, uint32_t *row,
                                     const struct compare_claim *claim,
                                     const struct compare_stage *stage, struct scree_error *err);
/* suite_holds() judges a number. */
bool suite_holds(const struct suite_bound *bound, double value);

/* What was found about a claim. */
struct suite_tally {
    const struct compare_claim *claim; /* NULL: about another scene */
    struct suite_bound term, conditions[SUITE_MAX_CONDITIONS];
    uint32_t column, row; /* of the place, or of the worst texel so far */
    double value;         /* there */
    double distance;      /* of the worst from what it should be */
    uint64_t considered, failing;
    uint64_t sum, all;    /* of an area, and of the area it is a part of: weighed units */
    bool no_data;         /* of the texel at a place */
    float rise_tu, slope; /* there */
    char digest[SHA_HEX_SIZE];
    struct compare_result result; /* answered if found is set */
};

/* suite_answer() fills in tally->result; false if memory ran out. missing: weighed units without data,
 * of all that there are. suite_answer_same() does so for
 * "same as"; difference NULL: sizes differ. */
bool suite_answer_same(struct suite_tally *tally, const struct compare_difference *difference,
                       const struct compare_planes *planes, const struct compare_planes *reference,
                       struct mem_arena *arena);
bool suite_answer(struct suite_tally *tally, const struct compare_stage *stage,
                  const uint64_t missing[2], struct mem_arena *arena);

#endif

/*
 * A strict reader of Rigs of Rods terrains: what the game would read, and a refusal of everything
 * that it is known to read otherwise than written.
 *
 * Written from docs/formats/ror.md and not from the writer. Every failure prints what is
 * wrong and ends the program.
 */
#ifndef TESTS_ROR_ROR_READ_H
#define TESTS_ROR_ROR_READ_H

#include <stddef.h>
#include <stdint.h>

#define ROR_READ_LINES 128

struct ror_text {
    size_t count;
    char *lines[ROR_READ_LINES];
    char *memory;
};

struct ror_line {
    double repeat_m;
    char diffuse[128], normal[128], blend[128];
    char channel; /* 0: base */
};

struct ror_page {
    char heights[128];
    size_t count;
    struct ror_line layers[8];
};

/* Ends the program with a message unless good. */
void ror_expect(int good, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads a text file: no byte order mark, no CR, plain bytes, a newline at the end of each line. */
void ror_read_text(struct ror_text *out, const char *folder, const char *name);

/* The value of a key of a .terrn2 or landuse file below "[section]": blanks around are trimmed.
 * NULL if it is not there; a key twice ends the program. */
const char *ror_read_trimmed(const struct ror_text *text, const char *section, const char *key);
/* The value of a key of an .otc: nothing is trimmed. */
const char *ror_read_otc(const struct ror_text *text, const char *key);
/* A whole number as strtol() with base 0 would read it, refused if that is not what it says. */
long ror_read_whole(const char *text);
/* Three numbers with blanks between. */
void ror_read_vector(double out[3], const char *text);
/* The page: heightmap, number of layers, layers. */
void ror_read_page(struct ror_page *out, const struct ror_text *text);

#endif

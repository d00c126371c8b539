/* What the text form allows beside JSON: comments, and a comma behind the last of a list. */
#ifndef SRF_SRF_LOOSE_H
#define SRF_SRF_LOOSE_H

#include <stdbool.h>
#include <stddef.h>

/* srf_loose_comment() is the length of the comment at text[at .. size), its line break not counted,
 * 0 if there is none. One that does not end reaches to the end of the text. */
size_t srf_loose_comment(const char *text, size_t size, size_t at);
/* srf_loose_skip() is the first place from at on that is neither blank nor in a comment. */
size_t srf_loose_skip(const char *text, size_t size, size_t at);
/* srf_loose_string() is the place behind the string in quotes that begins at at. */
size_t srf_loose_string(const char *text, size_t size, size_t at);

struct srf_loose {
    size_t first; /* the place of the first comment or such a comma; SIZE_MAX: there is none */
    size_t open;  /* of a comment that does not end; SIZE_MAX */
};
/* srf_loose_blank() writes text[0 .. size) to out[0 .. size) with blanks in their place, so that
 * what is left is JSON with every line and byte where it was. out may be NULL: it only looks. */
struct srf_loose srf_loose_blank(char *out, const char *text, size_t size);

#endif

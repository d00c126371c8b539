/* Texts for people: what front ends need to show names from files and to help with misspelt words.
 * Threads: any. */
#ifndef SCREE_TEXT_H
#define SCREE_TEXT_H

#include <stddef.h>

#include <scree/types/suggestion.h>

SCREE_BEGIN

/* scree_text_clean() copies text, whatever its bytes, as valid UTF-8 in which control characters,
 * broken bytes and characters that XML cannot hold are '?', cut at a character if out[0 .. size) is
 * too small. Returns out. */
SCREE_API char *scree_text_clean(char *out, size_t size, const char *text);

/* scree_text_no_command() changes "##[" to "##?" and returns text: where GitHub Actions shows it, that
 * would be obeyed in any place of a line. */
SCREE_API char *scree_text_no_command(char *text);

/* scree_text_distance() counts the letters to insert, drop, change or swap with a neighbour to turn
 * a into b, upper and lower case being equal. Only the first 63 bytes count. */
SCREE_API size_t scree_text_distance(const char *a, const char *b);

SCREE_API void scree_text_offer(struct scree_suggestion *suggestion, const char *entry);
/* scree_text_suggestion() writes "; did you mean 'best'?", or nothing if there is no best. Returns
 * out. */
SCREE_API char *scree_text_suggestion(char *out, size_t size,
                                      const struct scree_suggestion *suggestion);

/* scree_text_is_reserved() is not 0 for the name of a file or folder, without folders before it,
 * that Windows keeps for a device (con, nul, com1 ...), with any ending. */
SCREE_API int scree_text_is_reserved(const char *name);

SCREE_END

#endif

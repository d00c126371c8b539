/* "Did you mean": the entry of a list that a misspelt word comes closest to. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

#include <scree/types/suggestion.h>

/* suggest_distance() counts the letters to insert, drop, change or swap with a neighbour to turn
 * a into b, upper and lower case being equal. Only the first 63 bytes count. */
size_t suggest_distance(const char *a, const char *b);

void suggest_offer(struct scree_suggestion *suggest, const char *entry);

/* suggest_text() writes "; did you mean 'best'?", or nothing if there is no best, and a NUL. */
char *suggest_text(char *out, size_t size, const struct scree_suggestion *suggest);

#endif

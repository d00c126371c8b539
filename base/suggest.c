#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 63

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Optimal string alignment, three rows at a time. */
size_t suggest_distance(const char *a, const char *b)
{
    const size_t a_length = least(strlen(a), LONGEST);
    const size_t b_length = least(strlen(b), LONGEST);
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++) last[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t change = tolower(a[i - 1]) != tolower(b[j - 1]);
            row[j] = least(last[j - 1] + change, least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && tolower(a[i - 1]) == tolower(b[j - 2]) &&
                tolower(a[i - 2]) == tolower(b[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *const oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[b_length];
}

void suggest_offer(struct scree_suggestion *suggest, const char *entry)
{
    const size_t distance = suggest_distance(suggest->word, entry);
    const size_t length = strlen(suggest->word);
    /* A word and its completion are near each other however long the rest is. */
    const size_t start = length >= 3 && strncmp(entry, suggest->word, length) == 0;
    const size_t allowed = length < 4 ? 1 : least(length / 3 + 1, 4);
    if (distance > allowed && !start) return;
    const size_t rank = start ? least(distance, allowed) : distance;
    if (suggest->best == NULL || rank < suggest->distance) {
        suggest->best = entry;
        suggest->distance = rank;
    }
}

char *suggest_text(char *out, size_t size, const struct scree_suggestion *suggest)
{
    if (suggest->best == NULL)
        out[0] = '\0';
    else
        snprintf(out, size, "; did you mean '%s'?", suggest->best);
    return out;
}

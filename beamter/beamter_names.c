/*
 * Material names as BeamNG's editor accepts them. Source: docs/formats/beamng.md.
 *
 * Rule (BeamNG): Names are ASCII, at most 32 bytes, unique whatever their capitals. See
 * formats/beamng.md#names. Tests: unit/test_beamter (names_become_what_the_editor_takes,
 * names_are_different_and_accepted).
 */
#include "beamter/beamter.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define NAME_SIZE (BEAMTER_MAX_NAME + 1)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void clean_name(char out[NAME_SIZE], const char *name)
{
    char ascii[NAME_SIZE];
    text_to_ascii(ascii, sizeof ascii, name[0] != '\0' ? name : "material", '_');
    for (char *p = ascii; *p != '\0'; p++)
        if (!is_letter(*p) && !is_digit(*p)) *p = '_';
    const int extra = is_digit(ascii[0]) ? 1 : 0;
    snprintf(out, NAME_SIZE, "%s%.*s", extra ? "_" : "", BEAMTER_MAX_NAME - extra, ascii);
}

/* Is name one of out[0 .. count) other than number self? */
static bool is_taken(const char *out, size_t count, size_t self, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (i != self && text_is_like(out + i * NAME_SIZE, name)) return true;
    return false;
}

void beamter_names(char *out, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) clean_name(out + i * NAME_SIZE, names[i]);

    /* A name changes only if an earlier one is equal, and then to one that nobody has, so the first
     * of equals keeps its name and no later change can meet an earlier one. */
    for (size_t i = 1; i < count; i++) {
        char *name = out + i * NAME_SIZE;
        if (!is_taken(out, i, i, name)) continue;
        char candidate[NAME_SIZE];
        for (size_t number = 2;; number++) {
            char suffix[24];
            const int length = snprintf(suffix, sizeof suffix, "_%zu", number);
            snprintf(candidate, sizeof candidate, "%.*s%s", BEAMTER_MAX_NAME - length, name,
                     suffix);
            if (!is_taken(out, count, i, candidate)) break;
        }
        memcpy(name, candidate, sizeof candidate);
    }
}

/*
 * Names between the character sets of old files, UTF-8 and plain ASCII.
 *
 * Threads: any. Outputs are always NUL-terminated and cut at a character if out is too small.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a byte of UTF-8 goes on with a character, rather than beginning one. */
static inline bool text_continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* text_next() is the character of UTF-8 at *text, which moves on; broken bytes are one character of U+FFFD
 * each. */
uint32_t text_next(const char **text);

/* text_fixed() is a number of parts, 10^decimals to a whole, as a decimal: 1500 and 3 are "1.500". Returns
 * out. decimals: 1 .. 18. */
#define TEXT_FIXED 32
const char *text_fixed(char out[TEXT_FIXED], int64_t parts, int decimals);

/* text_is_like(): texts are equal but for capitals of ASCII. text_ends_like(): text is longer than ending,
 * and ends so likewise; text_ends_in(): it ends so to the letter, or is that. */
bool text_is_like(const char *a, const char *b);
bool text_ends_like(const char *text, const char *ending);
bool text_ends_in(const char *text, const char *ending);

/* text_from_cp1252() writes length bytes of Windows-1252 as UTF-8 to out[0 .. size) and returns
 * the bytes needed including the NUL (3 * length + 1 is always enough). The five codes that
 * Windows-1252 leaves open become the control characters of the same number. size may be 0. */
size_t text_from_cp1252(char *out, size_t size, const uint8_t *bytes, size_t length);

/* text_to_ascii() writes UTF-8 text as printable ASCII to out[0 .. size): letters with accents
 * lose them (Ä A, ß ss, Æ AE), any other character becomes one replacement. */
void text_to_ascii(char *out, size_t size, const char *text, char replacement);

/* text_to_file_name() is text_to_ascii() in lower case with everything but a-z, 0-9 and single
 * inner '-' dropped or turned into '-': "Höheres Gras!" -> "hoheres-gras"; "layer" if nothing is
 * left; a reserved name gets "-1": "CON" -> "con-1". */
void text_to_file_name(char *out, size_t size, const char *text);

/* text_is_reserved() is true for the name of a file or folder, without folders before it, that
 * Windows keeps for a device, whatever the capitals and whatever follows a dot: con, prn, aux, nul,
 * com0 to com9 and lpt0 to lpt9 (also with a raised 1, 2 or 3), conin$, conout$.
 * Source: Microsoft, "Naming Files, Paths, and Namespaces". */
bool text_is_reserved(const char *name);

/* text_is_inner_path() says whether a path leads from a folder to something inside it, on any
 * system and whatever it is: 1 to 511 bytes, parts divided by single '/', not one of them empty or
 * with a '.' in front, and no '\\', ':' or control character. Links are not looked at. */
bool text_is_inner_path(const char *path);

/*
 * Texts of the library name options as members of its structs, in braces: "add {cell_m}". Who
 * shows a text puts words of its own there: text_name_options() copies text, each "{member}" of
 * lower-case letters, digits and '_' becoming words(member, length), or where that is NULL, or words
 * is, text_member_name(); where that is NULL, too, the braces stay: names of files have them. Returns out.
 */
char *text_name_options(char *out, size_t size, const char *text,
                        const char *(*words)(const char *member, size_t length));
/* text_member_name() is a member that texts name as the public headers call it; or NULL. */
const char *text_member_name(const char *member, size_t length);

/* text_clean() copies text as valid UTF-8 in which control characters, broken bytes and characters
 * that XML cannot hold are '?', cut at a character if out[0 .. size) is too small. Returns out. */
char *text_clean(char *out, size_t size, const char *text);
/* text_no_command() changes "##[" to "##?", and returns text: GitHub Actions obeys "##[name]" in
 * any place of a line. */
char *text_no_command(char *text);
/* text_column() is text_clean() for a column of a table: filled with blanks to `least` characters and
 * cut to `most`, whatever bytes they take. */
char *text_column(char *out, size_t size, const char *text, size_t least, size_t most);

#endif

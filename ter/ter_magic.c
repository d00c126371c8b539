/*
 * Names what was given instead of a heightfield.
 *
 * The extension .ter belongs to at least four formats, and downloads arrive as web pages, pointers
 * and archives; so the bytes decide and the message says what to do next.
 * Source: docs/formats/ter.md (Other files called .ter).
 */
#include "ter/ter_magic.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

#define EXPECTED "expected a Terragen heightfield"

struct foreign {
    const char *prefix;
    size_t prefix_bytes;
    const char *message;
};

#define FOREIGN(prefix, message)                                                                   \
    {                                                                                              \
        prefix, sizeof prefix - 1, message                                                         \
    }

static const struct foreign foreign_prefixes[] = {
    FOREIGN("TERRAGENSURFMAP", "is a Terragen surface map (.srf), " EXPECTED " (.ter)"),
    FOREIGN("TERRAGENWORLD", "is a Terragen world file (.tgw), " EXPECTED " (.ter)"),
    FOREIGN("trrn", "is a Leveller heightfield, " EXPECTED),
    FOREIGN("TERR\x15\0\0\0", "is a ZeroEngine (Battlefront) terrain, " EXPECTED),
    FOREIGN("TERR\x16\0\0\0", "is a ZeroEngine (Battlefront) terrain, " EXPECTED),
    FOREIGN("version https://git-lfs",
            "is a Git LFS pointer, not the file itself; run \"git lfs pull\" to get it"),
    FOREIGN("\x1f\x8b", "is compressed with gzip, " EXPECTED "; unpack it first"),
    FOREIGN("PK\x03\x04", "is a ZIP archive, " EXPECTED "; unpack it first"),
};

/* text is in lower case. */
static bool starts_with_any_case(const uint8_t *bytes, size_t size, const char *text)
{
    const size_t length = strlen(text);
    if (size < length) return false;
    for (size_t i = 0; i < length; i++) {
        if (text_to_lower(bytes[i]) != text[i]) return false;
    }
    return true;
}

static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

#define TEXT_PROBE_BYTES 64

static bool is_text(const uint8_t *bytes, size_t size)
{
    const size_t probe = size < TEXT_PROBE_BYTES ? size : TEXT_PROBE_BYTES;
    for (size_t i = 0; i < probe; i++) {
        if (!is_blank(bytes[i]) && (bytes[i] < 0x20 || bytes[i] > 0x7e)) return false;
    }
    return probe > 0;
}

static bool is_html(const uint8_t *bytes, size_t size)
{
    while (size > 0 && is_blank(bytes[0])) {
        bytes++;
        size--;
    }
    return starts_with_any_case(bytes, size, "<html") ||
           starts_with_any_case(bytes, size, "<!doctype html");
}

/* The first byte of a BeamNG terrain is a version: no signature, so its size must be one the
 * engine makes (a power of two) and the file must have room for the heights and layers of it. */
static bool is_beamng(const uint8_t *bytes, size_t size)
{
    if (size < 5 || bytes[0] < 7 || bytes[0] > 9) return false;
    const uint64_t side = bytes_get_u32le(bytes + 1);
    if (side < 2 || side > 32768 || (side & (side - 1)) != 0) return false;
    return size >= 5 + 3 * side * side;
}

static enum scree_code check_foreign(const uint8_t *bytes, size_t size, struct scree_error *err)
{
    for (size_t i = 0; i < sizeof foreign_prefixes / sizeof foreign_prefixes[0]; i++) {
        const struct foreign *foreign = &foreign_prefixes[i];
        if (size >= foreign->prefix_bytes &&
            memcmp(bytes, foreign->prefix, foreign->prefix_bytes) == 0)
            return err_set(err, SCREE_UNSUPPORTED, "%s", foreign->message);
    }
    if (is_beamng(bytes, size))
        return err_set(err, SCREE_UNSUPPORTED,
                       "is a BeamNG terrain (version %u, %lu x %lu), " EXPECTED
                       "; the World Editor of BeamNG can export its heights as an image",
                       bytes[0], (unsigned long)bytes_get_u32le(bytes + 1),
                       (unsigned long)bytes_get_u32le(bytes + 1));

    const bool has_mark = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0;
    const uint8_t *text = has_mark ? bytes + 3 : bytes;
    const size_t text_size = has_mark ? size - 3 : size;
    if (is_html(text, text_size))
        return err_set(err, SCREE_UNSUPPORTED,
                       "is a web page (HTML), " EXPECTED "; download the file itself");
    /* What begins like the magic is a damaged heightfield rather than text. */
    if (is_text(text, text_size) && !starts_with_any_case(text, text_size, "terragen"))
        return err_set(err, SCREE_UNSUPPORTED, "is text, " EXPECTED);
    return SCREE_OK;
}

/* Writes count bytes readably, each in at most four characters: out holds 4 * count + 1. */
static void escape(char *out, const uint8_t *bytes, size_t count)
{
    *out = '\0';
    for (size_t i = 0; i < count; i++) {
        const bool printable = bytes[i] >= 0x20 && bytes[i] <= 0x7e;
        out += snprintf(out, 5, printable ? "%c" : "\\x%02x", bytes[i]);
    }
}

enum scree_code ter_check_magic(const uint8_t *bytes, size_t size, struct scree_error *err)
{
    if (size == 0) return err_set(err, SCREE_MALFORMED, "the file is empty");
    const size_t compared = size < TER_MAGIC_BYTES ? size : TER_MAGIC_BYTES;
    size_t same = 0;
    while (same < compared && bytes[same] == (uint8_t)TER_MAGIC[same]) same++;
    if (same == TER_MAGIC_BYTES) return SCREE_OK;
    if (same == size)
        return err_set_at(err, SCREE_MALFORMED, size,
                          "the file ends after %zu bytes, expected the %d bytes \"" TER_MAGIC
                          "\" of a Terragen heightfield",
                          size, TER_MAGIC_BYTES);
    RETURN_IF_ERR(check_foreign(bytes, size, err));
    char found[4 * TER_MAGIC_BYTES + 1];
    escape(found, bytes, compared);
    return err_set_at(err, SCREE_MALFORMED, same,
                      "starts with \"%s\", expected \"" TER_MAGIC "\" of a Terragen heightfield",
                      found);
}

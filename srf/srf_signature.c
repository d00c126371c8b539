/* The mistakes worth naming are those users make: the terrain in place of the map, a file that a
 * download, an archive or version control has replaced or changed. */
#include "srf/srf_table.h"

#include <stdio.h>
#include <string.h>

struct signature {
    const char *bytes;
    size_t size;
    const char *what;
};

#define SIGNATURE(text, name)                                                                      \
    {                                                                                              \
        text, sizeof(text) - 1, name                                                               \
    }

static const struct signature foreign[] = {
    SIGNATURE("TERRAGENTERRAIN ", "a Terragen terrain (.ter)"),
    SIGNATURE("version https://git-lfs", "a Git LFS pointer, fetch the file it stands for"),
    SIGNATURE("\x1f\x8b", "compressed with gzip"),
    SIGNATURE("PK\x03\x04", "a ZIP archive"),
    SIGNATURE("\x89PNG", "a PNG picture"),
    SIGNATURE("\xff\xd8\xff", "a JPEG picture"),
    SIGNATURE("\xff\xfe", "UTF-16 text"),
    SIGNATURE("\xfe\xff", "UTF-16 text"),
};

static bool starts_with(const uint8_t *bytes, size_t size, const char *start, size_t start_size)
{
    return size >= start_size && memcmp(bytes, start, start_size) == 0;
}

/* What a file is that consists of printable ASCII as far as one looks, or NULL. */
static const char *text_kind(const uint8_t *bytes, size_t size)
{
    const size_t looked_at = size < 64 ? size : 64;
    char first = '\0';
    for (size_t i = 0; i < looked_at; i++) {
        const uint8_t c = bytes[i];
        const bool space = c == ' ' || (c >= '\t' && c <= '\r');
        if (!space && (c < 0x20 || c >= 0x7f)) return NULL;
        if (!space && first == '\0') first = (char)c;
    }
    if (first == '{' || first == '[') return "JSON text";
    if (first == '<') return "XML or HTML text";
    return "text";
}

enum scree_code srf_signature_check(enum srf_container *container, const uint8_t *bytes,
                                    size_t size, struct scree_error *err)
{
    if (size == 0) return err_set_at(err, SCREE_MALFORMED, 0, "the file is empty");
    if (starts_with(bytes, size, "TERRAGENSURFMAP2", SRF_SIGNATURE_SIZE)) {
        *container = SRF_FILE_SRF;
        return SCREE_OK;
    }
    if (starts_with(bytes, size, "TERRAGENWORLD2  ", SRF_SIGNATURE_SIZE)) {
        *container = SRF_FILE_TGW;
        return SCREE_OK;
    }

    static const char expected[] = "expected a surface map (.srf) or a world (.tgw)";
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        if (starts_with(bytes, size, foreign[i].bytes, foreign[i].size))
            return err_set(err, SCREE_UNSUPPORTED, "is %s, %s", foreign[i].what, expected);

    if (starts_with(bytes, size, "TERRAGEN", 8) && size >= SRF_SIGNATURE_SIZE) {
        char kind[9];
        for (size_t i = 0; i < 8; i++) {
            const uint8_t c = bytes[8 + i];
            kind[i] = c >= 0x20 && c < 0x7f ? (char)c : '?';
        }
        kind[8] = '\0';
        return err_set(err, SCREE_UNSUPPORTED, "is a Terragen file of the kind \"%s\", %s", kind,
                       expected);
    }
    if (starts_with(bytes, size, "\xef\xbb\xbf", 3)) {
        if (starts_with(bytes + 3, size - 3, "TERRAGEN", 8))
            return err_set_at(err, SCREE_MALFORMED, 0,
                              "a byte order mark stands before the signature: "
                              "the file was changed by a program for text");
        return err_set(err, SCREE_UNSUPPORTED, "is text with a byte order mark, %s", expected);
    }
    const char *kind = starts_with(bytes, size, "TERRAGEN", 8) ? NULL : text_kind(bytes, size);
    if (kind != NULL) return err_set(err, SCREE_UNSUPPORTED, "is %s, %s", kind, expected);
    if (size < SRF_SIGNATURE_SIZE)
        return err_set_at(err, SCREE_MALFORMED, size, "ends within the signature of 16 bytes");
    return err_set_at(err, SCREE_MALFORMED, 0,
                      "begins with bytes %02X %02X %02X %02X, expected TERRAGENSURFMAP2 or "
                      "TERRAGENWORLD2",
                      bytes[0], bytes[1], bytes[2], bytes[3]);
}

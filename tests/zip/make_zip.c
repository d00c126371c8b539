/*
 * make_zip FILE.zip entries|many: zips for check_zip.py, which knows what must be in them.
 *   entries  stored and packed, empty, with names beyond ASCII, and one too large to be held
 *   many     70,000 empty entries: more than the plain form counts
 * Bytes come from a generator that the other side has, too: x = x * 1103515245 + 12345 (mod 2^32),
 * the byte being x >> 24.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "out/out_zip.h"

static void fill(uint8_t *out, size_t size, uint32_t x, unsigned mask)
{
    for (size_t i = 0; i < size; i++) {
        x = x * UINT32_C(1103515245) + 12345;
        out[i] = (uint8_t)(x >> 24 & mask);
    }
}

/* mask 255 cannot be packed, mask 3 to a quarter. Written in odd pieces. */
static enum err_code add(struct out_zip *zip, const char *name, size_t size, uint32_t seed,
                         unsigned mask, bool packed, struct err *err)
{
    struct stream *entry;
    RETURN_IF_ERR(out_zip_begin(zip, name, packed, &entry, err));
    uint8_t *bytes = malloc(size + 1);
    if (bytes == NULL) return ERR_NOMEM;
    fill(bytes, size, seed, mask);
    enum err_code code = ERR_OK;
    for (size_t done = 0, some; code == ERR_OK && done < size; done += some) {
        some = done % 100003 + 1 < size - done ? done % 100003 + 1 : size - done;
        code = stream_put(entry, bytes + done, some, err);
    }
    free(bytes);
    return code == ERR_OK ? out_zip_end(zip, err) : code;
}

static enum err_code add_all(struct out_zip *zip, bool many, struct err *err)
{
    for (unsigned i = 0; many && i < 70000; i++) {
        char name[32];
        snprintf(name, sizeof name, "%u/empty", i);
        RETURN_IF_ERR(add(zip, name, 0, 0, 0, i % 2 == 0, err));
    }
    if (many) return ERR_OK;
    RETURN_IF_ERR(add(zip, "stored.png", 300000, 1, 255, false, err));
    RETURN_IF_ERR(add(zip, "folder/packed.txt", 300000, 2, 3, true, err));
    RETURN_IF_ERR(add(zip, "empty stored", 0, 0, 0, false, err));
    RETURN_IF_ERR(add(zip, "empty packed", 0, 0, 0, true, err));
    RETURN_IF_ERR(add(zip, "H\xc3\xb6he/\xe5\xb1\xb1.txt", 1, 3, 255, true, err));
    RETURN_IF_ERR(add(zip, "large stored", OUT_ZIP_HOLD + 77, 4, 255, false, err));
    RETURN_IF_ERR(add(zip, "large packed", OUT_ZIP_HOLD + 99, 5, 255, true, err));
    return add(zip, "last", 10, 6, 255, true, err);
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    struct err err;
    err_clear(&err);
    struct file_writer file;
    struct out_zip *zip = NULL;
    enum err_code code = file_create(&file, argv[1], &err);
    if (code != ERR_OK) return 1;
    code = out_zip_create(&zip, &file.out, &err);
    if (code == ERR_OK) code = add_all(zip, strcmp(argv[2], "many") == 0, &err);
    if (code == ERR_OK)
        code = out_zip_finish(zip, &err);
    else
        out_zip_abort(zip);
    code = file_finish(&file, code, argv[1], &err);
    char text[ERR_TEXT_SIZE];
    if (code != ERR_OK) fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
    return code == ERR_OK ? 0 : 1;
}

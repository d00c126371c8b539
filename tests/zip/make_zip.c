/*
 * make_zip FILE.zip entries|many|sink: zips for check_zip.py, which knows what must be in them.
 *   entries  stored and packed, empty, with names beyond ASCII, and one too large to be held
 *   many     70,000 empty entries: more than the plain form counts
 *   sink     those of entries by out/sink.h, below "levels/x/" and all written at the same time
 * Bytes come from a generator that the other side has, too: x = x * 1103515245 + 12345 (mod 2^32),
 * the byte being x >> 24.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "out/out_zip.h"
#include "out/sink.h"

static void fill(uint8_t *out, size_t size, uint32_t x, unsigned mask)
{
    for (size_t i = 0; i < size; i++) {
        x = x * UINT32_C(1103515245) + 12345;
        out[i] = (uint8_t)(x >> 24 & mask);
    }
}

/* mask 255 cannot be packed, mask 3 to a quarter. */
static const struct {
    const char *name;
    size_t size;
    uint32_t seed;
    unsigned mask;
    bool packed;
} entries[] = {{"stored.png", 300000, 1, 255, false},
               {"folder/packed.txt", 300000, 2, 3, true},
               {"empty stored", 0, 0, 0, false},
               {"empty packed", 0, 0, 0, true},
               {"H\xc3\xb6he/\xe5\xb1\xb1.txt", 1, 3, 255, true},
               {"large stored", OUT_ZIP_HOLD + 77, 4, 255, false},
               {"large packed", OUT_ZIP_HOLD + 99, 5, 255, true},
               {"last", 10, 6, 255, true}};
#define ENTRIES (sizeof entries / sizeof entries[0])

/* The size of the piece that begins there: odd ones. */
static size_t piece(size_t i, size_t done)
{
    const size_t left = entries[i].size - done, some = done % 100003 + 1;
    return some < left ? some : left;
}

static uint8_t *bytes_of(size_t i)
{
    uint8_t *bytes = malloc(entries[i].size + 1);
    if (bytes == NULL) abort();
    fill(bytes, entries[i].size, entries[i].seed, entries[i].mask);
    return bytes;
}

static enum scree_code add(struct out_zip *zip, size_t i, struct scree_error *err)
{
    struct stream *entry;
    RETURN_IF_ERR(out_zip_begin(zip, entries[i].name, entries[i].packed, &entry, err));
    uint8_t *bytes = bytes_of(i);
    enum scree_code code = SCREE_OK;
    for (size_t done = 0; code == SCREE_OK && done < entries[i].size;) {
        const size_t some = piece(i, done);
        code = stream_put(entry, bytes + done, some, err);
        done += some;
    }
    free(bytes);
    return code == SCREE_OK ? out_zip_end(zip, err) : code;
}

static enum scree_code add_empty(struct out_zip *zip, unsigned i, struct scree_error *err)
{
    char name[32];
    struct stream *entry;
    snprintf(name, sizeof name, "%u/empty", i);
    RETURN_IF_ERR(out_zip_begin(zip, name, i % 2 == 0, &entry, err));
    return out_zip_end(zip, err);
}

static enum scree_code add_all(struct out_zip *zip, bool many, struct scree_error *err)
{
    for (unsigned i = 0; many && i < 70000; i++) RETURN_IF_ERR(add_empty(zip, i, err));
    for (size_t i = 0; !many && i < ENTRIES; i++) RETURN_IF_ERR(add(zip, i, err));
    return SCREE_OK;
}

static enum scree_code write_zip(const char *path, bool many, struct scree_error *err)
{
    struct file_writer file;
    struct out_zip *zip = NULL;
    RETURN_IF_ERR(file_create(&file, path, err));
    enum scree_code code = out_zip_create(&zip, &file.out, err);
    if (code == SCREE_OK) code = add_all(zip, many, err);
    if (code == SCREE_OK)
        code = out_zip_finish(zip, err);
    else
        out_zip_abort(zip);
    return file_finish(&file, code, path, err);
}

/* All files at the same time, a piece of each in turn. */
static enum scree_code put_side_by_side(struct sink *sink, struct scree_error *err)
{
    struct sink_file *files[ENTRIES];
    size_t done[ENTRIES] = {0};
    bool more = true;
    for (size_t i = 0; i < ENTRIES; i++)
        RETURN_IF_ERR(
            sink_add(sink, entries[i].name, entries[i].packed ? 0 : SINK_STORED, &files[i], err));
    for (size_t i = ENTRIES; i-- > 0;) RETURN_IF_ERR(sink_begin_file(files[i], err));
    uint8_t *bytes[ENTRIES];
    for (size_t i = 0; i < ENTRIES; i++) bytes[i] = bytes_of(i);
    while (more) {
        more = false;
        for (size_t i = 0; i < ENTRIES; i++) {
            const size_t some = piece(i, done[i]);
            RETURN_IF_ERR(stream_put(&files[i]->stream, bytes[i] + done[i], some, err));
            done[i] += some;
            more = more || some > 0;
        }
    }
    for (size_t i = 0; i < ENTRIES; i++) free(bytes[i]);
    /* The first two in the middle: what is complete in front of them and behind waits for them. */
    static const size_t order[ENTRIES] = {7, 3, 2, 1, 0, 5, 6, 4};
    for (size_t i = 0; i < ENTRIES; i++) RETURN_IF_ERR(sink_end(files[order[i]], SCREE_OK, err));
    return SCREE_OK;
}

static enum scree_code write_sink(const char *path, struct scree_error *err)
{
    struct sink *sink = NULL;
    enum scree_code code = sink_open_zip(&sink, path, NULL, err);
    if (code == SCREE_OK) code = sink_set_prefix(sink, "levels/x/", err);
    if (code == SCREE_OK) code = sink_start(sink, NULL, err);
    if (code == SCREE_OK) code = put_side_by_side(sink, err);
    if (code == SCREE_OK) code = sink_commit(sink, NULL, err);
    sink_close(sink);
    return code;
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = strcmp(argv[2], "sink") == 0
                                     ? write_sink(argv[1], &err)
                                     : write_zip(argv[1], strcmp(argv[2], "many") == 0, &err);
    char text[ERR_TEXT_SIZE];
    if (code != SCREE_OK) fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
    return code == SCREE_OK ? 0 : 1;
}

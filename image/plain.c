/*
 * Numbers without compression, as arrays of numpy, as OpenEXR and as nothing but themselves.
 * Sources: the NPY format (numpy.lib.format, version 1.0); the OpenEXR file layout (version 2, single
 * part, scan lines).
 */
#include "image/image.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"

#define NPY_ALIGN 64
#define EXR_FLOAT 2

struct image_plain {
    enum image_plain_kind kind;
    struct stream *to;
    uint32_t width, height, rows; /* rows: taken so far */
    enum image_number number;
    uint8_t *line; /* a row as in the file */
};

static size_t row_bytes(const struct image_plain *p)
{
    return p->width * image_number_bytes(p->number);
}

static enum scree_code start_npy(const struct image_plain *p, struct scree_error *err)
{
    char head[2 * NPY_ALIGN];
    const char *type = p->number == IMAGE_U8 ? "|u1" : p->number == IMAGE_U16 ? "<u2" : "<f4";
    memcpy(head, "\x93NUMPY\1", 8); /* and a NUL, the minor version */
    const int length = snprintf(head + 10, sizeof head - 10,
                                "{'descr': '%s', 'fortran_order': False, 'shape': (%lu, %lu), }",
                                type, (unsigned long)p->height, (unsigned long)p->width);
    assert(length > 0 && (size_t)length < sizeof head - 11);
    const size_t used = 10 + (size_t)length;
    const size_t size = (used + 1 + NPY_ALIGN - 1) / NPY_ALIGN * NPY_ALIGN;
    memset(head + used, ' ', size - used);
    head[size - 1] = '\n';
    head[8] = (char)((size - 10) & 0xff);
    head[9] = (char)((size - 10) >> 8);
    return stream_put(p->to, head, size, err);
}

/* An attribute: its name, its type, the size of its value; all three of these end it. */
static size_t put_attribute(uint8_t *out, const char *name, const char *type, uint32_t size)
{
    const size_t names = strlen(name) + 1, types = strlen(type) + 1;
    memcpy(out, name, names);
    memcpy(out + names, type, types);
    bytes_put_u32le(out + names + types, size);
    return names + types + 4;
}

static size_t put_numbers(uint8_t *out, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) bytes_put_u32le(out + 4 * i, numbers[i]);
    return 4 * count;
}

static size_t make_exr_head(uint8_t *out, const struct image_plain *p)
{
    const uint32_t start[] = {20000630, 2}, window[] = {0, 0, p->width - 1, p->height - 1};
    const uint32_t one = 0x3f800000, nothing[] = {0, 0}; /* floats 1 and 0 */
    const uint32_t channel[] = {EXR_FLOAT, 0, 1, 1};     /* linear; each sample in x and in y */
    size_t at = put_numbers(out, start, 2);
    at += put_attribute(out + at, "channels", "chlist", 2 + 16 + 1);
    memcpy(out + at, "Y", 2);
    at += 2;
    at += put_numbers(out + at, channel, 4);
    out[at++] = 0;
    at += put_attribute(out + at, "compression", "compression", 1);
    out[at++] = 0;
    at += put_attribute(out + at, "dataWindow", "box2i", 16);
    at += put_numbers(out + at, window, 4);
    at += put_attribute(out + at, "displayWindow", "box2i", 16);
    at += put_numbers(out + at, window, 4);
    at += put_attribute(out + at, "lineOrder", "lineOrder", 1);
    out[at++] = 0;
    at += put_attribute(out + at, "pixelAspectRatio", "float", 4);
    at += put_numbers(out + at, &one, 1);
    at += put_attribute(out + at, "screenWindowCenter", "v2f", 8);
    at += put_numbers(out + at, nothing, 2);
    at += put_attribute(out + at, "screenWindowWidth", "float", 4);
    at += put_numbers(out + at, &one, 1);
    out[at++] = 0;
    return at;
}

/* The head, and where each line begins. */
static enum scree_code start_exr(const struct image_plain *p, struct scree_error *err)
{
    uint8_t head[512], place[8];
    const size_t size = make_exr_head(head, p);
    assert(size <= sizeof head);
    RETURN_IF_ERR(stream_put(p->to, head, size, err));
    uint64_t at = size + 8 * (uint64_t)p->height;
    for (uint32_t y = 0; y < p->height; y++, at += 8 + row_bytes(p)) {
        bytes_put_u64le(place, at);
        RETURN_IF_ERR(stream_put(p->to, place, sizeof place, err));
    }
    return SCREE_OK;
}

enum scree_code image_plain_create(struct image_plain **out, struct stream *to,
                                   const struct image_plain_form *form, struct scree_error *err)
{
    *out = NULL;
    assert(form->kind != IMAGE_PLAIN_EXR || form->number == IMAGE_F32);
    struct image_plain *p;
    RETURN_IF_ERR(MEM_NEED(&p, 1, sizeof *p, err));
    *p = (struct image_plain){.kind = form->kind,
                              .to = to,
                              .width = form->width,
                              .height = form->height,
                              .number = form->number};
    enum scree_code code = MEM_NEED(&p->line, 1, row_bytes(p), err);
    if (code == SCREE_OK && p->kind == IMAGE_PLAIN_NPY) code = start_npy(p, err);
    if (code == SCREE_OK && p->kind == IMAGE_PLAIN_EXR) code = start_exr(p, err);
    if (code == SCREE_OK)
        *out = p;
    else
        image_plain_free(p);
    return code;
}

static enum scree_code put_row(struct image_plain *p, const uint8_t *from, struct scree_error *err)
{
    const size_t bytes = row_bytes(p);
    if (p->kind == IMAGE_PLAIN_EXR) {
        uint8_t head[8];
        bytes_put_u32le(head, p->rows);
        bytes_put_u32le(head + 4, (uint32_t)bytes);
        RETURN_IF_ERR(stream_put(p->to, head, sizeof head, err));
    }
    for (size_t i = 0; i < p->width; i++) {
        uint16_t half;
        float number;
        if (p->number == IMAGE_F32) {
            memcpy(&number, from + 4 * i, sizeof number);
            bytes_put_f32le(p->line + 4 * i, number);
        } else if (p->number == IMAGE_U16) {
            memcpy(&half, from + 2 * i, sizeof half);
            bytes_put_u16le(p->line + 2 * i, half);
        } else {
            p->line[i] = from[i];
        }
    }
    p->rows++;
    return stream_put(p->to, p->line, bytes, err);
}

enum scree_code image_plain_rows(struct image_plain *plain, const void *rows, size_t count,
                                 struct scree_error *err)
{
    assert(count <= plain->height - plain->rows);
    for (size_t j = 0; j < count; j++)
        RETURN_IF_ERR(put_row(plain, (const uint8_t *)rows + j * row_bytes(plain), err));
    return SCREE_OK;
}

void image_plain_free(struct image_plain *plain)
{
    if (plain == NULL) return;
    mem_free(plain->line);
    mem_free(plain);
}

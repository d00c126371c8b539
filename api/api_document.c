/* Documents as bytes. */
#include <string.h>

#include "api/api.h"
#include "base/json_text.h"
#include "base/mem.h"

#define FIRST_ROOM 4096

/* Bytes with room for more. */
struct growing {
    struct scree_bytes bytes;
    size_t room;
};

/* There is always room for the zero byte behind. */
static enum err_code grow(void *context, const void *data, size_t size, struct err *err)
{
    struct growing *to = context;
    if (size >= to->room - to->bytes.size) {
        const size_t room = 2 * to->room + size + FIRST_ROOM;
        unsigned char *grown = mem_grow(to->bytes.data, to->room, room, 1);
        if (grown == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a document");
        to->bytes.data = grown;
        to->room = room;
    }
    memcpy(to->bytes.data + to->bytes.size, data, size);
    to->bytes.size += size;
    return ERR_OK;
}

int api_document(struct scree_bytes *out, json_t *document, struct scree_error *error)
{
    struct err err;
    err_clear(&err);
    struct growing growing = {{NULL, 0}, 0};
    struct stream stream = {grow, &growing, 0};
    enum err_code code = document != NULL
                             ? json_text_put(&stream, document, &err)
                             : err_set(&err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a document");
    json_decref(document);
    if (code != ERR_OK) scree_bytes_free(&growing.bytes);
    *out = growing.bytes;
    return code == ERR_OK ? SCREE_OK : api_fail(error, &err);
}

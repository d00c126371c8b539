/* Documents as bytes. */

#include "api/api.h"
#include "base/json_text.h"

int api_document(struct scree_bytes *out, json_t *document, struct scree_error *error)
{
    struct err err;
    struct file_bytes bytes;
    err_clear(&err);
    const enum err_code code = json_text_bytes(&bytes, document, &err);
    out->data = bytes.data;
    out->size = bytes.size;
    return code == ERR_OK ? SCREE_OK : api_fail(error, &err);
}

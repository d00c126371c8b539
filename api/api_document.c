/* Documents as bytes. */

#include "api/api.h"
#include "base/json_text.h"

int api_document(struct scree_bytes *out, json_t *document, struct scree_error *error)
{
    struct file_bytes bytes;
    const enum scree_code code = json_text_bytes(&bytes, document, error);
    out->data = bytes.data;
    out->size = bytes.size;
    return code;
}

/* Binary glTF 2.0: a document, then the numbers that it describes. Source: docs/formats/meshes.md. */
#ifndef BASE_GLB_H
#define BASE_GLB_H

#include "base/stream.h"

/* glb_size() is the size of a file of so many bytes of JSON and of numbers, a multiple of 4; numbers 0:
 * there are none. glb_begin() writes what comes before the numbers; the file is smaller than 4 GiB. */
uint64_t glb_size(size_t json_size, uint64_t numbers);
MUST_USE enum scree_code glb_begin(struct stream *to, const char *json, size_t json_size,
                                   uint64_t numbers, struct scree_error *err);

#endif

/* Pictures that mark samples, of holes or of what may change: white marks, row 0 is north. */
#include "beamng/beamng_map.h"
#include "ground/ground_keep.h"

#define MAX_FILE_BYTES ((uint64_t)1 << 30)

enum scree_code beamng_read_marks(const struct beamng_marks *marks, const struct beamng_map *map,
                                  struct inputs_opened *opened, struct scree_error *err)
{
    struct scree_bytes bytes;
    struct inputs_file *file = marks->file;
    RETURN_IF_ERR(inputs_take_bytes(&bytes, file, opened, MAX_FILE_BYTES, err));
    if (file->path == NULL) file->path = file->base = marks->name;
    const struct ground_marks wanted = {marks->out, map->size,     map->trimmed,
                                        true,       marks->option, marks->meaning};
    const enum scree_code code = ground_read_marks(&wanted, bytes.data, bytes.size, err);
    file_bytes_free(&bytes);
    return code == SCREE_OK ? SCREE_OK : err_set_file(err, file->path);
}

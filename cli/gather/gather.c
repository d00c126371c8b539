/* scree gather: the whole of parts. */
#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

int gather_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_gather *args = values;
    struct scree_bytes bytes = {0};
    int code = scree_gather(&bytes, args->folder, &say->work, error);
    if (code == SCREE_OK) {
        json_t *const manifest = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
        const size_t files = json_array_size(json_object_get(manifest, "files"));
        say_line(say, "%s: %zu files are complete", args->folder, files + 1);
        if (args->json) code = bake_print_json(args->folder, json_incref(manifest), say, error);
        json_decref(manifest);
    }
    scree_bytes_free(&bytes);
    return code;
}

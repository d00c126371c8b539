/* A plan to look at. */
#include "bake/bake.h"
#include "base/json_text.h"

static json_t *file_json(const struct scree_bake_file *file)
{
    return json_pack("{s:o, s:[I, I], s:o}", "file", json_text(file->name), "size",
                     (json_int_t)file->width, (json_int_t)file->height, "bytes_at_most",
                     file->bytes_at_most > 0 ? json_text_count(file->bytes_at_most) : json_null());
}

json_t *bake_plan_json(const struct bake_plan *plan, const struct sink *sink)
{
    const char *shown = sink != NULL ? sink_shown(sink) : NULL;
    json_t *files = json_array();
    for (size_t i = 0; i < plan->file_count; i++)
        json_text_append(&files, file_json(&plan->files[i]));
    return json_pack("{s:s, s:o, s:b, s:o, s:o}", "format", "scree-plan-1", "folder",
                     shown != NULL ? json_text(shown) : json_null(), "exists",
                     sink != NULL && sink_exists(sink) ? 1 : 0, "memory_bytes",
                     json_text_count(bake_memory_bytes(plan)), "files", files);
}

#include <stdio.h>
#include <string.h>

#include "cli/bake/bake.h"
#include "cli/json_text.h"

static json_t *plan_file(const struct bake_file *file)
{
    return json_pack("{s:o, s:[I, I], s:o}", "file", json_text(file->name), "size",
                     (json_int_t)file->width, (json_int_t)file->height, "bytes_at_most",
                     file->raw_bytes > 0 ? json_text_count(file->raw_bytes) : json_null());
}

static bool print_plan_json(const struct bake *bake, const struct outdir *out)
{
    json_t *array = json_array();
    for (size_t i = 0; i < bake->file_count; i++)
        json_array_append_new(array, plan_file(&bake->files[i]));
    return json_text_print(json_pack("{s:s, s:o, s:b, s:o, s:o}", "format", "scree-plan-1",
                                     "folder", json_text(out->shown), "exists", (int)out->exists,
                                     "memory_bytes", json_text_count(bake_memory_bytes(bake)),
                                     "files", array));
}

static const char *shown_bytes(char *out, size_t size, uint64_t bytes)
{
    if (bytes < UINT64_C(10000))
        snprintf(out, size, "%u bytes", (unsigned)bytes);
    else if (bytes < UINT64_C(10000) * 1024)
        snprintf(out, size, "%.0f KiB", (double)bytes / 1024.0);
    else
        snprintf(out, size, "%.0f MiB", (double)bytes / 1048576.0);
    return out;
}

bool bake_report_plan(const struct bake *bake, const struct outdir *out)
{
    if (bake->args->json) return print_plan_json(bake, out);
    char clean[SAY_TEXT_SIZE], bytes[32];
    size_t width = strlen(OUTDIR_MANIFEST);
    for (size_t i = 0; i < bake->file_count; i++)
        if (strlen(bake->files[i].name) > width) width = strlen(bake->files[i].name);
    printf("Would be written to %s (bytes before compression):\n",
           say_clean(clean, sizeof clean, out->shown));
    for (size_t i = 0; i < bake->file_count; i++) {
        const struct bake_file *file = &bake->files[i];
        if (file->raw_bytes == 0) {
            printf("  %s\n", file->name);
            continue;
        }
        printf("  %-*s  %6u x %-6u  %12llu bytes\n", (int)width, file->name, (unsigned)file->width,
               (unsigned)file->height, (unsigned long long)file->raw_bytes);
    }
    printf("  %s\n", OUTDIR_MANIFEST);
    printf("Memory needed: about %s\n", shown_bytes(bytes, sizeof bytes, bake_memory_bytes(bake)));
    return true;
}

static void say_materials(const struct bake *bake)
{
    for (uint32_t i = 0; i < bake->merge->count; i++)
        if (bake->sums[i] == 0)
            say_warning(bake->say,
                        "%s (#%u) covers nothing: its limits leave no place on this terrain, or "
                        "later layers hide it",
                        bake->merge->names[i], (unsigned)bake->merge->first_layer[i]);
}

static void say_beamng(const struct bake *bake)
{
    const struct bake_beamng *beamng = &bake->beamng;
    const double half_m = beamng->size * beamng->square_m / 2.0;
    say_note(bake->say,
             "BeamNG's TerrainBlock: squareSize %.9g, maxHeight %.9g, position %.9g %.9g %.9g",
             beamng->square_m, beamng->max_height_m, -half_m, -half_m, beamng->z0_m);
}

bool bake_report_done(struct bake *bake, const struct outdir *out, json_t *manifest)
{
    say_materials(bake);
    if (bake->outputs & ARGS_BEAMNG) say_beamng(bake);
    say_note(bake->say, "%s: %zu files, %u material%s, %u x %u texels", out->shown,
             bake->file_count + 1, (unsigned)bake->merge->count, bake->merge->count == 1 ? "" : "s",
             (unsigned)bake->width, (unsigned)bake->height);
    if (!bake->args->json) {
        json_decref(manifest);
        return true;
    }
    /* The manifest says it all; around it stands what a manifest must not hold. */
    json_t *warnings = json_array();
    for (size_t i = 0; i < bake->say->warning_count; i++)
        json_array_append_new(warnings, json_string(bake->say->kept[i]));
    return json_text_print(json_pack("{s:s, s:o, s:o, s:o}", "format", "scree-bake-1", "folder",
                                     json_text(out->shown), "warnings", warnings, "manifest",
                                     manifest));
}

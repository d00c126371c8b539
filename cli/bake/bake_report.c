#include "cli/bake/bake_report.h"

#include <stdio.h>
#include <string.h>

#include "cli/print.h"
#include "cli/result.h"

#define MANIFEST "manifest.json"

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

/* File i, which there is. */
static struct scree_bake_file file_at(const struct scree_bake *bake, uint32_t i)
{
    struct scree_bake_file file = {.size = sizeof file};
    if (scree_bake_file(bake, i, &file, NULL) != SCREE_OK) file.name = "";
    return file;
}

static void print_plan(const struct scree_bake *bake, const char *folder)
{
    char clean[SAY_TEXT_SIZE], bytes[32];
    struct scree_bake_info info = {.size = sizeof info};
    scree_bake_describe(bake, &info);
    size_t width = strlen(MANIFEST);
    for (uint32_t i = 0; i < info.files; i++) {
        const size_t length = strlen(file_at(bake, i).name);
        if (length > width) width = length;
    }
    printf("Would be written to %s (bytes before compression):\n",
           scree_text_clean(clean, sizeof clean, folder));
    for (uint32_t i = 0; i < info.files; i++) {
        const struct scree_bake_file file = file_at(bake, i);
        if (file.bytes_at_most == 0)
            printf("  %s\n", file.name);
        else
            printf("  %-*s  %6u x %-6u  %12llu bytes\n", (int)width, file.name,
                   (unsigned)file.width, (unsigned)file.height,
                   (unsigned long long)file.bytes_at_most);
    }
    printf("  %s\n", MANIFEST);
    printf("Memory needed: about %s\n", shown_bytes(bytes, sizeof bytes, info.memory_bytes));
}

int bake_report_plan(const struct scree_bake *bake, struct scree_sink *sink,
                     const struct args_bake *args, struct scree_error *error)
{
    struct scree_bytes document;
    RETURN_IF_FAILED(scree_bake_look(&document, bake, sink, error));
    if (args->json)
        print_bytes(&document);
    else
        print_plan(bake, args->output);
    scree_bytes_free(&document);
    return SCREE_OK;
}

/* The manifest has the result; around it stands what a manifest must not hold. */
static int print_result(const struct scree_bytes *manifest, const char *folder,
                        const struct say *say, struct scree_error *error)
{
    return result_print(
        json_pack("{s:s, s:o, s:o, s:o}", "format", "scree-bake-1", "folder", result_text(folder),
                  "warnings", result_warnings(say), "manifest",
                  json_loadb((const char *)manifest->data, manifest->size, 0, NULL)),
        error);
}

int bake_report_done(const struct scree_bake *bake, const struct scree_bytes *manifest,
                     const struct args_bake *args, struct say *say, struct scree_error *error)
{
    struct scree_bake_info info = {.size = sizeof info};
    scree_bake_describe(bake, &info);
    say_line(say, "%s: %u files, %u material%s, %u x %u texels", args->output,
             (unsigned)info.files + 1, (unsigned)info.materials, info.materials == 1 ? "" : "s",
             (unsigned)info.width, (unsigned)info.height);
    return args->json ? print_result(manifest, args->output, say, error) : SCREE_OK;
}

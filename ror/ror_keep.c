/*
 * What people write into a .terrn2 by hand, as no option is for it: gravity, scripts, objects, places to
 * travel to. A new export into the same folder keeps it. Source: docs/formats/ror.md.
 */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "ror/ror_into.h" /* struct ror_config */

#define MAX_BYTES ((uint64_t)1 << 20)

/* Keys of [General] that an export decides. */
static bool is_decided(const char *key)
{
    static const char *const keys[] = {"Name",  "GeometryConfig", "GUID",       "StartPosition",
                                       "Water", "WaterLine",      "TractionMap"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(keys[i], key) == 0) return true;
    return false;
}

static bool is_ours(const struct ror_config *line, const struct ror_plan *plan)
{
    static const enum ror_file objects[] = {ROR_TOBJ, ROR_PLANTS, ROR_ROADS};
    char file[ROR_FILE_SIZE];
    if (strcmp(line->section, "General") == 0)
        return is_decided(line->key) ||
               (plan->world.has_turn && strcmp(line->key, "StartRotation") == 0);
    if (strcmp(line->section, "Authors") == 0)
        return (strcmp(line->key, "terrain") == 0 && plan->options.level.author != NULL) ||
               strcmp(line->key, ROR_CREDIT_KEY) == 0;
    if (strcmp(line->section, "Objects") != 0) return false;
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++)
        if (strcmp(line->key, ror_file_name(file, plan->name, objects[i])) == 0) return true;
    return false;
}

static enum scree_code keep(struct ror_kept *kept, const struct ror_config *config,
                            struct scree_error *err)
{
    struct mem_arena *arena = &kept->arena;
    struct ror_kept_line *line = mem_arena_alloc(arena, 1, sizeof *line);
    if (line == NULL) return err_no_memory(err);
    line->section = mem_arena_text(arena, config->section, strlen(config->section));
    line->key = mem_arena_text(arena, config->key, strlen(config->key));
    line->value = mem_arena_text(arena, config->value, strlen(config->value));
    if (line->section == NULL || line->key == NULL || line->value == NULL)
        return err_no_memory(err);
    if (kept->first == NULL)
        kept->first = line;
    else
        kept->last->next = line;
    kept->last = line;
    return SCREE_OK;
}

enum scree_code ror_keep_read(struct ror_output *output, struct scree_error *err)
{
    char name[ROR_FILE_SIZE];
    struct scree_bytes bytes;
    const struct sink *sink = output->sink;
    if (sink_root(sink) == NULL) return SCREE_OK;
    ror_file_name(name, output->plan->name, ROR_TERRN2);
    enum scree_code code = file_read_in(&bytes, sink_root(sink), name, MAX_BYTES, NULL);
    if (code == SCREE_NO_MEMORY) return err_no_memory(err);
    if (code != SCREE_OK) return SCREE_OK;
    if (memchr(bytes.data, '\0', bytes.size) == NULL) {
        struct ror_config config = {.next = (const char *)bytes.data};
        while (code == SCREE_OK && ror_config_next(&config))
            if (!is_ours(&config, output->plan)) code = keep(&output->kept, &config, err);
    }
    file_bytes_free(&bytes);
    return code;
}

bool ror_is_first(const struct ror_kept *kept, const struct ror_kept_line *line)
{
    const struct ror_kept_line *at = kept->first;
    while (at != line && strcmp(at->section, line->section) != 0) at = at->next;
    return at == line;
}

void ror_keep_tell(const struct ror_output *output)
{
    const struct ror_kept *kept = &output->kept;
    char list[512] = "", file[ROR_FILE_SIZE];
    for (const struct ror_kept_line *at = kept->first; at != NULL; at = at->next) {
        const size_t used = strlen(list);
        const char *comma = used > 0 ? ", " : "";
        const bool general = strcmp(at->section, "General") == 0;
        if (general || strcmp(at->section, "Objects") == 0) {
            if (!general || !ror_is_default(at->key, at->value))
                snprintf(list + used, sizeof list - used, "%s%s", comma, at->key);
        } else if (ror_is_first(kept, at)) {
            snprintf(list + used, sizeof list - used, "%s[%s]", comma, at->section);
        }
    }
    if (list[0] != '\0')
        job_result(output->job, NULL, "kept of the earlier %s: %s",
                   ror_file_name(file, output->plan->name, ROR_TERRN2), list);
}

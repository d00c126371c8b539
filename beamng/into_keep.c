/* What of a level stays as it is: materials by name, and all that a mask leaves out. */
#include <string.h>

#include "beamng/into.h"
#include "ground/ground_keep.h"

#define MAX_LIST_BYTES ((uint64_t)1 << 20)

static enum scree_code read_list(bool marks[256], struct beamng_into *into,
                                 const struct ground_names *names,
                                 const struct inputs_opened *opened, struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(inputs_take_bytes(&bytes, &into->keep_list, opened, MAX_LIST_BYTES, err));
    enum scree_code code = SCREE_OK;
    if (into->keep_list.path == NULL)
        into->keep_list.path = into->keep_list.base = "the list of {keep}";
    if (memchr(bytes.data, '\0', bytes.size) != NULL)
        code = err_set(err, SCREE_MALFORMED, "is not text; expected a material's name a line");
    else
        code = ground_mark_lines(marks, names, "keep", (const char *)bytes.data, err);
    file_bytes_free(&bytes);
    return code == SCREE_OK ? beamng_keep_name(&into->map, &into->keep_list, err)
                            : err_set_file(err, into->keep_list.path);
}

/* Which of the level's materials are ours. */
static void find_ours(bool in_map[256], const struct beamng_into *into)
{
    const struct beamng_map *map = &into->map;
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const size_t found = map->choices[m].is_hole
                                 ? into->parts.count
                                 : beamng_into_find(into, map->choices[m].made.name);
        if (found < into->parts.count) in_map[found] = true;
    }
}

/* Ground beside roads that beamng_quiet_verges() called after another material of the level. */
bool beamng_into_is_verge(const struct beamng_into *into, size_t number)
{
    const char *name = into->names[number], *ending = NULL;
    for (const char *p = name; (p = strstr(p, BEAMNG_VERGE)) != NULL; p++) ending = p;
    if (ending == NULL || ending == name) return false;
    const char *digits = ending + strlen(BEAMNG_VERGE);
    if (digits[strspn(digits, "0123456789")] != '\0') return false;
    const size_t length = (size_t)(ending - name);
    const bool cut = strlen(name) == BEAMTER_MAX_NAME;
    for (size_t i = 0; i < into->parts.count; i++)
        if (strncmp(into->names[i], name, length) == 0 &&
            (cut ? i != number : into->names[i][length] == '\0'))
            return true;
    return false;
}

/* Verges stay as roads do, unless the map has a material of that name. */
static void keep_verges(struct beamng_into *into, const bool in_map[256])
{
    for (size_t i = 0; i < into->parts.count; i++)
        if (into->kept[i] == SCREE_NOT_KEPT && !in_map[i] && beamng_into_is_verge(into, i))
            into->kept[i] = SCREE_KEPT_BUILT;
}

enum scree_code beamng_into_keep(struct beamng_into *into,
                                 const struct scree_level_options *options,
                                 const struct inputs_given *given, struct scree_error *err)
{
    bool keep[256] = {false}, only[256] = {false}, in_map[256] = {false};
    const struct ground_names names = {into->names, into->parts.count, "the level has no material"};
    if (options->keep != NULL)
        RETURN_IF_ERR(ground_mark_names(keep, &names, "keep", options->keep, err));
    if (given->keep_list != NULL)
        RETURN_IF_ERR(read_list(keep, into, &names, given->keep_list, err));
    if (options->only != NULL)
        RETURN_IF_ERR(ground_mark_names(only, &names, "only", options->only, err));
    find_ours(in_map, into);
    const struct ground_asked asked = {keep, options->only != NULL ? only : NULL, in_map};
    RETURN_IF_ERR(ground_keep(into->kept, &names, &asked, err));
    if (options->only == NULL) keep_verges(into, in_map);
    if (given->mask == NULL) return SCREE_OK;
    const struct beamng_marks marks = {&into->may_change, &into->mask, "mask", "mask.png",
                                       "white may change"};
    RETURN_IF_ERR(beamng_read_marks(&marks, &into->map, given->mask, err));
    return beamng_keep_name(&into->map, &into->mask, err);
}

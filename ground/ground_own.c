/* The pictures of a folder, and whose each is. */
#include "ground/ground_own.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"

#define MAX_STEM 40
#define MAX_FILES 10000
#define MOST_NAMED 8 /* in a sentence */

/* ---- the list ---- */

/* The end of a picture's name, from its dot; NULL: no picture. The first two are what games take. */
static const char *ending_of(const char *name, size_t *which)
{
    static const char *const endings[] = {".png", ".dds", ".jpg",  ".jpeg", ".tga",
                                          ".bmp", ".tif", ".tiff", ".webp", ".gif"};
    const char *dot = strrchr(name, '.');
    if (dot == NULL || dot == name) return NULL;
    for (*which = 0; *which < sizeof endings / sizeof endings[0]; ++*which) {
        if (text_is_like(dot, endings[*which])) return dot;
    }
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct ground_own_file *)a)->name,
                  ((const struct ground_own_file *)b)->name);
}

/* The names of a folder that is open, into a list that grows. */
static enum scree_code take_names(struct ground_own *out, struct os_listing *listing,
                                  const char *folder, struct mem_arena *arena,
                                  struct scree_error *err)
{
    size_t room = 0, which;
    for (const char *name; (name = os_list_next(listing)) != NULL;) {
        struct os_info info;
        if (ending_of(name, &which) == NULL) continue;
        char *path = path_join(folder, name);
        if (path == NULL) return err_no_memory(err);
        const int reason = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS);
        const bool file = reason == 0 && info.kind == OS_FILE;
        const char *kept = file ? mem_arena_text(arena, path, strlen(path)) : NULL;
        if (reason != 0 && reason != ENOENT)
            os_fail(err, SCREE_CANNOT_READ, path, "cannot read", reason);
        mem_free(path);
        if (reason != 0 && reason != ENOENT) return SCREE_CANNOT_READ;
        if (!file) continue;
        if (out->count == MAX_FILES)
            return err_set(err, SCREE_LIMIT, "{textures}: more than %d pictures", MAX_FILES);
        if (out->count == room) {
            room = room == 0 ? 32 : 2 * room;
            struct ground_own_file *more = mem_arena_alloc(arena, room, sizeof *more);
            if (more == NULL) return err_no_memory(err);
            if (out->count > 0) memcpy(more, out->files, out->count * sizeof *more);
            out->files = more;
        }
        if (kept == NULL) return err_no_memory(err);
        out->files[out->count++] = (struct ground_own_file){path_base_name(kept), kept, false};
    }
    return SCREE_OK;
}

enum scree_code ground_own_list(struct ground_own *out, const char *folder, struct mem_arena *arena,
                                struct scree_error *err)
{
    struct os_listing listing;
    struct os_info info;
    *out = (struct ground_own){NULL, 0};
    if (folder == NULL) return SCREE_OK;
    const bool there = os_look(&info, OS_HERE, folder, OS_FOLLOW_LINKS) == 0;
    if (!there || info.kind != OS_FOLDER) {
        err_set(err, SCREE_CANNOT_READ, "{textures} %.150s: %s", folder,
                there ? "is not a folder; name the folder with the pictures"
                      : "there is no such folder");
        return err_set_field(err, "textures");
    }
    const int reason = os_list(&listing, OS_HERE, folder, OS_FOLLOW_LINKS);
    if (reason != 0) {
        os_fail(err, SCREE_CANNOT_READ, folder, "cannot list", reason);
        return err_set_field(err, "textures");
    }
    const enum scree_code code = take_names(out, &listing, folder, arena, err);
    os_list_end(&listing);
    if (code != SCREE_OK) return err_set_field(err, "textures");
    if (out->count > 1) qsort(out->files, out->count, sizeof *out->files, by_name);
    return SCREE_OK;
}

/* ---- whose each is ---- */

/* How well a file's name fits: 3 as it is, 2 but for capitals as file names are written, 1 with other
 * letters between its words, 0 not. */
static int fit(const char *name, const char *material, const char *plain, const char *kind)
{
    size_t which;
    const char *dot = ending_of(name, &which);
    if (dot == NULL || which > 1) return 0;
    const size_t stem = (size_t)(dot - name), more = strlen(kind), full = strlen(material);
    if (stem == full + more && memcmp(name, material, full) == 0 &&
        memcmp(name + full, kind, more) == 0)
        return 3;
    const size_t short_size = strlen(plain);
    if (stem != short_size + more) return 0;
    int fits = 2;
    for (size_t i = 0; i < stem; i++) {
        char c = (char)tolower(name[i]);
        if (c == ' ' || c == '_') c = '-', fits = 1;
        if (c != (i < short_size ? plain[i] : kind[i - short_size])) return 0;
    }
    return fits;
}

enum scree_code ground_own_find(const char **out, struct ground_own *own, const char *material,
                                const char *kind, struct scree_error *err)
{
    char plain[MAX_STEM];
    struct ground_own_file *best = NULL, *other = NULL;
    int best_fit = 0;
    *out = NULL;
    text_to_file_name(plain, sizeof plain, material);
    for (size_t i = 0; i < own->count; i++) {
        const int fits = fit(own->files[i].name, material, plain, kind);
        if (fits == 0 || fits < best_fit) continue;
        other = fits == best_fit ? &own->files[i] : NULL;
        if (other == NULL) best = &own->files[i];
        best_fit = fits;
    }
    if (other != NULL)
        return err_set_option(
            err, "textures",
            "{textures}: %.80s and %.80s are for the same texture of %.60s; remove one of them",
            best->name, other->name, material);
    if (best == NULL) return SCREE_OK;
    best->used = true;
    *out = best->path;
    return SCREE_OK;
}

void ground_own_forget(struct ground_own *own)
{
    for (size_t i = 0; i < own->count; i++) own->files[i].used = false;
}

bool ground_own_is_dds(const char *path)
{
    size_t which;
    return ending_of(path_base_name(path), &which) != NULL && which == 1;
}

void ground_own_tell(const struct ground_own *own, struct scree_job *job)
{
    char names[512];
    size_t unused = 0, used = 0;
    for (size_t i = 0; i < own->count; i++) {
        if (own->files[i].used) continue;
        if (unused++ < MOST_NAMED && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%.50s",
                                     used > 0 ? ", " : "", own->files[i].name);
    }
    if (unused == 0) return;
    if (unused <= MOST_NAMED)
        job_warn(job, NULL, "{textures}: no material uses %s", names);
    else
        job_warn(job, NULL, "{textures}: no material uses %s and %zu more", names,
                 unused - MOST_NAMED);
}

json_t *ground_own_json(const struct ground_own *own)
{
    json_t *list = json_array();
    for (size_t i = 0; i < own->count; i++)
        if (!own->files[i].used) json_text_append(&list, json_text(own->files[i].name));
    return list;
}

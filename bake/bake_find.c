/* What a bake was made of: the files given, or those of the right name and digest. */
#include <stdio.h>
#include <string.h>

#include "bake/bake_again.h"
#include "base/json_text.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"

static const char *const roles[3] = {"the terrain", "the surface map", "the list of materials"};

enum scree_code baked_blame_manifest(const struct baked *baked, struct scree_error *err)
{
    char *path = path_join(baked->folder, baked->listed_in);
    const enum scree_code code = err_set_file(err, path != NULL ? path : baked->listed_in);
    mem_free(path);
    return code;
}

/* The last part of the folder's name; *length bytes. */
static const char *folder_name(const struct baked *baked, int *length)
{
    size_t bytes;
    const char *name = path_last(baked->folder, &bytes);
    *length = (int)bytes;
    return name;
}

static enum scree_code refuse(const char *path, size_t role, const char *found,
                              const struct baked *baked, struct scree_error *err)
{
    int length;
    const char *folder = folder_name(baked, &length);
    err_set(err, SCREE_CANNOT_READ,
            "is not %s that %.*s was made of: its SHA-256 is %.16s..., %s has %.16s...",
            roles[role], length, folder, found, BAKE_MANIFEST_NAME, baked->inputs[role].sha256);
    if (path != NULL) err_set_file(err, path);
    return SCREE_CANNOT_READ;
}

static enum scree_code take_given(struct bake_input *input, const struct baked *baked, size_t role,
                                  const struct scree_source *source, struct scree_job *job,
                                  struct scree_error *err)
{
    char found[SHA_HEX_SIZE];
    struct inputs_opened *own = input->opened = &input->own; /* to be closed in any case */
    RETURN_IF_ERR(inputs_open_source(own, source, UINT64_MAX, err));
    const enum scree_code code = sha_input(found, &own->input, job, err);
    if (code != SCREE_OK) {
        if (own->path != NULL) err_set_file(err, own->path);
        return code;
    }
    if (strcmp(found, baked->inputs[role].sha256) == 0) return SCREE_OK;
    return refuse(own->path, role, found, baked, err);
}

/* A world of tiles is read to be digested; it stays in its tiles if it is large. */
static enum scree_code take_world(struct bake_input *input, const struct baked *baked,
                                  const char *path, struct scree_job *job, struct scree_error *err)
{
    input->path = path_join(NULL, path);
    if (input->path == NULL) return err_no_memory(err);
    struct inputs_world how = {.leave_in_tiles = true};
    RETURN_IF_ERR(inputs_take_world(&input->world, &input->file, input->path, &baked->ground, &how,
                                    job, err));
    if (strcmp(input->file.sha256, baked->inputs[0].sha256) == 0) return SCREE_OK;
    return refuse(path, 0, input->file.sha256, baked, err);
}

static void drop_world(struct bake_input *input)
{
    if (input->world != NULL) {
        heights_about_free(&input->file.heights);
        ter_free(input->world);
    }
    mem_free(input->path);
    input->world = NULL;
    input->path = NULL;
}

/* ---- looking for one ---- */

struct search {
    const struct baked *baked;
    struct scree_job *job;
    size_t role;
    const struct baked_file *wanted;
    struct bake_input *input;
    char wrong[1100]; /* the last path of this name with another digest, and that */
    char wrong_digest[SHA_HEX_SIZE];
};

/* *is_one: the path is a world, which is read if it is the one wanted. */
static enum scree_code try_world(bool *is_one, struct search *s, const char *path,
                                 struct scree_error *err)
{
    struct scree_error own = SCREE_ERROR_INIT;
    if (inputs_is_world(is_one, path, NULL) != SCREE_OK) *is_one = false;
    if (!*is_one) return SCREE_OK;
    const enum scree_code code = take_world(s->input, s->baked, path, s->job, &own);
    if (code == SCREE_OK) return SCREE_OK;
    if (s->input->world != NULL) { /* another one */
        snprintf(s->wrong, sizeof s->wrong, "%s", path);
        memcpy(s->wrong_digest, s->input->file.sha256, sizeof s->wrong_digest);
    }
    drop_world(s->input);
    return code == SCREE_NO_MEMORY || code == SCREE_CANCELLED ? err_set(err, code, "%s", own.text)
                                                              : SCREE_OK;
}

static enum scree_code try_file(struct search *s, const char *folder, const char *name,
                                struct scree_error *err)
{
    struct bake_input *input = s->input;
    char digest[SHA_HEX_SIZE];
    char *path = path_join(folder, name);
    if (path == NULL) return err_no_memory(err);
    bool is_world = false;
    const enum scree_code code = s->role == 0 ? try_world(&is_world, s, path, err) : SCREE_OK;
    if (is_world || code != SCREE_OK) {
        mem_free(path);
        return code;
    }
    const bool there = inputs_open(&input->own, path, UINT64_MAX, NULL) == SCREE_OK;
    const bool known = there && sha_input(digest, &input->own.input, NULL, NULL) == SCREE_OK;
    if (known && strcmp(digest, s->wanted->sha256) == 0) {
        input->path = path;
        input->opened = &input->own;
        return SCREE_OK;
    }
    if (known) {
        snprintf(s->wrong, sizeof s->wrong, "%s", path);
        memcpy(s->wrong_digest, digest, sizeof digest);
    }
    if (there) inputs_close(&input->own);
    mem_free(path);
    return SCREE_OK;
}

/* Whether the bake itself wrote a file of the name that is looked for: BeamNG's terrain may be called
 * what the terrain is called. */
static bool is_output(const struct search *s)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(json_object_get(s->baked->manifest, "files"), i, entry)
    {
        const char *name = json_text_get(entry, "file");
        if (name != NULL && strcmp(name, s->wanted->name) == 0) return true;
    }
    return false;
}

static bool is_found(const struct bake_input *input)
{
    return input->opened != NULL || input->world != NULL;
}

/* A manifest has '?' where a name has what JSON or a terminal cannot show, so files are also looked
 * for that are called so once their names are cleaned. */
static enum scree_code try_cleaned(struct search *s, const char *folder, struct scree_error *err)
{
    struct os_listing names;
    if (os_list(&names, OS_HERE, folder, OS_FOLLOW_LINKS) != 0) return SCREE_OK;
    enum scree_code code = SCREE_OK;
    const char *name;
    while (code == SCREE_OK && !is_found(s->input) && (name = os_list_next(&names)) != NULL) {
        char clean[BAKE_TEXT_SIZE];
        if (strcmp(text_clean(clean, sizeof clean, name), s->wanted->name) == 0)
            code = try_file(s, folder, name, err);
    }
    os_list_end(&names);
    return code;
}

static enum scree_code try_folder(struct search *s, const char *folder, struct scree_error *err)
{
    RETURN_IF_ERR(try_file(s, folder, s->wanted->name, err));
    const bool cleaned = strchr(s->wanted->name, '?') != NULL;
    return !is_found(s->input) && cleaned ? try_cleaned(s, folder, err) : SCREE_OK;
}

/* The first file of the name with the right digest; of those with another the last is complained
 * of. */
static enum scree_code look_for(struct bake_input *input, const struct baked *baked, size_t role,
                                struct scree_job *job, struct scree_error *err)
{
    char *beside = path_join(baked->folder, "..");
    if (beside == NULL) return err_no_memory(err);
    const char *const folders[3] = {beside, baked->folder, "."};
    struct search s = {
        .baked = baked, .job = job, .role = role, .wanted = &baked->inputs[role], .input = input};
    enum scree_code code = SCREE_OK;
    const bool written = is_output(&s);
    for (size_t i = 0; i < 3 && !is_found(input) && code == SCREE_OK; i++)
        if (folders[i] != baked->folder || !written) code = try_folder(&s, folders[i], err);
    mem_free(beside);
    if (is_found(input) || code != SCREE_OK) return code;
    if (s.wrong[0] != '\0') return refuse(s.wrong, role, s.wrong_digest, baked, err);
    err_set(err, SCREE_CANNOT_READ,
            "%s, \"%.80s\", is neither beside the folder nor in it nor in the working folder; name "
            "the inputs",
            roles[role], s.wanted->name);
    return baked_blame_manifest(baked, err);
}

/* ---- all of them ---- */

static enum scree_code take_source(struct bake_input *input, const struct baked *baked, size_t role,
                                   const struct scree_source *source, struct scree_job *job,
                                   struct scree_error *err)
{
    bool world = false;
    if (role == 0 && source_is_path(source))
        RETURN_IF_ERR(inputs_is_world(&world, source->name, err));
    if (world) return take_world(input, baked, source->name, job, err);
    return take_given(input, baked, role, source, job, err);
}

enum scree_code bake_find_inputs(struct bake_input inputs[3], const struct baked *baked,
                                 const struct scree_verify_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    const struct scree_source *const given[3] = {source_given(&options->terrain),
                                                 source_given(&options->surface),
                                                 source_given(&options->materials)};
    for (size_t i = 0; i < 3; i++) {
        if (baked->inputs[i].name == NULL) {
            if (given[i] == NULL) continue;
            int length;
            const char *folder = folder_name(baked, &length);
            err_set(err, SCREE_BAD_ARGUMENT,
                    "%.*s was made without a list of materials; leave it out", length, folder);
            if (given[i]->name != NULL) err_set_file(err, given[i]->name);
            return SCREE_BAD_ARGUMENT;
        }
        RETURN_IF_ERR(given[i] != NULL ? take_source(&inputs[i], baked, i, given[i], job, err)
                                       : look_for(&inputs[i], baked, i, job, err));
    }
    return SCREE_OK;
}

void bake_free_inputs(struct bake_input inputs[3])
{
    for (size_t i = 0; i < 3; i++) {
        if (inputs[i].opened == &inputs[i].own) inputs_close(&inputs[i].own);
        drop_world(&inputs[i]);
        inputs[i] = (struct bake_input){.opened = NULL};
    }
}

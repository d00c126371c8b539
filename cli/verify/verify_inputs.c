#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/verify/verify.h"
#include "image/image.h"

static const char *const roles[3] = {"the terrain", "the surface map", "the file of --map"};

static enum err_code no_memory(struct err *err)
{
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
}

static enum err_code refuse(const char *path, size_t role, const char *found,
                            const struct baked *baked, struct err *err)
{
    err_set(err, ERR_READ, ERR_NO_OFFSET,
            "is not %s that %s was made of: its SHA-256 is %.16s..., %s has %.16s...", roles[role],
            load_base(baked->folder), found, OUTDIR_MANIFEST, baked->inputs[role].sha256);
    return err_set_file(err, path);
}

static enum err_code take_given(char **out, const struct baked *baked, size_t role,
                                const char *path, struct err *err)
{
    char found[IMAGE_SHA256_HEX_SIZE];
    RETURN_IF_ERR(image_sha256_file(found, path, err));
    if (strcmp(found, baked->inputs[role].sha256) != 0)
        return refuse(path, role, found, baked, err);
    *out = mem_alloc(strlen(path) + 1, 1);
    if (*out == NULL) return no_memory(err);
    strcpy(*out, path);
    return ERR_OK;
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* A search for one input. */
struct search {
    const struct baked_file *input;
    const char *name; /* as the manifest has it */
    char *found;      /* the path, once there is one */
    char wrong[1100]; /* the last path of this name with another digest, and that */
    char wrong_digest[IMAGE_SHA256_HEX_SIZE];
};

static enum err_code try_file(struct search *s, const char *folder, const char *name,
                              struct err *err)
{
    char digest[IMAGE_SHA256_HEX_SIZE];
    char *path = baked_path(folder, name);
    if (path == NULL) return no_memory(err);
    const bool there = is_file(path) && image_sha256_file(digest, path, NULL) == ERR_OK;
    if (there && strcmp(digest, s->input->sha256) == 0) {
        s->found = path;
        return ERR_OK;
    }
    if (there) {
        snprintf(s->wrong, sizeof s->wrong, "%s", path);
        memcpy(s->wrong_digest, digest, sizeof digest);
    }
    mem_free(path);
    return ERR_OK;
}

/* A manifest has '?' where a name has what JSON or a terminal cannot show, so files are also looked
 * for that are called so once their names are cleaned. */
static enum err_code try_folder(struct search *s, const char *folder, struct err *err)
{
    RETURN_IF_ERR(try_file(s, folder, s->name, err));
    DIR *dir = s->found == NULL && strchr(s->name, '?') != NULL ? opendir(folder) : NULL;
    if (dir == NULL) return ERR_OK;
    enum err_code code = ERR_OK;
    const struct dirent *entry;
    while (code == ERR_OK && s->found == NULL && (entry = readdir(dir)) != NULL) {
        char clean[SAY_TEXT_SIZE];
        if (strcmp(say_clean(clean, sizeof clean, entry->d_name), s->name) == 0)
            code = try_file(s, folder, entry->d_name, err);
    }
    closedir(dir);
    return code;
}

/* The first file of the name with the right digest; of those with another the last is complained
 * of. */
static enum err_code look_for(char **out, const struct baked *baked, size_t role, struct err *err)
{
    char beside[1024];
    snprintf(beside, sizeof beside, "%s/..", baked->folder);
    const char *const folders[3] = {beside, baked->folder, "."};
    struct search s = {.input = &baked->inputs[role], .name = load_base(baked->inputs[role].name)};
    for (size_t i = 0; i < 3 && s.found == NULL; i++)
        RETURN_IF_ERR(try_folder(&s, folders[i], err));
    *out = s.found;
    if (s.found != NULL) return ERR_OK;
    if (s.wrong[0] != '\0') return refuse(s.wrong, role, s.wrong_digest, baked, err);
    err_set(err, ERR_READ, ERR_NO_OFFSET,
            "%s, \"%.80s\", is neither beside the folder nor in it nor where we are: name the "
            "inputs, scree verify FOLDER TERRAIN SURFACE",
            roles[role], s.name);
    snprintf(beside, sizeof beside, "%.900s/%s", baked->folder, OUTDIR_MANIFEST);
    return err_set_file(err, beside);
}

enum err_code verify_find_inputs(char *paths[3], const struct baked *baked,
                                 const struct args_verify *args, struct err *err)
{
    for (size_t i = 0; i < 3; i++) {
        paths[i] = NULL;
        if (baked->inputs[i].name == NULL) {
            if (args->inputs[i] == NULL) continue;
            err_set(err, ERR_ARG, ERR_NO_OFFSET, "%s was made without a --map: leave it out",
                    load_base(baked->folder));
            return err_set_file(err, args->inputs[i]);
        }
        RETURN_IF_ERR(args->inputs[i] != NULL
                          ? take_given(&paths[i], baked, i, args->inputs[i], err)
                          : look_for(&paths[i], baked, i, err));
    }
    return ERR_OK;
}

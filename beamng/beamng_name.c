/* The name of a level. Paths in the game begin with it, so a folder must have it. */
#include <string.h>

#include "base/os.h"
#include "base/path.h"
#include "base/text.h"
#include "beamng/beamng_plan.h"

/* Others that pack files: their names would be names of folders. */
static bool is_packed(const char *output)
{
    static const char *const ends[] = {".7z", ".rar", ".tar", ".tgz", ".gz", ".bz2", ".xz"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (text_ends_like(output, ends[i])) return true;
    return false;
}

/* The last part of a folder's path, of the folder itself where the path says it otherwise ("."). */
static enum scree_code take_stem(char *stem, size_t size, const char *output,
                                 struct scree_error *err)
{
    char *resolved;
    const bool exists = os_resolve(&resolved, output) == 0;
    const char *path = exists ? resolved : output;
    size_t length;
    const char *last = path_last(path, &length);
    const bool fits = length < size;
    if (fits) {
        memcpy(stem, last, length);
        stem[length] = '\0';
    }
    if (exists) mem_free(resolved);
    return fits ? SCREE_OK
                : err_set_option(err, "name",
                                 "the output's name has more than %zu bytes; give the "
                                 "level a {name}",
                                 size - 1);
}

static enum scree_code take_name(struct beamng_plan *plan, const char *name,
                                 struct scree_error *err)
{
    if (ground_check_name(name, NULL) != SCREE_OK)
        return err_set_option(
            err, "name",
            "'%.60s' would be the level's name, which has 1 to 64 plain letters, "
            "digits, '_' and '-'; choose another output, or add {name} and rename "
            "the folder to it",
            name);
    memcpy(plan->name, name, strlen(name) + 1);
    return SCREE_OK;
}

enum scree_code beamng_plan_name(struct beamng_plan *plan,
                                 const struct scree_beamng_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    const char *output = options->level.output;
    char stem[256];
    if (options->level.name != NULL) {
        RETURN_IF_ERR(ground_check_name(options->level.name, err));
        RETURN_IF_ERR(take_name(plan, options->level.name, err));
    }
    if (output == NULL)
        return options->level.name != NULL ? SCREE_OK
                                           : err_set_option(err, "name", "the level has no {name}");
    if (text_ends_like(output, ".zip"))
        return options->level.name != NULL ? SCREE_OK : ground_make_name(plan->name, output, err);
    if (is_packed(output))
        return err_set_option(
            err, "output", "{output} '%.60s': a level is a folder or a .zip; choose one of these",
            output);
    RETURN_IF_ERR(take_stem(stem, sizeof stem, output, err));
    if (options->level.name == NULL) return take_name(plan, stem, err);
    if (strcmp(stem, plan->name) != 0)
        job_result(job, NULL, "the level is called %s: rename the folder to that", plan->name);
    return SCREE_OK;
}

/* A bake that lies in a folder: include/scree/bake.h on bake/bake_verify.h and bake/baked.h. */
#include <string.h>

#include "api/api.h"
#include "bake/bake_verify.h"
#include "bake/baked.h"
#include "base/mem.h"
#include "compare/compare_planes.h"

/* ---- verify ---- */

struct scree_verdict {
    struct bake_verdict of;
};

int scree_verify(struct scree_verdict **out, const char *folder,
                 const struct scree_verify_options *options, struct scree_job *job,
                 struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct bake_verify_options how = {.kept_bytes = 0};
    RETURN_IF_ERR(api_take(&how.given, &api_verify_options, options, error));
    RETURN_IF_ERR(api_how(&how.how, &(struct scree_how)SCREE_HOW_INIT, job, error));
    struct scree_verdict *verdict;
    RETURN_IF_ERR(MEM_NEED(&verdict, 1, sizeof *verdict, error));
    const enum scree_code code = bake_verify(&verdict->of, folder, &how, job, error);
    return API_GIVE(out, verdict, code, mem_free);
}

void scree_verdict_free(struct scree_verdict *verdict)
{
    if (verdict == NULL) return;
    bake_verdict_free(&verdict->of);
    mem_free(verdict);
}

size_t scree_verdict_differences(const struct scree_verdict *verdict)
{
    return verdict->of.count;
}

const char *scree_verdict_file(const struct scree_verdict *verdict, size_t i)
{
    return i < verdict->of.count ? verdict->of.differences[i].file : NULL;
}

const char *scree_verdict_text(const struct scree_verdict *verdict, size_t i)
{
    return i < verdict->of.count ? verdict->of.differences[i].text : NULL;
}

void scree_verdict_describe(const struct scree_verdict *verdict, struct scree_verdict_info *info)
{
    const struct scree_verdict_info full = {.files = verdict->of.files,
                                            .tiles = verdict->of.tiles,
                                            .all_tiles = verdict->of.all_tiles,
                                            .seed = verdict->of.seed};
    api_sized(info, &full, sizeof full);
}

/* ---- digest ---- */

struct scree_digest {
    struct baked baked; /* has the names */
    struct baked_digest of;
};

int scree_digest(struct scree_digest **out, const char *folder, struct scree_job *job,
                 struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_digest *digest;
    RETURN_IF_ERR(MEM_NEED(&digest, 1, sizeof *digest, error));
    enum scree_code code = baked_open(&digest->baked, folder, job, error);
    if (code == SCREE_OK) code = baked_digest_make(&digest->of, &digest->baked, error);
    return API_GIVE(out, digest, code, scree_digest_free);
}

void scree_digest_free(struct scree_digest *digest)
{
    if (digest == NULL) return;
    baked_digest_free(&digest->of);
    baked_free(&digest->baked);
    mem_free(digest);
}

const char *scree_digest_whole(const struct scree_digest *digest)
{
    return digest->of.whole;
}

size_t scree_digest_count(const struct scree_digest *digest)
{
    return digest->of.count;
}

const char *scree_digest_name(const struct scree_digest *digest, size_t i)
{
    return i < digest->of.count ? digest->of.files[i].name : NULL;
}

const char *scree_digest_sha256(const struct scree_digest *digest, size_t i)
{
    return i < digest->of.count ? digest->of.files[i].sha256 : NULL;
}

int scree_digest_masks(char sha256[65], const char *folder, struct scree_job *job,
                       struct scree_error *error)
{
    err_start(error);
    sha256[0] = '\0';
    struct baked baked;
    struct compare_planes *planes = NULL;
    enum scree_code code = baked_open(&baked, folder, job, error);
    if (code == SCREE_OK) code = baked_read_planes(&planes, &baked, error);
    if (code == SCREE_OK) code = compare_planes_digest(sha256, planes, error);
    compare_planes_free(planes);
    baked_free(&baked);
    return code;
}

/* A folder of grey pictures, one for each layer: the strongest has the texel, of equal ones the later. */
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "fit/fit_read.h"

struct masks {
    struct fit_picture *picture;
    uint16_t *best; /* [texel], of 65535 */
    uint8_t class;
    bool is_grey, same_size;
    size_t width, height; /* of the one that is read */
};

static enum scree_code start(void *context, const struct image_picture *form,
                             struct scree_error *err)
{
    struct masks *m = context;
    m->is_grey = form->channels == 1;
    m->width = form->width;
    m->height = form->height;
    if (m->is_grey && m->picture->ids == NULL) {
        RETURN_IF_ERR(fit_picture_start(m->picture, form->width, form->height, err));
        RETURN_IF_ERR(MEM_NEED(&m->best, form->width * form->height, sizeof *m->best, err));
    }
    m->same_size = form->width == m->picture->width && form->height == m->picture->height;
    return SCREE_OK;
}

static void row(void *context, const struct image_picture *form, const struct image_run *run)
{
    struct masks *m = context;
    if (!m->is_grey || !m->same_size) return;
    const uint16_t *samples = run->samples;
    const size_t first = run->y * m->picture->width + run->first;
    for (size_t i = 0; i < run->count; i++) {
        const uint16_t weight = form->bits == 8 ? (uint16_t)(samples[i] * 257) : samples[i];
        const size_t at = first + i * run->step;
        if (weight == 0 || weight < m->best[at]) continue;
        m->best[at] = weight;
        m->picture->ids[at] = m->class;
    }
}

static enum scree_code read_one(struct masks *m, const char *path, struct scree_job *job,
                                struct scree_error *err)
{
    const struct fit_rows rows = {start, row, m};
    m->class = (uint8_t)m->picture->count;
    RETURN_IF_ERR(fit_read_rows(path, &rows, err));
    if (!m->is_grey) {
        job_note(job, path, "left out: it is not grey, and masks are");
        return SCREE_OK;
    }
    if (!m->same_size) {
        err_set(err, SCREE_MALFORMED,
                "has %zu x %zu texels and the masks before it %u x %u; all need one size", m->width,
                m->height, (unsigned)m->picture->width, (unsigned)m->picture->height);
        return err_set_file(err, path);
    }
    char name[FIT_NAME_SIZE];
    fit_class_stem(name, sizeof name, path);
    /* A bake calls them "03-heather". */
    const size_t digits = strspn(name, "0123456789");
    const bool numbered = digits > 0 && name[digits] == '-' && name[digits + 1] != '\0';
    return fit_class_add(m->picture, name + (numbered ? digits + 1 : 0), NULL, err);
}

enum scree_code fit_read_masks(struct fit_painting *out, const struct fit_source *source,
                               char *const *names, size_t count, struct scree_job *job,
                               struct scree_error *err)
{
    struct masks m = {.picture = &out->picture};
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; code == SCREE_OK && i < count; i++) {
        char *path = path_join(source->path, names[i]);
        code = path != NULL ? read_one(&m, path, job, err) : err_no_memory(err);
        mem_free(path);
    }
    mem_free(m.best);
    if (code == SCREE_OK && out->picture.count == 0)
        code = err_set(err, SCREE_UNSUPPORTED,
                       "holds no grey PNG: a folder of masks has one for each layer");
    return code;
}

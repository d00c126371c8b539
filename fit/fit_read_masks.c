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

static enum err_code start(void *context, const struct image_picture *form, struct err *err)
{
    struct masks *m = context;
    m->is_grey = form->channels == 1;
    m->width = form->width;
    m->height = form->height;
    if (m->is_grey && m->picture->ids == NULL) {
        RETURN_IF_ERR(fit_picture_start(m->picture, form->width, form->height, err));
        m->best = mem_alloc(form->width * form->height, sizeof *m->best);
        if (m->best == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the masks");
    }
    m->same_size = form->width == m->picture->width && form->height == m->picture->height;
    return ERR_OK;
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

static enum err_code read_one(struct masks *m, const char *path, struct job *job, struct err *err)
{
    const struct fit_rows rows = {start, row, m};
    m->class = (uint8_t)m->picture->count;
    RETURN_IF_ERR(fit_read_rows(path, &rows, err));
    if (!m->is_grey) {
        job_note(job, path, "left out: it is not grey, and masks are");
        return ERR_OK;
    }
    if (!m->same_size) {
        err_set(err, ERR_MALFORMED, ERR_NO_OFFSET,
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

enum err_code fit_read_masks(struct fit_painting *out, const struct fit_source *source,
                             char *const *names, size_t count, struct job *job, struct err *err)
{
    struct masks m = {.picture = &out->picture};
    enum err_code code = ERR_OK;
    for (size_t i = 0; code == ERR_OK && i < count; i++) {
        char *path = path_join(source->path, names[i]);
        code = path != NULL ? read_one(&m, path, job, err)
                            : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for names");
        mem_free(path);
    }
    mem_free(m.best);
    if (code == ERR_OK && out->picture.count == 0)
        code = err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "holds no grey PNG: a folder of masks has one for each layer");
    return code;
}

/* Readers of paintings. Private to fit/. Each fills out->picture, and out->field if there are heights;
 * what it leaves after a failure is freed by fit_painting_free(). */
#ifndef FIT_FIT_READ_H
#define FIT_FIT_READ_H

#include "fit/fit.h"
#include "image/image.h"

#define FIT_MAX_TEXELS (UINT64_C(1) << 28)

/* fit_picture_start() makes an empty picture: all texels FIT_NONE. SCREE_LIMIT, SCREE_NO_MEMORY */
MUST_USE enum scree_code fit_picture_start(struct fit_picture *picture, size_t width, size_t height,
                                           struct scree_error *err);
/* fit_class_add() adds a class; rgb NULL: a colour of its own. SCREE_LIMIT */
MUST_USE enum scree_code fit_class_add(struct fit_picture *picture, const char *name,
                                       const uint8_t *rgb, struct scree_error *err);
/* fit_class_stem() is a file's name without folders and ending, of at most size - 1 bytes. */
void fit_class_stem(char *out, size_t size, const char *path);

/* fit_read_rows() goes over a PNG: form is known when start() is called, and row() gets 16-bit
 * samples. */
struct fit_rows {
    enum scree_code (*start)(void *context, const struct image_picture *form,
                             struct scree_error *err);
    void (*row)(void *context, const struct image_picture *form, const struct image_run *run);
    void *context;
};
MUST_USE enum scree_code fit_read_rows(const char *path, const struct fit_rows *rows,
                                       struct scree_error *err);

/* fit_read_legend() adds the classes of a legend, whose keys are colours or numbers up to 254. Errors as
 * fit_painting_read() */
MUST_USE enum scree_code fit_read_legend(struct fit_picture *picture,
                                         uint32_t keys[FIT_MAX_CLASSES], bool *are_numbers,
                                         const struct inputs_opened *opened,
                                         struct scree_error *err);

MUST_USE enum scree_code fit_read_geo(struct fit_painting *out, const struct fit_source *source,
                                      struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code fit_read_colours(struct fit_painting *out, const struct fit_source *source,
                                          struct scree_error *err);
MUST_USE enum scree_code fit_read_splat(struct fit_painting *out, const struct fit_source *source,
                                        struct scree_error *err);
MUST_USE enum scree_code fit_read_aerial(struct fit_painting *out, const struct fit_source *source,
                                         struct scree_job *job, struct scree_error *err);
/* names[0 .. count), sorted, are the files of the folder that end in .png. */
MUST_USE enum scree_code fit_read_masks(struct fit_painting *out, const struct fit_source *source,
                                        char *const *names, size_t count, struct scree_job *job,
                                        struct scree_error *err);
MUST_USE enum scree_code fit_read_beamng(struct fit_painting *out, const struct fit_source *source,
                                         struct scree_job *job, struct scree_error *err);
/* terrn2 is the path of that file. */
MUST_USE enum scree_code fit_read_ror(struct fit_painting *out, const struct fit_source *source,
                                      const char *terrn2, struct scree_error *err);

#endif

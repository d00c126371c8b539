#include "ground/ground_files.h"

#include "base/json_text.h"
#include "image/image.h"

enum scree_code ground_end_file(struct sink_file *file, enum scree_code code, struct scree_job *job,
                                struct scree_error *err)
{
    RETURN_IF_ERR(sink_end(file, code, err));
    return job_poll(job, err);
}

enum scree_code ground_write_png8(struct sink *sink, const char *name,
                                  const struct ground_picture *picture, struct scree_job *job,
                                  struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(sink, name, SINK_STORED, &file, err));
    const enum scree_code code =
        image_png8(&file->stream, job_threads(job), picture->pixels, picture->width,
                   picture->height, picture->channels, err);
    return ground_end_file(file, code, job, err);
}

enum scree_code ground_write_bytes(struct sink *sink, const char *name, const void *data,
                                   size_t size, struct scree_job *job, struct scree_error *err)
{
    RETURN_IF_ERR(sink_write(sink, name, SINK_PLAIN, data, size, err));
    return job_poll(job, err);
}

enum scree_code ground_write_json(struct sink *sink, const char *name, json_t *document,
                                  struct scree_job *job, struct scree_error *err)
{
    struct sink_file *file;
    if (document == NULL) return err_no_memory(err);
    enum scree_code code = sink_begin(sink, name, SINK_PLAIN, &file, err);
    if (code == SCREE_OK)
        code = ground_end_file(file, json_text_put(&file->stream, document, err), job, err);
    json_decref(document);
    return code;
}

json_t *ground_list_files(const struct sink *sink)
{
    json_t *array = json_array();
    for (size_t i = 0; array != NULL && i < sink_count(sink); i++) {
        const struct sink_file *file = sink_at(sink, i);
        json_t *entry = json_text_file(file->name, file->size_bytes, file->sha256);
        if (json_array_append_new(array, entry) == 0) continue;
        json_decref(array);
        array = NULL;
    }
    return array;
}

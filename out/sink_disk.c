/* Sinks on the disk: a folder, files beside each other, a zip. All are staged by out/out.h. */
#include "base/mem.h"
#include "base/path.h"
#include "out/out_internal.h"
#include "out/sink_internal.h"

/* ---- a folder, and files ---- */

/* An item's name in its place. */
static const char *name_in_place(const struct sink_item *item)
{
    const char *name = item->file.name;
    return item->sink->kind->has_names ? name : path_base_name(name);
}

static enum scree_code begin_file(struct sink_item *item, struct scree_error *err)
{
    struct out *out = item->sink->places[item->place].out;
    const char *name = name_in_place(item);
    RETURN_IF_ERR(out_make_parents(out, name, err));
    char *path = path_join(out->made, name);
    if (path == NULL) return err_no_memory(err);
    const enum scree_code code = file_create(&item->writer, path, err);
    mem_free(path);
    return code;
}

static enum scree_code put_file(struct sink_item *item, const void *data, size_t size,
                                struct scree_error *err)
{
    return file_write(&item->writer, data, size, err);
}

static enum scree_code end_file(struct sink_item *item, struct scree_error *err)
{
    return file_commit(&item->writer, err);
}

static void drop_file(struct sink_item *item)
{
    file_abort(&item->writer);
}

static enum scree_code add_files(struct sink *sink, struct scree_error *err)
{
    for (size_t i = 0; i < sink->count; i++)
        RETURN_IF_ERR(
            out_add(sink->places[sink->items[i]->place].out, name_in_place(sink->items[i]), err));
    return SCREE_OK;
}

const struct sink_kind sink_kind_folder = {.has_names = true,
                                           .begin = begin_file,
                                           .put = put_file,
                                           .end = end_file,
                                           .drop = drop_file,
                                           .finish = add_files};

const struct sink_kind sink_kind_files = {
    .begin = begin_file, .put = put_file, .end = end_file, .drop = drop_file, .finish = add_files};

/* ---- a zip ---- */

static enum scree_code start_zip(struct sink *sink, struct scree_error *err)
{
    char *path = path_join(sink->places[0].out->made, path_base_name(sink->places[0].path));
    if (path == NULL) return err_no_memory(err);
    enum scree_code code = file_create(&sink->zip_file, path, err);
    mem_free(path);
    if (code == SCREE_OK) code = out_zip_create(&sink->zip, &sink->zip_file.out, err);
    return code;
}

static enum scree_code begin_entry(struct sink_item *item, struct scree_error *err)
{
    const struct sink *sink = item->sink;
    char *name = path_join(sink->prefix, item->file.name);
    if (name == NULL) return err_no_memory(err);
    const enum scree_code code =
        out_zip_begin(sink->zip, name, (item->how & SINK_STORED) == 0, &item->entry, err);
    mem_free(name);
    return code;
}

static enum scree_code put_entry(struct sink_item *item, const void *data, size_t size,
                                 struct scree_error *err)
{
    return stream_put(item->entry, data, size, err);
}

static enum scree_code end_entry(struct sink_item *item, struct scree_error *err)
{
    return out_zip_end(item->sink->zip, err);
}

static enum scree_code finish_zip(struct sink *sink, struct scree_error *err)
{
    struct out_zip *zip = sink->zip;
    sink->zip = NULL;
    RETURN_IF_ERR(out_zip_finish(zip, err));
    RETURN_IF_ERR(file_commit(&sink->zip_file, err));
    return out_add(sink->places[0].out, path_base_name(sink->places[0].path), err);
}

static void close_zip(struct sink *sink)
{
    out_zip_abort(sink->zip);
    file_abort(&sink->zip_file);
}

const struct sink_kind sink_kind_zip = {.has_names = true,
                                        .begin = begin_entry,
                                        .put = put_entry,
                                        .end = end_entry,
                                        .start = start_zip,
                                        .finish = finish_zip,
                                        .close = close_zip};

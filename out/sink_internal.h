/* What the parts of the sink share. */
#ifndef OUT_SINK_INTERNAL_H
#define OUT_SINK_INTERNAL_H

#include <stdatomic.h>

#include "base/file.h"
#include "base/grow.h"
#include "out/out.h"
#include "out/out_zip.h"
#include "out/sink.h"

enum sink_state {
    SINK_ADDED,
    SINK_OPEN,
    SINK_ENDED, /* of files in order: it may be another's turn to write it */
    SINK_DONE,
    SINK_FAILED
};

struct sink_item {
    struct sink_file file; /* first: a struct sink_file * is one of these */
    struct sink *sink;
    size_t index;
    size_t place; /* of files on the disk */
    unsigned how;
    atomic_int state; /* enum sink_state */
    bool has_begun;   /* for the kind: its bytes pass through */
    struct sha *sha;
    struct grow held;          /* bytes that wait for their turn, or stay in memory */
    struct file_writer writer; /* of files on the disk */
    struct stream *entry;      /* of a zip */
    void *user;                /* of functions */
};

/* How a kind of sink takes files. Those but put may be NULL. */
struct sink_kind {
    bool has_names; /* relative ones */
    enum scree_code (*begin)(struct sink_item *item, struct scree_error *err);
    enum scree_code (*put)(struct sink_item *item, const void *data, size_t size,
                           struct scree_error *err);
    enum scree_code (*end)(struct sink_item *item, struct scree_error *err);
    void (*drop)(struct sink_item *item); /* after begin, in place of end or when that failed */
    enum scree_code (*start)(struct sink *sink, struct scree_error *err);
    enum scree_code (*finish)(struct sink *sink,
                              struct scree_error *err); /* before anything is put in place */
    enum scree_code (*commit)(struct sink *sink, struct scree_error *err); /* after that */
    void (*close)(struct sink *sink);
};

/* A target on the disk. */
struct sink_place {
    char *path; /* as the user wrote it */
    struct out *out;
    size_t told; /* of its warnings */
};

struct sink {
    const struct sink_kind *kind;
    bool in_order; /* one file at a time is written */
    bool replace, started, committed;
    atomic_bool failed;
    atomic_size_t turn;    /* in order: the item that passes through */
    atomic_uint scratches; /* made so far: their names */

    struct sink_item **items; /* [0 .. count) */
    size_t count, capacity;
    size_t *slots; /* [0 .. slot_count): 1 + the item of a name, 0 for none */
    size_t slot_count;

    struct sink_place *places; /* [0 .. place_count) */
    size_t place_count;
    char **paths; /* [0 .. path_count): of files that were named when it was opened, and of a zip */
    size_t path_count;
    struct warn_list warnings; /* beside those of out */
    size_t told;

    struct file_writer zip_file; /* of a zip */
    struct out_zip *zip;
    char *prefix;
    struct scree_sink_functions functions;
};

extern const struct sink_kind sink_kind_folder, sink_kind_files, sink_kind_zip, sink_kind_memory,
    sink_kind_digest, sink_kind_functions;

/* ---- sink.c ---- */

/* sink_check_file() refuses a path that no file can be written to, or that is in the way. */
enum scree_code sink_check_file(const struct sink *sink, const char *path, struct scree_error *err);
/* sink_find_place() is the place of the folder that path is in; place_count if there is none. */
size_t sink_find_place(const struct sink *sink, const char *path);

/* ---- sink_files.c ---- */

/* sink_hold() appends bytes to an item's own. SCREE_NO_MEMORY. */
enum scree_code sink_hold(struct sink_item *item, const void *data, size_t size,
                          struct scree_error *err);
/* sink_find() is the item of that name, or NULL. */
struct sink_item *sink_find(const struct sink *sink, const char *name);
/* sink_drop_items() drops what has begun and not ended, and frees all items. */
void sink_drop_items(struct sink *sink);

#endif

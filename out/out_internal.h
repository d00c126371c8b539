/* What the parts of out/ share. */
#ifndef OUT_OUT_INTERNAL_H
#define OUT_OUT_INTERNAL_H

#include <sys/stat.h>
#include <sys/types.h>

#include "out/out.h"

#define OUT_STAGING_ENDING ".scree-staging"
#define OUT_OLD ".scree-old"         /* in the staging folder: files that are replaced, by number */
#define OUT_JOURNAL ".scree-journal" /* in the staging folder: complete, or under another name */

/* So many files can be open when out_begin() has succeeded that removing can never lack them. */
#define OUT_SPARES 6

enum out_action {
    OUT_REPLACE, /* the file exists */
    OUT_NEW,     /* it does not */
    OUT_REMOVE,  /* it exists and goes */
    OUT_MKDIR    /* a folder that is made */
};

struct out_change {
    char *name;
    enum out_action action;
    off_t size;   /* of the new file, with which an undo knows it again */
    time_t mtime; /* likewise */
};

struct out_changes {
    struct out_change *list;
    size_t count, capacity;
};

struct out_id {
    dev_t dev;
    ino_t ino;
};

struct out {
    const char *shown;
    char *root;    /* what names are relative to */
    char *parent;  /* which the staging folder is made in */
    char *staging; /* its path */
    const char *staging_name;
    bool is_folder; /* of a name in parent; else root is parent */
    bool is_scratch;
    bool exists, in_use;
    bool begun;                         /* the staging folder is there and ours */
    bool kept;                          /* and must stay: it holds what undoing needs */
    int parent_fd, staging_fd, root_fd; /* -1: not open. The last two are locked */
    int spares[OUT_SPARES];
    struct out_changes changes;
    struct out_id *inputs;
    size_t input_count, input_capacity;
    struct warn_list warnings;
};

/* ---- out_tree.c ---- */

/* out_tree_open() opens a folder that is no symbolic link; -1. */
int out_tree_open(int at, const char *name);
/* out_tree_parent() opens the folder that the last part of name stands in, below at, following no
 * link; *last is that part. make: folders that are missing are made. -1 with errno. */
int out_tree_parent(int at, const char *name, bool make, const char **last);
/* out_tree_remove() removes name in at, with everything below; false with errno if not all went. */
bool out_tree_remove(int at, const char *name);
/* out_tree_carry() links what `from` holds into `to`, but for the files that out changes: false
 * with nothing lost if it cannot all be linked. late: once more after the exchange, for what others
 * have put there meanwhile. */
bool out_tree_carry(const struct out *out, int from, int to, bool late);
/* Whether the open folder is where another file system begins. */
bool out_tree_is_mount(int fd);

/* ---- out_stage.c ---- */

enum err_code out_stage_make(struct out *out, struct err *err);
/* out_stage_clear() removes a staging folder that nobody has locked, undoing what its journal says:
 * 1 done or there is none, 0 somebody works in it, -1 it cannot be or is not ours. */
int out_stage_clear(int parent, const char *parent_path, const char *name,
                    struct warn_list *warnings);
void out_stage_spare(struct out *out);

/* ---- out_journal.c ---- */

/* out_journal_write() makes the journal of what is about to be done. False with errno. */
bool out_journal_write(const struct out *out);
bool out_journal_remove(int staging);
/* out_journal_exists() says whether there is one to undo. */
bool out_journal_exists(int staging);
/* out_journal_undo() undoes what the journal in the staging folder says and removes it; say_done:
 * and says so. parent_path is for messages. False: it is still there, and warnings say why. */
bool out_journal_undo(int parent, int staging, const char *parent_path, bool say_done,
                      struct warn_list *warnings);

/* ---- out.c ---- */

/* out_name_is_plain() says whether name is relative and has no part that is empty, "." or "..". */
bool out_name_is_plain(const char *name);
/* out_has_change() says whether out changes the file name, but for folders made. */
bool out_has_change(const struct out *out, const char *name);
char *out_join(const char *folder, const char *name);
enum err_code out_fail(struct err *err, const char *path, const char *doing);
enum err_code out_no_memory(struct err *err);
/* out_append() adds a change; the name is copied. */
MUST_USE bool out_append(struct out_changes *changes, const char *name, enum out_action action);
void out_free_changes(struct out_changes *changes);

#endif

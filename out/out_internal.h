/* What the parts of out/ share. */
#ifndef OUT_OUT_INTERNAL_H
#define OUT_OUT_INTERNAL_H

#include <errno.h>
#include <stdint.h>

#include "base/os.h"
#include "out/out.h"

#define OUT_STAGING_ENDING ".scree-staging"
/* All that a run makes in the staging folder begins so; anything else is somebody's, and stays. */
#define OUT_OWN_NAMES ".scree-"
#define OUT_MADE OUT_OWN_NAMES "new"        /* the folder in which the new files are made */
#define OUT_OLD OUT_OWN_NAMES "old"         /* files that are replaced, by number */
#define OUT_OLD_SIZE 32                     /* of the path of one of them */
#define OUT_JOURNAL OUT_OWN_NAMES "journal" /* complete, or under another name */
#define OUT_NOT_PROVEN EINVAL               /* a journal that no run on this disk has written */

/* So many files can be open when out_begin() has succeeded that removing can never lack them. */
#define OUT_SPARES 8

/* A second, in which a run that only clears has long done it. */
#define OUT_LOCK_TRIES 50
#define OUT_LOCK_PAUSE_MS 20

enum out_action {
    OUT_REPLACE, /* the file exists */
    OUT_NEW,     /* it does not */
    OUT_REMOVE,  /* it exists and goes */
    OUT_MKDIR    /* a folder that is made */
};

struct out_change {
    char *name;
    enum out_action action;
    uint64_t old;   /* the number of the file that is replaced or removed */
    uint64_t size;  /* of the new file, with which an undo knows it again */
    int64_t time_s; /* when that was written to, likewise */
};

struct out_changes {
    struct out_change *list;
    size_t count, capacity;
};

struct out {
    const char *shown;
    char *root;    /* what names are relative to: absolute if it is a folder that exists */
    char *parent;  /* which the staging folder is made in */
    char *staging; /* its path */
    const char *staging_name;
    char *made;          /* the path of OUT_MADE in it: where files are written now */
    bool is_folder;      /* of a name in parent; else root is parent */
    bool exists, in_use; /* the target; it is a folder with something in it */
    bool begun;          /* the staging folder is there and ours */
    bool kept;           /* and must stay: it holds what undoing needs */
    struct os_handle in_parent, in_staging, in_made, in_root; /* open folders */
    struct os_handle spares[OUT_SPARES];
    struct out_changes changes;
    struct os_info *inputs;
    size_t input_count, input_capacity;
    struct warn_list warnings; /* of out_begin() and out_commit(); each names its file */
};

/* ---- out_tree.c: results are reasons (base/os.h) ---- */

/* out_tree_parent() opens the folder that the last part of name is in, below at, following no
 * link; *last is that part. make: folders that are missing are made. */
MUST_USE int out_tree_parent(struct os_handle *out, struct os_handle at, const char *name,
                             bool make, const char **last);
/* out_tree_clear() removes the staging folder `name` in at, but for what no run has made: then it
 * stays, and the reason is ENOTEMPTY. */
int out_tree_clear(struct os_handle at, const char *name);
/* out_tree_carry() links what `from` holds into `to`, but for the files that out changes: false
 * with nothing lost if it cannot all be linked. late: once more after the exchange, for what others
 * have put there meanwhile. */
bool out_tree_carry(const struct out *out, struct os_handle from, struct os_handle to, bool late);

/* out_judge() is SCREE_OK for the reason 0, and otherwise os_fail() about the target. */
MUST_USE enum scree_code out_judge(const struct out *out, const char *doing, int reason,
                                   struct scree_error *err);

/* ---- the staging folder ---- */

void out_stage_spare(struct out *out);
/* out_stage_remove() ends it, which must have begun; a reason. */
int out_stage_remove(struct out *out);

/* ---- out_journal.c: results are reasons ---- */

/* out_old_name() is where the old file of entry `number` is kept, from the staging folder. */
void out_old_name(char name[OUT_OLD_SIZE], size_t number);
/* out_journal_write() makes the journal of what is about to be done. */
int out_journal_write(const struct out *out);
int out_journal_remove(struct os_handle staging);
/* out_journal_exists() says whether there is one to undo. */
bool out_journal_exists(struct os_handle staging);
/* out_journal_undo() undoes what the journal in the staging folder says and removes it. ours: it is
 * this run's; any other has to prove where it was written, and what was undone is said. parent_path
 * is for messages. Not 0: it is still there. OUT_NOT_PROVEN: nothing was touched. */
int out_journal_undo(struct os_handle parent, struct os_handle staging, const char *parent_path,
                     bool ours, struct warn_list *warnings);

/* ---- out_changes.c ---- */

/* out_name_is_plain() says whether name is relative and has no part that is empty, ".", ".." or, in
 * small letters or capital ones, ".git", which is not for outputs. */
bool out_name_is_plain(const char *name);
/* out_append() adds a change; the name is copied. */
MUST_USE bool out_append(struct out_changes *changes, const char *name, enum out_action action);
void out_free_changes(struct out_changes *changes);

/* ---- out_target.c ---- */

/* out_split() divides a path: "a/b" is "a" and "b", "b" is "." and "b", "/b" is "/" and "b". The
 * folder is for mem_free(). */
char *out_split(const char *path, const char **name);
/* out_staging_path() is "PARENT/.NAME.scree-staging"; of a long name the beginning and a digest of
 * all. For mem_free(). out_set_staging() makes that out's, false without memory. */
char *out_staging_path(const char *parent, const char *name);
/* Whether a folder holds nothing but one entry, which may be NULL. */
bool out_is_empty_folder(const char *path, const char *but);

#endif

/*
 * The journal of a replacement, file by file. It only ever says how to go back: it is complete
 * before the first file is touched, and removed when the last is in place. .scree-changes is
 *
 *   scree-changes-2
 *   root NUMBER LENGTH NAME       the folder beside the staging folder, or "." for its parent
 *   replace OLD SIZE MTIME LENGTH NAME
 *   new 0 SIZE MTIME LENGTH NAME  size and time of the new file, by which it is known
 *   remove OLD 0 0 LENGTH NAME
 *   mkdir 0 0 0 LENGTH NAME
 *   end COUNT
 *
 * with the numbers of the root and of the old files. The old file of entry number N, from 0, is
 * .scree-old/N in the staging folder, as a second name of it or as its only one. The journal itself,
 *
 *   scree-journal-2 NUMBER SECONDS NANOSECONDS
 *
 * is the identity (base/os.h) of .scree-changes. A copy, be it cloned, unpacked or changed since,
 * has another one, which nobody can foresee: so only what was written here is believed. The disk's
 * own number is not asked for, as it may be another one after a restart. All the same, names are
 * only looked for in the two folders and never in one called .git, and a file that is neither the
 * old nor the new one is left alone.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "out/out_internal.h"

#define FIRST_LINE "scree-changes-2\n"
#define CHANGES OUT_OWN_NAMES "changes"
#define UNFINISHED OUT_OWN_NAMES "journal-new"
#define PROOF_SIZE 96
/* What is kept more coarsely can be guessed. */
#define COARSE_NS 1000000
#define MAX_BYTES ((size_t)1 << 24)
#define MAX_ENTRIES ((size_t)1 << 18)
#define LINE_SIZE 128
#define MAX_DIGITS 20
/* Some file systems keep times to two seconds. */
#define TIME_GRAIN_S 2

static const char *const words[] = {
    [OUT_REPLACE] = "replace", [OUT_NEW] = "new", [OUT_REMOVE] = "remove", [OUT_MKDIR] = "mkdir"};
#define WORD_COUNT (sizeof words / sizeof words[0])

void out_old_name(char name[OUT_OLD_SIZE], size_t number)
{
    snprintf(name, OUT_OLD_SIZE, OUT_OLD "/%zu", number);
}

/* ---- writing ---- */

static int make_text(char **text, size_t *size, const struct out *out)
{
    const struct out_changes *changes = &out->changes;
    const char *root = strcmp(out->root, out->parent) != 0 ? path_base_name(out->root) : ".";
    size_t room = sizeof FIRST_LINE + strlen(root) + 2 * LINE_SIZE;
    for (size_t i = 0; i < changes->count; i++) room += LINE_SIZE + strlen(changes->list[i].name);
    struct os_info info;
    const int reason = os_examine(&info, out->in_root);
    if (reason != 0) return reason;
    if (room > MAX_BYTES || changes->count > MAX_ENTRIES) return E2BIG;
    *text = mem_alloc(room, 1);
    if (*text == NULL) return ENOMEM;
    int used = snprintf(*text, room, FIRST_LINE "root %" PRIu64 " %zu %s\n", info.id.number,
                        strlen(root), root);
    for (size_t i = 0; i < changes->count; i++) {
        const struct out_change *change = &changes->list[i];
        used +=
            snprintf(*text + used, room - (size_t)used,
                     "%s %" PRIu64 " %" PRIu64 " %" PRId64 " %zu %s\n", words[change->action],
                     change->old, change->size, change->time_s, strlen(change->name), change->name);
    }
    used += snprintf(*text + used, room - (size_t)used, "end %zu\n", changes->count);
    *size = (size_t)used;
    return 0;
}

static int write_text(struct os_handle staging, const char *name, const char *text, size_t size)
{
    struct os_handle file;
    int reason = os_create(&file, staging, name, OS_PRIVATE);
    if (reason != 0) return reason;
    reason = os_write(file, text, size);
    if (reason == 0) reason = os_sync(file);
    const int closed = os_close(&file);
    return reason != 0 ? reason : closed;
}

/* The journal of open changes; it proves nothing where instants are coarse. */
static int make_proof(char proof[PROOF_SIZE], struct os_handle changes)
{
    struct os_identity is;
    const int reason = os_identify(&is, changes);
    snprintf(proof, PROOF_SIZE, "scree-journal-2 %" PRIu64 " %" PRId64 " %" PRId64 "\n", is.number,
             is.changed_s, is.changed_ns);
    return reason == 0 && is.changed_ns % COARSE_NS == 0 ? ENOTSUP : reason;
}

int out_journal_write(const struct out *out)
{
    size_t size = 0;
    char *text = NULL, proof[PROOF_SIZE] = "";
    struct os_handle changes;
    int reason = make_text(&text, &size, out);
    if (reason == 0) reason = write_text(out->in_staging, CHANGES, text, size);
    mem_free(text);
    if (reason == 0) reason = os_open_file(&changes, out->in_staging, CHANGES, OS_REFUSE_LINKS);
    if (reason != 0) return reason;
    if (make_proof(proof, changes) != 0)
        proof[0] = '\0'; /* an undo after a kill is not to be had */
    os_close(&changes);
    reason = write_text(out->in_staging, UNFINISHED, proof, strlen(proof));
    if (reason == 0) reason = os_rename(out->in_staging, UNFINISHED, out->in_staging, OUT_JOURNAL);
    if (reason == 0) os_sync(out->in_staging);
    return reason;
}

int out_journal_remove(struct os_handle staging)
{
    /* Of two ways one may still be open. */
    int reason = os_remove(staging, OUT_JOURNAL);
    if (reason != 0) reason = os_rename(staging, OUT_JOURNAL, staging, UNFINISHED);
    if (reason == 0) os_sync(staging);
    return reason;
}

bool out_journal_exists(struct os_handle staging)
{
    struct os_info info;
    return os_look(&info, staging, OUT_JOURNAL, OS_REFUSE_LINKS) == 0;
}

/* ---- reading: whatever is not exactly what is written above is no journal ---- */

struct journal {
    char *text;
    size_t size, at;
    char *root;
    uint64_t root_number;
    struct out_changes changes;
};

static bool is_proven(struct os_handle staging, struct os_handle changes)
{
    char proof[PROOF_SIZE], journal[PROOF_SIZE];
    size_t size = 0;
    struct os_handle file;
    if (make_proof(proof, changes) != 0 ||
        os_open_file(&file, staging, OUT_JOURNAL, OS_REFUSE_LINKS) != 0)
        return false;
    const int reason = os_read(file, 0, journal, sizeof journal, &size);
    os_close(&file);
    return reason == 0 && size == strlen(proof) && memcmp(journal, proof, size) == 0;
}

/* ours: this run has written it, and it needs no proof. */
static bool read_text(struct journal *journal, struct os_handle staging, bool ours)
{
    struct os_handle file;
    struct os_info info;
    bool good = false;
    if (os_open_file(&file, staging, CHANGES, OS_REFUSE_LINKS) != 0) return false;
    if (os_examine(&info, file) == 0 && info.kind == OS_FILE && info.size <= MAX_BYTES &&
        (ours || is_proven(staging, file)))
        journal->text = mem_alloc((size_t)info.size + 1, 1);
    if (journal->text != NULL)
        good = os_read(file, 0, journal->text, (size_t)info.size, &journal->size) == 0 &&
               journal->size == info.size;
    os_close(&file);
    return good;
}

static bool take_text(struct journal *journal, const char *text)
{
    const size_t length = strlen(text);
    if (journal->size - journal->at < length ||
        memcmp(journal->text + journal->at, text, length) != 0)
        return false;
    journal->at += length;
    return true;
}

/* A whole number without a sign, then the character `after`. */
static bool take_number(struct journal *journal, uint64_t *number, char after)
{
    const size_t start = journal->at;
    *number = 0;
    while (journal->at < journal->size && journal->at - start < MAX_DIGITS) {
        const char c = journal->text[journal->at];
        if (c < '0' || c > '9') break;
        *number = *number * 10 + (uint64_t)(c - '0');
        journal->at++;
    }
    if (journal->at == start || journal->at == journal->size) return false;
    return journal->text[journal->at++] == after;
}

/* "LENGTH NAME\n" */
static char *take_name(struct journal *journal)
{
    uint64_t length;
    if (!take_number(journal, &length, ' ') || length == 0 ||
        length >= journal->size - journal->at ||
        memchr(journal->text + journal->at, '\0', (size_t)length) != NULL ||
        journal->text[journal->at + (size_t)length] != '\n')
        return NULL;
    char *name = mem_text(journal->text + journal->at, (size_t)length);
    if (name != NULL) journal->at += (size_t)length + 1;
    return name;
}

static bool take_change(struct journal *journal, enum out_action action)
{
    uint64_t old, size, time_s;
    if (!take_text(journal, words[action]) || !take_text(journal, " ")) return false;
    if (!take_number(journal, &old, ' ') || !take_number(journal, &size, ' ') ||
        !take_number(journal, &time_s, ' '))
        return false;
    char *name = take_name(journal);
    const bool good = name != NULL && out_name_is_plain(name) &&
                      journal->changes.count < MAX_ENTRIES &&
                      out_append(&journal->changes, name, action);
    mem_free(name);
    if (!good) return false;
    struct out_change *change = &journal->changes.list[journal->changes.count - 1];
    change->old = old;
    change->size = size;
    change->time_s = (int64_t)time_s;
    return true;
}

static bool parse(struct journal *journal)
{
    if (!take_text(journal, FIRST_LINE "root ") ||
        !take_number(journal, &journal->root_number, ' '))
        return false;
    journal->root = take_name(journal);
    if (journal->root == NULL || strchr(journal->root, '/') != NULL ||
        (strcmp(journal->root, ".") != 0 && !out_name_is_plain(journal->root)))
        return false;
    size_t before = journal->at;
    for (bool more = true; more;) {
        before = journal->at;
        more = false;
        for (size_t w = 0; w < WORD_COUNT && !more; w++) {
            journal->at = before;
            more = take_change(journal, (enum out_action)w);
        }
    }
    char last[LINE_SIZE];
    journal->at = before;
    snprintf(last, sizeof last, "end %zu\n", journal->changes.count);
    return take_text(journal, last) && journal->at == journal->size;
}

static void free_journal(struct journal *journal)
{
    mem_free(journal->text);
    mem_free(journal->root);
    out_free_changes(&journal->changes);
}

/* ---- going back ---- */

static bool is_new_file(const struct os_info *info, const struct out_change *change)
{
    const int64_t apart = info->written_s - change->time_s;
    return info->kind == OS_FILE && info->size == change->size && apart >= -TIME_GRAIN_S &&
           apart <= TIME_GRAIN_S;
}

struct undo {
    struct os_handle root, staging;
    const char *shown; /* of the root, for messages */
    struct warn_list *warnings;
};

static void leave(const struct undo *undo, const char *name)
{
    warn_add(undo->warnings, SCREE_NO_OFFSET,
             "%.100s: %.100s was changed after an interrupted run: it is kept as it is",
             undo->shown, name);
}

/* What is not the new file any more stays. */
static int undo_new(const struct undo *undo, const struct out_change *change,
                    struct os_handle folder, const char *last)
{
    struct os_info now, made;
    char *path = path_join(OUT_MADE, change->name);
    if (path == NULL) return ENOMEM;
    const bool there = os_look(&now, folder, last, OS_REFUSE_LINKS) == 0;
    const bool moved = os_look(&made, undo->staging, path, OS_REFUSE_LINKS) != 0;
    mem_free(path);
    if (!there || !moved) return 0;
    if (is_new_file(&now, change)) return os_remove(folder, last);
    leave(undo, change->name);
    return 0;
}

static int undo_old(const struct undo *undo, const struct out_change *change,
                    const struct os_info *old, const char *kept, struct os_handle folder,
                    const char *last)
{
    struct os_info now;
    const bool there = os_look(&now, folder, last, OS_REFUSE_LINKS) == 0;
    if (there && os_is_same(&now, old)) return 0; /* still in its place */
    const bool free = !there || (change->action == OUT_REPLACE && is_new_file(&now, change));
    if (free && old->id.number == change->old) return os_rename(undo->staging, kept, folder, last);
    leave(undo, change->name);
    return 0;
}

/* One file; not 0 if it could not be brought back. */
static int undo_file(const struct undo *undo, const struct out_change *change, size_t number)
{
    char kept[OUT_OLD_SIZE];
    out_old_name(kept, number);
    struct os_info old = {0};
    struct os_handle folder;
    const char *last;
    const bool is_new = change->action == OUT_NEW;
    if (!is_new && os_look(&old, undo->staging, kept, OS_REFUSE_LINKS) != 0)
        return 0; /* not reached, or back already */
    int reason = out_tree_parent(&folder, undo->root, change->name, !is_new, &last);
    if (reason != 0) return is_new && (reason == ENOENT || reason == ENOTDIR) ? 0 : reason;
    reason = is_new ? undo_new(undo, change, folder, last)
                    : undo_old(undo, change, &old, kept, folder, last);
    if (reason == 0) os_sync(folder);
    os_close(&folder);
    return reason;
}

/* A folder that was made is removed if it is empty. */
static void undo_folder(const struct undo *undo, const char *name)
{
    const char *last;
    struct os_handle folder;
    if (out_tree_parent(&folder, undo->root, name, false, &last) != 0) return;
    os_remove_folder(folder, last);
    os_close(&folder);
}

static int undo_all(const struct undo *undo, const struct out_changes *changes)
{
    const struct out_change *list = changes->list;
    for (size_t i = changes->count; i-- > 0;) {
        const int reason = list[i].action != OUT_MKDIR ? undo_file(undo, &list[i], i) : 0;
        if (reason == 0) continue;
        warn_add(undo->warnings, SCREE_NO_OFFSET,
                 "%.100s: %.80s cannot be put back: %s; the next run tries again", undo->shown,
                 list[i].name, os_text(reason));
        return reason;
    }
    for (size_t i = changes->count; i-- > 0;)
        if (list[i].action == OUT_MKDIR) undo_folder(undo, list[i].name);
    return 0;
}

/* Opens the root, if it is the one that the journal is of. */
static int open_root(struct undo *undo, struct os_handle parent, const struct journal *journal)
{
    struct os_info info;
    const int reason = os_open_folder(&undo->root, parent, journal->root, OS_REFUSE_LINKS);
    if (reason != 0) return reason;
    return os_examine(&info, undo->root) == 0 && info.id.number == journal->root_number
               ? 0
               : OUT_NOT_PROVEN;
}

int out_journal_undo(struct os_handle parent, struct os_handle staging, const char *parent_path,
                     bool ours, struct warn_list *warnings)
{
    struct journal journal = {0};
    struct undo undo = {.staging = staging, .shown = parent_path, .warnings = warnings};
    char *shown = NULL;
    int reason = OUT_NOT_PROVEN;
    if (!read_text(&journal, staging, ours) || !parse(&journal)) goto done;
    const bool beside = strcmp(journal.root, ".") == 0;
    shown = path_join(beside ? NULL : parent_path, beside ? parent_path : journal.root);
    if (shown != NULL) undo.shown = shown;
    reason = open_root(&undo, parent, &journal);
    const bool gone = reason == ENOENT; /* somebody took the folder away, with what was in it */
    if (reason == 0) reason = undo_all(&undo, &journal.changes);
    if (reason == 0 || gone) reason = out_journal_remove(staging);
    if (reason == 0 && !ours && !gone)
        warn_add(warnings, SCREE_NO_OFFSET,
                 "%.150s: an interrupted run was undone: the earlier files are back", undo.shown);

done:
    os_close(&undo.root);
    mem_free(shown);
    free_journal(&journal);
    return reason;
}

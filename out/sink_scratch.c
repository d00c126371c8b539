/* Bytes that wait: a file in the staging folder, which goes with it whatever happens, or memory. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "out/out_internal.h"
#include "out/sink_internal.h"

#define HELD_AT_MOST ((size_t)1 << 20) /* before there is a file */

struct sink_scratch {
    char *path; /* NULL: in memory */
    struct os_handle file;
    bool has_file;
    struct grow held; /* what the file does not have: from byte `written` on */
    uint64_t written;
};

enum scree_code sink_scratch_create(struct sink_scratch **out, struct sink *sink,
                                    struct scree_error *err)
{
    *out = NULL;
    struct sink_scratch *scratch;
    RETURN_IF_ERR(MEM_NEED(&scratch, 1, sizeof *scratch, err));
    if (sink->place_count > 0) {
        char name[32];
        snprintf(name, sizeof name, OUT_OWN_NAMES "scratch-%u",
                 atomic_fetch_add(&sink->scratches, 1));
        scratch->path = path_join(sink->places[0].out->staging, name);
        if (scratch->path == NULL) {
            mem_free(scratch);
            return err_no_memory(err);
        }
    }
    *out = scratch;
    return SCREE_OK;
}

static enum scree_code fail(struct scree_error *err, int reason)
{
    return err_set(err, SCREE_CANNOT_WRITE, "cannot keep what has to wait: %s", os_text(reason));
}

/* Writes what is held. */
static enum scree_code pour(struct sink_scratch *scratch, struct scree_error *err)
{
    int reason = 0;
    if (!scratch->has_file) {
        reason = os_create(&scratch->file, OS_HERE, scratch->path, OS_PRIVATE);
        scratch->has_file = reason == 0;
    }
    if (reason == 0) reason = os_write(scratch->file, scratch->held.text, scratch->held.size);
    if (reason != 0) return fail(err, reason);
    scratch->written += scratch->held.size;
    scratch->held.size = 0;
    return SCREE_OK;
}

enum scree_code sink_scratch_put(struct sink_scratch *scratch, const void *data, size_t size,
                                 struct scree_error *err)
{
    const size_t held = scratch->held.size;
    if (scratch->path != NULL && held > 0 && held + size > HELD_AT_MOST)
        RETURN_IF_ERR(pour(scratch, err));
    grow_put(&scratch->held, data, size);
    return scratch->held.failed ? err_no_memory(err) : SCREE_OK;
}

enum scree_code sink_scratch_get(struct sink_scratch *scratch, uint64_t at, void *out, size_t size,
                                 struct scree_error *err)
{
    uint8_t *to = out;
    if (at < scratch->written) {
        const uint64_t left = scratch->written - at;
        const size_t some = left < size ? (size_t)left : size;
        size_t got = 0;
        const int reason = os_read(scratch->file, at, to, some, &got);
        if (reason != 0) return fail(err, reason);
        if (got != some)
            return err_set(err, SCREE_CANNOT_WRITE, "what had to wait on the disk was cut short");
        at += some;
        to += some;
        size -= some;
    }
    if (size > 0) memcpy(to, scratch->held.text + (at - scratch->written), size);
    return SCREE_OK;
}

void sink_scratch_free(struct sink_scratch *scratch)
{
    if (scratch == NULL) return;
    if (scratch->has_file) {
        os_close(&scratch->file);
        os_remove(OS_HERE, scratch->path);
    }
    mem_free(scratch->path);
    grow_free(&scratch->held);
    mem_free(scratch);
}

/*
 * A zip written to a stream, from the front to the back: nothing is read again and nothing is
 * patched, so it may go to a file, a pipe or memory.
 *
 * An entry's packed bytes are held up to OUT_ZIP_HOLD, so that its header can tell their size, as
 * every reader likes it; a larger entry is passed on as it comes, and its sizes follow it in a data
 * descriptor. Entries, and the whole, may pass 4 GiB (zip64). Dates and rights are fixed: equal
 * entries give equal bytes with one version of zlib.
 *
 * Memory: OUT_ZIP_HOLD at most, 300 KiB for the compressor, and 100 bytes and the name an entry.
 * Threads: one at a time.
 * Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 (records), 4.4 (fields) and 4.5.3 (zip64).
 */
#ifndef OUT_OUT_ZIP_H
#define OUT_OUT_ZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/stream.h"

#define OUT_ZIP_HOLD ((size_t)1 << 25)
#define OUT_ZIP_MAX_NAME 65535

struct out_zip;

/* out_zip_create() starts a zip at the stream's place. On success *out is for out_zip_finish() or
 * out_zip_abort(), on failure it is NULL. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_zip_create(struct out_zip **out, struct stream *to,
                                        struct scree_error *err);

/*
 * out_zip_begin() starts an entry; its bytes go to *entry, which lives until out_zip_end(). name is
 * UTF-8 with '/' between folders and is told apart from others by the caller. packed false: stored
 * as it is, for what is compressed already. SCREE_BAD_ARGUMENT: the name is empty or too long; SCREE_CANNOT_WRITE,
 * SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code out_zip_begin(struct out_zip *zip, const char *name, bool packed,
                                       struct stream **entry, struct scree_error *err);
MUST_USE enum scree_code out_zip_end(struct out_zip *zip, struct scree_error *err);

/* out_zip_finish() writes the list of entries and frees, also on failure. */
MUST_USE enum scree_code out_zip_finish(struct out_zip *zip, struct scree_error *err);
/* out_zip_abort() frees; what was written is no zip. NULL is allowed. */
void out_zip_abort(struct out_zip *zip);

#endif

#include "cli/export/zip.h"

#ifdef SCREE_HAVE_ZIP

#include <string.h>
#include <zip.h>

#include "cli/signals.h"

#define DOS_DATE (1 << 5 | 1) /* 1 January 1980, the first day there is */
#define PLAIN_FILE ((zip_uint32_t)0100644 << 16)

bool zip_available(void)
{
    return true;
}

/* As cancel callback: anything but 0 stops the packing. */
static int interrupted(zip_t *archive, void *context)
{
    (void)archive;
    (void)context;
    return signals_pending() != 0;
}

static bool add(zip_t *archive, const char *name, const char *path)
{
    zip_source_t *source = zip_source_file(archive, path, 0, -1);
    if (source == NULL) return false;
    const zip_int64_t index = zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    const zip_uint64_t at = (zip_uint64_t)index;
    /* A PNG is compressed already. */
    const size_t length = strlen(name);
    const bool png = length > 4 && strcmp(name + length - 4, ".png") == 0;
    return zip_set_file_compression(archive, at, png ? ZIP_CM_STORE : ZIP_CM_DEFLATE,
                                    png ? 0 : 9) == 0 &&
           zip_file_set_dostime(archive, at, 0, DOS_DATE, 0) == 0 &&
           zip_file_set_external_attributes(archive, at, 0, ZIP_OPSYS_UNIX, PLAIN_FILE) == 0;
}

enum err_code zip_write_files(const char *path, char *const *names, char *const *paths,
                              size_t count, struct err *err)
{
    int reason = 0;
    zip_t *archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &reason);
    if (archive == NULL) {
        zip_error_t error;
        zip_error_init_with_code(&error, reason);
        err_set(err, ERR_WRITE, ERR_NO_OFFSET, "cannot start a zip: %s",
                zip_error_strerror(&error));
        zip_error_fini(&error);
        return ERR_WRITE;
    }
    bool good = true;
    for (size_t i = 0; good && i < count; i++) good = add(archive, names[i], paths[i]);
    zip_register_cancel_callback_with_state(archive, interrupted, NULL, NULL);
    if (good && zip_close(archive) == 0) return ERR_OK;
    err_set(err, ERR_WRITE, ERR_NO_OFFSET, "cannot write the zip: %s", zip_strerror(archive));
    zip_discard(archive);
    return ERR_WRITE;
}

#else

bool zip_available(void)
{
    return false;
}

enum err_code zip_write_files(const char *path, char *const *names, char *const *paths,
                              size_t count, struct err *err)
{
    (void)path, (void)names, (void)paths, (void)count;
    return err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET, "this scree was built without libzip");
}

#endif

/*
 * Runs a fuzz target over every file of the folders given as arguments, as an ordinary test.
 * Fails if a folder holds no file, so that a moved corpus cannot pass silently.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *path)
{
    struct scree_bytes bytes;
    struct scree_error err = SCREE_ERROR_INIT;
    if (file_read(&bytes, path, UINT64_C(1) << 30, &err) != SCREE_OK) {
        char text[ERR_TEXT_SIZE];
        fprintf(stderr, "%s\n", err_format(text, sizeof text, &err));
        return 1;
    }
    LLVMFuzzerTestOneInput(bytes.data, bytes.size);
    file_bytes_free(&bytes);
    return 0;
}

static int run_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        fprintf(stderr, "%s: cannot open\n", folder);
        return 1;
    }
    unsigned files = 0;
    int failed = 0;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        struct stat info;
        if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) continue;
        failed |= run_file(path);
        files++;
    }
    closedir(dir);
    printf("%s: %u files\n", folder, files);
    return failed | (files == 0);
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    for (int i = 1; i < argc; i++) failed |= run_folder(argv[i]);
    return failed;
}

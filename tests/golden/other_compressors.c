/* To be preloaded: libdeflate and zlib as other versions of them would be, which find other matches.
 * What they compress is the same. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include <zlib.h>

#define OTHER_LEVEL 1

static void get(void *out, size_t size, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(out, &found, size);
}

struct libdeflate_compressor *libdeflate_alloc_compressor(int level);
struct libdeflate_compressor *libdeflate_alloc_compressor(int level)
{
    struct libdeflate_compressor *(*real)(int);
    get(&real, sizeof real, __func__);
    return real(level > OTHER_LEVEL ? OTHER_LEVEL : level);
}

int deflateInit2_(z_streamp stream, int level, int method, int bits, int memory, int strategy,
                  const char *version, int size)
{
    int (*real)(z_streamp, int, int, int, int, int, const char *, int);
    get(&real, sizeof real, __func__);
    return real(stream, level > OTHER_LEVEL ? OTHER_LEVEL : level, method, bits, memory, strategy,
                version, size);
}

/* image/zlib_rle.c against zlib: the first byte chooses the distance and how often the rest, which
 * is small, is repeated; what comes back must be what went in, with one thread all at once and with
 * two piece by piece. */
#include <stdint.h>
#include <string.h>

#include <zlib.h>

#include "tests/deflated.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t input_size);

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t input_size)
{
    if (input_size < 2) return 0;
    const unsigned distance = 1 + input[0] % 4;
    const size_t part = input_size - 1, times = (size_t)1 << (input[0] / 4 % 16);
    if (part * times > ((size_t)1 << 20)) return 0;
    const size_t size = part * times, room = image_zlib_bound(size);
    uint8_t *data = mem_alloc(size, 1), *out = mem_alloc(room, 1), *other = mem_alloc(room, 1);
    uint8_t *back = mem_alloc(size, 1);
    REQUIRE(data != NULL && out != NULL && other != NULL && back != NULL);
    for (size_t i = 0; i < size; i++) data[i] = input[1 + i % part];
    const size_t used = deflated(out, data, size, distance, 1, size);
    REQUIRE(used > 0 && used <= room);
    REQUIRE(deflated(other, data, size, distance, 2, IMAGE_ZLIB_PIECE) == used);
    REQUIRE(memcmp(out, other, used) == 0);
    uLongf back_size = size;
    REQUIRE(uncompress(back, &back_size, out, used) == Z_OK);
    REQUIRE(back_size == size && memcmp(back, data, size) == 0);
    mem_free(data);
    mem_free(out);
    mem_free(other);
    mem_free(back);
    return 0;
}

/* A tree of the two rarest joined again and again, then its lengths cut, then codes in the order
 * that deflate gives them. */
#include "image/huffman.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS IMAGE_HUFFMAN_SYMBOLS
#define MAX_BITS IMAGE_HUFFMAN_MAX_BITS

/* Of leaves: a count, above 16 bits of the symbol that occurs so often. */
static int by_count(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* How many codes there are of each length, for leaves that rise in count: a tree from two queues,
 * leaves and joints, its depths from the root down. */
static void count_lengths(uint32_t of_length[MAX_BITS + 1], const uint64_t *leaves, uint32_t n)
{
    uint32_t weight[SYMBOLS], parent[SYMBOLS], leaf_parent[SYMBOLS], depth[SYMBOLS];
    uint32_t leaf = 0, joint = 0;
    for (uint32_t made = 0; made + 1 < n; made++) {
        weight[made] = 0;
        for (int child = 0; child < 2; child++) {
            const bool is_leaf = joint >= made || (leaf < n && leaves[leaf] >> 16 <= weight[joint]);
            weight[made] += is_leaf ? (uint32_t)(leaves[leaf] >> 16) : weight[joint];
            *(is_leaf ? &leaf_parent[leaf++] : &parent[joint++]) = made;
        }
    }
    depth[n - 2] = 0;
    for (uint32_t k = n - 2; k-- > 0;) depth[k] = depth[parent[k]] + 1;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t length = depth[leaf_parent[i]] + 1;
        of_length[length < MAX_BITS ? length : MAX_BITS]++;
    }
    /* Cut codes take more room than there is: a shorter one is split to pay for one of them. */
    uint32_t room = 0;
    for (uint32_t l = 1; l <= MAX_BITS; l++) room += of_length[l] << (MAX_BITS - l);
    for (; room > 1u << MAX_BITS; room--) {
        uint32_t l = MAX_BITS - 1;
        while (of_length[l] == 0) l--;
        of_length[l]--;
        of_length[l + 1] += 2;
        of_length[MAX_BITS]--;
    }
}

uint32_t image_huffman_reversed(uint32_t bits, uint32_t length)
{
    uint32_t out = 0;
    for (uint32_t i = 0; i < length; i++) out |= (bits >> i & 1) << (length - 1 - i);
    return out;
}

void image_huffman_make(struct image_huffman *code, const uint32_t counts[SYMBOLS])
{
    uint64_t leaves[SYMBOLS];
    uint32_t n = 0;
    for (uint32_t s = 0; s < SYMBOLS; s++)
        if (counts[s] > 0) leaves[n++] = (uint64_t)counts[s] << 16 | s;
    assert(n >= 2); /* a byte or a match, and the end */
    qsort(leaves, n, sizeof leaves[0], by_count);
    uint32_t of_length[MAX_BITS + 1] = {0};
    count_lengths(of_length, leaves, n);
    memset(code, 0, sizeof *code);
    uint32_t next = 0, bits = 0;
    for (uint32_t l = MAX_BITS; l > 0; l--)
        for (uint32_t i = 0; i < of_length[l]; i++)
            code->length[leaves[next++] & 0xffff] = (uint8_t)l;
    for (uint32_t l = 1; l <= MAX_BITS; l++, bits <<= 1)
        for (uint32_t s = 0; s < SYMBOLS; s++)
            if (code->length[s] == l) code->bits[s] = (uint16_t)image_huffman_reversed(bits++, l);
}

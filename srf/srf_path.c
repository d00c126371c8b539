#include "srf/srf_table.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* Room for "layer 4294967295". */
#define PART_SIZE 24

static const char *part_of_path(char own[PART_SIZE], const struct srf_layer *layer)
{
    if (layer->name != NULL && layer->name[0] != '\0') return layer->name;
    snprintf(own, PART_SIZE, "layer %lu", (unsigned long)layer->index);
    return own;
}

/* Parts are placed from the leaf upwards, because layers know their parents; the length of the
 * whole path, counted first, says where each begins. */
char *srf_layer_path(char *out, size_t size, const struct srf_layer *layer)
{
    char own[PART_SIZE];
    size_t length = 0;
    for (const struct srf_layer *at = layer; at != NULL; at = at->parent)
        length += strlen(part_of_path(own, at)) + (at->parent != NULL);

    size_t end = length;
    for (const struct srf_layer *at = layer; at != NULL; at = at->parent) {
        const char *part = part_of_path(own, at);
        const size_t part_length = strlen(part);
        const size_t begin = end - part_length;
        if (begin < size)
            memcpy(out + begin, part, part_length < size - begin ? part_length : size - begin);
        if (at->parent != NULL) {
            if (begin - 1 < size) out[begin - 1] = '/';
            end = begin - 1;
        }
    }

    if (length < size) {
        out[length] = '\0';
    } else {
        size_t cut = size - 1;
        while (cut > 0 && text_continues(out[cut])) cut--;
        out[cut] = '\0';
    }
    return out;
}

char *srf_layer_label(char out[SRF_LABEL_SIZE], const struct srf_layer *layer)
{
    static const char more[] = "...";
    const size_t more_length = sizeof more - 1;
    char own[PART_SIZE];
    size_t begin = SRF_LABEL_SIZE - 1; /* out[begin ..) is filled */
    bool whole = true;
    out[begin] = '\0';
    for (const struct srf_layer *at = layer; at != NULL && whole; at = at->parent) {
        const char *part = part_of_path(own, at);
        for (size_t i = strlen(part); i > 0 && whole; i--) {
            if (begin > more_length)
                out[--begin] = part[i - 1];
            else
                whole = false;
        }
        if (whole && at->parent != NULL) {
            if (begin > more_length)
                out[--begin] = '/';
            else
                whole = false;
        }
    }
    if (!whole) {
        while (text_continues(out[begin])) begin++;
        begin -= more_length;
        memcpy(out + begin, more, more_length);
    }
    memmove(out, out + begin, SRF_LABEL_SIZE - begin);
    for (char *c = out; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    return out;
}

/* Whether the layer's path is the text, or ends with it behind a '/'. */
static bool path_ends_with(const struct srf_layer *layer, const char *text, bool whole)
{
    char own[PART_SIZE];
    size_t left = strlen(text);
    for (const struct srf_layer *at = layer; at != NULL; at = at->parent) {
        const char *part = part_of_path(own, at);
        const size_t length = strlen(part);
        if (length > left || memcmp(text + left - length, part, length) != 0) return false;
        left -= length;
        if (left == 0) return !whole || at->parent == NULL;
        if (text[left - 1] != '/') return false;
        left--;
    }
    return false;
}

/* The number behind '#', UINT32_MAX if the text is not of that form. */
static uint32_t read_index(const char *text)
{
    uint64_t index = 0;
    if (text[0] != '#' || text[1] == '\0') return UINT32_MAX;
    for (const char *c = text + 1; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || index > UINT32_MAX) return UINT32_MAX;
        index = index * 10 + (uint64_t)(*c - '0');
    }
    return index < UINT32_MAX ? (uint32_t)index : UINT32_MAX;
}

size_t srf_find_layers(const struct srf_layer **out, size_t capacity, const struct srf_map *map,
                       const char *text)
{
    const uint32_t index = read_index(text);
    if (index < map->layer_count) {
        if (capacity > 0) out[0] = map->layers[index];
        return 1;
    }
    const bool whole = text[0] == '/';
    size_t count = 0;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        if (!path_ends_with(map->layers[i], whole ? text + 1 : text, whole)) continue;
        if (count < capacity) out[count] = map->layers[i];
        count++;
    }
    return count;
}

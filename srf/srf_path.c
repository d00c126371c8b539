#include "srf/srf_parts.h"

#include <stdio.h>
#include <string.h>

/* Room for "layer 4294967295". */
#define PART_SIZE 24

static const char *part_of_path(char own[PART_SIZE], const struct srf_layer *layer)
{
    if (layer->name != NULL && layer->name[0] != '\0') return layer->name;
    snprintf(own, PART_SIZE, "layer %lu", (unsigned long)layer->index);
    return own;
}

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
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
        while (cut > 0 && continues_character(out[cut])) cut--;
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
        while (continues_character(out[begin])) begin++;
        begin -= more_length;
        memcpy(out + begin, more, more_length);
    }
    memmove(out, out + begin, SRF_LABEL_SIZE - begin);
    for (char *c = out; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    return out;
}

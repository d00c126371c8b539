#include "cli/info/info.h"

#include <math.h>
#include <string.h>

double info_degrees(double gradient)
{
    return atan(gradient) * (180.0 / 3.14159265358979323846);
}

bool info_hidden_by_altitude(const struct srf_layer *layer, const struct info_scale *scale)
{
    if (scale->ranges == NULL || layer->parent == NULL) return false;
    const bool above =
        layer->alte[0] >= 0.5f && (double)layer->altl[0] >= scale->ranges->altitude_max_tu;
    const bool below =
        layer->alte[1] >= 0.5f && (double)layer->altl[1] <= scale->ranges->altitude_min_tu;
    return above || below;
}

/* What may stand in a container, each marker padded to 4. */
static const struct {
    const char *container, *children;
} known[] = {
    {"SRFL", "SRFL NAME TERM DENS"},
    {"TERM", "DIFP DIFC BMAM BMTX MTER"},
    {"DENS", "DNSP VARI VART COVR ALTE ALTL ALTF SLPE SLPL SLPF SMSZ"},
    {"BMTX", "NAME SETT"},
    {"VART", "NAME SETT"},
    {"SETT", "ORIG NEGA ISOL VARI"},
};

static void upper_marker(char out[5], const char *marker)
{
    memset(out, 0, 5);
    for (int i = 0; i < 4 && marker[i] != '\0'; i++)
        out[i] = marker[i] >= 'a' && marker[i] <= 'z' ? (char)(marker[i] - 'a' + 'A') : marker[i];
}

static bool is_known(const char *container, const char *marker)
{
    char wanted[5], place[5];
    upper_marker(wanted, marker);
    upper_marker(place, container);
    if (strlen(wanted) != 4 || strchr(wanted, ' ') != NULL) return false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].container, place) == 0)
            return strstr(known[i].children, wanted) != NULL;
    return false;
}

struct search {
    struct info_chunk *out;
    size_t capacity, count;
};

static void add_chunk(struct search *search, const struct srf_chunk *chunk,
                      const struct srf_layer *layer)
{
    if (search->count < search->capacity)
        search->out[search->count] = (struct info_chunk){chunk, layer};
    search->count++;
}

/* Chunks in a layer but not in its child layers; the format nests four deep. */
static void search_layer(struct search *search, const struct srf_chunk *container,
                         const struct srf_layer *layer)
{
    for (const struct srf_chunk *c = container->first_child; c != NULL; c = c->next) {
        char marker[5];
        upper_marker(marker, c->marker);
        if (!is_known(container->marker, c->marker))
            add_chunk(search, c, layer);
        else if (c->container && strcmp(marker, "SRFL") != 0)
            search_layer(search, c, layer);
    }
}

size_t info_unknown_chunks(struct info_chunk *out, size_t capacity, const struct srf_map *map)
{
    struct search search = {out, capacity, 0};
    for (const struct srf_chunk *c = map->first_chunk; c != NULL; c = c->next)
        if (map->container == SRF_FILE_SRF && c != map->root->chunk) add_chunk(&search, c, NULL);
    for (uint32_t i = 0; i < map->layer_count; i++)
        search_layer(&search, map->layers[i]->chunk, map->layers[i]);
    return search.count;
}

char *info_unit_source(char *out, size_t size, const struct load_file *file)
{
    say_words(out, size, file->heights.scale_source);
    if (strncmp(out, "--", 2) == 0) out[strcspn(out, " ")] = '\0'; /* without its value */
    return out;
}

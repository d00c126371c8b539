/* Surface maps as files of any form. */
#include "base/path.h"
#include "base/text.h"
#include "srf/srf.h"
#include "srf/srf_table.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *ending;
    int form;
} endings[] = {
    {".srf.json", SCREE_SURFACE_TEXT}, {".srf", SCREE_SURFACE_SRF}, {".tgw", SCREE_SURFACE_TGW}};

int srf_form_of_name(const char *name)
{
    const char *base = path_base_name(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (text_ends_like(base, endings[i].ending)) return endings[i].form;
    return SCREE_NO_FORM;
}

int srf_form(const struct srf_map *map)
{
    if (map->source != NULL) return SCREE_SURFACE_TEXT;
    return map->container == SRF_FILE_TGW ? SCREE_SURFACE_TGW : SCREE_SURFACE_SRF;
}

/* The names of layers with limits of the text form's own, as many as fit; how many there are. */
static size_t limited_names(char *out, size_t size, const struct srf_map *map)
{
    size_t found = 0, used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < map->layer_count; i++) {
        char label[SRF_LABEL_SIZE], more[SRF_LABEL_SIZE + 8];
        if (!srf_is_limited(map->layers[i])) continue;
        srf_layer_label(label, map->layers[i]);
        snprintf(more, sizeof more, "%s\"%s\"", found++ > 0 ? ", " : "", label);
        if (used + strlen(more) < size) {
            memcpy(out + used, more, strlen(more) + 1);
            used += strlen(more);
        }
    }
    return found;
}

static enum scree_code check_limits(const struct srf_map *map, struct scree_error *err)
{
    char names[192];
    const size_t found = limited_names(names, sizeof names, map);
    if (found == 0) return SCREE_OK;
    return err_set_option(err, "form",
                          "a .srf has limits of altitude and slope only, and %zu layer%s ha%s "
                          "others, %s: write a .srf.json, bake masks of these layers, or take the "
                          "limits out",
                          found, found == 1 ? "" : "s", found == 1 ? "s" : "ve", names);
}

/* What the file of Terragen cannot hold. */
static enum scree_code check_file(const struct srf_map *map, struct scree_error *err)
{
    char names[192];
    if (map->unresolved > 0)
        return err_set_option(err, "terrain",
                              "has %lu number%s in units relative to the terrain, which a .srf "
                              "cannot hold: give {terrain}%s",
                              (unsigned long)map->unresolved, map->unresolved == 1 ? "" : "s",
                              (map->units & SRF_USES_SHARES) == 0 ? " or {cell_m}" : "");
    RETURN_IF_ERR(check_limits(map, err));
    if (srf_wide_names(names, sizeof names, map) == 0) return SCREE_OK;
    return err_set_option(err, "form",
                          "a .srf holds the letters of western Europe only (Windows-1252), not "
                          "those of %s: give these layers other names",
                          names);
}

static enum scree_code write_map(struct scree_bytes *out, const struct srf_map *map, bool alone,
                                 struct scree_error *err)
{
    if (!alone || map->container != SRF_FILE_TGW) return srf_write_memory(out, map, err);
    struct srf_map *extracted;
    RETURN_IF_ERR(srf_extract(&extracted, map, err));
    const enum scree_code code = srf_write_memory(out, extracted, err);
    srf_free(extracted);
    return code;
}

enum scree_code srf_write_form(struct scree_bytes *out, const struct srf_map *map, int form,
                               struct scree_error *err)
{
    if (form == SCREE_SURFACE_SRF || form == SCREE_SURFACE_TGW) RETURN_IF_ERR(check_file(map, err));
    const struct srf_text_options options = {.sliders = form == SCREE_SURFACE_TEXT_SLIDERS};
    switch (form) {
    case SCREE_SURFACE_SRF:
        return write_map(out, map, true, err);
    case SCREE_SURFACE_TGW:
        if (map->container == SRF_FILE_TGW) return write_map(out, map, false, err);
        return err_set_option(err, "form",
                              "a .tgw holds a whole world and this is a surface map alone; write "
                              "it as .srf or .srf.json");
    case SCREE_SURFACE_TEXT:
    case SCREE_SURFACE_TEXT_SLIDERS:
        return srf_to_text(out, map, &options, err);
    default:
        return err_set_option(err, "form", "%d is not an enum scree_surface_form", form);
    }
}

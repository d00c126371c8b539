/* Meshes of a list that no model of the catalogue has. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "plants/plants.h"

static const char *mesh_of(const struct plants_model *model, bool ror)
{
    return ror ? model->ror_mesh : model->beamng_shape;
}

#define STEM 64 /* of a name, as many bytes as base/suggest.h looks at */

/* The name of a mesh without its folder and ending. */
static void take_stem(char out[STEM], const char *mesh)
{
    const char *slash = strrchr(mesh, '/'), *name = slash != NULL ? slash + 1 : mesh;
    const char *dot = strrchr(name, '.');
    const size_t length = dot != NULL ? (size_t)(dot - name) : strlen(name);
    snprintf(out, STEM, "%.*s", length < STEM ? (int)length : STEM - 1, name);
}

/* The mesh itself if the catalogue has it; else the catalogue's that is meant if the name is a slip,
 * whatever the folder; else that of the species' model, NULL if it has none. */
static const char *nearest(const struct plants_species *species, const char *mesh, bool ror)
{
    char word[STEM], entry[STEM];
    const char *best = mesh_of(species->model, ror);
    size_t least = SIZE_MAX;
    take_stem(word, mesh);
    for (size_t i = 0; plants_model_at(i) != NULL; i++) {
        const char *known = mesh_of(plants_model_at(i), ror);
        if (known == NULL) continue;
        if (strcmp(known, mesh) == 0) return mesh;
        struct scree_suggestion suggest = {word, NULL, 0};
        take_stem(entry, known);
        suggest_offer(&suggest, entry);
        if (suggest.best == NULL || suggest.distance >= least) continue;
        best = known;
        least = suggest.distance;
    }
    return best;
}

size_t plants_find_strangers(struct plants_stranger *out, const struct plants_list *list, bool ror)
{
    size_t count = 0;
    for (size_t s = 0; s < list->species_count; s++) {
        const struct plants_species *species = &list->species[s];
        const char *mesh = ror ? species->ror_mesh : species->beamng_shape;
        const char *known = mesh != NULL ? nearest(species, mesh, ror) : NULL;
        if (known != mesh) out[count++] = (struct plants_stranger){species->name, mesh, known};
    }
    return count;
}

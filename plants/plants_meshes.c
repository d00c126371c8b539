/* Meshes of a list that no model of the catalogue has. */
#include <string.h>

#include "base/suggest.h"
#include "plants/plants.h"

static const char *mesh_of(const struct plants_model *model, bool ror)
{
    return ror ? model->ror_mesh : model->beamng_shape;
}

static const char *name_of(const char *mesh)
{
    const char *slash = strrchr(mesh, '/');
    return slash != NULL ? slash + 1 : mesh;
}

/* The catalogue's mesh of the most alike name, whatever its folder; the mesh itself if it is there. */
static const char *nearest(const char *mesh, bool ror)
{
    const char *best = NULL;
    size_t least = 0;
    for (size_t i = 0; plants_model_at(i) != NULL; i++) {
        const char *known = mesh_of(plants_model_at(i), ror);
        if (known == NULL) continue;
        if (strcmp(known, mesh) == 0) return mesh;
        const size_t distance = suggest_distance(name_of(mesh), name_of(known));
        if (best != NULL && distance >= least) continue;
        best = known;
        least = distance;
    }
    return best;
}

size_t plants_find_strangers(struct plants_stranger *out, const struct plants_list *list, bool ror)
{
    size_t count = 0;
    for (size_t s = 0; s < list->species_count; s++) {
        const struct plants_species *species = &list->species[s];
        const char *mesh = ror ? species->ror_mesh : species->beamng_shape;
        const char *known = mesh != NULL ? nearest(mesh, ror) : NULL;
        if (known != mesh) out[count++] = (struct plants_stranger){species->name, mesh, known};
    }
    return count;
}

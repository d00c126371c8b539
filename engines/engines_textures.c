/* Textures of materials, drawn for their kind of ground. */
#include "engines/engines_plan.h"

#define TEXTURE_SIZE 512

enum scree_code engines_write_textures(struct engines_output *output, uint32_t material,
                                       const struct engines_texture_names *names,
                                       struct scree_error *err)
{
    const struct engines_material *m = &output->plan->materials[material];
    const size_t count = (size_t)TEXTURE_SIZE * TEXTURE_SIZE;
    uint8_t *diffuse = mem_alloc_pixels(2, count * 4);
    if (diffuse == NULL) return err_no_memory(err);
    uint8_t *normal = diffuse + count * 4;
    const struct ground_pair pair = {
        diffuse,      normal,       TEXTURE_SIZE, m->rgb,
        names->green, material + 1, 0.0f,         job_threads(output->job)};
    const struct ground_picture pictures[2] = {{diffuse, TEXTURE_SIZE, TEXTURE_SIZE, 4},
                                               {normal, TEXTURE_SIZE, TEXTURE_SIZE, 4}};
    enum scree_code code = ground_texture(&pair, m->kind, err);
    for (size_t i = 0; code == SCREE_OK && names->height_in_albedo && i < count; i++) {
        const uint8_t shine = diffuse[4 * i + 3];
        diffuse[4 * i + 3] = normal[4 * i + 3];
        normal[4 * i + 3] = (uint8_t)(255 - shine);
    }
    if (code == SCREE_OK && names->albedo != NULL)
        code = engines_put_png(output, names->albedo, &pictures[0], err);
    if (code == SCREE_OK && names->normal != NULL)
        code = engines_put_png(output, names->normal, &pictures[1], err);
    mem_free_pixels(diffuse);
    return code;
}

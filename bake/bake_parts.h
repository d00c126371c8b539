/* What the parts of planning and writing share. */
#ifndef BAKE_BAKE_PARTS_H
#define BAKE_BAKE_PARTS_H

#include "bake/bake.h"
#include "image/image.h"

/* ---- planning ---- */

/* What a manifest says beyond the options: how it was decided then. */
struct bake_recorded {
    const char *names[3];               /* of terrain, surface map, list of materials; or NULL */
    const char *const *layer_materials; /* [layer]: a material's name; NULL: as the list says */
    size_t layer_material_count;
};

/* bake_plan_make() is bake_plan_create() with what a manifest says. */
MUST_USE enum scree_code bake_plan_make(struct bake_plan **out, const struct inputs *inputs,
                                        const struct scree_bake_options *options,
                                        const struct bake_given *given,
                                        const struct bake_recorded *recorded, struct scree_job *job,
                                        struct scree_error *err);
/* bake_decide_outputs() decides what is made, with merges and names. */
MUST_USE enum scree_code bake_decide_outputs(struct bake_plan *plan, struct scree_job *job,
                                             struct scree_error *err);
/* bake_list_files() fills files. */
MUST_USE enum scree_code bake_list_files(struct bake_plan *plan, struct scree_error *err);

/* What an image is made of. */
struct bake_form {
    unsigned channels;
    enum image_number number;
    bool is_tiff;
    enum image_plain_kind plain; /* or one of these; neither: PNG */
    const char *ending;          /* of the file's name: "png" */
    bool rows;                   /* a PNG in colours is written row by row all the same */
};
/* bake_kind_form() is that of a kind of images, bake_map_form() of a map of the ground. */
struct bake_form bake_kind_form(enum scree_bake_format format, enum bake_kind kind);
struct bake_form bake_map_form(enum scree_bake_format format, enum scree_bake_map map);
/* bake_kind_output() is the output that a kind is; 0 of BAKE_NODATA. bake_kind_images() is how many images
 * of it some outputs of so many materials have. */
unsigned bake_kind_output(enum bake_kind kind);
size_t bake_kind_images(enum bake_kind kind, unsigned outputs, size_t materials, bool has_nodata);
size_t bake_kind_count(const struct bake_plan *plan, enum bake_kind kind);
/* bake_kind_stem() is what the names of images but masks begin with: "blend", "splat-1". */
#define BAKE_STEM 32
void bake_kind_stem(char out[BAKE_STEM], enum bake_kind kind, size_t number);
#define BAKE_MAP_ROWS UINT32_C(64) /* of a map that are computed at once */
/* bake_map_options() is what the maps are computed by. */
struct derive_options bake_map_options(const struct bake_plan *plan);
/* bake_sample_tu() is the longer distance between texels, in terrain units. bake_has_relief(): maps are
 * made that show the relief of layers, which are those of texels below a unit. */
double bake_sample_tu(const struct bake_plan *plan);
bool bake_has_relief(const struct bake_plan *plan);
/* bake_texel_m2() is what a texel of a full row covers (render/render.h, Areas of texels). */
double bake_texel_m2(const struct bake_plan *plan);
/* bake_texel_bytes() is the size of a texel. */
size_t bake_texel_bytes(struct bake_form form);
/* bake_cut_edge() is where tile `number` begins on an axis of so many texels; *_column() and *_row()
 * are the first column and row, of those that the plan makes, of its tile `number`. */
uint32_t bake_cut_edge(const struct bake_cut *cut, uint32_t texels, uint32_t number);
uint32_t bake_cut_column(const struct bake_plan *plan, uint32_t number);
uint32_t bake_cut_row(const struct bake_plan *plan, uint32_t number);
/* bake_cut_tiles() is how many tiles an axis has. */
uint32_t bake_cut_tiles(const struct bake_cut *cut, uint32_t texels);
/* bake_cut_widest() is the texels of the largest of `tiles` tiles of so many. */
uint32_t bake_cut_widest(const struct bake_cut *cut, uint32_t texels, uint32_t tiles);
/* bake_cut_pages() is how many files an image has, and bake_cut_named() whether their names have the
 * tile's numbers. */
size_t bake_cut_pages(const struct bake_plan *plan);
bool bake_cut_named(const struct bake_cut *cut);
/* bake_file_place() is where tile number `tile` of an image lies; false: the terrain does not say. */
bool bake_file_place(struct image_geo *out, const struct bake_plan *plan, uint32_t tile);
/* bake_render_options() is how the images of texels are evaluated. */
struct render_options bake_render_options(const struct bake_plan *plan);

/* bake_open_files() is how many files of a plan bake_write() has open at a time, in a sink that holds
 * them (sink_holds_files()); bake_most_files() how many it may have. bake_check_files() refuses more.
 * SCREE_BAD_ARGUMENT. */
uint64_t bake_open_files(const struct bake_plan *plan);
uint64_t bake_most_files(void);
MUST_USE enum scree_code bake_check_files(const struct bake_plan *plan, uint64_t files,
                                          struct scree_error *err);
/* bake_check_names() is bake_check_sink() of files that are not all written at once. */
MUST_USE enum scree_code bake_check_names(const struct bake_plan *plan, struct sink *sink,
                                          struct scree_error *err);

/* ---- writing ---- */

struct bake_writing {
    const struct bake_plan *plan;
    struct bake_made *made;
    struct sink_file **files; /* [plan->file_count] */
    struct scree_job *job;
};

/* bake_write_maps() writes the maps of the ground, one after the other. */
MUST_USE enum scree_code bake_write_maps(struct bake_writing *writing, struct scree_error *err);
/* bake_write_images() is bake_write() of the images of texels alone, without digest and manifest. */
MUST_USE enum scree_code bake_write_images(struct bake_made *made, const struct bake_plan *plan,
                                           struct sink *sink, struct scree_job *job,
                                           struct scree_error *err);
/* bake_write_beamng() is the part with the terrain's points. */
MUST_USE enum scree_code bake_write_beamng(struct bake_writing *writing, struct scree_error *err);

#endif

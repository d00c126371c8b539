/*
 * What the files behind the public headers share: errors, jobs, options of any age, and what the
 * handles are. Private to api/.
 */
#ifndef API_API_H
#define API_API_H

#include <stdatomic.h>

#include <scree/scree.h>

#include "api/api_shapes.h"
#include "bake/bake_part.h"
#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "base/source.h"
#include "heights/heights.h"
#include "image/image.h"
#include "inputs/inputs.h"
#include "out/sink.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

/* api_start() begins a call that makes something: until it is made *out is nothing, size zero bytes. */
void api_start(void *out, size_t size, struct scree_error *error);

/*
 * api_options() takes the caller's options, which begin with their size: *to holds the defaults,
 * the members that the caller's struct has replace them. from NULL: nothing is replaced. false: the
 * size is 0, which no initialiser makes.
 */
MUST_USE bool api_options(void *to, size_t to_size, const void *from);
/* What options/ say of a struct of options: printed, api/api_shapes.c. */
struct api_choice {
    const char *member;
    size_t offset;
    unsigned count; /* of words of */
    const char *of; /* enum scree_OF */
};
struct api_shape {
    const void *start;
    size_t size;
    const struct api_choice *choices; /* a member NULL at the end */
};
/* api_take() begins with the defaults, does so, and refuses a size of 0 and a choice that is none. */
MUST_USE int api_take(void *to, const struct api_shape *shape, const void *from,
                      struct scree_error *error);
int api_no_size(struct scree_error *error);
/* API_GIVE() hands over what was made, a variable, or frees it, by a code, another one: its value. */
#define API_GIVE(out, made, code, drop)                                                            \
    ((code) == SCREE_OK ? (*(out) = (made), (code)) : (drop(made), (code)))
/* api_sized() copies a result of full_size bytes into a struct of the caller's whose first member
 * says how large it is. */
void api_sized(void *to, const void *result, size_t full_size);

/* api_item() copies number i of a list, of `size` bytes, by api_sized(); NULL: there are only count, which it says by
 * api_no_such(). */
int api_item(void *to, const void *item, size_t size, const char *what, size_t i, size_t count,
             struct scree_error *error);
/* api_form() refuses a form unless 1 << form is among the allowed; api_no_such() number i of a list. */
MUST_USE int api_form(int form, unsigned allowed, struct scree_error *error);
int api_no_such(struct scree_error *error, const char *what, size_t i, size_t count);

/* api_how() is how to evaluate. SCREE_BAD_ARGUMENT: the job names an instruction set that is none. */
MUST_USE int api_how(struct render_how *out, const struct scree_how *given,
                     const struct scree_job *job, struct scree_error *error);

/* api_grows() says whether options ask for plants: by a list, or by a set that is not "none". */
bool api_grows(const struct scree_source *list, const char *set);

/* api_name_plants() gives an error about a list of plants the name of the member that chose a set,
 * unless set names none. */
void api_name_plants(struct scree_error *err, const char *member, const char *set);

/* api_check_growing() refuses a list of plants together with the name of a set, api_check_water()
 * water at an altitude that is none. */
MUST_USE int api_check_growing(const struct scree_source *list, const char *set,
                               struct scree_error *error);
MUST_USE int api_check_water(bool has_water, double water_m, struct scree_error *error);

/* Owned by everyone who holds it; api_terrain_keep() adds an owner, scree_terrain_free() takes one
 * away. */
struct scree_terrain {
    atomic_uint owners;
    struct ter_field *field;
    struct inputs_file file;
    char *name; /* file.path points here */
    struct scree_terrain_options options;
    struct ter_ranges ranges;
    bool measured;
    double opened_s;         /* how long reading took */
    bool is_file;            /* of heights in memory, file says what a raw file of them would be */
    struct bake_notes notes; /* they go with the terrain, */
    atomic_bool notes_stay;  /* unless a part of it began */
    struct roads_waters *waters;  /* that grading has given it; NULL: none */
    struct ter_field *fine;       /* its ground on more points, as exported; NULL: it is its own */
    struct roads_graded *graded;  /* what grading says of it; NULL: it was not graded */
    struct scree_terrain *parent; /* NULL, or whose name, options and file it has */
    struct roads *roads;          /* NULL, or what pictures of it show */
    struct ter_field
        *stored; /* NULL, or what a level's .ter has, if field is what it was made of */
};
struct scree_terrain *api_terrain_keep(const struct scree_terrain *terrain);
/* api_picture() wraps a picture of draw/, which it takes, whatever happens. */
struct draw_picture;
MUST_USE enum scree_code api_picture(struct scree_picture **out, struct draw_picture *picture,
                                     struct scree_error *err);
/* api_name_gaps() names the terrain's file in an error about points without data. Returns its code. */
enum scree_code api_name_gaps(const struct scree_terrain *terrain, struct scree_error *err);
/* api_is_held() refuses a terrain that stays in its file, for whoever looks at points anywhere;
 * api_in_memory() also one with points without data. */
MUST_USE int api_is_held(const struct scree_terrain *terrain, struct scree_error *error);
MUST_USE int api_in_memory(const struct scree_terrain *terrain, struct scree_error *error);
/* api_terrain_scale() is the scale for metres in a surface map; of NULL, none. *survey is for shares
 * of the ground. */
struct srf_scale api_terrain_scale(const struct scree_terrain *terrain, struct srf_survey *survey,
                                   struct scree_job *job);

/* api_terrain_start() is a terrain without heights; api_terrain_make() reads an opened one. */
MUST_USE enum scree_code api_terrain_start(struct scree_terrain **out,
                                           const struct scree_terrain_options *options,
                                           struct scree_error *err);
MUST_USE enum scree_code api_terrain_make(struct scree_terrain **out, struct inputs_opened *opened,
                                          const struct scree_terrain_options *options,
                                          struct scree_job *job, struct scree_error *err);
/* api_terrain_restore() makes the terrain of a level what the level was exported from. */
struct ground_target;
MUST_USE enum scree_code api_terrain_restore(struct scree_terrain *terrain,
                                             struct ground_target *target, struct scree_job *job,
                                             struct scree_error *err);
/* api_terrain_world() opens a world; source: NULL, or whose tiles they are, as in struct inputs_world. */
MUST_USE enum scree_code api_terrain_world(struct scree_terrain **out, const char *path,
                                           const struct scree_terrain_options *given,
                                           const struct scree_tiles *source, struct scree_job *job,
                                           struct scree_error *err);
/* api_terrain_options_of() is how to read a terrain, from what the caller gave, and refuses what makes
 * no sense; api_heights_options() of it only what reading heights is about. */
MUST_USE int api_terrain_options_of(struct scree_terrain_options *given,
                                    const struct scree_terrain_options *options,
                                    struct scree_error *error);
MUST_USE int api_heights_options(struct scree_terrain_options *out,
                                 const struct scree_terrain_options *options,
                                 struct scree_error *error);

struct scree_surface {
    struct srf_map *map;
    struct inputs_file file;
    char *name;   /* file.path points here */
    bool changed; /* since it was read: file's size and digest are of what it was */
    bool is_file; /* in whose folder the pictures of masks are */
};

/* api_check_map() looks at the map of a surface, for whoever needs its numbers: SCREE_BAD_ARGUMENT if it
 * has limits that follow a terrain and was read without one. api_copy_map() also copies it, and judges
 * the copy, since it may have been changed since it was read; on failure *out is NULL. Of terrain NULL it
 * is for no evaluation. */
MUST_USE enum scree_code api_copy_map(struct srf_map **out, const struct scree_surface *surface,
                                      const struct scree_terrain *terrain, struct scree_job *job,
                                      struct scree_error *err);
/* api_share_map() only copies it, with the pictures of its masks, which lie on the terrain at `place`
 * then; NULL: where they lie does not matter. api_place() is that of a terrain. */
MUST_USE enum scree_code api_share_map(struct srf_map **out, const struct scree_surface *surface,
                                       const struct inputs_place *place, struct scree_job *job,
                                       struct scree_error *err);
struct inputs_place api_place(const struct scree_terrain *terrain);
MUST_USE enum scree_code api_check_map(const struct scree_surface *surface,
                                       struct scree_error *err);

/*
 * api_inputs() is what the modules call inputs: borrowed from the handles, which must outlive it,
 * and measured. Of a surface map that was changed it has the digest of the bytes it would be
 * written as; of one without a name, the name "surface.srf". Nothing is to be freed. Where the
 * terrain stays in its file, inputs_digest() is left to do.
 */
MUST_USE enum scree_code api_inputs(struct inputs *out, const struct scree_terrain *terrain,
                                    const struct scree_surface *surface, struct scree_job *job,
                                    struct scree_error *err);
/* api_warn_of_scale() warns of a map that seems to be made for other heights. */
void api_warn_of_scale(const struct inputs *inputs, struct scree_job *job);
/* api_inputs_copy() is api_inputs(), and that, with a copy of the map in place of the surface's: *map,
 * to be freed with srf_free() whatever the result. */
MUST_USE enum scree_code api_inputs_copy(struct inputs *out, struct srf_map **map,
                                         const struct scree_terrain *terrain,
                                         const struct scree_surface *surface, struct scree_job *job,
                                         struct scree_error *err);
/* Each file as api_inputs() has it. SCREE_NO_MEMORY */
struct inputs_file api_terrain_file(const struct scree_terrain *terrain);
MUST_USE enum scree_code api_surface_file(struct inputs_file *out,
                                          const struct scree_surface *surface,
                                          struct scree_error *err);
/* api_keep_name() copies the name of an input, which its file then points to. SCREE_NO_MEMORY */
MUST_USE enum scree_code api_keep_name(char **name, struct inputs_file *file,
                                       struct scree_error *err);

struct roads;
struct roads_grade_options;
/* api_grade_for() puts a terrain whose ground is graded for roads in the place of *terrain, which it keeps.
 * api_grade_source() does so with those of a source, if there are some, and the terrain has these roads; options NULL: the
 * ground stays. */
MUST_USE enum scree_code api_grade_for(struct scree_terrain **terrain, const struct roads *roads,
                                       const struct roads_grade_options *options,
                                       struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code api_grade_source(struct scree_terrain **terrain,
                                          const struct scree_source *source,
                                          const struct roads_grade_options *options,
                                          struct scree_job *job, struct scree_error *err);

struct plants_list;
struct plants_placed;
/* api_plants_list() reads a list of species, or makes one of a set, or with neither by the names of the
 * layers; the caller frees *out by plants_list_free(). */
MUST_USE enum scree_code api_plants_list(struct plants_list **out, const struct srf_map *map,
                                         const struct scree_source *source, const char *set,
                                         struct scree_error *err);

struct scree_sink {
    struct sink *sink;
};

struct scree_plan {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct render_merge *merge;
    struct render_plan *plan;
};

#endif

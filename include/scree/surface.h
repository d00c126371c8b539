/*
 * Surface maps: a tree of layers, each with its limits of altitude and slope, its noise and its
 * colour. Layer 0 is the root; layers are numbered in painting order, parents before children.
 *
 * Read and written are Terragen's .srf, the map inside a .tgw world, and the same as text
 * (.srf.json, docs/surface-text.md). What the format holds and scree does not know is kept byte for
 * byte. Text is kept as it was written: a change is made in it and touches the bytes of
 * its own value, and the map is written as that text.
 *
 * Threads: functions that take a const surface may run at the same time, others not.
 */
#ifndef SCREE_SURFACE_H
#define SCREE_SURFACE_H

#include <scree/sink.h>
#include <scree/terrain.h>
#include <scree/types/answers.h>
#include <scree/types/surface.h>

SCREE_BEGIN

struct scree_surface;

/*
 * scree_surface_open() reads a surface map. terrain, which may be NULL, tells how many metres a
 * terrain unit has, for text that gives lengths in metres. Warnings go to the job: what was
 * tolerated, values that are probably not meant, features without effect.
 * SCREE_CANNOT_READ, SCREE_MALFORMED (error.offset; of text, its line and column are in
 * error.text), SCREE_UNSUPPORTED, SCREE_LIMIT, SCREE_NO_MEMORY
 */
SCREE_API int scree_surface_open(struct scree_surface **out, struct scree_source source,
                                 const struct scree_terrain *terrain, struct scree_job *job,
                                 struct scree_error *error);
/*
 * scree_surface_read() reads one without judging its values, to change them: what cannot be drawn
 * is refused later, by scree_surface_check() or when it is drawn. Text may then have
 * lengths and shares that follow a terrain without one: such a map can be changed, copied, written as
 * text and compared, and calls that need its numbers refuse it (field "terrain"); what its layers have
 * there has no meaning. scree_surface_check() says what cannot be drawn (SCREE_MALFORMED) and warns of
 * what is probably not meant; it has nothing to say of such a map.
 */
SCREE_API int scree_surface_read(struct scree_surface **out, struct scree_source source,
                                 const struct scree_terrain *terrain, struct scree_job *job,
                                 struct scree_error *error);
SCREE_API int scree_surface_check(struct scree_surface *surface, struct scree_job *job,
                                  struct scree_error *error);
/* scree_surface_mask() gives a map the picture that its layers have as mask.file: a PNG or TIFF of greys.
 * scree_surface_open() finds those of a map that is a file in its folder; one in memory has none until it
 * is given them, and an evaluation refuses (SCREE_BAD_ARGUMENT). What reading gives;
 * SCREE_UNSUPPORTED: it is not that; SCREE_LIMIT: it has more than 2^28 pixels */
SCREE_API int scree_surface_mask(struct scree_surface *surface, const char *file,
                                 struct scree_source source, struct scree_job *job,
                                 struct scree_error *error);
/* scree_surface_new() makes a map of a root alone, with the format's factory values. */
SCREE_API int scree_surface_new(struct scree_surface **out, const char *root_name,
                                struct scree_error *error);
/* scree_surface_copy() makes a copy, for example to undo a change. */
SCREE_API int scree_surface_copy(struct scree_surface **out, const struct scree_surface *surface,
                                 struct scree_error *error);
/* scree_surface_free() accepts NULL. What was made of a map has a copy of its own. */
SCREE_API void scree_surface_free(struct scree_surface *surface);

/* scree_surface_write() makes the bytes of a file. A map that was read and not changed gives the
 * bytes that were read. SCREE_BAD_ARGUMENT: a world is asked for and the map does not come from
 * one; or a .srf, and the text has names that it cannot hold, or needs a terrain that was not
 * there. */
SCREE_API int scree_surface_write(struct scree_bytes *out, const struct scree_surface *surface,
                                  int form, struct scree_error *error);

/*
 * scree_surface_save() writes that file to a sink: under `name` where the sink has names of its
 * own, NULL being "surface" with the ending of its form. Of a world, SCREE_SURFACE_SRF is the map
 * alone, of which the job gets a note. SCREE_BAD_ARGUMENT as scree_surface_write(), and for a name
 * that the sink refuses; SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_surface_save(const struct scree_surface *surface, int form,
                                 struct scree_sink *sink, const char *name, struct scree_job *job,
                                 struct scree_error *error);

/* scree_surface_form_of_name() is the form that the end of a file's name means, in capitals or not:
 * .srf, .tgw, .srf.json; SCREE_NO_FORM if it is none of these. */
SCREE_API int scree_surface_form_of_name(const char *name);
/* scree_surface_form() is SCREE_SURFACE_TEXT of text, SCREE_SURFACE_TGW of a map that is
 * part of a world, else SCREE_SURFACE_SRF: the file of this form holds all that the map does. */
SCREE_API int scree_surface_form(const struct scree_surface *surface);
/* scree_surface_is_in() looks at the first bytes of a source: not 0 for those of a surface map, of
 * a world or of text; 0 also if it cannot be read. */
SCREE_API int scree_surface_is_in(struct scree_source source);

SCREE_API uint32_t scree_surface_layers(const struct scree_surface *surface);

/* scree_surface_layer() describes a layer. SCREE_BAD_ARGUMENT: there is no such layer. */
SCREE_API int scree_surface_layer(const struct scree_surface *surface, uint32_t index,
                                  struct scree_layer *layer, struct scree_error *error);

/* scree_surface_find() finds the layers that a text means ("Grass", "Rock/Grass", "/Rock/Grass",
 * "#3"), writes the first `capacity` of their numbers to indices and returns how many there are. */
SCREE_API size_t scree_surface_find(const struct scree_surface *surface, const char *text,
                                    uint32_t *indices, size_t capacity);

/*
 * Changing values. field is the path of a value in the text form, such as "coverage", "name",
 * "colour", "altitude.max.at"; "altitude.max" represents a limit and its switch together.
 * scree_surface_field() writes the name of field number i; 0 comes back behind the last.
 *
 * scree_surface_set() takes a value as people write it: 0.4, 70%, 30slider, 120m, 35deg, 80area%,
 * 50range%, on, off, "92,84,74", "#5c544a". terrain, which may be NULL, is needed for metres and
 * shares of the ground, but not where text has the value in that unit: it keeps its unit,
 * and a value in another one is converted.
 * scree_surface_set_numbers() takes numbers in the file's own units.
 * scree_surface_get_numbers() gives at most SCREE_FIELD_NUMBERS of them.
 * A refused change leaves the map as it was. SCREE_BAD_ARGUMENT, SCREE_LIMIT, SCREE_NO_MEMORY
 */
#define SCREE_FIELD_NUMBERS 4
#define SCREE_FIELD_NAME_SIZE 32
SCREE_API int scree_surface_field(size_t i, char name[SCREE_FIELD_NAME_SIZE]);
SCREE_API int scree_surface_set(struct scree_surface *surface, uint32_t index, const char *field,
                                const char *value, const struct scree_terrain *terrain,
                                struct scree_error *error);
/* scree_surface_change() takes both in one text, "LAYER.FIELD=VALUE" such as "Grass.coverage=0.4".
 * LAYER is what scree_surface_find() takes and must mean one layer; it is in double quotes if its
 * name has a dot in it. *said, unless said is NULL, gets what the value was and is, such as
 * "#1 Grass: coverage 0.8 -> 0.4", for scree_bytes_free(). A world's camera, light, air and water are
 * "scene.sun.heading=120", by the names that its text form has; of a text they are changed there. */
SCREE_API int scree_surface_change(struct scree_surface *surface, const char *text,
                                   const struct scree_terrain *terrain, struct scree_bytes *said,
                                   struct scree_error *error);
/* scree_surface_value() is a value as people write it: of a kept text as it is there,
 * such as "190.50 m", else a number in the file's unit; "off" for a limit that is. On success the
 * caller frees *out with scree_bytes_free(); a zero byte follows. SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY */
SCREE_API int scree_surface_value(const struct scree_surface *surface, uint32_t index,
                                  const char *field, struct scree_bytes *out,
                                  struct scree_error *error);
SCREE_API int scree_surface_set_numbers(struct scree_surface *surface, uint32_t index,
                                        const char *field, const double *values, size_t count,
                                        struct scree_error *error);
SCREE_API int scree_surface_get_numbers(const struct scree_surface *surface, uint32_t index,
                                        const char *field, double values[SCREE_FIELD_NUMBERS],
                                        size_t *count, struct scree_error *error);

/*
 * Changing the tree. A layer's place is its parent and the number of its older siblings, 0 the
 * first to be painted; a number beyond the last means the end. *index, which may be NULL, is the
 * new number of the layer; other layers may have new numbers too. A refused change leaves the map
 * as it was. SCREE_BAD_ARGUMENT, SCREE_LIMIT (512 layers), SCREE_NO_MEMORY
 */
SCREE_API int scree_surface_add(struct scree_surface *surface, uint32_t parent, uint32_t place,
                                const char *name, uint32_t *index, struct scree_error *error);
SCREE_API int scree_surface_remove(struct scree_surface *surface, uint32_t index,
                                   struct scree_error *error);
SCREE_API int scree_surface_move(struct scree_surface *surface, uint32_t layer, uint32_t parent,
                                 uint32_t place, uint32_t *index, struct scree_error *error);
SCREE_API int scree_surface_duplicate(struct scree_surface *surface, uint32_t layer,
                                      uint32_t *index, struct scree_error *error);
/* scree_surface_arrange() does one of these by names, and *said gets a line about it, as above. */
SCREE_API int scree_surface_arrange(struct scree_surface *surface,
                                    const struct scree_arrangement *what, struct scree_bytes *said,
                                    struct scree_error *error);
/* scree_surface_reroll() gives the noise of all layers another pattern; layers that shared one
 * still do. */
SCREE_API int scree_surface_reroll(struct scree_surface *surface, uint64_t seed,
                                   struct scree_error *error);

SCREE_END

#endif

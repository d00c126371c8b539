/*
 * Plants: what grows where a surface map says so, the same in every engine and every export.
 *
 *     struct scree_plants_options options = SCREE_PLANTS_OPTIONS_INIT;
 *     struct scree_plants *plants;
 *     struct scree_sink *sink;
 *     int code = scree_plants_place(&plants, terrain, surface, &options, NULL, &error);
 *     if (!code) code = scree_sink_file(&sink, "plants.csv", 0, &error);
 *     if (!code) code = scree_plants_write(plants, SCREE_PLANTS_CSV, sink, NULL, NULL, &error);
 *     code = scree_sink_close(sink, code, NULL, &error);
 *     scree_plants_free(plants);
 *
 * docs/plants.md has the file of species, docs/model.md (Plants) the rule to the bit. Equal inputs
 * give equal places whatever the threads.
 */
#ifndef SCREE_PLANTS_H
#define SCREE_PLANTS_H

#include <scree/evaluate.h>
#include <scree/types/plants.h>
#include <scree/types/plants_form.h>

SCREE_BEGIN

struct scree_plants;

/*
 * scree_plants_place() decides where each plant stands. The plants keep the terrain and copies of
 * all else.
 * SCREE_BAD_ARGUMENT (error.field: "plants", "plants_set", "roads"; a layer that the map does not have; the terrain
 * stays in its file), SCREE_MALFORMED (a list), SCREE_CANNOT_READ, SCREE_LIMIT, SCREE_NO_MEMORY,
 * SCREE_CANCELLED
 */
SCREE_API int scree_plants_place(struct scree_plants **out, const struct scree_terrain *terrain,
                                 const struct scree_surface *surface,
                                 const struct scree_plants_options *options, struct scree_job *job,
                                 struct scree_error *error);
SCREE_API void scree_plants_free(struct scree_plants *plants);

/* scree_plants_count() is how many there are, scree_plants_species_count() how many species. */
SCREE_API size_t scree_plants_count(const struct scree_plants *plants);
SCREE_API size_t scree_plants_species_count(const struct scree_plants *plants);

/* scree_plants_plant() is plant i: by species, then from the north, then from the west.
 * SCREE_BAD_ARGUMENT: there are not so many. */
SCREE_API int scree_plants_plant(const struct scree_plants *plants, size_t i,
                                 struct scree_plant *plant, struct scree_error *error);

/* SCREE_BAD_ARGUMENT: there are not so many. */
SCREE_API int scree_plants_species(const struct scree_plants *plants, size_t i,
                                   struct scree_plant_species *species, struct scree_error *error);

/* scree_plants_document() is what was placed, by species, as JSON. SCREE_NO_MEMORY.
 * scree_plants_tell() sends it to the job as notes. */
SCREE_API int scree_plants_document(const struct scree_plants *plants, struct scree_bytes *out,
                                    struct scree_error *error);
SCREE_API void scree_plants_tell(const struct scree_plants *plants, struct scree_job *job);

/* scree_plants_form_of_name() is the form that the end of a file's name means; SCREE_NO_FORM if it is
 * none. */
SCREE_API int scree_plants_form_of_name(const char *name);
/* scree_plants_write() adds one file; name NULL: "plants" and the ending of its form.
 * SCREE_BAD_ARGUMENT (error.field: "form"; a name that the sink refuses), SCREE_CANNOT_WRITE,
 * SCREE_NO_MEMORY, SCREE_CANCELLED. Threads: several may write the same plants at the same time. */
SCREE_API int scree_plants_write(const struct scree_plants *plants, int form,
                                 struct scree_sink *sink, const char *name, struct scree_job *job,
                                 struct scree_error *error);

SCREE_END

#endif

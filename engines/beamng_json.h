/* JSON of a BeamNG level. Private to engines/. */
#ifndef ENGINES_BEAMNG_JSON_H
#define ENGINES_BEAMNG_JSON_H

#include <jansson.h>

/* Digits enough for a millimetre anywhere, and few enough that all compilers agree on them. */
#define ENGINES_JSON_REALS JSON_REAL_PRECISION(12)

/* engines_json_path() is "/levels/LEVEL/FILE". */
json_t *engines_json_path(const char *level, const char *file);
/* engines_json_id() is the persistentId of an object: the same in every run. */
json_t *engines_json_id(const char *level, const char *object);

#endif

/* JSON of a BeamNG level. Private to beamng/. */
#ifndef BEAMNG_LEVEL_JSON_H
#define BEAMNG_LEVEL_JSON_H

#include <jansson.h>

/* Digits enough for a millimetre anywhere, and few enough that all compilers agree on them. */
#define BEAMNG_JSON_REALS JSON_REAL_PRECISION(12)

/* beamng_json_path() is "/levels/LEVEL/FILE". */
json_t *beamng_json_path(const char *level, const char *file);
/* beamng_json_id() is the persistentId of an object: the same in every run. */
json_t *beamng_json_id(const char *level, const char *object);

#endif

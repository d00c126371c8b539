/* A new level: its ground, and its files. */
#ifndef CLI_BEAMNG_LEVEL_H
#define CLI_BEAMNG_LEVEL_H

#include "cli/beamng/beamng.h"
#include "cli/export/export_files.h"
#include "cli/export/export_target.h"

#define LEVEL_TEXTURE_SIZE 512
#define LEVEL_PICTURE_SIZE 1024
#define LEVEL_REPORT "scree-report.json"

struct level {
    struct beamng *beamng;
    char name[EXPORT_NAME_SIZE];
    uint16_t *heights; /* heights[y * size + x], row 0 south */
    uint64_t clamped;  /* heights that did not fit */
    double side_m;     /* of the terrain itself, from edge to edge */
    struct beamng_counts counts;
    struct engines_beamng_level made;
    struct engines_beamng_material *materials; /* [id] */
    const char **names;                        /* [id] */
    struct export_files files;
};

/* level_guard() refuses to replace a level that somebody else made or worked on. ERR_WRITE. */
MUST_USE enum err_code level_guard(const struct outdir *out, struct err *err);
/* level_take_heights() fills heights, scale, position and the spawn; ids and holes are known. */
MUST_USE enum err_code level_take_heights(struct level *level, struct err *err);
/* level_write() writes every file but the report into the staging folder. */
MUST_USE enum err_code level_write(struct level *level, struct outdir *out, struct err *err);
/* level_write_textures() writes the textures of materials[0 .. count), each name once; folder, if
 * not NULL, is a level whose own files stay as they are. */
MUST_USE enum err_code level_write_textures(struct export_files *files, struct outdir *out,
                                            const struct engines_beamng_level *made,
                                            const char *folder, struct job *job, struct err *err);
/* level_write_import() writes what the editor's importer reads. */
MUST_USE enum err_code level_write_import(struct level *level, struct outdir *out, struct err *err);
/* level_report_make() is the report, NULL if memory ran out; level_say() says it. */
json_t *level_report_make(const struct level *level);
void level_say(const struct level *level);

#endif

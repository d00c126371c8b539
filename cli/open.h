/* Inputs of verbs. */
#ifndef CLI_OPEN_H
#define CLI_OPEN_H

#include "cli/say.h"

struct args_bake;

/* What is opened; free it by open_free() in any case. */
struct opened_pair {
    struct scree_terrain *terrain;
    struct scree_surface *surface;
};

/* open_pair() opens a terrain and a surface map, which it may make (below) and which may be NULL, for
 * none; warnings are said. Signals are noted once the terrain is there. */
MUST_USE int open_pair(struct opened_pair *out, const char *terrain, const char *surface,
                       const struct scree_terrain_options *options, struct say *say,
                       struct scree_error *error);
/* open_map() does so with the surface map alone, by scree_surface_open() or scree_surface_read(). */
typedef int open_reader(struct scree_surface **out, struct scree_source source,
                        const struct scree_terrain *terrain, struct scree_job *job,
                        struct scree_error *error);
MUST_USE int open_map(struct scree_surface **out, open_reader *read, const char *path,
                      const struct scree_terrain *terrain, struct say *say,
                      struct scree_error *error);
/*
 * "-" is standard input where a file is read, and standard output where one is written.
 * open_input() reads all of standard input, once, before any of the others. open_file() is the source
 * of a path. open_print_output() prints the file of a sink in memory, which is there for "-", before
 * the sink is closed; of other paths it does nothing.
 */
bool open_is_standard(const char *path);
MUST_USE int open_input(struct say *say, struct scree_error *error);
struct scree_source open_file(const char *path, const struct say *say);
void open_print_output(const struct scree_sink *sink, const char *path);

void open_free(struct opened_pair *pair);

/*
 * Of --style: open_is_style() tells its word from a surface map's path, and open_style() makes the
 * map. If open_beside() named an output before, the map is staged beside it, and open_close() puts it
 * in place with the output's own files, or neither; it closes sink, whose files are noted for
 * results in JSON, as scree_sink_close() does.
 */
bool open_is_style(const char *word);
MUST_USE int open_style(struct scree_surface **out, const char *word,
                        const struct scree_terrain *terrain, struct say *say,
                        struct scree_error *error);
void open_beside(struct say *say, const char *output, bool replace);
/* open_end() says what was decided about the map, if all went well: before that there may be none. */
void open_end(struct say *say, bool good);
int open_close(struct scree_sink *sink, int code, struct say *say, struct scree_error *error);

/* open_terrain() and open_surface() open one that an option or an operand of its own names. */
MUST_USE int open_terrain(struct scree_terrain **out, const char *path,
                          const struct scree_terrain_options *options, struct say *say,
                          struct scree_error *error);
MUST_USE int open_surface(struct scree_surface **out, const char *path,
                          const struct scree_terrain *terrain, struct say *say,
                          struct scree_error *error);

/* open_spot() finds an option's place in metres from a corner (enum scree_corner), and warns once of
 * metres that do not name their edges. */
MUST_USE int open_spot(double out_m[2], const struct scree_spot *spot, const char *option,
                       const struct scree_terrain *terrain, enum scree_corner corner,
                       struct say *say, struct scree_error *error);

/* open_ends_in() says whether the name of an output ends in ".zip" or the like. */
bool open_ends_in(const char *output, const char *ending);

/* open_scale() opens the terrain that says how many metres a unit has: the file `terrain`, or one
 * of the options' cells if that is NULL; *out is NULL if they have none, either. */
MUST_USE int open_scale(struct scree_terrain **out, const char *terrain,
                        const struct scree_terrain_options *options, struct say *say,
                        struct scree_error *error);

/* open_output() opens a sink of one file that is none of inputs[0 .. count), paths or NULL. */
MUST_USE int open_output(struct scree_sink **out, const char *path, bool replace,
                         const char *const *inputs, size_t count, struct scree_error *error);

/* open_write() writes one file and frees its bytes. */
MUST_USE int open_write(struct scree_sink *sink, const char *name, struct scree_bytes *bytes,
                        struct scree_error *error);
/* open_close_page() closes a page, or nothing if that is NULL. If it alone fails, the error says that
 * `changed`, unless NULL, is changed. */
int open_close_page(struct scree_sink *page, int code, const char *changed, struct say *say,
                    struct scree_error *error);

/* open_report() opens the page that path names, unless that is NULL: none of inputs, the first of which is the output, nor
 * in it. open_graded() writes the report of graded ground there, if there is a page, which appears with what open_close() closes. */
MUST_USE int open_report(struct say *say, const char *path, bool replace, const char *const *inputs,
                         size_t count, struct scree_error *error);
MUST_USE int open_graded(struct say *say, const struct scree_terrain *graded,
                         struct scree_error *error);

/* open_say_part() says what became of a part. */
void open_say_part(struct say *say, const char *folder, const struct scree_part_options *part,
                   const struct scree_part_info *info);

/* Of bakes and estimates of bakes. bake_open() opens the inputs and plans. */
MUST_USE int bake_open(struct scree_bake **bake, const struct args_bake *args, struct say *say,
                       struct scree_error *error);

#endif

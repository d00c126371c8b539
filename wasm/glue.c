/*
 * What a program in JavaScript needs besides the library: the shapes of its structs as text, their
 * initial values, and functions that call back into JavaScript, as a table of WebAssembly holds no
 * functions of JavaScript's. wasm/src/instance.ts is the other side.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <scree/scree.h>

/* Called by JavaScript alone. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#define EXPORT __attribute__((used, visibility("default")))
#define FROM_SCRIPT(name) __attribute__((import_module("script"), import_name(name)))

/* ---- structs ---- */

/* A member as text: its kind is what _Generic says of it. The numbers are only known to the compiler,
 * so they are kept as they are and put together when asked for. */
struct member {
    const char *name;
    uint32_t offset, bytes;
    char kind; /* i, u: 32-bit whole number; U: 64-bit; d: double; b: bool; t: text; c: text in it;
                  s: struct scree_source; p: pointer, or another struct */
};
#define KIND(x)                                                                                    \
    _Generic((x), int: 'i', unsigned: 'u', uint64_t: 'U', size_t: 'u', double: 'd', double *: 'd', \
             uint32_t *: 'u', char *: 'c', bool: 'b', const char *: 't', struct scree_source: 's', \
             default: 'p')
#define M(type, path, name)                                                                        \
    {                                                                                              \
#name, offsetof(struct scree_##type, path), sizeof(((struct scree_##type *)0)->path),      \
            KIND(((struct scree_##type *)0)->path)                                                 \
    }

#define T(type, ...) static const struct member type##_members[] = {__VA_ARGS__, {NULL, 0, 0, 0}};

struct shape {
    const char *name;
    uint32_t bytes;
    const void *start; /* with its initial values */
    const struct member *members;
};
#define S(type)                                                                                    \
    {                                                                                              \
#type, sizeof type##_start, &type##_start, type##_members                                  \
    }
#include "wasm/shapes.h"

/* The table of shapes: name, bytes, initial value, members, four words each, to a name of 0. */
EXPORT const struct shape *scree_wasm_shapes(void)
{
    return shapes;
}

/* ---- jobs, calls with structs by value, and sinks ---- */

FROM_SCRIPT("progress") int script_progress(void *context, const char *step, double done);
FROM_SCRIPT("message") void script_message(void *context, const struct scree_message *message);
FROM_SCRIPT("begin") int script_begin(void *context, const char *name, void **file);
FROM_SCRIPT("write") int script_write(void *context, void *file, const void *data, size_t size);
FROM_SCRIPT("end") int script_end(void *context, void *file, int complete);
FROM_SCRIPT("commit") int script_commit(void *context);
FROM_SCRIPT("discard") void script_discard(void *context);

EXPORT void scree_wasm_job(struct scree_job *job, void *context)
{
    job->threads = 1;
    job->context = context;
    job->progress = script_progress;
    job->message = script_message;
}

EXPORT int scree_wasm_terrain_open(struct scree_terrain **out, const struct scree_source *from,
                                   const struct scree_terrain_options *options, struct scree_job *j,
                                   struct scree_error *e)
{
    return scree_terrain_open(out, *from, options, j, e);
}

EXPORT int scree_wasm_surface_open(struct scree_surface **out, const struct scree_source *from,
                                   const struct scree_terrain *terrain, struct scree_job *j,
                                   struct scree_error *e)
{
    return scree_surface_open(out, *from, terrain, j, e);
}

EXPORT int scree_wasm_surface_mask(struct scree_surface *surface, const char *file,
                                   const struct scree_source *from, struct scree_job *j,
                                   struct scree_error *e)
{
    return scree_surface_mask(surface, file, *from, j, e);
}

EXPORT int scree_wasm_surface_is_in(const struct scree_source *from)
{
    return scree_surface_is_in(*from);
}

EXPORT int scree_wasm_sink(struct scree_sink **out, void *context, struct scree_error *e)
{
    struct scree_sink_functions functions = SCREE_SINK_FUNCTIONS_INIT;
    functions.context = context;
    functions.begin = script_begin;
    functions.write = script_write;
    functions.end = script_end;
    functions.commit = script_commit;
    functions.discard = script_discard;
    return scree_sink_callbacks(out, &functions, e);
}

#include "cli/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/signals.h"

/* ---- standard input and output ---- */

bool open_is_standard(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

struct scree_source open_file(const char *path, const struct say *say)
{
    if (!open_is_standard(path) || say->input == NULL) return scree_file(path);
    return scree_memory(say->input, say->input_size, "standard input");
}

/* Also where size_t has 32 bits. */
#define MOST_INPUT ((size_t)1 << 31)

int open_input(struct say *say, struct scree_error *error)
{
    size_t room = 1u << 16;
    say->input = malloc(room);
    while (say->input != NULL) {
        const size_t got = fread(say->input + say->input_size, 1, room - say->input_size, stdin);
        say->input_size += got;
        if (ferror(stdin)) return fail_with(error, SCREE_CANNOT_READ, "cannot read standard input");
        if (say->input_size < room) return SCREE_OK;
        if (room >= MOST_INPUT)
            return fail_with(error, SCREE_LIMIT, "standard input has more than 2 GiB; name a file");
        unsigned char *more = realloc(say->input, room *= 2);
        if (more == NULL) break;
        say->input = more;
    }
    return fail_with(error, SCREE_NO_MEMORY, "no memory for standard input");
}

void open_print_output(const struct scree_sink *sink, const char *path)
{
    if (!open_is_standard(path) || scree_sink_count(sink) == 0) return;
    /* What does not get through is noticed at the end of the program. */
    fwrite(scree_sink_bytes(sink, 0), 1, (size_t)scree_sink_size(sink, 0), stdout);
}

/* ---- inputs ---- */

int open_map(struct scree_surface **out, open_reader *read, const char *path,
             const struct scree_terrain *terrain, struct say *say, struct scree_error *error)
{
    if (open_is_style(path)) return open_style(out, path, terrain, say, error);
    return read(out, open_file(path, say), terrain, &say->work, error);
}

int open_pair(struct opened_pair *out, const char *terrain, const char *surface,
              const struct scree_terrain_options *options, struct say *say,
              struct scree_error *error)
{
    *out = (struct opened_pair){NULL, NULL};
    RETURN_IF_FAILED(
        scree_terrain_open(&out->terrain, open_file(terrain, say), options, &say->work, error));
    signals_catch();
    if (surface == NULL) return SCREE_OK;
    return open_map(&out->surface, scree_surface_open, surface, out->terrain, say, error);
}

void open_free(struct opened_pair *pair)
{
    scree_surface_free(pair->surface);
    scree_terrain_free(pair->terrain);
    *pair = (struct opened_pair){NULL, NULL};
}

bool open_ends_in(const char *output, const char *ending)
{
    const size_t length = strlen(output), end = strlen(ending);
    return length > end && scree_text_distance(output + length - end, ending) == 0;
}

int open_terrain(struct scree_terrain **out, const char *path,
                 const struct scree_terrain_options *options, struct say *say,
                 struct scree_error *error)
{
    if (!scree_surface_is_in(open_file(path, say)))
        return scree_terrain_open(out, open_file(path, say), options, &say->work, error);
    fail_with(error, SCREE_UNSUPPORTED, "holds a surface map, expected a terrain");
    return fail_file(error, path);
}

int open_surface(struct scree_surface **out, const char *path, const struct scree_terrain *terrain,
                 struct say *say, struct scree_error *error)
{
    /* Both refuse what is none, and their texts differ: this one is not one of a pair. */
    open_reader *const read =
        scree_surface_is_in(open_file(path, say)) ? scree_surface_open : scree_surface_read;
    return open_map(out, read, path, terrain, say, error);
}

int open_scale(struct scree_terrain **out, const char *terrain,
               const struct scree_terrain_options *options, struct say *say,
               struct scree_error *error)
{
    static const float flat[4] = {0};
    *out = NULL;
    if (terrain != NULL)
        return scree_terrain_open(out, open_file(terrain, say), options, &say->work, error);
    if (options->cell_m == 0.0) return SCREE_OK;
    return scree_terrain_from_heights(out, flat, 2, 2, options->cell_m, NULL, error);
}

int open_output(struct scree_sink **out, const char *path, bool replace, const char *const *inputs,
                size_t count, struct scree_error *error)
{
    RETURN_IF_FAILED(scree_sink_file(out, path, replace ? SCREE_REPLACE : 0, error));
    return scree_sink_protect(*out, inputs, count, error);
}

int open_write(struct scree_sink *sink, const char *name, struct scree_bytes *bytes,
               struct scree_error *error)
{
    const int code = scree_sink_write(sink, name, bytes->data, bytes->size, 0, error);
    scree_bytes_free(bytes);
    return code;
}

int open_close_page(struct scree_sink *page, int code, const char *changed, struct say *say,
                    struct scree_error *error)
{
    if (page == NULL) return code;
    const int closed = scree_sink_close(page, code, &say->work, error);
    if (code != SCREE_OK || closed == SCREE_OK || changed == NULL) return closed;
    struct scree_error only = *error;
    snprintf(error->text, sizeof error->text, "%.190s; %.40s is changed", only.text, changed);
    return closed;
}

int open_report(struct say *say, const char *path, bool replace, const char *const *inputs,
                size_t count, struct scree_error *error)
{
    say->page_name = path;
    if (path == NULL) return SCREE_OK;
    RETURN_IF_FAILED(open_output(&say->page, path, replace, inputs, count, error));
    return scree_sink_keep_out(say->page, inputs[0], error);
}

int open_graded(struct say *say, const struct scree_terrain *graded, struct scree_error *error)
{
    struct scree_bytes page;
    if (say->page == NULL) return SCREE_OK;
    RETURN_IF_FAILED(scree_grade_document(graded, &page, SCREE_HTML, &say->work, error));
    return open_write(say->page, say->page_name, &page, error);
}

int open_spot(double out_m[2], const struct scree_spot *spot, const char *option,
              const struct scree_terrain *terrain, enum scree_corner corner, struct say *say,
              struct scree_error *error)
{
    char name[64];
    RETURN_IF_FAILED(scree_spot_find(out_m, spot, terrain, (int)corner, error));
    if (spot->way[0] != 0 || say->warned_of_edges) return SCREE_OK;
    say->warned_of_edges = true;
    say_warning(say,
                "--%s: numbers without letters count from the west and the %s edge here; name the "
                "edges: %s",
                option, corner == SCREE_NORTH_WEST ? "north" : "south",
                scree_spot_name(name, sizeof name, out_m, (int)corner));
    return SCREE_OK;
}

void open_say_part(struct say *say, const char *folder, const struct scree_part_options *part,
                   const struct scree_part_info *info)
{
    say_line(say, "%s: part %lu of %lu, %lu tiles, of which %lu were there already", folder,
             (unsigned long)part->index, (unsigned long)part->count, (unsigned long)info->tiles,
             (unsigned long)info->tiles_before);
}

#include "api/api.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

int scree_model_version(void)
{
    return RENDER_MODEL_VERSION;
}

/* ---- errors ---- */

static const struct {
    enum scree_code code;
    const char *name;
} codes[] = {
    [ERR_OK] = {SCREE_OK, "success"},
    [ERR_NOMEM] = {SCREE_NO_MEMORY, "no memory"},
    [ERR_READ] = {SCREE_CANNOT_READ, "cannot read"},
    [ERR_MALFORMED] = {SCREE_MALFORMED, "malformed"},
    [ERR_UNSUPPORTED] = {SCREE_UNSUPPORTED, "unsupported"},
    [ERR_LIMIT] = {SCREE_LIMIT, "over a limit"},
    [ERR_ARG] = {SCREE_BAD_ARGUMENT, "bad argument"},
    [ERR_WRITE] = {SCREE_CANNOT_WRITE, "cannot write"},
    [ERR_CANCELLED] = {SCREE_CANCELLED, "cancelled"},
};

const char *scree_code_name(int code)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if ((int)codes[i].code == code) return codes[i].name;
    return "unknown";
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

/* Options that texts of the modules name: here they are what they are called in the headers. */
static const char *member_name(const char *member, size_t length)
{
    static const char *const members[] = {"accept",
                                          "aerial",
                                          "at",
                                          "author",
                                          "bake_size",
                                          "band",
                                          "base_colour",
                                          "blend_size",
                                          "cell_m",
                                          "classes",
                                          "columns",
                                          "crop",
                                          "depth",
                                          "dither",
                                          "every",
                                          "fail",
                                          "fill_m",
                                          "format",
                                          "grass",
                                          "grid",
                                          "grip",
                                          "ground_models",
                                          "height_offset_tu",
                                          "height_range_m",
                                          "height_scale",
                                          "hole_layer",
                                          "holes",
                                          "keep",
                                          "keep_list",
                                          "keep_missing",
                                          "layer",
                                          "layers",
                                          "level",
                                          "maps",
                                          "mask",
                                          "materials",
                                          "max_height_m",
                                          "max_memory_bytes",
                                          "min_area",
                                          "name",
                                          "no_base_colour",
                                          "no_plants",
                                          "only",
                                          "onto",
                                          "other_version",
                                          "output",
                                          "outputs",
                                          "part",
                                          "share",
                                          "seed",
                                          "place_m",
                                          "plane",
                                          "plants",
                                          "points",
                                          "port",
                                          "raw",
                                          "raw_width",
                                          "region",
                                          "relief",
                                          "repeat_m",
                                          "resample",
                                          "roads",
                                          "root_density",
                                          "samples",
                                          "shadows_off",
                                          "south_first",
                                          "splat",
                                          "square_m",
                                          "start_m",
                                          "target_m",
                                          "terrain",
                                          "texel",
                                          "texels",
                                          "textures",
                                          "threads",
                                          "tile_files",
                                          "tile_points",
                                          "tile_texels",
                                          "title",
                                          "vertex",
                                          "warn",
                                          "water_m",
                                          "width"};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (is_word(members[i], member, length)) return members[i];
    if (is_word("convert_crop", member, length)) return "crop of scree_convert_terrain()";
    if (is_word("convert_dequantise", member, length))
        return "dequantise of scree_convert_terrain()";
    if (is_word("into", member, length)) return "scree_beamng_into()";
    return is_word("replace", member, length) ? "SCREE_REPLACE" : NULL;
}

enum err_code api_code(int code)
{
    for (size_t i = 1; i < sizeof codes / sizeof codes[0]; i++)
        if ((int)codes[i].code == code) return (enum err_code)i;
    return ERR_READ;
}

int api_fail(struct scree_error *error, const struct err *err)
{
    const int code = (int)codes[err->code].code;
    if (error == NULL) return code;
    struct scree_error full = SCREE_ERROR_INIT;
    if (!api_options(&full, sizeof full, error)) return code; /* no room for anything */
    full.size = sizeof full;
    full.code = code;
    full.offset = err->offset == ERR_NO_OFFSET ? SCREE_NO_OFFSET : err->offset;
    snprintf(full.file, sizeof full.file, "%s", err->file);
    snprintf(full.field, sizeof full.field, "%s", err->field);
    char text[sizeof err->msg];
    text_name_options(text, sizeof text, err->msg,
                      full.option_name != NULL ? full.option_name : member_name);
    text_name_options(full.text, sizeof full.text, text, member_name);
    api_sized(error, &full, sizeof full);
    return code;
}

int api_refuse(struct scree_error *error, const char *field, const char *format, ...)
{
    struct err err;
    err_clear(&err);
    char text[sizeof err.msg];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    err_set_option(&err, field, "%s", text);
    return api_fail(error, &err);
}

void api_name_plants(struct err *err, const char *member, const char *set)
{
    if (set != NULL && strcmp(err->field, "plants") == 0)
        snprintf(err->field, sizeof err->field, "%s", member);
}

int api_check_plants(int no_plants, const struct scree_source *plants, const char *plants_set,
                     struct scree_error *error)
{
    if (plants != NULL && plants_set != NULL)
        return api_refuse(error, "plants_set", "plants and plants_set: choose one");
    if (no_plants == 0 || (plants == NULL && plants_set == NULL)) return SCREE_OK;
    return api_refuse(error, "plants",
                      "{plants} says what grows and {no_plants} that nothing does; leave one out");
}

/* ---- structs of any age ---- */

bool api_options(void *to, size_t to_size, const void *from)
{
    if (from == NULL) return true;
    size_t size;
    memcpy(&size, from, sizeof size);
    if (size < sizeof size) return false;
    memcpy(to, from, size < to_size ? size : to_size);
    return true;
}

void api_sized(void *to, const void *result, size_t full_size)
{
    size_t size;
    memcpy(&size, to, sizeof size);
    if (size > full_size) size = full_size;
    if (size > sizeof size)
        memcpy((char *)to + sizeof size, (const char *)result + sizeof size, size - sizeof size);
}

/* ---- jobs ---- */

static int pass_progress(void *context, const char *step, double done)
{
    const struct api_job *own = context;
    return own->outer.progress(own->outer.context, step, done);
}

static void pass_message(void *context, const struct job_message *message)
{
    static const int severities[] = {
        [JOB_NOTE] = SCREE_NOTE, [JOB_WARNING] = SCREE_WARNING, [JOB_RESULT] = SCREE_RESULT};
    const struct api_job *own = context;
    char named[1024], text[1024];
    job_words(&own->job, named, sizeof named, message->text);
    const struct scree_message out = {sizeof out,
                                      severities[message->severity],
                                      message->file,
                                      message->offset == ERR_NO_OFFSET ? SCREE_NO_OFFSET
                                                                       : message->offset,
                                      text_name_options(text, sizeof text, named, member_name),
                                      message->kind};
    own->outer.message(own->outer.context, &out);
}

struct job *api_job_start(struct api_job *own, const struct scree_job *job)
{
    memset(own, 0, sizeof *own);
    atomic_init(&own->job.cancelled, false);
    own->job.option_name = member_name;
    if (!api_options(&own->outer, sizeof own->outer, job)) return &own->job;
    own->job.threads = own->outer.threads;
    own->job.context = own;
    if (own->outer.progress != NULL) own->job.progress = pass_progress;
    if (own->outer.message != NULL) own->job.message = pass_message;
    if (own->outer.option_name != NULL) own->job.option_name = own->outer.option_name;
    own->job.tile = own->outer.tile;
    own->job.exhaustive = own->outer.no_culling != 0;
    if (own->outer.isa != NULL) (void)cpu_parse(&own->job.isa, own->outer.isa);
    return &own->job;
}

const struct scree_source *api_given(const struct scree_source *source)
{
    const bool given = source->name != NULL || source->data != NULL || source->read != NULL;
    return given ? source : NULL;
}

bool api_grows(const struct scree_source *list, const char *set)
{
    return api_given(list) != NULL || (set != NULL && strcmp(set, "none") != 0);
}

int api_how(struct render_how *out, const struct scree_how *given, const struct scree_job *job,
            struct scree_error *error)
{
    struct api_job own;
    *out = render_how_of(api_job_start(&own, job), given->relief, given->root_density);
    enum cpu_isa isa;
    const char *name = own.outer.isa;
    if (name == NULL || cpu_parse(&isa, name)) return SCREE_OK;
    return api_refuse(error, "isa", "'%.40s' is not a known instruction set", name);
}

const char *scree_isa_name(size_t i)
{
    return i < CPU_ISA_COUNT ? cpu_name((enum cpu_isa)i) : NULL;
}

/* ---- sources ---- */

static enum err_code copy_bytes(struct file_bytes *out, const struct scree_source *source,
                                uint64_t max_bytes, struct err *err)
{
    if (source->size > max_bytes || source->size >= SIZE_MAX)
        return err_set(err, ERR_LIMIT, ERR_NO_OFFSET, "has %llu bytes, the limit is %llu",
                       (unsigned long long)source->size, (unsigned long long)max_bytes);
    const size_t size = (size_t)source->size;
    out->data = mem_alloc(size + 1, 1);
    if (out->data == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %zu bytes", size);
    out->size = size;
    if (source->read == NULL) {
        memcpy(out->data, source->data, size);
        return ERR_OK;
    }
    if (source->read(source->context, 0, out->data, size) == 0) return ERR_OK;
    file_bytes_free(out);
    return err_set(err, ERR_READ, ERR_NO_OFFSET, "cannot be read");
}

enum err_code api_read(struct file_bytes *out, const struct scree_source *source,
                       uint64_t max_bytes, struct err *err)
{
    memset(out, 0, sizeof *out);
    enum err_code code;
    if (source->read != NULL || source->data != NULL)
        code = copy_bytes(out, source, max_bytes, err);
    else if (source->name != NULL)
        code = file_read(out, source->name, max_bytes, err);
    else
        code = err_set(err, ERR_ARG, ERR_NO_OFFSET, "the source has neither bytes nor a name");
    if (code != ERR_OK && source->name != NULL) err_set_file(err, source->name);
    return code;
}

void scree_bytes_free(struct scree_bytes *bytes)
{
    if (bytes == NULL) return;
    mem_free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

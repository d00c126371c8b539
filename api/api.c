#include "api/api.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "plants/plants.h"

int scree_model_version(void)
{
    return RENDER_MODEL_VERSION;
}

/* ---- errors ---- */

const char *scree_code_name(int code)
{
    return err_code_name(code);
}

void api_name_plants(struct scree_error *err, const char *member, const char *set)
{
    if (plants_names_set(set) && strcmp(err->field, "plants") == 0)
        snprintf(err->field, sizeof err->field, "%s", member);
}

int api_check_growing(const struct scree_source *list, const char *set, struct scree_error *error)
{
    if (api_given(list) == NULL || !plants_names_set(set)) return SCREE_OK;
    return err_set_option(error, "plants_set", "plants and plants_set: choose one");
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

int api_take(void *to, size_t to_size, const void *from, struct scree_error *error)
{
    if (api_options(to, to_size, from)) return SCREE_OK;
    return err_set_option(error, "size", "is 0; begin with the struct's SCREE_..._INIT");
}

void api_sized(void *to, const void *result, size_t full_size)
{
    size_t size;
    memcpy(&size, to, sizeof size);
    if (size > full_size) size = full_size;
    if (size > sizeof size)
        memcpy((char *)to + sizeof size, (const char *)result + sizeof size, size - sizeof size);
}

const struct scree_source *api_given(const struct scree_source *source)
{
    const bool given = source->name != NULL || source->data != NULL || source->read != NULL;
    return given ? source : NULL;
}

bool api_grows(const struct scree_source *list, const char *set)
{
    return api_given(list) != NULL || plants_set_grows(set);
}

int api_how(struct render_how *out, const struct scree_how *given, const struct scree_job *job,
            struct scree_error *error)
{
    enum cpu_isa isa;
    *out = render_how_of(job, given->relief, given->root_density);
    if (job == NULL || job->isa == NULL || cpu_parse(&isa, job->isa)) return SCREE_OK;
    return err_set_option(error, "isa", "'%.40s' is not a known instruction set", job->isa);
}

const char *scree_isa_name(size_t i)
{
    return i < CPU_ISA_COUNT ? cpu_name((enum cpu_isa)i) : NULL;
}

/* ---- sources ---- */

static enum scree_code copy_bytes(struct scree_bytes *out, const struct scree_source *source,
                                  uint64_t max_bytes, struct scree_error *err)
{
    if (source->size > max_bytes || source->size >= SIZE_MAX)
        return err_set(err, SCREE_LIMIT, "has %llu bytes, the limit is %llu",
                       (unsigned long long)source->size, (unsigned long long)max_bytes);
    const size_t size = (size_t)source->size;
    out->data = mem_alloc(size + 1, 1);
    if (out->data == NULL) return err_set(err, SCREE_NO_MEMORY, "no memory for %zu bytes", size);
    out->size = size;
    if (source->read == NULL) {
        memcpy(out->data, source->data, size);
        return SCREE_OK;
    }
    if (source->read(source->context, 0, out->data, size) == 0) return SCREE_OK;
    file_bytes_free(out);
    return err_set(err, SCREE_CANNOT_READ, "cannot be read");
}

enum scree_code api_read(struct scree_bytes *out, const struct scree_source *source,
                         uint64_t max_bytes, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    enum scree_code code;
    if (source->read != NULL || source->data != NULL)
        code = copy_bytes(out, source, max_bytes, err);
    else if (source->name != NULL)
        code = file_read(out, source->name, max_bytes, err);
    else
        code = err_set(err, SCREE_BAD_ARGUMENT, "the source has neither bytes nor a name");
    if (code != SCREE_OK && source->name != NULL) err_set_file(err, source->name);
    return code;
}

void scree_bytes_free(struct scree_bytes *bytes)
{
    if (bytes == NULL) return;
    mem_free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

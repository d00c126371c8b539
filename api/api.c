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
    if (source_given(list) == NULL || !plants_names_set(set)) return SCREE_OK;
    return err_set_option(error, "plants_set", "plants and plants_set: choose one");
}

int api_check_water(bool has_water, double water_m, struct scree_error *error)
{
    if (!has_water || (water_m > -1e6 && water_m < 1e6)) return SCREE_OK;
    return err_set_option(error, "water_m", "{water_m} %g is not an altitude within 1000 km",
                          water_m);
}

void api_start(void *out, size_t size, struct scree_error *error)
{
    err_start(error);
    memset(out, 0, size);
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

int api_no_size(struct scree_error *error)
{
    return err_set_option(error, "size", "is 0; begin with the struct's SCREE_..._INIT");
}

int api_take(void *to, const struct api_shape *shape, const void *from, struct scree_error *error)
{
    memcpy(to, shape->start, shape->size);
    if (!api_options(to, shape->size, from)) return api_no_size(error);
    for (const struct api_choice *one = shape->choices; one->member != NULL; one++) {
        int chosen; /* enums have the size of int */
        memcpy(&chosen, (const char *)to + one->offset, sizeof chosen);
        if ((unsigned)chosen >= one->count)
            return err_set_option(error, one->member, "%d is not an enum scree_%s", chosen,
                                  one->of);
    }
    return SCREE_OK;
}

void api_sized(void *to, const void *result, size_t full_size)
{
    size_t size;
    memcpy(&size, to, sizeof size);
    if (size > full_size) size = full_size;
    if (size > sizeof size)
        memcpy((char *)to + sizeof size, (const char *)result + sizeof size, size - sizeof size);
}

bool api_grows(const struct scree_source *list, const char *set)
{
    return source_given(list) != NULL || plants_set_grows(set);
}

int api_form(int form, unsigned allowed, struct scree_error *error)
{
    if (form >= SCREE_TEXT && form <= SCREE_GITHUB && (allowed & 1u << form) != 0) return SCREE_OK;
    return err_set_option(error, "form", "is %d, not an enum scree_form that this answer has",
                          form);
}

int api_no_such(struct scree_error *error, const char *what, size_t i, size_t count)
{
    return err_set_option(error, "i", "there is no %s %zu; there are %zu", what, i, count);
}

int api_item(void *to, const void *item, size_t size, const char *what, size_t i, size_t count,
             struct scree_error *error)
{
    err_start(error);
    if (item == NULL) return api_no_such(error, what, i, count);
    api_sized(to, item, size);
    return SCREE_OK;
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

void scree_bytes_free(struct scree_bytes *bytes)
{
    if (bytes == NULL) return;
    mem_free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

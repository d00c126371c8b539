/* --part: which part this process makes, I/N, auto or auto/N; auto asks the environment. */
#include <stdlib.h>
#include <string.h>

#include "cli/tables.h"

#define MOST_PARTS 1048576

/* Where schedulers say which process of how many this is. Sources: Slurm's page of sbatch (job
 * arrays), Open MPI's FAQ (environment of a process), PMI's of MPICH, Kubernetes' page of indexed
 * jobs. */
static const struct {
    const char *index, *count;
    const char *least, *most, *step; /* of index, where it need not be 0, count - 1 and 1 */
} places[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL, NULL, NULL},
    {"PMI_RANK", "PMI_SIZE", NULL, NULL, NULL},
};

/* A variable of the environment; NULL: it is not set, or empty. */
static const char *variable(const char *name)
{
    const char *text = name != NULL ? getenv(name) : NULL;
    return text != NULL && text[0] != '\0' ? text : NULL;
}

/* *out stays if the variable is not set. */
static int read_number(uint32_t *out, const char *name, uint32_t lowest, struct scree_error *error)
{
    struct scree_error unused = SCREE_ERROR_INIT;
    const char *text = variable(name);
    if (text == NULL || args_read_count(out, name, text, lowest, UINT32_MAX, &unused) == SCREE_OK)
        return SCREE_OK;
    return fail_usage(
        error, "--part auto: %s is '%.40s', expected a whole number from %lu; give --part I/N",
        name, text, (unsigned long)lowest);
}

static int is_none(uint32_t index, uint32_t least, uint32_t count, struct scree_error *error)
{
    return fail_usage(error,
                      "--part auto: the scheduler says number %lu of %lu from %lu, which is none; "
                      "give --part I/N",
                      (unsigned long)index, (unsigned long)count, (unsigned long)least);
}

static int read_place(struct scree_part_options *part, size_t place, struct scree_error *error)
{
    uint32_t index = 0, count = 0, least = 0, step = 1;
    RETURN_IF_FAILED(read_number(&index, places[place].index, 0, error));
    RETURN_IF_FAILED(read_number(&count, places[place].count, 0, error));
    RETURN_IF_FAILED(read_number(&least, places[place].least, 0, error));
    RETURN_IF_FAILED(read_number(&step, places[place].step, 1, error));
    const uint32_t most = least + (count - 1) * step;
    uint32_t told = most;
    RETURN_IF_FAILED(read_number(&told, places[place].most, 0, error));
    if (count > 0 && told != most)
        return fail_usage(error, "--part auto: numbers of an array such as 3,7 do not say which "
                                 "part this is; submit an array from 1 to N, or give --part I/N");
    if (index < least || (index - least) % step != 0 || (index - least) / step >= count)
        return is_none(index, least, count, error);
    part->index = (index - least) / step + 1;
    part->count = count;
    return SCREE_OK;
}

static int read_auto(struct scree_part_options *part, struct scree_error *error)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (variable(places[i].index) != NULL && variable(places[i].count) != NULL)
            return read_place(part, i, error);
    return fail_usage(error,
                      "--part auto: no scheduler says here which part this is (Slurm's job arrays, "
                      "Open MPI and PMI do; of Kubernetes give --part auto/N); give --part I/N");
}

/* Kubernetes tells a process its number and not how many there are. */
static int read_index(struct scree_part_options *part, struct scree_error *error)
{
    uint32_t index = 0;
    if (variable("JOB_COMPLETION_INDEX") == NULL)
        return fail_usage(error,
                          "--part auto/%lu: JOB_COMPLETION_INDEX is not set, as it is in an "
                          "indexed job of Kubernetes; give --part I/%lu",
                          (unsigned long)part->count, (unsigned long)part->count);
    RETURN_IF_FAILED(read_number(&index, "JOB_COMPLETION_INDEX", 0, error));
    if (index >= part->count) return is_none(index, 0, part->count, error);
    part->index = index + 1;
    return SCREE_OK;
}

int part_read(const struct args_value *in, struct scree_error *error)
{
    struct scree_part_options *const part = in->to;
    const char *const text = in->text;
    char first[16] = "";
    if (strcmp(text, "auto") == 0) return read_auto(part, error);
    const size_t length = strcspn(text, "/");
    if (text[length] != '/' || length >= sizeof first)
        return args_refuse(in, "is not I/N, such as 3/16, nor auto or auto/N", error);
    memcpy(first, text, length);
    RETURN_IF_FAILED(
        args_read_count(&part->count, in->option->name, text + length + 1, 1, MOST_PARTS, error));
    if (strcmp(first, "auto") == 0) return read_index(part, error);
    return args_read_count(&part->index, in->option->name, first, 1, part->count, error);
}

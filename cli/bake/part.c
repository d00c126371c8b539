#include "cli/bake/part.h"

#include <stdlib.h>
#include <string.h>

#include <scree/parts.h>

#define MOST_PARTS 1048576

/* Where schedulers say which process of how many this is. Sources: Slurm's page of sbatch (job
 * arrays), Open MPI's FAQ (environment of a process), PMI's of MPICH, Kubernetes' page of indexed
 * jobs. */
static const struct {
    const char *index, *count;
    const char *least; /* of index; NULL: 0 */
} places[] = {{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
              {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL},
              {"PMI_RANK", "PMI_SIZE", NULL}};

static int read_number(uint32_t *out, const char *name, struct scree_error *error)
{
    return args_read_count(out, name, getenv(name), 0, UINT32_MAX, error);
}

static int is_none(uint32_t index, uint32_t least, uint32_t count, struct scree_error *error)
{
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--part auto: the scheduler says number %lu of %lu from %lu, which is none; "
                     "give --part I/N",
                     (unsigned long)index, (unsigned long)count, (unsigned long)least);
}

static int read_place(struct scree_part_options *part, size_t place, struct scree_error *error)
{
    uint32_t index, count, least = 0;
    const char *const from = places[place].least;
    RETURN_IF_FAILED(read_number(&index, places[place].index, error));
    RETURN_IF_FAILED(read_number(&count, places[place].count, error));
    if (from != NULL && getenv(from) != NULL) RETURN_IF_FAILED(read_number(&least, from, error));
    if (index < least || index - least >= count) return is_none(index, least, count, error);
    part->index = index - least + 1;
    part->count = count;
    return SCREE_OK;
}

static int read_auto(struct scree_part_options *part, struct scree_error *error)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (getenv(places[i].index) != NULL && getenv(places[i].count) != NULL)
            return read_place(part, i, error);
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--part auto: no scheduler says here which part this is (Slurm's job arrays, "
                     "Open MPI and PMI do; of Kubernetes give --part auto/N); give --part I/N");
}

/* Kubernetes tells a process its number and not how many there are. */
static int read_index(struct scree_part_options *part, struct scree_error *error)
{
    uint32_t index;
    if (getenv("JOB_COMPLETION_INDEX") == NULL)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--part auto/%lu: JOB_COMPLETION_INDEX is not set, as it is in an indexed "
                         "job of Kubernetes; give --part I/%lu",
                         (unsigned long)part->count, (unsigned long)part->count);
    RETURN_IF_FAILED(read_number(&index, "JOB_COMPLETION_INDEX", error));
    if (index >= part->count) return is_none(index, 0, part->count, error);
    part->index = index + 1;
    return SCREE_OK;
}

int part_read(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    struct scree_part_options *const part = to;
    const char *const text = words[0];
    char first[16] = "";
    if (strcmp(text, "auto") == 0) return read_auto(part, error);
    const size_t length = strcspn(text, "/");
    if (text[length] != '/' || length >= sizeof first)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s: '%.40s' is not I/N, such as 3/16, nor auto or auto/N", option->name,
                         text);
    memcpy(first, text, length);
    RETURN_IF_FAILED(
        args_read_count(&part->count, option->name, text + length + 1, 1, MOST_PARTS, error));
    if (strcmp(first, "auto") == 0) return read_index(part, error);
    return args_read_count(&part->index, option->name, first, 1, part->count, error);
}

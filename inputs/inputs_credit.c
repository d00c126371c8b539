/* Whose data is in what was made. */
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "inputs/inputs.h"

const char *inputs_credit(char out[INPUTS_CREDITS], const struct inputs_file *terrain,
                          const struct inputs_file *roads, const struct srf_map *map)
{
    const char *ground =
        roads != NULL && roads->credit[0] != '\0' ? roads->credit : terrain->graded_for.credit;
    const char *cover = map != NULL ? map->credit : "";
    if (strstr(cover, ground) != NULL) ground = "";
    const char *gap = ground[0] != '\0' && cover[0] != '\0' ? "; " : "";
    snprintf(out, INPUTS_CREDITS, "%s%s%s", ground, gap, cover);
    return out[0] != '\0' ? out : NULL;
}

void inputs_credit_add(json_t **document, const char *credit)
{
    if (credit != NULL && credit[0] != '\0') json_text_set(document, "credit", json_text(credit));
}

void inputs_credit_tell(const char *credit, struct scree_job *job)
{
    if (credit != NULL && credit[0] != '\0')
        job_result(job, NULL, "credit: %s; name it wherever you show or give away what is made",
                   credit);
}

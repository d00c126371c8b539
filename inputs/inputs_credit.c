/* Whose data is in what was made. */
#include "base/json_text.h"
#include "inputs/inputs.h"

const char *inputs_credit(const struct inputs_file *terrain, const struct inputs_file *roads)
{
    if (roads != NULL && roads->credit[0] != '\0') return roads->credit;
    return terrain->graded_for.credit[0] != '\0' ? terrain->graded_for.credit : NULL;
}

void inputs_credit_add(json_t **document, const char *credit)
{
    if (credit != NULL) json_text_set(document, "credit", json_text(credit));
}

void inputs_credit_tell(const char *credit, struct scree_job *job)
{
    if (credit != NULL)
        job_result(job, NULL, "credit: %s; name it wherever you show or give away what is made",
                   credit);
}

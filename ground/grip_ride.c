/* The grip of an export: made calm, and what is said of it. */
#include <math.h>

#include "base/json_text.h"
#include "ground/ground_grip.h"

enum scree_code ground_ride_make(struct ground_ride *out, const struct ground_grip *map, bool fine,
                                 struct scree_error *err)
{
    const double metres = ground_drive(map->ids, map->size, map->square_m, map->grip);
    *out = (struct ground_ride){
        .fine = fine, .models = map->grips, .fine_m = metres, .metres = metres};
    if (fine || map->grips < 2 || map->grips > GROUND_MAX_GRIPS) return SCREE_OK;
    RETURN_IF_ERR(ground_calm(map, &out->calmed, err));
    out->metres = ground_drive(map->ids, map->size, map->square_m, map->grip);
    return SCREE_OK;
}

void ground_ride_tell(const struct ground_ride *ride, struct scree_job *job)
{
    if (ride->models < 2) return;
    if (ride->fine)
        job_note(job, NULL, "grip: another ground model every %.0f m of a straight drive",
                 ride->metres);
    else
        job_note(job, NULL,
                 "grip: another ground model every %.0f m of a straight drive, %.0f m with {grip} "
                 "fine",
                 ride->metres, ride->fine_m);
}

json_t *ground_ride_json(const struct ground_ride *ride)
{
    return json_pack("{s:s, s:i, s:f, s:f, s:o}", "grip", ride->fine ? "fine" : "calm",
                     "ground_models", (int)ride->models, "metres_per_change",
                     floor(ride->metres * 10 + 0.5) / 10, "metres_per_change_fine",
                     floor(ride->fine_m * 10 + 0.5) / 10, "samples", json_text_count(ride->calmed));
}

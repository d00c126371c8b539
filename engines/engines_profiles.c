/* The table of engines: a row each. docs/formats.md, Engines, has the source of every number. */
#include <stdio.h>
#include <string.h>

#include "engines/engines_plan.h"

static const struct engines_profile profiles[] = {
    {.about = {.key = "spring",
               .title = "Spring",
               .ending = ".sdz",
               .sizes = "128 k + 1, from 129 to 4097",
               .rows = "north first",
               .packs = "type map of the strongest layer; RGBA of the four largest layers",
               .names = "NAME.smf, NAME.smt, mapinfo.lua",
               .proof =
                   "Spring 106 (spring-headless) loads the map and is asked for heights, types "
                   "and slopes",
               .max_materials = 255},
     .lowest = 129,
     .highest = 4097,
     .step = 128,
     .takes_water = true,
     .settle = engines_settle_spring,
     .write = engines_write_spring,
     .tell = engines_tell_spring},
};

const struct engines_profile *engines_profile_at(size_t i)
{
    return i < sizeof profiles / sizeof profiles[0] ? &profiles[i] : NULL;
}

const struct engines_profile *engines_find(const char *key)
{
    for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++)
        if (strcmp(profiles[i].about.key, key) == 0) return &profiles[i];
    return NULL;
}

const struct engines_about *engines_about(const struct engines_profile *profile)
{
    return &profile->about;
}

/* ---- sizes ---- */

uint32_t engines_size_near(const struct engines_profile *profile, uint32_t points)
{
    if (profile->list != NULL) {
        size_t i = 0;
        while (profile->list[i] < points && profile->list[i + 1] != 0) i++;
        return profile->list[i];
    }
    if (points <= profile->lowest) return profile->lowest;
    if (points >= profile->highest) return profile->highest;
    const uint32_t steps = (points - profile->lowest + profile->step - 1) / profile->step;
    return profile->lowest + steps * profile->step;
}

enum err_code engines_size_check(const struct engines_profile *profile, uint32_t points,
                                 struct err *err)
{
    const uint32_t near = engines_size_near(profile, points);
    if (near == points) return ERR_OK;
    return err_set_option(err, "points", "{points} %u: %s takes %s points a side; take %u",
                          (unsigned)points, profile->about.title, profile->about.sizes,
                          (unsigned)near);
}

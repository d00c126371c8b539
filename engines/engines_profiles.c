/*
 * The table of engines: a row each. docs/formats/engines.md has the source of every number.
 *
 * Rule (Planes and pictures): One table says what an engine takes. See engines.md. Tests:
 * unit/test_engines_table (sizes_are_legal_or_have_a_neighbour, the_page_has_the_table),
 * unit/test_lint (terrains_that_the_target_does_not_hold).
 */
#include <stdio.h>
#include <string.h>

#include "engines/engines_plan.h"

static const uint32_t powers[] = {33, 65, 129, 257, 513, 1025, 2049, 4097, 0};
static const uint32_t farms[] = {2049, 4097, 8193, 0};
static const uint32_t landscapes[] = {127, 253, 505, 1009, 2017, 4033, 8129, 0};

static const char farming[] = {
#include "engines/farming.txt.h"
};

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
     .endings = {".smf", ".smt", ".lua"},
     .height_steps = 65535,
     .lowest = 129,
     .highest = 4097,
     .step = 128,
     .takes_water = true,
     .takes_plants = true,
     .takes_sun = true,
     .settle = engines_settle_spring,
     .write = engines_write_spring,
     .tell = engines_tell_spring},
    {.about = {.key = "godot",
               .title = "Terrain3D",
               .ending = ".zip",
               .sizes = "64 k, from 64 to 65536",
               .rows = "north first",
               .packs = "the two strongest layers of each point, and how they blend",
               .names = "project.godot, NAME.tscn, data/terrain3d_XX_YY.res, textures/",
               .proof =
                   "nobody's Godot 4: a genuine region is written again to the byte, in a test",
               .max_materials = 32,
               .kept = 2},
     .endings = {".godot", ".tscn", ".res"},
     .lowest = 64,
     .highest = 65536,
     .step = 64,
     .takes_tile = true,
     .takes_water = true,
     .takes_plants = true,
     .takes_sun = true,
     .space = {ENGINES_UP_SOUTH, 1},
     .settle = engines_settle_godot,
     .write_tile = engines_write_godot_region,
     .name_tile = engines_name_godot_region,
     .is_stray = engines_is_stray_region,
     .write = engines_write_godot},
    {.about = {.key = "hterrain",
               .title = "HTerrain",
               .ending = ".zip",
               .sizes = "65, 129, 257, 513, 1025, 2049 or 4097",
               .rows = "north first",
               .packs = "four layers a picture, RGBA",
               .names = "data.hterrain, height.res, normal.png, splat.png, splat_1.png, ...",
               .proof = "Godot 3.2's own loader, in a test",
               .max_materials = 16},
     .endings = {".hterrain", ".res", ".png"},
     .list = powers + 1,
     .takes_water = true,
     .takes_sun = true,
     .space = {ENGINES_UP_SOUTH, 1},
     .write = engines_write_hterrain},
    {.about = {.key = "unreal",
               .title = "Unreal",
               .ending = ".zip",
               .sizes = "127, 253, 505, 1009, 2017, 4033 or 8129",
               .rows = "north first",
               .packs = "a grey picture for each layer",
               .names = "NAME.r16, NAME_Layer.png, of tiles NAME_x0_y0.r16, NAME_Layer_x0_y0.png",
               .proof = "nobody's Unreal: the files are read back by a reader of the tests"},
     .endings = {".r16", ".png"},
     .plain_names = true,
     .height_steps = 65535,
     .list = landscapes,
     .takes_tile = true,
     .choose = engines_choose_unreal,
     .takes_water = true,
     .takes_plants = true,
     .takes_sun = true,
     .space = {ENGINES_SOUTH_UP, 100},
     .settle = engines_settle_unreal,
     .write_tile = engines_write_unreal_tile,
     .name_tile = engines_name_unreal_tile,
     .is_stray = engines_is_stray_tile,
     .write = engines_write_unreal},
    {.about = {.key = "unity",
               .title = "Unity",
               .ending = ".zip",
               .sizes = "33, 65, 129, 257, 513, 1025, 2049 or 4097",
               .rows = "heights south first, pictures north first",
               .packs = "four layers a picture, RGBA",
               .names = "NAME.raw, NAME-alphamap0.png, NAME.json, Editor/ScreeTerrainImporter.cs",
               .proof = "nobody's Unity: the script compiles under Mono against stubs, in a test"},
     .endings = {".raw", ".png", ".json", ".cs"},
     .height_steps = 65535,
     .list = powers,
     .takes_texels = true,
     .takes_water = true,
     .takes_plants = true,
     .takes_sun = true,
     .space = {ENGINES_UP_NORTH, 1},
     .settle = engines_settle_unity,
     .write = engines_write_unity},
    {.about = {.key = "web",
               .title = "Web",
               .ending = ".zip",
               .sizes = "any number from 17 to 1025",
               .rows = "north first",
               .packs =
                   "four layers a picture or an attribute, RGBA; for Babylon with alpha turned",
               .names = "NAME.html, NAME.glb, NAME-mix1.png, NAME-mix2.png",
               .proof = "Chromium, three.js and Khronos' glTF validator, in tests",
               .max_materials = 8},
     .endings = {".html", ".glb", ".png"},
     .lowest = 17,
     .highest = 1025,
     .step = 1,
     .takes_texels = true,
     .takes_sun = true,
     .settle = engines_settle_web,
     .write = engines_write_web},
    {.about = {.key = "farming-simulator",
               .title = "Farming Simulator",
               .ending = ".zip",
               .sizes = "2049, 4097 or 8193",
               .rows = "north first",
               .packs = "a grey picture for each layer",
               .names = "map/data/dem.png, map/data/NAME_weight.png, README.txt",
               .proof = "nobody's game: the files are read back by a reader of the tests"},
     .endings = {".png", ".txt"},
     .plain_names = true,
     .height_steps = 65535,
     .list = farms,
     .takes_texels = true,
     .files = {.heights = "map/data/dem.png",
               .mask = "map/data/@title@_weight.png",
               .readme = farming}},
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

const struct scree_engine_about *engines_about(const struct engines_profile *profile)
{
    return &profile->about;
}

bool engines_has_plain_names(const struct engines_profile *profile)
{
    return profile->plain_names;
}

double engines_height_steps(const struct engines_profile *profile)
{
    return profile->height_steps;
}

const char *engines_keys(char out[ENGINES_KEYS_SIZE])
{
    size_t used = 0;
    for (size_t i = 0; engines_profile_at(i) != NULL && used < ENGINES_KEYS_SIZE; i++)
        used += (size_t)snprintf(out + used, ENGINES_KEYS_SIZE - used, "%s%s", i > 0 ? ", " : "",
                                 engines_profile_at(i)->about.key);
    return out;
}

/* ---- sizes ---- */

uint32_t engines_size_near(const struct engines_profile *profile, uint32_t points)
{
    if (profile->list != NULL) {
        size_t i = 0;
        while (profile->list[i + 1] != 0 &&
               profile->list[i + 1] - (int64_t)points <= (int64_t)points - profile->list[i])
            i++;
        return profile->list[i];
    }
    if (points <= profile->lowest) return profile->lowest;
    if (points >= profile->highest) return profile->highest;
    const uint32_t steps = (points - profile->lowest + profile->step / 2) / profile->step;
    return profile->lowest + steps * profile->step;
}

enum scree_code engines_size_check(const struct engines_profile *profile, uint32_t points,
                                   struct scree_error *err)
{
    const uint32_t near = engines_size_near(profile, points);
    if (near == points) return SCREE_OK;
    return err_set_option(err, "points", "{points} %u: %s takes %s points a side; take %u",
                          (unsigned)points, profile->about.title, profile->about.sizes,
                          (unsigned)near);
}

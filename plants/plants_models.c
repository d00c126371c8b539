/*
 * The catalogue of models. Meshes of Rigs of Rods come with the game, those of BeamNG.drive with its
 * official levels; neither is copied. docs/plants.md, Models, has the table for users.
 *
 * Sources. Rigs of Rods: the bounds in the mesh files of resources/meshes and resources/paged of
 * RigsOfRods/rigs-of-rods d4625a82; pine, tree.mesh and tree2.mesh reach 1 m below their foot.
 * BeamNG.drive: paths and radii of nikkiluzader/mapng e813ca73, services/beamngFlavorCatalog.js, which
 * lists item data of the official levels; a radius that is not there is 1 m, the default of the game.
 */
#include "plants/plants.h"

#include <string.h>

/* A mesh of BeamNG.drive, and item data that is called as its mesh. */
#define SHAPE(folder, name) "/levels/" folder "/" name ".dae"
#define ITEM(folder, name) name, SHAPE(folder, name)
#define ITALY_TREES "italy/art/shapes/trees/trees_italy"
#define ITALY_ROCKS "italy/art/shapes/rocks"
#define JUNIPERS "Utah/art/shapes/trees/Juniper"
#define UTAH "Utah/art/shapes/"
#define EAST "east_coast_usa/art/shapes/"
#define JUNGLE "jungle_rock_island/art/shapes/"
#define JOHNSON "johnson_valley/art/shapes/"
#define TRACK "automation_test_track/art/shapes/"
#define CORK_OAKS TRACK "trees/trees_cork_oak"

/* Those of Rigs of Rods, and how high they are. */
#define PINE "Pine1.mesh", 19.6f
#define TREE "tree.mesh", 12.8f
#define WIDE "tree2.mesh", 12.8f
#define LARGE "tree_02.mesh", 20.6f
#define PALM "palm.mesh", 18.6f
#define NO_MESH NULL, 0.0f

static const struct plants_model models[] = {
    {"pine", PLANTS_CONE, 13, 2.6f, 0.4f, 0x263e22, PINE, "maritime_pine_tree",
     SHAPE(ITALY_TREES, "maritime_pine"), 1.0f},
    {"cypress", PLANTS_CONE, 11, 1.3f, 0.3f, 0x223a24, PINE, ITEM(ITALY_TREES, "cypress_tree"),
     0.8f},
    {"oak", PLANTS_BALL, 10, 3.6f, 0.5f, 0x3a5424, LARGE, ITEM(ITALY_TREES, "holm_oak_city_small"),
     0.7f},
    {"oak-large", PLANTS_BALL, 14, 5.0f, 0.7f, 0x365024, LARGE, ITEM(CORK_OAKS, "cork_oak_large_1"),
     1.0f},
    {"aspen", PLANTS_BALL, 8, 2.0f, 0.3f, 0x5c7030, TREE,
     ITEM(EAST "trees/trees_aspen", "tree_aspen_small_a"), 1.0f},
    {"olive", PLANTS_BALL, 6, 2.6f, 0.4f, 0x606a42, WIDE, "olive_tree", SHAPE(ITALY_TREES, "olive"),
     1.0f},
    {"palm", PLANTS_PALM, 9, 2.6f, 0.3f, 0x526830, PALM, ITEM(ITALY_TREES, "italy_palm_1"), 1.0f},
    {"palm-small", PLANTS_PALM, 6, 2.0f, 0.2f, 0x566c32, PALM,
     ITEM(JUNGLE "trees/trees_palm", "palm_medium"), 0.2f},
    {"jungle-tree", PLANTS_BALL, 18, 6.0f, 0.8f, 0x2c5422, LARGE,
     ITEM(JUNGLE "trees/trees_tropical_1", "tro_tree_1_huge"), 0.5f},
    {"jungle-tree-small", PLANTS_BALL, 9, 3.2f, 0.5f, 0x365c28, TREE,
     ITEM(JUNGLE "trees/trees_tropical_2", "tro_tree_2_medium"), 0.5f},
    {"juniper", PLANTS_BALL, 5, 2.2f, 0.4f, 0x4a5634, WIDE, ITEM(JUNIPERS, "Juniper_tree_01"),
     1.0f},
    {"juniper-bush", PLANTS_BALL, 1.8f, 1.2f, 0.3f, 0x505c38, WIDE,
     ITEM(JUNIPERS, "Juniper_bush_large_01"), 0.5f},
    {"bush", PLANTS_BALL, 1.6f, 1.1f, 0.2f, 0x465c2a, WIDE, ITEM(ITALY_TREES, "generibush"), 1.0f},
    {"oak-bush", PLANTS_BALL, 3, 2.0f, 0.3f, 0x3c5428, WIDE,
     ITEM(ITALY_TREES, "holm_oak_bush_huge"), 1.0f},
    {"cork-bush", PLANTS_BALL, 2.2f, 1.5f, 0.3f, 0x48582e, WIDE,
     ITEM(CORK_OAKS, "cork_oak_bush_large"), 1.0f},
    {"beech-bush", PLANTS_BALL, 2, 1.2f, 0.2f, 0x546c2e, TREE,
     ITEM(EAST "trees/trees_beech", "tree_beech_bush_a"), 0.5f},
    {"desert-bush", PLANTS_BALL, 1.2f, 0.9f, 0.2f, 0x7a7448, WIDE,
     ITEM(JOHNSON "trees/deserttrees", "deserttree_bush_medium"), 0.5f},
    {"reed", PLANTS_TUFT, 1.4f, 0.6f, 0.1f, 0x7c8040, NO_MESH,
     ITEM(JUNGLE "groundcover", "grass_field_sml"), 0.2f},
    {"boulder", PLANTS_STONE, 1.8f, 1.4f, 0.5f, 0x706c66, NO_MESH,
     ITEM(ITALY_ROCKS, "italy_rockface_boulder_1"), 0.7f},
    {"boulder-flat", PLANTS_STONE, 1.4f, 1.6f, 0.5f, 0x767068, NO_MESH,
     ITEM(ITALY_ROCKS, "italy_rockface_boulder_3"), 0.7f},
    {"stone", PLANTS_STONE, 0.5f, 0.5f, 0.2f, 0x74726c, NO_MESH,
     ITEM(EAST "rocks", "eca_rock_small"), 0.1f},
    {"stone-red", PLANTS_STONE, 0.7f, 0.6f, 0.2f, 0x8e624a, NO_MESH,
     ITEM(UTAH "rocks", "utah_rock_small_a"), 0.5f},
    {"stone-jagged", PLANTS_STONE, 0.9f, 0.8f, 0.3f, 0x686664, NO_MESH, "rocks_nz_jagged_medium_1",
     SHAPE(TRACK "rocks", "s_rocks_nz_jagged_medium_1"), 0.3f},
};

const struct plants_model *plants_model_at(size_t i)
{
    return i < sizeof models / sizeof models[0] ? &models[i] : NULL;
}

const struct plants_model *plants_model_find(const char *name)
{
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        if (strcmp(models[i].name, name) == 0) return &models[i];
    return NULL;
}

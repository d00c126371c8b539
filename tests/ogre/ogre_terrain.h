// A Rigs of Rods terrain in Ogre's own terrain component, loaded in the steps of the game.
#ifndef TESTS_OGRE_OGRE_TERRAIN_H
#define TESTS_OGRE_OGRE_TERRAIN_H

#include <memory>
#include <string>
#include <vector>

#include <Ogre.h>
#include <OgreTerrain.h>
#include <OgreTerrainGroup.h>
#include <OgreTerrainMaterialGeneratorA.h>

struct PageLayer {
    float size;
    std::string diffuse, normal, blend;
    char channel;
    float opacity;
};

struct TerrainFiles {
    std::string name; // of the .terrn2, without the ending
    int world_x, world_y, world_z, points, blend_size;
    float max_pixel_error, composite_distance;
    int composite_size, batch_min, batch_max, raw_size, raw_bpp;
    bool flip_x, flip_y, flat, normals, specular;
    std::string heightmap;
    std::vector<PageLayer> layers;
    bool water;
    float water_line;
    Ogre::Vector3 start;
};

// The files of the resource group, read with Ogre's own parsers as the game uses them.
TerrainFiles read_terrain_files(const std::string &terrn2, const std::string &group);

struct LoadedTerrain {
    std::unique_ptr<Ogre::TerrainGlobalOptions> options;
    std::unique_ptr<Ogre::TerrainGroup> group;
    Ogre::Terrain *page;
    Ogre::TerrainMaterialGeneratorA::SM2Profile *profile;
};

// Geometry, layers and blend maps. The sun is what lights the derived data.
void load_terrain(LoadedTerrain &out, const TerrainFiles &files, Ogre::SceneManager *scene,
                  Ogre::Light *sun, const std::string &group);

#endif

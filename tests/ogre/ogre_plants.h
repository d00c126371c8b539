// What the files of objects plant, as simple bodies in place of the meshes that come with the game.
#ifndef TESTS_OGRE_OGRE_PLANTS_H
#define TESTS_OGRE_OGRE_PLANTS_H

#include <string>

#include <Ogre.h>
#include <OgreTerrain.h>

struct TerrainFiles;

// Trees where the game puts them, and tufts of grass within range metres of a place. Turns, sizes and
// places of tufts are random in the game, and here by numbers of our own.
void add_plants(Ogre::SceneManager *scene, const TerrainFiles &files, Ogre::Terrain *page,
                const Ogre::Vector3 &place, float range, const std::string &group);

#endif

// Pictures of the scene into memory and PNG files.
#ifndef TESTS_OGRE_OGRE_CAMERA_H
#define TESTS_OGRE_OGRE_CAMERA_H

#include <string>

#include <Ogre.h>

class Camera
{
  public:
    Camera(Ogre::SceneManager *scene, const std::string &name, unsigned width, unsigned height,
           const Ogre::ColourValue &sky);
    // All of a world of side metres from straight above: a picture with north up.
    void look_down(float side, float above);
    // From a place to another.
    void look_from(const Ogre::Vector3 &from, const Ogre::Vector3 &to, float degrees);
    void save(const std::string &path);
    Ogre::Image take();

  private:
    unsigned width, height;
    Ogre::Camera *camera;
    Ogre::SceneNode *node;
    Ogre::RenderTexture *target;
    Ogre::TexturePtr texture;
};

#endif

#include "ogre_camera.h"

Camera::Camera(Ogre::SceneManager *scene, const std::string &name, unsigned width, unsigned height,
               const Ogre::ColourValue &sky)
    : width(width), height(height)
{
    camera = scene->createCamera(name);
    camera->setAspectRatio((float)width / (float)height);
    node = scene->getRootSceneNode()->createChildSceneNode();
    node->attachObject(camera);
    texture = Ogre::TextureManager::getSingleton().createManual(
        name, Ogre::ResourceGroupManager::DEFAULT_RESOURCE_GROUP_NAME, Ogre::TEX_TYPE_2D, width,
        height, 0, Ogre::PF_BYTE_RGB, Ogre::TU_RENDERTARGET, nullptr, false, 4);
    target = texture->getBuffer()->getRenderTarget();
    target->setAutoUpdated(false);
    target->addViewport(camera)->setBackgroundColour(sky);
}

void Camera::look_down(float side, float above)
{
    camera->setProjectionType(Ogre::PT_ORTHOGRAPHIC);
    camera->setOrthoWindow(side, side);
    camera->setNearClipDistance(1);
    camera->setFarClipDistance(above + 100);
    node->setPosition(side / 2, above, side / 2);
    node->setOrientation(Ogre::Quaternion(Ogre::Degree(-90), Ogre::Vector3::UNIT_X));
}

void Camera::look_from(const Ogre::Vector3 &from, const Ogre::Vector3 &to, float degrees)
{
    camera->setProjectionType(Ogre::PT_PERSPECTIVE);
    camera->setFOVy(Ogre::Degree(degrees));
    camera->setNearClipDistance(0.3f);
    camera->setFarClipDistance(100000);
    node->setPosition(from);
    node->setFixedYawAxis(true);
    node->lookAt(to, Ogre::Node::TS_WORLD);
}

Ogre::Image Camera::take()
{
    target->update();
    Ogre::Image image;
    Ogre::uchar *pixels = OGRE_ALLOC_T(Ogre::uchar, 3 * width * height, Ogre::MEMCATEGORY_GENERAL);
    image.loadDynamicImage(pixels, width, height, 1, Ogre::PF_BYTE_RGB, true);
    target->copyContentsToMemory(Ogre::Box(0, 0, width, height), image.getPixelBox());
    return image;
}

void Camera::save(const std::string &path)
{
    take().save(path);
}

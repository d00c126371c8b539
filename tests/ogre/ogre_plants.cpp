// Objects as docs/formats/ror.md, Plants has them, for pictures only: cli/plants_engines reads
// the same lines with the care of a test.
#include "ogre_plants.h"

#include <cmath>
#include <cstdio>
#include <random>

#include "ogre_terrain.h"

namespace
{

struct Shape {
    const char *mesh;
    float height; // of the mesh, metres
    float low, wide,
        shoulder; // where the crown begins, its radius, where it is widest: of the height
    Ogre::ColourValue crown, stem;
};
const Ogre::ColourValue bark(0.27f, 0.20f, 0.14f);
const Shape shapes[] = {
    {"Pine1.mesh", 19.6f, 0.12f, 0.20f, 0.16f, Ogre::ColourValue(0.19f, 0.30f, 0.16f), bark},
    {"tree.mesh", 12.8f, 0.25f, 0.27f, 0.60f, Ogre::ColourValue(0.27f, 0.38f, 0.15f), bark},
    {"tree2.mesh", 12.8f, 0.15f, 0.45f, 0.50f, Ogre::ColourValue(0.22f, 0.31f, 0.14f), bark},
    {"tree_02.mesh", 20.6f, 0.25f, 0.36f, 0.60f, Ogre::ColourValue(0.22f, 0.33f, 0.14f), bark},
    {"palm.mesh", 18.6f, 0.80f, 0.28f, 0.85f, Ogre::ColourValue(0.30f, 0.40f, 0.17f), bark},
};

class Bodies
{
  public:
    Bodies(Ogre::SceneManager *scene, const std::string &name, const Ogre::MaterialPtr &material)
        : object(scene->createManualObject(name)), scene(scene)
    {
        object->begin(material, Ogre::RenderOperation::OT_TRIANGLE_LIST);
    }
    void finish()
    {
        if (points == 0) point({0, -1000, 0}, {0, 1, 0}, Ogre::ColourValue::Black);
        if (points < 3) object->triangle(0, 0, 0);
        object->end();
        scene->getRootSceneNode()->attachObject(object);
    }
    // Rings of eight points from the foot up: height and radius of each, in metres.
    void body(const Ogre::Vector3 &foot, const std::vector<std::pair<float, float>> &rings,
              const Ogre::ColourValue &colour)
    {
        const Ogre::uint32 first = points;
        for (size_t r = 0; r < rings.size(); r++) {
            const auto &below = rings[r > 0 ? r - 1 : 0];
            const auto &above = rings[r + 1 < rings.size() ? r + 1 : r];
            const float rise = above.first - below.first, run = above.second - below.second;
            for (int s = 0; s < SIDES; s++) {
                const float turn = 6.2831853f * (float)s / SIDES, c = std::cos(turn),
                            d = std::sin(turn);
                point(foot +
                          Ogre::Vector3(c * rings[r].second, rings[r].first, d * rings[r].second),
                      Ogre::Vector3(c * rise, -run, d * rise).normalisedCopy(), colour);
            }
        }
        for (Ogre::uint32 r = 0; r + 1 < rings.size(); r++)
            for (Ogre::uint32 s = 0; s < SIDES; s++) {
                const Ogre::uint32 a = first + r * SIDES + s,
                                   b = first + r * SIDES + (s + 1) % SIDES;
                object->triangle(a, a + SIDES, b + SIDES);
                object->triangle(a, b + SIDES, b);
            }
    }
    // A blade's width grows with its height.
    void tuft(const Ogre::Vector3 &foot, float height, float turn, const Ogre::ColourValue &colour)
    {
        for (int side = 0; side < 3; side++) {
            const float own = turn + 2.0943951f * (float)side;
            const Ogre::Vector3 across(0.3f * height * std::cos(own), 0,
                                       0.3f * height * std::sin(own));
            const Ogre::uint32 first = points;
            point(foot - across * 0.25f, {0, 1, 0}, colour * 0.7f);
            point(foot + across * 0.25f, {0, 1, 0}, colour * 0.7f);
            point(foot + across + Ogre::Vector3(0, height, 0), {0, 1, 0}, colour);
            object->triangle(first, first + 1, first + 2);
        }
    }

  private:
    static const int SIDES = 8;
    Ogre::ManualObject *object;
    Ogre::SceneManager *scene;
    Ogre::uint32 points = 0;
    void point(const Ogre::Vector3 &at, const Ogre::Vector3 &normal,
               const Ogre::ColourValue &colour)
    {
        object->position(at);
        object->normal(normal);
        object->colour(colour);
        points++;
    }
};

struct Planter {
    Ogre::SceneManager *scene;
    const TerrainFiles &files;
    Ogre::Terrain *page;
    const std::string &group;
    Ogre::MaterialPtr material;
    std::mt19937 chance{1};
    float share()
    {
        return (float)(chance() >> 8) / 16777216.0f;
    }
    Ogre::Vector3 stand(float x, float z)
    {
        return {x, page->getHeightAtWorldPosition(x, 0, z), z};
    }

    // As the game takes a collision mesh: its triangles, a tenth of their size.
    void check_trunk(const std::string &name, float height)
    {
        const Ogre::Entity *entity = scene->createEntity(name);
        const Ogre::MeshPtr &mesh = entity->getMesh();
        const Ogre::SubMesh *part = mesh->getSubMesh(0);
        const Ogre::Vector3 size = mesh->getBounds().getSize() * 0.1f;
        if (mesh->getNumSubMeshes() != 1 || part->useSharedVertices ||
            part->indexData->indexCount != 24 || part->vertexData->vertexCount != 8 ||
            std::abs(size.y - 0.45f * height) > 0.001f ||
            std::abs(size.x - 0.036f * height) > 0.001f || size.x != size.z)
            OGRE_EXCEPT(Ogre::Exception::ERR_INVALIDPARAMS, "the trunk " + name, "ror_ogre");
    }

    void trees(const std::string &line)
    {
        float from, to, low, high, density, near, far, step = 0;
        char mesh[64], colours[64], map[128], trunk[128] = "";
        if (sscanf(line.c_str(), "trees %f, %f, %f, %f, %f, %f, %f, %63s %63s %127s %f %127s",
                   &from, &to, &low, &high, &density, &near, &far, mesh, colours, map, &step,
                   trunk) < 11 ||
            step <= 0)
            OGRE_EXCEPT(Ogre::Exception::ERR_INVALIDPARAMS, "a line of trees: " + line, "ror_ogre");
        const Shape *shape = nullptr;
        for (const Shape &one : shapes)
            if (std::string(mesh) == one.mesh) shape = &one;
        if (shape == nullptr) OGRE_EXCEPT(Ogre::Exception::ERR_INVALIDPARAMS, mesh, "ror_ogre");
        if (trunk[0] != '\0') check_trunk(trunk, shape->height);
        Ogre::Image image;
        image.load(map, group);
        Bodies bodies(scene, map, material);
        const float side = (float)files.world_x;
        for (float x = 0; x < side; x += step)
            for (float z = 0; z < side; z += step) {
                const auto column = (size_t)((float)image.getWidth() * x / side);
                const auto row = (size_t)((float)image.getHeight() * z / side);
                if (image.getColourAt(column, row, 0).r < 0.8f) continue;
                const float height = shape->height * (low + (high - low) * share());
                const float wide = shape->wide * height, stem = 0.018f * height + 0.03f;
                const Ogre::Vector3 foot = stand(x + step / 2, z + step / 2);
                const Ogre::ColourValue crown = shape->crown * (0.8f + 0.4f * share());
                bodies.body(foot, {{-0.3f, stem}, {(shape->low + 0.1f) * height, stem}},
                            shape->stem);
                bodies.body(foot,
                            {{shape->low * height, 0.2f * wide},
                             {shape->shoulder * height, wide},
                             {(0.55f + 0.45f * shape->shoulder) * height, 0.62f * wide},
                             {height, 0.02f}},
                            crown);
            }
        bodies.finish();
    }

    void grass(const std::string &line, const Ogre::Vector3 &place, float range)
    {
        float all[12];
        char material_name[64], tint[128], map[128];
        if (sscanf(line.c_str(),
                   "grass %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %63s %127s %127s",
                   &all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6], &all[7], &all[8],
                   &all[9], &all[10], &all[11], material_name, tint, map) != 15)
            OGRE_EXCEPT(Ogre::Exception::ERR_INVALIDPARAMS, "a line of grass: " + line, "ror_ogre");
        Ogre::Image image, colours;
        image.load(map, group);
        colours.load(tint, group);
        Bodies bodies(scene, map, material);
        const float side = (float)files.world_x;
        const int count = (int)(all[4] * 4 * range * range);
        for (int i = 0; i < count; i++) {
            const float x = place.x + range * (2 * share() - 1),
                        z = place.z + range * (2 * share() - 1);
            const float size = share(), chosen = share(), turn = 6.2831853f * share();
            if (x < 0 || z < 0 || x >= side || z >= side) continue;
            const auto at = [&](const Ogre::Image &of) {
                return of.getColourAt((size_t)((float)of.getWidth() * x / side),
                                      (size_t)((float)of.getHeight() * z / side), 0);
            };
            if (chosen >= at(image).r) continue;
            const Ogre::ColourValue own = at(colours) * Ogre::ColourValue(0.67f, 0.67f, 0.67f);
            bodies.tuft(stand(x, z), all[5] + size * (all[7] - all[5]), turn, own);
        }
        bodies.finish();
    }
};

} // namespace

void add_plants(Ogre::SceneManager *scene, const TerrainFiles &files, Ogre::Terrain *page,
                const Ogre::Vector3 &place, float range, const std::string &group)
{
    Ogre::MaterialPtr material = Ogre::MaterialManager::getSingleton().create("plants", group);
    Ogre::Pass *pass = material->getTechnique(0)->getPass(0);
    pass->setVertexColourTracking(Ogre::TVC_AMBIENT | Ogre::TVC_DIFFUSE);
    pass->setCullingMode(Ogre::CULL_NONE);
    Planter planter = {scene, files, page, group, material};
    const Ogre::String name = files.name + "-plants.tobj";
    if (!Ogre::ResourceGroupManager::getSingleton().resourceExists(group, name)) return;
    Ogre::DataStreamPtr stream =
        Ogre::ResourceGroupManager::getSingleton().openResource(name, group);
    while (!stream->eof()) {
        const std::string line = stream->getLine();
        if (line.compare(0, 6, "trees ") == 0) planter.trees(line);
        if (line.compare(0, 6, "grass ") == 0) planter.grass(line, place, range);
    }
}

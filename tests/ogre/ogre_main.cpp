// ror_ogre FOLDER OUT [PICTURES]: loads the terrain in FOLDER as Rigs of Rods does, in the real
// Ogre, and writes to OUT what Ogre then holds and shows. Any warning in Ogre's log ends it with 1.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iomanip>

#include "ogre_camera.h"
#include "ogre_plants.h"
#include "ogre_terrain.h"

#define GROUP "Terrain"
#define SKIP 77

struct Warnings : Ogre::LogListener {
    int count = 0;
    void messageLogged(const Ogre::String &message, Ogre::LogMessageLevel level, bool,
                       const Ogre::String &, bool &) override
    {
        if (level < Ogre::LML_WARNING) return;
        fprintf(stderr, "Ogre: %s\n", message.c_str());
        count++;
    }
};

// A window that is never shown: it only gives a context.
static bool start(Ogre::Root &root)
{
    try {
        root.loadPlugin(OGRE_PLUGINS "/Codec_FreeImage");
        root.loadPlugin(OGRE_PLUGINS "/RenderSystem_GL");
        root.setRenderSystem(root.getAvailableRenderers().at(0));
        root.initialise(false);
        Ogre::NameValuePairList options = {{"hidden", "true"}};
        root.createRenderWindow("scree", 64, 64, false, &options);
    } catch (const std::exception &e) {
        fprintf(stderr, "no render system: %s\n", e.what());
        return false;
    }
    return true;
}

static std::string find_terrn2()
{
    auto names = Ogre::ResourceGroupManager::getSingleton().findResourceNames(GROUP, "*.terrn2");
    if (names->size() != 1)
        OGRE_EXCEPT(Ogre::Exception::ERR_FILE_NOT_FOUND, "not one .terrn2", "ror_ogre");
    return names->at(0);
}

static void add_resources(const std::string &folder)
{
    Ogre::ResourceGroupManager &groups = Ogre::ResourceGroupManager::getSingleton();
    groups.addResourceLocation(OGRE_MEDIA "/Terrain", "FileSystem");
    groups.addResourceLocation(OGRE_MEDIA "/ShadowVolume", "FileSystem");
    groups.addResourceLocation(OGRE_MEDIA "/RTShaderLib/GLSL", "FileSystem");
    groups.addResourceLocation(folder, "FileSystem", GROUP);
    groups.initialiseAllResourceGroups();
    // The game's default is anisotropic, which takes minutes in software.
    Ogre::MaterialManager::getSingleton().setDefaultTextureFiltering(Ogre::TFO_TRILINEAR);
}

// x, y, z of every point as three floats, rows from north to south.
static void write_points(const Ogre::Terrain *page, const std::string &path)
{
    std::ofstream file(path, std::ios::binary);
    const long size = page->getSize();
    for (long row = size - 1; row >= 0; row--)
        for (long column = 0; column < size; column++) {
            Ogre::Vector3 at;
            page->getPoint(column, row, &at);
            at += page->getPosition();
            const float values[3] = {at.x, at.y, at.z};
            file.write(reinterpret_cast<const char *>(values), sizeof values);
        }
}

// What lies in the graphics memory.
static void write_blend_bytes(const Ogre::Terrain *page, const std::string &out)
{
    const auto &textures = page->getBlendTextures();
    for (size_t i = 0; i < textures.size(); i++) {
        Ogre::Image image;
        const size_t side = textures[i]->getWidth();
        Ogre::uchar *bytes = OGRE_ALLOC_T(Ogre::uchar, 4 * side * side, Ogre::MEMCATEGORY_GENERAL);
        image.loadDynamicImage(bytes, side, side, 1, Ogre::PF_BYTE_RGBA, true);
        textures[i]->getBuffer()->blitToMemory(image.getPixelBox());
        image.save(out + "/blend-" + std::to_string(i) + ".png");
    }
}

static std::string plain_texture(const std::string &name, Ogre::uint8 r, Ogre::uint8 g,
                                 Ogre::uint8 b)
{
    Ogre::uint8 pixels[4 * 4 * 4];
    for (int i = 0; i < 16; i++) {
        const Ogre::uint8 texel[4] = {r, g, b, 0};
        memcpy(pixels + 4 * i, texel, 4);
    }
    Ogre::Image image;
    image.loadDynamicImage(pixels, 4, 4, Ogre::PF_BYTE_RGBA);
    Ogre::TextureManager::getSingleton().loadImage(name, GROUP, image);
    return name;
}

static std::string mean_texture(const std::string &of)
{
    Ogre::Image image;
    image.load(of, GROUP);
    double sums[3] = {0};
    for (Ogre::uint32 y = 0; y < image.getHeight(); y++)
        for (Ogre::uint32 x = 0; x < image.getWidth(); x++) {
            const Ogre::ColourValue colour = image.getColourAt(x, y, 0);
            for (int c = 0; c < 3; c++) sums[c] += colour[c];
        }
    Ogre::uint8 mean[3];
    for (int c = 0; c < 3; c++)
        mean[c] =
            (Ogre::uint8)(255 * sums[c] / ((double)image.getWidth() * image.getHeight()) + 0.5);
    return plain_texture("mean-" + of, mean[0], mean[1], mean[2]);
}

static void set_textures(LoadedTerrain &terrain, const std::vector<std::string> &names, int sampler)
{
    for (size_t k = 0; k < names.size(); k++)
        terrain.page->setLayerTextureName((Ogre::uint8)k, (Ogre::uint8)sampler, names[k]);
    terrain.group->update(true);
}

struct Scene {
    Ogre::SceneManager *manager;
    Ogre::Light *sun;
    Ogre::SceneNode *sun_node;
};

static void light_fully(Scene &scene, bool lit)
{
    const float sun = lit ? 1.0f : 0.0f;
    scene.manager->setAmbientLight(lit ? Ogre::ColourValue(0.44f, 0.46f, 0.50f)
                                       : Ogre::ColourValue::White);
    scene.sun->setDiffuseColour(sun, sun * 0.98f, sun * 0.92f);
    scene.sun->setSpecularColour(sun, sun, sun);
}

static double brightness(const Ogre::Image &image)
{
    double sum = 0;
    for (Ogre::uint32 y = 0; y < image.getHeight(); y++)
        for (Ogre::uint32 x = 0; x < image.getWidth(); x++) sum += image.getColourAt(x, y, 0).g;
    return 255 * sum / ((double)image.getWidth() * image.getHeight());
}

// Layers of plain colours from above, without light: the weights as the shader makes them.
static void write_views_from_above(LoadedTerrain &terrain, Scene &scene, const TerrainFiles &files,
                                   const std::string &out)
{
    Camera camera(scene.manager, "above", (unsigned)files.blend_size, (unsigned)files.blend_size,
                  Ogre::ColourValue::Black);
    camera.look_down((float)files.world_x, (float)files.world_y + 100);
    light_fully(scene, false);
    camera.take(); // the first picture loads the textures and does not show them
    camera.save(out + "/textured.png");
    const size_t count = files.layers.size();
    std::vector<std::string> own(count), means(count);
    for (size_t k = 0; k < count; k++) {
        own[k] = files.layers[k].diffuse;
        means[k] = mean_texture(own[k]);
    }
    set_textures(terrain, means, 0);
    camera.save(out + "/colours.png");
    for (size_t first = 0; first < count; first += 3) {
        std::vector<std::string> hot(count);
        for (size_t k = 0; k < count; k++) {
            const Ogre::uint8 r = k == first ? 255 : 0, g = k == first + 1 ? 255 : 0;
            const Ogre::uint8 b = k == first + 2 ? 255 : 0;
            hot[k] =
                plain_texture("hot-" + std::to_string(first) + "-" + std::to_string(k), r, g, b);
        }
        set_textures(terrain, hot, 0);
        camera.save(out + "/weights-" + std::to_string(first / 3) + ".png");
    }
    set_textures(terrain, own, 0);
}

// A sheet of plain blue at the water line, for the pictures only.
static void add_water(Scene &scene, const TerrainFiles &files)
{
    if (!files.water) return;
    const float side = (float)files.world_x;
    Ogre::MaterialPtr material = Ogre::MaterialManager::getSingleton().create("water", GROUP);
    Ogre::Pass *pass = material->getTechnique(0)->getPass(0);
    pass->setSceneBlending(Ogre::SBT_TRANSPARENT_ALPHA);
    pass->setDepthWriteEnabled(false);
    pass->setLightingEnabled(false);
    Ogre::ManualObject *sheet = scene.manager->createManualObject("water");
    sheet->begin(material, Ogre::RenderOperation::OT_TRIANGLE_STRIP);
    for (int i = 0; i < 4; i++) {
        sheet->position(i / 2 == 0 ? 0 : side, files.water_line, i % 2 == 0 ? 0 : side);
        sheet->colour(0.16f, 0.36f, 0.46f, 0.6f);
    }
    sheet->end();
    scene.manager->getRootSceneNode()->attachObject(sheet);
}

// A ball of colours around a place, for the pictures only: haze below, blue above.
static void add_sky(Scene &scene, const Ogre::Vector3 &place)
{
    const int rings = 24, sides = 24;
    Ogre::MaterialPtr material = Ogre::MaterialManager::getSingleton().create("sky", GROUP);
    Ogre::Pass *pass = material->getTechnique(0)->getPass(0);
    pass->setDepthWriteEnabled(false);
    pass->setLightingEnabled(false);
    pass->setCullingMode(Ogre::CULL_NONE);
    Ogre::ManualObject *ball = scene.manager->createManualObject("sky");
    ball->setRenderQueueGroup(Ogre::RENDER_QUEUE_SKIES_EARLY);
    ball->begin(material, Ogre::RenderOperation::OT_TRIANGLE_LIST);
    for (int r = 0; r <= rings; r++)
        for (int s = 0; s <= sides; s++) {
            const Ogre::Radian up(Ogre::Math::PI * ((float)r / rings - 0.5f));
            const Ogre::Radian turn(Ogre::Math::TWO_PI * (float)s / sides);
            const float y = Ogre::Math::Sin(up), out = Ogre::Math::Cos(up);
            const float blue = y > 0 ? std::sqrt(y) : 0;
            ball->position(place + 20000 * Ogre::Vector3(out * Ogre::Math::Cos(turn), y,
                                                         out * Ogre::Math::Sin(turn)));
            ball->colour(0.72f - 0.44f * blue, 0.81f - 0.33f * blue, 0.89f - 0.16f * blue);
        }
    for (int r = 0; r < rings; r++)
        for (int s = 0; s < sides; s++) {
            const Ogre::uint32 a = (Ogre::uint32)(r * (sides + 1) + s), b = a + sides + 1;
            ball->quad(a, a + 1, b + 1, b);
        }
    ball->end();
    scene.manager->getRootSceneNode()->attachObject(ball);
}

// Normals that lean to the green side, in the light of the south and of the north.
static void write_green(LoadedTerrain &terrain, Scene &scene, const TerrainFiles &files,
                        const std::string &out)
{
    Camera camera(scene.manager, "green", 256, 256, Ogre::ColourValue::Black);
    camera.look_down((float)files.world_x, (float)files.world_y + 100);
    const size_t count = files.layers.size();
    std::vector<std::string> own(count);
    for (size_t k = 0; k < count; k++) own[k] = files.layers[k].normal;
    set_textures(terrain, std::vector<std::string>(count, plain_texture("lean", 128, 218, 218)), 1);
    light_fully(scene, true);
    const Ogre::Quaternion sun = scene.sun_node->getOrientation();
    scene.sun_node->setDirection(Ogre::Vector3(0, -1, -1).normalisedCopy()); // from the south
    const double south = brightness(camera.take());
    scene.sun_node->setDirection(Ogre::Vector3(0, -1, 1).normalisedCopy());
    const double north = brightness(camera.take());
    scene.sun_node->setOrientation(sun);
    set_textures(terrain, own, 1);
    std::ofstream(out + "/green.txt") << south << " " << north << "\n";
}

// The ground at places, "x z" a line, as the game asks for it.
static void write_heights(Ogre::Terrain *page, const std::string &places, const std::string &path)
{
    std::ifstream in(places);
    std::ofstream out(path);
    out << std::fixed << std::setprecision(5);
    for (float x, z; in >> x >> z;) out << page->getHeightAtWorldPosition(x, 0, z) << "\n";
}

// FOLDER OUT: all that is written of a terrain. FOLDER OUT PLACES: its heights at these alone.
int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    const std::string folder = argv[1], out = argv[2];
    Warnings warnings; // outlives what logs
    Ogre::LogManager log;
    log.createLog(out + "/ogre.log", true, false);
    Ogre::Root root("", "", "");
    if (!start(root)) return SKIP;
    try {
        Ogre::LogManager::getSingleton().getDefaultLog()->addListener(&warnings);
        add_resources(folder);
        const TerrainFiles files = read_terrain_files(find_terrn2(), GROUP);
        Scene scene;
        scene.manager = root.createSceneManager();
        scene.sun = scene.manager->createLight();
        scene.sun->setType(Ogre::Light::LT_DIRECTIONAL);
        scene.sun_node = scene.manager->getRootSceneNode()->createChildSceneNode();
        scene.sun_node->attachObject(scene.sun);
        scene.sun_node->setDirection(Ogre::Vector3(0.6f, -0.65f, 0.45f).normalisedCopy());
        light_fully(scene, true);
        LoadedTerrain terrain;
        load_terrain(terrain, files, scene.manager, scene.sun, GROUP);
        if (argc > 3) {
            write_heights(terrain.page, argv[3], out + "/heights.txt");
            return warnings.count > 0 ? 1 : 0;
        }
        write_points(terrain.page, out + "/points.f32");
        write_blend_bytes(terrain.page, out);
        write_views_from_above(terrain, scene, files, out);
        write_green(terrain, scene, files, out);
        light_fully(scene, true);
        add_water(scene, files);
        add_sky(scene, files.start);
        add_plants(scene.manager, files, terrain.page, files.start, 60, GROUP);
        Camera eye(scene.manager, "eye", 960, 540, Ogre::ColourValue(0.62f, 0.72f, 0.84f));
        const Ogre::Vector3 middle(files.world_x / 2.0f, files.world_y / 3.0f,
                                   files.world_x / 2.0f);
        eye.look_from(files.start + Ogre::Vector3(0, 1.5f, 0), middle, 55);
        eye.save(out + "/ground.png");
        eye.look_from(middle + files.world_x * Ogre::Vector3(-0.2f, 0.42f, 0.62f), middle, 50);
        eye.save(out + "/above.png");
    } catch (const std::exception &e) {
        fprintf(stderr, "ror_ogre: %s\n", e.what());
        return 1;
    }
    return warnings.count > 0 ? 1 : 0;
}

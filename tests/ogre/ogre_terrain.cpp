// Reading and loading follow docs/formats/ror.md; the parsers are Ogre's own, which are
// the ones that the game calls.
#include "ogre_terrain.h"

using Ogre::StringConverter;
using Ogre::StringUtil;

static Ogre::DataStreamPtr open_file(const std::string &name, const std::string &group)
{
    return Ogre::ResourceGroupManager::getSingleton().openResource(name, group);
}

static int get_int(const Ogre::ConfigFile &file, const char *key, int missing)
{
    return StringConverter::parseInt(file.getSetting(key), missing);
}

static bool get_bool(const Ogre::ConfigFile &file, const char *key)
{
    return StringConverter::parseBool(file.getSetting(key), false);
}

static void read_terrn2(TerrainFiles &out, std::string &geometry, const Ogre::DataStreamPtr &stream)
{
    Ogre::ConfigFile file;
    file.load(stream);
    geometry = file.getSetting("GeometryConfig", "General");
    out.water = StringConverter::parseBool(file.getSetting("Water", "General"), false);
    out.water_line = StringConverter::parseReal(file.getSetting("WaterLine", "General"), 0);
    out.start = StringConverter::parseVector3(file.getSetting("StartPosition", "General"),
                                              Ogre::Vector3(512, 0, 512));
}

// Nothing is trimmed here: a blank belongs to the key or the value.
static std::string read_otc(TerrainFiles &out, const Ogre::DataStreamPtr &stream)
{
    Ogre::ConfigFile file;
    file.load(stream, "\t:=", false);
    out.world_x = get_int(file, "WorldSizeX", 1024);
    out.world_y = get_int(file, "WorldSizeY", 50);
    out.world_z = get_int(file, "WorldSizeZ", 1024);
    out.points = get_int(file, "PageSize", 1025);
    out.blend_size = get_int(file, "LayerBlendMapSize", 1024);
    out.max_pixel_error = (float)get_int(file, "MaxPixelError", 5);
    out.composite_distance = (float)get_int(file, "CompositeMapDistance", 4000);
    out.composite_size = get_int(file, "CompositeMapSize", 1024);
    out.batch_min = get_int(file, "minBatchSize", 33);
    out.batch_max = get_int(file, "maxBatchSize", 65);
    out.raw_size = get_int(file, "Heightmap.0.0.raw.size", 1025);
    out.raw_bpp = get_int(file, "Heightmap.0.0.raw.bpp", 2);
    out.flip_x = get_bool(file, "Heightmap.0.0.flipX");
    out.flip_y = get_bool(file, "Heightmap.0.0.flipY");
    out.flat = get_bool(file, "Flat");
    out.normals = get_bool(file, "NormalMappingEnabled");
    out.specular = get_bool(file, "SpecularMappingEnabled");
    std::string page = file.getSetting("PageFileFormat");
    page = StringUtil::replaceAll(page, "{X}", "0");
    return StringUtil::replaceAll(page, "{Z}", "0");
}

static PageLayer read_layer(const std::string &line)
{
    PageLayer out = {0, "", "", "", 0, 82.0f}; // what the game takes for a missing opacity
    auto columns = StringUtil::split(line, ",");
    for (auto &column : columns) StringUtil::trim(column);
    if (columns.size() > 0) out.size = StringConverter::parseReal(columns[0], 0);
    if (columns.size() > 1) out.diffuse = columns[1];
    if (columns.size() > 2) out.normal = columns[2];
    if (columns.size() > 3) out.blend = columns[3];
    if (columns.size() > 4) out.channel = columns[4][0];
    if (columns.size() > 5) out.opacity = StringConverter::parseReal(columns[5], 0);
    return out;
}

static void read_page(TerrainFiles &out, const Ogre::DataStreamPtr &stream)
{
    out.heightmap = stream->getLine();
    const int count = StringConverter::parseInt(stream->getLine(), 0);
    while (!stream->eof()) {
        const std::string line = stream->getLine();
        if (line.empty() || line[0] == ';' || line[0] == '/') continue;
        out.layers.push_back(read_layer(line));
    }
    if ((int)out.layers.size() != count)
        OGRE_EXCEPT(Ogre::Exception::ERR_INVALIDPARAMS, "the number of layers is wrong", "page");
}

TerrainFiles read_terrain_files(const std::string &terrn2, const std::string &group)
{
    TerrainFiles out = {};
    std::string geometry;
    out.name = terrn2.substr(0, terrn2.rfind('.'));
    read_terrn2(out, geometry, open_file(terrn2, group));
    read_page(out, open_file(read_otc(out, open_file(geometry, group)), group));
    return out;
}

static void set_options(LoadedTerrain &out, const TerrainFiles &files, Ogre::SceneManager *scene,
                        Ogre::Light *sun)
{
    out.options.reset(new Ogre::TerrainGlobalOptions);
    Ogre::TerrainGlobalOptions &options = *out.options;
    options.setMaxPixelError(files.max_pixel_error);
    options.setLightMapDirection(sun->getDerivedDirection());
    options.setCompositeMapDiffuse(sun->getDiffuseColour());
    options.setCompositeMapAmbient(scene->getAmbientLight());
    options.setLayerBlendMapSize((Ogre::uint16)files.blend_size);
    options.setCompositeMapSize((Ogre::uint16)files.composite_size);
    options.setCompositeMapDistance(files.composite_distance);
    options.setSkirtSize(30);
    options.setUseRayBoxDistanceCalculation(false);
    options.setUseVertexCompressionWhenAvailable(false);
    out.profile = static_cast<Ogre::TerrainMaterialGeneratorA::SM2Profile *>(
        options.getDefaultMaterialGenerator()->getActiveProfile());
    out.profile->setLightmapEnabled(false);
    out.profile->setLayerNormalMappingEnabled(files.normals);
    out.profile->setLayerSpecularMappingEnabled(files.specular);
    out.profile->setLayerParallaxMappingEnabled(false);
    out.profile->setGlobalColourMapEnabled(false);
    out.profile->setReceiveDynamicShadowsEnabled(false);
}

static void load_geometry(LoadedTerrain &out, const TerrainFiles &files, Ogre::SceneManager *scene,
                          const std::string &group)
{
    const int side = std::max(files.world_x, files.world_z);
    out.group.reset(new Ogre::TerrainGroup(scene, Ogre::Terrain::ALIGN_X_Z,
                                           (Ogre::uint16)files.points, (Ogre::Real)side));
    out.group->setFilenameConvention(files.name, "mapbin");
    out.group->setOrigin(Ogre::Vector3(files.world_x / 2.0f, 0, files.world_z / 2.0f));
    out.group->setResourceGroup(group);
    Ogre::Terrain::ImportData &import = out.group->getDefaultImportSettings();
    import.terrainSize = (Ogre::uint16)files.points;
    import.worldSize = (Ogre::Real)side;
    import.inputScale = (Ogre::Real)files.world_y;
    import.minBatchSize = (Ogre::uint16)files.batch_min;
    import.maxBatchSize = (Ogre::uint16)files.batch_max;
    for (const PageLayer &layer : files.layers) {
        Ogre::Terrain::LayerInstance instance;
        instance.worldSize = layer.size;
        instance.textureNames = {layer.diffuse, layer.normal};
        import.layerList.push_back(instance);
    }
    if (files.flat || files.heightmap.find(".raw") == std::string::npos)
        OGRE_EXCEPT(Ogre::Exception::ERR_INVALIDPARAMS, "no raw heightmap", "page");
    Ogre::Image heights;
    Ogre::DataStreamPtr stream = open_file(files.heightmap, group);
    const Ogre::uint32 size = (Ogre::uint32)files.raw_size;
    heights.loadRawData(stream, size, size, 1, files.raw_bpp == 2 ? Ogre::PF_L16 : Ogre::PF_L8);
    if (files.flip_x) heights.flipAroundX();
    if (files.flip_y) heights.flipAroundY();
    out.group->defineTerrain(0, 0, &heights);
    out.group->loadAllTerrains(true);
    out.page = out.group->getTerrain(0, 0);
}

static float channel_of(const Ogre::ColourValue &colour, char channel)
{
    return channel == 'R'   ? colour.r
           : channel == 'G' ? colour.g
           : channel == 'B' ? colour.b
                            : colour.a;
}

static void load_blend_maps(LoadedTerrain &out, const TerrainFiles &files, const std::string &group)
{
    for (Ogre::uint8 k = 1; k < out.page->getLayerCount(); k++) {
        const PageLayer &layer = files.layers[k];
        Ogre::Image image;
        image.load(layer.blend, group);
        const Ogre::uint32 size = out.page->getLayerBlendMapSize();
        if (image.getWidth() != size) image.resize((Ogre::ushort)size, (Ogre::ushort)size);
        Ogre::TerrainLayerBlendMap *map = out.page->getLayerBlendMap(k);
        float *to = map->getBlendPointer();
        for (Ogre::uint32 z = 0; z < size; z++)
            for (Ogre::uint32 x = 0; x < size; x++)
                *to++ = channel_of(image.getColourAt(x, z, 0), layer.channel) * layer.opacity;
        map->dirty();
        map->update();
    }
}

void load_terrain(LoadedTerrain &out, const TerrainFiles &files, Ogre::SceneManager *scene,
                  Ogre::Light *sun, const std::string &group)
{
    set_options(out, files, scene, sun);
    load_geometry(out, files, scene, group);
    load_blend_maps(out, files, group);
    out.group->freeTemporaryResources();
}

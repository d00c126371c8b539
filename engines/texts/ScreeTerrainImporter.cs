// Builds a terrain of the files that scree wrote beside this script's settings: menu Tools, Import
// scree terrain, then the .json. Heights are 16-bit numbers, south first; weights are PNGs with
// north on top, four layers each.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using UnityEditor;
using UnityEngine;

[Serializable]
public class ScreeLayer
{
    public string name, albedo, normal;
    public float tile_m;
    public bool has_rule;
    public float[] height_m, slope_deg;
    public float opacity;
}

[Serializable]
public class ScreeTerrain
{
    public string name, heights, plants;
    public int points, texels;
    public float side_m, height_m, lowest_m;
    public float[] sun_deg;
    public string[] packs;
    public ScreeLayer[] layers;
}

public static class ScreeTerrainImporter
{
    [MenuItem("Tools/Import scree terrain...")]
    public static void Import()
    {
        string path = EditorUtility.OpenFilePanel("Settings that scree wrote", "Assets", "json");
        if (path == "") return;
        ScreeTerrain settings = JsonUtility.FromJson<ScreeTerrain>(File.ReadAllText(path));
        Build(settings, Path.GetDirectoryName(path));
    }

    public static TerrainData Build(ScreeTerrain settings, string folder)
    {
        string assets = "Assets/" + settings.name + "_terrain";
        if (!AssetDatabase.IsValidFolder(assets))
            AssetDatabase.CreateFolder("Assets", settings.name + "_terrain");
        TerrainData data = new TerrainData();
        data.heightmapResolution = settings.points;
        data.alphamapResolution = settings.texels;
        data.size = new Vector3(settings.side_m, settings.height_m, settings.side_m);
        data.SetHeights(0, 0, ReadHeights(Path.Combine(folder, settings.heights), settings.points));
        data.terrainLayers = MakeLayers(settings, folder, assets);
        data.SetAlphamaps(0, 0, ReadWeights(settings, folder));
        if (!string.IsNullOrEmpty(settings.plants)) Plant(settings, data, folder, assets);
        AssetDatabase.CreateAsset(data, assets + "/" + settings.name + ".asset");
        GameObject terrain = Terrain.CreateTerrainGameObject(data);
        terrain.name = settings.name;
        terrain.transform.position = new Vector3(0, settings.lowest_m, 0);
        if (settings.sun_deg != null && settings.sun_deg.Length == 3) Shine(settings.sun_deg);
        AssetDatabase.SaveAssets();
        return data;
    }

    // A light of its own, turned about x, y and z, and the scene's sun.
    static void Shine(float[] degrees)
    {
        GameObject sun = new GameObject("Sun");
        Light light = sun.AddComponent<Light>();
        light.type = LightType.Directional;
        sun.transform.rotation = Quaternion.Euler(degrees[0], degrees[1], degrees[2]);
        RenderSettings.sun = light;
    }

    static float[,] ReadHeights(string path, int points)
    {
        byte[] bytes = File.ReadAllBytes(path);
        if (bytes.Length != 2 * points * points)
            throw new InvalidDataException(path + ": expected " + points + " x " + points + " numbers");
        float[,] heights = new float[points, points];
        for (int z = 0, at = 0; z < points; z++)
            for (int x = 0; x < points; x++, at += 2)
                heights[z, x] = (bytes[at] | bytes[at + 1] << 8) / 65535f;
        return heights;
    }

    // Pictures have their first row on top; Unity counts pixels and alphamaps from the south.
    static float[,,] ReadWeights(ScreeTerrain settings, string folder)
    {
        int size = settings.texels, count = settings.layers.Length;
        float[,,] weights = new float[size, size, count];
        for (int pack = 0; pack < settings.packs.Length; pack++)
        {
            Color32[] pixels = ReadPicture(Path.Combine(folder, settings.packs[pack]), true).GetPixels32();
            if (pixels.Length != size * size)
                throw new InvalidDataException(settings.packs[pack] + ": not " + size + " x " + size);
            for (int layer = 4 * pack; layer < count && layer < 4 * pack + 4; layer++)
                for (int z = 0, at = 0; z < size; z++)
                    for (int x = 0; x < size; x++, at++)
                        weights[z, x, layer] = Channel(pixels[at], layer - 4 * pack) / 255f;
        }
        return weights;
    }

    static byte Channel(Color32 pixel, int channel)
    {
        return channel == 0 ? pixel.r : channel == 1 ? pixel.g : channel == 2 ? pixel.b : pixel.a;
    }

    static Texture2D ReadPicture(string path, bool linear)
    {
        Texture2D picture = new Texture2D(2, 2, TextureFormat.RGBA32, false, linear);
        if (!ImageConversion.LoadImage(picture, File.ReadAllBytes(path)))
            throw new InvalidDataException(path + ": not a picture");
        return picture;
    }

    static TerrainLayer[] MakeLayers(ScreeTerrain settings, string folder, string assets)
    {
        TerrainLayer[] layers = new TerrainLayer[settings.layers.Length];
        for (int i = 0; i < layers.Length; i++)
        {
            ScreeLayer from = settings.layers[i];
            TerrainLayer layer = new TerrainLayer();
            layer.name = from.name;
            layer.diffuseTexture = ReadPicture(Path.Combine(folder, from.albedo), false);
            layer.normalMapTexture = ReadPicture(Path.Combine(folder, from.normal), true);
            layer.tileSize = new Vector2(from.tile_m, from.tile_m);
            string path = assets + "/" + i + "_" + Path.GetFileNameWithoutExtension(from.albedo);
            AssetDatabase.CreateAsset(layer.diffuseTexture, path + "_albedo.asset");
            AssetDatabase.CreateAsset(layer.normalMapTexture, path + "_normal.asset");
            AssetDatabase.CreateAsset(layer, path + ".terrainlayer");
            layers[i] = layer;
        }
        return layers;
    }

    static void Plant(ScreeTerrain settings, TerrainData data, string folder, string assets)
    {
        List<string> species = new List<string>();
        List<TreePrototype> kinds = new List<TreePrototype>();
        List<TreeInstance> trees = new List<TreeInstance>();
        string[] rows = File.ReadAllLines(Path.Combine(folder, settings.plants));
        for (int i = 1; i < rows.Length; i++)
        {
            string[] row = rows[i].Split(',');
            TreeInstance tree = new TreeInstance();
            tree.prototypeIndex = species.IndexOf(row[1]);
            if (tree.prototypeIndex < 0)
            {
                tree.prototypeIndex = species.Count;
                species.Add(row[1]);
                kinds.Add(new TreePrototype { prefab = MakePlant(row[1], folder, assets) });
            }
            tree.position = new Vector3(Number(row[2]) / settings.side_m,
                (Number(row[3]) - settings.lowest_m) / settings.height_m, Number(row[4]) / settings.side_m);
            tree.rotation = Number(row[5]) * Mathf.Deg2Rad;
            tree.widthScale = tree.heightScale = Number(row[6]);
            tree.color = tree.lightmapColor = new Color32(255, 255, 255, 255);
            trees.Add(tree);
        }
        data.treePrototypes = kinds.ToArray();
        data.SetTreeInstances(trees.ToArray(), false);
    }

    static float Number(string text)
    {
        return float.Parse(text, CultureInfo.InvariantCulture);
    }

    // A prefab of that name that is there already stays.
    static GameObject MakePlant(string species, string folder, string assets)
    {
        string path = assets + "/" + species;
        GameObject prefab = AssetDatabase.LoadAssetAtPath<GameObject>(path + ".prefab");
        if (prefab != null) return prefab;
        File.Copy(Path.Combine(Path.Combine(folder, "plants"), species + ".obj"), path + ".obj", true);
        AssetDatabase.ImportAsset(path + ".obj");
        GameObject model = AssetDatabase.LoadAssetAtPath<GameObject>(path + ".obj");
        GameObject plant = new GameObject(species);
        plant.AddComponent<MeshFilter>().sharedMesh = model.GetComponentInChildren<MeshFilter>().sharedMesh;
        plant.AddComponent<MeshRenderer>().sharedMaterial =
            model.GetComponentInChildren<MeshRenderer>().sharedMaterial;
        prefab = PrefabUtility.SaveAsPrefabAsset(plant, path + ".prefab");
        UnityEngine.Object.DestroyImmediate(plant);
        return prefab;
    }

#if UNITY_7000_0_OR_NEWER
    // Paints by the limits of the layers in place of the weights: rough, but it follows edits of the
    // ground. Later rules win.
    public static void Paint(ScreeTerrain settings, TerrainData data)
    {
        int count = 0;
        foreach (ScreeLayer layer in settings.layers) if (layer.has_rule) count++;
        var rules = new UnityEditor.TerrainTools.TerrainLayerPaintRule[count];
        for (int i = 0, at = 0; i < settings.layers.Length; i++)
        {
            ScreeLayer layer = settings.layers[i];
            if (!layer.has_rule) continue;
            rules[at].layerIndex = i;
            rules[at].heightRange = new Vector2(layer.height_m[0], layer.height_m[1]);
            rules[at].slopeRange = new Vector2(layer.slope_deg[0], layer.slope_deg[1]);
            rules[at].opacity = layer.opacity;
            at++;
        }
        UnityEditor.TerrainTools.TerrainEditUtility.PaintLayers(
            data, UnityEditor.TerrainTools.TerrainRegion.All, rules);
    }
#endif
}

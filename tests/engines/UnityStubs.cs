// What the Editor script takes of Unity, as declarations: it is to compile. What turns the sun runs, in sun.py.
using System;
namespace UnityEngine
{
    public class Object
    {
        public string name;
        public static void DestroyImmediate(Object obj) { }
    }
    public static class Mathf { public const float Deg2Rad = 0.0174532924f; }
    public struct Vector2 { public Vector2(float x, float y) { } }
    public struct Vector3 { public Vector3(float x, float y, float z) { } }
    public struct Color32
    {
        public byte r, g, b, a;
        public Color32(byte r, byte g, byte b, byte a) { this.r = r; this.g = g; this.b = b; this.a = a; }
    }
    public enum TextureFormat { RGBA32 }
    public class Texture : Object { }
    public class Texture2D : Texture
    {
        public Texture2D(int width, int height, TextureFormat format, bool mipChain, bool linear) { }
        public Color32[] GetPixels32() { return null; }
    }
    public static class ImageConversion
    {
        public static bool LoadImage(this Texture2D tex, byte[] data) { return true; }
    }
    public class TerrainLayer : Object
    {
        public Texture2D diffuseTexture, normalMapTexture;
        public Vector2 tileSize;
    }
    public class TerrainData : Object
    {
        public int heightmapResolution { get; set; }
        public int alphamapResolution { get; set; }
        public Vector3 size { get; set; }
        public TerrainLayer[] terrainLayers { get; set; }
        public void SetHeights(int xBase, int yBase, float[,] heights) { }
        public void SetAlphamaps(int x, int y, float[,,] map) { }
        public TreePrototype[] treePrototypes { get; set; }
        public void SetTreeInstances(TreeInstance[] instances, bool snapToHeightmap) { }
    }
    public class TreePrototype { public GameObject prefab { get; set; } }
    public struct TreeInstance
    {
        public Vector3 position;
        public float widthScale, heightScale, rotation;
        public Color32 color, lightmapColor;
        public int prototypeIndex;
    }
    public class Component : Object
    {
        public GameObject owner;
        public Transform transform { get { return owner.transform; } }
    }
    public struct Quaternion
    {
        public float x, y, z; // as they were given
        public static Quaternion Euler(float x, float y, float z) { return new Quaternion { x = x, y = y, z = z }; }
    }
    public class Transform : Component
    {
        public Vector3 position { get; set; }
        public Quaternion rotation { get; set; }
    }
    public enum LightType { Spot, Directional }
    public class Light : Component { public LightType type { get; set; } }
    public static class RenderSettings { public static Light sun { get; set; } }
    public class Mesh : Object { }
    public class Material : Object { }
    public class MeshFilter : Component { public Mesh sharedMesh { get; set; } }
    public class MeshRenderer : Component { public Material sharedMaterial { get; set; } }
    public class GameObject : Object
    {
        public GameObject(string name) { }
        readonly Transform own = new Transform();
        public Transform transform { get { return own; } }
        public T AddComponent<T>() where T : Component, new() { return new T { owner = this }; }
        public T GetComponentInChildren<T>() { return default(T); }
    }
    public class Terrain : Object
    {
        public static GameObject CreateTerrainGameObject(TerrainData assignTerrain) { return null; }
    }
    public static class JsonUtility
    {
        public static T FromJson<T>(string json) { return default(T); }
    }
}
namespace UnityEditor
{
    using UnityEngine;
    [AttributeUsage(AttributeTargets.Method)]
    public class MenuItem : Attribute { public MenuItem(string itemName) { } }
    public static class EditorUtility
    {
        public static string OpenFilePanel(string title, string directory, string extension) { return ""; }
    }
    public static class AssetDatabase
    {
        public static bool IsValidFolder(string path) { return true; }
        public static string CreateFolder(string parentFolder, string newFolderName) { return ""; }
        public static void CreateAsset(UnityEngine.Object asset, string path) { }
        public static void SaveAssets() { }
        public static void ImportAsset(string path) { }
        public static T LoadAssetAtPath<T>(string assetPath) where T : UnityEngine.Object { return null; }
    }
    public static class PrefabUtility
    {
        public static GameObject SaveAsPrefabAsset(GameObject instanceRoot, string assetPath) { return null; }
    }
}
namespace UnityEditor.TerrainTools
{
    using UnityEngine;
    public struct TerrainLayerPaintRule
    {
        public int layerIndex;
        public Vector2 heightRange, slopeRange;
        public float opacity;
    }
    public struct TerrainRegion { public static TerrainRegion All { get { return new TerrainRegion(); } } }
    public static class TerrainEditUtility
    {
        public static void PaintLayers(TerrainData data, TerrainRegion region, TerrainLayerPaintRule[] rules) { }
    }
}

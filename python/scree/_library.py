"""The C library by ctypes: its structs, its functions, its errors. Private to this package.

Every struct here repeats one of include/scree/; tests/python compares their sizes and offsets with
what a C compiler makes of the headers.
"""

from __future__ import annotations

import ctypes
import os
import re
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_char, c_char_p, c_double, c_float,
                    c_int, c_size_t, c_ubyte, c_uint, c_uint32, c_uint64, c_void_p)
from ctypes.util import find_library

ALL_DEPTHS = 0xFFFFFFFF
NO_LAYER = 0xFFFFFFFF
NO_OFFSET = 0xFFFFFFFFFFFFFFFF
CANCELLED = 8
FIELD_NUMBERS = 4
FIELD_NAME_SIZE = 32


class Error(Structure):
    _fields_ = [("size", c_size_t), ("code", c_int), ("offset", c_uint64), ("file", c_char * 128),
                ("field", c_char * 32), ("text", c_char * 256), ("option_name", c_void_p)]


class Message(Structure):
    _fields_ = [("size", c_size_t), ("severity", c_int), ("file", c_char_p), ("offset", c_uint64),
                ("text", c_char_p)]


ProgressFunction = CFUNCTYPE(c_int, c_void_p, c_char_p, c_double)
MessageFunction = CFUNCTYPE(None, c_void_p, POINTER(Message))


class Job(Structure):
    _fields_ = [("size", c_size_t), ("threads", c_uint32), ("context", c_void_p),
                ("progress", ProgressFunction), ("message", MessageFunction),
                ("option_name", c_void_p), ("tile", c_uint32), ("isa", c_char_p),
                ("no_culling", c_int)]


class Suggestion(Structure):
    _fields_ = [("word", c_char_p), ("best", c_char_p), ("distance", c_size_t)]


class Source(Structure):
    _fields_ = [("name", c_char_p), ("data", c_void_p), ("size", c_uint64), ("read", c_void_p),
                ("context", c_void_p)]


class Spot(Structure):
    _fields_ = [("m", c_double * 2), ("way", c_char * 2)]


class Bytes(Structure):
    _fields_ = [("data", POINTER(c_ubyte)), ("size", c_size_t)]


class TerrainOptions(Structure):
    _fields_ = [("size", c_size_t), ("cell_m", c_double), ("height_scale", c_double),
                ("height_offset_tu", c_double), ("height_range_m", c_double * 2), ("fill", c_int),
                ("fill_m", c_double), ("raw", c_int), ("raw_width", c_uint32),
                ("raw_height", c_uint32), ("raw_big_endian", c_int), ("south_first", c_int),
                ("max_height_m", c_double), ("square_m", c_double), ("band", c_uint32),
                ("max_points", c_uint64), ("max_file_bytes", c_uint64),
                ("max_memory_bytes", c_uint64), ("leave_in_file", c_int),
                ("keep_missing", c_int), ("parts_folder", c_char_p), ("part", c_uint32),
                ("parts", c_uint32)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(TerrainOptions), height_scale=1.0, max_points=1 << 30,
                         max_file_bytes=9 << 30, max_memory_bytes=4 << 30)


class Tile(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char * 64), ("column", c_uint32), ("row", c_uint32),
                ("columns", c_uint32), ("rows", c_uint32), ("numbers", c_int),
                ("base_m", c_double), ("step_m", c_double), ("has_missing", c_int)]


HeaderFunction = CFUNCTYPE(c_int, c_void_p, c_uint64, POINTER(Tile), POINTER(Error))
SamplesFunction = CFUNCTYPE(c_int, c_void_p, c_uint64, c_void_p, POINTER(Error))
ReleaseFunction = CFUNCTYPE(None, c_void_p)


class Tiles(Structure):
    _fields_ = [("size", c_size_t), ("context", c_void_p), ("count", c_uint64), ("name", c_char_p),
                ("identity", c_char_p), ("cell_m", c_double), ("cell_deg", c_double * 2),
                ("epsg", c_int), ("place", c_double * 2), ("altitude_m", c_double * 2),
                ("slope", c_double * 2), ("header", HeaderFunction), ("samples", SamplesFunction),
                ("release", ReleaseFunction)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(Tiles))


class TerrainInfo(Structure):
    _fields_ = [("size", c_size_t), ("points_x", c_uint32), ("points_y", c_uint32),
                ("cell_m", c_double * 3), ("extent_m", c_double * 2), ("altitude_m", c_double * 2),
                ("slope", c_double * 2), ("file_bytes", c_uint64), ("sha256", c_char * 65),
                ("format", c_char * 40), ("numbers", c_char * 40)]


class TerrainQuantiles(Structure):
    _fields_ = [("size", c_size_t), ("percent", c_double * 7), ("altitude_m", c_double * 7),
                ("slope_deg", c_double * 7)]


class ConvertOptions(Structure):
    _fields_ = [("size", c_size_t), ("form", c_int), ("name", c_char_p), ("crop", c_uint32 * 4),
                ("resample", c_uint32 * 2), ("power", c_int), ("holes", POINTER(Source)),
                ("sidecar", c_int), ("every", c_uint32), ("dequantise", c_int),
                ("height_range_m", c_double * 2), ("south_first", c_int)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(ConvertOptions))


class Converted(Structure):
    _fields_ = [("size", c_size_t), ("points_x", c_uint32), ("points_y", c_uint32),
                ("cell_m", c_double * 2), ("height_range_m", c_double * 2), ("error_m", c_double),
                ("south_first", c_int), ("holes", c_int), ("triangles", c_uint64)]


class Limit(Structure):
    _fields_ = [("on", c_int), ("at", c_double), ("fuzziness", c_double)]


class Layer(Structure):
    _fields_ = [("size", c_size_t), ("index", c_uint32), ("parent", c_uint32), ("depth", c_uint32),
                ("name", c_char_p), ("colour", c_double * 3), ("coverage", c_double),
                ("noise", c_double), ("altitude", Limit * 2), ("slope", Limit * 2),
                ("smoothing_tu", c_double)]


class PlanOptions(Structure):
    _fields_ = [("size", c_size_t), ("grid", c_int), ("width", c_uint32), ("height", c_uint32),
                ("relief", c_double), ("root_density", c_int), ("column", c_uint32),
                ("row", c_uint32), ("columns", c_uint32), ("rows", c_uint32), ("depth", c_uint32),
                ("materials", POINTER(c_char_p)), ("reversed", c_int)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(PlanOptions), relief=1.6, depth=ALL_DEPTHS)


class LiveOptions(Structure):
    _fields_ = [("size", c_size_t), ("grid", c_int), ("width", c_uint32), ("height", c_uint32),
                ("relief", c_double), ("root_density", c_int), ("column", c_uint32),
                ("row", c_uint32), ("columns", c_uint32), ("rows", c_uint32),
                ("max_bytes", c_uint64)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(LiveOptions), relief=1.6, max_bytes=512 << 20)


class LiveCounts(Structure):
    _fields_ = [("size", c_size_t), ("noise_rows", c_uint64), ("tiles", c_uint64),
                ("bytes", c_uint64)]


class Target(Structure):
    _fields_ = [("size", c_size_t), ("kind", c_int), ("planes", POINTER(c_void_p)),
                ("sums", POINTER(c_uint64))]


class Factors(Structure):
    _fields_ = [(name, c_float) for name in
                ("altitude_m", "slope", "coverage", "altitude_min", "altitude_max", "slope_min",
                 "slope_max", "place", "noise", "own", "parent", "eff", "bare", "weight")]


class PictureInfo(Structure):
    _fields_ = [("size", c_size_t), ("width", c_uint32), ("height", c_uint32),
                ("map_width", c_uint32), ("map_height", c_uint32), ("place_m", c_double * 3)]


class PreviewOptions(Structure):
    _fields_ = [("size", c_size_t), ("kind", c_int), ("width", c_uint32), ("height", c_uint32),
                ("legend", c_int), ("slope_limits", c_int), ("contour_m", c_double),
                ("sun_deg", c_double * 2), ("relief", c_double), ("root_density", c_int),
                ("has_plants", c_int), ("plants", POINTER(Source)), ("plants_set", c_char_p)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(PreviewOptions), sun_deg=(315, 40), relief=1.6)


class ViewOptions(Structure):
    _fields_ = [("size", c_size_t), ("width", c_uint32), ("height", c_uint32),
                ("sun_deg", c_double * 2), ("water", c_int), ("water_m", c_double),
                ("haze_m", c_double), ("no_bumps", c_int), ("samples", c_uint32),
                ("relief", c_double), ("root_density", c_int),
                ("has_plants", c_int), ("plants", POINTER(Source)), ("plants_set", c_char_p)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(ViewOptions), sun_deg=(315, 40), haze_m=-1, samples=4,
                         relief=1.6)


class Camera(Structure):
    _fields_ = [("size", c_size_t), ("way", c_int), ("from_deg", c_double),
                ("place_m", c_double * 3), ("place_above_ground", c_int), ("has_target", c_int),
                ("target_m", c_double * 3), ("target_above_ground", c_int), ("fov_deg", c_double)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(Camera), from_deg=225, fov_deg=50)


class BakeOptions(Structure):
    _fields_ = [("size", c_size_t), ("width", c_uint32), ("height", c_uint32),
                ("column", c_uint32), ("row", c_uint32), ("columns", c_uint32), ("rows", c_uint32),
                ("depth", c_uint32), ("materials", POINTER(Source)), ("outputs", c_uint),
                ("format", c_int), ("plane", c_int), ("tile_files", c_uint32), ("name", c_char_p),
                ("relief", c_double), ("root_density", c_int), ("max_memory_bytes", c_uint64),
                ("pack", c_int), ("grid", c_int), ("south_first", c_int), ("layers", c_uint32),
                ("maps", c_uint), ("tile_texels", c_uint32)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(BakeOptions), depth=ALL_DEPTHS, tile_files=1,
                         relief=1.6)


class BakeInfo(Structure):
    _fields_ = [("size", c_size_t), ("width", c_uint32), ("height", c_uint32),
                ("materials", c_uint32), ("files", c_uint32), ("outputs", c_uint),
                ("memory_bytes", c_uint64), ("no_blend", c_char_p), ("no_beamng", c_char_p)]


class BakeFile(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("width", c_uint32), ("height", c_uint32),
                ("bytes_at_most", c_uint64)]


class PartOptions(Structure):
    _fields_ = [("size", c_size_t), ("index", c_uint32), ("count", c_uint32), ("replace", c_int)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(PartOptions), index=1, count=1)


class PartInfo(Structure):
    _fields_ = [("size", c_size_t), ("tiles", c_uint64), ("tiles_before", c_uint64)]


class EstimateOptions(Structure):
    _fields_ = [("size", c_size_t), ("time_s", c_double)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(EstimateOptions))


class Estimate(Structure):
    _fields_ = [("size", c_size_t), ("texels", c_uint64), ("tiles", c_uint64), ("files", c_uint64),
                ("bytes", c_uint64), ("memory_bytes", c_uint64), ("sampled_rows", c_uint64),
                ("rows", c_uint64), ("opening_s", c_double), ("seconds", c_double),
                ("parts", c_uint32), ("part_s", c_double), ("no_parts", c_char_p),
                ("without_maps", c_int)]


class PlantsOptions(Structure):
    _fields_ = [("size", c_size_t), ("plants", POINTER(Source)), ("set", c_char_p),
                ("has_water", c_int), ("water_m", c_double), ("relief", c_double),
                ("root_density", c_int), ("roads", POINTER(Source))]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(PlantsOptions), relief=1.6)


class Plant(Structure):
    _fields_ = [("size", c_size_t), ("species", c_uint32), ("x_m", c_double), ("y_m", c_double),
                ("z_m", c_double), ("sink_m", c_double), ("yaw_deg", c_double),
                ("scale", c_double)]


class PlantSpecies(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("model", c_char_p), ("count", c_uint32),
                ("cells", c_uint64), ("evaluated", c_uint64), ("fitting", c_uint64),
                ("height_m", c_double), ("ror_mesh", c_char_p), ("beamng_shape", c_char_p)]


class RorOptions(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("output", c_char_p),
                ("author", c_char_p), ("materials", POINTER(Source)),
                ("ground_models", POINTER(Source)), ("textures", c_char_p),
                ("grass", POINTER(c_char_p)), ("grass_count", c_size_t), ("points", c_uint32),
                ("blend_size", c_uint32), ("bake_size", c_uint32), ("repeat_m", c_double),
                ("has_water", c_int), ("water_m", c_double), ("has_start", c_int),
                ("start_m", c_double * 2), ("base_colour", c_int), ("shadows_off", c_int),
                ("relief", c_double), ("root_density", c_int), ("grip", c_int),
                ("title", c_char_p),
                ("no_plants", c_int), ("plants", POINTER(Source)), ("plants_set", c_char_p),
                ("description", c_char_p), ("depth", c_uint32), ("min_area", c_uint32),
                ("roads", POINTER(Source)), ("no_spawner", c_int), ("keep", c_char_p),
                ("keep_list", POINTER(Source)), ("only", c_char_p), ("mask", POINTER(Source)),
                ("no_base_colour", c_int)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(RorOptions), relief=1.6, depth=0xffffffff)


class RorInfo(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("points", c_uint32),
                ("blend_size", c_uint32), ("side_m", c_double), ("height_m", c_double),
                ("lowest_m", c_double), ("water_m", c_double), ("has_water", c_int),
                ("start_m", c_double * 3), ("layers", c_uint32), ("materials", c_uint32),
                ("room_for", c_uint32), ("has_base_colour", c_int), ("step_count", c_uint32),
                ("moved", c_double), ("mean_error", c_double), ("max_error", c_uint32),
                ("base_by_rule", c_int), ("moved_without", c_double)]


class RorStep(Structure):
    _fields_ = [("size", c_size_t), ("layer", c_uint32), ("into", c_uint32), ("reason", c_int),
                ("coverage", c_double), ("colour_error", c_double)]


class RorIntoInfo(Structure):
    _fields_ = [("size", c_size_t), ("texels", c_uint32), ("landuse_texels", c_uint32),
                ("changes", c_uint32), ("areas", c_uint64), ("changed", c_uint64)]


class RorChange(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("is_ground", c_int),
                ("before", c_uint64), ("after", c_uint64), ("isolated", c_uint64),
                ("kept", c_int), ("in_map", c_int)]


class EngineAbout(Structure):
    _fields_ = [("size", c_size_t)] + [
        (name, c_char_p) for name in ("key", "title", "ending", "sizes", "rows", "packs", "names",
                                      "proof")] + [
        ("max_materials", c_uint32), ("kept", c_uint32)]


class EngineOptions(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("output", c_char_p),
                ("materials", POINTER(Source)), ("layers", c_uint32), ("points", c_uint32),
                ("texels", c_uint32), ("tile_points", c_uint32), ("has_water", c_int),
                ("water_m", c_double), ("relief", c_double), ("root_density", c_int),
                ("no_plants", c_int), ("plants", POINTER(Source)), ("plants_set", c_char_p),
                ("in_parts", c_int)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(EngineOptions), relief=1.6)


class EngineInfo(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("points", c_uint32), ("texels", c_uint32),
                ("tiles", c_uint32), ("materials", c_uint32), ("side_m", c_double),
                ("spacing_m", c_double), ("altitude_m", c_double * 2), ("dropped_mean", c_double),
                ("dropped_worst", c_double), ("dropped_share", c_double)]


class BeamngOptions(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("output", c_char_p),
                ("author", c_char_p), ("samples", c_uint32), ("import_files", c_int),
                ("materials", POINTER(Source)), ("holes", POINTER(Source)),
                ("hole_layer", c_char_p), ("depth", c_uint32), ("min_area", c_uint32),
                ("dither", c_int), ("relief", c_double), ("root_density", c_int),
                ("keep", c_char_p), ("keep_list", POINTER(Source)), ("only", c_char_p),
                ("mask", POINTER(Source)), ("grip", c_int), ("title", c_char_p),
                ("description", c_char_p), ("has_water", c_int), ("water_m", c_double),
                ("has_start", c_int), ("start_m", c_double * 2),
                ("no_plants", c_int), ("plants", POINTER(Source)), ("plants_set", c_char_p),
                ("roads", POINTER(Source)), ("into_plants", c_int), ("base_colour", c_int),
                ("bake_size", c_uint32), ("textures", c_char_p), ("repeat_m", c_double)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(BeamngOptions), depth=ALL_DEPTHS, relief=1.6)


class BeamngInfo(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("samples", c_uint32), ("trimmed", c_int),
                ("resampled", c_int), ("square_m", c_double), ("materials", c_uint32),
                ("memory_bytes", c_uint64)]


class BeamngMaterial(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("is_hole", c_int), ("number", c_uint32),
                ("ground_model", c_char_p), ("reason", c_char_p)]


class BeamngIntoInfo(Structure):
    _fields_ = [("size", c_size_t), ("samples", c_uint32), ("changes", c_uint32),
                ("areas", c_uint64), ("changed", c_uint64), ("only_plants", c_int),
                ("plants", c_uint32), ("other_items", c_uint64)]


class BeamngIntoPlant(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("is_grass", c_int), ("written", c_uint64),
                ("replaced", c_uint64), ("kept", c_uint64)]


class BeamngChange(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("before", c_uint64), ("after", c_uint64),
                ("isolated", c_uint64), ("is_new", c_int), ("kept", c_int), ("in_map", c_int)]


class VerifyOptions(Structure):
    _fields_ = [("size", c_size_t), ("terrain", POINTER(Source)), ("surface", POINTER(Source)),
                ("materials", POINTER(Source)), ("other_version", c_int),
                ("part", c_uint32), ("parts", c_uint32), ("share", c_double), ("seed", c_uint32)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(VerifyOptions))


class VerdictInfo(Structure):
    _fields_ = [("size", c_size_t), ("files", c_uint64), ("tiles", c_uint64),
                ("all_tiles", c_uint64), ("seed", c_uint32)]


class SinkFunctions(Structure):
    _fields_ = [("size", c_size_t), ("context", c_void_p), ("parallel", c_int),
                ("begin", CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(c_void_p))),
                ("write", CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(c_ubyte), c_size_t)),
                ("end", CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)),
                ("commit", CFUNCTYPE(c_int, c_void_p)), ("discard", CFUNCTYPE(None, c_void_p))]


class Place(Structure):
    _fields_ = [("where", c_int), ("x", c_double), ("y", c_double)]


class ProbeOptions(Structure):
    _fields_ = [("size", c_size_t), ("width", c_uint32), ("height", c_uint32), ("depth", c_uint32),
                ("materials", POINTER(Source)), ("relief", c_double), ("root_density", c_int),
                ("places", POINTER(Place)), ("place_count", c_size_t)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(ProbeOptions), depth=ALL_DEPTHS, relief=1.6)


class InfoInput(Structure):
    _fields_ = [("size", c_size_t), ("terrain", c_void_p), ("surface", c_void_p),
                ("error", POINTER(Error)), ("name", c_char_p)]


class ServeOptions(Structure):
    _fields_ = [("size", c_size_t), ("page", c_char_p), ("terrain", c_char_p),
                ("surface", c_char_p), ("port", c_uint32), ("idle_s", c_uint32)]


class LintOptions(Structure):
    _fields_ = [("size", c_size_t), ("game", c_int), ("depth", c_uint32), ("relief", c_double),
                ("root_density", c_int), ("engine", c_char_p), ("plants", POINTER(Source))]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(LintOptions), depth=ALL_DEPTHS, relief=1.6)


class Finding(Structure):
    _fields_ = [("size", c_size_t), ("id", c_char_p), ("severity", c_int), ("layer", c_uint32),
                ("path", c_char_p), ("text", c_char_p), ("advice", c_char_p)]


class TestOptions(Structure):
    _fields_ = [("size", c_size_t), ("terrain", POINTER(TerrainOptions)), ("all", c_int),
                ("output", c_void_p)]


class Claim(Structure):
    _fields_ = [("size", c_size_t), ("file", c_size_t), ("line", c_uint32), ("column", c_uint32),
                ("name", c_char_p), ("text", c_char_p), ("result", c_int), ("found", c_char_p),
                ("has_texel", c_int), ("texel", c_uint32 * 2), ("failing", c_uint64),
                ("considered", c_uint64), ("missing", c_uint64), ("no_data", c_int)]


class DiffSide(Structure):
    _fields_ = [("size", c_size_t), ("surface", c_void_p), ("folder", c_char_p),
                ("sink", c_void_p)]


class DiffOptions(Structure):
    _fields_ = [("size", c_size_t), ("terrain", c_void_p), ("warn", c_char_p), ("fail", c_char_p),
                ("over", c_double), ("width", c_uint32), ("height", c_uint32), ("depth", c_uint32),
                ("relief", c_double), ("root_density", c_int), ("pictures", c_int),
                ("layer", c_char_p), ("output", c_void_p)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(DiffOptions), over=0.05, depth=ALL_DEPTHS, relief=1.6)


class DiffInfo(Structure):
    _fields_ = [("size", c_size_t), ("verdict", c_int), ("evaluated", c_int), ("width", c_uint32),
                ("height", c_uint32), ("texel_m", c_double * 2), ("texels_differ", c_uint64),
                ("texels_changed", c_uint64), ("regions", c_uint64), ("area", c_double),
                ("weight", c_double), ("region", c_double), ("density", c_double),
                ("materials", c_size_t), ("changes", c_size_t), ("passed", c_size_t),
                ("missing", c_uint64), ("one_sided", c_uint64)]


class DiffMaterial(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("in_before", c_int), ("in_after", c_int),
                ("before", c_double), ("after", c_double), ("gained", c_double),
                ("lost", c_double), ("largest", c_double), ("column", c_uint32), ("row", c_uint32)]


class Change(Structure):
    _fields_ = [("size", c_size_t), ("kind", c_int), ("before", c_uint32), ("after", c_uint32),
                ("path_before", c_char_p), ("path_after", c_char_p), ("field", c_char_p),
                ("numbers", c_size_t), ("from", c_double * 4), ("to", c_double * 4),
                ("places", c_int), ("evaluated", c_int), ("alone", c_double),
                ("explains", c_double)]


class DiffPassed(Structure):
    _fields_ = [("size", c_size_t), ("measure", c_char_p), ("fails", c_int), ("value", c_double),
                ("limit", c_double), ("square_m", c_int)]


class Painting(Structure):
    _fields_ = [("size", c_size_t), ("width", c_uint32), ("height", c_uint32),
                ("ids", POINTER(ctypes.c_uint8)), ("names", POINTER(c_char_p)), ("count", c_uint32)]


class FitOptions(Structure):
    _fields_ = [("size", c_size_t), ("classes", POINTER(Source)), ("splat", c_char_p),
                ("aerial", c_uint32), ("onto", c_void_p), ("seed", c_uint64), ("model", c_uint32),
                ("relief", c_double), ("pictures", c_int), ("max_height_m", c_double),
                ("square_m", c_double), ("no_noise", c_int)]

    def __init__(self):
        super().__init__(size=ctypes.sizeof(FitOptions), relief=1.6)


class FitInfo(Structure):
    _fields_ = [("size", c_size_t), ("what", c_char_p), ("width", c_uint32), ("height", c_uint32),
                ("classes", c_uint32), ("texels", c_uint64), ("agreement", c_double),
                ("by_rules", c_double), ("paint", c_double), ("has_own_heights", c_int),
                ("at_most", c_double)]


class FitClass(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("rgb", ctypes.c_ubyte * 3),
                ("layer", c_uint32), ("painted", c_uint64), ("fitted", c_uint64),
                ("explained", c_int)]


class Style(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("summary", c_char_p),
                ("layers", c_uint32)]


class StyleOptions(Structure):
    _fields_ = [("size", c_size_t), ("style", c_char_p), ("water", c_int), ("water_m", c_double),
                ("seed", c_uint64)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(StyleOptions), style=b"temperate")


class StyledInfo(Structure):
    _fields_ = [("size", c_size_t), ("style", c_char_p), ("layers", c_uint32),
                ("has_water", c_int), ("water_found", c_int), ("water_m", c_double),
                ("water_share", c_double), ("altitude_m", c_double * 7),
                ("slope_deg", c_double * 7)]


class StyledLayer(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("level", c_uint32), ("fits", c_int),
                ("reason", c_char_p)]


STRUCTS = {"scree_error": Error, "scree_message": Message, "scree_job": Job, "scree_suggestion": Suggestion,
           "scree_source": Source, "scree_bytes": Bytes, "scree_terrain_options": TerrainOptions,
           "scree_tile": Tile, "scree_tiles": Tiles,
           "scree_terrain_info": TerrainInfo, "scree_terrain_quantiles": TerrainQuantiles,
           "scree_limit": Limit, "scree_layer": Layer,
           "scree_plan_options": PlanOptions, "scree_target": Target, "scree_factors": Factors,
           "scree_live_options": LiveOptions, "scree_live_counts": LiveCounts,
           "scree_convert_options": ConvertOptions, "scree_converted": Converted,
           "scree_sink_functions": SinkFunctions, "scree_picture_info": PictureInfo,
           "scree_preview_options": PreviewOptions, "scree_view_options": ViewOptions,
           "scree_camera": Camera, "scree_bake_options": BakeOptions,
           "scree_bake_info": BakeInfo, "scree_bake_file": BakeFile,
    "scree_part_options": PartOptions, "scree_part_info": PartInfo,
    "scree_estimate_options": EstimateOptions, "scree_estimate": Estimate,
           "scree_verify_options": VerifyOptions, "scree_verdict_info": VerdictInfo,
           "scree_plants_options": PlantsOptions, "scree_plant": Plant,
           "scree_plant_species": PlantSpecies,
           "scree_ror_options": RorOptions, "scree_ror_info": RorInfo, "scree_ror_step": RorStep,
           "scree_ror_into_info": RorIntoInfo, "scree_ror_change": RorChange,
           "scree_engine_about": EngineAbout, "scree_engine_options": EngineOptions,
           "scree_engine_info": EngineInfo,
           "scree_beamng_options": BeamngOptions, "scree_beamng_info": BeamngInfo,
           "scree_beamng_material": BeamngMaterial, "scree_beamng_into_info": BeamngIntoInfo,
           "scree_beamng_change": BeamngChange, "scree_beamng_into_plant": BeamngIntoPlant,
           "scree_place": Place, "scree_probe_options": ProbeOptions,
           "scree_info_input": InfoInput, "scree_lint_options": LintOptions,
           "scree_finding": Finding, "scree_test_options": TestOptions, "scree_claim": Claim,
           "scree_diff_side": DiffSide, "scree_diff_options": DiffOptions,
           "scree_diff_info": DiffInfo, "scree_diff_material": DiffMaterial,
           "scree_change": Change, "scree_diff_passed": DiffPassed,
           "scree_serve_options": ServeOptions, "scree_spot": Spot, "scree_painting": Painting, "scree_fit_options": FitOptions,
           "scree_fit_info": FitInfo, "scree_fit_class": FitClass, "scree_style": Style, "scree_style_options": StyleOptions,
           "scree_styled_info": StyledInfo, "scree_styled_layer": StyledLayer}

_HANDLE = c_void_p
_ERROR = POINTER(Error)
_JOB = POINTER(Job)
_U32 = POINTER(c_uint32)
_FLOATS = POINTER(c_float)
_BYTES = POINTER(c_ubyte)

# Name: result, arguments. A result of c_int is a code that call() turns into an exception.
_FUNCTIONS = {
    "scree_version": (c_char_p, []),
    "scree_model_version": (c_int, []),
    "scree_code_name": (c_char_p, [c_int]),
    "scree_isa_name": (c_char_p, [c_size_t]),
    "scree_text_clean": (c_char_p, [c_char_p, c_size_t, c_char_p]),
    "scree_text_no_command": (c_char_p, [c_char_p]),
    "scree_text_distance": (c_size_t, [c_char_p, c_char_p]),
    "scree_text_is_reserved": (c_int, [c_char_p]),
    "scree_text_offer": (None, [POINTER(Suggestion), c_char_p]),
    "scree_text_suggestion": (c_char_p, [c_char_p, c_size_t, POINTER(Suggestion)]),
    "scree_bytes_free": (None, [POINTER(Bytes)]),
    "scree_terrain_open": (c_int, [POINTER(_HANDLE), Source, POINTER(TerrainOptions), _JOB, _ERROR]),
    "scree_terrain_from_heights": (c_int, [POINTER(_HANDLE), _FLOATS, c_uint32, c_uint32, c_double,
                                           _JOB, _ERROR]),
    "scree_terrain_open_tiles": (c_int, [POINTER(_HANDLE), POINTER(Tiles), POINTER(TerrainOptions),
                                         _JOB, _ERROR]),
    "scree_terrain_free": (None, [_HANDLE]),
    "scree_terrain_describe": (c_int, [_HANDLE, POINTER(TerrainInfo), _JOB, _ERROR]),
    "scree_terrain_quantiles": (c_int, [_HANDLE, POINTER(TerrainQuantiles), _JOB, _ERROR]),
    "scree_terrain_heights": (c_int, [_HANDLE, c_uint32, c_uint32, _FLOATS, _ERROR]),
    "scree_terrain_form_of_name": (c_int, [c_char_p]),
    "scree_terrain_form_is_mesh": (c_int, [c_int]),
    "scree_convert_terrain": (c_int, [_HANDLE, POINTER(ConvertOptions), _HANDLE,
                                      POINTER(Converted), _JOB, _ERROR]),
    "scree_convert_mesh": (c_int, [_HANDLE, _HANDLE, POINTER(ConvertOptions), _HANDLE,
                                   POINTER(Converted), _JOB, _ERROR]),
    "scree_surface_open": (c_int, [POINTER(_HANDLE), Source, _HANDLE, _JOB, _ERROR]),
    "scree_surface_read": (c_int, [POINTER(_HANDLE), Source, _HANDLE, _JOB, _ERROR]),
    "scree_spot_read": (c_int, [POINTER(Spot), c_char_p, _ERROR]),
    "scree_spot_find": (c_int, [POINTER(c_double), POINTER(Spot), _HANDLE, c_int, _ERROR]),
    "scree_spot_name": (c_char_p, [c_char_p, c_size_t, POINTER(c_double), c_int]),
    "scree_serve_is_there": (c_int, []),
    "scree_serve_start": (c_int, [POINTER(_HANDLE), POINTER(ServeOptions), _ERROR]),
    "scree_serve_url": (c_char_p, [_HANDLE]),
    "scree_serve_door": (c_char_p, [_HANDLE]),
    "scree_serve_run": (c_int, [_HANDLE, _JOB, _ERROR]),
    "scree_serve_free": (None, [_HANDLE]),
    "scree_fit_create": (c_int, [POINTER(_HANDLE), _HANDLE, c_char_p, POINTER(FitOptions), _JOB,
                                 _ERROR]),
    "scree_fit_painting": (c_int, [POINTER(_HANDLE), _HANDLE, POINTER(Painting),
                                   POINTER(FitOptions), _JOB, _ERROR]),
    "scree_fit_free": (None, [_HANDLE]),
    "scree_fit_describe": (None, [_HANDLE, POINTER(FitInfo)]),
    "scree_fit_class": (c_int, [_HANDLE, c_uint32, POINTER(FitClass), _ERROR]),
    "scree_fit_confusion": (c_uint64, [_HANDLE, c_uint32, c_uint32]),
    "scree_fit_surface": (c_int, [_HANDLE, POINTER(_HANDLE), _JOB, _ERROR]),
    "scree_fit_unexplained": (c_int, [_HANDLE, POINTER(Bytes), _ERROR]),
    "scree_fit_document": (c_int, [_HANDLE, POINTER(Bytes), c_int, _JOB, _ERROR]),
    "scree_style_count": (c_size_t, []),
    "scree_style_at": (c_int, [c_size_t, POINTER(Style), _ERROR]),
    "scree_styled_create": (c_int, [POINTER(_HANDLE), _HANDLE, POINTER(StyleOptions), _JOB,
                                    _ERROR]),
    "scree_styled_free": (None, [_HANDLE]),
    "scree_styled_describe": (None, [_HANDLE, POINTER(StyledInfo)]),
    "scree_styled_layer": (c_int, [_HANDLE, c_uint32, POINTER(StyledLayer), _ERROR]),
    "scree_styled_text": (c_int, [_HANDLE, POINTER(Bytes), _ERROR]),
    "scree_styled_save": (c_int, [_HANDLE, _HANDLE, c_char_p, _JOB, _ERROR]),
    "scree_styled_surface": (c_int, [_HANDLE, POINTER(_HANDLE), _HANDLE, c_char_p, _JOB, _ERROR]),
    "scree_styled_tell": (None, [_HANDLE, c_char_p, _JOB]),
    "scree_styled_document": (c_int, [_HANDLE, POINTER(Bytes), c_int, _JOB, _ERROR]),
    "scree_surface_check": (c_int, [_HANDLE, _JOB, _ERROR]),
    "scree_surface_new": (c_int, [POINTER(_HANDLE), c_char_p, _ERROR]),
    "scree_surface_copy": (c_int, [POINTER(_HANDLE), _HANDLE, _ERROR]),
    "scree_surface_free": (None, [_HANDLE]),
    "scree_surface_write": (c_int, [POINTER(Bytes), _HANDLE, c_int, _ERROR]),
    "scree_surface_save": (c_int, [_HANDLE, c_int, _HANDLE, c_char_p, _JOB, _ERROR]),
    "scree_surface_form_of_name": (c_int, [c_char_p]),
    "scree_surface_form": (c_int, [_HANDLE]),
    "scree_surface_is_in": (c_int, [Source]),
    "scree_surface_layers": (c_uint32, [_HANDLE]),
    "scree_surface_layer": (c_int, [_HANDLE, c_uint32, POINTER(Layer), _ERROR]),
    "scree_surface_find": (c_size_t, [_HANDLE, c_char_p, _U32, c_size_t]),
    "scree_surface_field": (c_int, [c_size_t, c_char_p]),
    "scree_surface_set": (c_int, [_HANDLE, c_uint32, c_char_p, c_char_p, _HANDLE, _ERROR]),
    "scree_surface_change": (c_int, [_HANDLE, c_char_p, _HANDLE, _ERROR]),
    "scree_surface_parse": (c_int, [_HANDLE, c_char_p, _U32, c_char_p, _ERROR]),
    "scree_surface_find_one": (c_int, [_HANDLE, c_char_p, _U32, _ERROR]),
    "scree_surface_value": (c_int, [_HANDLE, c_uint32, c_char_p, POINTER(Bytes), _ERROR]),
    "scree_surface_set_numbers": (c_int, [_HANDLE, c_uint32, c_char_p, POINTER(c_double), c_size_t,
                                          _ERROR]),
    "scree_surface_get_numbers": (c_int, [_HANDLE, c_uint32, c_char_p, POINTER(c_double),
                                          POINTER(c_size_t), _ERROR]),
    "scree_surface_add": (c_int, [_HANDLE, c_uint32, c_uint32, c_char_p, _U32, _ERROR]),
    "scree_surface_remove": (c_int, [_HANDLE, c_uint32, _ERROR]),
    "scree_surface_move": (c_int, [_HANDLE, c_uint32, c_uint32, c_uint32, _U32, _ERROR]),
    "scree_surface_duplicate": (c_int, [_HANDLE, c_uint32, _U32, _ERROR]),
    "scree_build": (c_char_p, []),
    "scree_licenses": (c_char_p, []),
    "scree_newest_model": (c_int, []),
    "scree_surface_set_model": (c_int, [_HANDLE, c_uint32, _ERROR]),
    "scree_surface_model": (c_uint32, [_HANDLE]),
    "scree_surface_reroll": (c_int, [_HANDLE, c_uint64, _ERROR]),
    "scree_plan_create": (c_int, [POINTER(_HANDLE), _HANDLE, _HANDLE, POINTER(PlanOptions), _JOB,
                                  _ERROR]),
    "scree_plan_free": (None, [_HANDLE]),
    "scree_plan_width": (c_uint32, [_HANDLE]),
    "scree_plan_height": (c_uint32, [_HANDLE]),
    "scree_plan_materials": (c_uint32, [_HANDLE]),
    "scree_plan_material_name": (c_char_p, [_HANDLE, c_uint32]),
    "scree_plan_material_of_layer": (c_uint32, [_HANDLE, c_uint32]),
    "scree_plan_rows": (c_int, [_HANDLE, c_uint32, c_uint32, POINTER(Target), c_size_t, _JOB,
                                _ERROR]),
    "scree_plan_ground": (c_int, [_HANDLE, c_uint32, c_uint32, _FLOATS, _FLOATS, _JOB, _ERROR]),
    "scree_plan_place": (c_int, [_HANDLE, c_double, c_double, _U32, _U32]),
    "scree_live_create": (c_int, [POINTER(_HANDLE), _HANDLE, POINTER(LiveOptions), _JOB, _ERROR]),
    "scree_live_free": (None, [_HANDLE]),
    "scree_live_view": (c_int, [_HANDLE, POINTER(LiveOptions), _JOB, _ERROR]),
    "scree_live_update": (c_int, [_HANDLE, _HANDLE, _JOB, _ERROR]),
    "scree_live_width": (c_uint32, [_HANDLE]),
    "scree_live_height": (c_uint32, [_HANDLE]),
    "scree_live_picture": (_BYTES, [_HANDLE]),
    "scree_live_winner": (_BYTES, [_HANDLE]),
    "scree_live_changed": (c_int, [_HANDLE, _U32, _U32, _U32, _U32]),
    "scree_live_layer": (c_int, [_HANDLE, c_int, c_uint32, c_void_p, _ERROR]),
    "scree_live_weights": (c_int, [_HANDLE, c_int, POINTER(c_void_p), _ERROR]),
    "scree_live_count": (None, [_HANDLE, POINTER(LiveCounts)]),
    "scree_sink_folder": (c_int, [POINTER(_HANDLE), c_char_p, c_uint, _ERROR]),
    "scree_sink_zip": (c_int, [POINTER(_HANDLE), c_char_p, c_uint, _ERROR]),
    "scree_sink_file": (c_int, [POINTER(_HANDLE), c_char_p, c_uint, _ERROR]),
    "scree_sink_files": (c_int, [POINTER(_HANDLE), POINTER(c_char_p), c_size_t, c_uint, _ERROR]),
    "scree_sink_memory": (c_int, [POINTER(_HANDLE), _ERROR]),
    "scree_sink_digest": (c_int, [POINTER(_HANDLE), _ERROR]),
    "scree_sink_callbacks": (c_int, [POINTER(_HANDLE), POINTER(SinkFunctions), _ERROR]),
    "scree_sink_protect": (c_int, [_HANDLE, POINTER(c_char_p), c_size_t, _ERROR]),
    "scree_sink_keep_out": (c_int, [_HANDLE, c_char_p, _ERROR]),
    "scree_sink_exists": (c_int, [_HANDLE]),
    "scree_sink_in_use": (c_int, [_HANDLE]),
    "scree_sink_write": (c_int, [_HANDLE, c_char_p, c_void_p, c_size_t, c_uint, _ERROR]),
    "scree_sink_count": (c_size_t, [_HANDLE]),
    "scree_sink_name": (c_char_p, [_HANDLE, c_size_t]),
    "scree_sink_size": (c_uint64, [_HANDLE, c_size_t]),
    "scree_sink_sha256": (c_char_p, [_HANDLE, c_size_t]),
    "scree_sink_bytes": (_BYTES, [_HANDLE, c_size_t]),
    "scree_sink_close": (c_int, [_HANDLE, c_int, _JOB, _ERROR]),
    "scree_sink_close_all": (c_int, [POINTER(_HANDLE), c_size_t, c_int, _JOB, _ERROR]),
    "scree_preview": (c_int, [POINTER(_HANDLE), _HANDLE, _HANDLE, POINTER(PreviewOptions), _JOB,
                              _ERROR]),
    "scree_view_create": (c_int, [POINTER(_HANDLE), _HANDLE, _HANDLE, POINTER(ViewOptions), _JOB,
                                  _ERROR]),
    "scree_view_free": (None, [_HANDLE]),
    "scree_view_picture": (c_int, [POINTER(_HANDLE), _HANDLE, POINTER(Camera), _JOB, _ERROR]),
    "scree_picture_describe": (None, [_HANDLE, POINTER(PictureInfo)]),
    "scree_picture_rgb": (_BYTES, [_HANDLE]),
    "scree_picture_save": (c_int, [_HANDLE, _HANDLE, c_char_p, _JOB, _ERROR]),
    "scree_picture_free": (None, [_HANDLE]),
    "scree_bake_plan": (c_int, [POINTER(_HANDLE), _HANDLE, _HANDLE, POINTER(BakeOptions), _JOB,
                                _ERROR]),
    "scree_bake_free": (None, [_HANDLE]),
    "scree_bake_describe": (None, [_HANDLE, POINTER(BakeInfo)]),
    "scree_bake_file": (c_int, [_HANDLE, c_uint32, POINTER(BakeFile), _ERROR]),
    "scree_bake_look": (c_int, [POINTER(Bytes), _HANDLE, _HANDLE, _ERROR]),
    "scree_bake_write": (c_int, [_HANDLE, _HANDLE, POINTER(Bytes), _JOB, _ERROR]),
    "scree_engine_at": (c_int, [c_size_t, POINTER(EngineAbout), _ERROR]),
    "scree_engine_plan": (c_int, [POINTER(_HANDLE), c_char_p, _HANDLE, _HANDLE,
                                  POINTER(EngineOptions), _JOB, _ERROR]),
    "scree_engine_free": (None, [_HANDLE]),
    "scree_engine_describe": (None, [_HANDLE, POINTER(EngineInfo)]),
    "scree_engine_document": (c_int, [_HANDLE, POINTER(Bytes), _ERROR]),
    "scree_engine_tell": (None, [_HANDLE, _JOB]),
    "scree_engine_check": (c_int, [POINTER(EngineOptions), _HANDLE, _JOB, _ERROR]),
    "scree_engine_write": (c_int, [_HANDLE, _HANDLE, _JOB, _ERROR]),
    "scree_bake_part": (c_int, [_HANDLE, c_char_p, POINTER(PartOptions), POINTER(PartInfo), _JOB,
                                _ERROR]),
    "scree_bake_estimate": (c_int, [_HANDLE, POINTER(EstimateOptions), POINTER(Estimate), _JOB,
                                    _ERROR]),
    "scree_engine_part": (c_int, [_HANDLE, c_char_p, POINTER(PartOptions), POINTER(PartInfo), _JOB,
                                  _ERROR]),
    "scree_gather": (c_int, [POINTER(Bytes), c_char_p, _JOB, _ERROR]),
    "scree_plants_place": (c_int, [POINTER(_HANDLE), _HANDLE, _HANDLE, POINTER(PlantsOptions), _JOB,
                                   _ERROR]),
    "scree_plants_free": (None, [_HANDLE]),
    "scree_plants_count": (c_size_t, [_HANDLE]),
    "scree_plants_species_count": (c_size_t, [_HANDLE]),
    "scree_plants_plant": (c_int, [_HANDLE, c_size_t, POINTER(Plant), _ERROR]),
    "scree_plants_species": (c_int, [_HANDLE, c_size_t, POINTER(PlantSpecies), _ERROR]),
    "scree_plants_document": (c_int, [_HANDLE, POINTER(Bytes), _ERROR]),
    "scree_plants_tell": (None, [_HANDLE, _JOB]),
    "scree_plants_form_of_name": (c_int, [c_char_p]),
    "scree_plants_write": (c_int, [_HANDLE, c_int, _HANDLE, c_char_p, _JOB, _ERROR]),
    "scree_ror_plan": (c_int, [POINTER(_HANDLE), _HANDLE, _HANDLE, POINTER(RorOptions), _JOB,
                               _ERROR]),
    "scree_ror_free": (None, [_HANDLE]),
    "scree_ror_describe": (None, [_HANDLE, POINTER(RorInfo)]),
    "scree_ror_step": (c_int, [_HANDLE, c_uint32, POINTER(RorStep), _ERROR]),
    "scree_ror_document": (c_int, [_HANDLE, POINTER(Bytes), _JOB, _ERROR]),
    "scree_ror_tell": (None, [_HANDLE, _JOB]),
    "scree_ror_check": (c_int, [POINTER(RorOptions), _HANDLE, _JOB, _ERROR]),
    "scree_ror_write": (c_int, [_HANDLE, _HANDLE, _JOB, _ERROR]),
    "scree_ror_open": (c_int, [POINTER(_HANDLE), c_char_p, POINTER(TerrainOptions), _JOB, _ERROR]),
    "scree_ror_close": (None, [_HANDLE]),
    "scree_ror_terrain": (_HANDLE, [_HANDLE]),
    "scree_ror_into": (c_int, [_HANDLE, _HANDLE, POINTER(RorOptions), _JOB, _ERROR]),
    "scree_ror_into_describe": (c_int, [_HANDLE, POINTER(RorIntoInfo), _ERROR]),
    "scree_ror_change": (c_int, [_HANDLE, c_uint32, POINTER(RorChange), _ERROR]),
    "scree_ror_into_document": (c_int, [_HANDLE, POINTER(Bytes), _ERROR]),
    "scree_ror_into_page": (c_int, [_HANDLE, POINTER(Bytes), _ERROR]),
    "scree_ror_into_tell": (None, [_HANDLE, _JOB]),
    "scree_ror_into_write": (c_int, [_HANDLE, _JOB, _ERROR]),
    "scree_beamng_plan": (c_int, [POINTER(_HANDLE), _HANDLE, _HANDLE, POINTER(BeamngOptions), _JOB,
                                  _ERROR]),
    "scree_beamng_free": (None, [_HANDLE]),
    "scree_beamng_describe": (None, [_HANDLE, POINTER(BeamngInfo)]),
    "scree_beamng_material": (c_int, [_HANDLE, c_uint32, POINTER(BeamngMaterial), _ERROR]),
    "scree_beamng_document": (c_int, [_HANDLE, POINTER(Bytes), _JOB, _ERROR]),
    "scree_beamng_check": (c_int, [_HANDLE, _JOB, _ERROR]),
    "scree_beamng_write": (c_int, [_HANDLE, _HANDLE, _JOB, _ERROR]),
    "scree_beamng_tell": (None, [_HANDLE, _JOB]),
    "scree_beamng_open": (c_int, [POINTER(_HANDLE), c_char_p, POINTER(TerrainOptions), _JOB,
                                  _ERROR]),
    "scree_beamng_close": (None, [_HANDLE]),
    "scree_beamng_terrain": (_HANDLE, [_HANDLE]),
    "scree_beamng_into": (c_int, [_HANDLE, _HANDLE, POINTER(BeamngOptions), _JOB, _ERROR]),
    "scree_beamng_into_describe": (c_int, [_HANDLE, POINTER(BeamngIntoInfo), _ERROR]),
    "scree_beamng_change": (c_int, [_HANDLE, c_uint32, POINTER(BeamngChange), _ERROR]),
    "scree_beamng_into_plant": (c_int, [_HANDLE, c_uint32, POINTER(BeamngIntoPlant), _ERROR]),
    "scree_beamng_into_document": (c_int, [_HANDLE, POINTER(Bytes), _ERROR]),
    "scree_beamng_into_page": (c_int, [_HANDLE, POINTER(Bytes), _ERROR]),
    "scree_beamng_into_tell": (None, [_HANDLE, _JOB]),
    "scree_beamng_into_write": (c_int, [_HANDLE, _JOB, _ERROR]),
    "scree_verify": (c_int, [POINTER(_HANDLE), c_char_p, POINTER(VerifyOptions), _JOB, _ERROR]),
    "scree_verdict_describe": (None, [_HANDLE, POINTER(VerdictInfo)]),
    "scree_verdict_free": (None, [_HANDLE]),
    "scree_verdict_differences": (c_size_t, [_HANDLE]),
    "scree_verdict_file": (c_char_p, [_HANDLE, c_size_t]),
    "scree_verdict_text": (c_char_p, [_HANDLE, c_size_t]),
    "scree_digest": (c_int, [POINTER(_HANDLE), c_char_p, _JOB, _ERROR]),
    "scree_digest_free": (None, [_HANDLE]),
    "scree_digest_whole": (c_char_p, [_HANDLE]),
    "scree_digest_count": (c_size_t, [_HANDLE]),
    "scree_digest_name": (c_char_p, [_HANDLE, c_size_t]),
    "scree_digest_sha256": (c_char_p, [_HANDLE, c_size_t]),
    "scree_digest_masks": (c_int, [c_char_p, c_char_p, _JOB, _ERROR]),
    "scree_probe": (c_int, [_HANDLE, c_uint32, c_uint32, POINTER(Factors), _FLOATS, _ERROR]),
    "scree_probe_document": (c_int, [POINTER(Bytes), _HANDLE, _HANDLE, POINTER(ProbeOptions), c_int,
                                     _JOB, _ERROR]),
    "scree_info_document": (c_int, [POINTER(Bytes), POINTER(InfoInput), c_size_t, c_double, c_int,
                                    _JOB, _ERROR]),
    "scree_lint_create": (c_int, [POINTER(_HANDLE), _HANDLE, _HANDLE, POINTER(LintOptions), _JOB,
                                  _ERROR]),
    "scree_lint_free": (None, [_HANDLE]),
    "scree_lint_count": (c_size_t, [_HANDLE]),
    "scree_lint_finding": (c_int, [_HANDLE, c_size_t, POINTER(Finding), _ERROR]),
    "scree_lint_document": (c_int, [_HANDLE, POINTER(Bytes), c_int, c_int, _JOB, _ERROR]),
    "scree_test_open": (c_int, [POINTER(_HANDLE), POINTER(Source), c_size_t, POINTER(TestOptions),
                                _ERROR]),
    "scree_test_free": (None, [_HANDLE]),
    "scree_test_accept": (c_int, [_HANDLE, c_char_p, _ERROR]),
    "scree_test_run": (c_int, [_HANDLE, _JOB, _ERROR]),
    "scree_test_claims": (c_size_t, [_HANDLE]),
    "scree_test_claim": (c_int, [_HANDLE, c_size_t, POINTER(Claim), _ERROR]),
    "scree_test_failed": (c_size_t, [_HANDLE]),
    "scree_test_rewritten": (c_size_t, [_HANDLE, c_size_t]),
    "scree_test_rewrite": (c_int, [_HANDLE, c_size_t, POINTER(Bytes), _ERROR]),
    "scree_test_document": (c_int, [_HANDLE, POINTER(Bytes), c_int, _JOB, _ERROR]),
    "scree_diff_is_folder": (c_int, [c_char_p]),
    "scree_diff_terrain_options": (c_int, [POINTER(TerrainOptions), c_char_p, _JOB, _ERROR]),
    "scree_diff_check_limits": (c_int, [c_char_p, c_char_p, _ERROR]),
    "scree_diff_create": (c_int, [POINTER(_HANDLE), POINTER(DiffSide), POINTER(DiffSide),
                                  POINTER(DiffOptions), _JOB, _ERROR]),
    "scree_diff_free": (None, [_HANDLE]),
    "scree_diff_describe": (None, [_HANDLE, POINTER(DiffInfo)]),
    "scree_diff_material": (c_int, [_HANDLE, c_size_t, POINTER(DiffMaterial), _ERROR]),
    "scree_diff_change": (c_int, [_HANDLE, c_size_t, POINTER(Change), _ERROR]),
    "scree_diff_passed": (c_int, [_HANDLE, c_size_t, POINTER(DiffPassed), _ERROR]),
    "scree_diff_picture": (_BYTES, [_HANDLE, _U32, _U32]),
    "scree_diff_document": (c_int, [_HANDLE, POINTER(Bytes), c_int, _JOB, _ERROR]),
}


class ScreeError(Exception):
    """What the library refuses or cannot do.

    code    a number of enum scree_code; name is the same in a word or two: "cannot read"
    file    the file concerned, "" if none
    offset  the byte in it, None if not known
    field   the option to blame or missing, as include/scree/ names it ("cell_m"); "" if none
    text    one sentence: what was found; what to do

    As a text it is the file and the sentence, with the field in front if the sentence does not name it.
    """

    def __init__(self, code: int, name: str, file: str, offset: int | None, field: str, text: str):
        said = text
        if field and not re.search(rf"\b{re.escape(field)}\b", text):   # else it says what it is about
            said = f"{field} {text}" if text.startswith("is ") else f"{field}: {text}"
        super().__init__(f"{file}: {said}" if file else said)
        self.code, self.name, self.file = code, name, file
        self.offset, self.field, self.text = offset, field, text


class Cancelled(ScreeError):
    """A progress callback asked for an end."""


def _load() -> ctypes.CDLL:
    here = os.path.dirname(os.path.abspath(__file__))
    for path in (os.environ.get("SCREE_LIBRARY"), os.path.join(here, "libscree.so.0"),
                 "libscree.so.0", find_library("scree")):
        if not path or (os.path.isabs(path) and not os.path.exists(path)):
            continue
        try:
            return ctypes.CDLL(path)
        except OSError:
            continue
    raise ImportError("libscree is not installed; install it, or set SCREE_LIBRARY to its path")


lib = _load()
for _name, (_result, _arguments) in _FUNCTIONS.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments


def text(value: bytes | None) -> str:
    return value.decode("utf-8", "replace") if value else ""


def call(name: str, *arguments) -> None:
    """Calls a function whose last argument is the error; raises what it reports."""
    error = Error(size=ctypes.sizeof(Error))
    code = getattr(lib, name)(*arguments, byref(error))
    if code == 0:
        return
    kind = Cancelled if code == CANCELLED else ScreeError
    raise kind(code, text(lib.scree_code_name(code)), text(error.file),
               None if error.offset == NO_OFFSET else error.offset, text(error.field),
               text(error.text))

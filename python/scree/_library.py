"""The C library by ctypes: its structs, its functions, its errors. Private to this package.

Every struct here repeats one of include/scree/; tests/python compares their sizes and offsets with
what a C compiler makes of the headers.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_char, c_char_p, c_double, c_float,
                    c_int, c_size_t, c_ubyte, c_uint32, c_uint64, c_void_p)
from ctypes.util import find_library

ALL_DEPTHS = 0xFFFFFFFF
NO_LAYER = 0xFFFFFFFF
NO_OFFSET = 0xFFFFFFFFFFFFFFFF
CANCELLED = 8
FIELD_NUMBERS = 4
FIELD_NAME_SIZE = 32


class Error(Structure):
    _fields_ = [("size", c_size_t), ("code", c_int), ("offset", c_uint64), ("file", c_char * 128),
                ("field", c_char * 32), ("text", c_char * 256)]


class Message(Structure):
    _fields_ = [("size", c_size_t), ("severity", c_int), ("file", c_char_p), ("offset", c_uint64),
                ("text", c_char_p)]


ProgressFunction = CFUNCTYPE(c_int, c_void_p, c_char_p, c_double)
MessageFunction = CFUNCTYPE(None, c_void_p, POINTER(Message))


class Job(Structure):
    _fields_ = [("size", c_size_t), ("threads", c_uint32), ("context", c_void_p),
                ("progress", ProgressFunction), ("message", MessageFunction)]


class Source(Structure):
    _fields_ = [("name", c_char_p), ("data", c_void_p), ("size", c_uint64), ("read", c_void_p),
                ("context", c_void_p)]


class Bytes(Structure):
    _fields_ = [("data", POINTER(c_ubyte)), ("size", c_size_t)]


class TerrainOptions(Structure):
    _fields_ = [("size", c_size_t), ("cell_m", c_double), ("height_scale", c_double),
                ("height_offset_tu", c_double), ("height_range_m", c_double * 2), ("fill", c_int),
                ("fill_m", c_double), ("raw", c_int), ("raw_width", c_uint32),
                ("raw_height", c_uint32), ("raw_big_endian", c_int), ("south_first", c_int),
                ("max_height_m", c_double), ("square_m", c_double), ("band", c_uint32),
                ("max_points", c_uint64), ("max_file_bytes", c_uint64),
                ("max_memory_bytes", c_uint64)]

    def __init__(self) -> None:
        super().__init__(size=ctypes.sizeof(TerrainOptions), height_scale=1.0, max_points=1 << 30,
                         max_file_bytes=9 << 30, max_memory_bytes=4 << 30)


class TerrainInfo(Structure):
    _fields_ = [("size", c_size_t), ("points_x", c_uint32), ("points_y", c_uint32),
                ("cell_m", c_double * 3), ("extent_m", c_double * 2), ("altitude_m", c_double * 2),
                ("slope", c_double * 2), ("file_bytes", c_uint64), ("sha256", c_char * 65),
                ("format", c_char * 40), ("numbers", c_char * 40)]


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
                ("materials", POINTER(c_char_p))]

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


STRUCTS = {"scree_error": Error, "scree_message": Message, "scree_job": Job,
           "scree_source": Source, "scree_bytes": Bytes, "scree_terrain_options": TerrainOptions,
           "scree_terrain_info": TerrainInfo, "scree_limit": Limit, "scree_layer": Layer,
           "scree_plan_options": PlanOptions, "scree_target": Target, "scree_factors": Factors,
           "scree_live_options": LiveOptions, "scree_live_counts": LiveCounts}

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
    "scree_bytes_free": (None, [POINTER(Bytes)]),
    "scree_terrain_open": (c_int, [POINTER(_HANDLE), Source, POINTER(TerrainOptions), _JOB, _ERROR]),
    "scree_terrain_from_heights": (c_int, [POINTER(_HANDLE), _FLOATS, c_uint32, c_uint32, c_double,
                                           _JOB, _ERROR]),
    "scree_terrain_free": (None, [_HANDLE]),
    "scree_terrain_describe": (c_int, [_HANDLE, POINTER(TerrainInfo), _JOB, _ERROR]),
    "scree_terrain_heights": (c_int, [_HANDLE, c_uint32, c_uint32, _FLOATS, _ERROR]),
    "scree_surface_open": (c_int, [POINTER(_HANDLE), Source, _HANDLE, _JOB, _ERROR]),
    "scree_surface_new": (c_int, [POINTER(_HANDLE), c_char_p, _ERROR]),
    "scree_surface_copy": (c_int, [POINTER(_HANDLE), _HANDLE, _ERROR]),
    "scree_surface_free": (None, [_HANDLE]),
    "scree_surface_write": (c_int, [POINTER(Bytes), _HANDLE, c_int, _ERROR]),
    "scree_surface_layers": (c_uint32, [_HANDLE]),
    "scree_surface_layer": (c_int, [_HANDLE, c_uint32, POINTER(Layer), _ERROR]),
    "scree_surface_find": (c_size_t, [_HANDLE, c_char_p, _U32, c_size_t]),
    "scree_surface_field": (c_int, [c_size_t, c_char_p]),
    "scree_surface_set": (c_int, [_HANDLE, c_uint32, c_char_p, c_char_p, _HANDLE, _ERROR]),
    "scree_surface_set_numbers": (c_int, [_HANDLE, c_uint32, c_char_p, POINTER(c_double), c_size_t,
                                          _ERROR]),
    "scree_surface_get_numbers": (c_int, [_HANDLE, c_uint32, c_char_p, POINTER(c_double),
                                          POINTER(c_size_t), _ERROR]),
    "scree_surface_add": (c_int, [_HANDLE, c_uint32, c_uint32, c_char_p, _U32, _ERROR]),
    "scree_surface_remove": (c_int, [_HANDLE, c_uint32, _ERROR]),
    "scree_surface_move": (c_int, [_HANDLE, c_uint32, c_uint32, c_uint32, _U32, _ERROR]),
    "scree_surface_duplicate": (c_int, [_HANDLE, c_uint32, _U32, _ERROR]),
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
    "scree_live_count": (None, [_HANDLE, POINTER(LiveCounts)]),
    "scree_probe": (c_int, [_HANDLE, c_uint32, c_uint32, POINTER(Factors), _FLOATS, _ERROR]),
}


class ScreeError(Exception):
    """What the library refuses or cannot do.

    code    a number of enum scree_code; name is the same in a word or two: "cannot read"
    file    the file concerned, "" if none
    offset  the byte in it, None if not known
    field   the option to blame or missing, as include/scree/ names it ("cell_m"); "" if none
    text    one sentence: what was found; what to do
    """

    def __init__(self, code: int, name: str, file: str, offset: int | None, field: str, text: str):
        super().__init__(f"{file}: {text}" if file else text)
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

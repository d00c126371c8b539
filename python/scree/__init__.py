"""Coverage of terrain layers: Terragen surface maps on heightfields, as numpy arrays.

    import scree

    scene = scree.open("island.ter", "island.srf")
    weights = scene.weights(size=512)          # uint8 [layer, row, column], sums to 255
    scene.set("Rock", "slope.min", "35deg")
    rock = scene.weights(size=512, dtype="float32")[scene.index("Rock")]

Everything is computed by libscree: the same bytes as the program's, on every machine. Arrays are
filled in place by the library, without copies.

Rows. Of the grid of cells row 0 is the NORTH edge, column 0 the west edge. Of the grid of vertices
(grid="vertices") texel (i, j) is terrain point (i, j) and row 0 is the SOUTH edge; so it is of
grid="spread", size points from edge to edge.

Units. Names that end in _m are metres, slopes are gradients (rise over run; 1 is 45 degrees).
"""

# Rule (The program and the library): Python's arrays are the library's bytes. See python.md.
# Tests: api/python.

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import inspect
import json
import logging
import operator
import os
import re
import sys
import warnings
from ctypes import (POINTER, byref, c_char_p, c_double, c_float, c_size_t, c_uint32, c_uint64,
                    c_void_p)
from dataclasses import dataclass
from typing import Callable, Sequence, Union

import numpy as np

from . import _library
from ._library import Cancelled, ScreeError, call, lib, text
from ._tiles import Tile, Tiles, TileSource

__all__ = ["open", "styles", "engines", "fit", "test", "Scene", "Live", "Level",
           "BeamngLevel", "RorTerrain", "open_beamng", "open_ror", "Terrain", "Tile", "Tiles", "Layer",
           "Factors", "Probe", "Finding",
           "ScreeError", "Cancelled", "ScreeWarning", "Difference", "Estimate", "gather", "verify", "digest", "digest_files", "fields",
           "version", "model_version"]

PathLike = Union[str, "os.PathLike[str]"]
Progress = Callable[[str, float], object]

_SAMPLES = {"uint8": "U8", "uint16": "U16", "float32": "F32"}
_OUT = object()     # where a call wants the bytes that it makes


class ScreeWarning(UserWarning):
    """Something in an input that was tolerated or is probably not meant."""


@dataclass(frozen=True)
class Terrain:
    """What the ground is. altitude_m and slope are least and greatest."""
    points: tuple[int, int]              # columns, rows
    cell_m: tuple[float, float, float]   # metres per terrain unit: east, north, up
    extent_m: tuple[float, float]        # west to east, south to north
    altitude_m: tuple[float, float]
    slope: tuple[float, float]           # gradient
    format: str                          # "Terragen terrain"
    sha256: str                          # of the file; "" of heights in memory


@dataclass(frozen=True)
class Limit:
    on: bool
    at: float          # altitude in terrain units, or gradient
    fuzziness: float   # in the same unit


@dataclass(frozen=True)
class Layer:
    index: int
    parent: int | None
    depth: int
    name: str
    colour: tuple[float, float, float]   # linear, 0 .. 1
    coverage: float
    noise: float
    altitude: tuple[Limit, Limit]        # lower, upper
    slope: tuple[Limit, Limit]
    smoothing_tu: float


@dataclass(frozen=True)
class Factors:
    """What makes a layer's weight at a texel, in the order of docs/model.md."""
    altitude_m: float
    slope: float
    coverage: float
    altitude_min: float
    altitude_max: float
    slope_min: float
    slope_max: float
    aspect: float
    aspect_deg: float
    position: float
    position_m: float
    curvature: float
    curvature_per_m: float
    mask: float
    wetness: float
    wetness_m2: float
    sky: float
    sky_share: float
    nearness: float
    near_m: float
    place: float
    noise: float
    own: float
    parent: float
    eff: float
    bare: float
    weight: float


@dataclass(frozen=True)
class Probe:
    column: int
    row: int
    layers: tuple[Factors, ...]

    @property
    def winner(self) -> int:
        """Number of the layer of greatest weight; of equal ones the last painted."""
        return max(range(len(self.layers)), key=lambda i: (self.layers[i].weight, i))


@dataclass(frozen=True)
class Finding:
    """What in a map cannot be meant; docs/lint.md has every id."""
    id: str              # stable, such as "never-altitude"
    severity: str        # "note", "warning" or "error"
    layer: int | None    # None: the map or the terrain as a whole
    path: str            # of the layer, "Rock/Moss"; "" without one
    text: str            # what is wrong
    advice: str          # what to do about it


@dataclass(frozen=True)
class Estimate:
    """What a bake takes. Counts and bytes are exact, memory_bytes about right, seconds estimated."""
    texels: int              # of each image
    tiles: int               # files of each image
    files: int               # of all images and texts, the manifest aside
    bytes: int               # of those before compression
    memory_bytes: int        # that a run takes at once
    sampled_rows: int        # that were evaluated for this, of
    rows: int                # so many
    opening_s: float         # of opening the terrain and planning, once for each part
    seconds: float           # of one run, opening included
    parts: int | None        # the fewest that take at most time_s each; None: none, or not asked for
    part_s: float | None     # of one of them, opening included
    no_parts: str | None     # why there are no parts, though they were asked for
    without_maps: bool       # maps of the ground take time that is not in seconds


def version() -> str:
    """The library's version, such as "0.1.0"."""
    return text(lib.scree_version())


def _whole(name: str, value) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; expected a whole number") from None


def _name(name: str, value) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r}; expected a text")
    return value.encode()


def _real(name: str, value) -> float:
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} is {value!r}; expected a number")
    try:
        return float(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; expected a number") from None


def model_version() -> int:
    """The version of the rules of docs/model.md, which alone decides about bits."""
    return lib.scree_model_version()


def _callers() -> int:
    """How many calls up this package was called: what a warning is about is there."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __name__:
        frame, level = frame.f_back, level + 1
    return level


class _Talk:
    """A scree_job with Python callbacks. Exceptions in them cancel and are raised afterwards.
    Notes go to the logger "scree"."""

    def __init__(self, threads: int = 0, progress: Progress | None = None,
                 tiles: TileSource | None = None):
        self.raised: BaseException | None = None
        self._tiles = tiles         # of the terrain, whose functions may raise, too

        def on_progress(_context, step, done):
            try:
                return 1 if progress is not None and progress(text(step), done) else 0
            except BaseException as problem:  # a callback must not unwind through C
                self.raised = problem
                return 1

        def on_message(_context, pointer):
            found = pointer.contents
            file = text(found.file)
            message = (file + ": " if file else "") + text(found.text)
            try:
                if found.severity == 1:
                    warnings.warn(message, ScreeWarning, _callers())
                else:
                    logging.getLogger("scree").info("%s", message)
            except BaseException as problem:  # such as a warning that the user has made an error
                self.raised = problem

        self.job = _library.Job(threads=threads, progress=_library.callback(_library.Job, "progress", on_progress),
                                message=_library.callback(_library.Job, "message", on_message))

    def call(self, name: str, *arguments) -> None:
        self.plain(name, *arguments, byref(self.job))

    def plain(self, name: str, *arguments) -> None:
        """Calls a function that has no job, but may want tiles. Calls that share their tiles wait for
        each other: else one would raise what the function raised for another."""
        if self._tiles is None:
            self._raise(name, arguments, lambda: None)
            return
        with self._tiles.lock:
            self._tiles.raised = None
            try:
                self._raise(name, arguments, lambda: self._tiles.raised)
            finally:
                self._tiles.raised = None

    def _raise(self, name: str, arguments: tuple, raised: Callable[[], BaseException | None]) -> None:
        try:
            call(name, *arguments)
        except ScreeError as problem:
            cause = raised()
            if isinstance(cause, Exception):
                raise problem from cause
            if cause is None and (self.raised is None or not isinstance(problem, Cancelled)):
                raise
        cause = raised()
        if cause is not None and not isinstance(cause, Exception):
            raise cause
        if self.raised is not None:
            raise self.raised

    def tell(self, name: str, handle: c_void_p) -> None:
        """Calls a function that does nothing but give messages."""
        getattr(lib, name)(handle, byref(self.job))
        if self.raised is not None:
            raise self.raised


def _options_of(*structs: type):
    """Adds what a function's further options are to what its help says."""
    def add(function):
        if function.__doc__ is None:    # python -OO
            return function
        said = []
        for struct in structs:
            names = _library.names_of(struct)
            about = re.split(r"\n(?=\w+: )", inspect.cleandoc(struct.__doc__))
            said += [one for one in about if one.partition(":")[0] in names]
            said += [f"{name}: ({', '.join(members)})" for name, members in _library.TOGETHER.items() if name in names]
        function.__doc__ = "\n\n".join([
            inspect.cleandoc(function.__doc__), "Options, None being the initial value:", "\n".join(said)])
        return function
    return add


@_options_of(_library.TerrainOptions, _library.StyleOptions)
def open(terrain, surface=None, *, threads: int = 0, progress: Progress | None = None, **options) -> Scene:
    """Opens a terrain with a surface map.

    terrain  a path, the bytes of a file, a 2-D array of metres, row 0 NORTH (with cell_m), or Tiles
    surface  a path or the bytes of a .srf, .tgw or .srf.json; or another scene, whose map is copied;
             without one, the options of a style make a map for the terrain
    An array takes no option of a terrain but cell_m and fill_m, Tiles none that says how a file is read:
    ValueError. Points without data are NaN in an array and in Tiles. With parts_folder and part, those
    that Scene.bake() is then asked for, parts of a large world share what each would find out for itself.
    threads  0: one per processor; never changes a result
    progress as for Scene.bake()

    Raises ScreeError; .field names the option that is missing, such as "cell_m". Warnings are
    ScreeWarning.
    """
    tiles = TileSource(terrain) if isinstance(terrain, Tiles) else None
    talk, handle = _Talk(threads, progress, tiles), c_void_p()
    given, styling = _ground_and_style(options)
    made = _library.options(_library.TerrainOptions, given)
    try:
        if tiles is not None:
            _refuse("tiles", given, _OF_TILES)
            talk.call("scree_terrain_open_tiles", byref(handle), byref(tiles.options), byref(made))
        elif isinstance(terrain, np.ndarray):
            _refuse("heights in memory", given, {"cell_m", "fill_m"})
            heights = _heights(terrain, **given)
            talk.call("scree_terrain_from_heights", byref(handle), heights.ctypes.data_as(POINTER(c_float)),
                      heights.shape[1], heights.shape[0], made.cell_m)
        else:
            source, _keep = _library.source(terrain, "terrain")
            talk.call("scree_terrain_open", byref(handle), source, byref(made))
        surface_handle, styled = _map(talk, handle, surface, styling)
    except BaseException:
        lib.scree_terrain_free(handle)
        raise
    scene = Scene(handle, surface_handle, threads, tiles)
    scene.style_text, scene.style_report = styled
    return scene


_OF_TILES = {"fill_m", "keep_missing", "leave_in_file", "parts_folder", "part", "parts", "max_points", "max_memory_bytes"}


def _ground_and_style(options: dict) -> tuple[dict, dict]:
    """What is given of a terrain's options, and of a style's."""
    _library.apart(options, _library.TerrainOptions, _library.StyleOptions)     # all are known
    styles = _library.names_of(_library.StyleOptions)
    there = {name: value for name, value in options.items() if value is not None}
    styling = {name: there.pop(name) for name in styles if name in there}
    return there, styling


def _refuse(kind: str, given: dict, known: set[str]) -> None:
    for name, value in given.items():
        if name not in known and value not in (False, 0):
            raise ValueError(f"{name} is given, which is not for {kind}; leave it out")


def _heights(metres: np.ndarray, cell_m: float | None = None, fill_m: float | None = None, **_nothing) -> np.ndarray:
    heights = np.ascontiguousarray(metres, dtype=np.float32)
    if heights.ndim != 2:
        raise ValueError(f"heights have {heights.ndim} dimensions, expected 2")
    if cell_m is None:
        raise ValueError("heights in memory need cell_m, the metres from point to point")
    return heights if fill_m is None else np.where(np.isnan(heights), np.float32(fill_m), heights)


def _map(talk: _Talk, terrain: c_void_p, surface, styling: dict) -> tuple[c_void_p, tuple[str | None, dict | None]]:
    """The surface map of open(): a file's, a copy of a scene's, or one that is made."""
    handle, made = c_void_p(), (None, None)
    if styling:
        if surface is not None:
            raise ValueError(f"a surface map and {next(iter(styling))}, of a style, are given; expected one of them")
        made = _make(talk, handle, terrain, styling)
    elif isinstance(surface, Scene):
        call("scree_surface_copy", byref(handle), surface._surface)
    else:
        source, _keep = _library.source(surface, "surface")
        try:
            talk.call("scree_surface_open", byref(handle), source, terrain)
        except BaseException:
            lib.scree_surface_free(handle)
            raise
    return handle, made


def styles() -> dict[str, str]:
    """The names that open() takes for style, with what each looks like in a few words."""
    found = {}
    for i in range(lib.scree_style_count()):
        style = _library.Style()
        call("scree_style_at", i, byref(style))
        found[text(style.name)] = text(style.summary)
    return found


def engines() -> list[dict]:
    """The engines that Scene.export_engine() writes for: what each takes, for people."""
    found, about = [], _library.EngineAbout()
    error = _library.Error()
    while lib.scree_engine_at(len(found), byref(about), byref(error)) == 0:
        one = {field: text(getattr(about, field)) for field, kind in about._fields_[1:9]}
        one["max_materials"], one["kept"] = about.max_materials, about.kept
        found.append(one)
    return found


@_options_of(_library.FitOptions)
def fit(scene: Scene, classes: np.ndarray, names: Sequence[str], *, onto: Scene | None = None, threads: int = 0,
        progress: Progress | None = None, **options) -> tuple[bytes, dict]:
    """Finds the surface map that explains a painting of a scene's terrain.

    classes  uint8 [row, column], row 0 NORTH, over all of the terrain: a number of names, or 255
    onto     other ground that the map is to be for
    Returns the map as text (.srf.json) and what was found ("scree-fit-1").
    """
    given = np.asarray(classes)
    ids = np.ascontiguousarray(given, dtype=np.uint8)
    if not np.array_equal(ids, given):
        raise ValueError("classes are whole numbers from 0 to 255")
    if ids.ndim != 2:
        raise ValueError(f"classes have {ids.ndim} dimensions, expected 2")
    words = (ctypes.c_char_p * max(1, len(names)))(*[name.encode() for name in names])
    painting = _library.Painting(width=ids.shape[1], height=ids.shape[0], count=len(names), names=words,
                                 ids=ids.ctypes.data_as(POINTER(ctypes.c_uint8)))
    made, talk = _library.options(_library.FitOptions, options), scene._talk(threads, progress)
    made.onto = None if onto is None else onto._terrain
    with _held("scree_fit_free") as found, _held("scree_surface_free") as surface:
        talk.call("scree_fit_painting", byref(found), scene._terrain, byref(painting), byref(made))
        report = json.loads(_bytes(talk.call, "scree_fit_document", found, _OUT, _library.JSON))
        talk.call("scree_fit_surface", found, byref(surface))
        return _bytes(call, "scree_surface_write", _OUT, surface, _library.SURFACE_TEXT), report


@_options_of(_library.TestOptions, _library.TerrainOptions)
def test(*files, threads: int = 0, progress: Progress | None = None, **options) -> dict:
    """Whether claims about coverage hold, as `scree test --json` answers them ("scree-test-1").

    files     of claims (docs/testing-your-maps.md): paths, or bytes, whose names are relative to the
              working folder
    """
    given = [_library.source(one, "file") for one in files]
    sources = (_library.Source * max(1, len(given)))(*[source for source, _keep in given])
    made, terrain = _library.apart(options, _library.TestOptions, _library.TerrainOptions)
    made.terrain, talk = ctypes.pointer(terrain), _Talk(threads, progress)
    with _held("scree_test_free") as handle:
        call("scree_test_open", byref(handle), sources, len(given), byref(made))
        talk.call("scree_test_run", handle)
        return json.loads(_bytes(talk.call, "scree_test_document", handle, _OUT, _library.JSON))


def _taken(found: _library.Bytes) -> bytes:
    try:
        return ctypes.string_at(found.data, found.size)
    finally:
        lib.scree_bytes_free(byref(found))


def _bytes(by: Callable, name: str, *arguments) -> bytes:
    """What a call makes, in the place of _OUT among its arguments."""
    found = _library.Bytes()
    by(name, *[byref(found) if one is _OUT else one for one in arguments])
    return _taken(found)


@contextlib.contextmanager
def _held(freeing: str):
    """What a call makes, for as long as it is wanted."""
    handle = c_void_p()
    try:
        yield handle
    finally:
        getattr(lib, freeing)(handle)


def _make(talk: _Talk, surface: c_void_p, terrain: c_void_p, styling: dict) -> tuple[str, dict]:
    """Makes a surface map: its text in metres and degrees, and what was decided."""
    if "water_m" in styling:
        styling = {"water": "at", **styling}
    options = _library.options(_library.StyleOptions, styling)
    with _held("scree_styled_free") as styled:
        talk.call("scree_styled_create", byref(styled), terrain, byref(options))
        report = json.loads(_bytes(talk.call, "scree_styled_document", styled, _OUT, _library.JSON))
        made = _bytes(call, "scree_styled_text", styled, _OUT).decode()
        try:
            talk.call("scree_styled_surface", styled, byref(surface), terrain, None)
        except BaseException:
            lib.scree_surface_free(surface)
            raise
        return made, report


def _write_file(path: bytes, replace: bool, talk: _Talk, write: Callable[[c_void_p], None]) -> None:
    """Lets write fill a file; what it raises leaves nothing."""
    sink = c_void_p()
    call("scree_sink_file", byref(sink), path, int(replace))
    _close(sink, talk, lambda: write(sink))


def _close(sink: c_void_p, talk: _Talk, write: Callable[[], object]):
    try:
        made = write()
    except BaseException:
        lib.scree_sink_close(sink, _library.CANCELLED, None, None)
        raise
    talk.call("scree_sink_close", sink, 0)
    return made


def _form_of(name: str, path: bytes, endings: str) -> int:
    form = getattr(lib, name)(path)
    if form < 0:
        raise ValueError(f"{os.fsdecode(path)}: its ending is none of {endings}")
    return form


def _plants_array(placed: c_void_p) -> np.ndarray:
    names, models = [], []
    for i in range(lib.scree_plants_species_count(placed)):
        species = _library.PlantSpecies()
        call("scree_plants_species", placed, i, byref(species))
        names.append(text(species.name))
        models.append(text(species.model))
    count = lib.scree_plants_count(placed)
    numbers = ("x_m", "y_m", "z_m", "sink_m", "yaw_deg", "scale")
    out = np.empty(count, [("species", "U40"), ("model", "U40")] + [(one, "f8") for one in numbers])
    plant = _library.Plant()
    for i in range(count):
        call("scree_plants_plant", placed, i, byref(plant))
        out[i] = (names[plant.species], models[plant.species],
                  *(getattr(plant, one) for one in numbers))
    return out


def _longer(size):
    """The size of a picture: a number is its longer side."""
    return (size, 0) if np.isscalar(size) else size


class Scene:
    """A terrain and a surface map that can be evaluated and edited. Made by scree.open().

    Use it in a with statement or let it be collected; arrays that it returned are yours.

    style_text is the map that open() made for a style, in metres and degrees, and style_report what
    was decided ("scree-style-1"); else both are None.
    """

    style_text: str | None = None
    style_report: dict | None = None

    def __init__(self, terrain: c_void_p, surface: c_void_p, threads: int,
                 tiles: TileSource | None = None):
        self._handles: dict[str, c_void_p] = {"terrain": terrain, "surface": surface}
        self._threads = threads
        self._tiles = tiles         # kept when closed: a Live asks them still

    def close(self) -> None:
        """Gives the memory back. What is done with the scene later is a ValueError."""
        handles, self._handles = self._handles, {}
        lib.scree_surface_free(handles.get("surface"))
        self._close_ground(handles)

    @staticmethod
    def _close_ground(handles: dict[str, c_void_p]) -> None:
        lib.scree_terrain_free(handles.get("terrain"))

    def _handle(self, name: str) -> c_void_p:
        if name not in self._handles:
            raise ValueError("the scene is closed")
        return self._handles[name]

    @property
    def _terrain(self) -> c_void_p:
        return self._handle("terrain")

    @property
    def _surface(self) -> c_void_p:
        return self._handle("surface")

    def __enter__(self) -> Scene:
        return self

    def __exit__(self, *_exception) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handles", None):
            self.close()

    # ---- what is there ----

    @property
    def terrain(self) -> Terrain:
        info = _library.TerrainInfo()
        self._talk().call("scree_terrain_describe", self._terrain, byref(info))
        return Terrain((info.points_x, info.points_y), tuple(info.cell_m), tuple(info.extent_m),
                       tuple(info.altitude_m), tuple(info.slope), text(info.format),
                       text(info.sha256))

    def area_below(self) -> list[tuple[float, float, float]]:
        """So many per cent of the area lie below an altitude in metres, and are less steep than a
        slope in degrees."""
        found = _library.TerrainQuantiles()
        self._talk().call("scree_terrain_quantiles", self._terrain, byref(found))
        return list(zip(found.percent, found.altitude_m, found.slope_deg))

    def heights(self) -> np.ndarray:
        """Altitudes of the points in metres: float32 [row, column], row 0 NORTH."""
        width, height = self.terrain.points
        out = np.empty((height, width), np.float32)
        self._talk().plain("scree_terrain_heights", self._terrain, 0, height,
                           out.ctypes.data_as(POINTER(c_float)))
        return out

    @property
    def layers(self) -> list[Layer]:
        """All layers in painting order; layers[i].index == i, 0 is the root."""
        return [self._layer(i) for i in range(lib.scree_surface_layers(self._surface))]

    def _layer(self, index: int) -> Layer:
        found = _library.Layer()
        call("scree_surface_layer", self._surface, index, byref(found))

        def limits(pair):
            return tuple(Limit(bool(one.on), one.at, one.fuzziness) for one in pair)

        return Layer(found.index, None if found.parent == _library.NO_LAYER else found.parent,
                     found.depth, text(found.name), tuple(found.colour), found.coverage,
                     found.noise, limits(found.altitude), limits(found.slope), found.smoothing_tu)

    def index(self, layer: int | str) -> int:
        """The number of a layer: itself, or of the one that a name or path means ("Grass",
        "Rock/Grass", "/Rock/Grass", "#3"). KeyError if that is none or several."""
        surface = self._surface
        if not isinstance(layer, str):
            return _whole("layer", layer)
        found = (c_uint32 * 2)()
        count = lib.scree_surface_find(surface, layer.encode(), found, 2)
        if count != 1:
            raise KeyError(f"{count} layers are called {layer!r}")
        return found[0]

    # ---- evaluation ----

    @_options_of(_library.PlanOptions)
    def weights(self, **how) -> np.ndarray:
        """What stays visible of each layer: [layer, row, column].

        dtype     "uint8" (default; sums to 255 exactly), "uint16" (65535), "float32" (1)
        rows      (first, count) of rows, of the region if there is one
        materials names, one a layer: layers of equal names are added up (None: as the parent).
                  The first index is then that of the material
        out       an array of that shape and dtype to fill, contiguous in its last two indices
        progress  called with (step, done); a true result cancels, which raises Cancelled

        Row 0 is north, of the grids "vertices" and "spread" SOUTH.
        """
        return self._planes("weight", **how)

    def eff(self, **how) -> np.ndarray:
        """Each layer's own reach, whatever covers it later: [layer, row, column]. Arguments as for
        weights(); 0 .. 255, 0 .. 65535 or 0 .. 1."""
        return self._planes("eff", **how)

    def winner(self, **how) -> np.ndarray:
        """Number of the layer (material) of greatest weight: uint8 [row, column]."""
        with self._plan(**how) as plan:
            return plan.one(_library.WINNER_U8, (), np.uint8)

    def index_colours(self, **how) -> np.ndarray:
        """The same as a picture, of any number of materials: uint8 [row, column, 3], a colour for each
        that its neighbours in number do not have."""
        with self._plan(**how) as plan:
            return plan.one(_library.INDEX_RGB8, (3,), np.uint8)

    def margin(self, **how) -> np.ndarray:
        """By how much the greatest weight leads the next, 0 .. 255: uint8 [row, column]."""
        with self._plan(**how) as plan:
            return plan.one(_library.MARGIN_U8, (), np.uint8)

    def packed(self, **how) -> np.ndarray:
        """The weights as splat maps: uint8 [map, row, column, 4]; byte m % 4 of map m // 4 is the
        weight of material m, and all bytes of a texel sum to 255."""
        with self._plan(**how) as plan:
            return plan.maps(_library.PACK_RGBA8, plan.materials)

    def blend(self, **how) -> np.ndarray:
        """Alphas of materials that are laid over each other in order, of at most 9 of them: uint8
        [map, row, column, 4]; byte (m - 1) % 4 of map (m - 1) // 4 is that of material m, which is at
        least 1."""
        with self._plan(**how) as plan:
            return plan.maps(_library.BLEND_RGBA8, plan.materials - 1)

    def picture(self, **how) -> np.ndarray:
        """The map in its own colours, lit from the north-west: uint8 [row, column, 3]."""
        with self._plan(**how) as plan:
            return plan.one(_library.PICTURE_RGB8, (3,), np.uint8)

    def ground(self, **how) -> tuple[np.ndarray, np.ndarray]:
        """What the texels stand on: altitude in metres and gradient, each float32 [row, column]."""
        with self._plan(**how) as plan:
            return plan.ground()

    def materials(self, **how) -> list[str]:
        """The names of what the first index of weights() counts."""
        with self._plan(**how) as plan:
            return plan.names()

    def areas_ha(self, **how) -> dict[str, float]:
        """How many hectares each material covers; materials of equal names are added up."""
        with self._plan(**how) as plan:
            shares, names = plan.shares(), plan.names()
        extent = self.terrain.extent_m
        areas: dict[str, float] = {}
        for name, share in zip(names, shares):
            areas[name] = areas.get(name, 0.0) + share * extent[0] * extent[1] / 10000
        return areas

    def place(self, text: str) -> tuple[float, float]:
        """Metres from the west and from the north edge of a place such as "900E,1250N": so far from
        the west edge (W: from the east edge) and from the south edge (S: from the north edge).
        probe(*scene.place("900E,1250N")) explains it. ScreeError if it is no place."""
        spot, found = _library.Spot(), (ctypes.c_double * 2)()
        call("scree_spot_read", byref(spot), text.encode())
        call("scree_spot_find", found, byref(spot), self._terrain, 0)
        return found[0], found[1]

    def probe(self, x_m: float, y_m: float, **how) -> Probe:
        """Why a place is what it is: x_m metres east of the west edge, y_m metres south of the
        north edge. Takes size, grid, relief, root_density of weights(). ValueError outside."""
        with self._plan(**how) as plan:
            return plan.probe(x_m, y_m, lib.scree_surface_layers(self._surface))

    @_options_of(_library.ProbeOptions)
    def explain(self, x_m: float, y_m: float, **options) -> dict:
        """The same as `scree probe --json` has it ("scree-probe-1"): every layer with its limits, and
        what would change the answer."""
        made = _library.options(_library.ProbeOptions, options)
        place = _library.Place(where=_library.AT, x=x_m, y=y_m)
        made.places, made.place_count = ctypes.pointer(place), 1
        return json.loads(_bytes(self._talk().call, "scree_probe_document", _OUT, self._terrain, self._surface,
                                 byref(made), _library.JSON))

    @_options_of(_library.LintOptions)
    def lint(self, target: str | None = None, **options) -> list[Finding]:
        """What in the map cannot be meant on this terrain, as `scree lint` finds it: findings of the
        whole map first, then those of each layer in painting order.

        target    what the map is for, in place of game and engine: "ror", "beamng", or the key of one of
                  engines(); its sizes, layers and names are judged, too
        """
        is_game = target in _library.LintOptions._words_["game"]
        made = _library.options(_library.LintOptions, {"game" if is_game else "engine": target, **options})
        found, out = _library.Finding(), []
        with _held("scree_lint_free") as lint:
            self._talk().call("scree_lint_create", byref(lint), self._surface, self._terrain, byref(made))
            for i in range(lib.scree_lint_count(lint)):
                call("scree_lint_finding", lint, i, byref(found))
                out.append(Finding(text(found.id), found._words_["severity"][found.severity],
                                   None if found.layer == _library.NO_LAYER else found.layer,
                                   text(found.path), text(found.text), text(found.advice)))
        return out

    def _planes(self, plane: str, dtype="uint8", out: np.ndarray | None = None, **how) -> np.ndarray:
        kind, number = _plane_kind(plane, dtype)
        with self._plan(**how) as plan:
            return plan.planes(number, kind, out)

    def _plan(self, rows=None, materials: Sequence[str | None] | None = None, progress: Progress | None = None,
              **options) -> _Plan:
        made = _library.options(_library.PlanOptions, {"materials": materials, **options})
        count = lib.scree_surface_layers(self._surface)
        if materials is not None and len(materials) != count:
            raise ValueError(f"{len(materials)} materials for {count} layers")
        talk = self._talk(None, progress)
        handle = c_void_p()
        try:
            talk.call("scree_plan_create", byref(handle), self._terrain, self._surface, byref(made))
            return _Plan(handle, talk, rows)
        except BaseException:
            lib.scree_plan_free(handle)
            raise

    # ---- pictures for people ----

    @_options_of(_library.PreviewOptions)
    def preview(self, kind: str = "lit", size=None, *, progress: Progress | None = None, **options) -> np.ndarray:
        """A picture from above, north on top: uint8 [row, column, 3]. Of kind "sheet" size is that of each
        map."""
        made = _library.options(_library.PreviewOptions, {"kind": kind, "size": _longer(size), **options})
        with _held("scree_picture_free") as picture:
            self._talk(None, progress).call("scree_preview", byref(picture), self._terrain, self._surface, byref(made))
            return _pixels(picture)

    @_options_of(_library.Camera, _library.ViewOptions)
    def render(self, size=1280, *, hero: bool = False, above_ground: bool = False, progress: Progress | None = None,
               **options) -> np.ndarray:
        """A picture in perspective: uint8 [row, column, 3]. All of the terrain, from_deg; or a view from low
        above the ground that is found by trying, hero; or from place_m to target_m, metres from the west edge,
        from the south edge, and altitude or, above_ground, height above the terrain.
        """
        way = "at" if options.get("place_m") is not None else "hero" if hero else "from"
        camera, made = _library.apart({
            "way": way, "place_above_ground": above_ground, "target_above_ground": above_ground,
            "size": _longer(size), **options}, _library.Camera, _library.ViewOptions)
        talk = self._talk(None, progress)
        with _held("scree_view_free") as view, _held("scree_picture_free") as picture:
            talk.call("scree_view_create", byref(view), self._terrain, self._surface, byref(made))
            talk.call("scree_view_picture", byref(picture), view, byref(camera))
            return _pixels(picture)

    # ---- plants ----

    @_options_of(_library.PlantsOptions)
    def plants(self, plants=None, *, save: PathLike | None = None, replace: bool = False, threads: int | None = None,
               progress: Progress | None = None, **options) -> np.ndarray:
        """Where trees, bushes and stones stand, as in every export: an array with the fields species,
        model, x_m and y_m east and north of the south-west corner, z_m of the foot, sink_m, yaw_deg
        against the clock, scale.

        plants    species: a path, bytes, or a dict ("scree-plants-1"); None: by the layers' names,
                  perhaps as in plants_set
        save      also written to this .csv, .geojson or .glb; replace: which may be there
        """
        made = _library.options(_library.PlantsOptions, {"plants": plants, **options})
        talk = self._talk(threads, progress)
        with _held("scree_plants_free") as placed:
            talk.call("scree_plants_place", byref(placed), self._terrain, self._surface, byref(made))
            if save is not None:
                path = os.fsencode(save)
                form = _form_of("scree_plants_form_of_name", path, ".csv, .geojson and .glb")
                _write_file(path, replace, talk,
                            lambda sink: talk.call("scree_plants_write", placed, form, sink, None))
            return _plants_array(placed)

    @_options_of(_library.GradeOptions)
    def grade(self, roads, *, save: PathLike | None = None, earth: PathLike | None = None, replace: bool = False,
              threads: int | None = None, progress: Progress | None = None, **options) -> dict:
        """Changes the ground so that roads can be driven, as `scree grade` does; what it says with --json.
        The scene keeps its terrain.

        roads     a path, bytes, or a dict ("scree-roads-1" or GeoJSON)
        save      the new terrain is written to this .ter, .png, .r16, .r32 or .tif
        earth     a picture of the changes is written to this .png
        replace   what is there may be replaced
        """
        made, talk = _library.options(_library.GradeOptions, {"roads": roads, **options}), self._talk(threads, progress)
        with _held("scree_terrain_free") as graded, _held("scree_picture_free") as picture:
            talk.call("scree_grade", byref(graded), self._terrain, byref(made))
            report = json.loads(_bytes(talk.call, "scree_grade_document", graded, _OUT, _library.JSON))
            if save is not None:
                name, how = os.fsencode(save), _library.ConvertOptions()
                how.form = _form_of("scree_terrain_form_of_name", name, ".ter, .png, .r16, .r32 and .tif")
                _write_file(name, replace, talk,
                            lambda sink: talk.call("scree_convert_terrain", graded, byref(how), sink, None))
            if earth is not None:
                talk.call("scree_grade_picture", byref(picture), self._terrain, graded)
                _write_file(os.fsencode(earth), replace, talk,
                            lambda sink: talk.call("scree_picture_save", picture, sink, None))
            return report

    # ---- what changed ----

    @_options_of(_library.DiffOptions)
    def diff(self, before, *, threads: int | None = None, progress: Progress | None = None, **options) -> dict:
        """What is different from a surface map before, on this terrain, and which changes of values
        explain it: what `scree diff --json` says ("scree-diff-1"); "result" says which limits were passed.

        before    a scene, a path, or the bytes of a surface map
        """
        made, talk = _library.options(_library.DiffOptions, options), self._talk(threads, progress)
        made.terrain = self._terrain
        with _held("scree_surface_free") as opened, _held("scree_diff_free") as handle:
            if not isinstance(before, Scene):
                source, _keep = _library.source(before, "before")
                talk.call("scree_surface_open", byref(opened), source, self._terrain)
            sides = [_library.DiffSide(surface=one)
                     for one in (opened if opened else before._surface, self._surface)]
            talk.call("scree_diff_create", byref(handle), byref(sides[0]), byref(sides[1]), byref(made))
            return json.loads(_bytes(talk.call, "scree_diff_document", handle, _OUT, _library.JSON))

    # ---- files ----

    @_options_of(_library.ConvertOptions)
    def convert(self, path: PathLike, *, resample=None, coloured: bool = True, replace: bool = False,
                threads: int | None = None, progress: Progress | None = None, **options) -> None:
        """Writes the terrain as `scree convert` does: heights (.ter, .png, .r16, .r32, .tif), or a mesh (.glb,
        .ply, .obj) in the map's own colours. Without form the ending of path says which. A path that ends in
        .srf or .tgw is the map's, as --bake-masks writes it.

        resample  may be one number
        coloured  False: a mesh without the map's colours
        replace   what is there may be replaced
        """
        name, talk = os.fsencode(path), self._talk(threads, progress)
        made = _library.options(_library.ConvertOptions, {
            "resample": (resample, resample) if np.isscalar(resample) else resample, **options})
        surface_form = lib.scree_surface_form_of_name(name)
        if surface_form in (_library.SURFACE_SRF, _library.SURFACE_TGW):
            _write_file(name, replace, talk, lambda sink: talk.call(
                "scree_convert_surface", self._surface, self._terrain, surface_form, sink, None))
            return
        if options.get("form") is None:
            made.form = _form_of("scree_terrain_form_of_name", name, ".ter, .png, .r16, .r32, .tif, .glb, .ply and .obj")

        def write(sink: c_void_p) -> None:
            if lib.scree_terrain_form_is_mesh(made.form):
                talk.call("scree_convert_mesh", self._terrain, self._surface if coloured else None,
                          byref(made), sink, None)
            else:
                talk.call("scree_convert_terrain", self._terrain, byref(made), sink, None)

        _write_file(name, replace, talk, write)

    def _talk(self, threads: int | None = None, progress: Progress | None = None) -> _Talk:
        return _Talk(self._threads if threads is None else threads, progress, self._tiles)

    @staticmethod
    def _make_part(function: str, plan: c_void_p, folder: PathLike, part: tuple[int, int],
                   replace: bool, talk: _Talk) -> None:
        options = _library.PartOptions()
        options.index, options.count = part
        options.replace = replace
        talk.call(function, plan, os.fsencode(folder), byref(options), None)

    @staticmethod
    def _check_part(sink: PathLike | None) -> None:
        if sink is None or os.fsencode(sink).lower().endswith(b".zip"):
            raise ValueError("a part goes into a folder that others share; give sink a folder")

    @_options_of(_library.BakeOptions)
    def bake(self, sink: PathLike | None = None, *, replace: bool = False, threads: int | None = None,
             progress: Progress | None = None, part: tuple[int, int] | None = None, **options) -> dict[str, bytes] | None:
        """Writes what `scree bake` writes, the same bytes, with manifest.json.

        sink      a folder, or a zip if its name ends so; None: returns {name: bytes}
        replace   an earlier output there may be replaced
        part      (i, n): of the tiles only part i of 1 to n, into a folder that other parts share;
                  scree.gather() completes it

        All files appear together, or none. Without outputs a ScreeWarning says which of the first four
        cannot be made.
        """
        if part is not None:
            self._check_part(sink)
        made, talk = _library.options(_library.BakeOptions, options), self._talk(threads, progress)
        with _held("scree_bake_free") as bake:
            talk.call("scree_bake_plan", byref(bake), self._terrain, self._surface, byref(made))
            if part is not None:
                return self._make_part("scree_bake_part", bake, sink, part, replace, talk)
            return _fill(sink, replace, talk,
                         lambda handle: talk.call("scree_bake_write", bake, handle, None))

    @_options_of(_library.BakeOptions)
    def bake_plan(self, *, threads: int | None = None, progress: Progress | None = None, **options) -> dict:
        """What bake() would write, without evaluating anything: what `scree bake --dry-run --json` prints
        ("scree-plan-1"), files with their sizes and the memory that it takes. Refuses what bake() would
        refuse of the options."""
        made, talk = _library.options(_library.BakeOptions, options), self._talk(threads, progress)
        with _held("scree_bake_free") as bake:
            talk.call("scree_bake_plan", byref(bake), self._terrain, self._surface, byref(made))
            return json.loads(_bytes(call, "scree_bake_look", _OUT, bake, None, _library.JSON))

    @_options_of(_library.EstimateOptions, _library.BakeOptions)
    def bake_estimate(self, *, threads: int | None = None, progress: Progress | None = None, **options) -> Estimate:
        """What bake() takes before it starts: sizes, which are exact, and an estimate of the time by a
        sample of its rows, evaluated on this machine as busy as it is now. Nothing is written."""
        asked, made = _library.apart(options, _library.EstimateOptions, _library.BakeOptions)
        found, talk = _library.Estimate(), self._talk(threads, progress)
        with _held("scree_bake_free") as bake:
            talk.call("scree_bake_plan", byref(bake), self._terrain, self._surface, byref(made))
            talk.call("scree_bake_estimate", bake, byref(asked), byref(found))
            members = {field.name: getattr(found, field.name) for field in dataclasses.fields(Estimate)}
            return Estimate(**{**members, "parts": found.parts or None, "part_s": found.part_s if found.parts else None,
                               "no_parts": text(found.no_parts) or None})

    @_options_of(_library.RorOptions)
    def export_ror(self, sink: PathLike | None = None, *, replace: bool = False, threads: int | None = None,
                   progress: Progress | None = None, **options) -> dict[str, bytes] | None:
        """Writes what `scree export ror` writes, the same bytes: a complete Rigs of Rods terrain.

        sink      a folder, or a zip if its name ends so; None: returns {name: bytes}
        replace   an earlier terrain there may be replaced
        """
        made = _library.options(_library.RorOptions, {"output": sink, **options})
        names = ("scree_ror_check", "scree_ror_plan", "scree_ror_write", "scree_ror_tell", "scree_ror_free")
        return self._export(names, (byref(made),), (), made, sink, replace, self._talk(threads, progress))

    @_options_of(_library.EngineOptions)
    def export_engine(self, engine: str, sink: PathLike | None = None, *, replace: bool = False,
                      threads: int | None = None, progress: Progress | None = None,
                      part: tuple[int, int] | None = None, **options) -> dict[str, bytes] | None:
        """Writes what `scree export ENGINE` writes, the same bytes; engines() lists the engines.

        engine    "spring", ...
        sink      a folder, or a zip if its name ends so; None: returns {name: bytes}
        replace   an earlier export there may be replaced
        part      of "godot" and "unreal", (i, n): of the tiles only part i of 1 to n, into a folder
                  that other parts share; scree.gather() completes it
        """
        if part is not None:
            self._check_part(sink)
        made = _library.options(_library.EngineOptions, {
            "output": sink, "in_parts": part is not None, **options})
        talk, key = self._talk(threads, progress), engine.encode()
        if part is None:
            names = ("scree_engine_check", "scree_engine_plan", "scree_engine_write", "scree_engine_tell", "scree_engine_free")
            return self._export(names, (byref(made),), (key,), made, sink, replace, talk)
        with _held("scree_engine_free") as plan:
            talk.call("scree_engine_plan", byref(plan), key, self._terrain, self._surface, byref(made))
            return self._make_part("scree_engine_part", plan, sink, part, replace, talk)

    @_options_of(_library.BeamngOptions)
    def export_beamng(self, sink: PathLike | None = None, *, replace: bool = False, threads: int | None = None,
                      progress: Progress | None = None, **options) -> dict[str, bytes] | None:
        """Writes what `scree export beamng` writes, the same bytes: a complete BeamNG.drive level.

        sink      a folder, or a zip if its name ends so; None: returns {name: bytes}
        replace   an earlier level there may be replaced
        """
        made = _library.options(_library.BeamngOptions, {"output": sink, **options})
        names = ("scree_beamng_check", "scree_beamng_plan", "scree_beamng_write", "scree_beamng_tell", "scree_beamng_free")
        return self._export(names, (), (), made, sink, replace, self._talk(threads, progress))

    def _export(self, names: tuple, checked: tuple, key: tuple, made: ctypes.Structure, sink: PathLike | None,
                replace: bool, talk: _Talk) -> dict[str, bytes] | None:
        check, plan, write, tell, free = names

        def fill(handle: c_void_p) -> None:
            talk.call(check, *checked, handle)
            talk.call(plan, byref(planned), *key, self._terrain, self._surface, byref(made))
            talk.call(write, planned, handle)
            talk.tell(tell, planned)

        with _held(free) as planned:
            return _fill(sink, replace, talk, fill)

    @_options_of(_library.LiveOptions)
    def live(self, **options) -> Live:
        """A view for an editor: after each change of the scene, Live.update() evaluates only what
        depends on it. max_bytes never changes a result."""
        return Live(self, **options)

    # ---- editing ----

    def mask(self, file: str, picture) -> None:
        """Gives the map the picture that its layers have as mask.file: the path or the bytes of a PNG
        of greys. A map that was opened as a file has those in its folder."""
        source, _keep = _library.source(picture, file)
        self._talk().call("scree_surface_mask", self._surface, file.encode(), source)

    def set(self, layer: int | str, field: str, value) -> None:
        """Changes a value of a layer. field is its path in the text form ("coverage", "name",
        "colour", "altitude.max", "slope.min.fuzziness", ...; see fields()); value a text as people
        write it ("70%", "120m", "35deg", "on"), a number or several in the file's own units."""
        index = self.index(layer)
        if isinstance(value, str):
            call("scree_surface_set", self._surface, index, field.encode(), value.encode(),
                 self._terrain)
            return
        numbers = [float(value)] if np.isscalar(value) else [float(one) for one in value]
        call("scree_surface_set_numbers", self._surface, index, field.encode(),
             (c_double * len(numbers))(*numbers), len(numbers))

    def get(self, layer: int | str, field: str) -> tuple[float, ...]:
        """The numbers of a field in the file's own units."""
        values, count = (c_double * _library.FIELD_NUMBERS)(), c_size_t()
        call("scree_surface_get_numbers", self._surface, self.index(layer), field.encode(), values,
             byref(count))
        return tuple(values[:count.value])

    def add(self, parent: int | str, name: str, place: int = 0xFFFFFFFF) -> int:
        """Adds a layer with factory values below parent, before its child number place (default:
        behind the last). Returns its number; later layers have other numbers."""
        index = c_uint32()
        call("scree_surface_add", self._surface, self.index(parent), _whole("place", place), _name("name", name),
             byref(index))
        return index.value

    def remove(self, layer: int | str) -> None:
        """Removes a layer and everything below it."""
        call("scree_surface_remove", self._surface, self.index(layer))

    def move(self, layer: int | str, parent: int | str, place: int = 0xFFFFFFFF) -> int:
        """Moves a layer with everything below it; returns its new number."""
        index = c_uint32()
        call("scree_surface_move", self._surface, self.index(layer), self.index(parent), _whole("place", place),
             byref(index))
        return index.value

    def duplicate(self, layer: int | str) -> int:
        """Puts a copy of a layer, with everything below it, right behind it; returns its number."""
        index = c_uint32()
        call("scree_surface_duplicate", self._surface, self.index(layer), byref(index))
        return index.value

    def reroll(self, seed: int) -> None:
        """Gives the noise of all layers another pattern."""
        call("scree_surface_reroll", self._surface, _whole("seed", seed))

    def surface_bytes(self, form: str = "text") -> bytes:
        """The surface map as a file: "text" (.srf.json), "text-sliders" (the same with slider
        positions), "srf", or "tgw" if it was read from a world."""
        number = _library.word("form", form, _library.ENUMS["surface_form"])
        return _bytes(call, "scree_surface_write", _OUT, self._surface, number)


def _fill(sink: PathLike | None, replace: bool, talk: _Talk,
          write: Callable[[c_void_p], None]) -> dict[str, bytes] | None:
    """Lets write fill a sink; what it raises leaves nothing."""
    handle = c_void_p()
    if sink is None:
        call("scree_sink_memory", byref(handle))
    else:
        path = os.fsencode(sink)
        kind = "scree_sink_zip" if path.lower().endswith(b".zip") else "scree_sink_folder"
        call(kind, byref(handle), path, int(replace))

    def fill() -> dict[str, bytes] | None:
        write(handle)
        return None if sink is not None else {
            text(lib.scree_sink_name(handle, i)):
            ctypes.string_at(lib.scree_sink_bytes(handle, i), lib.scree_sink_size(handle, i))
            for i in range(lib.scree_sink_count(handle))}

    return _close(handle, talk, fill)


@dataclass(frozen=True)
class Difference:
    file: str   # in the folder of the bake
    text: str   # what differs first


def gather(folder: PathLike, *, threads: int = 0,
           progress: Progress | None = None) -> None:
    """Completes the parts of a bake or an export in a folder, as `scree gather` does."""
    _Talk(threads, progress).call("scree_gather", None, os.fsencode(folder))


@_options_of(_library.VerifyOptions)
def verify(folder: PathLike, terrain=None, surface=None, materials=None, *, threads: int = 0,
           progress: Progress | None = None, **options) -> list[Difference]:
    """Bakes again what lies in a folder and returns the files that differ; nothing is written. Raises
    ScreeError if there is no manifest, or the inputs are not those of the manifest."""
    made = _library.options(_library.VerifyOptions, {
        "terrain": terrain, "surface": surface, "materials": materials, **options})
    with _held("scree_verdict_free") as verdict:
        _Talk(threads, progress).call("scree_verify", byref(verdict), os.fsencode(folder), byref(made))
        return [Difference(text(lib.scree_verdict_file(verdict, i)),
                           text(lib.scree_verdict_text(verdict, i)))
                for i in range(lib.scree_verdict_differences(verdict))]


def digest(folder: PathLike, *, masks: bool = False) -> str:
    """A number for the samples of a bake, whatever compressor packed them; masks: of its masks
    alone, as a test file pins it."""
    if masks:
        found = ctypes.create_string_buffer(65)
        _Talk().call("scree_digest_masks", found, os.fsencode(folder))
        return text(found.value)
    return _digest(folder)[0]


def digest_files(folder: PathLike) -> dict[str, str]:
    """The same of each file."""
    return _digest(folder)[1]


def _digest(folder: PathLike) -> tuple[str, dict[str, str]]:
    with _held("scree_digest_free") as handle:
        _Talk().call("scree_digest", byref(handle), os.fsencode(folder))
        return text(lib.scree_digest_whole(handle)), {
            text(lib.scree_digest_name(handle, i)): text(lib.scree_digest_sha256(handle, i))
            for i in range(lib.scree_digest_count(handle))}


def _pixels(picture: c_void_p) -> np.ndarray:
    info = _library.PictureInfo()
    lib.scree_picture_describe(picture, byref(info))
    rgb = lib.scree_picture_rgb(picture)
    return np.ctypeslib.as_array(rgb, (info.height, info.width, 3)).copy()


def _planes_of(out: np.ndarray | None, shape: tuple[int, int, int], dtype: np.dtype) -> np.ndarray:
    """The caller's array if it has room for planes of that shape, or a new one."""
    if out is None:
        return np.empty(shape, dtype)
    if out.shape != shape or out.dtype != dtype:
        raise ValueError(f"out is {out.dtype} {out.shape}; expected {dtype} {shape}")
    if not all(plane.flags.c_contiguous and plane.flags.writeable for plane in out):
        raise ValueError("out must be writeable and contiguous in its last two indices")
    return out


def _plane_kind(plane: str, dtype) -> tuple[np.dtype, int]:
    """The type of samples, and the library's number for planes of it."""
    kind = np.dtype(dtype)
    if kind.name not in _SAMPLES:
        raise ValueError(f"dtype is {kind.name}; expected " + ", ".join(_SAMPLES))
    return kind, getattr(_library, f"{plane.upper()}_{_SAMPLES[kind.name]}")


class Level(Scene):
    """A level of BeamNG.drive, or a terrain of Rigs of Rods, that exists: a scene whose terrain is its
    own ground, and which can be given the surface map's materials. Made by open_beamng() and
    open_ror().

        with scree.open_beamng("levels/my_level", "island.srf") as level:
            found = level.into(keep="Field,Orchard*")        # nothing is changed yet
            Path("before-after.html").write_bytes(level.page())
            level.write()

    All that a scene can do is done on the level's ground: weights(), preview(), set(), ...
    """

    def __init__(self, level: c_void_p, threads: int):
        super().__init__(lib.scree_level_terrain(level), None, threads)
        self._handles["level"] = level

    def _close_ground(self, handles: dict[str, c_void_p]) -> None:
        lib.scree_level_close(handles.get("level"))     # the terrain is the level's

    @property
    def _level(self) -> c_void_p:
        return self._handle("level")

    def _decide(self, function: str, options: ctypes.Structure, threads: int | None,
                progress: Progress | None) -> dict:
        talk = self._talk(threads, progress)
        talk.call(function, self._level, self._surface, byref(options))
        talk.tell("scree_level_tell", self._level)
        return json.loads(_bytes(call, "scree_level_document", self._level, _OUT, _library.JSON, None))

    def page(self) -> bytes:
        """What the last into() decided as an HTML page, with maps before and after. ScreeError if there
        was none that succeeded."""
        return _bytes(call, "scree_level_document", self._level, _OUT, _library.HTML, None)

    def write(self, *, threads: int | None = None, progress: Progress | None = None) -> None:
        """Changes the files as the last into() decided, all of them or none. What is replaced is kept
        beside it as FILE.bak1 and so on. Once for each opening: open the level again to change it again.
        ScreeError also if files were changed since they were read; then nothing is changed."""
        self._talk(threads, progress).call("scree_level_write", self._level)


class BeamngLevel(Level):
    """A level of BeamNG.drive that exists, or a .ter alone. Made by open_beamng()."""

    @_options_of(_library.BeamngOptions)
    def into(self, *, threads: int | None = None, progress: Progress | None = None, **options) -> dict:
        """Evaluates the map on the level's ground and decides which of its materials each of ours is: the
        one of that name, or a new one. Any number of times; nothing is changed before write(). Returns
        what `scree export beamng --into --dry-run --json` prints ("scree-into-beamng-1").

        Without into_plants, plants change if any are given: True, False (those that scree placed go),
        the name of a set, or a list. What is for new levels is ignored.

        ScreeError, .field the option to blame; then there is nothing to write.
        """
        if options.get("plants") is not None:
            options = {"into_plants": "plants", **options}
        return self._decide("scree_beamng_into", _library.options(_library.BeamngOptions, options), threads,
                            progress)


class RorTerrain(Level):
    """An unpacked terrain of Rigs of Rods that exists. Made by open_ror()."""

    @_options_of(_library.RorOptions)
    def into(self, *, threads: int | None = None, progress: Progress | None = None, **options) -> dict:
        """Evaluates the map on the terrain's ground and decides which of its layers each of ours is shown
        as: the one of its name or of its kind of ground. Any number of times; nothing is changed before
        write(), and then blend maps and landuse alone. Returns what `scree export ror --into --dry-run
        --json` prints ("scree-into-ror-1"). What is for new terrains is ignored.

        ScreeError, .field the option to blame; then there is nothing to write.
        """
        return self._decide("scree_ror_into", _library.options(_library.RorOptions, options), threads, progress)


@_options_of(_library.TerrainOptions, _library.StyleOptions)
def open_beamng(level: PathLike, surface=None, *, threads: int = 0, **options) -> BeamngLevel:
    """Opens a level of BeamNG.drive that exists, to look at it with a surface map and to give it the
    map's materials.

    level     its folder, or a .ter alone. Of a level that scree wrote, the scene has the points and the
              units of the terrain it was exported from, as its report names them
    surface   as for open(); limits in metres are those of the level's ground
    Options of a terrain are for a .ter without its level.

    A replacement that a killed run did not finish is undone. Raises ScreeError.
    """
    return _open_level(BeamngLevel, "scree_beamng_open", level, surface, threads, options)


@_options_of(_library.TerrainOptions, _library.StyleOptions)
def open_ror(folder: PathLike, surface=None, *, threads: int = 0, **options) -> RorTerrain:
    """Opens an unpacked terrain of Rigs of Rods that exists, to look at it with a surface map and to give
    it new blend maps.

    folder    the terrain's
    surface   as for open(); limits in metres are those of the terrain's ground
    Of the options of a terrain height_scale, height_offset_tu and limits are taken: a terrain that scree
    did not write does not say at which altitude its lowest point is, and it counts from 0.

    A replacement that a killed run did not finish is undone. Raises ScreeError.
    """
    return _open_level(RorTerrain, "scree_ror_open", folder, surface, threads, options)


def _open_level(kind: type, opening: str, path: PathLike, surface, threads: int, options: dict):
    ground, styling = _ground_and_style(options)
    made = _library.options(_library.TerrainOptions, ground)
    talk, into = _Talk(threads), c_void_p()
    try:
        talk.call(opening, byref(into), os.fsencode(path), byref(made))
    except BaseException:   # of a message: then it is open
        lib.scree_level_close(into)
        raise
    level = kind(into, threads)
    try:
        surface, (level.style_text, level.style_report) = _map(talk, level._terrain, surface, styling)
        level._handles["surface"] = surface
    except BaseException:
        level.close()
        raise
    return level


class Live:
    """A view of a scene that is being edited. Made by Scene.live(); its first update() fills it.

        view = scene.live(size=512)
        scene.set("Snow", "altitude.min", "110m")
        column, row, width, height = view.update()   # what changed
        show(view.picture)

    The bytes are those of Scene.picture(), winner(), weights() and eff(). Arrays are copies.
    """

    def __init__(self, scene: Scene, **options):
        self._scene, self._live = scene, c_void_p()
        self._layers: int | None = None      # of the map of the last update
        scene._talk().call("scree_live_create", byref(self._live), scene._terrain,
                           byref(_library.options(_library.LiveOptions, options)))

    def close(self) -> None:
        """Gives the memory back. What is done with the view later is a ValueError."""
        live, self._live = self._live, None
        if live:
            lib.scree_live_free(live)

    @property
    def _handle(self) -> c_void_p:
        if not self._live:
            raise ValueError("the live view is closed")
        return self._live

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_exception) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_live", None):
            self.close()

    @_options_of(_library.LiveOptions)
    def view(self, **options) -> None:
        """Looks at another part or in another size; update() fills it."""
        made = _library.options(_library.LiveOptions, options)
        self._scene._talk().call("scree_live_view", self._handle, byref(made))
        self._layers = None

    def update(self, progress: Progress | None = None) -> tuple[int, int, int, int] | None:
        """Shows the scene as it is now. Returns (column, row, width, height) of a rectangle outside
        of which nothing changed; None if nothing did. A true result of progress cancels, which
        raises Cancelled; the next update then shows all."""
        handle, surface = self._handle, self._scene._surface
        self._layers = None
        self._scene._talk(None, progress).call("scree_live_update", handle, surface)
        self._layers = lib.scree_surface_layers(surface)
        where = (c_uint32 * 4)()
        places = [ctypes.cast(byref(where, 4 * i), POINTER(c_uint32)) for i in range(4)]
        return tuple(where) if lib.scree_live_changed(self._handle, *places) else None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return lib.scree_live_height(self._handle), lib.scree_live_width(self._handle)

    @property
    def picture(self) -> np.ndarray:
        """The map in its own colours, lit from the north-west: uint8 [row, column, 3]."""
        found = lib.scree_live_picture(self._handle)
        return np.ctypeslib.as_array(found, self.shape + (3,)).copy()

    @property
    def winner(self) -> np.ndarray:
        """Number of the layer of greatest weight: uint8 [row, column]. ValueError before the first
        update, and of more than 255 layers."""
        found = lib.scree_live_winner(self._handle)
        if not found:
            raise ValueError("there are no winners: update() has not succeeded, or there are more "
                             "than 255 layers")
        return np.ctypeslib.as_array(found, self.shape).copy()

    def weights(self, dtype="uint8", out: np.ndarray | None = None) -> np.ndarray:
        """What stays visible of all layers: [layer, row, column], as Scene.weights(); in little more
        time than one layer takes. Layers as of the last update."""
        kind, number = _plane_kind("weight", dtype)
        if self._layers is None:
            raise ValueError("there are no weights: update() has not succeeded")
        planes = _planes_of(out, (self._layers,) + self.shape, kind)
        pointers = (c_void_p * self._layers)(*[plane.ctypes.data for plane in planes])
        call("scree_live_weights", self._handle, number, pointers)
        return planes

    def weight(self, layer: int | str, dtype="uint8") -> np.ndarray:
        """What stays visible of a layer: [row, column]; types as for Scene.weights()."""
        return self._plane("weight", layer, dtype)

    def eff(self, layer: int | str, dtype="uint8") -> np.ndarray:
        """A layer's own reach, whatever covers it later: [row, column]."""
        return self._plane("eff", layer, dtype)

    def _plane(self, plane: str, layer: int | str, dtype) -> np.ndarray:
        kind, number = _plane_kind(plane, dtype)
        out = np.empty(self.shape, kind)
        call("scree_live_layer", self._handle, number, self._scene.index(layer), out.ctypes.data)
        return out

    @property
    def noise_rows(self) -> int:
        """For how many rows of at most 64 samples noise was evaluated so far."""
        counts = _library.LiveCounts()
        lib.scree_live_count(self._handle, byref(counts))
        return counts.noise_rows


def fields() -> list[str]:
    """The names that Scene.set() and Scene.get() know."""
    names, name = [], ctypes.create_string_buffer(_library.FIELD_NAME_SIZE)
    while lib.scree_surface_field(len(names), name):
        names.append(text(name.value))
    return names


class _Plan:
    """A plan of the library for the time of one call."""

    def __init__(self, handle: c_void_p, talk: _Talk, rows):
        self._handle, self._talk = handle, talk
        self.width, height = lib.scree_plan_width(handle), lib.scree_plan_height(handle)
        self.first, self.rows = (0, height) if rows is None else rows

    def __enter__(self) -> _Plan:
        return self

    def __exit__(self, *_exception) -> None:
        lib.scree_plan_free(self._handle)

    def names(self) -> list[str]:
        return [text(lib.scree_plan_material_name(self._handle, i))
                for i in range(self.materials)]

    def _fill(self, kind: int, planes: list[np.ndarray]) -> None:
        pointers = (c_void_p * len(planes))(*[plane.ctypes.data for plane in planes])
        target = _library.Target(kind=kind, planes=ctypes.cast(pointers, POINTER(c_void_p)))
        self._run(target)

    def _run(self, target: _library.Target) -> None:
        talk = self._talk
        talk.call("scree_plan_rows", self._handle, self.first, self.rows, byref(target), 1)

    def planes(self, kind: int, dtype: np.dtype, out: np.ndarray | None) -> np.ndarray:
        out = _planes_of(out, (self.materials, self.rows, self.width), dtype)
        self._fill(kind, list(out))
        return out

    def one(self, kind: int, more: tuple[int, ...], dtype) -> np.ndarray:
        out = np.empty((self.rows, self.width) + more, dtype)
        self._fill(kind, [out])
        return out

    @property
    def materials(self) -> int:
        return lib.scree_plan_materials(self._handle)

    def maps(self, kind: int, channels: int) -> np.ndarray:
        out = np.empty(((channels + 3) // 4, self.rows, self.width, 4), np.uint8)
        self._fill(kind, list(out))
        return out

    def ground(self) -> tuple[np.ndarray, np.ndarray]:
        altitude, slope = (np.empty((self.rows, self.width), np.float32) for _ in range(2))
        pointers = [one.ctypes.data_as(POINTER(c_float)) for one in (altitude, slope)]
        self._talk.call("scree_plan_ground", self._handle, self.first, self.rows, *pointers)
        return altitude, slope

    def shares(self) -> list[float]:
        sums = (c_uint64 * self.materials)()
        self._run(_library.Target(kind=_library.COVERAGE, sums=sums))
        return [one / 2.0**24 / (self.rows * self.width) for one in sums]

    def probe(self, x_m: float, y_m: float, layers: int) -> Probe:
        x_m, y_m = _real("x_m", x_m), _real("y_m", y_m)
        column, row = c_uint32(), c_uint32()
        if not lib.scree_plan_place(self._handle, x_m, y_m, byref(column), byref(row)):
            raise ValueError(f"{x_m}, {y_m} m is not on the terrain")
        found = (_library.Factors * layers)()
        self._talk.plain("scree_probe", self._handle, column, row, found, None)
        return Probe(column.value, row.value,
                     tuple(Factors(*(getattr(one, name) for name, _ in one._fields_))
                           for one in found))

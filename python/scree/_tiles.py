"""Worlds whose tiles come from a function of the caller (include/scree/tiles.h)."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from . import _library
from ._library import ScreeError

_CANNOT_READ = 2
_CODES = range(1, 9)    # of enum scree_code, without SCREE_OK
_NUMBERS = {"int16": 0, "float32": 1}


@dataclass(frozen=True)
class Tile:
    """A piece of a world. Where tiles overlap, as those do that share their edges, the later of Tiles
    covers the earlier."""
    column: int              # of its north-west point: from the world's, 0, 0, to the east
    row: int                 # and to the south
    columns: int             # its points
    rows: int
    name: str = ""           # what messages call it, at most 63 bytes; "": "tile N"
    dtype: str = "int16"     # of its samples, or "float32"
    base_m: float = 0.0      # metres: altitude = base_m + step_m * sample
    step_m: float = 1.0      # above 0
    missing: bool = False    # some samples may be NaN, points without data; of "float32" alone

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns


@dataclass(frozen=True)
class Tiles:
    """A world that open() takes in place of a file: tiles that a function gives when they are wanted.

    tiles     all of them, at most 2^20: a list, or anything with a length and items. Looked at once, in
              order, while open() runs
    samples   called with a tile, returns its samples as an array of its shape, row 0 NORTH: int16, or
              float32 (float64 is rounded to it), finite but where there is no data. What it returns is
              copied. Called whenever a tile is wanted, also after it was given up, for as long as a
              scene or a live view of the world exists, by several threads: Python runs one of them
              at a time, but one may begin while another waits. Has to give the same samples each time,
              and must not use a scene of the world.
              What it raises ends the call that wanted the tile with a ScreeError, whose __cause__ it is;
              KeyboardInterrupt and the like come through as they are. Calls of several threads that
              share a world wait for each other
    cell_m    metres from point to point; or
    cell_deg  degrees from point to point, east and north
    place     of the north-west point: longitude or easting, latitude or northing
    epsg      code of the coordinate system, 1 to 65535, for georeferences of outputs; 0: they get none
    name      what messages and manifests call the world
    identity  a text that tells these samples from all others (a name, a version, a seed): opening then
              reads no sample if altitude_m and slope are given, too. None: opening asks for each tile
              once, and one that comes again with other samples is refused
    altitude_m, slope
              least and greatest of all of the ground, in metres and as gradients, if they are known;
              None: they are measured when they are wanted, which takes every tile once
    """
    tiles: Sequence[Tile]
    samples: Callable[[Tile], np.ndarray]
    cell_m: float | None = None
    cell_deg: tuple[float, float] | None = None
    place: tuple[float, float] = (0.0, 0.0)
    epsg: int = 0
    name: str = "tiles"
    identity: str | None = None
    altitude_m: tuple[float, float] | None = None
    slope: tuple[float, float] | None = None


def _told(problem: BaseException, error) -> int:
    """The library's code for what a function raised; its text says why."""
    if not isinstance(problem, Exception):
        return _library.CANCELLED
    error.contents.text = type(problem).__name__.encode("utf-8", "replace")[:255]
    said = f"{type(problem).__name__}: {problem}".encode("utf-8", "replace")[:255]
    error.contents.text = said.decode("utf-8", "ignore").encode()
    code = problem.code if isinstance(problem, ScreeError) else _CANNOT_READ
    return code if code in _CODES else _CANNOT_READ


class TileSource:
    """The functions that the library calls. Has to live as long as the terrain."""

    def __init__(self, given: Tiles):
        self._given, self._tiles = given, {}
        self.lock = threading.RLock()               # of one call of the library that wants tiles
        self.raised: BaseException | None = None    # by a function for that call
        options = _library.Tiles()
        options.count = len(given.tiles)
        options.name = given.name.encode()
        options.identity = given.identity.encode() if given.identity is not None else None
        options.cell_m = given.cell_m or 0.0
        options.epsg = given.epsg
        for field in ("cell_deg", "place", "altitude_m", "slope"):
            if getattr(given, field) is not None:
                getattr(options, field)[:] = getattr(given, field)
        options.header = _library.callback(_library.Tiles, "header", self._guarded(self._header))
        options.samples = _library.callback(_library.Tiles, "samples", self._guarded(self._samples))
        self.options = options

    def _guarded(self, function):
        def guarded(_context, number, out, error):
            try:
                function(number, out)
                return 0
            except BaseException as problem:  # a callback must not unwind through C
                self.raised = problem
                try:
                    return _told(problem, error)
                except BaseException:  # of its text: the library would read any number as the result
                    return _CANNOT_READ
        return guarded

    def _header(self, number: int, out) -> None:
        tile, header = self._given.tiles[number], out.contents
        if tile.dtype not in _NUMBERS:
            raise ValueError(f"dtype is {tile.dtype!r}; expected 'int16' or 'float32'")
        for field in ("column", "row", "columns", "rows"):
            value = getattr(tile, field)
            if not 0 <= value < 1 << 32:
                raise ValueError(f"{field} is {value}; expected a number from 0 on")
            setattr(header, field, value)
        name = tile.name.encode()
        if len(name) > 63:
            raise ValueError(f"the name has {len(name)} bytes; expected at most 63")
        header.name, header.numbers = name, _NUMBERS[tile.dtype]
        header.base_m, header.step_m, header.has_missing = tile.base_m, tile.step_m, tile.missing
        self._tiles[number] = tile

    def _samples(self, number: int, to: int) -> None:
        tile = self._tiles[number]
        found = np.asarray(self._given.samples(tile))
        if found.shape != tile.shape:
            raise ValueError(f"samples are {found.shape}; expected {tile.shape}")
        kind = np.dtype(tile.dtype)
        # 16-bit numbers have to be some: others would wrap.
        if not np.can_cast(found.dtype, kind, "safe" if kind.kind == "i" else "same_kind"):
            raise TypeError(f"samples are {found.dtype}; expected {kind}")
        size = tile.rows * tile.columns
        memory = (ctypes.c_char * (size * kind.itemsize)).from_address(to)
        # A float64 beyond float32 is infinite then, which the library refuses.
        with np.errstate(all="ignore"):
            np.frombuffer(memory, kind).reshape(tile.shape)[...] = found

"""Coverage in buffers: include/scree/evaluate.h, live.h. No command has all of it."""
from shared import depth, evaluated
from table import Member, choice, count, enum, flag, pointer, size, struct

grid = enum("grid", "SCREE_", {
    "cells": "texels that tile the terrain, row 0 in the north",
    "vertices": "the terrain's points, row 0 in the south",
    "spread": "points from edge to edge, row 0 in the south",
}, header="evaluate")

VIEW = [
    choice("grid", grid),
    size("", "texels", "0: a texel per terrain unit (cells), all points (vertices)"),
    evaluated,
    count("column", api="evaluate a region, as if cut out of the whole: its first column"),
    count("row", api="and row"),
    count("columns", api="its size; 0 and 0 rows: all of it"),
    count("rows"),
]

plan = struct("plan_options", "evaluate", [
    *VIEW,
    depth("", "layers deeper than this are one material with their ancestor there"),
    pointer("materials", "const char *const *", "or materials by name: [layer], UTF-8; NULL for the parent's. Layers of "
            "equal names are one material. NULL: by depth"),
    flag("reversed", api="rows in the other order, those of a region, too"),
])

live = struct("live_options", "live", [
    *VIEW,
    Member("byte_count", "max_bytes", api="of what is kept", default="(uint64_t)512 << 20"),
])

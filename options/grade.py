"""Ground for roads: include/scree/grade.h, scree grade."""
from shared import as_json, force, output
from table import command, flag, own, source, struct, wants

grade = struct("grade_options", "grade", [
    source("roads", "roads FILE", "roads as lines with widths: JSON, GeoJSON, or an extract of OpenStreetMap, .osm.pbf, .osm or .osm.gz "
           "(docs/formats.md); each of a class, with a "
           "greatest grade (docs/roads.md)"),
    flag("flat_bends", "no-banking", "do not bank roads in bends"),
])

command(
    "grade", "TERRAIN --roads FILE -o NEW", "change the ground so that roads can be driven",
    "changes the ground around roads: smooth, graded, banked and joined, with cuts and fills beside them.",
    ["island.ter --roads roads.json -o graded.ter",
     "dem.tif --roads streets.osm.pbf -o graded.tif --earth earth.png",
     "island.ter --roads roads.json -o graded.ter --json > report.json"],
    [output("NEW", "the new terrain: .ter, .png, .r16, .r32 or .tif, by its ending, as scree convert writes it"),
     *grade.members,
     own("earth", "earth FILE.png", "a picture of the changes, a pixel a point: cuts red, fills blue", read="args_text"),
     own("html", "html FILE", "the report as a page in one file", read="args_text"), as_json("scree-written-1"), force("files")],
    rules=(wants("roads", "scree grade takes roads; name their file with --roads FILE"),), structs={"grade": grade}, operands=("terrain",), groups=("terrain", "job"), takes="a terrain", output="output",
    wanted="NEW.ter", endings=".ter .png .r16 .r32 .tif .tiff",
    unlike="the ending chooses the format; use .ter, .png (16 bits), .r16, .r32 or .tif (floats in metres)",
    notes="Everything further from a road than its corridor keeps its height to the bit. Reported are grade and cross fall "
          "by class, before and after, earth moved, and places that are steeper than they may be.",
    closing="docs/roads.md explains the rules.")

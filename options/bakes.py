"""What scree bake wrote: scree digest, gather."""
from shared import as_json
from table import command, own

command(
    "digest", "FOLDER...", "print a number that identifies a bake", "prints one number per bake, to pin and to compare.",
    ["out",
     "--coverage out    what 'digest = ' of a test file stands for",
     "--list out        file by file"],
    [own("coverage", "coverage", "of the masks alone, which must be 8-bit weights, the default", read="args_flag"),
     own("list", "list", "of each file as well", read="args_flag"), as_json("scree-digest-1")],
    own=["const char *const *folders;", "size_t count;"], operands=(), groups=(),
    takes="what scree bake wrote", noun="folder", most=None,
    notes="FOLDER is what scree bake wrote. The digest is the SHA-256 of the samples of all files, not of the files: it "
          "is the same with any version of a compressor.")

command(
    "gather", "FOLDER", "complete a bake or an export of parts",
    "checks the parts of a bake or of an export and completes it.",
    ["out",
     "scree bake world/ island.srf -o out --only masks --out-tiles 1024 --part 1/2",
     "scree bake world/ island.srf -o out --only masks --out-tiles 1024 --part 2/2"],
    [own("json", "json", "the result as a JSON object on standard output", read="args_flag")],
    operands=("folder",), groups=(), takes="the folder that the parts were written to", noun="folder",
    notes="Every part must exist, be complete, and come from the same inputs, options and version, and each file must "
          "have the bytes that its part wrote. Whatever differs is named, with the part to run again. Then FOLDER "
          "gets:\n"
          "  manifest.json       the same bytes as a run without --part writes\n"
          "  NAME.vrt            beside the tiles of each image: all of them as one raster, for GDAL\n"
          "An export gets the texts, textures and report of a run without --part.")

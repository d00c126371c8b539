"""What every call of the library has to do with: errors, jobs, sinks, planes, tiles of the caller's; include/scree/types."""
from table import constants, enum, record

constants.update({
    "SCREE_NO_OFFSET": ("error", "UINT64_MAX"), "SCREE_MAX_THREADS": ("job", "1024"), "SCREE_MAX_TILE": ("job", "1024"),
    "SCREE_MAX_TILES": ("tiles", "1048576", "of a world"), "SCREE_MAX_WORLD_POINTS": ("tiles", "1048576", "a side")})

enum("code", "SCREE_", {
    "no-code": "no function returns it: it makes the type signed, like int",
    "ok": "0",
    "no-memory": "memory ran out",
    "cannot-read": "an input cannot be opened or read",
    "malformed": "an input's bytes cannot be right",
    "unsupported": "an input is something real that scree does not handle",
    "limit": "an input asks for more than the limits allow; nothing was allocated",
    "bad-argument": "an option, or a combination of options, makes no sense",
    "cannot-write": "an output cannot be written",
    "cancelled": "the job's progress callback asked for an end",
}, "Few codes, by what the caller would do next; the text has the rest.", header="error", first=-1)

record("error", "error", {
    "int code": "enum scree_code",
    "uint64_t offset": "byte in the input, or SCREE_NO_OFFSET",
    "char file[128]": 'the file concerned, its tail if the name is longer; "" if none',
    "char field[32]": 'the member of an option struct that is to blame or missing; "" if none',
    "char text[256]": "one sentence without a full stop: what was found; what to do",
    "const char *(*option_name)(const char *member, size_t length)":
        "You set it, or leave it NULL: what your users call the option whose member is member[0 .. length), "
        "for texts that name one; NULL for the member's own name.",
}, "Filled by the function that fails, but for option_name, and cleared by one that succeeds. All text is "
   "UTF-8. The struct never changes: it has no size.",
       size="", start={"offset": "SCREE_NO_OFFSET"})

enum("severity", "SCREE_", {
    "note": "a detail",
    "warning": "something to act on",
    "result": "what was made, where, and what matters of it: a few lines",
}, header="job")

record("message", "job", {
    "int severity": "enum scree_severity",
    "const char *file": "the file it is about, or NULL",
    "uint64_t offset": "byte in that file, or SCREE_NO_OFFSET",
    "const char *text": "one sentence without a full stop; valid during the call",
    "const char *kind": "a constant, equal in messages that differ in names and numbers only",
}, size="")

record("job", "job", {
    "uint32_t threads": "0: one per processor; never changes a result",
    "void *context": "of the callbacks",
    "int (*progress)(void *context, const char *step, double done)":
        "step says in a word or two what is being done, done is 0 .. 1 of it. Another result than 0 cancels: "
        "the call returns SCREE_CANCELLED and leaves nothing behind. May be NULL.",
    "void (*message)(void *context, const struct scree_message *message)": "may be NULL",
    "const char *(*option_name)(const char *member, size_t length)":
        "as in struct scree_error: for texts of messages and of documents; may be NULL",
    "uint32_t tile":
        "for tests and measurements, as the next two, none of which ever changes a result: side of a work tile "
        "in texels; 0 chooses",
    "const char *isa": '"baseline", "x86-64-v3", ...: scree_isa_name(); NULL: the best there is',
    "int no_culling": "not 0: evaluate even what is proven to have no effect",
    "int cancelled": "not 0: progress() has asked for the end; 0 makes the job fit for another call",
    "const char *step": "the library's own, as the next; zero to begin with",
    "double done": "",
}, "Threads, progress, cancellation and messages of one call or of several. A NULL job is silent, uses every "
   "processor and cannot be cancelled.\nThe callbacks are called by the thread that called the library, never "
   "by another, and must not call the library with the same objects. A job may be used by one call at a time. "
   "Neither struct ever changes: they have no size.",
       size="", start={})

record("sink_functions", "sink", {
    "void *context": "handed to each",
    "bool parallel":
        "false: one file comes after the other, and no two calls overlap; files that are written at the same "
        "time wait in memory. true: several threads call, each for a file of its own; nothing waits. In both "
        "cases the thread need not be the one that called the library.",
    "int (*begin)(void *context, const char *name, void **file)":
        "starts a file and may set *file, which is NULL, to what write() and end() get.",
    "int (*write)(void *context, void *file, const void *data, size_t size)": "",
    "int (*end)(void *context, void *file, int complete)":
        "comes once for each file whose begin() returned 0. complete is 1 if all bytes were written; if "
        "it is 0 the file is to be dropped, and the result does not matter.",
    "int (*commit)(void *context)":
        "this or discard() comes last, from scree_sink_close(): commit() if all files are complete, and discard() "
        "if they are not, or if commit() refused",
    "void (*discard)(void *context)": "",
}, "Functions of yours. Those that return an int refuse with another value than 0: what was writing then "
   "fails with SCREE_CANNOT_WRITE. All but write may be NULL. None may call the library with the same sink.", start={})

enum("form", "SCREE_", {
    "text": "for people, UTF-8",
    "json": 'for programs: "format" in it says which, docs/ has its members',
    "html": "a page that needs nothing else: differences and tests",
    "png": "a picture: differences",
    "tap": "Test Anything Protocol 13: tests, as are:",
    "junit": "XML for build servers",
    "github": "annotations for GitHub Actions, and the text",
}, "A document is bytes, which the caller frees by scree_bytes_free(). Names in it come from files: in text "
     "whatever could steer a terminal is '?', elsewhere it is escaped. Documents name options as the job's "
     "option_name has them. A form that an answer does not have is SCREE_BAD_ARGUMENT, the field being "
     '"form".', header="document")

record("suggestion", "suggestion", {
    "const char *word": "",
    "const char *best": "NULL if nothing offered comes near",
    "size_t distance": "",
}, '"Did you mean": the entry of a list that a misspelt word comes closest to. Start it with {word, NULL, 0}, '
   "offer every entry, then take the best.", size="")

enum("plane_kind", "SCREE_", {
    "weight-u8": "planes[material]: visible weight; the sum over materials is 255 exactly",
    "weight-u16": "the same, sum 65535",
    "weight-f32": "the same, 0 .. 1, sum 1 but for rounding",
    "eff-u8": "planes[material]: own reach, whatever covers it later; 0 .. 255",
    "eff-u16": "",
    "eff-f32": "",
    "winner-u8": "planes[0]: material of greatest weight, ties to the later; at most 255 materials",
    "blend-rgba8": "planes[(m - 1) / 4], 4 bytes a texel, byte (m - 1) % 4: alpha of material m >= 1 for layers laid over "
      "each other in order; at most 9 materials",
    "picture-rgb8": "planes[0], 3 bytes a texel: the map's own colours, lit from the north-west; no materials",
    "margin-u8": "planes[0]: by how much the greatest weight leads the next, 0 .. 255",
    "coverage": "sums[material] += weight in units of 2^-24 texel; exact sums. planes NULL",
    "pack-rgba8": "planes[m / 4], 4 bytes a texel, byte m % 4: the SCREE_WEIGHT_U8 of material m, 0 where there is none: "
      "splat maps whose bytes sum to 255 over all planes",
    "index-rgb8": "planes[0], 3 bytes a texel: the material of greatest weight as a colour that its neighbours in number "
      "do not have; any number of materials",
    "plane-kinds": "",
}, "What to make of an evaluation. Planes belong to the caller and have `width` samples a row without "
     "padding, starting at the first row asked for. Texels without data (terrain.h, keep_missing) are 0 in "
     "planes of whole numbers, NaN in planes of floats, 255 among winners, and grey (127) in pictures and "
     "colours of an index; they count for no coverage.", header="planes")

record("target", "planes", {
    "int kind": "enum scree_plane_kind",
    "void *const *planes": "as the kind says",
    "uint64_t *sums":
        "of SCREE_COVERAGE: [material]; at most one such target. 2^64, of one material on all of 2^20 x 2^20 "
        "texels, is UINT64_MAX",
})

enum("tile_numbers", "SCREE_", {
    "tile-i16": "int16_t",
    "tile-f32": "float, finite, but where there is no data: NaN",
}, "What a sample is, in the byte order of the machine.", header="tiles")

record("tile", "tiles", {
    "char name[64]": 'what messages call it, UTF-8, ends with a NUL; "": "tile N"',
    "uint32_t column, row": "of its north-west point: from the world's, 0, 0, to the east and south",
    "uint32_t columns, rows": "its points",
    "int numbers": "enum scree_tile_numbers; SCREE_TILE_I16 before header()",
    "double base_m, step_m":
        "metres: altitude = base_m + step_m * sample; step_m > 0. 0 and 1 before header(). Where tiles differ "
        "in either, all become 32-bit floats",
    "int has_missing":
        "not 0: some samples may be NaN, SCREE_TILE_F32 then: points without data, as in a file (options fill "
        "and fill_m, keep_missing); else a NaN is SCREE_MALFORMED",
}, "What is known of a tile before its samples. A tile may be of any size from one point on. Where tiles "
   "overlap, as those do that share their edges, one covers the others: that of the highest number.", size="of this struct as the library has it")

record("tiles", "tiles", {
    "void *context": "",
    "uint64_t count": "of tiles, 1 to SCREE_MAX_TILES",
    "const char *name": 'what messages and manifests call the world; NULL: "tiles". Copied',
    "const char *identity":
        "A text that tells these samples from all others: a name, a version, a seed, the time of a snapshot. "
        "The terrain's SHA-256 is then of it, and opening reads no sample. NULL: opening asks for each tile "
        "once and digests it, and a tile that comes again with other samples is SCREE_CANNOT_READ. In both "
        "cases the SHA-256 also covers all that header() fills in (names, places, sizes, numbers, base_m, "
        "step_m, has_missing), cell_m, cell_deg, epsg and place; not altitude_m and slope, nor the options. "
        "Copied.",
    "double cell_m": "metres from point to point; 0:",
    "double cell_deg[2]":
        "degrees from point to point, east and north, of a grid in degrees, whose slopes follow the latitude "
        "(docs/model.md); `place` counts then",
    "int epsg":
        "code of the coordinate system (degrees: geographic, metres: projected), 1 to 65535, for "
        "georeferences of outputs; 0: they get none",
    "double place[2]": "of the point in column 0, row 0: longitude or easting, latitude or northing",
    "double altitude_m[2]":
        "What measuring all of the ground would find, if it is known; equal numbers: it is measured, which "
        "takes every tile once. Stated in manifests, and what shares and quantiles count from: lowest and "
        "highest point",
    "double slope[2]": "least and greatest gradient (rise over run) at the points",
    "int (*header)(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *error)":
        "fills *out, which it finds with its defaults. Called for each tile once, in order, by the thread that opens the "
        "terrain, before that returns",
    "int (*samples)(void *context, uint64_t tile, void *to, struct scree_error *error)":
        "fills columns x rows samples without padding: to[row * columns + column], row 0 NORTH; aligned to 64 bytes, "
        "zeroed. Called whenever a tile is wanted, also after it was given up, for as long as the terrain lives, and has to "
        "give the same samples each time. Several threads call it at the same time, for different tiles or for the same "
        "one; a source that can serve but one takes a lock of its own.\n"
        "With more than one thread (job) the library's own thread reads ahead: it may call samples() still after "
        "scree_plan_rows() has returned, until scree_plan_free(), which waits for it. So free a plan without a lock that "
        "samples() takes. SCREE_CANCELLED there ends reading ahead; a tile is asked for again when it is wanted",
    "void (*release)(void *context)":
        "the last call, once, by whichever thread frees the terrain's last owner (a plan, a bake, ... keeps it), before "
        "scree_terrain_open_tiles() returns if the terrain came into memory or the call failed; may be NULL. Not called for "
        "tiles of the size 0, of which nothing is read",
}, "A source of tiles. header() and samples() return SCREE_OK; another value is an error of the whole call, which an enum "
   "scree_code names (any other value is SCREE_CANNOT_READ). They may write why to error->text and nothing else to *error, "
   "which is never NULL; error->file is the tile. SCREE_CANCELLED ends the work as a job's progress does. Neither may call "
   "the library with the terrain.", start={})

enum("corner", "SCREE_", {
    "north-west": "",
    "south-west": "",
}, "Which corner metres are counted from: that of the rows of images (scree_plan_place(), SCREE_AT, "
     "scree_ror_options.start_m), or that of scree_camera.", header="spot")

record("spot", "spot", {
    "double m[2]": "",
    "char way[2]":
        "'E' or 'W', and 'N' or 'S'; both 0 of a bare place, both 'G' of degrees, which m then are",
}, size="")

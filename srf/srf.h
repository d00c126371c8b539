/*
 * Surface maps: the layer tree of a Terragen .srf, or of the map inside a .tgw world file.
 *
 * The tree keeps everything the file holds, in file order: each chunk with its marker as written,
 * its payload and its padding, known or not. Layers are a view of those chunks. Text is UTF-8
 * (the files hold Windows-1252). Everything belongs to the map and dies with srf_free().
 *
 * Source: docs/formats/srf.md; the format's page of 2003 and real files.
 */
#ifndef SRF_SRF_H
#define SRF_SRF_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "base/mem.h"
#include "base/sha.h"
#include "base/warn.h"

#include <scree/types/answers.h>
#include <scree/types/surface.h>

struct srf_limits {
    uint64_t max_file_bytes;
    uint32_t max_layers;
    uint32_t max_depth; /* of chunk nesting: the root is 0, what stands in it 1; see below */
    uint32_t max_chunks;
};
/* What a NULL limits means: 64 MiB, 512 layers, depth 64, 2^14 chunks (a layer has about 30).
 * With these, reading a file or its text takes at most four times its size and 16 MiB of memory. */
#define SRF_LIMITS_DEFAULT                                                                         \
    {                                                                                              \
        UINT64_C(1) << 26, 512, 64, UINT32_C(1) << 14                                              \
    }
/* No limits allow chunks deeper than this, so that walking a tree needs a bounded stack. The
 * deepest chunk of a layer stands 4 below its SRFL: DENS, VART, SETT, ORIG. */
#define SRF_MAX_DEPTH 256

/* No layer's NAME may have more bytes, NUL included; Terragen's own have about 20. It keeps the
 * work of naming layers in messages in proportion to their number. */
#define SRF_MAX_NAME 65536

/* A chunk as it stands in the file. Containers have children and no data: SRFL, TERM, DENS, BMTX,
 * VART and SETT where the format has them. All others have data and no children; so has each
 * top-level chunk but the first SRFL, and a chunk in a place where the format does not know it. */
struct srf_chunk {
    char marker[5];     /* as written, case kept, NUL added */
    uint8_t padding[3]; /* the bytes up to the next multiple of 4, as far as the parent has them */
    uint32_t size;      /* datalen */
    uint8_t padding_size;
    bool container;
    uint64_t offset;     /* of the marker in the file */
    const uint8_t *data; /* data[0 .. size): the payload */
    struct srf_chunk *first_child;
    struct srf_chunk *next; /* sibling */
};

/* Which fields a layer's chunks gave; the others hold the format's factory defaults. */
enum srf_given {
    SRF_NAME = 1 << 0,
    SRF_DIFC = 1 << 1,
    SRF_BMAM = 1 << 2,
    SRF_MTER = 1 << 3,
    SRF_VARI = 1 << 4,
    SRF_COVR = 1 << 5,
    SRF_ALTE = 1 << 6,
    SRF_ALTL = 1 << 7,
    SRF_ALTF = 1 << 8,
    SRF_SLPE = 1 << 9,
    SRF_SLPL = 1 << 10,
    SRF_SLPF = 1 << 11,
    SRF_SMSZ = 1 << 12,
    SRF_ORIG = 1 << 13,
    SRF_NEGA = 1 << 14,
    SRF_ISOL = 1 << 15,
    SRF_SETT_VARI = 1 << 16,
    SRF_DIFP = 1 << 17,
    SRF_DNSP = 1 << 18
};

/* What a layer may be limited by beside altitude and slope. A .srf cannot say these: they are chunks
 * of the text form's own, which srf_write_form() refuses to put into a file of Terragen. */
enum srf_quantity {
    SRF_ASPECT,    /* the direction that a slope faces, degrees clockwise from north */
    SRF_POSITION,  /* how far the ground lies above the mean of what is around it, tu upwards */
    SRF_CURVATURE, /* how the ground is bent at a scale, 1/m: ridges above 0, hollows below */
    SRF_MASK,      /* a picture that lies over the terrain: 0 nothing of the layer, 1 all */
    SRF_WETNESS,   /* the area that drains through a place, m2 */
    SRF_SKY,       /* the share of the sky that is seen over the ground around, 0 to 1 */
    SRF_NEAR,      /* how far it is to another layer's ground, m */
    SRF_QUANTITIES
};

/* What the text form calls a quantity, and the unit of its limits. */
struct srf_quantity_words {
    const char *name, *unit;
};
extern const struct srf_quantity_words srf_quantity_words[SRF_QUANTITIES];

/* A limit by one of them. Of a quantity that goes from low to high pairs are {min, max}. */
struct srf_limit {
    float on[2]; /* srf_is_on(); of the aspect and the mask the first alone */
    float at[2]; /* of the aspect {the direction, how far to either side of it} */
    float fuzziness[2];
    float level; /* of the aspect: what level ground has, 0..1; of the mask srf_is_on(): turned
                  * round, 0 is all and 1 nothing */
    float
        size; /* of the position, the curvature and the mask's feather: the side of the square that
                  * the mean or the fit is over, tu across */
};

/* Field names are the format's. Pairs are {min, max}. tu = terrain units. */
struct srf_layer {
    struct srf_chunk *chunk; /* its SRFL */
    struct srf_layer *parent, *first_child, *next;
    uint32_t index;   /* in painting order: depth first, parent before children; the root is 0 */
    uint32_t depth;   /* the root is 0 */
    uint32_t given;   /* enum srf_given */
    const char *name; /* UTF-8; "" if the file gives none */

    int16_t difc[3]; /* red, green, blue; full scale 256, linear, may exceed it */
    float bmam, mter;
    float vari;    /* weight of the fractal noise, 0 none */
    float covr;    /* coverage, 0..1 */
    float alte[2]; /* srf_is_on() */
    float altl[2]; /* tu */
    float altf[2]; /* tu */
    float slpe[2]; /* srf_is_on() */
    float slpl[2]; /* gradient: rise over run */
    float slpf[2]; /* gradient */
    float smsz;    /* tu */
    /* of the distribution texture, DENS/VART/SETT */
    float orig[4];
    uint32_t nega;
    float isol;
    float sett_vari;

    struct srf_limit limits[SRF_QUANTITIES];
    const char *mask; /* the picture of SRF_MASK: a path below the map's folder, UTF-8; "": none */
    const char *classes; /* of its pixels, which are all of the layer: "10,20,Tree cover"; "": they
                          * are greys */
    const char *near_to; /* of SRF_NEAR: the layer, as srf_find_layers() takes it; "": none */

    uint32_t difp_size, dnsp_size; /* bytes of plug-in data, kept and not understood */
};

/* Whether a limit is switched on: ALTE and SLPE. */
static inline bool srf_is_on(float flag)
{
    return flag >= 0.5f;
}

/* srf_goes_by() is whether a layer's mask is on and is the picture called file. */
bool srf_goes_by(const struct srf_layer *layer, const char *file);

/*
 * The picture of a mask, as numbers: pixels[row * width + column], row 0 north, of most_code that are
 * all. No more is known here of pictures: who reads them (inputs/inputs_masks.c) makes it and fills
 * it; from then on nobody changes it, and maps and plans share it.
 */
#define SRF_MASKS_MADE 8
#define SRF_CODES "*"
struct image_geo; /* image/image.h */
struct srf_mask {
    atomic_uint owners;
    char *file;    /* as layers name it */
    char *classes; /* as layers name those that it shows; SRF_CODES: its pixels are classes */
    char *legend;  /* of the latter: lines of "10=Tree cover", or NULL */
    uint32_t width, height;
    uint16_t most_code;  /* 255 or 65535 */
    uint16_t *pixels;    /* and one more behind the last, 0 */
    uint64_t size_bytes; /* of the file */
    char sha256[SHA_HEX_SIZE];
    char identity[SHA_HEX_SIZE]; /* by which two are told apart: sha256, or what it was made of */
    /* Where it lies, or NULL: over the whole terrain. Only the latter can be evaluated. */
    struct image_geo *geo;
    void (*free_geo)(struct image_geo *geo);
    struct srf_mask *made[SRF_MASKS_MADE]; /* of it, the latest first; while `busy` is clear */
    atomic_flag busy;
};
/* srf_mask_create() makes one of zeros, width and height >= 1; srf_mask_share() adds an owner and
 * returns it, srf_mask_free() takes one away and accepts NULL. SCREE_NO_MEMORY */
MUST_USE enum scree_code srf_mask_create(struct srf_mask **out, const char *file, uint32_t width,
                                         uint32_t height, struct scree_error *err);
struct srf_mask *srf_mask_share(struct srf_mask *mask);
void srf_mask_free(struct srf_mask *mask);
/* What is made of a picture is kept with it, as maps are copied and pictures are not: srf_mask_keep_made()
 * gives it one more, srf_mask_find_made() is the one of an identity, for one more owner, or NULL.
 * Threads: any. */
void srf_mask_keep_made(struct srf_mask *mask, struct srf_mask *made);
struct srf_mask *srf_mask_find_made(struct srf_mask *mask, const char *identity);
/* srf_mask_classes() makes a picture of 0 and 255 of one of classes: where it has one of a list. absent is
 * what to warn of, "" if all are there. SCREE_BAD_ARGUMENT: a name is not in the legend, or none of the
 * classes in the picture; SCREE_NO_MEMORY. srf_classes_are_good() judges a list alone. */
#define SRF_ABSENT_SIZE 256
MUST_USE enum scree_code srf_mask_classes(struct srf_mask **out, char absent[SRF_ABSENT_SIZE],
                                          const struct srf_mask *codes, const char *list,
                                          struct scree_error *err);
bool srf_classes_are_good(const char *list);
/* srf_mask_feather() makes a picture of 16 bits of the means over a rectangle of so many pixels around
 * each of another's. SCREE_NO_MEMORY */
MUST_USE enum scree_code srf_mask_feather(struct srf_mask **out, const struct srf_mask *from,
                                          const double side[2], struct scree_error *err);

/* srf_is_limited() says whether a layer has a limit by any of enum srf_quantity. */
bool srf_is_limited(const struct srf_layer *layer);

enum srf_container { SRF_FILE_SRF, SRF_FILE_TGW };

/* What a world has beside its map: camera, light, air, water, and what else Terragen keeps there. */
#define SRF_SCENE_COUNT 147
#define SRF_SCENE_NUMBERS 3 /* of one value, at most */
struct srf_scene {
    /* [row of a scene in the table]: the chunk that counts; NULL if it is missing or odd */
    const struct srf_chunk *chunks[SRF_SCENE_COUNT];
    uint32_t given; /* how many are there */
};

enum srf_units_used {
    SRF_USES_TU = 1 << 0,
    SRF_USES_METRES = 1 << 1,
    SRF_USES_METRES_ACROSS = 1 << 2, /* of a size */
    SRF_USES_SHARES = 1 << 3
};

#define SRF_CREDIT 400
struct srf_map {
    enum srf_container container;
    char credit[SRF_CREDIT]; /* of text: who is to be named where it is used; "": nobody */
    uint8_t signature[16];
    struct srf_chunk *first_chunk; /* top level of the file, in order */
    struct srf_layer *root;
    uint32_t layer_count;
    struct srf_layer **layers; /* layers[i]->index == i */
    struct srf_scene scene;
    const uint8_t *tail; /* tail[0 .. tail_size): bytes after the last chunk, usually none */
    size_t tail_size;
    uint32_t refused_layer; /* where srf_check() failed */
    /* Of text: the text as it was written and then edited, and how many of its numbers
     * follow a terrain that was not there, so that what the layers have is no value. */
    struct srf_source *source; /* NULL: none */
    uint32_t unresolved;
    unsigned units; /* enum srf_units_used: of the text's lengths upwards and across */
    struct warn_list warnings;
    struct srf_mask **masks; /* masks[0 .. mask_count): pictures that are at hand, by their names */
    uint32_t mask_count;
    struct mem_arena arena;
    uint8_t *bytes; /* the whole file, which the data of chunks points into */
};

/* srf_has_metres_alone() is whether a map is text whose lengths can be compared with another's without a terrain. */
bool srf_has_metres_alone(const struct srf_map *map);

/*
 * srf_read_memory() parses the bytes of a .srf or .tgw; srf_read_file() reads them first. The
 * bytes are copied: the caller may free them.
 * On success *out is a map the caller frees with srf_free(); on failure it is NULL.
 * limits may be NULL (SRF_LIMITS_DEFAULT).
 * SCREE_CANNOT_READ        the file cannot be opened or read
 * SCREE_MALFORMED   err->offset is the first byte that cannot be right
 * SCREE_UNSUPPORTED the bytes are another format, which the message names
 * SCREE_LIMIT       more layers, depth, chunks or bytes than limits allow, or too long a name
 * SCREE_NO_MEMORY       memory ran out
 * A chunk the format knows must have its exact size. Kept with a warning: unknown chunks, a chunk
 * that stands twice (the last counts; of top-level SRFLs the first), a NAME without NUL, bytes
 * after the last chunk. A chunk not given leaves the factory value of srf_layer_defaults().
 * Nothing in a world's scene is an error: what is odd there is kept, with a warning, and not used.
 * Values are not judged here: srf_check() does. Threads: any, on different outputs.
 * Source: docs/formats/srf.md.
 */
MUST_USE enum scree_code srf_read_memory(struct srf_map **out, const uint8_t *bytes, size_t size,
                                         const struct srf_limits *limits, struct scree_error *err);
MUST_USE enum scree_code srf_read_file(struct srf_map **out, const char *path,
                                       const struct srf_limits *limits, struct scree_error *err);
/* srf_free() accepts NULL. */
void srf_free(struct srf_map *map);

/* srf_find_mask() is the picture of that name which a map has, or NULL; srf_find_classes() that of some of
 * its classes, or SRF_CODES. srf_take_mask() gives it one,
 * in place of another of that name and those classes, and takes over the caller's share, whatever the result;
 * srf_share_masks() gives it those of another map. Copies of a map have its pictures.
 * SCREE_NO_MEMORY */
struct srf_mask *srf_find_mask(const struct srf_map *map, const char *file);
struct srf_mask *srf_find_classes(const struct srf_map *map, const char *file, const char *classes);
MUST_USE enum scree_code srf_take_mask(struct srf_map *map, struct srf_mask *mask,
                                       struct scree_error *err);
MUST_USE enum scree_code srf_share_masks(struct srf_map *map, const struct srf_map *from,
                                         struct scree_error *err);

/*
 * srf_check() judges values. An impossible one (a number that is not finite, a negative fuzziness
 * or smoothing size) is SCREE_MALFORMED with the chunk's offset and the layer's path; a doubtful one
 * (coverage outside 0..1, limits that leave nothing, plug-ins, a feature that is not modelled,
 * limits of the root) is appended to map->warnings. Call it once, before evaluating. It judges the
 * chunks of the file: fields of layers changed since reading are not seen.
 */
MUST_USE enum scree_code srf_check(struct srf_map *map, struct scree_error *err);

/* A value of a world's scene. */
struct srf_scene_value {
    const char *key;  /* its place in the text form's scene: "camera.x" */
    bool lengths;     /* in terrain units, */
    bool upwards;     /* of height */
    const char *unit; /* " degrees", "" */
    unsigned count;   /* of numbers; 3 are a colour, of 256 */
    double numbers[SRF_SCENE_NUMBERS];
};
/* srf_scene_value() is value number i < SRF_SCENE_COUNT; false: it is missing, odd, not finite, or
 * no number. */
bool srf_scene_value(struct srf_scene_value *out, const struct srf_map *map, size_t i);

/* srf_scene_number() is number i of the value of a scene that the text form has at key, "camera.x";
 * false: the world does not have it, or it is not finite. */
bool srf_scene_number(double *value, const struct srf_map *map, const char *key, unsigned i);

/* A chunk that stands where the format does not know it. */
struct srf_unknown {
    const struct srf_chunk *chunk;
    const struct srf_layer *layer; /* NULL: at the top of the file */
};
/* srf_unknown_chunks() writes the first `capacity` of them to out, those at the top first, then by
 * layer, and returns how many there are. The other parts of a world file are not unknown. */
size_t srf_unknown_chunks(struct srf_unknown *out, size_t capacity, const struct srf_map *map);

/* srf_describe_layer() is a layer as programs see it; its name is the map's. */
struct scree_layer srf_describe_layer(const struct srf_layer *layer);
/* srf_layer_path() writes "Root/Child/Grandchild" and a NUL to out[0 .. size), cut at a character
 * if too long, and returns out. Nothing is escaped; a layer without a name appears as "layer 3", 3
 * being its index. size >= 1; SRF_MAX_PATH is where it is shown. */
#define SRF_MAX_PATH 512
char *srf_layer_path(char *out, size_t size, const struct srf_layer *layer);

/*
 * srf_write_memory() writes the chunks of a map back: the same bytes that were read, for every map
 * that srf_read_*() gave. Fields of layers are not looked at. On success the caller frees *out
 * with file_bytes_free(); on failure it is zeroed. srf_write_file() writes them to a file, which
 * appears whole or not at all.
 * SCREE_NO_MEMORY  memory ran out
 * SCREE_CANNOT_WRITE  the file cannot be written
 * Threads: any; the map is only read.
 */
MUST_USE enum scree_code srf_write_memory(struct scree_bytes *out, const struct srf_map *map,
                                          struct scree_error *err);
MUST_USE enum scree_code srf_write_file(const char *path, const struct srf_map *map,
                                        struct scree_error *err);

/* srf_wide_names() writes the names of layers that the file cannot hold to out[0 .. size), in quotes,
 * as many as fit, and returns how many there are. The file has '?' for each letter that it lacks. */
size_t srf_wide_names(char *out, size_t size, const struct srf_map *map);

/* srf_form_of_name() is the enum scree_surface_form that the end of a file's name means, in capitals or
 * not, or SCREE_NO_FORM; srf_form() is the one that holds all that a map does. srf_write_form() makes the
 * bytes of a file. On success the caller frees *out with file_bytes_free(). SCREE_BAD_ARGUMENT: the map
 * cannot be written so; SCREE_NO_MEMORY */
int srf_form_of_name(const char *name);
int srf_form(const struct srf_map *map);
MUST_USE enum scree_code srf_write_form(struct scree_bytes *out, const struct srf_map *map,
                                        int form, struct scree_error *err);

/*
 * srf_to_text() writes a map in the text form that docs/surface-text.md describes: JSON, UTF-8,
 * with a line break at its end. srf_from_text() of it gives a map that srf_write_memory() writes
 * with the bytes that were read, for every map that srf_read_*() gave; the fields of layers are not
 * looked at. options may be NULL: numbers as the file has them. On success the caller frees *out
 * with file_bytes_free(); on failure it is zeroed.
 * SCREE_NO_MEMORY  memory ran out
 * Threads: any; the map is only read.
 */
struct srf_text_options {
    bool sliders; /* write {"slider": 30} where a value is that of a whole slider position */
};
MUST_USE enum scree_code srf_to_text(struct scree_bytes *out, const struct srf_map *map,
                                     const struct srf_text_options *options,
                                     struct scree_error *err);

/* A ground, for limits that are shares of it: the values that each whole thousandth of its area does
 * not reach, from the least of all to the greatest. Neither falls. */
#define SRF_SHARES 1001
struct srf_ground {
    double altitude_m[SRF_SHARES];
    double gradient[SRF_SHARES]; /* rise over run */
};
/* Where it comes from: measure() is called if a map needs it, and no more than once. */
struct srf_survey {
    enum scree_code (*measure)(struct srf_ground *out, const void *context, struct scree_job *job,
                               struct scree_error *err);
    const void *context;
    struct scree_job *job; /* or NULL */
    bool done;
    struct srf_ground ground;
};

/* How large a terrain unit is, to understand lengths in metres. 0: not known. */
struct srf_scale {
    double across_m;           /* SCAL x and y of a terrain */
    double up_m;               /* SCAL z */
    struct srf_survey *survey; /* to understand shares of the ground; NULL: not known */
    /* What is not known is no error: the number stays as it stands, and counts as one
     * of the map's unresolved. */
    bool may_lack;
};

/* srf_is_text() says whether bytes begin like the text form: with '{', after blanks and a byte
 * order mark. */
bool srf_is_text(const uint8_t *bytes, size_t size);

/*
 * srf_from_text() makes a map of its text form. scale may be NULL: lengths in metres are then
 * refused. limits are those of the file that the text stands for, and may be NULL; the text itself
 * may have srf_text_max_bytes(limits) bytes: twice the file's and 512 for each chunk. Nothing in
 * the map knows a byte offset: they are SCREE_NO_OFFSET.
 * On success *out is a map the caller frees with srf_free(); on failure it is NULL.
 * SCREE_MALFORMED   not JSON or not this form; the message begins with line, column and place, as in
 *                 "line 9, column 17: root.children[0].coverage: ..."
 * SCREE_UNSUPPORTED another version of the form
 * SCREE_LIMIT       more bytes, layers, depth or chunks than limits allow, or more JSON values than
 *                 four times the text and 16 MiB of memory can hold
 * SCREE_NO_MEMORY       memory ran out (the JSON parser may call it SCREE_MALFORMED)
 * Values are judged by srf_check() only. Threads: any, on different outputs.
 */
uint64_t srf_text_max_bytes(const struct srf_limits *limits);
MUST_USE enum scree_code srf_from_text(struct srf_map **out, const uint8_t *text, size_t size,
                                       const struct srf_scale *scale,
                                       const struct srf_limits *limits, struct scree_error *err);
/* srf_text_place() puts the line, column and place of a layer of the text that the map was read
 * from before the message of err, which is set and has room for about 60 bytes more. */
void srf_text_place(struct scree_error *err, const struct srf_map *map, uint32_t layer,
                    const uint8_t *text, size_t size);

/* srf_near_thing() is what lies on the terrain itself that a layer may be near to, by its word: -1, it is
 * none, so it is a layer. */
enum srf_thing { SRF_WATER, SRF_ROADS, SRF_THINGS };
extern const char *const srf_things[SRF_THINGS]; /* "water", "roads" */
int srf_near_thing(const char *to);
/*
 * srf_near() finds the layer that one whose SRF_NEAR is on is near to; NULL: something that lies on the terrain.
 * needed[layer], of a number for each layer, are those that decide the other layer's ground: itself, what it stands in,
 * and what these are near to.
 * SCREE_MALFORMED (at the layer): there is no such layer or are several, it is itself, has the word of
 * something on the terrain, or one of needed depends on the layer; SCREE_NO_MEMORY
 */
MUST_USE enum scree_code srf_near(const struct srf_layer **out, bool *needed,
                                  const struct srf_map *map, const struct srf_layer *layer,
                                  struct scree_error *err);
bool srf_is_near(const struct srf_layer *layer); /* the limit is on */
/* srf_check_near() judges those of all layers; *refused is the layer where that fails. As srf_near() */
MUST_USE enum scree_code srf_check_near(const struct srf_map *map, uint32_t *refused,
                                        struct scree_error *err);

/*
 * srf_find_layers() finds the layers that a text means and returns how many there are; the first
 * capacity of them are written to out, in painting order. "#3" is the layer with that index. Any
 * other text means the layers whose path, or its end behind a '/', it is: "Grass", "Grass/Dry";
 * with a '/' before it only whole paths count: "/Rock/Grass". Paths are those of srf_layer_path().
 */
size_t srf_find_layers(const struct srf_layer **out, size_t capacity, const struct srf_map *map,
                       const char *text);

/*
 * srf_set_field() changes one field of layer number index, in its chunks as well as in its struct
 * srf_layer. field is the path of a value in the text form's layer, such as "coverage", "name" or
 * "altitude.max.at"; "altitude.max", "slope.min" and so on without more stand for the limit and its
 * switch together. value is what a person would write:
 *   0.4  70%  30slider     70% where it can only mean 0.7; slider positions where there is one
 *   12.5tu  120m  35deg  0.7gradient  70%     limits and sizes, whose unit must be given
 *   on  off                switches, and limits
 *   92,84,74               colours (of 256) and origins
 * scale may be NULL: metres are then refused. srf_set_numbers() takes values[0 .. count) in the
 * file's own units instead: as many as the field has numbers, one for each limit's part.
 * A chunk that is missing is made where Terragen writes it, everything else keeps its bytes and its
 * place; sizes and padding of what surrounds the chunk follow. Offsets of chunks remain those of
 * the file that was read. What srf_check() would refuse is refused here, with SCREE_BAD_ARGUMENT. On failure
 * no value has changed; after SCREE_NO_MEMORY a missing chunk may be there, with what its absence meant.
 * SCREE_BAD_ARGUMENT    no such layer, field or value; the message begins with "field=value: " or "field: "
 * SCREE_LIMIT  no room for a chunk at this depth
 * SCREE_NO_MEMORY  memory ran out
 */
MUST_USE enum scree_code srf_set_field(struct srf_map *map, uint32_t index, const char *field,
                                       const char *value, const struct srf_scale *scale,
                                       struct scree_error *err);
MUST_USE enum scree_code srf_set_numbers(struct srf_map *map, uint32_t index, const char *field,
                                         const double *values, size_t count,
                                         struct scree_error *err);

/*
 * srf_change() does what a text "LAYER.FIELD=VALUE" says: LAYER is what srf_find_layers() takes and
 * must mean one layer; in double quotes if its name has a dot in it, with \" and \\ for " and \.
 * FIELD and VALUE are those of srf_set_field(). SCREE_BAD_ARGUMENT: no such text, field or layer, or several
 * layers that it could mean; else as srf_set_field(). On failure no value has changed. *said, unless
 * NULL, gets "#1 Grass: coverage 0.8 -> 0.4", for file_bytes_free(); without memory for it the code is
 * SCREE_NO_MEMORY and the value has changed. srf_find_layer() is the one layer that a text means.
 * "scene.sun.heading=120" changes a world's scene, by the keys of its text form, unless FIELD is a
 * layer's; the world has that value, and is no text.
 */
MUST_USE enum scree_code srf_change(struct srf_map *map, const char *text,
                                    const struct srf_scale *scale, struct scree_bytes *said,
                                    struct scree_error *err);
#define SRF_FIELD_NAME_SIZE 32
MUST_USE enum scree_code srf_find_layer(uint32_t *index, const struct srf_map *map,
                                        const char *text, struct scree_error *err);

/* srf_get_numbers() gives what srf_set_numbers() would take: *count numbers of a field, 1 to
 * SRF_FIELD_NUMBERS, in the file's own units; those of a limit named without more are its place
 * and its switch. A chunk that is missing has the value its absence means. SCREE_BAD_ARGUMENT: no such layer
 * or field, or the field is a text; SCREE_NO_MEMORY. */
#define SRF_FIELD_NUMBERS 4
MUST_USE enum scree_code srf_get_numbers(double values[SRF_FIELD_NUMBERS], size_t *count,
                                         const struct srf_map *map, uint32_t index,
                                         const char *field, struct scree_error *err);

/* srf_field_value() is a value as people write it: of a text as it stands there, else a
 * number in the file's unit; "off" for a limit that is. On success the caller frees *out by
 * file_bytes_free(); on failure it is zeroed. SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY */
MUST_USE enum scree_code srf_field_value(struct scree_bytes *out, const struct srf_map *map,
                                         uint32_t index, const char *name, struct scree_error *err);

/* srf_field_name() writes the name of field number i that srf_set_field() knows to out[0 .. size);
 * false if there are not so many. size of SRF_FIELD_NAME_SIZE is enough. */
bool srf_field_name(char *out, size_t size, size_t i);

/*
 * srf_reroll() gives the textures of all layers (distribution, and bump where a layer has it) other
 * origins, and so the noise other patterns. They depend on seed and on which were equal before:
 * what was equal stays equal, so layers that share a pattern still do. Values are multiples of
 * 1/256 from 0 to below 32768. SCREE_NO_MEMORY, SCREE_LIMIT as above, with some origins changed.
 */
MUST_USE enum scree_code srf_reroll(struct srf_map *map, uint64_t seed, struct scree_error *err);

/* srf_copy() makes a map of the same bytes. On success the caller frees *out with srf_free(); on
 * failure it is NULL. SCREE_NO_MEMORY. */
MUST_USE enum scree_code srf_copy(struct srf_map **out, const struct srf_map *map,
                                  struct scree_error *err);

/*
 * Layers are added, removed, moved and copied in the chunks: what is not understood stays with the
 * layer it belongs to. On success *map is another map with the new layers, numbered anew, and the
 * old one is freed with all that points into it; on failure *map is as it was.
 *
 * A layer's place is its parent and the number of its older siblings, 0 the first to be painted; a
 * number beyond the last means the end.
 *
 * srf_add_layer() adds a layer with factory values and the name (UTF-8); *index is its number.
 * srf_remove_layer() removes a layer and everything below it.
 * srf_move_layer() moves a layer with everything below it; *index is its new number.
 * srf_copy_layer() puts a copy of a layer, with everything below it, right behind it; *index is
 * the copy's number.
 * SCREE_BAD_ARGUMENT    there is no such layer; the root cannot be removed, moved or copied, no layer moves
 *            below itself; a name that Windows-1252 cannot hold
 * SCREE_LIMIT  more layers or depth than SRF_LIMITS_DEFAULT
 * SCREE_NO_MEMORY
 */
MUST_USE enum scree_code srf_add_layer(struct srf_map **map, uint32_t *index, uint32_t parent,
                                       uint32_t place, const char *name, struct scree_error *err);
MUST_USE enum scree_code srf_remove_layer(struct srf_map **map, uint32_t index,
                                          struct scree_error *err);
MUST_USE enum scree_code srf_move_layer(struct srf_map **map, uint32_t *index, uint32_t layer,
                                        uint32_t parent, uint32_t place, struct scree_error *err);
MUST_USE enum scree_code srf_copy_layer(struct srf_map **map, uint32_t *index, uint32_t layer,
                                        struct scree_error *err);

/* srf_arrange() does one of these with layers and places that words name (include/scree/types/surface.h);
 * *said, unless NULL, gets a line about it, for file_bytes_free(). On failure the map is as it was.
 * SCREE_BAD_ARGUMENT and the others above */
MUST_USE enum scree_code srf_arrange(struct srf_map **map, struct scree_bytes *said,
                                     const struct scree_arrangement *what, struct scree_error *err);

/*
 * srf_extract() makes a surface map of its own, as a .srf holds it, of the one in a world. Of a
 * surface map it makes a copy without what stands behind the root. On success *out is a map the
 * caller frees with srf_free(); on failure it is NULL. SCREE_NO_MEMORY, SCREE_LIMIT as srf_read_memory().
 */
MUST_USE enum scree_code srf_extract(struct srf_map **out, const struct srf_map *map,
                                     struct scree_error *err);

/*
 * srf_layer_defaults() sets *layer to the factory values of a new layer, nameless and unlinked.
 * They are the values that real files repeat; MTER and SMSZ differ for a root. DIFC (64, 56, 48,
 * a grey-brown) and ORIG (0) are this program's choice: Terragen's are not known or random.
 */
void srf_layer_defaults(struct srf_layer *layer, bool root);

/* A layer to make: of values, the name (UTF-8, NULL is "") and the fields of the file's chunks
 * count; links, index, depth, given and plug-in sizes do not. */
struct srf_new_layer {
    uint32_t parent; /* index in the array, below the layer's own; not looked at for layer 0 */
    struct srf_layer values;
};

/*
 * srf_build_memory() makes a .srf from layers[0 .. count), layers[0] being the root and siblings
 * painted in the order of the array. Chunks stand in the order Terragen writes; plug-in lists are
 * empty and the bump texture holds factory values. srf_build_file() writes it to a file, which
 * appears whole or not at all. On success the caller frees *out with file_bytes_free(); on failure
 * it is zeroed.
 * SCREE_BAD_ARGUMENT    a name that Windows-1252 cannot hold, a parent that is not an earlier layer, a value
 *            that srf_check() refuses, or more layers or depth than SRF_LIMITS_DEFAULT
 * SCREE_NO_MEMORY  memory ran out
 * SCREE_CANNOT_WRITE  the file cannot be written
 */
MUST_USE enum scree_code srf_build_memory(struct scree_bytes *out,
                                          const struct srf_new_layer *layers, size_t count,
                                          struct scree_error *err);
/* srf_build_map() is the map that reading such a file gives; the caller frees it by srf_free(). */
MUST_USE enum scree_code srf_build_map(struct srf_map **out, const struct srf_new_layer *layers,
                                       size_t count, struct scree_error *err);
MUST_USE enum scree_code srf_build_file(const char *path, const struct srf_new_layer *layers,
                                        size_t count, struct scree_error *err);

#endif

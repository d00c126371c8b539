/*
 * A terrain in a folder, found and opened: .terrn2, .otc, page and landuse as the game reads them.
 * Source: docs/formats/ror.md.
 *
 * A layer has no name in the game. Ours is that of its picture: without the folder's name of the
 * terrain and a number in front, and without what says that it is a colour behind ("-ds", "_ds",
 * "_diffusespecular", "_diffuse") and the ending. "land-2-grass-ds.png" is "grass".
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/path.h"
#include "base/text.h"
#include "ror/ror_into.h"

#define MAX_TEXT_BYTES ((uint64_t)1 << 20)
#define MAX_SIDE 16384

/* A file that is not as it should be. */
static enum scree_code wrong(struct scree_error *err, enum scree_code code, const char *file,
                             const char *text)
{
    err_set(err, code, "%s; nothing was changed", text);
    return err_set_file(err, file);
}

static enum scree_code keep(const char **out, struct ror_target *target, const char *text,
                            size_t length, struct scree_error *err)
{
    *out = mem_arena_text(&target->arena, text, length);
    return *out != NULL ? SCREE_OK : err_no_memory(err);
}

/* The name of a file of the terrain's, kept. */
static enum scree_code keep_file(const char **out, struct ror_target *target, const char *from,
                                 const char *name, struct scree_error *err)
{
    char text[96];
    if (text_is_inner_path(name)) return keep(out, target, name, strlen(name), err);
    snprintf(text, sizeof text, "names \"%.40s\", which is not a file in its folder", name);
    return wrong(err, SCREE_MALFORMED, from, text);
}

static enum scree_code read_text(struct scree_bytes *out, const struct ror_target *target,
                                 const char *name, struct scree_error *err)
{
    enum scree_code code = file_read_in(out, target->level.path, name, MAX_TEXT_BYTES, err);
    if (code == SCREE_OK && memchr(out->data, '\0', out->size) != NULL) {
        file_bytes_free(out);
        code = wrong(err, SCREE_MALFORMED, name, "holds a NUL byte: it is not text");
    }
    return code == SCREE_OK ? SCREE_OK : err_set_file(err, name);
}

/* ---- the .terrn2 ---- */

static enum scree_code find_terrn2(const char **out, struct ror_target *target,
                                   struct scree_error *err)
{
    struct os_listing listing;
    const int reason = os_list(&listing, OS_HERE, target->level.path, OS_FOLLOW_LINKS);
    if (reason != 0)
        return os_fail(err, SCREE_CANNOT_READ, target->level.path, "cannot open", reason);
    enum scree_code code = SCREE_OK;
    size_t found = 0;
    for (const char *name; code == SCREE_OK && (name = os_list_next(&listing)) != NULL;)
        if (text_ends_in(name, ".terrn2") && text_is_inner_path(name) && ++found == 1)
            code = keep(out, target, name, strlen(name), err);
    os_list_end(&listing);
    if (code != SCREE_OK || found == 1) return code;
    return wrong(err, found == 0 ? SCREE_MALFORMED : SCREE_UNSUPPORTED, target->level.path,
                 found == 0 ? "holds no .terrn2: it is not an unpacked terrain of Rigs of Rods"
                            : "holds several .terrn2; give each terrain a folder of its own");
}

/* Above the heights' 0 as yet. */
static void take_water(struct ground_target *level, const char *text)
{
    char on[512], line[512];
    level->has_water = ror_config_get(on, text, false, "General", "Water") &&
                       (on[0] == '1' || on[0] == 't' || on[0] == 'T') &&
                       ror_config_get(line, text, false, "General", "WaterLine");
    if (level->has_water) level->water_m = strtod(line, NULL);
    level->has_water = level->has_water && isfinite(level->water_m);
}

static bool grows_something(const char *text)
{
    while (*text != '\0') {
        const char *line = text + strspn(text, " \t");
        if (strncmp(line, "trees ", 6) == 0 || strncmp(line, "grass", 5) == 0) return true;
        text += strcspn(text, "\n");
        text += *text != '\0' ? 1 : 0;
    }
    return false;
}

/* The first file of objects with trees or grass. What cannot be read is none: it stays as it is. */
static enum scree_code find_plants(struct ror_target *target, const char *text,
                                   struct scree_error *err)
{
    struct ror_config config = {.next = text};
    while (target->plants == NULL && ror_config_next(&config)) {
        struct scree_bytes bytes;
        struct scree_error unread = SCREE_ERROR_INIT;
        if (strcmp(config.section, "Objects") != 0 || !text_is_inner_path(config.key)) continue;
        if (read_text(&bytes, target, config.key, &unread) != SCREE_OK) continue;
        const bool grows = grows_something((const char *)bytes.data);
        file_bytes_free(&bytes);
        if (grows)
            RETURN_IF_ERR(keep(&target->plants, target, config.key, strlen(config.key), err));
    }
    return SCREE_OK;
}

static enum scree_code read_terrn2(const char **otc, struct ror_target *target,
                                   struct scree_error *err)
{
    const char *file = NULL;
    struct scree_bytes bytes;
    char value[512];
    RETURN_IF_ERR(find_terrn2(&file, target, err));
    RETURN_IF_ERR(keep(&target->name, target, file, strlen(file) - strlen(".terrn2"), err));
    RETURN_IF_ERR(read_text(&bytes, target, file, err));
    const char *text = (const char *)bytes.data;
    take_water(&target->level, text);
    enum scree_code code =
        ror_config_get(value, text, false, "General", "GeometryConfig")
            ? keep_file(otc, target, file, value, err)
            : wrong(err, SCREE_MALFORMED, file, "has no GeometryConfig, so it has no ground");
    if (code == SCREE_OK && ror_config_get(value, text, false, "General", "TractionMap") &&
        value[0] != '\0')
        code = keep_file(&target->landuse, target, file, value, err);
    if (code == SCREE_OK) code = find_plants(target, text, err);
    file_bytes_free(&bytes);
    return code;
}

/* ---- the .otc ---- */

/* A whole number of the .otc; what the game has without one. */
static long whole(const char *text, const char *key, long otherwise)
{
    char value[512];
    return ror_config_get(value, text, true, NULL, key) ? strtol(value, NULL, 0) : otherwise;
}

static bool is_on(const char *text, const char *key)
{
    char value[512];
    return ror_config_get(value, text, true, NULL, key) &&
           (value[0] == '1' || strncmp(value, "true", 4) == 0 || strncmp(value, "yes", 3) == 0);
}

static enum scree_code take_sizes(struct ror_target *target, const char *file, const char *text,
                                  struct scree_error *err)
{
    const long side = whole(text, "WorldSizeX", 1024), deep = whole(text, "WorldSizeZ", 1024);
    const long high = whole(text, "WorldSizeY", 50), points = whole(text, "PageSize", 1025);
    if (whole(text, "PagesX", 0) != 0 || whole(text, "PagesZ", 0) != 0)
        return wrong(err, SCREE_UNSUPPORTED, file, "has several pages, and the game knows one");
    if (side != deep || side < 1 || side > 1000000 || high < 1 || high > 1000000)
        return wrong(err, SCREE_UNSUPPORTED, file,
                     "has a world that is not a square of whole metres");
    if (points < 3 || points > ROR_MAX_POINTS ||
        whole(text, "Heightmap.0.0.raw.size", 1025) != points)
        return wrong(err, SCREE_UNSUPPORTED, file, "has a heightmap of another size than its page");
    if (whole(text, "Heightmap.0.0.raw.bpp", 2) != 2)
        return wrong(err, SCREE_UNSUPPORTED, file, "has a heightmap of 8 bits, and scree reads 16");
    if (is_on(text, "Heightmap.0.0.flipY"))
        return wrong(err, SCREE_UNSUPPORTED, file, "has a heightmap that is mirrored west to east");
    target->points = (uint32_t)points;
    target->world_m = (uint32_t)side;
    target->height_m = (uint32_t)high;
    target->level.ground.south_first = is_on(text, "Heightmap.0.0.flipX");
    return SCREE_OK;
}

/* PageFileFormat with 0 for both numbers. */
static void name_page(char out[512], const char *text, const char *otc)
{
    char format[512];
    if (!ror_config_get(format, text, true, NULL, "PageFileFormat"))
        snprintf(format, sizeof format, "%.400s-page-{X}-{Z}.otc", otc);
    size_t n = 0;
    for (const char *p = format; *p != '\0' && n < 511;) {
        const bool number = strncmp(p, "{X}", 3) == 0 || strncmp(p, "{Z}", 3) == 0;
        out[n++] = number ? '0' : *p;
        p += number ? 3 : 1;
    }
    out[n] = '\0';
}

static enum scree_code read_otc(const char **page, struct ror_target *target, const char *file,
                                struct scree_error *err)
{
    struct scree_bytes bytes;
    char name[512], stem[512];
    RETURN_IF_ERR(read_text(&bytes, target, file, err));
    snprintf(stem, sizeof stem, "%.*s", (int)(strlen(file) - (text_ends_in(file, ".otc") ? 4 : 0)),
             file);
    name_page(name, (const char *)bytes.data, stem);
    enum scree_code code = take_sizes(target, file, (const char *)bytes.data, err);
    if (code == SCREE_OK) code = keep_file(page, target, file, name, err);
    file_bytes_free(&bytes);
    return code;
}

/* ---- the page ---- */

/* The name of a layer, by its picture. */
static enum scree_code name_layer(struct ror_target_layer *layer, struct ror_target *target,
                                  const char *picture, struct scree_error *err)
{
    static const char *const colours[] = {
        "_diffusespecular", "-diffusespecular", "_diffuse", "-diffuse", "_ds", "-ds"};
    const char *from = path_base_name(picture), *dot = strrchr(from, '.');
    const size_t prefix = strlen(target->name);
    size_t length = dot != NULL && dot > from ? (size_t)(dot - from) : strlen(from);
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
        const size_t end = strlen(colours[i]);
        if (length <= end || strncmp(from + length - end, colours[i], end) != 0) continue;
        length -= end;
        break;
    }
    if (length > prefix + 1 && strncmp(from, target->name, prefix) == 0 && from[prefix] == '-') {
        size_t digits = strspn(from + prefix + 1, "0123456789");
        if (digits == 0 || from[prefix + 1 + digits] != '-' || prefix + 2 + digits >= length)
            digits = 0;
        const size_t cut = prefix + 1 + (digits > 0 ? digits + 1 : 0);
        from += cut;
        length -= cut;
    }
    return keep(&layer->name, target, from, length, err);
}

static enum scree_code take_map(struct ror_target_layer *layer, struct ror_target *target,
                                const char *page, const char *name, struct scree_error *err)
{
    for (layer->map = 0; layer->map < target->map_count; layer->map++)
        if (strcmp(target->maps[layer->map], name) == 0) return SCREE_OK;
    if (target->map_count == ROR_INTO_MAPS)
        return wrong(err, SCREE_LIMIT, page, "has more than 16 blend maps");
    return keep_file(&target->maps[target->map_count++], target, page, name, err);
}

/* Two layers in one channel cannot be told apart. */
static bool shares(const struct ror_target *target, const struct ror_target_layer *layer)
{
    for (const struct ror_target_layer *other = target->layers + 1; other < layer; other++)
        if (other->map == layer->map && other->channel == layer->channel) return true;
    return false;
}

/* fields[0 .. count): size, picture, normals, blend map, channel, opacity. */
static enum scree_code take_layer(struct ror_target *target, const char *page, char *const *fields,
                                  size_t count, struct scree_error *err)
{
    static const char letters[] = "RGBA";
    if (target->layer_count == ROR_INTO_LAYERS)
        return wrong(err, SCREE_LIMIT, page, "has more than 64 layers");
    if (count < 2) return wrong(err, SCREE_MALFORMED, page, "has a layer without a picture");
    struct ror_target_layer *layer = &target->layers[target->layer_count];
    layer->is_picture = strtod(fields[0], NULL) >= target->world_m;
    RETURN_IF_ERR(name_layer(layer, target, fields[1], err));
    if (target->layer_count++ == 0) return SCREE_OK;
    if (count < 6 || strlen(fields[4]) != 1 || strchr(letters, fields[4][0]) == NULL)
        return wrong(err, SCREE_MALFORMED, page,
                     "has a layer without a blend map, a channel R, G, B or A, and an opacity");
    layer->channel = (unsigned)(strchr(letters, fields[4][0]) - letters);
    layer->opacity = strtod(fields[5], NULL);
    if (!(layer->opacity > 0 && layer->opacity <= 1))
        return wrong(err, SCREE_UNSUPPORTED, page, "has a layer whose opacity is not in (0, 1]");
    RETURN_IF_ERR(take_map(layer, target, page, fields[3], err));
    return shares(target, layer)
               ? wrong(err, SCREE_UNSUPPORTED, page, "has two layers in one channel of a blend map")
               : SCREE_OK;
}

/* Cuts a line into fields: runs of commas count as one, blanks around a field do not. */
static size_t split(char *fields[8], char *line)
{
    size_t count = 0;
    for (char *p = line; count < 8;) {
        p += strspn(p, ",");
        if (*p == '\0') break;
        char *end = p + strcspn(p, ",");
        const bool last = *end == '\0';
        *end = '\0';
        p += strspn(p, " \t");
        for (size_t n = strlen(p); n > 0 && strchr(" \t\r", p[n - 1]) != NULL; n--) p[n - 1] = '\0';
        fields[count++] = p;
        if (last) break;
        p = end + 1;
    }
    return count;
}

/* Line 1 is the heightmap, line 2 a count that the game corrects, the others layers. */
static enum scree_code take_page(struct ror_target *target, const char *page, char *text,
                                 struct scree_error *err)
{
    unsigned number = 1;
    for (char *line = text, *next; *line != '\0'; line = next, number++) {
        char *fields[8];
        const size_t length = strcspn(line, "\n");
        next = line + length + (line[length] != '\0' ? 1 : 0);
        line[length] = '\0';
        line += strspn(line, " \t\r");
        if (number == 1) {
            for (size_t n = strlen(line); n > 0 && strchr(" \t\r", line[n - 1]) != NULL; n--)
                line[n - 1] = '\0';
            RETURN_IF_ERR(keep_file(&target->heights, target, page, line, err));
        } else if (number > 2 && line[0] != '\0' && line[0] != ';' && line[0] != '/') {
            RETURN_IF_ERR(take_layer(target, page, fields, split(fields, line), err));
        }
    }
    if (target->layer_count >= 2) return SCREE_OK;
    return wrong(err, SCREE_UNSUPPORTED, page, "has no layers to blend, so nothing can be changed");
}

static enum scree_code read_page(struct ror_target *target, const char *page,
                                 struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(read_text(&bytes, target, page, err));
    const enum scree_code code = take_page(target, page, (char *)bytes.data, err);
    file_bytes_free(&bytes);
    return code;
}

/* ---- the landuse ---- */

static bool take_colour(uint8_t rgb[3], const char *key)
{
    char *end;
    if (strlen(key) != 10 || strncmp(key, "0x", 2) != 0) return false;
    const unsigned long value = strtoul(key + 2, &end, 16);
    for (unsigned c = 0; c < 3; c++) rgb[c] = (uint8_t)(value >> (16 - 8 * c) & 0xff);
    return *end == '\0';
}

static enum scree_code take_landuse(struct ror_target *target, const char *text,
                                    struct scree_error *err)
{
    char value[512];
    struct ror_config config = {.next = text};
    if (!ror_config_get(value, text, false, NULL, "texture"))
        return wrong(err, SCREE_MALFORMED, target->landuse, "names no texture");
    RETURN_IF_ERR(keep_file(&target->landuse_picture, target, target->landuse, value, err));
    for (const char *const *key =
             (const char *const[]){"loadGroundModelsConfig", "frictionconfig", NULL};
         *key != NULL; key++)
        if (target->own_models == NULL && ror_config_get(value, text, false, NULL, *key))
            RETURN_IF_ERR(keep_file(&target->own_models, target, target->landuse, value, err));
    while (ror_config_next(&config)) {
        struct ror_target_use *use = &target->uses[target->use_count];
        if (strcmp(config.section, "use-map") != 0 || !take_colour(use->rgb, config.key)) continue;
        if (target->use_count + 1 == ROR_INTO_USES)
            return wrong(err, SCREE_LIMIT, target->landuse, "has more than 254 colours");
        RETURN_IF_ERR(keep(&use->model, target, config.value, strlen(config.value), err));
        target->use_count++;
    }
    return SCREE_OK;
}

/* ---- the ground ---- */

/* Where scree wrote the terrain: the altitude of what the game calls 0, which is 0 else, and the
 * digest of the surface map. */
static double read_report(struct ror_target *target)
{
    struct scree_bytes bytes;
    char name[ROR_FILE_SIZE];
    if (strlen(target->name) > ROR_MAX_NAME) return 0;
    ror_file_name(name, target->name, ROR_REPORT);
    if (file_read_in(&bytes, target->level.path, name, MAX_TEXT_BYTES, NULL) != SCREE_OK) return 0;
    json_t *report = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
    const double altitude_m =
        json_number_value(json_object_get(json_object_get(report, "world"), "altitude_of_0_m"));
    const char *sha256 = json_string_value(
        json_object_get(json_object_get(json_object_get(report, "inputs"), "surface"), "sha256"));
    snprintf(target->surface_sha256, SHA_HEX_SIZE, "%s", sha256 != NULL ? sha256 : "");
    json_decref(report);
    file_bytes_free(&bytes);
    return isfinite(altitude_m) ? altitude_m : 0;
}

/* Numbers of two bytes, as many as the page has points. */
static enum scree_code check_heights(const struct ror_target *target, struct scree_error *err)
{
    const uint64_t size = target->level.input.input.size;
    const uint64_t expected = 2 * (uint64_t)target->points * target->points;
    if (size == expected) return SCREE_OK;
    err_set(err, SCREE_MALFORMED,
            "holds %llu bytes, expected %llu of %u x %u heights; nothing was changed",
            (unsigned long long)size, (unsigned long long)expected, (unsigned)target->points,
            (unsigned)target->points);
    return err_set_file(err, target->level.input.path);
}

static enum scree_code open_ground(struct ror_target *target, struct scree_job *job,
                                   struct scree_error *err)
{
    struct scree_terrain_options *ground = &target->level.ground;
    const double lowest_m = read_report(target);
    ground->cell_m = (double)target->world_m / (target->points - 1);
    ground->raw = SCREE_RAW_U16;
    ground->raw_width = ground->raw_height = target->points;
    ground->raw_big_endian = false;
    ground->height_range_m[0] = lowest_m;
    ground->height_range_m[1] = lowest_m + target->height_m;
    if (lowest_m == 0 && ground->height_offset_tu == 0)
        job_note(job, NULL,
                 "altitudes count from the terrain's lowest point, as the game has them; with the "
                 "map's zero elsewhere add {height_offset_tu}");
    char *path = path_join(target->level.path, target->heights);
    if (path == NULL) return err_no_memory(err);
    const char *kept;
    enum scree_code code = keep(&kept, target, path, strlen(path), err);
    mem_free(path);
    if (code == SCREE_OK)
        code = inputs_open(&target->level.input, kept, ground->max_file_bytes, err);
    return code == SCREE_OK ? check_heights(target, err) : code;
}

static enum scree_code open_target(struct ror_target *target, struct scree_job *job,
                                   struct scree_error *err)
{
    struct os_info info;
    const char *otc = NULL, *page = NULL;
    const int reason = os_look(&info, OS_HERE, target->level.path, OS_FOLLOW_LINKS);
    if (reason != 0)
        return os_fail(err, SCREE_CANNOT_READ, target->level.path, "cannot open", reason);
    if (info.kind != OS_FOLDER)
        return wrong(err, SCREE_UNSUPPORTED, target->level.path,
                     "is not a folder; unpack the terrain and name its folder");
    RETURN_IF_ERR(read_terrn2(&otc, target, err));
    RETURN_IF_ERR(read_otc(&page, target, otc, err));
    RETURN_IF_ERR(read_page(target, page, err));
    if (target->landuse != NULL) {
        RETURN_IF_ERR(read_text(&target->landuse_bytes, target, target->landuse, err));
        RETURN_IF_ERR(take_landuse(target, (const char *)target->landuse_bytes.data, err));
    }
    return open_ground(target, job, err);
}

static void set_water(struct ground_target *level)
{
    const struct scree_terrain_options *ground = &level->ground;
    const double altitude_m =
        level->water_m + ground->height_range_m[0] + ground->height_offset_tu * ground->cell_m;
    level->water_m = floor(altitude_m * 1000 + 0.5) / 1000; /* as the line is written */
}

/* What is for terrains of other kinds. */
static enum scree_code check_ground(const struct scree_terrain_options *given,
                                    struct scree_error *err)
{
    const struct {
        const char *member;
        bool given;
    } all[] = {{"cell_m", given->cell_m != 0},
               {"height_range_m", !(given->height_range_m[0] == given->height_range_m[1])},
               {"fill_m", given->has_fill},
               {"keep_missing", given->keep_missing != 0},
               {"raw", given->raw != SCREE_RAW_NONE},
               {"raw_width", given->raw_width != 0 || given->raw_height != 0},
               {"raw_big_endian", given->raw_big_endian != 0},
               {"south_first", given->south_first != 0},
               {"max_height_m", given->max_height_m != 0},
               {"square_m", given->square_m != 0},
               {"band", given->band != 0},
               {"leave_in_file", given->leave_in_file != 0},
               {"parts_folder", given->parts_folder != NULL}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].given)
            return err_set_option(
                err, all[i].member,
                "{%s} is for other terrains: one of Rigs of Rods says itself how its "
                "heights are read; leave it out",
                all[i].member);
    return SCREE_OK;
}

enum scree_code ror_target_open(struct ground_target **out, const char *path,
                                const struct scree_terrain_options *ground, struct scree_job *job,
                                struct scree_error *err)
{
    *out = NULL;
    struct ror_target *target;
    RETURN_IF_ERR(check_ground(ground, err));
    RETURN_IF_ERR(MEM_NEED(&target, 1, sizeof *target, err));
    target->level.game = &ror_game;
    enum scree_code code = ground_target_begin(&target->level, path, ground, job, err);
    if (code == SCREE_OK) code = open_target(target, job, err);
    if (code != SCREE_OK) {
        ground_target_close(&target->level);
        return code;
    }
    set_water(&target->level);
    *out = &target->level;
    return SCREE_OK;
}

void ror_target_close(struct ground_target *level)
{
    struct ror_target *target = (struct ror_target *)level;
    file_bytes_free(&target->landuse_bytes);
    mem_arena_free(&target->arena);
}

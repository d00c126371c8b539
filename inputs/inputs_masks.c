/* The pictures of masks, from the folder of their map. */
#include "inputs/inputs.h"

#include <stdio.h>
#include <string.h>

#include "base/grow.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "base/path.h"
#include "image/image.h"

#define MAX_PIXELS (UINT64_C(1) << 28) /* 16384 x 16384 */

struct reading {
    const char *file;
    struct image_picture form;
    struct image_numbers numbers; /* of a TIFF */
    bool codes;                   /* pixels are classes */
    struct srf_mask *mask;
};

static enum scree_code start(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    struct reading *reading = context;
    (void)memory_bytes;
    RETURN_IF_ERR(srf_mask_create(&reading->mask, reading->file, (uint32_t)reading->form.width,
                                  (uint32_t)reading->form.height, err));
    reading->mask->most_code = reading->form.bits == 16 ? UINT16_MAX : UINT8_MAX;
    return SCREE_OK;
}

/* A pixel of a picture in colours is a number if its colours are equal, and one with an alpha if
 * nothing shows through it. */
static bool is_grey(const uint16_t *pixel, unsigned channels, uint16_t most_code)
{
    if (channels % 2 == 0 && pixel[channels - 1] != most_code) return false;
    return channels < 3 || (pixel[0] == pixel[1] && pixel[1] == pixel[2]);
}

static enum scree_code put_row(void *context, const struct image_run *run, struct scree_error *err)
{
    const struct reading *reading = context;
    const struct srf_mask *const mask = reading->mask;
    const unsigned channels = reading->form.channels;
    const uint16_t *pixel = run->samples;
    for (size_t i = 0; i < run->count; i++, pixel += channels) {
        const size_t column = run->first + i * run->step;
        if (reading->codes && channels > 1)
            return err_set(err, SCREE_UNSUPPORTED,
                           "has colours, and classes are numbers; save it as grey or with a "
                           "palette");
        if (!reading->codes && !is_grey(pixel, channels, mask->most_code))
            return err_set(err, SCREE_UNSUPPORTED,
                           "has a colour or something to see through at column %lu, row %lu; save "
                           "it as grey without alpha",
                           (unsigned long)column, (unsigned long)run->y);
        mask->pixels[run->y * mask->width + column] = pixel[0];
    }
    return SCREE_OK;
}

static enum scree_code start_tiff(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    struct reading *reading = context;
    const struct image_numbers *const form = &reading->numbers;
    (void)memory_bytes;
    if (form->number != IMAGE_U8 && form->number != IMAGE_U16)
        return err_set(err, SCREE_UNSUPPORTED,
                       "has numbers that are not greys of 8 or 16 bits; make them that by "
                       "gdal_translate -ot Byte -scale");
    if (form->palette && !reading->codes)
        return err_set(err, SCREE_UNSUPPORTED,
                       "has a palette, whose numbers are classes; say which, such as \"classes\": "
                       "[10, 20]");
    RETURN_IF_ERR(srf_mask_create(&reading->mask, reading->file, (uint32_t)form->width,
                                  (uint32_t)form->height, err));
    reading->mask->most_code = form->number == IMAGE_U16 ? UINT16_MAX : UINT8_MAX;
    return SCREE_OK;
}

/* What holds no data is black. */
static enum scree_code put_tiff_row(void *context, const struct image_run *run,
                                    struct scree_error *err)
{
    const struct reading *reading = context;
    const struct image_numbers *const form = &reading->numbers;
    const uint8_t *const u8 = run->samples;
    const uint16_t *const u16 = run->samples;
    uint16_t *const row = reading->mask->pixels + run->y * reading->mask->width;
    (void)err;
    for (size_t i = 0; i < run->count; i++) {
        const uint16_t code = form->number == IMAGE_U16 ? u16[i] : u8[i];
        const bool none = !reading->codes && form->has_nodata && code == form->nodata;
        row[run->first + i * run->step] = none ? 0 : code;
    }
    return SCREE_OK;
}

static enum scree_code read_tiff(struct reading *reading, const struct file_input *input,
                                 struct scree_error *err)
{
    const struct image_sink sink = {start_tiff, put_tiff_row, reading, true};
    if (!image_has_tiff())
        return err_set(err, SCREE_UNSUPPORTED,
                       "is a TIFF, which this build of scree cannot read; save it as a PNG");
    const enum scree_code code =
        image_read_tiff_rows(&reading->numbers, input, MAX_PIXELS, &sink, err);
    if (code != SCREE_OK) {
        image_geo_free(reading->numbers.geo);
        return code;
    }
    reading->mask->geo = reading->numbers.geo;
    reading->mask->free_geo = image_geo_free;
    return SCREE_OK;
}

/* By its first bytes, as everything is. */
static bool is_tiff(const struct file_input *input)
{
    uint8_t head[4];
    return input->size >= sizeof head &&
           file_input_read(input, 0, head, sizeof head, NULL) == SCREE_OK &&
           image_is_tiff(head, sizeof head);
}

static enum scree_code set_codes(struct srf_mask *mask, struct scree_error *err)
{
    mem_free(mask->classes);
    mask->classes = mem_text(SRF_CODES, strlen(SRF_CODES));
    return mask->classes != NULL ? SCREE_OK : err_no_memory(err);
}

static enum scree_code read_input(struct srf_mask **out, const char *file, bool codes,
                                  const struct file_input *input, struct scree_job *job,
                                  struct scree_error *err)
{
    struct reading reading = {.file = file, .codes = codes};
    const struct image_sink sink = {start, put_row, &reading, codes};
    enum scree_code code = is_tiff(input)
                               ? read_tiff(&reading, input, err)
                               : image_read_png_rows(&reading.form, input, MAX_PIXELS, &sink, err);
    if (code == SCREE_OK) {
        reading.mask->size_bytes = input->size;
        code = sha_input(reading.mask->sha256, input, job, err);
        memcpy(reading.mask->identity, reading.mask->sha256, sizeof reading.mask->identity);
    }
    if (code == SCREE_OK && codes) code = set_codes(reading.mask, err);
    if (code == SCREE_OK) {
        *out = reading.mask;
        return SCREE_OK;
    }
    srf_mask_free(reading.mask);
    return code;
}

/* Whether a layer goes by a picture's greys (false) or by its classes. */
static bool is_wanted(const struct srf_map *map, const char *file, bool codes)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *const layer = map->layers[i];
        if (srf_goes_by(layer, file) && (layer->classes[0] != '\0') == codes) return true;
    }
    return false;
}

enum scree_code inputs_take_mask(struct srf_map *map, const char *file,
                                 const struct inputs_opened *opened, struct scree_job *job,
                                 struct scree_error *err)
{
    for (int codes = 0; codes < 2; codes++) {
        const bool other = is_wanted(map, file, codes == 0);
        if (!is_wanted(map, file, codes == 1) && (codes == 1 || other)) continue;
        struct srf_mask *mask;
        RETURN_IF_ERR(read_input(&mask, file, codes == 1, &opened->input, job, err));
        RETURN_IF_ERR(srf_take_mask(map, mask, err));
    }
    return SCREE_OK;
}

/* What a legend is called: as its picture, but for the ending. */
static char *legend_name(const char *file)
{
    const char *const dot = strrchr(file, '.'), *const slash = strrchr(file, '/');
    const size_t length =
        dot != NULL && (slash == NULL || dot > slash) ? (size_t)(dot - file) : strlen(file);
    struct grow name = {0};
    grow_put(&name, file, length);
    grow_put(&name, ".txt", 5);
    return name.text;
}

#define MAX_LEGEND (UINT64_C(1) << 16)

/* The legend beside a picture of classes, if there is one; the picture is another one with it. */
static enum scree_code read_legend(struct srf_mask *mask, const char *beside,
                                   struct scree_error *err)
{
    struct file_input input;
    char *const name = legend_name(mask->file);
    char *const path = name != NULL ? path_beside(beside, name) : NULL;
    enum scree_code code = path != NULL ? SCREE_OK : err_no_memory(err);
    if (code == SCREE_OK && file_input_open(&input, path, MAX_LEGEND, NULL) == SCREE_OK) {
        mask->legend = mem_alloc((size_t)input.size + 1, 1);
        code = mask->legend == NULL
                   ? err_no_memory(err)
                   : file_input_read(&input, 0, mask->legend, (size_t)input.size, err);
        file_input_close(&input);
    }
    if (code == SCREE_OK && mask->legend != NULL) {
        struct grow both = {0};
        grow_print(&both, "%s %s", mask->sha256, mask->legend);
        if (!both.failed) sha_hex(mask->identity, both.text, both.size);
        if (both.failed) code = err_no_memory(err);
        grow_free(&both);
    }
    mem_free(path);
    mem_free(name);
    return code;
}

static enum scree_code read_beside(struct srf_map *map, const char *file, bool codes,
                                   const char *beside, struct scree_job *job,
                                   struct scree_error *err)
{
    char *const path = path_beside(beside, file);
    if (path == NULL) return err_no_memory(err);
    struct file_input input;
    struct srf_mask *mask = NULL;
    enum scree_code code = file_input_open(&input, path, UINT64_MAX, err);
    if (code == SCREE_OK) {
        code = read_input(&mask, file, codes, &input, job, err);
        file_input_close(&input);
    }
    mem_free(path);
    if (code == SCREE_OK && codes) code = read_legend(mask, beside, err);
    if (code == SCREE_OK) return srf_take_mask(map, mask, err);
    srf_mask_free(mask);
    return code;
}

/* Layer and picture are named, as the error is about the map. */
enum scree_code inputs_fail_mask(enum scree_code code, const struct scree_error *found,
                                 const struct srf_layer *layer, struct scree_error *err)
{
    if (code == SCREE_NO_MEMORY || code == SCREE_CANCELLED)
        return err_set(err, code, "%s", found->text);
    return err_set(err, code, "layer \"%s\": mask \"%s\": %s%s", layer->name, layer->mask,
                   found->text,
                   code == SCREE_CANNOT_READ ? "; put the picture into the map's folder"
                   : code == SCREE_MALFORMED ? "; save the picture as a PNG anew"
                                             : "");
}

enum scree_code inputs_read_masks(struct srf_map *map, const char *beside, struct scree_job *job,
                                  struct scree_error *err)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *const layer = map->layers[i];
        const bool codes = layer->classes[0] != '\0';
        if (!srf_is_on(layer->limits[SRF_MASK].on[0]) ||
            srf_find_classes(map, layer->mask, codes ? SRF_CODES : "") != NULL)
            continue;
        struct scree_error found = SCREE_ERROR_INIT;
        const enum scree_code code = read_beside(map, layer->mask, codes, beside, job, &found);
        if (code != SCREE_OK) return inputs_fail_mask(code, &found, layer, err);
    }
    return SCREE_OK;
}

enum scree_code inputs_know_masks(struct srf_map *map, const char *beside, struct scree_job *job,
                                  struct scree_error *err)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *const layer = map->layers[i];
        struct file_input input;
        struct srf_mask *mask;
        if (!srf_is_on(layer->limits[SRF_MASK].on[0]) || srf_find_mask(map, layer->mask) != NULL)
            continue;
        char *const path = path_beside(beside, layer->mask);
        if (path == NULL) return err_no_memory(err);
        const bool open = file_input_open(&input, path, UINT64_MAX, NULL) == SCREE_OK;
        mem_free(path);
        if (!open) continue;
        enum scree_code code = srf_mask_create(&mask, layer->mask, 1, 1, err);
        if (code == SCREE_OK) {
            code = sha_input(mask->sha256, &input, job, err);
            if (code == SCREE_OK)
                code = srf_take_mask(map, mask, err);
            else
                srf_mask_free(mask);
        }
        file_input_close(&input);
        if (code == SCREE_NO_MEMORY || code == SCREE_CANCELLED) return code;
    }
    return SCREE_OK;
}

bool inputs_uses_masks(const struct srf_map *map)
{
    for (uint32_t i = 0; i < map->mask_count; i++)
        if (is_wanted(map, map->masks[i]->file, false) || is_wanted(map, map->masks[i]->file, true))
            return true;
    return false;
}

/* A picture is listed once, and with it the legend that its classes are named by. */
json_t *inputs_masks_json(const struct srf_map *map)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < map->mask_count; i++) {
        const struct srf_mask *const mask = map->masks[i];
        const bool codes = strcmp(mask->classes, SRF_CODES) == 0;
        if (mask->classes[0] != '\0' && !codes) continue;
        if (!is_wanted(map, mask->file, codes)) continue;
        if (!codes || !is_wanted(map, mask->file, false))
            json_text_append(&array, json_text_file(mask->file, mask->size_bytes, mask->sha256));
        if (mask->legend == NULL) continue;
        char sha256[SHA_HEX_SIZE];
        char *const name = legend_name(mask->file);
        sha_hex(sha256, mask->legend, strlen(mask->legend));
        json_text_append(&array,
                         name != NULL ? json_text_file(name, strlen(mask->legend), sha256) : NULL);
        mem_free(name);
    }
    return array;
}

/* Tiles as one raster: GDAL's virtual raster of simple sources, beside them. */
#include <stdio.h>
#include <string.h>

#include "bake/bake_pieces.h"
#include "bake/baked.h"
#include "base/grow.h"
#include "base/path.h"

/* Source: GDAL's page "VRT -- GDAL Virtual Format". */

struct vrt_bands {
    int count;
    const char *type; /* GDAL's word for the numbers */
};

/* Of what, and where to. */
struct rasters {
    const struct baked *baked;
    const json_t *place;
    struct sink *sink;
};

static void put_place(struct grow *to, const json_t *place)
{
    const json_t *const numbers = json_object_get(place, "transform");
    const json_int_t epsg = json_integer_value(json_object_get(place, "epsg"));
    if (json_array_size(numbers) != 6) return;
    if (epsg > 0 && epsg < 65536) grow_print(to, "  <SRS>EPSG:%d</SRS>\n", (int)epsg);
    grow_text(to, "  <GeoTransform>");
    for (size_t i = 0; i < 6; i++) {
        const char *const number = json_string_value(json_array_get(numbers, i));
        grow_print(to, "%s%.30s", i > 0 ? ", " : "", number != NULL ? number : "0");
    }
    grow_text(to, "</GeoTransform>\n");
}

static void put_source(struct grow *to, const struct baked *baked, const char *image, uint32_t x,
                       uint32_t y, int band)
{
    const struct bake_cut *const cut = &baked->cut;
    const uint32_t column = bake_cut_edge(cut, baked->width, x);
    const uint32_t row = bake_cut_edge(cut, baked->height, y);
    const unsigned width = (unsigned)(bake_cut_edge(cut, baked->width, x + 1) - column);
    const unsigned height = (unsigned)(bake_cut_edge(cut, baked->height, y + 1) - row);
    char name[256];
    baked_tile_name(name, sizeof name, image, x, y);
    grow_print(to,
               "    <SimpleSource>\n"
               "      <SourceFilename relativeToVRT=\"1\">%s</SourceFilename>\n"
               "      <SourceBand>%d</SourceBand>\n"
               "      <SrcRect xOff=\"0\" yOff=\"0\" xSize=\"%u\" ySize=\"%u\" />\n"
               "      <DstRect xOff=\"%u\" yOff=\"%u\" xSize=\"%u\" ySize=\"%u\" />\n"
               "    </SimpleSource>\n",
               path_base_name(name), band, width, height, (unsigned)column, (unsigned)row, width,
               height);
}

static void put_band(struct grow *to, const struct baked *baked, const char *image,
                     const struct vrt_bands *bands, int band)
{
    static const char *const colours[4] = {"Red", "Green", "Blue", "Alpha"};
    grow_print(to, "  <VRTRasterBand dataType=\"%s\" band=\"%d\">\n", bands->type, band);
    grow_print(to, "    <ColorInterp>%s</ColorInterp>\n",
               bands->count > 1 ? colours[band - 1] : "Gray");
    for (uint32_t y = 0; y < baked->cut.rows; y++)
        for (uint32_t x = 0; x < baked->cut.columns; x++) put_source(to, baked, image, x, y, band);
    grow_text(to, "  </VRTRasterBand>\n");
}

/* image: its name with {x} and {y}. */
static enum scree_code write_vrt(const struct rasters *to, const char *image,
                                 const struct vrt_bands *bands, struct scree_error *err)
{
    const struct baked *const baked = to->baked;
    const char *const tile = strstr(image, "_{x}_{y}");
    if (tile == NULL) return SCREE_OK;
    struct grow text = {0};
    struct scree_bytes bytes;
    grow_print(&text, "<VRTDataset rasterXSize=\"%u\" rasterYSize=\"%u\">\n",
               (unsigned)baked->width, (unsigned)baked->height);
    put_place(&text, to->place);
    for (int band = 1; band <= bands->count; band++) put_band(&text, baked, image, bands, band);
    grow_text(&text, "</VRTDataset>\n");
    RETURN_IF_ERR(grow_take(&bytes, &text, err));
    char name[200];
    snprintf(name, sizeof name, "%.*s.vrt", (int)(tile - image), image);
    const enum scree_code code =
        sink_write(to->sink, name, SINK_NO_DIGEST, bytes.data, bytes.size, err);
    file_bytes_free(&bytes);
    return code;
}

enum scree_code bake_write_vrts(struct sink *sink, const struct baked *baked, const json_t *place,
                                struct scree_error *err)
{
    static const char *const types[] = {
        [IMAGE_U8] = "Byte", [IMAGE_U16] = "UInt16", [IMAGE_F32] = "Float32"};
    const struct rasters to = {baked, place, sink};
    for (unsigned k = 0; k < BAKE_NODATA; k++) {
        const enum bake_kind kind = (enum bake_kind)k;
        const struct bake_form form = bake_kind_form(baked->format, kind);
        const struct vrt_bands bands = {(int)form.channels, types[form.number]};
        const size_t count = bake_kind_images(kind, baked->outputs, baked->material_count, false);
        for (size_t i = 0; i < count && form.plain == IMAGE_PLAIN_NONE; i++) {
            char stem[BAKE_STEM], image[64];
            bake_kind_stem(stem, kind, i);
            snprintf(image, sizeof image, "%s_{x}_{y}.%s", stem, form.ending);
            RETURN_IF_ERR(
                write_vrt(&to, kind == BAKE_MASKS ? baked->materials[i].file : image, &bands, err));
        }
    }
    return SCREE_OK;
}

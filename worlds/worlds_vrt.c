/*
 * GDAL's virtual rasters, as far as they place whole pieces of files: VRTDataset > VRTRasterBand >
 * SimpleSource or ComplexSource with SourceFilename, SrcRect and DstRect of one size.
 *
 * The XML that this takes is elements, attributes, text, comments and the five entities; what may
 * name other files (a DOCTYPE) is refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "worlds/worlds_tiles.h"

/* ---- XML ---- */

struct slice {
    const char *at;
    size_t size;
};

struct tag {
    struct slice name, attributes, text; /* text: what follows up to the next tag */
    bool closes, is_empty;
};

struct xml {
    const char *start, *at; /* ends with a zero byte */
    struct scree_error *err;
};

static enum scree_code broken(struct xml *xml, const char *what)
{
    return err_set_at(xml->err, SCREE_MALFORMED, (uint64_t)(xml->at - xml->start), "%s", what);
}

static bool is(struct slice slice, const char *text)
{
    return slice.size == strlen(text) && memcmp(slice.at, text, slice.size) == 0;
}

static enum scree_code skip_to(struct xml *xml, const char *end)
{
    const char *const found = strstr(xml->at, end);
    if (found == NULL) return broken(xml, "the XML ends inside a comment or an instruction");
    xml->at = found + strlen(end);
    return SCREE_OK;
}

/* The next tag; its name has no bytes at the end of the file. */
static enum scree_code next_tag(struct tag *tag, struct xml *xml)
{
    memset(tag, 0, sizeof *tag);
    for (;;) {
        xml->at += strcspn(xml->at, "<");
        if (*xml->at == '\0') return SCREE_OK;
        if (strncmp(xml->at, "<!--", 4) == 0)
            RETURN_IF_ERR(skip_to(xml, "-->"));
        else if (strncmp(xml->at, "<?", 2) == 0)
            RETURN_IF_ERR(skip_to(xml, "?>"));
        else if (xml->at[1] == '!')
            return broken(xml, "has a DOCTYPE or CDATA, which scree does not read");
        else
            break;
    }
    tag->closes = xml->at[1] == '/';
    tag->name.at = xml->at + 1 + tag->closes;
    tag->name.size = strcspn(tag->name.at, " \t\r\n/>");
    tag->attributes.at = tag->name.at + tag->name.size;
    const char *at = tag->attributes.at;
    for (char quote = '\0'; *at != '\0' && (quote != '\0' || *at != '>'); at++) {
        if (quote == '\0' && (*at == '"' || *at == '\''))
            quote = *at;
        else if (*at == quote)
            quote = '\0';
    }
    if (*at == '\0' || tag->name.size == 0) return broken(xml, "the XML ends inside a tag");
    tag->is_empty = at[-1] == '/' && at > tag->attributes.at;
    tag->attributes.size = (size_t)(at - tag->attributes.at);
    xml->at = at + 1;
    tag->text.at = xml->at;
    tag->text.size = strcspn(xml->at, "<");
    return SCREE_OK;
}

/* The value of an attribute between quotes; false if there is none. */
static bool attribute(struct slice *out, const struct tag *tag, const char *name)
{
    const char *at = tag->attributes.at, *const end = at + tag->attributes.size;
    const size_t length = strlen(name);
    while (at < end) {
        at += strspn(at, " \t\r\n");
        const char *const key = at;
        at += strcspn(at, "= \t\r\n/>");
        const size_t size = (size_t)(at - key);
        at += strspn(at, " \t\r\n");
        if (at >= end || *at != '=') return false;
        at++;
        at += strspn(at, " \t\r\n");
        const char quote = *at;
        if (quote != '"' && quote != '\'') return false;
        out->at = ++at;
        while (at < end && *at != quote) at++;
        out->size = (size_t)(at - out->at);
        if (size == length && memcmp(key, name, length) == 0) return true;
        at++;
    }
    return false;
}

/* Text without its entities, for mem_free(); NULL: no memory. */
static char *plain(struct slice text)
{
    static const struct {
        const char *entity;
        char meant;
    } entities[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    char *const out = mem_alloc(text.size + 1, 1);
    size_t size = 0;
    for (size_t i = 0; out != NULL && i < text.size;) {
        size_t skip = 1;
        out[size] = text.at[i];
        for (size_t k = 0; k < sizeof entities / sizeof entities[0]; k++) {
            const size_t length = strlen(entities[k].entity);
            if (text.size - i < length || memcmp(text.at + i, entities[k].entity, length) != 0)
                continue;
            out[size] = entities[k].meant;
            skip = length;
        }
        size++;
        i += skip;
    }
    return out;
}

/* ---- the raster ---- */

#define MOST_DEPTH 16
#define MOST_POINTS 2147483647.0

struct vrt {
    struct xml xml;
    struct worlds_list *list;
    const char *path;
    struct slice open[MOST_DEPTH]; /* the elements that the reader is in */
    size_t depth;
    size_t bands;
    /* The source under way. */
    char *file;
    bool is_relative;
    double from[4], to[4];
    bool has_from, has_to;
};

static enum scree_code read_count(double *out, struct vrt *vrt, const struct tag *tag,
                                  const char *name)
{
    struct slice value;
    char text[32];
    if (!attribute(&value, tag, name)) return broken(&vrt->xml, "a size or a place is missing");
    snprintf(text, sizeof text, "%.*s", (int)(value.size < 31 ? value.size : 31), value.at);
    char *end;
    const long long whole = strtoll(text, &end, 10);
    if (*end == '.') end += 1 + strspn(end + 1, "0");
    if (end == text || *end != '\0' || whole < 0 || (double)whole > MOST_POINTS)
        return broken(&vrt->xml, "a size or a place is not a whole number from 0; resample the "
                                 "sources first (gdalwarp)");
    *out = (double)whole;
    return SCREE_OK;
}

static enum scree_code read_rectangle(double out[4], struct vrt *vrt, const struct tag *tag)
{
    RETURN_IF_ERR(read_count(&out[0], vrt, tag, "xOff"));
    RETURN_IF_ERR(read_count(&out[1], vrt, tag, "yOff"));
    RETURN_IF_ERR(read_count(&out[2], vrt, tag, "xSize"));
    return read_count(&out[3], vrt, tag, "ySize");
}

/* Whether a source is the raster that names it. */
static bool is_itself(const struct vrt *vrt, const char *path)
{
    struct os_info raster, source;
    return os_look(&raster, OS_HERE, vrt->path, OS_FOLLOW_LINKS) == 0 &&
           os_look(&source, OS_HERE, path, OS_FOLLOW_LINKS) == 0 && os_is_same(&raster, &source);
}

static enum scree_code end_source(struct vrt *vrt)
{
    const double *const from = vrt->from, *const to = vrt->to;
    if (vrt->file == NULL || vrt->file[0] == '\0')
        return broken(&vrt->xml, "a source has no SourceFilename");
    if (!vrt->has_from || !vrt->has_to)
        return broken(&vrt->xml, "a source has no SrcRect or no DstRect");
    if (from[2] != to[2] || from[3] != to[3])
        return err_set(vrt->xml.err, SCREE_UNSUPPORTED,
                       "%s is resampled from %.0f x %.0f to %.0f x %.0f points; give it the "
                       "world's resolution first (gdalwarp -tr)",
                       vrt->file, from[2], from[3], to[2], to[3]);
    const double right = to[0] + to[2], bottom = to[1] + to[3];
    if (to[2] < 1 || to[3] < 1 || right > (double)vrt->list->points_x ||
        bottom > (double)vrt->list->points_y)
        return err_set(vrt->xml.err, SCREE_MALFORMED,
                       "DstRect of %s is not in the raster of %llu x %llu points", vrt->file,
                       (unsigned long long)vrt->list->points_x,
                       (unsigned long long)vrt->list->points_y);
    char *const path =
        vrt->is_relative ? path_beside(vrt->path, vrt->file) : path_join(NULL, vrt->file);
    if (path != NULL && is_itself(vrt, path)) {
        mem_free(path);
        return err_set(vrt->xml.err, SCREE_MALFORMED,
                       "the raster is a source of itself; name files with heights");
    }
    struct worlds_tile *const tile = worlds_add(vrt->list, path, vrt->file, vrt->xml.err);
    if (tile == NULL) return SCREE_NO_MEMORY;
    tile->sized = true;
    tile->x = (uint64_t)to[0];
    tile->y = vrt->list->points_y - (uint64_t)bottom;
    tile->width = (uint32_t)to[2];
    tile->height = (uint32_t)to[3];
    tile->from_x = (uint32_t)from[0];
    tile->from_y = (uint32_t)from[1]; /* from the north, until the file's size is known */
    return SCREE_OK;
}

static bool is_source(struct slice name)
{
    return is(name, "SimpleSource") || is(name, "ComplexSource");
}

static bool is_in(const struct vrt *vrt, const char *name)
{
    for (size_t i = 0; i < vrt->depth; i++)
        if (is(vrt->open[i], name)) return true;
    return false;
}

static enum scree_code refuse_computed(struct vrt *vrt, const struct tag *tag, const char *what)
{
    struct slice class;
    if (!attribute(&class, tag, "subClass")) return SCREE_OK;
    return err_set(vrt->xml.err, SCREE_UNSUPPORTED,
                   "%s a %.*s, computed when it is read; write it to a file first (gdal_translate)",
                   what, (int)(class.size < 40 ? class.size : 40), class.at);
}

static enum scree_code begin_band(struct vrt *vrt, const struct tag *tag)
{
    RETURN_IF_ERR(refuse_computed(vrt, tag, "a band is"));
    if (++vrt->bands > 1)
        return err_set(vrt->xml.err, SCREE_UNSUPPORTED,
                       "has more than one band; make one with the heights alone "
                       "(gdal_translate -b)");
    return SCREE_OK;
}

static enum scree_code begin(struct vrt *vrt, const struct tag *tag)
{
    static const char *const computed[] = {
        "ScaleRatio",          "ScaleOffset",          "Exponent",       "LUT",
        "ColorTableComponent", "KernelFilteredSource", "AveragedSource", "NoDataFromMaskSource",
        "ArraySource",         "UseMaskBand"};
    struct slice value;
    if (is_in(vrt, "MaskBand") || is_in(vrt, "OverviewList")) return SCREE_OK;
    if (is(tag->name, "NODATA"))
        return err_set(
            vrt->xml.err, SCREE_UNSUPPORTED,
            "has NODATA, which shows the source below; leave points without data to the "
            "sources (gdalbuildvrt -srcnodata None), or write the raster to a file first "
            "(gdal_translate)");
    for (size_t i = 0; i < sizeof computed / sizeof computed[0]; i++)
        if (is(tag->name, computed[i]))
            return err_set(vrt->xml.err, SCREE_UNSUPPORTED,
                           "has %s, so heights would have to be computed; write the raster to a "
                           "file first (gdal_translate)",
                           computed[i]);
    if (is(tag->name, "VRTRasterBand")) return begin_band(vrt, tag);
    if (is_source(tag->name)) {
        mem_free(vrt->file);
        vrt->file = NULL;
        vrt->has_from = vrt->has_to = vrt->is_relative = false;
    } else if (is(tag->name, "SourceFilename")) {
        mem_free(vrt->file);
        vrt->file = plain(tag->text);
        if (vrt->file == NULL) return err_no_memory(vrt->xml.err);
        vrt->is_relative = attribute(&value, tag, "relativeToVRT") && is(value, "1");
    } else if (is(tag->name, "SourceBand") && !is(tag->text, "1")) {
        return err_set(vrt->xml.err, SCREE_UNSUPPORTED,
                       "a source's band is not the first; write the heights to a file first");
    } else if (is(tag->name, "SrcRect")) {
        vrt->has_from = true;
        return read_rectangle(vrt->from, vrt, tag);
    } else if (is(tag->name, "DstRect")) {
        vrt->has_to = true;
        return read_rectangle(vrt->to, vrt, tag);
    }
    return SCREE_OK;
}

static enum scree_code read_root(struct vrt *vrt)
{
    struct tag tag;
    double size[2];
    RETURN_IF_ERR(next_tag(&tag, &vrt->xml));
    if (!is(tag.name, "VRTDataset") || tag.closes)
        return broken(&vrt->xml, "does not begin with VRTDataset");
    RETURN_IF_ERR(refuse_computed(vrt, &tag, "is"));
    RETURN_IF_ERR(read_count(&size[0], vrt, &tag, "rasterXSize"));
    RETURN_IF_ERR(read_count(&size[1], vrt, &tag, "rasterYSize"));
    if (size[0] < 2 || size[1] < 2)
        return broken(&vrt->xml, "the raster has fewer than 2 points a side");
    vrt->list->points_x = (uint64_t)size[0];
    vrt->list->points_y = (uint64_t)size[1];
    vrt->open[vrt->depth++] = tag.name;
    return SCREE_OK;
}

static enum scree_code read_elements(struct vrt *vrt)
{
    RETURN_IF_ERR(read_root(vrt));
    while (vrt->depth > 0) {
        struct tag tag;
        RETURN_IF_ERR(next_tag(&tag, &vrt->xml));
        if (tag.name.size == 0) return broken(&vrt->xml, "the XML ends inside an element");
        if (tag.closes) {
            const struct slice open = vrt->open[--vrt->depth];
            if (open.size != tag.name.size || memcmp(open.at, tag.name.at, open.size) != 0)
                return broken(&vrt->xml, "a closing tag is not that of its element");
        } else {
            RETURN_IF_ERR(begin(vrt, &tag));
            if (vrt->depth == MOST_DEPTH) return broken(&vrt->xml, "elements are too deep");
            if (!tag.is_empty) vrt->open[vrt->depth++] = tag.name;
        }
        const bool ends = tag.closes || tag.is_empty;
        if (ends && is_source(tag.name) && !is_in(vrt, "MaskBand") && !is_in(vrt, "OverviewList"))
            RETURN_IF_ERR(end_source(vrt));
    }
    if (vrt->list->count > 0) return SCREE_OK;
    return err_set(vrt->xml.err, SCREE_MALFORMED, "has no sources");
}

enum scree_code worlds_read_vrt(struct worlds_list *list, const char *path, const char *text,
                                size_t size, struct scree_error *err)
{
    /* A text that ends with a zero byte, as the reader's has. */
    char *const copy = mem_text(text, size);
    if (copy == NULL) return err_no_memory(err);
    struct vrt vrt = {.xml = {copy, copy, err}, .list = list, .path = path};
    const enum scree_code code = read_elements(&vrt);
    mem_free(vrt.file);
    mem_free(copy);
    return code;
}

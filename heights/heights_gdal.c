/*
 * Any raster that GDAL opens, for builds with SCREE_GDAL: asked last, for files that no reader of
 * ours takes. Reprojection is left to GDAL's own tools.
 *
 * With a geotransform numbers are metres unless the raster says otherwise, as in a GeoTIFF; without
 * one they may be anything.
 */
#include "heights/heights_grid.h"

#ifdef SCREE_HAVE_GDAL

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cpl_error.h>
#include <cpl_vsi.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include "base/grow.h"
#include "base/mem.h"
#include "image/image.h"

static GDALDatasetH open_raster(const char *path)
{
    if (path == NULL) return NULL;
    GDALAllRegister();
    CPLPushErrorHandler(CPLQuietErrorHandler);
    GDALDatasetH raster = GDALOpenEx(path, GDAL_OF_RASTER | GDAL_OF_READONLY, NULL, NULL, NULL);
    CPLPopErrorHandler();
    if (raster == NULL || GDALGetRasterCount(raster) > 0) return raster;
    GDALClose(raster);
    return NULL;
}

bool heights_gdal_opens(const char *path)
{
    GDALDatasetH raster = open_raster(path);
    if (raster == NULL) return false;
    GDALClose(raster);
    return true;
}

static enum scree_code choose_band(GDALRasterBandH *out, struct heights_grid *grid,
                                   GDALDatasetH raster)
{
    const int count = GDALGetRasterCount(raster);
    const uint32_t wanted = grid->options->band;
    if (wanted > (uint32_t)count || (wanted == 0 && count > 1))
        return err_set(grid->err, SCREE_BAD_ARGUMENT,
                       "%s has %d bands: choose one, 1 to %d, with {band}", grid->what, count,
                       count);
    *out = GDALGetRasterBand(raster, wanted > 0 ? (int)wanted : 1);
    if (GDALGetRasterColorTable(*out) != NULL)
        return err_set(grid->err, SCREE_UNSUPPORTED,
                       "%s has a palette, so its numbers are not heights", grid->what);
    return SCREE_OK;
}

/* ---- the distance of points ---- */

/* Metres of a unit of the geotransform, along x and y. */
static void find_units(double unit_m[2], struct heights_grid *grid, GDALDatasetH raster,
                       const double transform[6])
{
    unit_m[0] = unit_m[1] = 1.0;
    OGRSpatialReferenceH system = GDALGetSpatialRef(raster);
    if (system == NULL) return;
    const double width = fabs(transform[1]), height = fabs(transform[5]);
    if (OSRIsGeographic(system)) {
        const double latitude = transform[3] + transform[5] * GDALGetRasterYSize(raster) / 2.0;
        if (!(fabs(latitude) < 90)) {
            unit_m[0] = unit_m[1] = 0.0; /* not known: --cell will be asked for */
            return;
        }
        heights_degree_m(unit_m, latitude);
        const double rows = GDALGetRasterYSize(raster);
        const double south = transform[5] > 0 ? 0.5 : rows - 0.5;
        grid->globe = (struct ter_globe){transform[3] + transform[5] * south,
                                         {width, height},
                                         transform[0] + 0.5 * transform[1],
                                         true};
        if (grid->options->box_m > 0) return;
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "%.6g x %.6g degrees at latitude %.6g are taken as %.6g m east and %.6g m north, "
                 "slopes by each row's own latitude ({cell_m} replaces all)",
                 width, height, latitude, width * unit_m[0], height * unit_m[1]);
        return;
    }
    unit_m[0] = unit_m[1] = OSRGetLinearUnits(system, NULL);
    if (unit_m[0] != 1.0)
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "its unit of length is %.9g m: points are %.6g m apart; the heights are taken as "
                 "metres",
                 unit_m[0], width * unit_m[0]);
}

static enum scree_code set_cell(struct heights_grid *grid, GDALDatasetH raster)
{
    double transform[6];
    if (GDALGetGeoTransform(raster, transform) != CE_None) {
        grid->south_first = grid->options->south_first;
        return SCREE_OK;
    }
    if (transform[2] != 0 || transform[4] != 0 || !(transform[1] > 0))
        return err_set(grid->err, SCREE_UNSUPPORTED,
                       "%s is turned or mirrored, so its rows do not run from west to east: "
                       "straighten it (gdalwarp in.tif out.tif)",
                       grid->what);
    grid->is_scaled = grid->is_metres = true;
    grid->south_first = transform[5] > 0;
    grid->cell_name = "its geotransform";
    if (grid->options->cell_m > 0) return SCREE_OK;
    double unit_m[2];
    find_units(unit_m, grid, raster, transform);
    grid->cell_m[0] = fabs(transform[1]) * unit_m[0];
    grid->cell_m[1] = fabs(transform[5]) * unit_m[1];
    return SCREE_OK;
}

/* ---- what numbers mean ---- */

static void set_meaning(struct heights_grid *grid, GDALRasterBandH band)
{
    const GDALDataType type = GDALGetRasterDataType(band);
    grid->is_float = type != GDT_Byte && type != GDT_UInt16 && type != GDT_Int16;
    grid->offset = type == GDT_UInt16 ? 32768 : 0;
    grid->least = type == GDT_Int16 ? -32768 : 0;
    grid->most = type == GDT_Int16    ? 32767
                 : type == GDT_UInt16 ? 65535
                 : type == GDT_Byte   ? 255
                                      : 1;
    int there = 0;
    grid->nodata = GDALGetRasterNoDataValue(band, &there);
    grid->has_nodata = there != 0;
    const double scale = GDALGetRasterScale(band, &there);
    grid->unit_m = there != 0 ? scale : 1.0;
    const double offset = GDALGetRasterOffset(band, &there);
    grid->zero_m = there != 0 ? offset : 0.0;
    if (grid->unit_m != 1.0 || grid->zero_m != 0.0) grid->is_metres = false;
    heights_grid_warn_of_unit(grid, GDALGetRasterUnitType(band));
}

static enum scree_code read_rows(struct heights_grid *grid, GDALRasterBandH band)
{
    const size_t width = grid->field->points_x;
    double *row;
    RETURN_IF_ERR(MEM_NEED(&row, width, sizeof *row, grid->err));
    enum scree_code code = SCREE_OK;
    for (size_t j = 0; code == SCREE_OK && j < grid->field->points_y; j++) {
        CPLPushErrorHandler(CPLQuietErrorHandler);
        const CPLErr failed = GDALRasterIO(band, GF_Read, 0, (int)j, (int)width, 1, row, (int)width,
                                           1, GDT_Float64, 0, 0);
        CPLPopErrorHandler();
        if (failed != CE_None)
            code = err_set(grid->err, SCREE_MALFORMED, "GDAL says: %.150s", CPLGetLastErrorMsg());
        size_t first = 0;
        if (code == SCREE_OK) code = heights_grid_row(&first, grid, j);
        for (size_t i = 0; code == SCREE_OK && i < width; i++) {
            if (grid->is_float)
                grid->samples[first + i] = (float)row[i];
            else
                grid->elevations[first + i] = (int16_t)(row[i] - grid->offset);
        }
    }
    mem_free(row);
    return code;
}

enum scree_code heights_read_gdal(struct heights_grid *grid, const struct heights_input *input)
{
    GDALDatasetH raster = open_raster(input->path);
    if (raster == NULL)
        return err_set(grid->err, SCREE_CANNOT_READ, "GDAL cannot open it any more");
    GDALRasterBandH band = NULL;
    enum scree_code code;
    grid->what = "a raster of GDAL";
    FAIL_IF_ERR(code, choose_band(&band, grid, raster));
    FAIL_IF_ERR(code, set_cell(grid, raster));
    set_meaning(grid, band);
    FAIL_IF_ERR(code, heights_grid_start(grid, (uint64_t)GDALGetRasterXSize(raster),
                                         (uint64_t)GDALGetRasterYSize(raster)));
    warn_add(&grid->field->warnings, SCREE_NO_OFFSET, "read by GDAL, format %s",
             GDALGetDriverShortName(GDALGetDatasetDriver(raster)));
    code = read_rows(grid, band);
fail:
    GDALClose(raster);
    return code;
}

/* ---- projections ---- */

static enum scree_code put_bytes(void *context, const void *data, size_t size,
                                 struct scree_error *err)
{
    (void)err;
    grow_put(context, data, size);
    return SCREE_OK;
}

/* What GDAL makes of the keys of a GeoTIFF: it reads one of a single pixel that has them. */
static OGRSpatialReferenceH system_of(const struct image_geo *geo, struct scree_error *err)
{
    static const uint8_t pixel = 0;
    const struct image_tiff_form form = {
        .width = 1, .height = 1, .channels = 1, .number = IMAGE_U8, .geo = geo};
    struct grow bytes = {NULL};
    struct stream to = {.put = put_bytes, .context = &bytes};
    char name[64];
    OGRSpatialReferenceH system = NULL;
    if (image_tiff_whole(&to, &form, &pixel, err) == SCREE_OK && !bytes.failed) {
        snprintf(name, sizeof name, "/vsimem/scree-%p.tif", (const void *)&bytes);
        VSILFILE *file = VSIFileFromMemBuffer(name, (GByte *)bytes.text, bytes.size, FALSE);
        if (file != NULL) VSIFCloseL(file);
        GDALDatasetH raster = open_raster(name);
        if (raster != NULL && GDALGetSpatialRef(raster) != NULL)
            system = OSRClone(GDALGetSpatialRef(raster));
        if (raster != NULL) GDALClose(raster);
        VSIUnlink(name);
    }
    grow_free(&bytes);
    return system;
}

/* A place that cannot be transformed is infinite afterwards. */
static void transform(OGRCoordinateTransformationH way, double *x, double *y, size_t count)
{
    for (size_t first = 0, some; first < count; first += some) {
        some = count - first < INT_MAX ? count - first : INT_MAX;
        OCTTransform(way, (int)some, x + first, y + first, NULL);
    }
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]) || !isfinite(y[i])) x[i] = y[i] = NAN;
}

enum scree_code heights_project(double *x, double *y, size_t count, const struct image_geo *geo,
                                struct scree_error *err)
{
    OGRSpatialReferenceH to = system_of(geo, err), from = OSRNewSpatialReference(NULL);
    OGRCoordinateTransformationH way = NULL;
    bool good = false;
    CPLPushErrorHandler(CPLQuietErrorHandler);
    if (to != NULL && from != NULL && OSRImportFromEPSG(from, 4326) == OGRERR_NONE) {
        OSRSetAxisMappingStrategy(from, OAMS_TRADITIONAL_GIS_ORDER);
        OSRSetAxisMappingStrategy(to, OAMS_TRADITIONAL_GIS_ORDER);
        way = OCTNewCoordinateTransformation(from, to);
        good = way != NULL;
        if (good) transform(way, x, y, count);
    }
    CPLPopErrorHandler();
    if (way != NULL) OCTDestroyCoordinateTransformation(way);
    if (to != NULL) OSRDestroySpatialReference(to);
    if (from != NULL) OSRDestroySpatialReference(from);
    return good ? SCREE_OK : heights_no_place(err);
}

#else

bool heights_gdal_opens(const char *path)
{
    (void)path;
    return false;
}

enum scree_code heights_read_gdal(struct heights_grid *grid, const struct heights_input *input)
{
    (void)input;
    return err_set(grid->err, SCREE_UNSUPPORTED, "this build of scree has no GDAL");
}

#endif

/* What the files of all engines have in common: beginnings and ends, weights as pictures, the
 * report. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/sha.h"
#include "engines/engines_plan.h"
#include "roads/roads.h"
#include "ground/ground_files.h"
#include "image/image.h"

/* ---- files ---- */

enum scree_code engines_begin(struct engines_output *output, struct sink_file **file, unsigned how,
                              struct scree_error *err, const char *format, ...)
{
    char name[ENGINES_FILE];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    return sink_begin(output->sink, name, how, file, err);
}

enum scree_code engines_end(struct engines_output *output, struct sink_file *file,
                            enum scree_code code, struct scree_error *err)
{
    return ground_end_file(file, code, output->job, err);
}

uint64_t engines_id(const struct engines_plan *plan, unsigned salt)
{
    char text[3 * SHA_HEX_SIZE + GROUND_NAME_SIZE + 16], hex[SHA_HEX_SIZE];
    snprintf(text, sizeof text, "%s %s %s %u", plan->name, plan->inputs.terrain_file.sha256,
             plan->inputs.surface_file.sha256, salt);
    sha_hex(hex, text, strlen(text));
    uint64_t id = 0;
    for (int i = 0; i < 16; i++)
        id = id << 4 | (uint64_t)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
    return id >> 1;
}

/* ---- weights as pictures ---- */

struct encoder {
    struct sink_file *file;
    struct image_png8 *png;
    uint8_t *row;
};

static enum scree_code begin_encoder(struct encoder *to, struct engines_output *output,
                                     const struct engines_picture *picture,
                                     const struct engines_rows *rows, struct scree_error *err)
{
    RETURN_IF_ERR(engines_begin(output, &to->file, SINK_STORED, err, "%s", picture->name));
    RETURN_IF_ERR(MEM_NEED(&to->row, rows->width, picture->channels, err));
    for (size_t x = 3; picture->alpha_turned && x < (size_t)4 * rows->width; x += 4)
        to->row[x] = 255;
    return image_png8_create(&to->png, job_threads(output->job), &to->file->stream, rows->width,
                             render_plan_height(rows->grid), picture->channels, err);
}

static enum scree_code put_weights(const struct encoder *to, const struct engines_picture *picture,
                                   const struct engines_rows *rows)
{
    const unsigned channels = picture->channels;
    for (unsigned c = 0; c < channels; c++) {
        if (picture->materials[c] == ENGINES_NOTHING) continue; /* the row began so */
        const uint8_t *weights = rows->weights[picture->materials[c]];
        const uint8_t turn = c == 3 && picture->alpha_turned ? 255 : 0;
        for (uint32_t x = 0; x < rows->width; x++)
            to->row[x * channels + c] = (uint8_t)(weights[x] ^ turn);
    }
    return image_png8_rows(to->png, to->row, 1, rows->err);
}

static enum scree_code end_encoder(struct encoder *to, struct engines_output *output,
                                   enum scree_code code, struct scree_error *err)
{
    if (code == SCREE_OK && to->png != NULL)
        code = image_png8_finish(to->png, err);
    else
        image_png8_abort(to->png);
    mem_free(to->row);
    return to->file != NULL ? engines_end(output, to->file, code, err) : code;
}

enum scree_code engines_write_weights(struct engines_output *output,
                                      const struct engines_grid *grid,
                                      const struct engines_picture *pictures, size_t count,
                                      struct scree_error *err)
{
    const struct engines_pass pass = {.grid = *grid, .weights = true, .step = "writing weights"};
    struct engines_rows rows;
    struct encoder *all;
    RETURN_IF_ERR(MEM_NEED(&all, count, sizeof *all, err));
    engines_rows_start(&rows, output->plan, &pass, output->job, err);
    for (size_t i = 0; i < count && rows.code == SCREE_OK; i++)
        rows.code = begin_encoder(&all[i], output, &pictures[i], &rows, err);
    while (engines_rows_next(&rows))
        for (size_t i = 0; i < count && rows.code == SCREE_OK; i++)
            rows.code = put_weights(&all[i], &pictures[i], &rows);
    enum scree_code code = engines_rows_end(&rows);
    for (size_t i = 0; i < count; i++) code = end_encoder(&all[i], output, code, err);
    mem_free(all);
    return code;
}

size_t engines_pack(struct engines_picture *pictures, const struct engines_plan *plan)
{
    const uint32_t count = plan->merge->count;
    const size_t packs = ENGINES_PACKS(plan);
    for (size_t p = 0; p < packs; p++) {
        pictures[p] = (struct engines_picture){.channels = 4};
        for (uint32_t c = 0; c < 4; c++) {
            const uint32_t material = (uint32_t)p * 4 + c;
            pictures[p].materials[c] = material < count ? material : ENGINES_NOTHING;
        }
    }
    return packs;
}

/* ---- all of it ---- */

enum scree_code engines_protect(const struct engines_plan *plan, struct sink *sink,
                                struct scree_error *err)
{
    const char *const inputs[] = {plan->inputs.terrain_file.path, plan->inputs.surface_file.path,
                                  plan->list.path,
                                  plan->plants != NULL ? plan->plants->file.path : NULL};
    return sink_protect(sink, inputs, sizeof inputs / sizeof inputs[0], err);
}

void engines_report_name(char out[ENGINES_FILE], const char *name)
{
    snprintf(out, ENGINES_FILE, "%s-report.json", name);
}

static enum scree_code guard(const char *name, struct sink *sink, struct scree_error *err)
{
    char report[ENGINES_FILE];
    engines_report_name(report, name);
    return ground_guard_changes(
        sink, report, NULL, "move it away and put it back afterwards, or choose another {output}",
        err);
}

enum scree_code engines_guard(const struct engines_plan *plan, struct sink *sink,
                              struct scree_error *err)
{
    RETURN_IF_ERR(engines_protect(plan, sink, err));
    return guard(plan->name, sink, err);
}

enum scree_code engines_check_sink(const struct scree_engine_options *options, struct sink *sink,
                                   struct scree_job *job, struct scree_error *err)
{
    char name[GROUND_NAME_SIZE];
    RETURN_IF_ERR(engines_choose_name(name, options, err));
    RETURN_IF_ERR(guard(name, sink, err));
    return sink_start(sink, job, err);
}

enum scree_code engines_write_report(struct engines_output *output, json_t *report, json_t *files,
                                     struct scree_error *err)
{
    char name[ENGINES_FILE];
    engines_report_name(name, output->plan->name);
    json_text_set(&report, "format", json_string("scree-manifest-engine-1"));
    json_text_set(&report, "files", files);
    return ground_write_json(output->sink, name, report, output->job, err);
}

static enum scree_code write_all(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *const plan = output->plan;
    char report[ENGINES_FILE];
    const uint32_t tiles = plan->profile->write_tile != NULL ? plan->tiles * plan->tiles : 0;
    for (uint32_t i = 0; i < tiles; i++) RETURN_IF_ERR(plan->profile->write_tile(output, i, err));
    RETURN_IF_ERR(plan->profile->write != NULL ? plan->profile->write(output, err)
                                               : engines_write_files(output, err));
    RETURN_IF_ERR(engines_write_plants(output, err));
    RETURN_IF_ERR(roads_write_buildings(output->sink, "buildings.geojson", plan->inputs.roads,
                                        plan->inputs.field, err));
    RETURN_IF_ERR(
        engines_write_report(output, engines_document(plan), ground_list_files(output->sink), err));
    engines_report_name(report, plan->name);
    RETURN_IF_ERR(sink_drop_parts(output->sink, "\"" ENGINES_PART_MANIFEST "\"", NULL, err));
    return sink_drop_listed(output->sink, report, err);
}

enum scree_code engines_output_rows(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *const plan = output->plan;
    RETURN_IF_ERR(ground_altitudes_create(&output->altitudes, inputs_heights(&plan->inputs),
                                          plan->points, err));
    RETURN_IF_ERR(MEM_NEED(&output->bytes, plan->points, ENGINES_POINT_BYTES, err));
    return MEM_NEED(&output->row_m, plan->points, sizeof *output->row_m, err);
}

void engines_output_free(struct engines_output *output)
{
    ground_altitudes_free(&output->altitudes);
    mem_free(output->row_m);
    mem_free(output->normals);
    mem_free(output->bytes);
}

enum scree_code engines_write(const struct engines_plan *plan, struct sink *sink,
                              struct scree_job *job, struct scree_error *err)
{
    struct engines_output output = {.plan = plan, .sink = sink, .job = job};
    RETURN_IF_ERR(engines_guard(plan, sink, err));
    RETURN_IF_ERR(sink_start(sink, job, err));
    enum scree_code code = engines_output_rows(&output, err);
    if (code == SCREE_OK) code = write_all(&output, err);
    engines_output_free(&output);
    if (code != SCREE_OK) return code;
    return job_end(job, err);
}

/* Results as a page: every claim, and those that fail taken apart where they fail worst. */
#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "base/path.h"
#include "compare/compare_explain.h"
#include "render/row_stream.h"
#include "report/html.h"
#include "report/report_test.h"

#define LONG_SIDE 640
#define SHOWN_CLAIMS 2000
#define SHOWN_PLACES 20 /* of a file */
#define SEEN 0.005f     /* a layer of less weight is not worth a line */

/* ---- claims ---- */

static void write_claims(struct html *html, const struct report_test_file *file)
{
    const struct compare_suite *suite = file->suite;
    HTML_TABLE(html, "nttt", "line", "", "claim", "found");
    /* First those that fail. */
    size_t shown = 0;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < suite->claim_count && shown < SHOWN_CLAIMS; i++) {
            if (report_test_fails(file, i) != (round == 0)) continue;
            char line[16], text[REPORT_TEXT_SIZE];
            snprintf(line, sizeof line, "%u", (unsigned)suite->claims[i].line);
            HTML_ROW(html, "nttt", line, report_test_word(file, i),
                     report_test_title(text, &suite->claims[i]), file->results[i]->found);
            shown++;
        }
    html_table_end(html);
    if (shown < suite->claim_count)
        html_paragraph(html, "And %zu more that hold.", suite->claim_count - shown);
}

/* ---- places ---- */

static void write_explanation(struct html *html, const struct report_scene *scene,
                              const struct compare_explanation *e)
{
    html_paragraph(html, "%s %u,%u: %.1f m high, %.1f degrees steep; %s wins.",
                   scene->options.grid == SCREE_VERTICES ? "Point" : "Texel", (unsigned)e->column,
                   (unsigned)e->row, e->altitude_tu * scene->pair.field->scal_m[2],
                   angle_degrees(e->slope), scene->merge->names[e->winner]);
    HTML_TABLE(html, "tnt", "layer", "weight", "why");
    for (uint32_t k = 0; k < e->layer_count; k++) {
        const float weight = e->layers[k].factors.weight;
        if (weight < SEEN) continue;
        char shown[32];
        snprintf(shown, sizeof shown, "%.1f %%", 100 * (double)weight);
        HTML_ROW(html, "tnt", e->layers[k].path, shown, e->layers[k].why);
    }
    html_table_end(html);
}

static enum scree_code write_place(struct html *html, const struct report_test_file *file,
                                   size_t claim, struct scree_error *err)
{
    const struct compare_result *result = file->results[claim];
    const struct report_scene *scene = &file->scenes[file->suite->claims[claim].scene];
    struct render_options options = scene->options;
    if (result->no_data) return SCREE_OK; /* nothing to explain */
    options.threads = 1;
    options.tile = 1;
    struct render_plan *plan;
    struct compare_explanation *e;
    RETURN_IF_ERR(render_plan_create(&plan, scene->pair.field, scene->pair.map, &options, err));
    const struct compare_subject subject = {plan,     scene->pair.field, scene->pair.map,
                                            &options, scene->merge,      &scene->pair.ranges};
    const enum scree_code code = compare_explain(&e, &subject, result->column, result->row, err);
    render_plan_free(plan);
    if (code != SCREE_OK) return code;
    html_raw(html, "<h3>");
    html_textf(html, "Line %u: %.200s", (unsigned)file->suite->claims[claim].line,
               file->suite->claims[claim].text);
    html_raw(html, "</h3>\n");
    write_explanation(html, scene, e);
    compare_explanation_free(e);
    return SCREE_OK;
}

/* ---- the map, with rings where claims fail ---- */

static void draw_ring(uint8_t *rgb, uint32_t width, uint32_t height, double x, double y)
{
    const int radius = 12;
    for (int j = -radius; j <= radius; j++)
        for (int i = -radius; i <= radius; i++) {
            const int column = (int)(x * width) + i, row = (int)(y * height) + j;
            const int distance = i * i + j * j;
            if (column < 0 || row < 0 || column >= (int)width || row >= (int)height ||
                distance > radius * radius || distance < (radius - 5) * (radius - 5))
                continue;
            /* White between black, to be seen on any ground. */
            const bool white =
                distance <= (radius - 1) * (radius - 1) && distance >= (radius - 4) * (radius - 4);
            memset(rgb + ((size_t)row * width + (size_t)column) * 3, white ? 255 : 0, 3);
        }
}

static void draw_rings(uint8_t *rgb, uint32_t width, uint32_t height,
                       const struct report_test_file *file, uint32_t scene)
{
    const struct compare_stage *stage = &file->scenes[scene].stage;
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        const struct compare_result *result = file->results[i];
        if (file->suite->claims[i].scene != scene || !report_test_fails(file, i) ||
            !result->has_place)
            continue;
        const double y = (result->row + 0.5) / stage->height;
        draw_ring(rgb, width, height, (result->column + 0.5) / stage->width,
                  stage->grid == SCREE_VERTICES ? 1 - y : y);
    }
}

/* The long side has LONG_SIDE texels, north on top whatever the grid of the claims. */
static struct render_options picture_options(const struct report_scene *scene)
{
    const uint64_t width = scene->stage.width, height = scene->stage.height;
    const uint64_t longer = width > height ? width : height;
    struct render_options options = scene->options;
    options.grid = SCREE_CELLS;
    options.width = (uint32_t)(width * LONG_SIDE / longer);
    options.height = (uint32_t)(height * LONG_SIDE / longer);
    if (options.width == 0) options.width = 1;
    if (options.height == 0) options.height = 1;
    return options;
}

/* bands gets the picture. */
static enum scree_code draw_map(struct render_stream *bands, const struct report_scene *scene,
                                const struct render_options *options, struct scree_job *job,
                                struct scree_error *err)
{
    const struct render_light light = RENDER_LIGHT_DEFAULT;
    struct render_plan *plan;
    RETURN_IF_ERR(render_stream_create(bands, 1, err));
    RETURN_IF_ERR(render_stream_add_image(bands, options->width, options->height, 3, err));
    RETURN_IF_ERR(render_plan_create(&plan, scene->pair.field, scene->pair.map, options, err));
    const struct render_target target = {
        .kind = SCREE_PICTURE_RGB8, .planes = bands->rows, .light = &light};
    const enum scree_code code =
        render_stream_run(bands, plan, &target, 1, options->tile, job, err);
    render_plan_free(plan);
    return code;
}

static enum scree_code write_map(struct html *html, const struct report_test_file *file,
                                 uint32_t index, struct scree_job *job, struct scree_error *err)
{
    const struct report_scene *scene = &file->scenes[index];
    const struct render_options options = picture_options(scene);
    struct render_stream bands = {0};
    enum scree_code code = draw_map(&bands, scene, &options, job, err);
    if (code == SCREE_OK) {
        uint8_t *rgb = bands.images[0].pixels;
        draw_rings(rgb, options.width, options.height, file, index);
        char caption[2 * REPORT_TEXT_SIZE];
        snprintf(caption, sizeof caption,
                 "%.200s on %.200s; rings where claims fail, those about each texel where they "
                 "fail worst. North is up.",
                 path_base_name(scene->surface), path_base_name(scene->terrain));
        const struct html_picture picture = {rgb, options.width, options.height,
                                             "The map, with rings where claims fail"};
        html_picture(html, &picture, caption);
    }
    render_stream_free(&bands);
    return code;
}

static bool has_ring(const struct report_test_file *file, uint32_t scene)
{
    for (size_t i = 0; i < file->suite->claim_count; i++)
        if (file->suite->claims[i].scene == scene && report_test_fails(file, i) &&
            file->results[i]->has_place)
            return true;
    return false;
}

static enum scree_code write_file(struct html *html, const struct report_test_file *file,
                                  struct scree_job *job, struct scree_error *err)
{
    html_section(html, file->path);
    write_claims(html, file);
    for (uint32_t s = 0; s < file->suite->scene_count; s++)
        if (has_ring(file, s)) RETURN_IF_ERR(write_map(html, file, s, job, err));
    size_t shown = 0;
    for (size_t i = 0; i < file->suite->claim_count && shown < SHOWN_PLACES; i++) {
        if (!report_test_fails(file, i) || !file->results[i]->has_place) continue;
        RETURN_IF_ERR(job_poll(job, err));
        RETURN_IF_ERR(write_place(html, file, i, err));
        shown++;
    }
    return SCREE_OK;
}

static void write_head(struct html *html, const struct report_test *test)
{
    size_t claims = 0;
    for (size_t f = 0; f < test->file_count; f++) claims += test->files[f].suite->claim_count;
    const size_t failed = report_test_failed(test), files = test->file_count;
    char heading[96];
    snprintf(heading, sizeof heading, "%zu of %zu claims hold", claims - failed, claims);
    html_begin(html, heading, heading, failed > 0 ? "failed" : "passed",
               failed > 0 ? HTML_BAD : HTML_GOOD);
    html_raw(html, HTML_FIGURES);
    html_figure(html, failed == 1 ? "claim fails" : "claims fail", "%zu", failed);
    html_figure(html, claims - failed == 1 ? "claim holds" : "claims hold", "%zu", claims - failed);
    html_figure(html, files == 1 ? "file" : "files", "%zu", files);
    html_raw(html, HTML_FIGURES_END);
}

enum scree_code report_test_page(struct scree_bytes *out, const struct report_test *test,
                                 struct scree_job *job, struct scree_error *err)
{
    *out = (struct scree_bytes){0};
    struct html html;
    write_head(&html, test);
    enum scree_code code = SCREE_OK;
    for (size_t f = 0; f < test->file_count && code == SCREE_OK; f++)
        code = write_file(&html, &test->files[f], job, err);
    job_finish(job);
    if (code == SCREE_OK) code = html_take(out, &html, err);
    html_free(&html);
    return code;
}

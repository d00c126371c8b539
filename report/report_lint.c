/*
 * Findings of lint as text and as JSON, and the limits of the target that they are judged by:
 * those of the two games are here, those of engines in their profiles.
 */
#include "report/report_answers.h"

#include "base/json_text.h"
#include "base/text.h"
#include "beamter/beamter.h"

/* ---- games ---- */

/* Source of both: docs/formats/blend.md and beamng.md. */
static const struct compare_target rigs_of_rods = {
    .name = "Rigs of Rods",
    .max_materials = 5,
    .merges = "the export shows those of the nearest colours as one",
    .merge_advice =
        "say which go together ({materials}), make room for a sixth ({shadows_off}), or "
        "remove layers",
};

static const struct compare_target beamng = {
    .name = "BeamNG",
    .max_materials = BEAMTER_MAX_MATERIALS,
    .good_materials = 15,
    .beyond_good = "BeamNG takes 254, but with 16 or more large textures levels are reported to "
                   "break",
    .rename = beamter_names,
    .name_size = BEAMTER_MAX_NAME + 1,
};

static const struct {
    const char *name; /* in JSON */
    const struct compare_target *target;
} games[] = {
    [SCREE_LINT_NONE] = {NULL, NULL},
    [SCREE_LINT_ROR] = {"ror", &rigs_of_rods},
    [SCREE_LINT_BEAMNG] = {"beamng", &beamng},
};

static uint32_t near_size(const void *engine, uint32_t points)
{
    return engines_size_near(engine, points);
}

const struct compare_target *report_lint_target(struct compare_target *own,
                                                enum scree_lint_game game,
                                                const struct engines_profile *engine)
{
    if (engine == NULL) return games[game].target;
    const struct scree_engine_about *about = engines_about(engine);
    *own = (struct compare_target){
        .name = about->title,
        .max_materials = about->max_materials,
        .merges = "the export merges those that change the colours least",
        .merge_advice = "say which go together ({materials}), or remove layers",
        .rename = engines_has_plain_names(engine) ? engines_titles : NULL,
        .name_size = ENGINES_TITLE,
        .near_size = near_size,
        .engine = engine,
        .sizes = about->sizes,
        .height_steps = engines_height_steps(engine)};
    return own;
}

/* ---- text ---- */

static void add_finding(struct report *report, const struct scree_finding *finding,
                        const char *surface)
{
    char clean[REPORT_WORDS_SIZE];
    report_add(report, "%s: ", surface);
    if (finding->layer != SCREE_NO_LAYER)
        report_add(report, "#%u %s: ", (unsigned)finding->layer,
                   text_clean(clean, sizeof clean, finding->path));
    report_add(report, "%s: %s\n", compare_severity_name(finding->severity), finding->id);
    report_add(report, "    %s\n", report_words(report, clean, finding->text));
    report_add(report, "    -> %s\n", report_words(report, clean, finding->advice));
}

static void add_count(struct report *report, const struct compare_findings *findings,
                      enum scree_lint_severity severity, const char *before)
{
    const size_t count = findings->counts[severity];
    report_add(report, "%s%zu %s%s", before, count, compare_severity_name(severity),
               count == 1 ? "" : "s");
}

static void add_text(struct report *report, const struct report_lint *lint)
{
    const struct compare_findings *findings = lint->findings;
    char surface[REPORT_TEXT_SIZE], clean[REPORT_WORDS_SIZE];
    text_clean(surface, sizeof surface, lint->surface->base);
    size_t below = 0;
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->list[i].severity < lint->level)
            below++;
        else
            add_finding(report, &findings->list[i], surface);
    }
    report_put(report, surface);
    if (lint->terrain != NULL)
        report_add(report, " on %s", text_clean(clean, sizeof clean, lint->terrain->base));
    add_count(report, findings, SCREE_LINT_ERROR, ": ");
    add_count(report, findings, SCREE_LINT_WARNING, ", ");
    add_count(report, findings, SCREE_LINT_NOTE, ", ");
    if (below > 0)
        report_add(report, " (%s)", report_words(report, clean, "{level} note shows all"));
    report_put(report, "\n");
    if (lint->terrain == NULL)
        report_put(report,
                   "Without a terrain, only mistakes that hold on every terrain are found.\n");
}

/* ---- JSON ---- */

static json_t *finding_json(const struct scree_finding *finding, const struct scree_job *job)
{
    const bool whole = finding->layer == SCREE_NO_LAYER;
    char text[REPORT_WORDS_SIZE], advice[REPORT_WORDS_SIZE];
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "id", finding->id, "severity",
                     compare_severity_name(finding->severity), "layer",
                     whole ? json_null() : json_text_count(finding->layer), "path",
                     whole ? json_null() : json_text(finding->path), "text",
                     json_text(job_words(job, text, sizeof text, finding->text)), "advice",
                     json_text(job_words(job, advice, sizeof advice, finding->advice)));
}

static json_t *json_of(const struct report_lint *lint, const struct scree_job *job)
{
    const size_t *counts = lint->findings->counts;
    const char *target = lint->engine != NULL ? lint->engine : games[lint->target].name;
    json_t *findings = json_array();
    for (size_t i = 0; i < lint->findings->count; i++)
        if (lint->findings->list[i].severity >= lint->level)
            json_text_append(&findings, finding_json(&lint->findings->list[i], job));
    return json_pack("{s:s, s:o, s:o, s:o, s:s, s:b, s:{s:o, s:o, s:o}, s:o, s:o}", "format",
                     "scree-lint-1", "surface", json_text(lint->surface->path), "terrain",
                     lint->terrain != NULL ? json_text(lint->terrain->path) : json_null(), "target",
                     target != NULL ? json_string(target) : json_null(), "level",
                     compare_severity_name(lint->level), "evaluated",
                     (int)lint->findings->evaluated, "counts", "error",
                     json_text_count(counts[SCREE_LINT_ERROR]), "warning",
                     json_text_count(counts[SCREE_LINT_WARNING]), "note",
                     json_text_count(counts[SCREE_LINT_NOTE]), "findings", findings, "warnings",
                     json_text_warnings(lint->tolerated, job));
}

enum scree_code report_lint(struct scree_bytes *out, const struct report_lint *lint,
                            enum scree_form form, const struct scree_job *job,
                            struct scree_error *err)
{
    if (form == SCREE_JSON) return json_text_bytes(out, json_of(lint, job), err);
    struct report report = {.job = job};
    add_text(&report, lint);
    return report_take(out, &report, err);
}

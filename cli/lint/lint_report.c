#include "cli/lint/lint_report.h"

#include <stdio.h>

#include "cli/json_text.h"

static void print_finding(const struct compare_finding *finding, const char *base)
{
    char clean[2 * SAY_TEXT_SIZE], words[2 * SAY_TEXT_SIZE];
    printf("%s: ", base);
    if (finding->layer != COMPARE_NO_LAYER)
        printf("#%u %s: ", (unsigned)finding->layer, say_clean(clean, sizeof clean, finding->path));
    printf("%s: %s\n", compare_severity_name(finding->severity), finding->id);
    printf("    %s\n",
           say_clean(clean, sizeof clean, say_words(words, sizeof words, finding->text)));
    printf("    -> %s\n",
           say_clean(clean, sizeof clean, say_words(words, sizeof words, finding->advice)));
}

static void print_count(size_t count, enum compare_severity severity, const char *before)
{
    printf("%s%zu %s%s", before, count, compare_severity_name(severity), count == 1 ? "" : "s");
}

void lint_report_text(const struct lint_report *report)
{
    const struct compare_findings *findings = report->findings;
    char surface[SAY_TEXT_SIZE], terrain[SAY_TEXT_SIZE];
    say_clean(surface, sizeof surface, report->surface->base);
    size_t below = 0;
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->list[i].severity < report->args->level)
            below++;
        else
            print_finding(&findings->list[i], surface);
    }
    printf("%s", surface);
    if (report->terrain != NULL)
        printf(" on %s", say_clean(terrain, sizeof terrain, report->terrain->base));
    print_count(findings->counts[COMPARE_ERROR], COMPARE_ERROR, ": ");
    print_count(findings->counts[COMPARE_WARNING], COMPARE_WARNING, ", ");
    print_count(findings->counts[COMPARE_NOTE], COMPARE_NOTE, ", ");
    if (below > 0) printf(" (--level note shows all)");
    putchar('\n');
    if (report->terrain == NULL)
        printf("Without --terrain only what holds on every terrain is found.\n");
}

static json_t *finding_json(const struct compare_finding *finding)
{
    const bool whole = finding->layer == COMPARE_NO_LAYER;
    char text[2 * SAY_TEXT_SIZE], advice[2 * SAY_TEXT_SIZE];
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "id", finding->id, "severity",
                     compare_severity_name(finding->severity), "layer",
                     whole ? json_null() : json_text_count(finding->layer), "path",
                     whole ? json_null() : json_text(finding->path), "text",
                     json_text(say_words(text, sizeof text, finding->text)), "advice",
                     json_text(say_words(advice, sizeof advice, finding->advice)));
}

static json_t *findings_json(const struct lint_report *report)
{
    json_t *array = json_array();
    for (size_t i = 0; i < report->findings->count; i++) {
        const struct compare_finding *finding = &report->findings->list[i];
        if (finding->severity < report->args->level) continue;
        if (json_array_append_new(array, finding_json(finding)) == 0) continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

bool lint_report_json(const struct lint_report *report)
{
    const struct args_lint *args = report->args;
    const size_t *counts = report->findings->counts;
    return json_text_print(json_pack(
        "{s:s, s:o, s:o, s:o, s:s, s:b, s:{s:o, s:o, s:o}, s:o, s:o}", "format", "scree-lint-1",
        "surface", json_text(args->surface), "terrain",
        args->terrain != NULL ? json_text(args->terrain) : json_null(), "target",
        args->target != ARGS_NO_TARGET ? json_text(args_target_name(args->target)) : json_null(),
        "level", compare_severity_name(args->level), "evaluated", (int)report->findings->evaluated,
        "counts", "error", json_text_count(counts[COMPARE_ERROR]), "warning",
        json_text_count(counts[COMPARE_WARNING]), "note", json_text_count(counts[COMPARE_NOTE]),
        "findings", findings_json(report), "warnings", json_text_warnings(report->tolerated)));
}

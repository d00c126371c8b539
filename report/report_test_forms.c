/* Results for people, for TAP and JUnit readers, and as annotations. */
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/text.h"
#include "report/report_test.h"

/* A claim with its answer, cleaned of what could steer a terminal. */
struct line {
    const struct compare_claim *claim;
    const char *word;
    bool holds; /* or was rewritten */
    char file[REPORT_TEXT_SIZE], title[REPORT_TEXT_SIZE], found[REPORT_TEXT_SIZE];
};

/* As a path that no reader of lines takes for anything else: workflow commands begin with "::",
 * blanks before them do not count, and neither may begin a line of a log. */
static char *get_path(char *out, size_t size, const char *path)
{
    const char c = path[0];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '/' || c == '_' || c == '-';
    const size_t used = plain ? 0 : 2;
    memcpy(out, "./", used);
    text_clean(out + used, size - used, path);
    return text_no_command(out);
}

bool report_test_fails(const struct report_test_file *file, size_t claim)
{
    return !file->results[claim]->passed && !file->accepted[claim];
}

const char *report_test_word(const struct report_test_file *file, size_t claim)
{
    if (file->results[claim]->passed) return "holds";
    return file->accepted[claim] ? "rewritten" : "fails";
}

const char *report_test_title(char out[REPORT_TEXT_SIZE], const struct compare_claim *claim)
{
    const bool named = claim->name != NULL;
    snprintf(out, REPORT_TEXT_SIZE, "%s%s%.700s", named ? claim->name : "", named ? ": " : "",
             claim->text);
    return out;
}

static void get_line(struct line *line, const struct report_test_file *file, size_t i)
{
    const struct compare_claim *claim = &file->suite->claims[i];
    char title[REPORT_TEXT_SIZE];
    line->claim = claim;
    line->word = report_test_word(file, i);
    line->holds = !report_test_fails(file, i);
    text_no_command(text_clean(line->title, sizeof line->title, report_test_title(title, claim)));
    get_path(line->file, sizeof line->file, file->path);
    text_no_command(text_clean(line->found, sizeof line->found, file->results[i]->found));
}

static uint64_t texels_of(const struct report_test_file *file)
{
    uint64_t texels = 0;
    for (uint32_t i = 0; i < file->suite->scene_count; i++) texels += file->scenes[i].evaluated;
    return texels;
}

/* ---- text ---- */

static void add_file(struct report *report, const struct report_test_file *file, bool all)
{
    struct line line;
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        get_line(&line, file, i);
        if (line.holds && !all) continue;
        report_add(report, "%s:%u: %s: %s\n    found: %s\n", line.file, (unsigned)line.claim->line,
                   line.holds ? line.word : "FAILS", line.title, line.found);
    }
    char clean[REPORT_TEXT_SIZE];
    report_add(report, "%s: %zu claim%s, %zu failed; %llu texels evaluated\n",
               get_path(clean, sizeof clean, file->path), file->suite->claim_count,
               file->suite->claim_count == 1 ? "" : "s", file->failed,
               (unsigned long long)texels_of(file));
}

/* ---- TAP ---- */

/* With a backslash before each of the characters. */
static void add_escaped(struct report *report, const char *text, const char *characters)
{
    for (; *text != '\0'; text++) {
        if (strchr(characters, *text) != NULL) report_put_byte(report, '\\');
        report_put_byte(report, *text);
    }
}

/* A string in double quotes, as YAML has them. */
static void add_yaml(struct report *report, const char *key, const char *text)
{
    report_add(report, "  %s: \"", key);
    add_escaped(report, text, "\"\\");
    report_put(report, "\"\n");
}

static void add_tap(struct report *report, const struct report_test *test)
{
    const struct report_test_file *files = test->files;
    const size_t count = test->file_count;
    size_t all = 0, number = 0;
    for (size_t f = 0; f < count; f++) all += files[f].suite->claim_count;
    report_add(report, "TAP version 13\n1..%zu\n", all);
    for (size_t f = 0; f < count; f++) {
        for (size_t i = 0; i < files[f].suite->claim_count; i++) {
            struct line line;
            get_line(&line, &files[f], i);
            report_add(report, "%sok %zu - ", line.holds ? "" : "not ", ++number);
            add_escaped(report, line.title, "#\\"); /* '#' begins a directive */
            report_put(report, "\n");
            if (line.holds) continue;
            report_put(report, "  ---\n");
            add_yaml(report, "found", line.found);
            add_yaml(report, "file", line.file);
            report_add(report, "  line: %u\n  ...\n", (unsigned)line.claim->line);
        }
    }
}

/* ---- JUnit ---- */

/* Markup and a text behind it. */
static void add_xml(struct report *report, const char *markup, const char *text)
{
    report_put(report, markup);
    for (; *text != '\0'; text++) {
        const char *const entity = report_entity(*text);
        if (entity != NULL)
            report_put(report, entity);
        else
            report_put_byte(report, *text);
    }
}

static void add_junit_case(struct report *report, const struct line *line)
{
    add_xml(report, "    <testcase classname=\"", line->file);
    add_xml(report, "\" name=\"", line->title);
    add_xml(report, "\" file=\"", line->file);
    report_add(report, "\" line=\"%u\"", (unsigned)line->claim->line);
    if (line->holds) {
        report_put(report, "/>\n");
        return;
    }
    add_xml(report, ">\n      <failure message=\"", line->found);
    add_xml(report, "\">", line->title);
    add_xml(report, "\nfound: ", line->found);
    report_put(report, "</failure>\n    </testcase>\n");
}

static void add_junit(struct report *report, const struct report_test *test)
{
    const struct report_test_file *files = test->files;
    const size_t count = test->file_count;
    report_put(report, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (size_t f = 0; f < count; f++) {
        char clean[REPORT_TEXT_SIZE];
        add_xml(report, "  <testsuite name=\"", get_path(clean, sizeof clean, files[f].path));
        report_add(report, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n",
                   files[f].suite->claim_count, files[f].failed);
        for (size_t i = 0; i < files[f].suite->claim_count; i++) {
            struct line line;
            get_line(&line, &files[f], i);
            add_junit_case(report, &line);
        }
        report_put(report, "  </testsuite>\n");
    }
    report_put(report, "</testsuites>\n");
}

/* ---- annotations ---- */

/* As workflow commands want their texts; in properties ':' and ',' as well. The texts hold no line
 * ends, nor other control characters. */
static void add_command(struct report *report, const char *text, bool property)
{
    for (; *text != '\0'; text++) {
        const bool special = *text == '%' || (property && (*text == ':' || *text == ','));
        if (special)
            report_add(report, "%%%02X", (unsigned)*text);
        else
            report_put_byte(report, *text);
    }
}

static void add_annotations(struct report *report, const struct report_test_file *file)
{
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        struct line line;
        get_line(&line, file, i);
        if (line.holds) continue;
        report_put(report, "::error file=");
        add_command(report, line.file, true);
        report_add(report, ",line=%u,col=%u,title=", (unsigned)line.claim->line,
                   (unsigned)line.claim->column);
        add_command(report, line.title, true);
        report_put(report, "::found: ");
        add_command(report, line.found, false);
        report_put(report, "\n");
    }
}

static void add_text(struct report *report, const struct report_test *test, bool annotations)
{
    for (size_t f = 0; f < test->file_count; f++) {
        if (annotations) add_annotations(report, &test->files[f]);
        add_file(report, &test->files[f], test->options.all);
    }
}

/* ---- JSON ---- */

static json_t *claim_json(const struct report_test_file *file, size_t i)
{
    const struct compare_claim *claim = &file->suite->claims[i];
    const struct compare_result *result = file->results[i];
    const bool vertices = file->suite->scenes[claim->scene].grid == SCREE_VERTICES;
    json_t *place = result->has_place
                        ? json_pack("{s:s, s:[I, I]}", "grid", vertices ? "vertices" : "cells",
                                    "texel", (json_int_t)result->column, (json_int_t)result->row)
                        : json_null();
    if (result->no_data) json_text_set(&place, "no_data", json_true());
    json_t *object = json_pack("{s:I, s:I, s:o, s:o, s:s, s:o, s:o, s:o, s:o}", "line",
                               (json_int_t)claim->line, "column", (json_int_t)claim->column, "name",
                               claim->name != NULL ? json_text(claim->name) : json_null(), "claim",
                               json_text(claim->text), "result", report_test_word(file, i), "found",
                               json_text(result->found), "place", place, "texels_that_fail",
                               json_text_count(result->failing), "texels_considered",
                               json_text_count(result->considered));
    if (result->missing > 0)
        json_text_set(&object, "texels_without_data", json_text_count(result->missing));
    return object;
}

static json_t *file_json(const struct report_test_file *file)
{
    json_t *claims = json_array();
    for (size_t i = 0; i < file->suite->claim_count; i++)
        json_text_append(&claims, claim_json(file, i));
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "file", json_text(file->path), "failed",
                     json_text_count(file->failed), "rewritten", json_text_count(file->rewritten),
                     "texels_evaluated", json_text_count(texels_of(file)), "claims", claims);
}

static json_t *json_of(const struct report_test *test)
{
    json_t *files = json_array();
    for (size_t f = 0; f < test->file_count; f++)
        json_text_append(&files, file_json(&test->files[f]));
    return json_pack("{s:s, s:s, s:o}", "format", "scree-test-1", "result",
                     report_test_failed(test) > 0 ? "failed" : "passed", "files", files);
}

/* ---- all of them ---- */

enum scree_code report_test(struct scree_bytes *out, const struct report_test *test,
                            enum scree_form form, struct scree_job *job, struct scree_error *err)
{
    struct report report = {.job = job};
    switch (form) {
    case SCREE_JSON:
        return json_text_bytes(out, json_of(test), err);
    case SCREE_HTML:
        return report_test_page(out, test, job, err);
    case SCREE_TAP:
        add_tap(&report, test);
        break;
    case SCREE_JUNIT:
        add_junit(&report, test);
        break;
    case SCREE_TEXT:
    case SCREE_GITHUB:
    case SCREE_PNG: /* there is none */
        add_text(&report, test, form == SCREE_GITHUB);
        break;
    }
    return report_take(out, &report, err);
}

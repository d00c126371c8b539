/* Results for people, for TAP and JUnit readers, and as annotations. */
#include <stdio.h>
#include <string.h>

#include "cli/test/test.h"

/* A claim with its answer, cleaned of what could steer a terminal. */
struct line {
    const struct compare_claim *claim;
    const struct compare_result *result;
    bool holds; /* or was rewritten */
    char file[SAY_TEXT_SIZE], title[SAY_TEXT_SIZE], found[SAY_TEXT_SIZE];
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
    say_clean(out + used, size - used, path);
    return say_no_command(out);
}

static void get_line(struct line *line, const struct test_file *file, size_t i)
{
    const struct compare_claim *claim = &file->suite->claims[i];
    char title[SAY_TEXT_SIZE];
    line->claim = claim;
    line->result = file->results[i];
    line->holds = file->results[i]->passed || file->accepted[i];
    snprintf(title, sizeof title, "%s%s%.700s", claim->name != NULL ? claim->name : "",
             claim->name != NULL ? ": " : "", claim->text);
    say_no_command(say_clean(line->title, sizeof line->title, title));
    get_path(line->file, sizeof line->file, file->path);
    say_no_command(say_clean(line->found, sizeof line->found, file->results[i]->found));
}

/* ---- text ---- */

static void report_text(const struct test_file *file, const struct args_test *args)
{
    struct line line;
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        get_line(&line, file, i);
        if (line.holds && !args->all) continue;
        printf("%s:%u: %s: %s\n    found: %s\n", line.file, (unsigned)line.claim->line,
               line.result->passed ? "holds"
               : line.holds        ? "rewritten"
                                   : "FAILS",
               line.title, line.found);
    }
    char clean[SAY_TEXT_SIZE];
    printf("%s: ", get_path(clean, sizeof clean, file->path));
    printf("%zu claim%s", file->suite->claim_count, file->suite->claim_count == 1 ? "" : "s");
    uint64_t texels = 0;
    for (uint32_t i = 0; i < file->suite->scene_count; i++) texels += file->scenes[i].evaluated;
    printf(", %zu failed; %llu texels evaluated\n", file->failed, (unsigned long long)texels);
}

/* ---- TAP ---- */

/* '#' begins a directive in TAP. */
static void put_tap(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '#' || *text == '\\') putchar('\\');
        putchar(*text);
    }
}

/* A string in double quotes, as YAML has them. */
static void put_yaml(const char *key, const char *text)
{
    printf("  %s: \"", key);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        putchar(*text);
    }
    puts("\"");
}

static void report_tap(const struct test_file *files, size_t count)
{
    size_t all = 0, number = 0;
    for (size_t f = 0; f < count; f++) all += files[f].suite->claim_count;
    printf("TAP version 13\n1..%zu\n", all);
    for (size_t f = 0; f < count; f++) {
        for (size_t i = 0; i < files[f].suite->claim_count; i++) {
            struct line line;
            get_line(&line, &files[f], i);
            printf("%sok %zu - ", line.holds ? "" : "not ", ++number);
            put_tap(line.title);
            putchar('\n');
            if (line.holds) continue;
            puts("  ---");
            put_yaml("found", line.found);
            put_yaml("file", line.file);
            printf("  line: %u\n  ...\n", (unsigned)line.claim->line);
        }
    }
}

/* ---- JUnit ---- */

static void put_xml(const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", stdout);
            break;
        case '<':
            fputs("&lt;", stdout);
            break;
        case '>':
            fputs("&gt;", stdout);
            break;
        case '"':
            fputs("&quot;", stdout);
            break;
        default:
            putchar(*text);
        }
    }
}

static void report_junit_case(const struct line *line)
{
    fputs("    <testcase classname=\"", stdout);
    put_xml(line->file);
    fputs("\" name=\"", stdout);
    put_xml(line->title);
    printf("\" file=\"");
    put_xml(line->file);
    printf("\" line=\"%u\"", (unsigned)line->claim->line);
    if (line->holds) {
        puts("/>");
        return;
    }
    fputs(">\n      <failure message=\"", stdout);
    put_xml(line->found);
    fputs("\">", stdout);
    put_xml(line->title);
    fputs("\nfound: ", stdout);
    put_xml(line->found);
    puts("</failure>\n    </testcase>");
}

static void report_junit(const struct test_file *files, size_t count)
{
    puts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>");
    for (size_t f = 0; f < count; f++) {
        char clean[SAY_TEXT_SIZE];
        fputs("  <testsuite name=\"", stdout);
        put_xml(get_path(clean, sizeof clean, files[f].path));
        printf("\" tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n", files[f].suite->claim_count,
               files[f].failed);
        for (size_t i = 0; i < files[f].suite->claim_count; i++) {
            struct line line;
            get_line(&line, &files[f], i);
            report_junit_case(&line);
        }
        puts("  </testsuite>");
    }
    puts("</testsuites>");
}

/* ---- annotations ---- */

/* As workflow commands want their texts; in properties ':' and ',' as well. The texts hold no line
 * ends, nor other control characters. */
static void put_command(const char *text, bool property)
{
    for (; *text != '\0'; text++) {
        const bool special = *text == '%' || (property && (*text == ':' || *text == ','));
        if (special)
            printf("%%%02X", (unsigned)*text);
        else
            putchar(*text);
    }
}

static void report_github(const struct test_file *file)
{
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        struct line line;
        get_line(&line, file, i);
        if (line.holds) continue;
        fputs("::error file=", stdout);
        put_command(line.file, true);
        printf(",line=%u,col=%u,title=", (unsigned)line.claim->line, (unsigned)line.claim->column);
        put_command(line.title, true);
        fputs("::found: ", stdout);
        put_command(line.found, false);
        putchar('\n');
    }
}

void test_report(const struct test_file *files, size_t count, const struct args_test *args)
{
    switch (args->format) {
    case TEST_TAP:
        report_tap(files, count);
        return;
    case TEST_JUNIT:
        report_junit(files, count);
        return;
    case TEST_TEXT:
    case TEST_GITHUB:
        break;
    }
    for (size_t f = 0; f < count; f++) {
        if (args->format == TEST_GITHUB) report_github(&files[f]);
        report_text(&files[f], args);
    }
}

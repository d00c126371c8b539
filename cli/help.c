#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include <scree/scree.h>

static const char *const program_head[] = {
    "scree covers a heightmap with layers of rock, grass, sand and snow, by a style or a Terragen",
    "surface map, and makes levels for BeamNG.drive and Rigs of Rods, masks and pictures of it.",
    "",
    "With a heightmap:",
    "  scree render heights.png --style alpine --cell 4 --height-range 0 300 -o land.png --hero",
    "  scree export beamng heights.png --style alpine --cell 4 --height-range 0 300 -o land.zip",
    "",
    "With Terragen files:",
    "  scree bake island.ter island.srf -o out     masks, blend map, BeamNG terrain, preview",
    "  scree info island.ter island.srf            what is in the files, in metres and degrees",
    "  scree lint island.srf --terrain island.ter  layers that cannot appear, and other slips",
    "  scree preview island.ter island.srf -o island.png",
    "  scree set island.srf Grass.coverage=0.4 -o new.srf",
    "  scree export ror island.ter island.srf -o island.zip     a terrain to drive on",
    "",
    "Commands:",
    NULL,
};

static const char *const program_tail[] = {
    "",
    "TERRAIN is a Terragen .ter, a grey PNG, a (Geo)TIFF, a PGM, an ASCII grid, an SRTM .hgt, a",
    "BeamNG .ter or raw numbers; or a world of such tiles: their folder, 'DEM_x*_y*.png', a .vrt.",
    "SURFACE is a .srf, a .tgw with a surface map in it, or the text of one (.srf.json). Where one",
    "file is read, - is standard input.",
    "A unit is a terrain unit: the distance of two terrain points, 30 m unless the file says",
    "otherwise. Slopes are gradients (rise over run; 1 is 45 degrees).",
    "",
    "  -h, --help       this text, or that of a command; --help=all has the exit codes, too",
    "  -V, --version    the program's version and its coverage model's, its commit and parts",
    "      --licenses   the licences of scree and of all that is linked into it",
    NULL,
};

static const char *const exit_lines[] = {
    "Exit codes:",
    "  0   done",
    "  1   out of memory, or a mistake in scree",
    "  2   the command line is wrong",
    "  3   an input cannot be read, is damaged, not supported or too large",
    "  4   an output cannot be written, or exists and --force was not given",
    NULL,
};

static const char *const style_lines[] = {
    "In place of SURFACE:",
    "  --style NAME        a map made for the terrain, as scree new makes it, also",
    NULL,
};

static void print_lines(const char *const *lines)
{
    for (; *lines != NULL; lines++) puts(*lines);
}

/* Exit codes that tell what was found. */
static void print_results(const struct cli_verb *verb)
{
    const char *const results[] = {verb->finding, verb->failure, verb->mismatch};
    for (int i = 0; i < 3; i++)
        if (results[i] != NULL) printf("  1%d  %s: %s\n", i, verb->name, results[i]);
}

static void print_exits(void)
{
    puts("");
    print_lines(exit_lines);
}

static void print_command(const char *name, const char *synopsis, const char *summary)
{
    char left[80];
    snprintf(left, sizeof left, "%s %s", name, synopsis);
    printf("  %-42s %s\n", left, summary);
}

/* Commands of a family, or all. */
static void print_commands(const struct cli_verb *const *verbs, const char *family)
{
    for (const struct cli_verb *const *verb = verbs; *verb != NULL; verb++)
        if (family == NULL || ((*verb)->family != NULL && strcmp((*verb)->family, family) == 0))
            print_command((*verb)->name, (*verb)->synopsis, (*verb)->summary);
}

/* What an engine takes: its row of the library's table. */
static void print_engine(const char *key)
{
    struct scree_engine_about about = {.size = sizeof about};
    struct scree_error error = SCREE_ERROR_INIT;
    size_t i = 0;
    while (scree_engine_at(i, &about, &error) == SCREE_OK && strcmp(about.key, key) != 0) i++;
    const char *const lines[][2] = {{"points a side", about.sizes},
                                    {"rows", about.rows},
                                    {"weights", about.packs},
                                    {"files", about.names},
                                    {"read by", about.proof}};
    printf("\n%s:\n", about.title);
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++)
        printf("  %-18s  %s\n", lines[k][0], lines[k][1]);
    if (about.max_materials != 0)
        printf("  %-18s  %u at most\n", "layers", (unsigned)about.max_materials);
}

/* Options of groups that --help=all explains, as a list. */
static void print_more(const struct cli_verb *verb)
{
    size_t column = 0;
    bool terrain = false;
    for (size_t g = 0; g < CLI_MAX_GROUPS; g++) {
        const struct args_group *group = &verb->groups[g];
        terrain |= group->options == args_terrain_options;
        for (size_t i = 0; group->name != NULL && i < group->count; i++) {
            const char *name = group->options[i].name;
            if (group->options[i].hidden) continue;
            if (column == 0) puts("\nMore options:");
            if (column == 0 || column + strlen(name) > 84)
                column = (size_t)printf("%s  --%s", column == 0 ? "" : ",\n", name) - 2;
            else
                column += (size_t)printf(", --%s", name);
        }
    }
    if (column > 0) puts("");
    if (terrain)
        puts("\nA terrain without a scale, such as a PNG, wants --cell METRES --height-range LO "
             "HI.");
    printf("\n'scree %s --help=all' explains %s.\n", verb->name,
           column > 0 ? "these options and the exit codes" : "the exit codes");
}

/* ---- help made of the rows ---- */

#define HELP_WIDTH 94
#define HELP_COLUMN 22

/* A text in lines from a column on, at which the first is already. */
static void print_wrapped(const char *text, size_t column)
{
    size_t at = column;
    for (const char *word = text; *word != '\0';) {
        const size_t length = strcspn(word, " ");
        if (at > column && at + 1 + length > HELP_WIDTH)
            at = (size_t)printf("\n%*s", (int)column, "") - 1;
        else if (at > column)
            at += (size_t)printf(" ");
        at += (size_t)printf("%.*s", (int)length, word);
        word += length + strspn(word + length, " ");
    }
    puts("");
}

/* Lines that begin with a blank as they are, others in lines of that width. */
static void print_text(const char *text)
{
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        char words[1024];
        line += *line == '\n';
        snprintf(words, sizeof words, "%.*s", (int)strcspn(line, "\n"), line);
        if (words[0] == ' ')
            puts(words);
        else
            print_wrapped(words, 0);
    }
}

void help_text(char out[HELP_TEXT_SIZE], const struct args_option *option)
{
    static const char mark[] = "{styles}";
    const char *at = strstr(option->text, mark);
    const size_t count = scree_style_count();
    struct scree_style style = {.size = sizeof style};
    int length = snprintf(out, HELP_TEXT_SIZE, "%.*s", at != NULL ? (int)(at - option->text) : -1,
                          option->text);
    for (size_t i = 0; at != NULL && i < count && length < HELP_TEXT_SIZE; i++)
        if (scree_style_at(i, &style, NULL) == SCREE_OK)
            length += snprintf(out + length, (size_t)(HELP_TEXT_SIZE - length), "%s%s",
                               i == 0          ? ""
                               : i + 1 < count ? ", "
                                               : " or ",
                               style.name);
    if (at != NULL && length < HELP_TEXT_SIZE)
        snprintf(out + length, (size_t)(HELP_TEXT_SIZE - length), "%s", at + sizeof mark - 1);
}

static void print_option(const struct args_option *option)
{
    char text[HELP_TEXT_SIZE];
    help_text(text, option);
    char head[80], letter[8] = "";
    if (option->letter != 0) snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(head, sizeof head, "  %s--%s%s%s", letter, option->name,
             option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
    printf("%-*s", HELP_COLUMN, head);
    if (strlen(head) + 1 > HELP_COLUMN) printf("\n%*s", HELP_COLUMN, "");
    print_wrapped(text, HELP_COLUMN);
}

static void print_rows(const struct args_group *group)
{
    static const char *last = NULL;
    for (size_t i = 0; i < group->count; i++) {
        const struct args_option *const option = &group->options[i];
        if (option->hidden) continue;
        if (option->section != NULL && option->section != last) printf("\n%s:\n", option->section);
        if (option->section != NULL) last = option->section;
        print_option(option);
    }
}

static void print_examples(const struct cli_verb *verb)
{
    for (const char *const *line = verb->examples; *line != NULL; line++) printf("  %s\n", *line);
}

/* The verb's own part: what it does, examples, notes and options. */
static void print_own(const struct cli_verb *verb)
{
    print_text(verb->intro);
    puts(verb->examples[1] != NULL ? "\nExamples:" : "\nExample:");
    print_examples(verb);
    puts("");
    if (verb->notes != NULL) {
        print_text(verb->notes);
        puts("");
    }
    print_rows(&verb->groups[0]);
    for (size_t i = 0; i < ARGS_COMMON_COUNT; i++)
        if (args_common_options[i].text != NULL) print_option(&args_common_options[i]);
    if (verb->closing != NULL) {
        puts("");
        print_text(verb->closing);
    }
}

void help_print_verb(const struct cli_verb *verb, bool all)
{
    print_own(verb);
    if (verb->engine != NULL) print_engine(verb->engine);
    if (verb->styled) {
        puts("");
        print_lines(style_lines);
        printf("                      NAME,water=M,seed=N; %s\n",
               verb->keeps_style ? "written beside the output as .srf.json"
                                 : "the map itself is not written");
    }
    if (!all) {
        print_more(verb);
        return;
    }
    for (size_t g = 0; g < CLI_MAX_GROUPS; g++)
        if (verb->groups[g].name != NULL) print_rows(&verb->groups[g]);
    print_exits();
    print_results(verb);
}

void help_print_family(const struct cli_verb *const *verbs, const char *family)
{
    print_commands(verbs, family);
    puts("\nExamples:");
    for (const struct cli_verb *const *verb = verbs; *verb != NULL; verb++)
        if ((*verb)->family != NULL && strcmp((*verb)->family, family) == 0) print_examples(*verb);
    printf("\n'scree help %s COMMAND' has the options of each.\n", family);
}

void help_print_program(const struct cli_verb *const *verbs, bool all)
{
    print_lines(program_head);
    print_commands(verbs, NULL);
    print_command("help", "COMMAND", "the options of a command");
    print_lines(program_tail);
    if (!all) return;
    print_exits();
    for (const struct cli_verb *const *verb = verbs; *verb != NULL; verb++) print_results(*verb);
}

void help_print_version(void)
{
    printf("scree %s, coverage model %d\n", scree_version(), scree_model_version());
    puts(scree_build());
}

/* scree completion: scripts for shells, made of the tables of options. */
#include <stdio.h>
#include <string.h>

#include "cli/verbs.h"

/* ---- the tables ---- */

/* Calls each() for every option that a user may give to a verb. */
typedef void option_user(const struct cli_verb *verb, const struct args_option *option);

static void for_each_option(const struct cli_verb *verb, option_user *each)
{
    for (size_t g = 0; g < CLI_MAX_GROUPS; g++)
        for (size_t i = 0; i < verb->groups[g].count; i++)
            if (!verb->groups[g].options[i].hidden) each(verb, &verb->groups[g].options[i]);
    if (verb->styled) each(verb, &args_style_option);
    for (size_t i = 0; i < ARGS_COMMON_COUNT; i++) each(verb, &args_common_options[i]);
}

/* Whether a value of an option is a file's name, as far as the tables tell. */
static bool takes_file(const struct args_option *option)
{
    return option->words > 0 && option->read == args_text && option != &args_style_option;
}

static bool takes_style(const struct args_option *option)
{
    return option->words > 0 && option->read == args_text && strcmp(option->name, "style") == 0;
}

/* The words that a value may be, with blanks between them; false: it may be anything. */
static bool print_values(const struct args_option *option)
{
    if (option->optional) return fputs("all", stdout) >= 0;
    if (takes_style(option)) {
        struct scree_style style = {.size = sizeof style};
        for (size_t i = 0; i < scree_style_count(); i++)
            if (scree_style_at(i, &style, NULL) == SCREE_OK)
                printf("%s%s", i > 0 ? " " : "", style.name);
        return true;
    }
    if (option->choices == NULL) return false;
    for (const struct args_choice *choice = option->choices; choice->name != NULL; choice++)
        printf("%s%s", choice == option->choices ? "" : " ", choice->name);
    return true;
}

static bool has_values(const struct args_option *option)
{
    return takes_style(option) || option->choices != NULL;
}

/* Words that come first, or second if family is not NULL. */
static void print_commands(const char *family)
{
    const char *last = "";
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
        const char *own = (*verb)->family;
        const char *word = own != NULL ? own : (*verb)->name;
        if (family != NULL) {
            if (own == NULL || strcmp(own, family) != 0) continue;
            word = (*verb)->name + strlen(family) + 1;
        }
        if (strcmp(word, last) != 0) printf("%s ", word);
        last = word;
    }
}

/* Whether a verb is the first of its family. */
static bool opens_family(const struct cli_verb *const *verb)
{
    return (*verb)->family != NULL && (verb == cli_verbs || verb[-1]->family == NULL ||
                                       strcmp(verb[-1]->family, (*verb)->family) != 0);
}

/* ---- bash ---- */

static void bash_value(const struct cli_verb *verb, const struct args_option *option)
{
    if (option->words == 0) return;
    printf("    '%s --%s'", verb->name, option->name);
    if (option->letter != 0) printf(" | '%s -%c'", verb->name, option->letter);
    if (has_values(option)) {
        fputs(") words='", stdout);
        print_values(option);
        puts("' ;;");
    } else {
        puts(takes_file(option) ? ") files=yes ;;" : ") ;;");
    }
}

static void print_name(const struct cli_verb *verb, const struct args_option *option)
{
    (void)verb;
    printf("--%s ", option->name);
    if (option->letter != 0) printf("-%c ", option->letter);
}

static void print_bash(void)
{
    puts("# Completion of scree's command lines in bash, made by 'scree completion bash'.\n"
         "_scree()\n"
         "{\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    local verb=${COMP_WORDS[1]} first=2 words= files=\n"
         "    COMPREPLY=()\n"
         "    # \"--format=png8\" comes as three words\n"
         "    if [[ $cur == = ]]; then cur=; elif [[ $before == = ]]; then\n"
         "        before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "    [[ $verb == help ]] && { verb=${COMP_WORDS[2]}; first=3; }");
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
        if (!opens_family(verb)) continue;
        printf("    if [[ $verb == %s ]]; then\n"
               "        if [[ $COMP_CWORD == \"$first\" ]]; then\n"
               "            COMPREPLY=($(compgen -W '",
               (*verb)->family);
        print_commands((*verb)->family);
        puts("' -- \"$cur\"))\n"
             "            return\n"
             "        fi\n"
             "        verb=\"$verb ${COMP_WORDS[first]}\"\n"
             "    fi");
    }
    fputs("    if [[ $COMP_CWORD -lt $first ]]; then\n"
          "        words='",
          stdout);
    print_commands(NULL);
    puts("help version --help --version --licenses'\n"
         "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "        return\n"
         "    fi\n"
         "    [[ $first == 3 ]] && return\n"
         "    case \"$verb $before\" in");
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++)
        for_each_option(*verb, bash_value);
    puts("    'completion completion') words='bash zsh fish' ;;\n"
         "    *)\n"
         "        files=yes\n"
         "        [[ $cur == -* ]] && case $verb in");
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
        printf("        '%s') words='", (*verb)->name);
        for_each_option(*verb, print_name);
        puts("' ;;");
    }
    puts("        esac ;;\n"
         "    esac\n"
         "    if [[ -n $words ]]; then\n"
         "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "    elif [[ -n $files ]]; then\n"
         "        compopt -o filenames 2>/dev/null\n"
         "        local IFS=$'\\n'\n"
         "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
         "    fi\n"
         "}\n"
         "complete -F _scree scree");
}

/* ---- zsh ---- */

/* An argument of _arguments: '*--format=:value:(png8 tiff8)'. */
static void zsh_form(const struct args_option *option, const char *dashes, const char *name)
{
    printf(" \\\n        '*%s%s%s", dashes, name,
           option->words == 0 && !option->optional ? ""
           : dashes[1] == '-'                      ? (option->optional ? "=-" : "=")
                                                   : "+");
    if (option->words > 0 || option->optional) {
        fputs(option->optional ? "::value:" : ":value:", stdout);
        if (has_values(option) || option->optional) {
            putchar('(');
            print_values(option);
            putchar(')');
        } else if (takes_file(option)) {
            fputs("_files", stdout);
        } else {
            putchar(' ');
        }
        if (option->words == 2) fputs(":value: ", stdout);
    }
    putchar('\'');
}

static void zsh_option(const struct cli_verb *verb, const struct args_option *option)
{
    (void)verb;
    zsh_form(option, "--", option->name);
    const char letter[2] = {option->letter, '\0'};
    const struct args_option plain = {.words = option->words,
                                      .read = option->read,
                                      .choices = option->choices,
                                      .name = option->name};
    if (option->letter != 0) zsh_form(&plain, "-", letter);
}

/* Words that come first, or second of a family, with what they do. */
static void zsh_commands(const char *family)
{
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
        const char *own = (*verb)->family;
        if (family != NULL && own != NULL && strcmp(own, family) == 0)
            printf(" '%s:%s'", (*verb)->name + strlen(family) + 1, (*verb)->summary);
        else if (family == NULL && opens_family(verb))
            printf(" '%s:write for a game'", own);
        else if (family == NULL && own == NULL)
            printf(" '%s:%s'", (*verb)->name, (*verb)->summary);
    }
}

static void print_zsh(void)
{
    puts("#compdef scree\n"
         "# Completion of scree's command lines in zsh, made by 'scree completion zsh'.\n"
         "_scree()\n"
         "{\n"
         "    local verb=$words[2] first=2\n"
         "    local -a commands");
    fputs("    commands=(", stdout);
    zsh_commands(NULL);
    puts(" 'help:the options of a command' 'version:the version')\n"
         "    if [[ $verb == help ]]; then verb=$words[3]; first=3; fi");
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
        if (!opens_family(verb)) continue;
        printf("    if [[ $verb == %s ]]; then\n"
               "        (( first++ ))\n"
               "        if (( CURRENT == first )); then\n"
               "            commands=(",
               (*verb)->family);
        zsh_commands((*verb)->family);
        puts(")\n"
             "        else\n"
             "            verb=\"$verb $words[first]\"\n"
             "        fi\n"
             "    fi");
    }
    puts("    if (( CURRENT <= first )); then _describe -t commands command commands; return; fi\n"
         "    [[ $words[2] == help ]] && return\n"
         "    shift $((first - 1)) words\n"
         "    (( CURRENT -= first - 1 ))\n"
         "    case $verb in");
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
        printf("    '%s') _arguments", (*verb)->name);
        for_each_option(*verb, zsh_option);
        printf(" \\\n        '*:%s' ;;\n",
               strcmp((*verb)->name, "completion") == 0 ? "shell:(bash zsh fish)" : "file:_files");
    }
    puts("    esac\n"
         "}\n"
         "_scree \"$@\"");
}

/* ---- fish ---- */

static void fish_option(const struct cli_verb *verb, const struct args_option *option)
{
    printf("complete -c scree -n '__scree_runs %s' -l %s", verb->name, option->name);
    if (option->letter != 0) printf(" -s %c", option->letter);
    if (has_values(option)) {
        fputs(" -x -a '", stdout);
        print_values(option);
        putchar('\'');
    } else if (option->words > 0) {
        fputs(takes_file(option) ? " -r" : " -x", stdout);
    }
    putchar('\n');
}

static void print_fish(void)
{
    puts(
        "# Completion of scree's command lines in fish, made by 'scree completion fish'.\n"
        "function __scree_runs\n"
        "    set -l words (commandline -opc)\n"
        "    for i in (seq (count $argv))\n"
        "        test \"$words[(math $i + 1)]\" = \"$argv[$i]\"; or return 1\n"
        "    end\n"
        "end\n"
        "function __scree_waits\n"
        "    __scree_runs $argv; and test (count (commandline -opc)) -eq (math (count $argv) + 1)\n"
        "end");
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++) {
        const char *own = (*verb)->family;
        if (opens_family(verb))
            printf("complete -c scree -f -n '__scree_waits' -a %s -d 'write for a game'\n", own);
        if (own != NULL)
            printf("complete -c scree -f -n '__scree_waits %s' -a %s -d '%s'\n", own,
                   (*verb)->name + strlen(own) + 1, (*verb)->summary);
        else
            printf("complete -c scree -f -n '__scree_waits' -a %s -d '%s'\n", (*verb)->name,
                   (*verb)->summary);
    }
    puts("complete -c scree -f -n '__scree_waits' -a help -d 'the options of a command'\n"
         "complete -c scree -f -n '__scree_waits' -a version -d 'the version'\n"
         "complete -c scree -f -n '__scree_waits completion' -a 'bash zsh fish'");
    fputs("complete -c scree -f -n '__scree_waits help' -a '", stdout);
    print_commands(NULL);
    puts("'");
    for (const struct cli_verb *const *verb = cli_verbs; *verb != NULL; verb++)
        for_each_option(*verb, fish_option);
}

int completion_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    static const struct {
        const char *shell;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    struct args_completion *args = values;
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (strcmp(operands->words[0], shells[i].shell) == 0) args->print = shells[i].print;
    if (args->print != NULL) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "'%.40s' is not a supported shell; choose bash, zsh or fish",
                     operands->words[0]);
}

enum say_exit completion_run(const void *values, struct say *say)
{
    (void)say;
    ((const struct args_completion *)values)->print();
    return SAY_EXIT_OK;
}

/* What reads the words of options that several commands have. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/open.h"
#include "cli/tables.h"

/* ---- numbers and sizes, of options and within words ---- */

int args_read_count(uint32_t *out, const char *option, const char *text, uint32_t lowest,
                    uint32_t highest, struct scree_error *error)
{
    uint64_t value = 0;
    bool good = text[0] != '\0';
    for (const char *p = text; good && *p != '\0'; p++) {
        good = *p >= '0' && *p <= '9';
        if (good) value = value * 10 + (uint64_t)(*p - '0');
        if (value > highest) good = false;
    }
    if (!good || value < lowest)
        return fail_usage(error, "--%s: '%.40s' is not a whole number from %u to %u", option, text,
                          (unsigned)lowest, (unsigned)highest);
    *out = (uint32_t)value;
    return SCREE_OK;
}

/* "2,5": digits on both sides of one comma. */
static bool is_comma_number(const char *text)
{
    static const char digits[] = "0123456789";
    const char *p = text + (*text == '-' || *text == '+');
    const size_t before = strspn(p, digits);
    if (before == 0 || p[before] != ',') return false;
    const size_t after = strspn(p + before + 1, digits);
    return after > 0 && p[before + 1 + after] == '\0';
}

/* A number and one of the units that people write behind it. */
static bool has_unit(const char *text)
{
    static const char *const units[] = {"m", "km", "ft", "%", "deg", "tu", "\xc2\xb0"};
    const size_t length = strspn(text, "+-.0123456789");
    if (length == 0) return false;
    const char *unit = text + length + strspn(text + length, " ");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(unit, units[i]) == 0) return true;
    return false;
}

int args_read_real(double *out, const char *option, const char *text, struct scree_error *error)
{
    /* strtod() alone would also take blanks, hexadecimal, "inf" and "nan". */
    char *end = NULL;
    const bool plain = text[0] != '\0' && text[strspn(text, "+-.0123456789eE")] == '\0';
    const double value = plain ? strtod(text, &end) : 0.0;
    if (is_comma_number(text))
        return fail_usage(error, "--%s: '%.40s' has a decimal comma; write a point, as in 2.5",
                          option, text);
    if (has_unit(text))
        return fail_usage(error, "--%s: '%.40s' has a unit; write the number alone, as in %.*s",
                          option, text, (int)strspn(text, "+-.0123456789"), text);
    if (!plain || *end != '\0' || !isfinite(value))
        return fail_usage(error, "--%s: '%.40s' is not a number such as 0.55 or -12", option, text);
    *out = value;
    return SCREE_OK;
}

int args_read_water(struct scree_style_options *style, const char *option, const char *text,
                    struct scree_error *error)
{
    const bool none = strcmp(text, "none") == 0;
    style->water = none ? SCREE_WATER_NONE : SCREE_WATER_AT;
    return none ? SCREE_OK : args_read_real(&style->water_m, option, text, error);
}

/* "WxH", or "N" alone, which leaves *height 0. */
static int read_size(uint32_t *width, uint32_t *height, const char *option, const char *text,
                     uint32_t highest, struct scree_error *error)
{
    const size_t first = strcspn(text, "xX");
    char word[16];
    snprintf(word, sizeof word, "%.*s", (int)(first < sizeof word ? first : sizeof word - 1), text);
    struct scree_error ignored = SCREE_ERROR_INIT;
    *height = 0;
    bool good = first < sizeof word &&
                args_read_count(width, option, word, 1, highest, &ignored) == SCREE_OK;
    if (good && text[first] != '\0')
        good = args_read_count(height, option, text + first + 1, 1, highest, &ignored) == SCREE_OK;
    if (good) return SCREE_OK;
    return fail_usage(error,
                      "--%s: '%.40s' is not a size such as 1024 or 2048x1024 (1 to %u a side)",
                      option, text, (unsigned)highest);
}

bool args_read_box(uint32_t box[4], const char *text)
{
    char numbers[2][12] = {""};
    int used = 0;
    struct scree_error ignored = SCREE_ERROR_INIT;
    const bool good =
        sscanf(text, "%11[0-9],%11[0-9],%n", numbers[0], numbers[1], &used) == 2 && used > 0 &&
        args_read_count(&box[0], "", numbers[0], 0, SCREE_MAX_SIZE, &ignored) == SCREE_OK &&
        args_read_count(&box[1], "", numbers[1], 0, SCREE_MAX_SIZE, &ignored) == SCREE_OK &&
        read_size(&box[2], &box[3], "", text + used, SCREE_MAX_SIZE, &ignored) == SCREE_OK;
    if (good && box[3] == 0) box[3] = box[2];
    return good;
}

/* ---- options ---- */

int args_refuse(const struct args_value *in, const char *finding, struct scree_error *error)
{
    return fail_usage(error, "--%s: '%.40s' %s", in->option->name, in->text, finding);
}

int args_flag(const struct args_value *in, struct scree_error *error)
{
    (void)error;
    *(bool *)in->to = true;
    return SCREE_OK;
}

int args_flag_off(const struct args_value *in, struct scree_error *error)
{
    (void)error;
    *(bool *)in->to = false;
    return SCREE_OK;
}

int args_alternative(const struct args_value *in, struct scree_error *error)
{
    unsigned *const chosen = in->to;
    if (*chosen != 0 && *chosen != in->option->lowest) {
        const struct args_choice *other = in->option->choices;
        while (other->value != (int)*chosen) other++;
        return fail_usage(error, "--%s and --%s exclude each other: use one", other->name,
                          in->option->name);
    }
    *chosen = in->option->lowest;
    return SCREE_OK;
}

int args_source(const struct args_value *in, struct scree_error *error)
{
    (void)error;
    *(struct scree_source *)in->to = scree_file(in->text);
    return SCREE_OK;
}

int args_plants(const struct args_value *in, struct scree_error *error)
{
    struct {
        struct scree_source list;
        const char *set;
    } *const plants = in->to;
    (void)error;
    const bool is_file = open_ends_in(in->text, ".json");
    plants->set = is_file ? "auto" : in->text;
    if (is_file) plants->list = scree_file(in->text);
    return SCREE_OK;
}

int args_no_plants(const struct args_value *in, struct scree_error *error)
{
    return args_plants(&(struct args_value){in->to, in->option, "none", NULL}, error);
}

int args_keep(const struct args_value *in, struct scree_error *error)
{
    struct {
        const char *names;
        struct scree_source list;
    } *const keep = in->to;
    (void)error;
    if (in->text[0] == '@')
        keep->list = scree_file(in->text + 1);
    else
        keep->names = in->text;
    return SCREE_OK;
}

int args_text(const struct args_value *in, struct scree_error *error)
{
    (void)error;
    *(const char **)in->to = in->text;
    return SCREE_OK;
}

int args_list(const struct args_value *in, struct scree_error *error)
{
    struct args_list *list = in->to;
    if (list->count == in->option->highest)
        return fail_usage(error, "--%s: %u at most", in->option->name,
                          (unsigned)in->option->highest);
    list->words[list->count++] = in->text;
    return SCREE_OK;
}

int args_line(const struct args_value *in, struct scree_error *error)
{
    char clean[SAY_TEXT_SIZE];
    if (in->text[0] != '\0' &&
        strcmp(scree_text_clean(clean, sizeof clean, in->text), in->text) == 0)
        return args_text(in, error);
    return fail_usage(error, "--%s: expected a name in one line of UTF-8", in->option->name);
}

int args_name(const struct args_value *in, struct scree_error *error)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const size_t length = strlen(in->text);
    if (length == 0 || length > 64 || in->text[strspn(in->text, allowed)] != '\0')
        return fail_usage(error, "--%s: '%.70s' is not 1 to 64 plain letters, digits, '_' and '-'",
                          in->option->name, in->text);
    if (scree_text_is_reserved(in->text))
        return args_refuse(in, "is a reserved name on Windows; choose another name", error);
    return args_text(in, error);
}

int args_count(const struct args_value *in, struct scree_error *error)
{
    return args_read_count(in->to, in->option->name, in->text, in->option->lowest,
                           in->option->highest, error);
}

int args_seed(const struct args_value *in, struct scree_error *error)
{
    uint32_t seed = 0;
    RETURN_IF_FAILED(args_read_count(&seed, in->option->name, in->text, 0, UINT32_MAX, error));
    *(uint64_t *)in->to = seed;
    return SCREE_OK;
}

int args_real(const struct args_value *in, struct scree_error *error)
{
    const struct args_option *const option = in->option;
    double *const value = in->to;
    RETURN_IF_FAILED(args_read_real(value, option->name, in->text, error));
    if (option->highest == 0 || (*value >= option->lowest && *value <= option->highest))
        return SCREE_OK;
    return fail_usage(error, "--%s: '%.40s' is not a number from %u to %u", option->name, in->text,
                      (unsigned)option->lowest, (unsigned)option->highest);
}

int args_bytes(const struct args_value *in, struct scree_error *error)
{
    static const char units[] = "KMG";
    const char *text = in->text;
    const size_t digits = strspn(text, "0123456789");
    uint64_t bytes = 0;
    for (size_t i = 0; i < digits && i < 12; i++) bytes = bytes * 10 + (uint64_t)(text[i] - '0');
    const bool plain = text[digits] == '\0';
    const char *unit = plain ? units : strchr(units, text[digits]);
    if (bytes == 0 || digits > 12 || unit == NULL || (!plain && text[digits + 1] != '\0'))
        return args_refuse(in, "is not a number of bytes such as 500M or 2G", error);
    *(uint64_t *)in->to = plain ? bytes : bytes << (10 * (unit - units + 1));
    return SCREE_OK;
}

int args_share(const struct args_value *in, struct scree_error *error)
{
    char number[32];
    double *share = in->to;
    const size_t length = strcspn(in->text, "%");
    const bool percent = strcmp(in->text + length, "%") == 0;
    snprintf(number, sizeof number, "%.*s", (int)length, in->text);
    if (length < sizeof number && (percent || in->text[length] == '\0') &&
        args_read_real(share, "", number, NULL) == SCREE_OK) {
        if (percent) *share /= 100;
        if (*share > 0 && *share <= 1) return SCREE_OK;
    }
    return args_refuse(in, "is not a share above 0 such as 5%", error);
}

int args_metres(const struct args_value *in, struct scree_error *error)
{
    double *metres = in->to;
    RETURN_IF_FAILED(args_read_real(metres, in->option->name, in->text, error));
    if (*metres > 0.0) return SCREE_OK;
    return args_refuse(in, "is not a size in metres above 0", error);
}

int args_size(const struct args_value *in, struct scree_error *error)
{
    struct args_size *size = in->to;
    return read_size(&size->width, &size->height, in->option->name, in->text, in->option->highest,
                     error);
}

int args_side(const struct args_value *in, struct scree_error *error)
{
    struct args_size *size = in->to;
    RETURN_IF_FAILED(args_size(in, error));
    if (size->height == 0) size->height = size->width;
    return SCREE_OK;
}

/* One word of a list. */
static int read_choice(int *out, const struct args_value *in, const struct args_choice *choices,
                       struct scree_error *error)
{
    char list[128], hint[64];
    size_t used = 0;
    struct scree_suggestion suggest = {in->text, NULL, 0};
    for (const struct args_choice *choice = choices; choice->name != NULL; choice++) {
        *out = choice->value;
        if (strcmp(choice->name, in->text) == 0) return SCREE_OK;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                 choice == choices ? "" : ", ", choice->name);
        scree_text_offer(&suggest, choice->name);
    }
    return fail_usage(error, "--%s: '%.40s' is not one of %s%s", in->option->name, in->text, list,
                      scree_text_suggestion(hint, sizeof hint, &suggest));
}

int args_choice(const struct args_value *in, struct scree_error *error)
{
    int value = 0;
    RETURN_IF_FAILED(read_choice(&value, in, in->option->choices, error));
    /* An enum has the size of an int here; its own type is not known. */
    memcpy(in->to, &value, sizeof value);
    return SCREE_OK;
}

int args_either(const struct args_value *in, struct scree_error *error)
{
    int value = 0;
    RETURN_IF_FAILED(read_choice(&value, in, in->option->choices, error));
    *(bool *)in->to = value != 0;
    return SCREE_OK;
}

int args_choices(const struct args_value *in, struct scree_error *error)
{
    unsigned *const bits = in->to;
    *bits = 0;
    for (const char *at = in->text;; at++) {
        char word[48];
        int value = 0;
        const size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
                 at);
        const struct args_value one = {NULL, in->option, word, NULL};
        RETURN_IF_FAILED(read_choice(&value, &one, in->option->choices, error));
        *bits |= (unsigned)value;
        at += length;
        if (*at == '\0') return SCREE_OK;
    }
}

int args_spot(const struct args_value *in, struct scree_error *error)
{
    struct scree_error bad = SCREE_ERROR_INIT;
    if (scree_spot_read(in->to, in->text, &bad) == SCREE_OK) return SCREE_OK;
    return fail_usage(error, "--%s: %s", in->option->name, bad.text);
}

#define MAX_ISAS 8

int args_isa(const struct args_value *in, struct scree_error *error)
{
    struct args_choice choices[MAX_ISAS + 1] = {{NULL, 0}};
    for (int i = 0; i < MAX_ISAS && scree_isa_name((size_t)i) != NULL; i++)
        choices[i] = (struct args_choice){scree_isa_name((size_t)i), i};
    int choice = 0;
    RETURN_IF_FAILED(read_choice(&choice, in, choices, error));
    *(const char **)in->to = scree_isa_name((size_t)choice);
    return SCREE_OK;
}

/* ---- directions ---- */

int args_read_numbers(double *out, size_t count, const char *text)
{
    struct scree_error ignored = SCREE_ERROR_INIT;
    for (size_t i = 0; i < count; i++) {
        char word[32];
        const size_t length = strcspn(text, ",");
        if (length >= sizeof word || (text[length] == ',') != (i + 1 < count))
            return SCREE_BAD_ARGUMENT;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        RETURN_IF_FAILED(args_read_real(&out[i], "", word, &ignored));
        text += length + 1;
    }
    return SCREE_OK;
}

int args_sun(const struct args_value *in, struct scree_error *error)
{
    double *const sun_deg = in->to;
    if (args_read_numbers(sun_deg, 2, in->text) == SCREE_OK && sun_deg[0] >= -360 &&
        sun_deg[0] <= 360 && sun_deg[1] > 0 && sun_deg[1] <= 90)
        return SCREE_OK;
    return args_refuse(in,
                       "is not two numbers such as 315,40: degrees clockwise from north, and "
                       "degrees above the horizon (more than 0, at most 90)",
                       error);
}

int args_direction(const struct args_value *in, struct scree_error *error)
{
    static const char *const names[] = {"north", "north-east", "east", "south-east",
                                        "south", "south-west", "west", "north-west"};
    double *const azimuth_deg = in->to;
    for (int i = 0; i < 8; i++) {
        if (strcmp(in->text, names[i]) != 0) continue;
        *azimuth_deg = 45.0 * i;
        return SCREE_OK;
    }
    if (args_read_numbers(azimuth_deg, 1, in->text) == SCREE_OK && *azimuth_deg >= -360 &&
        *azimuth_deg <= 360)
        return SCREE_OK;
    return args_refuse(
        in, "is neither a direction such as north-west nor degrees clockwise from north", error);
}

/* ---- of the terrain ---- */

int args_nodata(const struct args_value *in, struct scree_error *error)
{
    static const char word[] = "fill=";
    struct scree_terrain_options *options = in->to;
    options->keep_missing = strcmp(in->text, "keep") == 0;
    if (options->keep_missing) return SCREE_OK;
    if (strncmp(in->text, word, sizeof word - 1) != 0)
        return args_refuse(in, "is none of keep, fill=METRES (fill=0) and fill=smooth", error);
    options->fill_smooth = strcmp(in->text, "fill=smooth") == 0;
    options->has_fill = !options->fill_smooth;
    if (options->fill_smooth) return SCREE_OK;
    return args_read_real(&options->fill_m, "nodata fill", in->text + sizeof word - 1, error);
}

int args_box(const struct args_value *in, struct scree_error *error)
{
    struct scree_terrain_options *options = in->to;
    double numbers[3];
    if (args_read_numbers(numbers, 3, in->text) != SCREE_OK || !(numbers[2] > 0))
        return args_refuse(
            in,
            "is not LON,LAT,KM: degrees east, degrees north, kilometres, e.g. --box 1.52,42.5,10",
            error);
    options->box_longitude_deg = numbers[0];
    options->box_latitude_deg = numbers[1];
    options->box_m = numbers[2] * 1000;
    return SCREE_OK;
}

int args_range(const struct args_value *in, struct scree_error *error)
{
    double *const range = in->to;
    const char *low = in->text, *high = in->second;
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (high == NULL || args_read_real(&range[0], "", low, &ignored) != SCREE_OK ||
        args_read_real(&range[1], "", high, &ignored) != SCREE_OK)
        return fail_usage(error,
                          "--%s: '%.30s%s%.30s' is not two numbers in metres such as --%s 0 412.5",
                          in->option->name, low, high != NULL ? " " : "", high != NULL ? high : "",
                          in->option->name);
    if (range[0] < range[1]) return SCREE_OK;
    return fail_usage(error, "--%s: %.30s %.30s is not a range; give the lower height first",
                      in->option->name, low, high);
}

int args_band(const struct args_value *in, struct scree_error *error)
{
#ifndef SCREE_HAVE_GDAL
    return fail_usage(error,
                      "--%s is for rasters that GDAL reads, and this build of scree has no GDAL",
                      in->option->name);
#else
    return args_read_count(in->to, in->option->name, in->text, 1, 65536, error);
#endif
}

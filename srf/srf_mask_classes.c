/* Class rasters: which of their pixels are of the classes that a layer names. */
#include "srf/srf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define CODES 65536
#define SHOWN 12 /* classes in a message */

/* The next item of "10, 20, Tree cover", without blanks around it; NULL: there is none. */
static const char *next_item(const char **rest, size_t *length)
{
    const char *begin = *rest + strspn(*rest, " ");
    if (*begin == '\0') return NULL;
    const size_t whole = strcspn(begin, ",");
    *rest = begin + whole + (begin[whole] == ',');
    *length = whole;
    while (*length > 0 && begin[*length - 1] == ' ') --*length;
    return begin;
}

/* The number at the begin of a text; SIZE_MAX: there is none, or it is too large. */
static size_t number_of(const char *text, size_t length, size_t *digits)
{
    size_t code = 0;
    *digits = strspn(text, "0123456789");
    if (*digits > length) *digits = length;
    if (*digits == 0 || *digits > 5) return SIZE_MAX;
    for (size_t i = 0; i < *digits; i++) code = 10 * code + (size_t)(text[i] - '0');
    return code < CODES ? code : SIZE_MAX;
}

bool srf_classes_are_good(const char *list)
{
    const char *rest = list;
    size_t length, digits, count = 0;
    for (const char *item; (item = next_item(&rest, &length)) != NULL; count++) {
        const size_t code = number_of(item, length, &digits);
        if (length == 0 || (digits == length && code == SIZE_MAX)) return false;
    }
    return count > 0 || list[0] == '\0';
}

/* A line "10=Tree cover" of a legend, which may also have a blank, ':', ',' or ';' there; false: it is
 * none. */
struct legend_line {
    size_t code;
    const char *name;
    size_t length;
};

static bool next_line(struct legend_line *out, const char **rest)
{
    while (**rest != '\0') {
        const char *const line = *rest + strspn(*rest, " \t");
        const size_t whole = strcspn(line, "\r\n");
        size_t digits;
        *rest = line + whole + (line[whole] != '\0');
        out->code = number_of(line, whole, &digits);
        if (out->code == SIZE_MAX) continue;
        out->name = line + digits + strspn(line + digits, " \t=:,;");
        if (out->name >= line + whole) continue;
        out->length = (size_t)(line + whole - out->name);
        while (out->length > 0 && strchr(" \t", out->name[out->length - 1]) != NULL) out->length--;
        if (out->length > 0) return true;
    }
    return false;
}

/* The code of a name; SIZE_MAX: it is not in the legend. */
static size_t code_of_name(const char *legend, const char *name, size_t length)
{
    struct legend_line line;
    const char *rest = legend;
    while (next_line(&line, &rest))
        if (line.length == length && memcmp(line.name, name, length) == 0) return line.code;
    return SIZE_MAX;
}

static enum scree_code fail_name(const struct srf_mask *codes, const char *name, size_t length,
                                 struct scree_error *err)
{
    char list[160] = "";
    size_t used = 0;
    struct legend_line line;
    const char *rest = codes->legend != NULL ? codes->legend : "";
    while (used < sizeof list && next_line(&line, &rest))
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.*s", used > 0 ? ", " : "",
                                 (int)line.length, line.name);
    if (used >= sizeof list) snprintf(list + sizeof list - 4, 4, "...");
    if (codes->legend == NULL)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "has no legend for \"%.*s\"; give the class's number, or a legend beside "
                       "the picture, with lines such as 10=Forest and its name ending in .txt",
                       (int)length, name);
    return err_set(err, SCREE_BAD_ARGUMENT, "its legend has no \"%.*s\"; it has %s", (int)length,
                   name, used > 0 ? list : "no line such as 10=Forest");
}

/* Codes as a list for a message: of those counted, or of those wanted and not counted. */
static void list_codes(char *out, size_t size, const uint64_t *counts, const bool *wanted)
{
    size_t used = 0, shown = 0;
    out[0] = '\0';
    for (size_t code = 0; code < CODES; code++) {
        if (wanted != NULL ? !wanted[code] || counts[code] > 0 : counts[code] == 0) continue;
        if (shown++ == SHOWN) {
            snprintf(out + used, size - used, " ...");
            return;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%lu", used > 0 ? ", " : "",
                                 (unsigned long)code);
    }
}

/* What the picture has of what is wanted. */
struct choice {
    bool wanted[CODES];
    uint64_t counts[CODES];
};

static enum scree_code choose(struct choice *c, const struct srf_mask *codes, const char *list,
                              struct scree_error *err)
{
    size_t length, digits;
    const char *rest = list;
    for (const char *item; (item = next_item(&rest, &length)) != NULL;) {
        size_t code = number_of(item, length, &digits);
        if (digits != length || code == SIZE_MAX)
            code = code_of_name(codes->legend != NULL ? codes->legend : "", item, length);
        if (code == SIZE_MAX) return fail_name(codes, item, length, err);
        c->wanted[code] = true;
    }
    return SCREE_OK;
}

static enum scree_code judge(char absent[SRF_ABSENT_SIZE], const struct choice *c,
                             struct scree_error *err)
{
    char missing[96], there[96];
    bool some = false, all = true;
    for (size_t code = 0; code < CODES; code++) {
        some = some || (c->wanted[code] && c->counts[code] > 0);
        all = all && (!c->wanted[code] || c->counts[code] > 0);
    }
    absent[0] = '\0';
    if (all) return SCREE_OK;
    list_codes(missing, sizeof missing, c->counts, c->wanted);
    list_codes(there, sizeof there, c->counts, NULL);
    if (!some)
        return err_set(err, SCREE_BAD_ARGUMENT, "has no pixel of class %s; it has %s", missing,
                       there);
    snprintf(absent, SRF_ABSENT_SIZE, "has no pixel of class %s; it has %s", missing, there);
    return SCREE_OK;
}

enum scree_code srf_mask_classes(struct srf_mask **out, char absent[SRF_ABSENT_SIZE],
                                 const struct srf_mask *codes, const char *list,
                                 struct scree_error *err)
{
    const size_t pixels = (size_t)codes->width * codes->height;
    struct choice *c;
    RETURN_IF_ERR(MEM_NEED(&c, 1, sizeof *c, err));
    enum scree_code code;
    FAIL_IF_ERR(code, choose(c, codes, list, err));
    for (size_t i = 0; i < pixels; i++) c->counts[codes->pixels[i]]++;
    FAIL_IF_ERR(code, judge(absent, c, err));
    FAIL_IF_ERR(code, srf_mask_create(out, codes->file, codes->width, codes->height, err));
    for (size_t i = 0; i < pixels; i++)
        (*out)->pixels[i] = c->wanted[codes->pixels[i]] ? UINT8_MAX : 0;

fail:
    mem_free(c);
    return code;
}

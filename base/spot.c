#include "base/spot.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */

#define MOST_DIGITS 15 /* that a double holds, whatever they are */

/* mantissa * 10^exponent: one rounding up to 10^22, which a double holds exactly. */
static double scaled(uint64_t mantissa, int exponent)
{
    double value = (double)mantissa;
    for (; exponent != 0 && value != 0 && isfinite(value);) {
        const int step = exponent > 22 ? 22 : exponent < -22 ? -22 : exponent;
        double power = 1;
        for (int i = 0; i < (step < 0 ? -step : step); i++) power *= 10;
        value = step > 0 ? value * power : value / power;
        exponent -= step;
    }
    return value;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Goes over "e3" or "E-12"; a letter without digits is no part of it. */
static const char *read_exponent(int *exponent, const char *p)
{
    if (*p != 'e' && *p != 'E') return p;
    const char *q = p + 1;
    const bool minus = *q == '-';
    if (*q == '-' || *q == '+') q++;
    if (!is_digit(*q)) return p;
    int value = 0;
    for (; is_digit(*q); q++)
        if (value < 1000) value = value * 10 + (*q - '0');
    *exponent += minus ? -value : value;
    return q;
}

const char *spot_read_metres(double *out, const char *text)
{
    const char *p = text;
    const bool minus = *p == '-';
    if (*p == '-' || *p == '+') p++;
    uint64_t mantissa = 0;
    int exponent = 0, digits = 0;
    bool any = false, point = false;
    for (; is_digit(*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        any = true;
        const bool kept = digits < MOST_DIGITS;
        if (kept) mantissa = mantissa * 10 + (uint64_t)(*p - '0');
        if (kept && mantissa > 0) digits++;
        exponent += (kept ? 0 : 1) - (point ? 1 : 0);
    }
    if (!any) return NULL;
    p = read_exponent(&exponent, p);
    const double value = scaled(mantissa, exponent);
    *out = minus ? -value : value;
    return isfinite(value) ? p : NULL;
}

/* ---- places ---- */

static const char *skip_blanks(const char *p)
{
    while (*p == ' ') p++;
    return p;
}

/* Whether a word may end before c. */
static bool ends_word(char c)
{
    return !(is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
             (unsigned char)c >= 0x80);
}

/* "900E": a number and, if there is one, its letter as a capital. metres, unless NULL, becomes true
 * of "900 m". */
static const char *read_part(double *m, char *way, bool *metres, const char *text)
{
    static const char letters[] = "EWNSewns";
    const char *p = spot_read_metres(m, skip_blanks(text));
    *way = 0;
    if (p == NULL) return NULL;
    p = skip_blanks(p);
    if (metres != NULL && *p == 'm' && ends_word(p[1])) {
        *metres = true;
        p = skip_blanks(p + 1);
    }
    const char *letter = *p != '\0' && ends_word(p[1]) ? strchr(letters, *p) : NULL;
    if (letter == NULL) return p;
    *way = letters[(letter - letters) % 4];
    return skip_blanks(p + 1);
}

static bool is_across(char way)
{
    return way == 'E' || way == 'W';
}

/* "8.1,46.5" behind "geo:". */
static const char *read_degrees(struct scree_spot *out, const char *text)
{
    double degrees[2];
    const char *p = spot_read_metres(&degrees[0], skip_blanks(text));
    if (p == NULL || *(p = skip_blanks(p)) != ',') return NULL;
    p = spot_read_metres(&degrees[1], skip_blanks(p + 1));
    if (p == NULL || fabs(degrees[0]) > 360 || fabs(degrees[1]) > 90) return NULL;
    *out = (struct scree_spot){{degrees[0], degrees[1]}, {SPOT_GEO, SPOT_GEO}};
    return skip_blanks(p);
}

const char *spot_read_next(struct scree_spot *out, bool *metres, const char *text)
{
    if (strncmp(skip_blanks(text), "geo:", 4) == 0) return read_degrees(out, skip_blanks(text) + 4);
    double m[2];
    char way[2];
    const char *p = read_part(&m[0], &way[0], metres, text);
    if (p == NULL || *p != ',') return NULL;
    p = read_part(&m[1], &way[1], metres, p + 1);
    if (p == NULL || (way[0] == 0) != (way[1] == 0)) return NULL;
    if (way[0] != 0 && is_across(way[0]) == is_across(way[1])) return NULL;
    const int x = way[0] != 0 && !is_across(way[0]);
    *out = (struct scree_spot){{m[x], m[1 - x]}, {way[x], way[1 - x]}};
    return p;
}

bool spot_read(struct scree_spot *out, const char *text)
{
    const char *end = spot_read_next(out, NULL, text);
    return end != NULL && *end == '\0';
}

void spot_find(double out_m[2], const struct scree_spot *spot, const double extent_m[2],
               enum scree_corner corner)
{
    const char near_y = corner == SCREE_NORTH_WEST ? 'S' : 'N';
    const bool far[2] = {spot->way[0] == 'W', spot->way[1] != 0 && spot->way[1] != near_y};
    for (int i = 0; i < 2; i++) out_m[i] = far[i] ? extent_m[i] - spot->m[i] : spot->m[i];
}

char *spot_name(char *out, size_t size, const double m[2], enum scree_corner corner)
{
    snprintf(out, size, "%.9gE,%.9g%c", m[0], m[1], corner == SCREE_NORTH_WEST ? 'S' : 'N');
    return out;
}

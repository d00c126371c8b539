/*
 * sky_values < QUESTIONS > ANSWERS
 *
 * What the sky clear is made of, a line each; directions are unit vectors, z up:
 *   air AZIMUTH ELEVATION TURBIDITY   the light of the sun, then of the sky, on the ground
 *   sky X Y Z                         the light from there, without the sun's disc
 *   haze LENGTH LOW HIGH X Y Z        the light of air without ground behind it, then what is left of ground's
 *   tone R G B [CONTRAST]             a pixel, squared
 *   water COSINE                      the share of light that level water sends back
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/view_clear.h"
#include "render/view_water.h"
#include "render/view_tone.h"

static void answer(const float values[3], const char *end)
{
    printf("%.9g %.9g %.9g%s", (double)values[0], (double)values[1], (double)values[2], end);
}

/* The air as thick as it is by its turbidity. */
static void answer_haze(const struct render_sky *sky, const double n[6])
{
    const double green = (double)(sky->clear->air[1] + sky->clear->dust[1]);
    const struct view_air around = {1.0 / green, 0.0};
    float dark[3] = {0.0f, 0.0f, 0.0f}, bright[3] = {1.0f, 1.0f, 1.0f};
    view_clear_air(dark, sky, &around, n[0], n + 1, n + 3);
    view_clear_air(bright, sky, &around, n[0], n + 1, n + 3);
    for (int c = 0; c < 3; c++) bright[c] -= dark[c];
    answer(dark, " ");
    answer(bright, "\n");
}

static int answer_line(const char *line, struct render_sky *sky, struct render_clear *clear)
{
    char word[8];
    double n[6] = {0.0};
    float out[3];
    sscanf(line, "%7s %lf %lf %lf %lf %lf %lf", word, n, n + 1, n + 2, n + 3, n + 4, n + 5);
    if (strcmp(word, "air") == 0) {
        struct scree_error err = SCREE_ERROR_INIT;
        if (render_sky_set(sky, n[0], n[1], &err) != SCREE_OK ||
            render_clear_set(clear, sky, n[2], &err) != SCREE_OK)
            return 1;
        answer(sky->sun, " ");
        answer(sky->ambient, "\n");
    } else if (strcmp(word, "sky") == 0) {
        view_clear_sky(out, sky, n);
        answer(out, "\n");
    } else if (strcmp(word, "haze") == 0) {
        answer_haze(sky, n);
    } else if (strcmp(word, "water") == 0) {
        printf("%.9g\n", (double)view_fresnel((float)n[0]));
    } else {
        const float light[3] = {(float)n[0], (float)n[1], (float)n[2]};
        view_tone(out, light, n[3] > 0.0 ? (float)n[3] : 1.0f);
        answer(out, "\n");
    }
    return 0;
}

int main(void)
{
    static struct render_clear clear;
    struct render_sky sky;
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL)
        if (answer_line(line, &sky, &clear) != 0) return 1;
    return 0;
}

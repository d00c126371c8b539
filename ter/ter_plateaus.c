/*
 * Flat ground in a terrain of stairs: connected points of one height around which the ground goes on
 * steeper than stairs of that width would. A terrace of a slope, the top of a dome and the bottom of a
 * bowl are as wide as those beside them; a lake and a mesa end at once.
 */
#include "ter/ter_plateaus.h"

#include <string.h>

#include "base/mem.h"

#define LEAST_POINTS 64
#define NEAR 2    /* shares of its own width that the ground around it is looked at: half of it */
#define STEEP 1.5 /* steps that the ground differs by there, where it ends at once */

struct search {
    const struct ter_field *field;
    double step;
    uint8_t *seen;   /* [point] */
    uint32_t *queue; /* points of one height so far */
    size_t count;    /* of them */
};

/* The point so many steps from a point in one of four directions; false: it lies outside. */
static bool go(size_t *to, const struct ter_field *field, size_t from, int direction, size_t steps)
{
    const size_t columns = field->points_x, rows = field->points_y;
    const size_t x = from % columns, y = from / columns;
    const bool inside = direction == 0   ? x + steps < columns
                        : direction == 1 ? x >= steps
                        : direction == 2 ? y + steps < rows
                                         : y >= steps;
    const size_t away = direction < 2 ? steps : steps * columns;
    *to = direction % 2 == 0 ? from + away : from - away;
    return inside;
}

/* Fills the queue with all points of the height of the first. Returns how many sides border on
 * others. */
static size_t flood(struct search *s, size_t first)
{
    const double height = ter_number(s->field, first);
    size_t sides = 0, next;
    s->queue[0] = (uint32_t)first;
    s->count = 1;
    s->seen[first] = 1;
    for (size_t i = 0; i < s->count; i++)
        for (int k = 0; k < 4; k++) {
            if (!go(&next, s->field, s->queue[i], k, 1)) continue;
            if (ter_number(s->field, next) != height) {
                sides++;
            } else if (s->seen[next] == 0) {
                s->seen[next] = 1;
                s->queue[s->count++] = (uint32_t)next;
            }
        }
    return sides;
}

/* Whether beyond most of its sides the ground is steep. */
static bool ends_at_once(const struct search *s, size_t sides)
{
    const double height = ter_number(s->field, s->queue[0]);
    const size_t away = s->count / (NEAR * sides) + 1;
    size_t looked = 0, steep = 0, next;
    for (size_t i = 0; i < s->count; i++)
        for (int k = 0; k < 4; k++) {
            if (!go(&next, s->field, s->queue[i], k, 1) || ter_number(s->field, next) == height ||
                !go(&next, s->field, s->queue[i], k, away))
                continue;
            const double change = ter_number(s->field, next) - height;
            looked++;
            steep += change > STEEP * s->step || change < -STEEP * s->step;
        }
    return 2 * steep > looked;
}

enum scree_code ter_find_plateaus(uint8_t *flat, const struct ter_field *field, double step,
                                  struct scree_error *err)
{
    const size_t points = (size_t)field->points_x * field->points_y;
    struct search s = {.field = field,
                       .step = step,
                       .seen = mem_alloc(points, 1),
                       .queue = mem_alloc(points, sizeof *s.queue)};
    const bool made = s.seen != NULL && s.queue != NULL;
    memset(flat, 0, points);
    for (size_t first = 0; made && first < points; first++) {
        if (s.seen[first] != 0) continue;
        const size_t sides = flood(&s, first);
        if (s.count < LEAST_POINTS || sides == 0 || !ends_at_once(&s, sides)) continue;
        for (size_t i = 0; i < s.count; i++) flat[s.queue[i]] = 1;
    }
    mem_free(s.seen);
    mem_free(s.queue);
    return made ? SCREE_OK : err_no_memory(err);
}

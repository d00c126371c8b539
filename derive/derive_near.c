/*
 * How far it is to the nearest of marked points: along the columns first, then along each row, of which the
 * lower envelope of parabolas tells the nearest column (Felzenszwalb and Huttenlocher; Meijster).
 *
 * Squares of distances are whole numbers: i points east and j north make WHOLE_ONE times (i^2 wx + j^2 wy), where the
 * greater of the two weights is 1. So the nearest point is the nearest exactly, by whatever way it is found.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "derive/derive.h"

#define WHOLE_ONE 1048576.0 /* 2^20, so that squares of DERIVE_NEAR_POINTS stay below 2^60 */
#define NONE UINT32_MAX     /* no marked point in the column */

struct near_line {
    uint32_t *site,
        *from;        /* [envelope]: a column, and the first column that it is the nearest of */
    int64_t *upwards; /* [column]: whole square of the way along it, or -1 */
    float *metres;
};

struct nearing {
    uint32_t columns, rows;
    int64_t wx, wy;
    float nowhere_m;
    double unit_m; /* the greater of the two spacings */
    /* [row][column]: points along the column, then, as floats, metres */
    unsigned char *memory;
    struct near_line *lines; /* [thread] */
};

static int64_t weight(double spacing, double unit)
{
    const double share = spacing / unit;
    const double whole = floor(share * share * WHOLE_ONE + 0.5);
    return whole < 1.0 ? 1 : (int64_t)whole;
}

static uint32_t *row_of(const struct nearing *n, uint32_t y)
{
    return (uint32_t *)(void *)(n->memory + (size_t)y * n->columns * sizeof(uint32_t));
}

static void along_columns(const struct nearing *n, const uint8_t *marked)
{
    for (uint32_t y = 0; y < n->rows; y++) {
        uint32_t *const at = row_of(n, y), *const before = y > 0 ? row_of(n, y - 1) : NULL;
        const uint8_t *const mark = marked + (size_t)y * n->columns;
        for (uint32_t x = 0; x < n->columns; x++)
            at[x] = mark[x] != 0 ? 0 : before == NULL || before[x] == NONE ? NONE : before[x] + 1;
    }
    for (uint32_t y = n->rows - 1; y-- > 0;) {
        uint32_t *const at = row_of(n, y), *const after = row_of(n, y + 1);
        for (uint32_t x = 0; x < n->columns; x++)
            if (after[x] != NONE && after[x] + 1 < at[x]) at[x] = after[x] + 1;
    }
}

/* The whole square of the way from column x to the marked point of column u. */
static int64_t square(const struct nearing *n, const struct near_line *line, uint32_t x, uint32_t u)
{
    const int64_t away = (int64_t)x - u;
    return n->wx * away * away + line->upwards[u];
}

/* The last column that is not farther from that of u than from that of v, u < v. */
static int64_t last_of(const struct nearing *n, const struct near_line *line, int64_t u, int64_t v)
{
    const int64_t all = n->wx * (v * v - u * u) + line->upwards[v] - line->upwards[u];
    return all / (2 * n->wx * (v - u));
}

/* Finds which column is the nearest of which; how many there are. */
static uint32_t envelope(const struct nearing *n, struct near_line *line)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < n->columns; v++) {
        if (line->upwards[v] < 0) continue;
        while (count > 0 && square(n, line, line->from[count - 1], line->site[count - 1]) >
                                square(n, line, line->from[count - 1], v))
            count--;
        int64_t from = 0;
        if (count > 0) from = last_of(n, line, line->site[count - 1], v) + 1;
        if (from >= n->columns) continue;
        line->site[count] = v;
        line->from[count++] = (uint32_t)from;
    }
    return count;
}

static void along_row(void *context, size_t index, uint32_t thread)
{
    const struct nearing *const n = context;
    struct near_line *const line = &n->lines[thread];
    uint32_t *const row = row_of(n, (uint32_t)index);
    for (uint32_t x = 0; x < n->columns; x++)
        line->upwards[x] = row[x] == NONE ? -1 : n->wy * (int64_t)row[x] * (int64_t)row[x];
    uint32_t at = envelope(n, line);
    for (uint32_t x = n->columns; x-- > 0;) {
        line->metres[x] = n->nowhere_m;
        if (at == 0) continue;
        line->metres[x] =
            (float)(n->unit_m * sqrt((double)square(n, line, x, line->site[at - 1]) / WHOLE_ONE));
        if (line->from[at - 1] == x) at--;
    }
    memcpy(row, line->metres, n->columns * sizeof *line->metres);
}

static void free_lines(struct nearing *n, uint32_t threads)
{
    for (uint32_t t = 0; n->lines != NULL && t < threads; t++) {
        mem_free(n->lines[t].site);
        mem_free(n->lines[t].from);
        mem_free(n->lines[t].upwards);
        mem_free(n->lines[t].metres);
    }
    mem_free(n->lines);
}

static enum scree_code make_lines(struct nearing *n, uint32_t threads, struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(&n->lines, threads, sizeof *n->lines, err));
    for (uint32_t t = 0; t < threads; t++) {
        struct near_line *const line = &n->lines[t];
        RETURN_IF_ERR(MEM_NEED(&line->site, n->columns, sizeof *line->site, err));
        RETURN_IF_ERR(MEM_NEED(&line->from, n->columns, sizeof *line->from, err));
        RETURN_IF_ERR(MEM_NEED(&line->upwards, n->columns, sizeof *line->upwards, err));
        RETURN_IF_ERR(MEM_NEED(&line->metres, n->columns, sizeof *line->metres, err));
    }
    return SCREE_OK;
}

enum scree_code derive_near(struct ter_field **out, const struct ter_field *field,
                            const uint8_t *marked, float nowhere_m, struct scree_job *job,
                            struct scree_error *err)
{
    const uint32_t threads = parallel_threads(job_threads(job));
    const double dx = field->scal_m[0], dy = field->scal_m[1], unit = dx > dy ? dx : dy;
    struct ter_field *made;
    *out = NULL;
    if (field->points_x > DERIVE_NEAR_POINTS || field->points_y > DERIVE_NEAR_POINTS)
        return err_set(err, SCREE_LIMIT,
                       "what is near is found over at most %u points a side, the terrain has %u x "
                       "%u; use a part of it",
                       (unsigned)DERIVE_NEAR_POINTS, field->points_x, field->points_y);
    RETURN_IF_ERR(ter_make(&made, field, field->points_x, field->points_y, true, err));
    struct nearing n = {.columns = field->points_x,
                        .rows = field->points_y,
                        .wx = weight(dx, unit),
                        .wy = weight(dy, unit),
                        .nowhere_m = nowhere_m,
                        .unit_m = unit,
                        .memory = made->memory};
    along_columns(&n, marked);
    enum scree_code code = make_lines(&n, threads, err);
    if (code == SCREE_OK) code = job_for(job, n.rows, threads, along_row, &n, err);
    free_lines(&n, threads);
    if (code != SCREE_OK) {
        ter_free(made);
        return code;
    }
    made->base_tu = 0.0;
    made->step_tu = 1.0;
    made->has_missing = false;
    *out = made;
    return SCREE_OK;
}

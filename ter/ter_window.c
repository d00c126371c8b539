/* Some rows at a time of a field whose elevations stay in their file. */
#include "ter/ter.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/parallel.h"

#define NOT_HELD UINT32_MAX

struct ter_window {
    const struct ter_field *of;
    struct ter_field view; /* unless that is in memory */
    uint32_t *slots;       /* [grid row]: where in rows it is, or NOT_HELD */
    uint32_t *held;        /* [slot]: the grid row */
    size_t count, capacity;
    size_t row_bytes;
    uint8_t *rows;
    void *reader;        /* of a store, */
    uint32_t columns[2]; /* which reads these: first and last */
};

static size_t sample_bytes(const struct ter_field *field)
{
    return field->store.is_float ? sizeof(float) : sizeof(int16_t);
}

/* Rows of elevations of a field in a file, in this machine's byte order. Any threads. */
static enum scree_code read_file_rows(int16_t *out, const struct ter_field *field, uint64_t first,
                                      size_t rows, struct scree_error *err)
{
    const size_t count = rows * field->points_x, bytes = count * sizeof *out;
    const uint64_t offset = field->file_offset + first * field->points_x * sizeof *out;
    RETURN_IF_ERR(file_input_read(&field->file, offset, out, bytes, err));
    const uint16_t one = 1;
    if (*(const uint8_t *)&one != 1)
        for (size_t i = 0; i < count; i++) out[i] = bytes_get_i16le((const uint8_t *)(out + i));
    return SCREE_OK;
}

size_t ter_window_rows(const struct ter_field *field, size_t count, uint64_t units)
{
    /* One before, two after; at the northern edge one more before. */
    const uint64_t close = units + 5, apart = 4 * (uint64_t)count + 1;
    const uint64_t most = close < apart ? close : apart;
    return most < field->points_y ? (size_t)most : field->points_y;
}

uint64_t ter_window_bytes(const struct ter_field *field, size_t max_rows)
{
    if (!ter_is_in_file(field)) return 0;
    const uint64_t kept =
        field->store.of != NULL ? field->store.bytes(field->store.of, max_rows) : 0;
    return (uint64_t)max_rows * (field->points_x * sample_bytes(field) + sizeof(uint32_t)) +
           (uint64_t)field->points_y * sizeof(uint32_t) + kept;
}

enum scree_code ter_window_create(struct ter_window **out, const struct ter_field *field,
                                  size_t max_rows, struct scree_error *err)
{
    *out = NULL;
    struct ter_window *window;
    RETURN_IF_ERR(MEM_NEED(&window, 1, sizeof *window, err));
    window->of = field;
    *out = window;
    if (!ter_is_in_file(field)) return SCREE_OK;
    window->capacity = max_rows;
    window->row_bytes = field->points_x * sample_bytes(field);
    window->slots = mem_alloc(field->points_y, sizeof *window->slots);
    window->held = mem_alloc(max_rows, sizeof *window->held);
    window->rows = mem_alloc(max_rows, window->row_bytes);
    if (window->slots == NULL || window->held == NULL || window->rows == NULL) {
        ter_window_free(window);
        *out = NULL;
        return err_no_memory(err);
    }
    memset(window->slots, 0xff, field->points_y * sizeof *window->slots);
    window->view = *field;
    if (field->store.is_float)
        window->view.samples = (const float *)(const void *)window->rows;
    else
        window->view.elevations = (const int16_t *)(const void *)window->rows;
    window->view.slots = window->slots;
    memset(&window->view.file, 0, sizeof window->view.file);
    memset(&window->view.store, 0, sizeof window->view.store);
    memset(&window->view.warnings, 0, sizeof window->view.warnings);
    if (field->store.of == NULL) return SCREE_OK;
    window->columns[1] = field->points_x - 1;
    const enum scree_code code = field->store.open(&window->reader, field->store.of, err);
    if (code == SCREE_OK) return SCREE_OK;
    ter_window_free(window);
    *out = NULL;
    return code;
}

void ter_window_free(struct ter_window *window)
{
    if (window == NULL) return;
    if (window->reader != NULL) window->of->store.close(window->reader);
    mem_free(window->slots);
    mem_free(window->held);
    mem_free(window->rows);
    mem_free(window);
}

/* One point before a position and two after it; at an edge another, for the straight line on which the
 * missing one lies. */
static void find_reach(uint32_t out[2], const uint64_t positions[2], uint32_t points)
{
    const uint64_t first = positions[0] >> 32, last = (positions[1] >> 32) + 3, most = points - 1;
    out[0] = first > 2 ? (uint32_t)(first - 2) : 0;
    out[1] = (uint32_t)(last < most ? last : most);
}

void ter_window_narrow(struct ter_window *window, const uint64_t x[2])
{
    if (window->reader != NULL) find_reach(window->columns, x, window->of->points_x);
}

void ter_window_expect(struct ter_window *window, const uint64_t y[2])
{
    if (window->reader == NULL || window->of->store.ahead == NULL) return;
    uint32_t rows[2];
    find_reach(rows, y, window->of->points_y);
    window->of->store.ahead(window->reader, rows);
}

static void need(struct ter_window *window, int64_t y)
{
    if (window->slots[y] != NOT_HELD) return;
    assert(window->count < window->capacity);
    window->slots[y] = (uint32_t)window->count;
    window->held[window->count++] = (uint32_t)y;
}

/* The rows that position y takes: ter_get_row() of the one before, its own and two after. */
static void need_around(struct ter_window *window, uint64_t y)
{
    const int64_t j = (int64_t)(y >> 32), last = (int64_t)window->of->points_y - 1;
    for (int64_t row = j - 1; row <= j + 2; row++) {
        if (row >= 0 && row <= last) {
            need(window, row);
            continue;
        }
        const int64_t edge = row < 0 ? 0 : last, image = 2 * edge - row;
        need(window, edge);
        need(window, image < 0 ? 0 : image > last ? last : image);
    }
}

/* A piece of the rows for each thread. */
struct reading {
    struct ter_window *window;
    size_t pieces;
    struct scree_error *errs; /* [piece] */
};

static void read_piece(void *context, size_t piece, uint32_t thread)
{
    (void)thread;
    const struct reading *reading = context;
    struct ter_window *window = reading->window;
    const size_t first = window->count * piece / reading->pieces;
    const size_t end = window->count * (piece + 1) / reading->pieces;
    struct scree_error *err = &reading->errs[piece];
    if (window->reader != NULL) {
        for (size_t slot = first; slot < end; slot++)
            window->of->store.row(window->reader, window->held[slot],
                                  window->rows + slot * window->row_bytes);
        return;
    }
    for (size_t slot = first; slot < end && err->code == SCREE_OK;) {
        size_t run = 1;
        while (slot + run < end && window->held[slot + run] == window->held[slot] + run) run++;
        err->code = read_file_rows((int16_t *)(void *)(window->rows + slot * window->row_bytes),
                                   window->of, window->held[slot], run, err);
        slot += run;
    }
}

#define MOST_PIECES 16

enum scree_code ter_window_hold(struct ter_window *window, const uint64_t *y, size_t count,
                                uint32_t threads, struct scree_error *err)
{
    if (window->rows == NULL) return SCREE_OK;
    for (size_t slot = 0; slot < window->count; slot++)
        window->slots[window->held[slot]] = NOT_HELD;
    window->count = 0;
    for (size_t i = 0; i < count; i++) need_around(window, y[i]);
    if (window->reader != NULL)
        RETURN_IF_ERR(window->of->store.hold(window->reader, window->held, window->count,
                                             window->columns, threads, err));
    struct scree_error errs[MOST_PIECES];
    for (size_t i = 0; i < MOST_PIECES; i++) err_clear(&errs[i]);
    struct reading reading = {window, threads < MOST_PIECES ? threads : MOST_PIECES, errs};
    if (reading.pieces < 1) reading.pieces = 1;
    parallel_for(reading.pieces, (uint32_t)reading.pieces, read_piece, &reading);
    for (size_t i = 0; i < reading.pieces; i++) {
        if (errs[i].code == SCREE_OK) continue;
        err_take(err, &errs[i]);
        return errs[i].code;
    }
    return SCREE_OK;
}

const struct ter_field *ter_window_field(const struct ter_window *window)
{
    return window->rows != NULL ? &window->view : window->of;
}

/* The rows of a store, a few at a time. */
static enum scree_code read_store_rows(uint8_t *out, const struct ter_field *field,
                                       uint32_t threads, struct scree_job *job,
                                       struct scree_error *err)
{
    const struct ter_store *store = &field->store;
    const size_t row_bytes = field->points_x * sample_bytes(field);
    const uint32_t columns[2] = {0, field->points_x - 1};
    void *reader;
    RETURN_IF_ERR(store->open(&reader, store->of, err));
    enum scree_code code = SCREE_OK;
    for (uint32_t y = 0; y < field->points_y && code == SCREE_OK; y++) {
        code = job_poll(job, err);
        if (code == SCREE_OK)
            code = store->hold(reader, &y, 1, columns, parallel_threads(threads), err);
        if (code == SCREE_OK) store->row(reader, y, out + y * row_bytes);
    }
    store->close(reader);
    return code;
}

enum scree_code ter_load(struct ter_field **out, const struct ter_field *field, uint32_t threads,
                         struct scree_job *job, struct scree_error *err)
{
    if (!ter_is_in_file(field))
        return ter_crop(out, field, 0, 0, field->points_x, field->points_y, err);
    RETURN_IF_ERR(
        ter_make(out, field, field->points_x, field->points_y, field->store.is_float, err));
    const enum scree_code code =
        field->store.of != NULL ? read_store_rows((*out)->memory, field, threads, job, err)
                                : read_file_rows((*out)->memory, field, 0, field->points_y, err);
    if (code != SCREE_OK) {
        ter_free(*out);
        *out = NULL;
    }
    return code;
}

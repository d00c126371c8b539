/* base/: errors keep the first message, sizes cannot overflow, outputs appear whole or not at all.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <fcntl.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/sha.h"
#include "base/text.h"
#include "base/warn.h"

static void first_error_wins(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(err_set_at(&err, SCREE_MALFORMED, 212, "size %d, need %d", 6, 8),
                     SCREE_MALFORMED);
    assert_int_equal(err_set_at(&err, SCREE_CANNOT_READ, 3, "later"), SCREE_CANNOT_READ);
    err_set_file(&err, "island.srf");
    err_set_file(&err, "other.srf");
    char text[ERR_TEXT_SIZE];
    assert_string_equal(err_format(text, sizeof text, &err),
                        "island.srf: byte 212: size 6, need 8");
    assert_int_equal(err.code, SCREE_MALFORMED);
    assert_int_equal(err_set_at(NULL, SCREE_BAD_ARGUMENT, 0, "no struct"), SCREE_BAD_ARGUMENT);
}

static void long_file_name_keeps_its_tail(void **state)
{
    (void)state;
    char path[400];
    memset(path, 'a', sizeof path);
    strcpy(path + 380, "/tail.ter");
    struct scree_error err = SCREE_ERROR_INIT;
    err_set_file(&err, path);
    assert_int_equal(strlen(err.file), sizeof err.file - 1);
    assert_memory_equal(err.file, "...", 3);
    assert_string_equal(err.file + strlen(err.file) - 9, "/tail.ter");
}

static void sizes_cannot_overflow(void **state)
{
    (void)state;
    assert_null(mem_alloc(SIZE_MAX / 2, 3));
    assert_null(mem_alloc_pixels(SIZE_MAX / 4, 5));
    assert_null(mem_grow(NULL, 0, SIZE_MAX / 2, 3));
    struct mem_arena arena = {0};
    assert_null(mem_arena_alloc(&arena, SIZE_MAX / 2, 3));
    assert_null(mem_arena_alloc(&arena, SIZE_MAX - 8, 1));
    mem_arena_free(&arena);
}

static void pixels_are_aligned_and_zero(void **state)
{
    (void)state;
    for (size_t count = 0; count < 200; count += 7) {
        uint8_t *pixels = mem_alloc_pixels(count, 3);
        assert_non_null(pixels);
        assert_int_equal((uintptr_t)pixels % MEM_PIXEL_ALIGN, 0);
        for (size_t i = 0; i < count * 3; i++) assert_int_equal(pixels[i], 0);
        mem_free_pixels(pixels);
    }
}

/* Also where nothing was allocated yet. */
static void a_full_array_gets_room(void **state)
{
    (void)state;
    size_t room = 0;
    int *list = NULL;
    for (int i = 0; i < 100; i++) {
        int *grown = mem_room(list, (size_t)i, &room, sizeof *list);
        assert_non_null(grown);
        assert_true(room > (size_t)i);
        list = grown;
        list[i] = i;
    }
    for (int i = 0; i < 100; i++) assert_int_equal(list[i], i);
    mem_free(list);
}

static void arena_pieces_are_separate(void **state)
{
    (void)state;
    struct mem_arena arena = {0};
    unsigned char *pieces[300];
    for (int i = 0; i < 300; i++) {
        const size_t size = (size_t)(i * 37 % 5000);
        pieces[i] = mem_arena_alloc(&arena, size, 1);
        assert_non_null(pieces[i]);
        for (size_t k = 0; k < size; k++) assert_int_equal(pieces[i][k], 0);
        memset(pieces[i], i & 0xff, size);
    }
    for (int i = 0; i < 300; i++)
        for (size_t k = 0; k < (size_t)(i * 37 % 5000); k++)
            assert_int_equal(pieces[i][k], i & 0xff);
    mem_arena_free(&arena);
    mem_arena_free(&arena);
}

static void cursor_stops_at_the_end(void **state)
{
    (void)state;
    const uint8_t data[] = {0x01, 0x80, 0xff, 0xff, 0x00, 0x00, 0x80, 0x3f, 0x07};
    struct bytes cursor = {data, sizeof data, 0};
    uint16_t u16;
    uint32_t u32;
    float f32;
    assert_true(bytes_read_u16le(&cursor, &u16));
    assert_int_equal(u16, 0x8001);
    assert_int_equal(bytes_get_i16le(data), -32767);
    assert_int_equal(bytes_get_i16le(data + 2), -1);
    assert_non_null(bytes_take(&cursor, 2));
    assert_true(bytes_read_f32le(&cursor, &f32));
    assert_true(f32 == 1.0f);
    assert_false(bytes_read_u32le(&cursor, &u32));
    assert_null(bytes_take(&cursor, SIZE_MAX));
    assert_int_equal(bytes_left(&cursor), 1);
}

static void warnings_are_bounded(void **state)
{
    (void)state;
    struct warn_list list = {0};
    for (int i = 0; i < WARN_MAX + 5; i++) warn_add(&list, (uint64_t)i, "warning %d", i);
    assert_int_equal(list.count, WARN_MAX);
    assert_int_equal(list.dropped, 5);
    assert_string_equal(list.list[3].text, "warning 3");
    warn_add(NULL, 0, "nowhere");
}

static void names_change_character_sets(void **state)
{
    (void)state;
    char out[64];
    const uint8_t name[] = {'H', 0xf6, 'h', 'e', 0x80, 0x96};
    assert_int_equal(text_from_cp1252(out, sizeof out, name, sizeof name), 12);
    assert_string_equal(out, "H\xc3\xb6he\xe2\x82\xac\xe2\x80\x93");
    assert_int_equal(text_from_cp1252(out, 7, name, sizeof name), 12);
    assert_string_equal(out, "H\xc3\xb6he");
    assert_int_equal(text_from_cp1252(out, 0, name, sizeof name), 12);

    text_to_ascii(out, sizeof out, "H\xc3\xb6he\xe2\x82\xac \xc3\x9f\xc3", '_');
    assert_string_equal(out, "Hohe_ ss_");
    text_to_ascii(out, 3, "H\xc3\xb6he", '_');
    assert_string_equal(out, "Ho");

    text_to_file_name(out, sizeof out, "  H\xc3\xb6heres Gras (2)! ");
    assert_string_equal(out, "hoheres-gras-2");
    text_to_file_name(out, sizeof out, "../..");
    assert_string_equal(out, "layer");
    text_to_file_name(out, sizeof out, "");
    assert_string_equal(out, "layer");
    text_to_file_name(out, sizeof out, "C\xc3\xb6n");
    assert_string_equal(out, "con-1");
    text_to_file_name(out, sizeof out, "LPT9!");
    assert_string_equal(out, "lpt9-1");
}

static void capitals_and_ends_are_told(void **state)
{
    (void)state;
    assert_true(text_is_like("Grass", "gRASS") && text_is_like("", ""));
    assert_false(text_is_like("grass", "gras") || text_is_like("gras", "grass"));
    assert_true(text_ends_like("a.ZIP", ".zip"));
    assert_false(text_ends_like(".zip", ".zip") || text_ends_like("a.zi", ".zip"));
    assert_true(text_ends_in("a.ter", ".ter") && text_ends_in(".ter", ".ter"));
    assert_false(text_ends_in("a.TER", ".ter") || text_ends_in("ter", ".ter"));
}

static void parts_of_ten_are_decimals(void **state)
{
    (void)state;
    char out[TEXT_FIXED];
    assert_string_equal(text_fixed(out, 1500, 3), "1.500");
    assert_string_equal(text_fixed(out, -7, 6), "-0.000007");
    assert_string_equal(text_fixed(out, 0, 1), "0.0");
    assert_string_equal(text_fixed(out, INT64_MIN, 18), "-9.223372036854775808");
}

static void reserved_names_are_known(void **state)
{
    (void)state;
    static const char *const reserved[] = {
        "con",          "CON",  "Prn",    "aux",      "nul",         "NUL.ter",
        "con.tar.gz",   "con ", "con.",   "con .txt", "com1",        "COM9",
        "lpt1.zip",     "LPT0", "conin$", "CONOUT$",  "com\xc2\xb9", "lpt\xc2\xb3.raw",
        "Com\xc2\xb2 ."};
    static const char *const free_names[] = {
        "",      "console", "co",   "com",  "com10", "lpt",         "lpta",  "a.con",
        "con-1", "_con",    "auxx", ".con", " con",  "com\xc2\xb4", "conin", "nul1"};
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (!text_is_reserved(reserved[i])) fail_msg("'%s' is reserved", reserved[i]);
    for (size_t i = 0; i < sizeof free_names / sizeof free_names[0]; i++)
        if (text_is_reserved(free_names[i])) fail_msg("'%s' is not reserved", free_names[i]);
}

struct room {
    char text[2048];
    size_t used;
};

static enum scree_code put_room(void *context, const void *data, size_t size,
                                struct scree_error *err)
{
    struct room *room = context;
    if (size >= sizeof room->text - room->used)
        return err_set_at(err, SCREE_CANNOT_WRITE, 0, "full");
    memcpy(room->text + room->used, data, size);
    room->used += size;
    room->text[room->used] = '\0';
    return SCREE_OK;
}

static void text_of_any_length_is_printed(void **state)
{
    (void)state;
    struct room room = {.used = 0};
    struct stream stream = {put_room, &room, 0};
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(stream_print(&stream, &err, "%d%s", 7, ""), &err);
    /* 511 and 512 bytes: what the stack holds, and one more. */
    for (int length = 511; length <= 512; length++) {
        assert_ok(stream_print(&stream, &err, "%*d", length, length), &err);
        assert_string_equal(room.text + room.used - 4, length == 511 ? " 511" : " 512");
    }
    assert_int_equal(stream.size, 1 + 511 + 512);
    assert_int_equal(room.used, stream.size);
    assert_int_equal(stream_print(&stream, &err, "%2000d", 1), SCREE_CANNOT_WRITE);
}

static void names_are_what_follows_the_last_slash(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"a", "a"}, {"/a", "a"}, {"b/c/a.ter", "a.ter"},
                                           {"a/", ""}, {"", ""},    {"./..", ".."}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(path_base_name(cases[i][0]), cases[i][1]);
}

static void last_parts_have_no_slash_behind_them(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"a", "a"}, {"/a/", "a"},   {"b/c//", "c"},
                                           {"/", ""},  {"", ""},       {"./", "."},
                                           {"//", ""}, {"b/.c/", ".c"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length;
        const char *last = path_last(cases[i][0], &length);
        assert_int_equal(length, strlen(cases[i][1]));
        assert_memory_equal(last, cases[i][1], length);
    }
    assert_int_equal(path_length("a/b//"), 3);
    assert_int_equal(path_length("//"), 1);
}

static void paths_are_joined(void **state)
{
    (void)state;
    static const char *const cases[][3] = {{"a", "b", "a/b"},
                                           {"a/", "b", "a/b"},
                                           {"", "b", "b"},
                                           {NULL, "b", "b"},
                                           {"/", "b/c", "/b/c"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *path = path_join(cases[i][0], cases[i][1]);
        assert_string_equal(path, cases[i][2]);
        mem_free(path);
    }
}

static void outputs_appear_whole_or_not_at_all(void **state)
{
    (void)state;
    const char *path = scratch_path("out.bin");
    struct scree_error err = SCREE_ERROR_INIT;

    assert_ok(file_write_whole(path, "first", 5, &err), &err);
    struct file_writer writer;
    assert_ok(file_create(&writer, path, &err), &err);
    assert_ok(file_write(&writer, "second and longer", 17, &err), &err);
    assert_int_equal(scratch_files(), 2);
    file_abort(&writer);
    file_abort(&writer);
    assert_int_equal(scratch_files(), 1);

    struct scree_bytes bytes;
    assert_ok(file_read(&bytes, path, 100, &err), &err);
    assert_int_equal(bytes.size, 5);
    assert_memory_equal(bytes.data, "first", 6);
    file_bytes_free(&bytes);

    assert_ok(file_write_whole(path, "2nd", 3, &err), &err);
    assert_ok(file_read(&bytes, path, 100, &err), &err);
    assert_int_equal(bytes.size, 3);
    file_bytes_free(&bytes);
    assert_int_equal(scratch_files(), 1);

    unlink(path);
}

static void expect_changed(const struct file_input *input, const char *path)
{
    struct scree_error err = SCREE_ERROR_INIT;
    char bytes[4];
    assert_int_equal(file_input_read(input, 0, bytes, 4, &err), SCREE_CANNOT_READ);
    assert_string_equal(err.text, "was changed while it was being read");
    assert_string_equal(err.file, path);
    struct scree_bytes all;
    assert_int_equal(file_input_read_all(input, &all, NULL), SCREE_CANNOT_READ);
    assert_null(all.data);
}

/* Mapped pages of a file that another process shortens end the program by a signal; read ones do
 * not. */
static void parts_are_of_the_file_as_it_was_opened(void **state)
{
    (void)state;
    const char *path = scratch_path("parts.bin");
    for (int change = 0; change < 4; change++) {
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(file_write_whole(path, "abcdefghij", 10, &err), &err);
        struct file_input input;
        assert_int_equal(file_input_open(&input, path, 9, NULL), SCREE_LIMIT);
        assert_false(input.is_open);
        assert_ok(file_input_open(&input, path, 10, &err), &err);
        assert_int_equal(input.size, 10);
        char part[4];
        assert_ok(file_input_read(&input, 6, part, 4, &err), &err);
        assert_memory_equal(part, "ghij", 4);
        assert_ok(file_input_read(&input, 10, part, 0, &err), &err);
        struct scree_bytes all;
        assert_ok(file_input_read_all(&input, &all, &err), &err);
        assert_memory_equal(all.data, "abcdefghij", 11);
        file_bytes_free(&all);

        const struct timespec times[2] = {{1, 0}, {1, 0}};
        if (change == 0) assert_int_equal(truncate(path, 2), 0);
        if (change == 1) assert_int_equal(truncate(path, 9), 0);
        if (change == 2) assert_int_equal(truncate(path, 11), 0);
        if (change == 3) assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
        expect_changed(&input, path);
        file_input_close(&input);
        file_input_close(&input);
        unlink(path);
    }
    const struct file_input input = file_input_memory("abc", 3);
    char part[2];
    assert_int_equal(file_input_read(&input, 1, part, 2, NULL), SCREE_OK);
    assert_memory_equal(part, "bc", 2);
}

static void full_disk_is_an_error(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct file_writer writer = {0};
    writer.stream = fopen("/dev/full", "wb");
    if (writer.stream == NULL) skip();
    writer.path = mem_alloc(8, 1);
    strcpy(writer.path, "full");
    static const char block[1 << 16];
    enum scree_code code = file_write(&writer, block, sizeof block, &err);
    if (code == SCREE_OK)
        code = file_commit(&writer, &err);
    else
        file_abort(&writer);
    assert_int_equal(code, SCREE_CANNOT_WRITE);
    assert_string_equal(err.text, "cannot write: No space left on device");
}

static void unreadable_inputs_are_named(void **state)
{
    (void)state;
    struct scree_error err;
    struct scree_bytes bytes;
    err_clear(&err);
    assert_int_equal(file_read(&bytes, "/nowhere/x.ter", 100, &err), SCREE_CANNOT_READ);
    assert_string_equal(err.text, "cannot open: No such file or directory");
    assert_string_equal(err.file, "/nowhere/x.ter");
    err_clear(&err);
    assert_int_equal(file_read(&bytes, "/tmp", 100, &err), SCREE_CANNOT_READ);
    assert_string_equal(err.text, "is a folder, expected a regular file");

    const char *fifo = scratch_path("fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    err_clear(&err);
    assert_int_equal(file_read(&bytes, fifo, 100, &err), SCREE_CANNOT_READ);
    assert_string_equal(err.text, "is not a file with contents, expected a regular file");
    const char *big = scratch_path("big");
    err_clear(&err);
    assert_ok(file_write_whole(big, "0123456789", 10, &err), &err);
    assert_int_equal(file_read(&bytes, big, 9, &err), SCREE_LIMIT);
    assert_string_equal(err.text, "has 10 bytes, the limit is 9");
    unlink(fifo);
    unlink(big);
}

struct part {
    uint32_t threads;
    int squares[1000];
    bool strange; /* a number of a thread that is none */
};

static void square(void *context, size_t index, uint32_t thread)
{
    struct part *part = context;
    part->squares[index] += (int)(index * index);
    if (thread >= part->threads) part->strange = true;
}

static void work_on_first(void *context)
{
    struct part *parts = context;
    parallel_for(1000, parts[0].threads, square, &parts[0]);
}

static void work_on_second(void *context)
{
    struct part *parts = context;
    parallel_for(1000, parts[1].threads, square, &parts[1]);
}

static void both_parts_are_worked_on(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 5; threads++) {
        static struct part parts[2];
        parts[0] = parts[1] = (struct part){.threads = threads};
        for (int round = 1; round <= 3; round++) {
            parallel_both(threads, work_on_first, work_on_second, parts);
            for (int i = 0; i < 1000; i++) {
                assert_int_equal(parts[0].squares[i], round * i * i);
                assert_int_equal(parts[1].squares[i], round * i * i);
            }
        }
        assert_false(parts[0].strange || parts[1].strange);
    }
}

static void inner_paths_stay_inside(void **state)
{
    (void)state;
    static const char *const inside[] = {"a",    "a.ter", "a/b.ter",   "art/terrains/x y.png",
                                         "a..b", "a./b",  "\xc3\xa4/b"};
    static const char *const outside[] = {
        "",   "/",    "/a",   "a/",  "a//b", ".",    "..",   "../a",  "a/..",    "a/../b", "a/./b",
        ".a", "a/.b", "a\\b", "\\a", "C:a",  "C:/a", "a\nb", "a\x7f", "\x1b[2J", "a/\tb.x"};
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++)
        assert_true(text_is_inner_path(inside[i]));
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        assert_false(text_is_inner_path(outside[i]));
    char path[513] = "";
    memset(path, 'a', 512);
    assert_false(text_is_inner_path(path));
    path[511] = '\0';
    assert_true(text_is_inner_path(path));
}

/* Source: FIPS 180-2, appendix B; the empty message and the million a from NIST's test vectors. */
static void digests_match_published_vectors(void **state)
{
    (void)state;
    static char million[1000000];
    memset(million, 'a', sizeof million);
    const struct {
        const char *data;
        size_t size;
        const char *digest;
    } cases[] = {
        {"", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {million, sizeof million,
         "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    };
    const char *path = scratch_path("out");
    struct scree_error err = SCREE_ERROR_INIT;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char hex[SHA_HEX_SIZE];
        sha_hex(hex, cases[i].data, cases[i].size);
        assert_string_equal(hex, cases[i].digest);
        assert_ok(file_write_whole(path, cases[i].data, cases[i].size, &err), &err);
        assert_ok(sha_file(hex, path, &err), &err);
        assert_string_equal(hex, cases[i].digest);
        /* In parts, of 0 bytes too. */
        struct sha *sha = sha_start();
        assert_non_null(sha);
        for (size_t done = 0, part = 0; done < cases[i].size; done += part, part = part * 3 + 1) {
            if (part > cases[i].size - done) part = cases[i].size - done;
            sha_put(sha, (const char *)cases[i].data + done, part);
        }
        sha_end(hex, sha);
        assert_string_equal(hex, cases[i].digest);
    }
    char hex[SHA_HEX_SIZE] = "x";
    assert_int_equal(sha_file(hex, "/nowhere/x", &err), SCREE_CANNOT_READ);
    assert_string_equal(err.text, "cannot open: No such file or directory");
    assert_string_equal(err.file, "/nowhere/x");
    assert_string_equal(hex, "");
    err_clear(&err);
    assert_int_equal(sha_file(hex, scratch_folder, &err), SCREE_CANNOT_READ);
    assert_string_equal(err.text, "is a folder, expected a regular file");
}

struct short_stream {
    unsigned puts, fail_at;
};

static enum scree_code put_or_fail(void *context, const void *data, size_t size,
                                   struct scree_error *err)
{
    struct short_stream *to = context;
    (void)data, (void)size;
    if (++to->puts == to->fail_at) return err_set(err, SCREE_CANNOT_WRITE, "is full");
    return SCREE_OK;
}

/* jansson goes on after some failures; whichever came first is the answer. */
static void a_document_is_written_whole_or_fails(void **state)
{
    (void)state;
    json_t *document =
        json_pack("{s:[i, f, s], s:{s:n, s:b}, s:[]}", "a", 1, 0.5, "x", "b", "c", "d", 1, "e");
    assert_non_null(document);
    for (unsigned k = 1;; k++) {
        struct short_stream to = {.fail_at = k};
        struct stream stream = {put_or_fail, &to, 0};
        struct scree_error err = SCREE_ERROR_INIT;
        const enum scree_code code = json_text_put(&stream, document, &err);
        if (to.puts < k) {
            assert_ok(code, &err);
            assert_true(k > 30);
            break;
        }
        assert_int_equal(code, SCREE_CANNOT_WRITE);
        assert_string_equal(err.text, "is full");
    }
    struct scree_bytes bytes;
    assert_ok(json_text_bytes(&bytes, document, NULL), NULL);
    assert_string_equal((const char *)bytes.data,
                        "{\n  \"a\": [\n    1,\n    0.5,\n    \"x\"\n  ],\n"
                        "  \"b\": {\n    \"c\": null,\n    \"d\": true\n  },\n"
                        "  \"e\": []\n}\n");
    assert_int_equal(bytes.size, strlen((const char *)bytes.data));
    file_bytes_free(&bytes);
    assert_int_equal(json_text_bytes(&bytes, NULL, NULL), SCREE_NO_MEMORY);
    assert_null(bytes.data);
}

/* ---- grow ---- */

static void a_text_grows_and_is_replaced_in_place(void **state)
{
    (void)state;
    char words[1500];
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    struct grow grow = {0};
    grow_text(&grow, "one ");
    grow_print(&grow, "%s %d", words, 2);
    grow_put(&grow, "\0", 1);
    assert_int_equal(grow.size, 4 + 1499 + 2 + 1);
    grow_replace(&grow, 4, 1499, "and", 3);
    grow_replace(&grow, 0, 3, "more than", 9);
    grow_replace(&grow, grow.size, 0, "!", 1);
    grow_replace(&grow, 9, 1, NULL, 0);
    struct scree_bytes bytes;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(grow_take(&bytes, &grow, &err), &err);
    static const char expected[] = "more thanand 2\0!";
    assert_int_equal(bytes.size, sizeof expected - 1);
    assert_memory_equal(bytes.data, expected, sizeof expected);
    assert_null(grow.text);
    file_bytes_free(&bytes);
    assert_ok(grow_take(&bytes, &grow, &err), &err);
    assert_int_equal(bytes.size, 0);
    assert_int_equal(bytes.data[0], 0);
    file_bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_error_wins),
        cmocka_unit_test(long_file_name_keeps_its_tail),
        cmocka_unit_test(sizes_cannot_overflow),
        cmocka_unit_test(pixels_are_aligned_and_zero),
        cmocka_unit_test(a_full_array_gets_room),
        cmocka_unit_test(arena_pieces_are_separate),
        cmocka_unit_test(cursor_stops_at_the_end),
        cmocka_unit_test(warnings_are_bounded),
        cmocka_unit_test(names_change_character_sets),
        cmocka_unit_test(capitals_and_ends_are_told),
        cmocka_unit_test(parts_of_ten_are_decimals),
        cmocka_unit_test(reserved_names_are_known),
        cmocka_unit_test(inner_paths_stay_inside),
        cmocka_unit_test(text_of_any_length_is_printed),
        cmocka_unit_test(names_are_what_follows_the_last_slash),
        cmocka_unit_test(a_text_grows_and_is_replaced_in_place),
        cmocka_unit_test(last_parts_have_no_slash_behind_them),
        cmocka_unit_test(paths_are_joined),
        cmocka_unit_test(outputs_appear_whole_or_not_at_all),
        cmocka_unit_test(parts_are_of_the_file_as_it_was_opened),
        cmocka_unit_test(full_disk_is_an_error),
        cmocka_unit_test(unreadable_inputs_are_named),
        cmocka_unit_test(both_parts_are_worked_on),
        cmocka_unit_test(digests_match_published_vectors),
        cmocka_unit_test(a_document_is_written_whole_or_fails),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}

/* Outputs: the same files into every kind of sink, what is refused before, and what is left of an
 * output that fails, is given up, or is killed. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/parallel.h"
#include "out/sink.h"

/* FIPS 180-4's examples. */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define NOTHING "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define MILLION_A "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"

static struct scree_error err;

/* Messages of the last calls, one a line. */
static char told[1024];

static void tell(void *context, const struct scree_message *message)
{
    (void)context;
    strncat(told, message->text, sizeof told - strlen(told) - 2);
    strcat(told, "\n");
}

static struct scree_job job = {.message = tell};

static int fresh(void **state)
{
    (void)state;
    err_clear(&err);
    told[0] = '\0';
    return scratch_empty();
}

/* A path in the scratch folder that stays. */
static const char *path_of(const char *name)
{
    static char paths[32][64];
    static unsigned next;
    char *path = paths[next++ % 32];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

/* How many names a folder has, hidden ones as well; 0 if there is none. */
static unsigned entries(const char *folder)
{
    unsigned count = 0;
    DIR *dir = opendir(folder);
    if (dir == NULL) return 0;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static void assert_holds(const char *path, const char *expected)
{
    struct scree_bytes bytes;
    assert_ok(file_read(&bytes, path, 1 << 20, &err), &err);
    assert_string_equal((const char *)bytes.data, expected);
    assert_int_equal(bytes.size, strlen(expected));
    file_bytes_free(&bytes);
}

static void assert_refused(enum scree_code code, enum scree_code expected, const char *text)
{
    assert_int_equal(code, expected);
    if (strstr(err.text, text) == NULL) fail_msg("\"%s\" is not in \"%s\"", text, err.text);
    err_clear(&err);
}

static void write_file(const char *path, const char *text)
{
    assert_ok(file_write_whole(path, text, strlen(text), &err), &err);
}

/* Three files, the second in a folder and in many pieces. */
static enum scree_code put_three(struct sink *sink)
{
    struct sink_file *file;
    RETURN_IF_ERR(sink_write(sink, "abc.txt", SINK_PLAIN, "abc", 3, &err));
    RETURN_IF_ERR(sink_begin(sink, "folder/a/million", SINK_STORED, &file, &err));
    static char a[1000];
    memset(a, 'a', sizeof a);
    enum scree_code code = SCREE_OK;
    for (int i = 0; i < 1000 && code == SCREE_OK; i++)
        code = stream_put(&file->stream, a, sizeof a, &err);
    RETURN_IF_ERR(sink_end(file, code, &err));
    return sink_write(sink, "nothing", SINK_PLAIN, NULL, 0, &err);
}

static void assert_three(const struct sink *sink)
{
    static const struct {
        const char *name, *sha256;
        uint64_t size;
    } expected[] = {
        {"abc.txt", ABC, 3}, {"folder/a/million", MILLION_A, 1000000}, {"nothing", NOTHING, 0}};
    assert_int_equal(sink_count(sink), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(sink_at(sink, i)->name, expected[i].name);
        assert_string_equal(sink_at(sink, i)->sha256, expected[i].sha256);
        assert_int_equal(sink_at(sink, i)->size_bytes, expected[i].size);
    }
}

static void three_into(struct sink *sink)
{
    assert_ok(sink_start(sink, &job, &err), &err);
    assert_ok(put_three(sink), &err);
    assert_ok(sink_commit(sink, &job, &err), &err);
    assert_three(sink);
    assert_string_equal(told, "");
}

/* ---- kinds ---- */

static void memory_has_the_files(void **state)
{
    (void)state;
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    three_into(sink);
    assert_memory_equal(sink_at(sink, 0)->bytes, "abc", 3);
    for (size_t i = 0; i < 1000000; i++) assert_int_equal(sink_at(sink, 1)->bytes[i], 'a');
    assert_false(sink_exists(sink));
    assert_null(sink_root(sink));
    assert_string_equal(sink_main_name(sink, "main.png"), "main.png");
    sink_close(sink);
}

static void digests_need_no_bytes(void **state)
{
    (void)state;
    struct sink *sink;
    assert_ok(sink_open_digest(&sink, &err), &err);
    three_into(sink);
    assert_null(sink_at(sink, 0)->bytes);
    sink_close(sink);
    assert_ok(sink_open_digest(&sink, &err), &err);
    assert_ok(sink_start(sink, NULL, &err), &err);
    assert_ok(sink_write(sink, "a", SINK_NO_DIGEST, "abc", 3, &err), &err);
    assert_string_equal(sink_at(sink, 0)->sha256, "");
    assert_int_equal(sink_at(sink, 0)->size_bytes, 3);
    sink_close(sink);
}

static void a_folder_appears_whole(void **state)
{
    (void)state;
    struct sink *sink;
    const char *path = path_of("new");
    assert_ok(sink_open_folder(&sink, path, NULL, &err), &err);
    assert_false(sink_exists(sink));
    assert_ok(sink_start(sink, &job, &err), &err);
    assert_ok(put_three(sink), &err);
    assert_int_equal(access(path, F_OK), -1);
    assert_ok(sink_commit(sink, &job, &err), &err);
    assert_three(sink);
    sink_close(sink);
    assert_holds(path_of("new/abc.txt"), "abc");
    assert_holds(path_of("new/nothing"), "");
    struct stat info;
    assert_int_equal(stat(path_of("new/folder/a/million"), &info), 0);
    assert_int_equal(info.st_size, 1000000);
    assert_int_equal(entries(path), 3);
    assert_int_equal(entries(scratch_folder), 1);
}

static void what_is_given_up_leaves_nothing(void **state)
{
    (void)state;
    struct sink *sink;
    struct sink_file *file;
    for (int zip = 0; zip < 2; zip++) {
        const char *path = path_of("new");
        assert_ok((zip ? sink_open_zip : sink_open_folder)(&sink, path, NULL, &err), &err);
        sink_close(sink);
        assert_int_equal(entries(scratch_folder), 0);
        assert_ok((zip ? sink_open_zip : sink_open_folder)(&sink, path, NULL, &err), &err);
        assert_ok(sink_start(sink, NULL, &err), &err);
        assert_ok(put_three(sink), &err);
        /* One file under way, one given up. */
        assert_ok(sink_begin(sink, "half", SINK_PLAIN, &file, &err), &err);
        assert_ok(stream_put(&file->stream, "abc", 3, &err), &err);
        assert_ok(sink_begin(sink, "other", SINK_PLAIN, &file, &err), &err);
        assert_int_equal(sink_end(file, err_set(&err, SCREE_CANNOT_READ, "gone"), &err),
                         SCREE_CANNOT_READ);
        assert_string_equal(err.file + strlen(err.file) - 4, zip ? "/new" : "ther");
        err_clear(&err);
        assert_refused(sink_commit(sink, NULL, &err), SCREE_CANNOT_WRITE, "not all files");
        sink_close(sink);
        assert_int_equal(entries(scratch_folder), 0);
    }
}

static void earlier_outputs_are_replaced(void **state)
{
    (void)state;
    struct sink *sink;
    const struct sink_options replace = {.replace = true};
    const char *path = path_of("old");
    assert_int_equal(mkdir(path, 0755), 0);
    write_file(path_of("old/mine"), "mine");
    write_file(path_of("old/abc.txt"), "before");
    write_file(path_of("old/stale"), "abc");
    write_file(path_of("old/changed"), "abcd");
    assert_refused(sink_open_folder(&sink, path, NULL, &err), SCREE_CANNOT_WRITE, "add {replace}");
    assert_null(sink);
    assert_ok(sink_open_folder(&sink, path, &replace, &err), &err);
    assert_true(sink_exists(sink) && sink_is_in_use(sink));
    assert_int_equal(access(harness_path(sink_root(sink), "mine"), F_OK), 0);
    assert_ok(sink_start(sink, &job, &err), &err);
    assert_ok(put_three(sink), &err);
    assert_ok(sink_drop_earlier(sink, "stale", ABC, &err), &err);
    assert_ok(sink_drop_earlier(sink, "changed", ABC, &err), &err);
    assert_ok(sink_drop_earlier(sink, "never", ABC, &err), &err);
    assert_ok(sink_drop_earlier(sink, "abc.txt", ABC, &err), &err);
    assert_ok(sink_drop_earlier(sink, "../old/mine", ABC, &err), &err);
    assert_holds(path_of("old/abc.txt"), "before");
    assert_ok(sink_commit(sink, &job, &err), &err);
    sink_close(sink);
    assert_holds(path_of("old/abc.txt"), "abc");
    assert_holds(path_of("old/mine"), "mine");
    assert_holds(path_of("old/changed"), "abcd");
    assert_int_equal(access(path_of("old/stale"), F_OK), -1);
    assert_int_equal(entries(path), 5);
    assert_int_equal(entries(scratch_folder), 1);
    assert_non_null(strstr(told, "old: changed is from an earlier output"));
    assert_null(strstr(strchr(told, '\n') + 1, "\n"));
}

/* A document of an earlier output names its files; others, and those of no such document, stay. */
static void what_a_document_lists_goes(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "{\"format\": \"scree-manifest-2\", \"files\": [{\"file\": \"old.png\", \"sha256\": \"" ABC
        "\"}, {\"file\": \"kept.png\"}, {\"sha256\": \"" ABC
        "\"}, 7, {\"file\": \"../outside\", \"sha256\": \"" ABC "\"}]}",
        "{\"format\": \"other\", \"files\": [{\"file\": \"old.png\", \"sha256\": \"" ABC "\"}]}",
        "{\"format\": \"scree-manifest-2\", \"files\": 3}", "no JSON"};
    assert_ok(file_write_whole(path_of("outside"), "abc", 3, &err), &err);
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        const char *folder = path_of("listed");
        char path[64];
        snprintf(path, sizeof path, "%s", folder);
        mkdir(path, 0755);
        static const char *const names[] = {"old.png", "kept.png"};
        for (size_t k = 0; k < 2; k++)
            assert_ok(file_write_whole(harness_path(path, names[k]), "abc", 3, &err), &err);
        assert_ok(file_write_whole(harness_path(path, "list.json"), documents[i],
                                   strlen(documents[i]), &err),
                  &err);
        const struct sink_options options = {.replace = true};
        struct sink *sink;
        assert_ok(sink_open_folder(&sink, path, &options, &err), &err);
        assert_ok(sink_start(sink, &job, &err), &err);
        assert_ok(sink_write(sink, "list.json", 0, "{}", 2, &err), &err);
        assert_ok(sink_drop_listed(sink, "list.json", &err), &err);
        assert_ok(sink_commit(sink, &job, &err), &err);
        sink_close(sink);
        assert_int_equal(access(harness_path(path, "old.png"), F_OK), i == 0 ? -1 : 0);
        assert_holds(harness_path(path, "kept.png"), "abc");
        assert_holds(harness_path(path, "list.json"), "{}");
    }
    assert_holds(path_of("outside"), "abc");
    /* Other sinks have no earlier output. */
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_ok(sink_drop_listed(sink, "list.json", &err), &err);
    sink_close(sink);
}

static void files_appear_together(void **state)
{
    (void)state;
    struct sink *sink;
    mkdir(path_of("x"), 0755);
    mkdir(path_of("y"), 0755);
    const char *paths[] = {path_of("x/one"), path_of("y/two"), path_of("x/three")};
    assert_ok(sink_open_files(&sink, paths, 3, NULL, &err), &err);
    assert_string_equal(sink_main_name(sink, "main.png"), paths[0]);
    assert_ok(sink_start(sink, &job, &err), &err);
    for (int i = 0; i < 3; i++)
        assert_ok(sink_write(sink, paths[i], SINK_PLAIN, "abc", 3, &err), &err);
    /* One more beside the first; none elsewhere. */
    assert_ok(sink_write(sink, path_of("x/one.json"), SINK_PLAIN, "{}", 2, &err), &err);
    struct sink_file *file;
    assert_refused(sink_add(sink, path_of("z"), SINK_PLAIN, &file, &err), SCREE_BAD_ARGUMENT,
                   "none of the");
    assert_refused(sink_add(sink, paths[1], SINK_PLAIN, &file, &err), SCREE_BAD_ARGUMENT,
                   "two outputs");
    assert_int_equal(access(paths[0], F_OK), -1);
    assert_ok(sink_commit(sink, &job, &err), &err);
    sink_close(sink);
    for (int i = 0; i < 3; i++) assert_holds(paths[i], "abc");
    assert_holds(path_of("x/one.json"), "{}");
    assert_int_equal(entries(path_of("x")), 3);
    assert_int_equal(entries(path_of("y")), 1);
    /* Now they exist. */
    assert_refused(sink_open_files(&sink, paths, 3, NULL, &err), SCREE_CANNOT_WRITE,
                   "exists; add {replace}");
    const char *other = path_of("x/other");
    assert_ok(sink_open_files(&sink, &other, 1, NULL, &err), &err);
    assert_refused(sink_add(sink, paths[2], SINK_PLAIN, &file, &err), SCREE_CANNOT_WRITE,
                   "exists; add {replace}");
    sink_close(sink);
}

static void several_sinks_are_committed_together(void **state)
{
    (void)state;
    struct sink *sinks[3];
    const char *path = path_of("file");
    assert_ok(sink_open_folder(&sinks[0], path_of("folder"), NULL, &err), &err);
    assert_ok(sink_open_files(&sinks[1], &path, 1, NULL, &err), &err);
    assert_ok(sink_open_zip(&sinks[2], path_of("it.zip"), NULL, &err), &err);
    for (int i = 0; i < 3; i++) {
        assert_ok(sink_start(sinks[i], &job, &err), &err);
        assert_ok(sink_write(sinks[i], i == 1 ? path : "abc", 0, "abc", 3, &err), &err);
    }
    assert_ok(sink_commit_all(sinks, 3, &job, &err), &err);
    for (int i = 0; i < 3; i++) sink_close(sinks[i]);
    assert_holds(path, "abc");
    assert_holds(path_of("folder/abc"), "abc");
    assert_int_equal(access(path_of("it.zip"), F_OK), 0);
    assert_int_equal(entries(scratch_folder), 3);
}

/* ---- refusals ---- */

static void what_would_fail_at_the_end_is_refused(void **state)
{
    (void)state;
    struct sink *sink;
    const struct sink_options replace = {.replace = true};
    const char *path = path_of("missing/new");
    assert_refused(sink_open_folder(&sink, path, NULL, &err), SCREE_CANNOT_WRITE, "does not exist");
    assert_refused(sink_open_files(&sink, &path, 1, NULL, &err), SCREE_CANNOT_WRITE,
                   "does not exist");
    assert_refused(sink_open_zip(&sink, path, NULL, &err), SCREE_CANNOT_WRITE, "does not exist");
    assert_refused(sink_open_folder(&sink, path_of("con"), NULL, &err), SCREE_BAD_ARGUMENT,
                   "reserved");
    assert_refused(sink_open_zip(&sink, path_of("nul.zip"), NULL, &err), SCREE_BAD_ARGUMENT,
                   "reserved");
    path = path_of("missing/");
    assert_refused(sink_open_files(&sink, &path, 1, NULL, &err), SCREE_CANNOT_WRITE,
                   "does not exist");
    path = path_of("");
    assert_refused(sink_open_files(&sink, &path, 1, NULL, &err), SCREE_CANNOT_WRITE, "is a folder");
    path = "";
    assert_refused(sink_open_files(&sink, &path, 1, NULL, &err), SCREE_BAD_ARGUMENT,
                   "no name of a file");
    assert_refused(sink_open_folder(&sink, "", NULL, &err), SCREE_BAD_ARGUMENT, "has no name");
    assert_refused(sink_open_zip(&sink, "", NULL, &err), SCREE_BAD_ARGUMENT, "has no name");
    path = path_of("file");
    write_file(path, "before");
    assert_refused(sink_open_folder(&sink, path, &replace, &err), SCREE_CANNOT_WRITE, "is a file");
    assert_refused(sink_open_zip(&sink, path, NULL, &err), SCREE_CANNOT_WRITE,
                   "exists; add {replace}");
    const char *folder = scratch_folder, *device = "/dev/null";
    assert_refused(sink_open_files(&sink, &folder, 1, &replace, &err), SCREE_CANNOT_WRITE,
                   "is a folder");
    assert_refused(sink_open_files(&sink, &device, 1, &replace, &err), SCREE_CANNOT_WRITE,
                   "regular");
    /* Another that writes to the same. */
    struct sink *other;
    assert_ok(sink_open_zip(&sink, path, &replace, &err), &err);
    assert_ok(sink_open_zip(&other, path, &replace, &err), &err);
    assert_ok(sink_start(sink, NULL, &err), &err);
    assert_refused(sink_start(other, NULL, &err), SCREE_CANNOT_WRITE, "another scree is writing");
    sink_close(other);
    sink_close(sink);
    assert_holds(path, "before");
}

static void inputs_are_never_replaced(void **state)
{
    (void)state;
    struct sink *sink;
    struct sink_file *file;
    mkdir(path_of("old"), 0755);
    const char *input = path_of("old/input"), *link = path_of("old/link");
    write_file(input, "abc");
    assert_int_equal(symlink("input", link), 0);
    const char *inputs[] = {NULL, path_of("nowhere"), input};
    const struct sink_options options = {true, inputs, 3};
    assert_refused(sink_open_files(&sink, &input, 1, &options, &err), SCREE_BAD_ARGUMENT,
                   "is an input");
    assert_refused(sink_open_files(&sink, &link, 1, &options, &err), SCREE_BAD_ARGUMENT,
                   "is an input");
    assert_refused(sink_open_zip(&sink, input, &options, &err), SCREE_BAD_ARGUMENT, "is an input");
    /* Named later, before anything is written. */
    const struct sink_options replace = {.replace = true};
    const char *const two[] = {path_of("old/other"), link};
    assert_ok(sink_open_files(&sink, two, 2, &replace, &err), &err);
    assert_int_equal(sink_protect(sink, inputs, 3, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.file, link);
    err_clear(&err);
    sink_close(sink);
    assert_ok(sink_open_folder(&sink, path_of("old"), &options, &err), &err);
    assert_true(sink_is_protected(sink, "input") && sink_is_protected(sink, "link"));
    assert_false(sink_is_protected(sink, "other"));
    assert_int_equal(sink_add(sink, "input", 0, &file, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.file, input);
    err_clear(&err);
    /* Nor dropped, if an earlier output says that it is its own. */
    assert_ok(sink_start(sink, NULL, &err), &err);
    assert_ok(sink_write(sink, "new", 0, "abc", 3, &err), &err);
    assert_ok(sink_drop_earlier(sink, "input", ABC, &err), &err);
    assert_ok(sink_commit(sink, NULL, &err), &err);
    sink_close(sink);
    assert_holds(input, "abc");
}

/* A folder that is somebody else's is known by any of its names; one beside it is not taken for it. */
static void outputs_are_kept_out_of_a_folder(void **state)
{
    (void)state;
    struct sink *sink;
    char level[256], beside[256], page[300];
    snprintf(level, sizeof level, "%s", path_of("level"));
    snprintf(beside, sizeof beside, "%s", path_of("level2"));
    mkdir(level, 0755);
    mkdir(beside, 0755);
    mkdir(path_of("level/art"), 0755);
    assert_int_equal(symlink("level/art", path_of("link")), 0);
    write_file(path_of("file"), "abc");
    const struct sink_options replace = {.replace = true};
    static const char *const inner[] = {"level/page",          "level/art/page",
                                        "level/../level/page", "level2/../level/page",
                                        "link/page",           "./level//page"};
    for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++) {
        snprintf(page, sizeof page, "%s", path_of(inner[i]));
        const char *const paths[] = {path_of("first"), page};
        assert_ok(sink_open_files(&sink, paths, 2, &replace, &err), &err);
        assert_ok(sink_keep_out(sink, beside, &err), &err);
        assert_ok(sink_keep_out(sink, path_of("file"), &err), &err);
        assert_ok(sink_keep_out(sink, path_of("nowhere"), &err), &err);
        assert_int_equal(sink_keep_out(sink, level, &err), SCREE_BAD_ARGUMENT);
        assert_string_equal(err.file, page);
        err_clear(&err);
        sink_close(sink);
    }
    snprintf(page, sizeof page, "%s/page", beside);
    const char *const outside[] = {page};
    assert_ok(sink_open_files(&sink, outside, 1, &replace, &err), &err);
    assert_ok(sink_keep_out(sink, level, &err), &err);
    sink_close(sink);
}

static void names_are_checked(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "/a", "a/", "a//b", "..", "a/../b", "./a"};
    struct sink *sink;
    struct sink_file *file;
    assert_ok(sink_open_memory(&sink, &err), &err);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(sink_add(sink, wrong[i], 0, &file, &err), SCREE_BAD_ARGUMENT,
                       "is not a valid file name");
    for (int i = 0; i < 3000; i++) {
        char name[32];
        snprintf(name, sizeof name, "%d", i);
        assert_ok(sink_add(sink, name, 0, &file, &err), &err);
        assert_string_equal(file->name, name);
    }
    for (int i = 0; i < 3000; i++) {
        char name[32];
        snprintf(name, sizeof name, "%d", i);
        assert_refused(sink_add(sink, name, 0, &file, &err), SCREE_BAD_ARGUMENT, "two outputs");
        assert_string_equal(sink_at(sink, (size_t)i)->name, name);
    }
    sink_close(sink);
}

/* ---- functions ---- */

struct seen {
    char text[4096];      /* what was called, in order */
    int calls, refuse_at; /* 0: none */
    int open;             /* files that have begun and not ended */
    bool committed, discarded;
};

static int note(struct seen *seen, const char *what)
{
    strncat(seen->text, what, sizeof seen->text - strlen(seen->text) - 2);
    strcat(seen->text, ";");
    return ++seen->calls == seen->refuse_at ? 7 : 0;
}

static int seen_begin(void *context, const char *name, void **file)
{
    struct seen *seen = context;
    assert_null(*file);
    if (note(seen, name) != 0) return 7;
    seen->open++;
    *file = malloc(1); /* a leak if it does not end */
    return 0;
}

static int seen_write(void *context, void *file, const void *data, size_t size)
{
    assert_non_null(file);
    assert_true(data != NULL && size > 0);
    return note(context, "write");
}

static int seen_end(void *context, void *file, int complete)
{
    struct seen *seen = context;
    free(file);
    seen->open--;
    return note(seen, complete ? "end" : "drop");
}

static int seen_commit(void *context)
{
    struct seen *seen = context;
    const int code = note(seen, "commit");
    seen->committed = code == 0;
    return code;
}

static void seen_discard(void *context)
{
    struct seen *seen = context;
    assert_int_equal(seen->open, 0);
    seen->discarded = true;
}

static struct sink *open_seen(struct seen *seen, bool parallel)
{
    const struct scree_sink_functions functions = {sizeof functions, seen,        parallel,
                                                   seen_begin,       seen_write,  seen_end,
                                                   seen_commit,      seen_discard};
    struct sink *sink;
    assert_ok(sink_open_functions(&sink, &functions, &err), &err);
    assert_ok(sink_start(sink, NULL, &err), &err);
    return sink;
}

/* Two files, the second begun and written to before the first has ended. */
static enum scree_code put_two(struct sink *sink)
{
    struct sink_file *one, *two;
    RETURN_IF_ERR(sink_begin(sink, "one", 0, &one, &err));
    enum scree_code first = stream_put(&one->stream, "a", 1, &err),
                    second = sink_begin(sink, "two", 0, &two, &err);
    if (second != SCREE_OK) return sink_end(one, second, &err);
    if (first == SCREE_OK) second = stream_put(&two->stream, "a", 1, &err);
    if (first == SCREE_OK && second == SCREE_OK) second = stream_put(&two->stream, "bc", 2, &err);
    if (first == SCREE_OK && second == SCREE_OK) first = stream_put(&one->stream, "bc", 2, &err);
    second = sink_end(two, first != SCREE_OK ? first : second, &err);
    return sink_end(one, second, &err);
}

static void functions_get_the_bytes(void **state)
{
    (void)state;
    for (int parallel = 0; parallel < 2; parallel++) {
        struct seen seen = {.calls = 0};
        struct sink *sink = open_seen(&seen, parallel);
        assert_ok(put_two(sink), &err);
        assert_ok(sink_commit(sink, NULL, &err), &err);
        for (size_t i = 0; i < 2; i++) assert_string_equal(sink_at(sink, i)->sha256, ABC);
        sink_close(sink);
        assert_string_equal(seen.text, parallel ? "one;write;two;write;write;write;end;end;commit;"
                                                : "one;write;write;end;two;write;end;commit;");
        assert_true(seen.committed && !seen.discarded && seen.open == 0);
    }
}

static void functions_may_refuse_every_call(void **state)
{
    (void)state;
    for (int parallel = 0; parallel < 2; parallel++) {
        for (int at = 1;; at++) {
            struct seen seen = {.refuse_at = at};
            struct sink *sink = open_seen(&seen, parallel);
            enum scree_code code = put_two(sink);
            const bool written = code == SCREE_OK;
            if (written) code = sink_commit(sink, NULL, &err);
            if (code == SCREE_OK) {
                assert_int_equal(at, parallel ? 10 : 9);
                sink_close(sink);
                break;
            }
            assert_refused(code, SCREE_CANNOT_WRITE, "function that was given returned 7");
            if (!written)
                assert_refused(sink_commit(sink, NULL, &err), SCREE_CANNOT_WRITE, "not all files");
            sink_close(sink);
            assert_true(!seen.committed && seen.discarded && seen.open == 0);
        }
    }
}

static int append(void *context, void *file, const void *data, size_t size)
{
    (void)file;
    return fwrite(data, 1, size, context) == size ? 0 : 1;
}

static void functions_may_be_left_out(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    const struct scree_sink_functions functions = {.context = file, .write = append};
    struct sink *sink;
    assert_ok(sink_open_functions(&sink, &functions, &err), &err);
    assert_ok(sink_start(sink, NULL, &err), &err);
    assert_int_equal(sink_write(sink, "one", 0, "abc", 3, &err), SCREE_OK);
    assert_ok(sink_commit(sink, NULL, &err), &err);
    sink_close(sink);
    rewind(file);
    assert_int_equal(getc(file), 'a');
    fclose(file);
}

/* ---- several at once ---- */

#define MANY 24

struct many {
    struct sink_file *files[MANY];
    enum scree_code codes[MANY];
};

/* File i has 1000 * i pieces of its number. */
static void write_one(void *context, size_t i, uint32_t thread)
{
    (void)thread;
    struct many *many = context;
    struct scree_error own = SCREE_ERROR_INIT;
    char piece[13];
    memset(piece, (int)('a' + i), sizeof piece);
    enum scree_code code = sink_begin_file(many->files[i], &own);
    if (code != SCREE_OK) {
        many->codes[i] = code;
        return;
    }
    for (size_t k = 0; k < 1000 * i && code == SCREE_OK; k++)
        code = stream_put(&many->files[i]->stream, piece, sizeof piece, &own);
    many->codes[i] = sink_end(many->files[i], code, &own);
}

static void write_many(struct sink *sink, uint32_t threads)
{
    struct many many;
    assert_ok(sink_start(sink, NULL, &err), &err);
    for (int i = 0; i < MANY; i++) {
        char name[32];
        snprintf(name, sizeof name, "files/%d", i);
        assert_ok(sink_add(sink, name, i % 2 ? SINK_STORED : 0, &many.files[i], &err), &err);
    }
    parallel_for(MANY, threads, write_one, &many);
    for (int i = 0; i < MANY; i++) assert_int_equal(many.codes[i], SCREE_OK);
    assert_ok(sink_commit(sink, NULL, &err), &err);
}

static void threads_write_files_side_by_side(void **state)
{
    (void)state;
    char digests[MANY][SHA_HEX_SIZE];
    struct sink *sink;
    FILE *in_order = tmpfile();
    for (int kind = 0; kind < 5; kind++) {
        const struct scree_sink_functions functions = {.context = in_order, .write = append};
        if (kind == 0) assert_ok(sink_open_memory(&sink, &err), &err);
        if (kind == 1) assert_ok(sink_open_folder(&sink, path_of("many"), NULL, &err), &err);
        if (kind == 2) assert_ok(sink_open_zip(&sink, path_of("many.zip"), NULL, &err), &err);
        if (kind == 3) assert_ok(sink_open_digest(&sink, &err), &err);
        if (kind == 4) assert_ok(sink_open_functions(&sink, &functions, &err), &err);
        write_many(sink, kind == 0 ? 1 : 8);
        for (size_t i = 0; i < MANY; i++) {
            if (kind == 0) memcpy(digests[i], sink_at(sink, i)->sha256, SHA_HEX_SIZE);
            assert_string_equal(digests[i], sink_at(sink, i)->sha256);
            assert_int_equal(sink_at(sink, i)->size_bytes, 13000 * i);
        }
        sink_close(sink);
    }
    /* In order: all of one file, then all of the next. */
    rewind(in_order);
    for (size_t i = 0; i < MANY; i++)
        for (size_t k = 0; k < 13000 * i; k++) assert_int_equal(getc(in_order), 'a' + i);
    assert_int_equal(getc(in_order), EOF);
    fclose(in_order);
    /* A zip does not depend on who was first. */
    for (uint32_t threads = 1; threads < 9; threads += 7) {
        assert_ok(sink_open_zip(&sink, path_of("again.zip"),
                                &(struct sink_options){.replace = true}, &err),
                  &err);
        write_many(sink, threads);
        sink_close(sink);
        struct scree_bytes a, b;
        assert_ok(file_read(&a, path_of("many.zip"), 1 << 30, &err), &err);
        assert_ok(file_read(&b, path_of("again.zip"), 1 << 30, &err), &err);
        assert_int_equal(a.size, b.size);
        assert_memory_equal(a.data, b.data, a.size);
        file_bytes_free(&a);
        file_bytes_free(&b);
    }
}

/* ---- what waits ---- */

/* Byte i of scratch k. */
static unsigned char waiting(size_t i, size_t k)
{
    return (unsigned char)(i * 7 + i / 251 + 13 * k);
}

/* Blocks of many sizes, 3 MiB in all, into two at once; then read in pieces that cross every border. */
static void fill_scratches(struct sink *sink)
{
    static unsigned char block[200000], got[200000];
    enum { ALL = 3 << 20 };
    struct sink_scratch *scratches[2];
    for (size_t k = 0; k < 2; k++) assert_ok(sink_scratch_create(&scratches[k], sink, &err), &err);
    for (size_t at = 0, size = 1; at < ALL; at += size, size = size * 3 % 199999 + 1) {
        if (size > ALL - at) size = ALL - at;
        for (size_t k = 0; k < 2; k++) {
            for (size_t i = 0; i < size; i++) block[i] = waiting(at + i, k);
            assert_ok(sink_scratch_put(scratches[k], block, size, &err), &err);
        }
    }
    for (size_t at = 0, size = 5; at < ALL; at += size, size = size * 5 % 150001 + 1) {
        if (size > ALL - at) size = ALL - at;
        for (size_t k = 0; k < 2; k++) {
            assert_ok(sink_scratch_get(scratches[k], at, got, size, &err), &err);
            for (size_t i = 0; i < size; i++) assert_int_equal(got[i], waiting(at + i, k));
        }
    }
    for (size_t k = 0; k < 2; k++) sink_scratch_free(scratches[k]);
    sink_scratch_free(NULL);
}

static void what_waits_is_there_again_and_goes(void **state)
{
    (void)state;
    struct sink *sink;
    assert_ok(sink_open_memory(&sink, &err), &err);
    assert_ok(sink_start(sink, &job, &err), &err);
    fill_scratches(sink);
    sink_close(sink);
    const char *folder = path_of("out");
    assert_ok(sink_open_folder(&sink, folder, NULL, &err), &err);
    assert_ok(sink_start(sink, &job, &err), &err);
    fill_scratches(sink);
    assert_ok(sink_write(sink, "a.txt", SINK_PLAIN, "abc", 3, &err), &err);
    assert_ok(sink_commit(sink, &job, &err), &err);
    sink_close(sink);
    assert_int_equal(entries(folder), 1);
    assert_int_equal(entries(scratch_folder), 1);
    assert_ok(sink_open_zip(&sink, path_of("out.zip"), NULL, &err), &err);
    assert_ok(sink_start(sink, &job, &err), &err);
    struct sink_scratch *scratch; /* given up, it goes with the staging folder */
    assert_ok(sink_scratch_create(&scratch, sink, &err), &err);
    static const char zeros[1 << 20];
    for (int i = 0; i < 3; i++)
        assert_ok(sink_scratch_put(scratch, zeros, sizeof zeros, &err), &err);
    sink_close(sink);
    assert_int_equal(entries(scratch_folder), 1);
    sink_scratch_free(scratch);
}

/* ---- disks and kills ---- */

/* The disk is full at 100,000 bytes a file: the error names the file, and nothing stays. */
static void a_full_disk_leaves_nothing(void **state)
{
    (void)state;
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 100000;
    signal(SIGXFSZ, SIG_IGN);
    for (int kind = 0; kind < 3; kind++) {
        const char *path = path_of("new"), *name = kind == 2 ? path : "a/million";
        struct sink *sink;
        if (kind == 0) assert_ok(sink_open_folder(&sink, path, NULL, &err), &err);
        if (kind == 1) assert_ok(sink_open_zip(&sink, path, NULL, &err), &err);
        if (kind == 2) assert_ok(sink_open_files(&sink, &path, 1, NULL, &err), &err);
        assert_ok(sink_start(sink, NULL, &err), &err);
        struct sink_file *file;
        assert_ok(sink_begin(sink, name, SINK_STORED, &file, &err), &err);
        static char a[1000000];
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        const enum scree_code code =
            sink_end(file, stream_put(&file->stream, a, sizeof a, &err), &err);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_string_equal(err.file, kind == 0 ? path_of("new/a/million") : path);
        assert_refused(code, SCREE_CANNOT_WRITE, "cannot write: File too large");
        assert_refused(sink_commit(sink, NULL, &err), SCREE_CANNOT_WRITE, "not all files");
        sink_close(sink);
        assert_int_equal(entries(scratch_folder), 0);
    }
}

static void a_kill_leaves_nothing_for_long(void **state)
{
    (void)state;
    for (int zip = 0; zip < 2; zip++) {
        const char *path = path_of("new");
        const pid_t child = fork();
        if (child == 0) {
            struct sink *sink = NULL;
            struct sink_file *file;
            if ((zip ? sink_open_zip : sink_open_folder)(&sink, path, NULL, &err) != SCREE_OK ||
                sink_start(sink, NULL, &err) != SCREE_OK || put_three(sink) != SCREE_OK ||
                sink_begin(sink, "half", 0, &file, &err) != SCREE_OK)
                _exit(1);
            raise(SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(access(path, F_OK), -1);
        assert_int_equal(entries(scratch_folder), 1);
        struct sink *sink;
        assert_ok((zip ? sink_open_zip : sink_open_folder)(&sink, path, NULL, &err), &err);
        assert_ok(sink_start(sink, NULL, &err), &err);
        sink_close(sink);
        assert_int_equal(entries(scratch_folder), 0);
    }
}

static int cancel(void *context, const char *step, double done)
{
    (void)context, (void)step, (void)done;
    return 1;
}

static void a_cancelled_job_commits_nothing(void **state)
{
    (void)state;
    struct scree_job cancelled = {.context = NULL};
    struct sink *sink;
    assert_ok(sink_open_folder(&sink, path_of("new"), NULL, &err), &err);
    assert_ok(sink_start(sink, &cancelled, &err), &err);
    assert_ok(put_three(sink), &err);
    cancelled.progress = cancel;
    assert_int_equal(job_step(&cancelled, "writing", 0.5, NULL), SCREE_CANCELLED);
    assert_int_equal(sink_commit(sink, &cancelled, &err), SCREE_CANCELLED);
    sink_close(sink);
    assert_int_equal(entries(scratch_folder), 0);
}

/* Who ends the job by a signal has to catch it before there is a staging folder to be left over. */
static int no_folder_yet(void *context, const char *step, double done)
{
    (void)step, (void)done;
    int *calls = context;
    *calls += 1;
    assert_int_equal(entries(scratch_folder), 0);
    return 1;
}

static void the_job_is_asked_before_anything_is_made(void **state)
{
    (void)state;
    int calls = 0;
    struct scree_job asked = {.context = &calls, .progress = no_folder_yet};
    struct sink *sink;
    assert_ok(sink_open_folder(&sink, path_of("new"), NULL, &err), &err);
    assert_int_equal(sink_start(sink, &asked, &err), SCREE_CANCELLED);
    assert_int_equal(calls, 1);
    assert_int_equal(entries(scratch_folder), 0);
    sink_close(sink);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(memory_has_the_files, fresh),
        cmocka_unit_test_setup(digests_need_no_bytes, fresh),
        cmocka_unit_test_setup(a_folder_appears_whole, fresh),
        cmocka_unit_test_setup(what_is_given_up_leaves_nothing, fresh),
        cmocka_unit_test_setup(earlier_outputs_are_replaced, fresh),
        cmocka_unit_test_setup(what_a_document_lists_goes, fresh),
        cmocka_unit_test_setup(files_appear_together, fresh),
        cmocka_unit_test_setup(several_sinks_are_committed_together, fresh),
        cmocka_unit_test_setup(what_would_fail_at_the_end_is_refused, fresh),
        cmocka_unit_test_setup(inputs_are_never_replaced, fresh),
        cmocka_unit_test_setup(outputs_are_kept_out_of_a_folder, fresh),
        cmocka_unit_test_setup(names_are_checked, fresh),
        cmocka_unit_test_setup(functions_get_the_bytes, fresh),
        cmocka_unit_test_setup(functions_may_refuse_every_call, fresh),
        cmocka_unit_test_setup(functions_may_be_left_out, fresh),
        cmocka_unit_test_setup(threads_write_files_side_by_side, fresh),
        cmocka_unit_test_setup(what_waits_is_there_again_and_goes, fresh),
        cmocka_unit_test_setup(a_full_disk_leaves_nothing, fresh),
        cmocka_unit_test_setup(a_kill_leaves_nothing_for_long, fresh),
        cmocka_unit_test_setup(a_cancelled_job_commits_nothing, fresh),
        cmocka_unit_test_setup(the_job_is_asked_before_anything_is_made, fresh),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}

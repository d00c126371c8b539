/* base/os.h for Windows: what each verb promises, held against the C library's own calls where it has
 * them. The letters of the names are not in any one code page. */
#include "tests/harness.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"

#define NAME                                                                                       \
    "\xc3\x9c"                                                                                     \
    "n\xc3\xaf \xd0\xb6 \xe6\xbc\xa2 \xf0\x9f\x8f\x94"
static const wchar_t wide_name[] = L"\u00dcn\u00ef \u0436 \u6f22 \U0001f3d4";

/* Wine's handles of folders lose their disk when the folder is renamed; nothing of scree asks for it
 * then. */
static bool is_wine(void)
{
    return GetProcAddress(GetModuleHandleW(L"ntdll"), "wine_get_version") != NULL;
}

static struct os_handle top;
static char top_name[64];

static int make_top(void **state)
{
    (void)state;
    snprintf(top_name, sizeof top_name, "os-windows-%u", (unsigned)os_process());
    if (os_make_folder(OS_HERE, top_name, OS_SHARED) != 0) return 1;
    return os_open_folder(&top, OS_HERE, top_name, OS_FOLLOW_LINKS);
}

static int remove_top(void **state)
{
    (void)state;
    os_close(&top);
    return os_remove_folder(OS_HERE, top_name); /* every test leaves it empty */
}

static void write_text(const char *name, const char *text)
{
    struct os_handle file;
    assert_int_equal(os_create(&file, top, name, OS_SHARED), 0);
    assert_int_equal(os_write(file, text, strlen(text)), 0);
    assert_int_equal(os_close(&file), 0);
}

static void expect_text(const char *name, const char *text)
{
    struct os_handle file;
    char found[64] = "";
    size_t got;
    assert_int_equal(os_open_file(&file, top, name, OS_REFUSE_LINKS), 0);
    assert_int_equal(os_read(file, 0, found, sizeof found - 1, &got), 0);
    assert_int_equal(got, strlen(text));
    assert_string_equal(found, text);
    os_close(&file);
}

static void nothing_open_is_refused(void **state)
{
    (void)state;
    struct os_handle none = {0}, made;
    struct os_info info;
    size_t got;
    char byte;
    assert_int_equal(os_open_file(&made, none, "x", OS_FOLLOW_LINKS), EBADF);
    assert_int_equal(os_create(&made, none, "x", OS_SHARED), EBADF);
    assert_int_equal(os_examine(&info, none), EBADF);
    assert_int_equal(os_read(none, 0, &byte, 1, &got), EBADF);
    assert_int_equal(os_write(none, "x", 1), EBADF);
    assert_int_equal(os_sync(none), EBADF);
    assert_int_equal(os_lock(none), EBADF);
    assert_int_equal(os_close(&none), 0);
}

static void names_are_utf8(void **state)
{
    (void)state;
    write_text(NAME, "by os.h");
    wchar_t path[128];
    swprintf(path, 128, L"%hs\\%ls", top_name, wide_name);
    FILE *file = _wfopen(path, L"rb");
    assert_non_null(file);
    char found[16] = "";
    assert_int_equal(fread(found, 1, sizeof found - 1, file), 7);
    assert_string_equal(found, "by os.h");
    fclose(file);

    struct os_listing listing;
    assert_int_equal(os_list(&listing, top, ".", OS_REFUSE_LINKS), 0);
    assert_string_equal(os_list_next(&listing), NAME);
    assert_null(os_list_next(&listing));
    assert_int_equal(listing.reason, 0);
    os_list_end(&listing);
    assert_int_equal(os_remove(top, NAME), 0);
    struct os_info info;
    assert_int_equal(os_look(&info, top, NAME, OS_REFUSE_LINKS), ENOENT);
    assert_int_equal(os_look(&info, top, "\xff", OS_REFUSE_LINKS), EILSEQ);
}

static void names_that_programs_cannot_open_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"con",  "NUL.txt", "com1",   "lpt9.x", "a.",  "a ",   "a:b",
                                        "a<b",  "a>b",     "a|b",    "a?",     "a*",  "a\"b", "..",
                                        "a\\b", "x/aux",   "x/../y", "a\nb",   "x./y"};
    struct os_handle file;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (os_create(&file, top, names[i], OS_SHARED) != EINVAL) fail_msg("%s", names[i]);
    struct os_info info;
    assert_int_equal(os_look(&info, OS_HERE, "con", OS_FOLLOW_LINKS), EINVAL);
    assert_int_equal(os_look(&info, OS_HERE, "d/a:b", OS_FOLLOW_LINKS), EINVAL);
    assert_int_equal(os_look(&info, OS_HERE, "", OS_FOLLOW_LINKS), ENOENT);
}

static void paths_have_drives_and_both_slashes(void **state)
{
    (void)state;
    char *whole, *again, path[512];
    struct os_info one, other;
    write_text("file", "1");
    snprintf(path, sizeof path, ".\\%s/.\\file", top_name);
    assert_int_equal(os_resolve(&whole, path), 0);
    assert_true(whole[1] == ':' && whole[2] == '/' && strchr(whole, '\\') == NULL);
    assert_int_equal(os_root(whole), 3);
    assert_int_equal(os_look(&one, OS_HERE, whole, OS_FOLLOW_LINKS), 0);
    assert_int_equal(os_look(&other, top, "file", OS_REFUSE_LINKS), 0);
    assert_true(os_is_same(&one, &other));
    for (char *c = whole; *c != '\0'; c++)
        if (*c == '/') *c = '\\';
    assert_int_equal(os_resolve(&again, whole), 0);
    assert_string_equal(path_base_name(whole), "file");
    mem_free(again);
    mem_free(whole);
    static const struct {
        const char *path, *last;
        size_t root, length;
    } cases[] = {{"C:\\", "", 3, 3},         {"C:\\a\\", "a", 3, 4}, {"c:/a/b//", "b", 3, 6},
                 {"\\\\host\\s", "s", 2, 8}, {"a\\b", "b", 0, 3},    {"C:a", "C:a", 0, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length;
        const char *last = path_last(cases[i].path, &length);
        assert_int_equal(os_root(cases[i].path), cases[i].root);
        assert_int_equal(path_length(cases[i].path), cases[i].length);
        assert_int_equal(length, strlen(cases[i].last));
        assert_memory_equal(last, cases[i].last, length);
    }
    assert_int_equal(os_look(&other, top, "file/none", OS_FOLLOW_LINKS), ENOTDIR);
    assert_int_equal(os_look(&other, top, "none/none", OS_FOLLOW_LINKS), ENOENT);
    assert_int_equal(os_remove(top, "file"), 0);
}

/* 20 folders of 40 letters: beyond the 260 characters of Win32. */
static void paths_are_long(void **state)
{
    (void)state;
    static const char part[] = "a-folder-with-a-name-of-forty-characters";
    char path[1024];
    int used = snprintf(path, sizeof path, "%s", part);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(os_make_folder(top, path, OS_SHARED), 0);
        if (i < 19) used += snprintf(path + used, sizeof path - (size_t)used, "/%s", part);
    }
    char whole[1200];
    struct os_handle folder;
    struct os_info info;
    snprintf(whole, sizeof whole, "%s/%s", top_name, path);
    assert_true(strlen(whole) > 800);
    assert_int_equal(os_open_folder(&folder, OS_HERE, whole, OS_FOLLOW_LINKS), 0);
    assert_int_equal(os_examine(&info, folder), 0);
    assert_int_equal(info.kind, OS_FOLDER);
    os_close(&folder);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(os_remove_folder(top, path), 0);
        char *slash = strrchr(path, '/');
        if (slash != NULL) *slash = '\0';
    }
}

static void files_are_made_once_and_read_in_parts(void **state)
{
    (void)state;
    struct os_handle file;
    assert_int_equal(os_create(&file, top, "new", OS_PRIVATE), 0);
    assert_int_equal(os_write(file, "abcdefghij", 10), 0);
    char part[8] = "";
    size_t got;
    assert_int_equal(os_read(file, 2, part, 3, &got), 0);
    assert_memory_equal(part, "cde", 3);
    assert_int_equal(os_write(file, "kl", 2), 0); /* behind all, wherever was read */
    assert_int_equal(os_read(file, 9, part, 8, &got), 0);
    assert_int_equal(got, 3);
    assert_memory_equal(part, "jkl", 3);
    assert_int_equal(os_read(file, 50, part, 8, &got), 0);
    assert_int_equal(got, 0);
    assert_int_equal(os_sync(file), 0);
    assert_int_equal(os_close(&file), 0);
    assert_int_equal(os_create(&file, top, "new", OS_SHARED), EEXIST);
    assert_int_equal(os_create(&file, top, "NEW", OS_SHARED), EEXIST);
    assert_int_equal(os_sync_file(top, "new"), 0);
    FILE *stream;
    assert_int_equal(os_create(&file, top, "stream", OS_SHARED), 0);
    assert_int_equal(os_stream(&stream, &file), 0);
    assert_int_equal(file.id, 0);
    assert_true(fputs("a\nb", stream) >= 0 && fclose(stream) == 0);
    expect_text("stream", "a\nb");
    assert_int_equal(os_remove(top, "new"), 0);
    assert_int_equal(os_remove(top, "stream"), 0);
    assert_int_equal(os_remove(top, "new"), ENOENT);
}

static void names_change_in_one_step(void **state)
{
    (void)state;
    struct os_handle one, two;
    struct os_info info;
    assert_int_equal(os_make_folder(top, "1", OS_SHARED), 0);
    assert_int_equal(os_make_folder(top, "1", OS_SHARED), EEXIST);
    assert_int_equal(os_make_folder(top, "2", OS_SHARED), 0);
    assert_int_equal(os_open_folder(&one, top, "1", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_open_folder(&two, top, "2", OS_REFUSE_LINKS), 0);
    write_text("1/a", "from one");
    write_text("2/a", "from two");
    assert_int_equal(os_link(one, "a", two, "a"), EEXIST);
    assert_int_equal(os_link(one, "a", two, "b"), 0);
    expect_text("2/b", "from one");
    assert_int_equal(os_rename(two, "b", one, "a"), 0); /* two names of one file */
    expect_text("2/b", "from one");
    expect_text("1/a", "from one");
    assert_int_equal(os_rename(one, "a", two, "a"), 0); /* in place of another */
    expect_text("2/a", "from one");
    assert_int_equal(os_look(&info, one, "a", OS_REFUSE_LINKS), ENOENT);
    assert_int_equal(os_exchange(top, "1", "2"), ENOSYS);
    /* An open folder keeps its handle under another name. */
    assert_int_equal(os_rename(top, "2", top, NAME), 0);
    if (!is_wine()) assert_int_equal(os_look(&info, two, "a", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_remove(top, "1"), EISDIR);
    assert_int_equal(os_remove_folder(top, NAME), ENOTEMPTY);
    os_close(&one);
    os_close(&two);
    assert_int_equal(os_remove(top, NAME "/a"), 0);
    assert_int_equal(os_remove(top, NAME "/b"), 0);
    assert_int_equal(os_remove_folder(top, "1"), 0);
    assert_int_equal(os_remove_folder(top, NAME), 0);
}

static void locks_are_of_a_folder(void **state)
{
    (void)state;
    struct os_handle first, second, other;
    assert_int_equal(os_make_folder(top, "d", OS_SHARED), 0);
    assert_int_equal(os_open_folder(&first, top, "d", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_open_folder(&second, top, "d", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_open_folder(&other, top, ".", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_lock(first), 0);
    assert_int_equal(os_lock(first), 0); /* it has it */
    assert_int_equal(os_lock(second), EWOULDBLOCK);
    assert_int_equal(os_lock(other), 0);
    os_close(&second);
    assert_int_equal(os_rename(top, "d", top, "e"), 0); /* and the lock with it */
    assert_int_equal(os_open_folder(&second, top, "e", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_lock(second), EWOULDBLOCK);
    os_close(&first);
    assert_int_equal(os_lock(second), 0);
    os_close(&second);
    os_close(&other);
    assert_int_equal(os_remove_folder(top, "e"), 0);
}

static void folders_say_what_they_are(void **state)
{
    (void)state;
    struct os_info info;
    struct os_handle root;
    assert_int_equal(os_look(&info, OS_HERE, top_name, OS_REFUSE_LINKS), 0);
    assert_int_equal(info.kind, OS_FOLDER);
    assert_true(info.own);
    assert_int_equal(os_may_change(top, "."), 0);
    assert_int_equal(os_may_change(top, "none"), ENOENT);
    assert_false(os_is_mount(top));
    assert_int_equal(os_open_folder(&root, OS_HERE, "C:\\", OS_FOLLOW_LINKS), 0);
    assert_true(os_is_mount(root));
    os_close(&root);
}

static void add(void *context)
{
    *(int *)context += 5;
}

static void threads_do_their_work(void **state)
{
    (void)state;
    struct os_thread threads[3];
    int numbers[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++) assert_int_equal(os_thread_start(&threads[i], add, &numbers[i]), 0);
    for (int i = 0; i < 3; i++) os_thread_join(&threads[i]);
    for (int i = 0; i < 3; i++) assert_int_equal(numbers[i], i + 6);
}

static void reasons_have_words(void **state)
{
    (void)state;
    struct err err;
    err_clear(&err);
    assert_int_equal(os_fail(&err, ERR_WRITE, "a/b", "cannot write", ENOSPC), ERR_WRITE);
    assert_string_equal(err.msg, "cannot write: No space left on device");
    assert_string_equal(os_text(EWOULDBLOCK), "Resource temporarily unavailable");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_open_is_refused),
        cmocka_unit_test(names_are_utf8),
        cmocka_unit_test(names_that_programs_cannot_open_are_refused),
        cmocka_unit_test(paths_have_drives_and_both_slashes),
        cmocka_unit_test(paths_are_long),
        cmocka_unit_test(files_are_made_once_and_read_in_parts),
        cmocka_unit_test(names_change_in_one_step),
        cmocka_unit_test(locks_are_of_a_folder),
        cmocka_unit_test(folders_say_what_they_are),
        cmocka_unit_test(threads_do_their_work),
        cmocka_unit_test(reasons_have_words),
    };
    return cmocka_run_group_tests(tests, make_top, remove_top);
}

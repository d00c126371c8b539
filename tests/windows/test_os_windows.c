/* base/os.h for Windows: names, paths and what else is its own, held against the C library's calls where
 * it has them; tests/unit/test_os.c has the rest. The letters of the names are not in any one code page. */
#include "tests/harness.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

#include "base/mem.h"
#include "base/path.h"
#include "tests/os_top.h"

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

static void letters_of_both_sizes_are_one_name(void **state)
{
    (void)state;
    struct os_handle file;
    write_text("new", "1");
    assert_int_equal(os_create(&file, top, "NEW", OS_SHARED), EEXIST);
    assert_int_equal(os_remove(top, "New"), 0);
}

static void folders_have_no_exchange_and_keep_their_handles(void **state)
{
    (void)state;
    struct os_handle one;
    struct os_info info;
    assert_int_equal(os_make_folder(top, "1", OS_SHARED), 0);
    assert_int_equal(os_make_folder(top, "2", OS_SHARED), 0);
    write_text("1/a", "from one");
    assert_int_equal(os_open_folder(&one, top, "1", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_exchange(top, "1", top, "2"), ENOSYS);
    assert_int_equal(os_rename(top, "1", top, NAME), 0);
    if (!is_wine()) assert_int_equal(os_look(&info, one, "a", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_remove(top, "2"), EISDIR);
    os_close(&one);
    assert_int_equal(os_remove(top, NAME "/a"), 0);
    assert_int_equal(os_remove_folder(top, "2"), 0);
    assert_int_equal(os_remove_folder(top, NAME), 0);
}

static void a_disk_begins_at_its_first_folder(void **state)
{
    (void)state;
    struct os_handle root;
    assert_int_equal(os_open_folder(&root, OS_HERE, "C:\\", OS_FOLLOW_LINKS), 0);
    assert_true(os_is_mount(root));
    os_close(&root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_utf8),
        cmocka_unit_test(names_that_programs_cannot_open_are_refused),
        cmocka_unit_test(paths_have_drives_and_both_slashes),
        cmocka_unit_test(paths_are_long),
        cmocka_unit_test(letters_of_both_sizes_are_one_name),
        cmocka_unit_test(folders_have_no_exchange_and_keep_their_handles),
        cmocka_unit_test(a_disk_begins_at_its_first_folder),
    };
    return cmocka_run_group_tests(tests, make_top, remove_top);
}

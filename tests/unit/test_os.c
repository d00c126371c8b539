/* base/os.h: what each verb promises, held against the system's own calls. */
#define _XOPEN_SOURCE 700
#include "tests/scratch.h"

#include <errno.h>
#include <fcntl.h>

#include "base/mem.h"
#include "base/os.h"

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(scratch_path(name), "wb");
    assert_non_null(file);
    assert_int_equal(fputs(text, file) >= 0, 1);
    assert_int_equal(fclose(file), 0);
}

static void expect_text(const char *name, const char *text)
{
    char found[64] = "";
    FILE *file = fopen(scratch_path(name), "rb");
    if (file == NULL) fail_msg("%s is not there", name);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

static bool is_there(const char *name)
{
    struct stat info;
    return lstat(scratch_path(name), &info) == 0;
}

static struct os_handle open_scratch(void)
{
    struct os_handle folder;
    assert_int_equal(os_open_folder(&folder, OS_HERE, scratch_folder, OS_FOLLOW_LINKS), 0);
    return folder;
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
    assert_int_equal(os_look(&info, none, "x", OS_REFUSE_LINKS), EBADF);
    assert_int_equal(os_read(none, 0, &byte, 1, &got), EBADF);
    assert_int_equal(os_write(none, "x", 1), EBADF);
    assert_int_equal(os_sync(none), EBADF);
    assert_int_equal(os_lock(none), EBADF);
    assert_int_equal(os_remove(none, "x"), EBADF);
    assert_int_equal(os_close(&none), 0);
}

static void files_are_made_once_and_read_in_parts(void **state)
{
    (void)state;
    struct os_handle folder = open_scratch(), file;
    assert_int_equal(os_create(&file, folder, "new", OS_PRIVATE), 0);
    assert_int_equal(os_write(file, "abcdefghij", 10), 0);
    assert_int_equal(os_write(file, "kl", 2), 0);
    assert_int_equal(os_sync(file), 0);
    char part[8] = "";
    size_t got;
    assert_int_equal(os_read(file, 2, part, 3, &got), 0);
    assert_int_equal(got, 3);
    assert_memory_equal(part, "cde", 3);
    assert_int_equal(os_read(file, 9, part, 8, &got), 0);
    assert_int_equal(got, 3);
    assert_memory_equal(part, "jkl", 3);
    assert_int_equal(os_close(&file), 0);
    assert_int_equal(file.id, 0);
    expect_text("new", "abcdefghijkl");

    assert_int_equal(os_create(&file, folder, "new", OS_SHARED), EEXIST);
    assert_int_equal(file.id, 0);
    assert_int_equal(symlink("nowhere", scratch_path("link")), 0);
    assert_int_equal(os_create(&file, folder, "link", OS_SHARED), EEXIST);
    assert_false(is_there("nowhere"));

    const mode_t mask = umask(027);
    struct stat info;
    assert_int_equal(os_create(&file, folder, "shared", OS_SHARED), 0);
    FILE *stream;
    assert_int_equal(os_stream(&stream, &file), 0);
    assert_int_equal(file.id, 0);
    umask(mask);
    assert_int_equal(fputs("by stdio", stream) >= 0 && fclose(stream) == 0, 1);
    expect_text("shared", "by stdio");
    assert_int_equal(stat(scratch_path("shared"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(stat(scratch_path("new"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);

    static const char *const names[] = {"new", "link", "shared"};
    for (int i = 0; i < 3; i++) assert_int_equal(os_remove(folder, names[i]), 0);
    assert_int_equal(os_remove(folder, "new"), ENOENT);
    os_close(&folder);
}

static void what_is_there_is_told(void **state)
{
    (void)state;
    struct os_handle folder = open_scratch(), file;
    struct os_info info, other;
    write_text("file", "12345");
    const struct timespec times[2] = {{7, 0}, {1234567, 89000}};
    assert_int_equal(utimensat(AT_FDCWD, scratch_path("file"), times, 0), 0);
    assert_int_equal(os_look(&info, folder, "file", OS_REFUSE_LINKS), 0);
    assert_int_equal(info.kind, OS_FILE);
    assert_int_equal(info.size, 5);
    assert_int_equal(info.written_s, 1234567);
    assert_int_equal(info.written_ns, 89000);
    assert_true(info.own);

    assert_int_equal(symlink("file", scratch_path("link")), 0);
    assert_int_equal(os_look(&other, folder, "link", OS_REFUSE_LINKS), 0);
    assert_int_equal(other.kind, OS_LINK);
    assert_false(os_is_same(&info, &other));
    assert_int_equal(os_look(&other, folder, "link", OS_FOLLOW_LINKS), 0);
    assert_true(os_is_same(&info, &other));
    assert_int_equal(os_open_file(&file, folder, "link", OS_REFUSE_LINKS), ELOOP);
    assert_int_equal(os_open_file(&file, folder, "link", OS_FOLLOW_LINKS), 0);
    assert_int_equal(os_examine(&other, file), 0);
    assert_true(os_is_same(&info, &other));
    os_close(&file);

    assert_int_equal(os_look(&other, OS_HERE, scratch_folder, OS_REFUSE_LINKS), 0);
    assert_int_equal(other.kind, OS_FOLDER);
    assert_int_equal(os_look(&other, folder, "none", OS_FOLLOW_LINKS), ENOENT);
    assert_int_equal(os_look(&other, folder, "file/none", OS_FOLLOW_LINKS), ENOTDIR);
    assert_int_equal(mkfifo(scratch_path("fifo"), 0600), 0);
    assert_int_equal(os_open_file(&file, folder, "fifo", OS_REFUSE_LINKS),
                     0); /* and does not wait */
    assert_int_equal(os_examine(&other, file), 0);
    assert_int_equal(other.kind, OS_OTHER);
    os_close(&file);

    char *path, *expected = realpath(scratch_path("file"), NULL);
    assert_int_equal(os_resolve(&path, scratch_path("./link")), 0);
    assert_string_equal(path, expected);
    free(expected);
    mem_free(path);
    assert_int_equal(os_resolve(&path, scratch_path("none")), ENOENT);
    assert_null(path);
    os_remove(folder, "fifo");
    os_remove(folder, "link");
    os_remove(folder, "file");
    os_close(&folder);
}

static void folders_are_listed(void **state)
{
    (void)state;
    struct os_handle folder = open_scratch(), inner;
    assert_int_equal(os_make_folder(folder, "d", OS_PRIVATE), 0);
    assert_int_equal(os_make_folder(folder, "d", OS_SHARED), EEXIST);
    struct stat info;
    assert_int_equal(stat(scratch_path("d"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    write_text("d/.hidden", "");
    write_text("d/a", "");
    assert_int_equal(symlink("d", scratch_path("link")), 0);
    struct os_listing listing;
    assert_int_equal(os_list(&listing, folder, "d/a", OS_REFUSE_LINKS), ENOTDIR);
    assert_int_equal(os_list(&listing, folder, "link", OS_REFUSE_LINKS), ENOTDIR);
    assert_int_equal(os_list(&listing, folder, "link", OS_FOLLOW_LINKS), 0);
    unsigned hidden = 0, plain = 0, others = 0;
    for (const char *name; (name = os_list_next(&listing)) != NULL;) {
        const bool is_hidden = strcmp(name, ".hidden") == 0, is_plain = strcmp(name, "a") == 0;
        hidden += is_hidden;
        plain += is_plain;
        others += !is_hidden && !is_plain;
        struct os_info found;
        assert_int_equal(os_look(&found, listing.folder, name, OS_REFUSE_LINKS), 0);
    }
    assert_int_equal(listing.reason, 0);
    os_list_end(&listing);
    assert_int_equal(hidden == 1 && plain == 1 && others == 0, 1);

    assert_int_not_equal(os_remove(folder, "d"), 0);
    assert_int_equal(os_remove_folder(folder, "d"), ENOTEMPTY);
    assert_int_equal(os_remove_folder(folder, "link"), ENOTDIR);
    assert_int_equal(os_open_folder(&inner, folder, "d", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_remove(inner, ".hidden"), 0);
    assert_int_equal(os_remove(inner, "a"), 0);
    os_close(&inner);
    assert_int_equal(os_remove_folder(folder, "d"), 0);
    assert_int_equal(os_remove(folder, "link"), 0);
    os_close(&folder);
}

static void names_change_in_one_step(void **state)
{
    (void)state;
    struct os_handle folder = open_scratch(), one, two;
    assert_int_equal(os_make_folder(folder, "1", OS_SHARED), 0);
    assert_int_equal(os_make_folder(folder, "2", OS_SHARED), 0);
    assert_int_equal(os_open_folder(&one, folder, "1", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_open_folder(&two, folder, "2", OS_REFUSE_LINKS), 0);
    write_text("1/a", "from one");
    write_text("2/a", "from two");
    assert_int_equal(os_link(one, "a", two, "a"), EEXIST);
    assert_int_equal(os_link(one, "a", two, "b"), 0);
    expect_text("2/b", "from one");
    assert_int_equal(os_rename(two, "b", one, "a"), 0); /* two names of one file */
    assert_true(is_there("2/b") && is_there("1/a"));
    assert_int_equal(symlink("../victim", scratch_path("2/link")), 0);
    assert_int_equal(os_copy_link(two, one, "link"), 0);
    char text[32] = "";
    assert_int_equal(readlink(scratch_path("1/link"), text, sizeof text - 1), 9);
    assert_string_equal(text, "../victim");
    assert_int_equal(os_rename(one, "a", two, "link"), 0); /* in place of the link */
    expect_text("2/link", "from one");
    assert_false(is_there("1/a") || is_there("victim"));

    const int reason = os_exchange(folder, "1", "2");
    if (reason == 0) {
        expect_text("1/a", "from two");
        assert_true(is_there("2/link"));
    } else {
        assert_int_equal(reason == ENOSYS || reason == EINVAL, 1);
    }
    assert_int_equal(os_exchange(folder, "1", "none") != 0, 1);
    os_remove(one, "link"); /* the handles stay with their folders */
    os_remove(two, "a");
    os_remove(two, "b");
    os_remove(two, "link");
    os_close(&one);
    os_close(&two);
    assert_int_equal(os_remove_folder(folder, "1"), 0);
    assert_int_equal(os_remove_folder(folder, "2"), 0);
    os_close(&folder);
}

static void locks_are_of_a_handle(void **state)
{
    (void)state;
    struct os_handle first = open_scratch(), second = open_scratch();
    const int reason = os_lock(first);
    if (reason != 0) skip(); /* no locks here */
    assert_int_equal(os_lock(second), EWOULDBLOCK);
    os_close(&first);
    assert_int_equal(os_lock(second), 0);
    os_close(&second);
}

static void rights_are_copied(void **state)
{
    (void)state;
    struct os_handle folder = open_scratch(), from, to;
    assert_int_equal(os_may_change(folder, "."), 0);
    assert_int_equal(os_may_change(folder, "none"), ENOENT);
    assert_int_equal(os_make_folder(folder, "from", OS_SHARED), 0);
    assert_int_equal(os_make_folder(folder, "to", OS_PRIVATE), 0);
    assert_int_equal(chmod(scratch_path("from"), 02751), 0);
    assert_int_equal(os_open_folder(&from, folder, "from", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_open_folder(&to, folder, "to", OS_REFUSE_LINKS), 0);
    assert_false(os_is_mount(to));
    assert_int_equal(os_copy_rights(to, from), 0);
    struct stat info;
    assert_int_equal(stat(scratch_path("to"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 02751);
    os_close(&from);
    os_close(&to);
    if (geteuid() != 0) {
        assert_int_equal(chmod(scratch_path("to"), 0500), 0);
        assert_int_equal(os_may_change(folder, "to"), EACCES);
    }
    assert_int_equal(os_remove_folder(folder, "from"), 0);
    assert_int_equal(os_remove_folder(folder, "to"), 0);
    os_close(&folder);
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
    assert_string_equal(err.file, "a/b");
    assert_int_equal(os_process(), getpid());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_open_is_refused),
        cmocka_unit_test(files_are_made_once_and_read_in_parts),
        cmocka_unit_test(what_is_there_is_told),
        cmocka_unit_test(folders_are_listed),
        cmocka_unit_test(names_change_in_one_step),
        cmocka_unit_test(locks_are_of_a_handle),
        cmocka_unit_test(rights_are_copied),
        cmocka_unit_test(threads_do_their_work),
        cmocka_unit_test(reasons_have_words),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}

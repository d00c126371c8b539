/* base/os.h: what each verb promises on every system. What only one of them has: test_os_posix.c and
 * tests/windows/test_os_windows.c. */
#include "tests/harness.h"

#include <errno.h>

#include "tests/os_top.h"

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
    assert_int_equal(file.id, 0);
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

static void what_is_there_is_told(void **state)
{
    (void)state;
    struct os_info info, again;
    struct os_handle file;
    write_text("file", "12345");
    assert_int_equal(os_look(&info, top, "file", OS_REFUSE_LINKS), 0);
    assert_int_equal(info.kind, OS_FILE);
    assert_int_equal(info.size, 5);
    assert_true(info.own);
    assert_int_equal(os_open_file(&file, top, "file", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_examine(&again, file), 0);
    os_close(&file);
    assert_true(os_is_same(&info, &again));
    assert_true(info.written_s == again.written_s && info.written_ns == again.written_ns);
    write_text("other", "12345");
    assert_int_equal(os_look(&again, top, "other", OS_REFUSE_LINKS), 0);
    assert_false(os_is_same(&info, &again));
    assert_int_equal(os_look(&info, top, "none", OS_FOLLOW_LINKS), ENOENT);
    assert_int_equal(os_look(&info, top, "none/none", OS_FOLLOW_LINKS), ENOENT);
    assert_int_equal(os_look(&info, top, "file/none", OS_FOLLOW_LINKS), ENOTDIR);
    assert_int_equal(os_look(&info, OS_HERE, top_name, OS_REFUSE_LINKS), 0);
    assert_int_equal(info.kind, OS_FOLDER);
    assert_true(info.own);
    assert_int_equal(os_may_change(top, "."), 0);
    assert_int_equal(os_may_change(top, "none"), ENOENT);
    assert_false(os_is_mount(top));
    assert_int_equal(os_remove(top, "file"), 0);
    assert_int_equal(os_remove(top, "other"), 0);
}

static struct os_identity identity_of(const char *name)
{
    struct os_identity identity;
    struct os_handle file;
    assert_int_equal(os_open_file(&file, top, name, OS_REFUSE_LINKS), 0);
    assert_int_equal(os_identify(&identity, file), 0);
    os_close(&file);
    return identity;
}

static bool is_same(struct os_identity a, struct os_identity b)
{
    return a.number == b.number && a.changed_s == b.changed_s && a.changed_ns == b.changed_ns;
}

static void an_identity_stays_until_the_file_changes(void **state)
{
    (void)state;
    struct os_identity none;
    write_text("file", "12345");
    write_text("copy", "12345");
    const struct os_identity first = identity_of("file");
    assert_true(first.changed_ns >= 0 && first.changed_ns < 1000000000);
    os_wait_ms(30);
    assert_true(is_same(identity_of("file"), first));
    assert_false(is_same(identity_of("copy"), first));
    assert_int_equal(os_rename(top, "file", top, "moved"), 0);
    assert_int_equal(os_rename(top, "copy", top, "file"), 0);
    assert_false(is_same(identity_of("file"), first));
    assert_false(is_same(identity_of("moved"), first));
    assert_int_equal(os_identify(&none, (struct os_handle){0}), EBADF);
    assert_int_equal(os_remove(top, "file"), 0);
    assert_int_equal(os_remove(top, "moved"), 0);
}

static void folders_are_listed(void **state)
{
    (void)state;
    struct os_listing listing;
    assert_int_equal(os_make_folder(top, "d", OS_SHARED), 0);
    assert_int_equal(os_make_folder(top, "d", OS_SHARED), EEXIST);
    write_text("d/.hidden", "");
    write_text("d/a", "");
    assert_int_equal(os_list(&listing, top, "d/a", OS_REFUSE_LINKS), ENOTDIR);
    assert_int_equal(os_list(&listing, top, "d", OS_REFUSE_LINKS), 0);
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
    assert_int_not_equal(os_remove(top, "d"), 0);
    assert_int_equal(os_remove_folder(top, "d"), ENOTEMPTY);
    assert_int_equal(os_remove(top, "d/.hidden"), 0);
    assert_int_equal(os_remove(top, "d/a"), 0);
    assert_int_equal(os_remove_folder(top, "d"), 0);
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
    const int reason = os_exchange(top, "1", top, "2");
    if (reason == 0) {
        expect_text("1/a", "from one");
        assert_int_equal(os_exchange(top, "1", top, "2"), 0);
    } else {
        assert_true(reason == ENOSYS || reason == EINVAL);
    }
    assert_int_not_equal(os_exchange(top, "1", top, "none"), 0);
    os_close(&one);
    os_close(&two);
    assert_int_equal(os_remove(top, "2/a"), 0);
    assert_int_equal(os_remove(top, "2/b"), 0);
    assert_int_equal(os_remove_folder(top, "1"), 0);
    assert_int_equal(os_remove_folder(top, "2"), 0);
}

static void locks_are_of_a_folder(void **state)
{
    (void)state;
    struct os_handle first, second, other;
    assert_int_equal(os_make_folder(top, "d", OS_SHARED), 0);
    assert_int_equal(os_open_folder(&first, top, "d", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_open_folder(&second, top, "d", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_open_folder(&other, top, ".", OS_REFUSE_LINKS), 0);
    if (os_lock(first) != 0) {
        os_close(&first);
        os_close(&second);
        os_close(&other);
        assert_int_equal(os_remove_folder(top, "d"), 0);
        skip(); /* no locks here */
    }
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
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(os_fail(&err, SCREE_CANNOT_WRITE, "a/b", "cannot write", ENOSPC),
                     SCREE_CANNOT_WRITE);
    assert_string_equal(err.text, "cannot write: No space left on device");
    assert_string_equal(err.file, "a/b");
    assert_string_equal(os_text(EWOULDBLOCK), "Resource temporarily unavailable");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_open_is_refused),
        cmocka_unit_test(files_are_made_once_and_read_in_parts),
        cmocka_unit_test(what_is_there_is_told),
        cmocka_unit_test(an_identity_stays_until_the_file_changes),
        cmocka_unit_test(folders_are_listed),
        cmocka_unit_test(names_change_in_one_step),
        cmocka_unit_test(locks_are_of_a_folder),
        cmocka_unit_test(threads_do_their_work),
        cmocka_unit_test(reasons_have_words),
    };
    return cmocka_run_group_tests(tests, make_top, remove_top);
}

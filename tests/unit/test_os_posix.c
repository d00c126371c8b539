/* base/os.h for POSIX: rights, links and what else only it has, held against the system's own
 * calls. */
#define _XOPEN_SOURCE 700
#include "tests/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>

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

static void files_have_the_rights_of_their_kind(void **state)
{
    (void)state;
    struct os_handle folder = open_scratch(), file;
    const mode_t mask = umask(027);
    struct stat info;
    assert_int_equal(os_create(&file, folder, "private", OS_PRIVATE), 0);
    os_close(&file);
    assert_int_equal(os_create(&file, folder, "shared", OS_SHARED), 0);
    umask(mask);
    FILE *stream;
    assert_int_equal(os_stream(&stream, &file), 0);
    assert_int_equal(fputs("by stdio", stream) >= 0 && fclose(stream) == 0, 1);
    expect_text("shared", "by stdio");
    assert_int_equal(stat(scratch_path("shared"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(stat(scratch_path("private"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);

    assert_int_equal(symlink("nowhere", scratch_path("link")), 0);
    assert_int_equal(os_create(&file, folder, "link", OS_SHARED), EEXIST);
    assert_false(is_there("nowhere"));
    static const char *const names[] = {"private", "link", "shared"};
    for (int i = 0; i < 3; i++) assert_int_equal(os_remove(folder, names[i]), 0);
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

static void links_to_folders_are_no_folders(void **state)
{
    (void)state;
    struct os_handle folder = open_scratch(), inner;
    assert_int_equal(os_make_folder(folder, "d", OS_PRIVATE), 0);
    struct stat info;
    assert_int_equal(stat(scratch_path("d"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    write_text("d/a", "");
    assert_int_equal(symlink("d", scratch_path("link")), 0);
    struct os_listing listing;
    assert_int_equal(os_list(&listing, folder, "link", OS_REFUSE_LINKS), ENOTDIR);
    assert_int_equal(os_list(&listing, folder, "link", OS_FOLLOW_LINKS), 0);
    assert_string_equal(os_list_next(&listing), "a");
    assert_null(os_list_next(&listing));
    os_list_end(&listing);
    assert_int_equal(os_remove_folder(folder, "link"), ENOTDIR);
    assert_int_equal(os_open_folder(&inner, folder, "d", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_remove(inner, "a"), 0);
    os_close(&inner);
    assert_int_equal(os_remove_folder(folder, "d"), 0);
    assert_int_equal(os_remove(folder, "link"), 0);
    os_close(&folder);
}

static void links_are_copied_and_replaced(void **state)
{
    (void)state;
    struct os_handle folder = open_scratch(), one, two;
    assert_int_equal(os_make_folder(folder, "1", OS_SHARED), 0);
    assert_int_equal(os_make_folder(folder, "2", OS_SHARED), 0);
    assert_int_equal(os_open_folder(&one, folder, "1", OS_REFUSE_LINKS), 0);
    assert_int_equal(os_open_folder(&two, folder, "2", OS_REFUSE_LINKS), 0);
    write_text("1/a", "from one");
    assert_int_equal(symlink("../victim", scratch_path("2/link")), 0);
    assert_int_equal(os_copy_link(two, one, "link"), 0);
    char text[32] = "";
    assert_int_equal(readlink(scratch_path("1/link"), text, sizeof text - 1), 9);
    assert_string_equal(text, "../victim");
    assert_int_equal(os_rename(one, "a", two, "link"), 0); /* in place of the link */
    expect_text("2/link", "from one");
    assert_false(is_there("1/a") || is_there("victim"));
    assert_int_equal(os_remove(one, "link"), 0);
    os_remove(two, "link");
    os_close(&one);
    os_close(&two);
    assert_int_equal(os_remove_folder(folder, "1"), 0);
    assert_int_equal(os_remove_folder(folder, "2"), 0);
    os_close(&folder);
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

static void end_if_for_ever(int number)
{
    static volatile sig_atomic_t seen;
    (void)number;
    if (++seen == 20000) _exit(1);
}

/* A pipe that is full, and a signal every 100 microseconds. */
static void interruptions_come_to_an_end(void **state)
{
    (void)state;
    int ends[2];
    static const char much[1 << 20];
    assert_int_equal(pipe(ends), 0);
    const struct os_handle full = {(uintptr_t)ends[1] + 1};
    const struct sigaction action = {.sa_handler = end_if_for_ever};
    const struct itimerval often = {{0, 100}, {0, 100}}, never = {{0, 0}, {0, 0}};
    struct sigaction old;
    assert_int_equal(sigaction(SIGALRM, &action, &old), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    const int reason = os_write(full, much, sizeof much);
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    assert_int_equal(sigaction(SIGALRM, &old, NULL), 0);
    assert_int_equal(reason, EINTR);
    assert_int_equal(close(ends[0]) + close(ends[1]), 0);
}

static void a_process_has_its_number(void **state)
{
    (void)state;
    assert_int_equal(os_process(), getpid());
}

#ifdef __linux__
/* A listener on 127.0.0.1 and its port. */
static int listen_here(uint16_t *port)
{
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    assert_true(listener >= 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&here, size), 0);
    assert_int_equal(listen(listener, 4), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&here, &size), 0);
    *port = ntohs(here.sin_port);
    return listener;
}

static int connect_to(uint16_t port, bool newer)
{
    struct sockaddr_in old = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 new = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    old.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    new.sin6_addr.s6_addr[10] = new.sin6_addr.s6_addr[11] = 0xff;
    memcpy(new.sin6_addr.s6_addr + 12, &old.sin_addr, 4);
    const int end = socket(newer ? AF_INET6 : AF_INET, SOCK_STREAM, 0);
    if (end < 0) return -1;
    return newer ? connect(end, (struct sockaddr *)&new, sizeof new)
                 : connect(end, (struct sockaddr *)&old, sizeof old);
}

/* The port that a child of that user connects from; the child stays until *child is ended. */
static uint16_t connected_by(uid_t user, bool newer, int listener, uint16_t port, pid_t *child)
{
    *child = fork();
    if (*child == 0) {
        if (user != getuid() && setuid(user) != 0) _exit(1);
        if (connect_to(port, newer) != 0) _exit(1);
        for (;;) pause();
    }
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    const int end = accept(listener, (struct sockaddr *)&from, &size);
    assert_true(end >= 0);
    return ntohs(from.sin_port); /* the end stays open: this program is short */
}

static void another_user_is_told_from_the_own(void **state)
{
    (void)state;
    enum { NOBODY = 65534 };
    uint16_t port;
    const int listener = listen_here(&port);
    const int without = socket(AF_INET6, SOCK_STREAM, 0);
    for (int newer = 0; newer <= (without >= 0); newer++)
        for (int other = 0; other <= (getuid() == 0); other++) {
            pid_t child;
            const uint16_t from =
                connected_by(other ? NOBODY : getuid(), newer, listener, port, &child);
            assert_int_equal(os_is_of_another(from, port), other);
            assert_false(os_is_of_another(from, (uint16_t)(port ^ 1)));
            assert_int_equal(kill(child, SIGKILL), 0);
            assert_int_equal(waitpid(child, NULL, 0), child);
        }
    if (without >= 0) close(without);
    close(listener);
    assert_false(os_is_of_another(0, 0));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_have_the_rights_of_their_kind),
        cmocka_unit_test(what_is_there_is_told),
        cmocka_unit_test(links_to_folders_are_no_folders),
        cmocka_unit_test(links_are_copied_and_replaced),
        cmocka_unit_test(rights_are_copied),
        cmocka_unit_test(a_process_has_its_number),
        cmocka_unit_test(interruptions_come_to_an_end),
#ifdef __linux__
        cmocka_unit_test(another_user_is_told_from_the_own),
#endif
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}

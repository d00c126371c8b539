/* A folder of a test's own, for the tests of base/os.h. */
#ifndef TESTS_OS_TOP_H
#define TESTS_OS_TOP_H

#include "tests/harness.h"

#include "base/os.h"

static struct os_handle top;
static char top_name[64];

static inline int make_top(void **state)
{
    (void)state;
    snprintf(top_name, sizeof top_name, "os-test-%u", (unsigned)os_process());
    if (os_make_folder(OS_HERE, top_name, OS_SHARED) != 0) return 1;
    return os_open_folder(&top, OS_HERE, top_name, OS_FOLLOW_LINKS);
}

static inline int remove_top(void **state)
{
    (void)state;
    os_close(&top);
    return os_remove_folder(OS_HERE, top_name); /* every test leaves it empty */
}

static inline void write_text(const char *name, const char *text)
{
    struct os_handle file;
    assert_int_equal(os_create(&file, top, name, OS_SHARED), 0);
    assert_int_equal(os_write(file, text, strlen(text)), 0);
    assert_int_equal(os_close(&file), 0);
}

#endif

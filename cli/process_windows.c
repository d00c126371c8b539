#define WIN32_LEAN_AND_MEAN
#include "cli/process.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <shellapi.h>

static char *narrow(const WCHAR *text)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = malloc(size > 0 ? (size_t)size : 1);
    if (out == NULL) return NULL;
    out[0] = '\0';
    WideCharToMultiByte(CP_UTF8, 0, text, -1, out, size, NULL, NULL);
    return out;
}

/* What the C library made of the arguments is in the letters of one country, and its "*" are names
 * of files already. */
void process_arguments(int *argc, char ***argv)
{
    int count = 0;
    WCHAR **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **all = wide != NULL ? calloc((size_t)count + 1, sizeof *all) : NULL;
    bool good = all != NULL;
    for (int i = 0; good && i < count; i++) good = (all[i] = narrow(wide[i])) != NULL;
    LocalFree(wide);
    if (good) {
        *argc = count;
        *argv = all;
        return;
    }
    for (int i = 0; all != NULL && i < count; i++) free(all[i]);
    free(all);
}

bool process_is_separator(char c)
{
    return c == '/' || c == '\\';
}

/* The console's own, which it gets back. */
static UINT earlier_letters;

static void restore_letters(void)
{
    SetConsoleOutputCP(earlier_letters);
}

void process_hold_standard_files(void)
{
    for (int file = 0; file <= 2; file++)
        if (_get_osfhandle(file) < 0) (void)!_open("NUL", _O_RDONLY);
    (void)!_setmode(_fileno(stdin), _O_BINARY);
    (void)!_setmode(_fileno(stdout), _O_BINARY);
    (void)!_setmode(_fileno(stderr), _O_BINARY);
    /* The C library would write every character of standard error alone. say.c flushes. */
    static char buffer[4096];
    setvbuf(stderr, buffer, _IOFBF, sizeof buffer);
    earlier_letters = GetConsoleOutputCP();
    if (earlier_letters == 0 || earlier_letters == CP_UTF8)
        return; /* no console, or nothing to do */
    if (SetConsoleOutputCP(CP_UTF8)) atexit(restore_letters);
}

/* There is no need: OpenMP's threads wait without spinning here. */
void process_start_again_with(const char *variable, const char *value, char **argv)
{
    (void)variable, (void)value, (void)argv;
}

static WCHAR *widen(const char *text)
{
    const int size = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    WCHAR *out = calloc(size > 0 ? (size_t)size : 1, sizeof *out);
    if (out != NULL) MultiByteToWideChar(CP_UTF8, 0, text, -1, out, size);
    return out;
}

char *process_file_beside(const char *name)
{
    enum { ROOM = 32768 };
    WCHAR *path = calloc(ROOM, sizeof *path), *wide = widen(name);
    char *out = NULL;
    const DWORD length = path != NULL ? GetModuleFileNameW(NULL, path, ROOM) : 0;
    WCHAR *last = length > 0 && length < ROOM ? wcsrchr(path, L'\\') : NULL;
    if (last != NULL && wide != NULL && (size_t)(last - path) + wcslen(wide) + 2 < ROOM) {
        wcscpy(last + 1, wide);
        if (GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES) out = narrow(path);
    }
    free(path);
    free(wide);
    return out;
}

bool process_open(const char *address)
{
    WCHAR *wide = widen(address);
    const bool opened =
        wide != NULL && (INT_PTR)ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL) > 32;
    free(wide);
    return opened;
}

bool process_has_own_console(void)
{
    DWORD processes[2];
    return GetConsoleProcessList(processes, 2) == 1;
}

bool process_has_terminal(void)
{
    DWORD mode;
    const HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
    const char *kind = getenv("TERM");
    if (kind != NULL && strcmp(kind, "dumb") == 0) return false;
    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

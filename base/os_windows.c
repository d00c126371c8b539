/*
 * base/os.h for Windows. A handle is a small struct: names are looked for below an open folder by
 * the calls of the kernel (NtCreateFile), as Win32 has none that do so, and thus have no limit of
 * 260 characters either. Paths become such names by the rules of Win32.
 *
 * A folder is locked by a named object of the kernel that its disk and number make the name of: it
 * ends with its process, needs no file and moves with the folder. Other machines do not see it, so
 * folders in the network have no locks.
 *
 * There is no exchange of names. Rights are those that the folder hands down, OS_PRIVATE as well.
 */
#define WIN32_LEAN_AND_MEAN
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <process.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>
#include <aclapi.h>
#include <winternl.h>

#include "base/mem.h"
#include "base/text.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
#define LIST_BYTES 65536
#define NAME_BYTES 1024                       /* of one name of 255 units as UTF-8 */
#define FIRST_DAY INT64_C(116444736000000000) /* 1970 in ticks of 100 ns since 1601 */
#define TICKS INT64_C(10000000)               /* a second */

/* For what others hold for an instant: programs that look at every new file. */
#define BUSY_TRIES 20
#define BUSY_PAUSE_MS 10

#define QUOTA_EXCEEDED 1295ul /* ERROR_DISK_QUOTA_EXCEEDED, which not all headers have */

struct open {
    HANDLE handle;
    HANDLE lock; /* or NULL */
};

/* ---- reasons ---- */

struct pair {
    unsigned long from;
    int to;
};

static int look_up(const struct pair *pairs, size_t count, unsigned long from, int otherwise)
{
    for (size_t i = 0; i < count; i++)
        if (pairs[i].from == from) return pairs[i].to;
    return otherwise;
}

static int reason_of(unsigned long error)
{
    static const struct pair pairs[] = {{ERROR_FILE_NOT_FOUND, ENOENT},
                                        {ERROR_PATH_NOT_FOUND, ENOENT},
                                        {ERROR_INVALID_DRIVE, ENOENT},
                                        {ERROR_BAD_NETPATH, ENOENT},
                                        {ERROR_BAD_NET_NAME, ENOENT},
                                        {ERROR_NOT_READY, ENOENT},
                                        {ERROR_DIRECTORY, ENOTDIR},
                                        {ERROR_ACCESS_DENIED, EACCES},
                                        {ERROR_WRITE_PROTECT, EROFS},
                                        {ERROR_SHARING_VIOLATION, EBUSY},
                                        {ERROR_LOCK_VIOLATION, EBUSY},
                                        {ERROR_USER_MAPPED_FILE, EBUSY},
                                        {ERROR_FILE_EXISTS, EEXIST},
                                        {ERROR_ALREADY_EXISTS, EEXIST},
                                        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
                                        {ERROR_DISK_FULL, ENOSPC},
                                        {ERROR_HANDLE_DISK_FULL, ENOSPC},
                                        {QUOTA_EXCEEDED, ENOSPC},
                                        {ERROR_FILE_TOO_LARGE, EFBIG},
                                        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                                        {ERROR_OUTOFMEMORY, ENOMEM},
                                        {ERROR_NO_SYSTEM_RESOURCES, ENOMEM},
                                        {ERROR_COMMITMENT_LIMIT, ENOMEM},
                                        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                                        {ERROR_INVALID_NAME, EINVAL},
                                        {ERROR_BAD_PATHNAME, EINVAL},
                                        {ERROR_INVALID_PARAMETER, EINVAL},
                                        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                                        {ERROR_NOT_SAME_DEVICE, EXDEV},
                                        {ERROR_TOO_MANY_LINKS, EMLINK},
                                        {ERROR_PRIVILEGE_NOT_HELD, EPERM},
                                        {ERROR_INVALID_HANDLE, EBADF},
                                        {ERROR_INVALID_FUNCTION, ENOTSUP},
                                        {ERROR_NOT_SUPPORTED, ENOTSUP},
                                        {ERROR_NO_UNICODE_TRANSLATION, EILSEQ},
                                        {ERROR_CALL_NOT_IMPLEMENTED, ENOSYS}};
    return look_up(pairs, sizeof pairs / sizeof pairs[0], error, EIO);
}

static int last_reason(void)
{
    return reason_of(GetLastError());
}

#define STATUS(number) ((NTSTATUS)UINT32_C(number))
#define IS_PENDING_REMOVAL STATUS(0xc0000056)
#define IS_FOLDER STATUS(0xc00000ba)
#define IS_FIXED STATUS(0xc0000121)
#define NO_SUCH_CLASS STATUS(0xc0000003)
#define NOT_MADE STATUS(0xc0000002)
#define NOT_KNOWN STATUS(0xc000000d)
#define NOT_HERE STATUS(0xc00000bb)

static int reason_of_status(NTSTATUS status)
{
    if (status >= 0) return 0;
    if (status == IS_PENDING_REMOVAL) return EWOULDBLOCK; /* it goes when the last has closed it */
    if (status == IS_FOLDER) return EISDIR;
    if (status == IS_FIXED) return EACCES;
    return reason_of(RtlNtStatusToDosError(status));
}

/* The words of other systems, for what the C library here has none or others. */
const char *os_text(int reason)
{
    static const struct {
        int reason;
        const char *text;
    } texts[] = {
        {EBUSY, "another program has it open"},
        {EEXIST, "File exists"},
        {EILSEQ, "Invalid or incomplete multibyte or wide character"},
        {ELOOP, "Too many levels of symbolic links"},
        {ENAMETOOLONG, "File name too long"},
        {ENOSYS, "Function not implemented"},
        {ENOTEMPTY, "Directory not empty"},
        {ENOTSUP, "Operation not supported"},
        {EWOULDBLOCK, "Resource temporarily unavailable"},
        {EXDEV, "Invalid cross-device link"},
        {EIO, "Input/output error"},
        {ENOMEM, "Cannot allocate memory"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].reason == reason) return texts[i].text;
    return strerror(reason);
}

/* ---- paths ---- */

bool os_is_separator(char c)
{
    return c == '/' || c == '\\';
}

size_t os_root(const char *path)
{
    const char drive = (char)(path[0] | 0x20);
    if (drive >= 'a' && drive <= 'z' && path[1] == ':' && os_is_separator(path[2])) return 3;
    if (!os_is_separator(path[0])) return 0;
    return os_is_separator(path[1]) ? 2 : 1;
}

/* ---- text ---- */

/* The text in UTF-16 behind `front` units left free, for mem_free(). */
static int widen(WCHAR **out, const char *text, size_t front)
{
    *out = NULL;
    if (strlen(text) > INT16_MAX) return ENAMETOOLONG;
    const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    if (size <= 0) return EILSEQ;
    *out = mem_alloc(front + (size_t)size, sizeof **out);
    if (*out == NULL) return ENOMEM;
    MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, *out + front, size);
    return 0;
}

/* `length` units as UTF-8 with a NUL, for mem_free(). */
static int narrow(char **out, const WCHAR *text, size_t length)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, (int)length, NULL, 0, NULL, NULL);
    *out = mem_alloc((size_t)size + 1, 1);
    if (*out == NULL) return ENOMEM;
    WideCharToMultiByte(CP_UTF8, 0, text, (int)length, *out, size, NULL, NULL);
    return 0;
}

/* ---- names ---- */

/* A name as the kernel takes it: below a folder, or from the roots of all. */
struct name {
    HANDLE folder;
    WCHAR *text; /* for mem_free() */
    size_t length;
};

/* Whether one part of a name, *end behind it, is one that every program here can open. */
static bool is_good_part(const char *part, const char *end)
{
    char text[NAME_BYTES];
    const size_t length = (size_t)(end - part);
    if (length >= sizeof text || end[-1] == '.' || end[-1] == ' ') return false;
    memcpy(text, part, length);
    text[length] = '\0';
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 || strchr("<>:\"|?*\\", text[i]) != NULL) return false;
    return !text_is_reserved(text);
}

/* A name below a folder: parts with one '\\' between them, and no "." among them. */
static int take_inner(struct name *out, HANDLE folder, const char *name)
{
    char *clean = mem_alloc(strlen(name) + 1, 1);
    size_t used = 0;
    int reason = clean != NULL ? 0 : ENOMEM;
    for (const char *part = name; reason == 0 && *part != '\0';) {
        const char *end = part + strcspn(part, "/");
        const bool dot = end - part == 1 && part[0] == '.';
        if (end > part && !dot) {
            if (!is_good_part(part, end)) reason = EINVAL;
            if (used > 0) clean[used++] = '\\';
            memcpy(clean + used, part, (size_t)(end - part));
            used += (size_t)(end - part);
        }
        part = *end != '\0' ? end + 1 : end;
    }
    if (reason == 0) reason = widen(&out->text, clean, 0);
    mem_free(clean);
    if (reason != 0) return reason;
    out->folder = folder;
    out->length = wcslen(out->text);
    return 0;
}

/* A path, as Win32 understands it: drives, '/' and '\\', the working folder, "..". */
static int take_path(struct name *out, const char *path)
{
    static const WCHAR device[] = L"\\\\.\\", plain[] = L"\\\\?\\", roots[] = L"\\??\\";
    WCHAR *wide;
    int reason = path[0] != '\0' ? widen(&wide, path, 0) : ENOENT;
    if (reason != 0) return reason;
    const DWORD size = GetFullPathNameW(wide, 0, NULL, NULL);
    WCHAR *full = size > 0 ? mem_alloc((size_t)size + 8, sizeof *full) : NULL;
    WCHAR *at = full != NULL ? full + 8 : NULL; /* room for what goes in front */
    if (full == NULL)
        reason = size > 0 ? ENOMEM : last_reason();
    else if (GetFullPathNameW(wide, size, at, NULL) >= size || wcsncmp(at, device, 4) == 0)
        reason = EINVAL; /* "con" and its kin are no files */
    mem_free(wide);
    if (reason == 0) {
        if (wcsncmp(at, plain, 4) == 0) {
            at += 4;
        } else if (at[0] == L'\\' && at[1] == L'\\') {
            at -= 2;
            memcpy(at, L"UNC\\", 4 * sizeof *at);
        }
        if (wcschr(at[0] != L'\0' && at[1] == L':' ? at + 2 : at, L':') != NULL ||
            wcspbrk(at, L"<>\"|?*") != NULL)
            reason = EINVAL;
        at -= 4;
        memcpy(at, roots, 4 * sizeof *at);
        out->length = wcslen(at);
        memmove(full, at, (out->length + 1) * sizeof *at);
    }
    if (reason == 0)
        *out = (struct name){.text = full, .length = out->length};
    else
        mem_free(full);
    return reason;
}

static HANDLE handle_of(struct os_handle handle)
{
    return handle.id != 0 && handle.id != OS_HERE.id ? ((struct open *)handle.id)->handle : NULL;
}

static int take_name(struct name *out, struct os_handle at, const char *name)
{
    *out = (struct name){.text = NULL};
    if (at.id == 0) return EBADF;
    if (at.id == OS_HERE.id) return take_path(out, name);
    return name[0] != '\0' ? take_inner(out, handle_of(at), name) : ENOENT;
}

/* ---- opening ---- */

enum { LOOK = FILE_READ_ATTRIBUTES | READ_CONTROL | SYNCHRONIZE };

struct how {
    ACCESS_MASK access;
    ULONG disposition; /* FILE_OPEN, FILE_CREATE */
    ULONG options;
};

static NTSTATUS open_as(HANDLE *out, const struct name *name, const struct how *how)
{
    if (name->length > INT16_MAX - 1) return STATUS(0xc0000033);
    UNICODE_STRING text = {.Length = (USHORT)(2 * name->length),
                           .MaximumLength = (USHORT)(2 * name->length),
                           .Buffer = name->text};
    OBJECT_ATTRIBUTES object;
    InitializeObjectAttributes(&object, &text, OBJ_CASE_INSENSITIVE, name->folder, NULL);
    IO_STATUS_BLOCK block;
    return NtCreateFile(out, how->access, &object, &block, NULL, FILE_ATTRIBUTE_NORMAL, SHARE_ALL,
                        how->disposition, how->options | FILE_SYNCHRONOUS_IO_NONALERT, NULL, 0);
}

/* The link's kind if what is open is one that leads elsewhere, 0 if it is none. */
static ULONG link_of(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO info;
    if (!GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &info, sizeof info)) return 0;
    if ((info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0) return 0;
    return IsReparseTagNameSurrogate(info.ReparseTag) ? info.ReparseTag : 0;
}

/* Why a path was not found: ENOTDIR if the first of its parts that can be opened is a file. */
static int why_not_found(const struct name *name)
{
    struct name shorter = *name;
    const struct how look = {LOOK, FILE_OPEN, 0}, folder = {LOOK, FILE_OPEN, FILE_DIRECTORY_FILE};
    while (shorter.length > 0) {
        HANDLE handle;
        while (shorter.length > 0 && shorter.text[shorter.length - 1] != L'\\') shorter.length--;
        if (shorter.length > 0) shorter.length--;
        if (shorter.length == 0 || open_as(&handle, &shorter, &look) < 0) continue;
        CloseHandle(handle);
        if (open_as(&handle, &shorter, &folder) < 0) return ENOTDIR;
        CloseHandle(handle);
        return ENOENT;
    }
    return ENOENT;
}

/*
 * Opens a name for what can be a link: with OS_REFUSE_LINKS the link itself, and `link` is its kind.
 * What only looks like one (files that are kept elsewhere until they are read) is opened as a file.
 */
static int open_at(HANDLE *out, const struct name *name, struct how how, enum os_links links,
                   ULONG *link)
{
    if (links == OS_REFUSE_LINKS) how.options |= FILE_OPEN_REPARSE_POINT;
    *link = 0;
    NTSTATUS status = open_as(out, name, &how);
    if (status >= 0 && links == OS_REFUSE_LINKS && how.disposition == FILE_OPEN) {
        FILE_ATTRIBUTE_TAG_INFO info;
        *link = link_of(*out);
        if (*link == 0 &&
            GetFileInformationByHandleEx(*out, FileAttributeTagInfo, &info, sizeof info) &&
            (info.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
            CloseHandle(*out);
            how.options &= ~(ULONG)FILE_OPEN_REPARSE_POINT;
            status = open_as(out, name, &how);
        }
    }
    if (status >= 0) return 0;
    *out = NULL;
    const int reason = reason_of_status(status);
    return reason == ENOENT ? why_not_found(name) : reason;
}

static int keep(struct os_handle *out, HANDLE handle)
{
    struct open *made = mem_alloc(1, sizeof *made);
    if (made == NULL) {
        CloseHandle(handle);
        return ENOMEM;
    }
    made->handle = handle;
    out->id = (uintptr_t)made;
    return 0;
}

static int open_kept(struct os_handle *out, struct os_handle at, const char *name, struct how how,
                     enum os_links links, int link_reason)
{
    struct name taken;
    HANDLE handle = NULL;
    ULONG link = 0;
    out->id = 0;
    int reason = take_name(&taken, at, name);
    if (reason == 0) reason = open_at(&handle, &taken, how, links, &link);
    mem_free(taken.text);
    if (reason != 0) return reason;
    if (link != 0) {
        CloseHandle(handle);
        return link_reason;
    }
    return keep(out, handle);
}

int os_open_folder(struct os_handle *out, struct os_handle at, const char *name,
                   enum os_links links)
{
    return open_kept(
        out, at, name,
        (struct how){LOOK | FILE_LIST_DIRECTORY | FILE_TRAVERSE, FILE_OPEN, FILE_DIRECTORY_FILE},
        links, ENOTDIR);
}

int os_open_file(struct os_handle *out, struct os_handle at, const char *name, enum os_links links)
{
    return open_kept(out, at, name, (struct how){LOOK | FILE_GENERIC_READ, FILE_OPEN, 0}, links,
                     ELOOP);
}

int os_create(struct os_handle *out, struct os_handle at, const char *name, enum os_rights rights)
{
    (void)rights;
    const int reason = open_kept(out, at, name,
                                 (struct how){LOOK | FILE_GENERIC_READ | FILE_GENERIC_WRITE,
                                              FILE_CREATE, FILE_NON_DIRECTORY_FILE},
                                 OS_FOLLOW_LINKS, ELOOP);
    return reason == EWOULDBLOCK || reason == EISDIR ? EEXIST : reason;
}

int os_close(struct os_handle *handle)
{
    if (handle_of(*handle) == NULL) {
        handle->id = 0;
        return 0;
    }
    struct open *open = (struct open *)handle->id;
    const int reason = CloseHandle(open->handle) ? 0 : last_reason();
    if (open->lock != NULL) CloseHandle(open->lock);
    mem_free(open);
    handle->id = 0;
    return reason;
}

/* ---- bytes ---- */

#define MOST_AT_ONCE ((size_t)1 << 30)

int os_read(struct os_handle file, uint64_t offset, void *out, size_t size, size_t *got)
{
    *got = 0;
    if (handle_of(file) == NULL) return EBADF;
    while (*got < size) {
        const size_t left = size - *got;
        const uint64_t at = offset + *got;
        OVERLAPPED where = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
        DWORD some = 0;
        if (!ReadFile(handle_of(file), (char *)out + *got,
                      (DWORD)(left < MOST_AT_ONCE ? left : MOST_AT_ONCE), &some, &where))
            return GetLastError() == ERROR_HANDLE_EOF ? 0 : last_reason();
        if (some == 0) break;
        *got += some;
    }
    return 0;
}

int os_write(struct os_handle file, const void *data, size_t size)
{
    if (handle_of(file) == NULL) return EBADF;
    const char *from = data;
    while (size > 0) {
        OVERLAPPED end = {.Offset = UINT32_MAX, .OffsetHigh = UINT32_MAX};
        DWORD some = 0;
        if (!WriteFile(handle_of(file), from, (DWORD)(size < MOST_AT_ONCE ? size : MOST_AT_ONCE),
                       &some, &end))
            return last_reason();
        if (some == 0) return ENOSPC;
        from += some;
        size -= some;
    }
    return 0;
}

int os_stream(FILE **out, struct os_handle *file)
{
    *out = NULL;
    if (handle_of(*file) == NULL) return EBADF;
    HANDLE copy;
    const HANDLE self = GetCurrentProcess();
    if (!DuplicateHandle(self, handle_of(*file), self, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
        return last_reason();
    const int number = _open_osfhandle((intptr_t)copy, _O_RDWR | _O_BINARY | _O_NOINHERIT);
    if (number < 0) {
        CloseHandle(copy);
        return EMFILE;
    }
    *out = _fdopen(number, "w+b");
    if (*out == NULL) {
        _close(number);
        return EMFILE;
    }
    os_close(file);
    return 0;
}

/* A folder's names are in the file system's own journal, and only who may add to it may wait. */
int os_sync(struct os_handle handle)
{
    if (handle_of(handle) == NULL) return EBADF;
    if (FlushFileBuffers(handle_of(handle))) return 0;
    const int reason = last_reason();
    return reason == EACCES || reason == EINVAL || reason == ENOTSUP || reason == EBADF ||
                   reason == ENOSYS
               ? 0
               : reason;
}

int os_sync_file(struct os_handle at, const char *name)
{
    struct os_handle file;
    int reason = open_kept(&file, at, name, (struct how){LOOK | FILE_GENERIC_WRITE, FILE_OPEN, 0},
                           OS_REFUSE_LINKS, ELOOP);
    if (reason == 0) reason = os_sync(file);
    os_close(&file);
    return reason;
}

/* ---- what is there ---- */

/* Whether what is open belongs to the user of this process, or to the group to whom all belongs
 * that the user makes; true where the disk knows no users. */
static bool is_own(HANDLE handle)
{
    PSID owner = NULL;
    PSECURITY_DESCRIPTOR descriptor = NULL;
    if (GetSecurityInfo(handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL,
                        NULL, &descriptor) != ERROR_SUCCESS)
        return true;
    bool own = owner == NULL;
    HANDLE token;
    if (!own && OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) {
        union {
            TOKEN_USER user;
            TOKEN_OWNER owner;
            char bytes[256];
        } who;
        DWORD size;
        own = GetTokenInformation(token, TokenUser, &who, sizeof who, &size) &&
              EqualSid(owner, who.user.User.Sid);
        own = own || (GetTokenInformation(token, TokenOwner, &who, sizeof who, &size) &&
                      EqualSid(owner, who.owner.Owner));
        CloseHandle(token);
    }
    LocalFree(descriptor);
    return own;
}

static int examine(struct os_info *out, HANDLE handle)
{
    BY_HANDLE_FILE_INFORMATION info;
    *out = (struct os_info){.kind = OS_OTHER, .own = true};
    if (!GetFileInformationByHandle(handle, &info))
        return GetFileType(handle) == FILE_TYPE_DISK ? last_reason() : 0;
    const bool folder = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    out->kind = link_of(handle) != 0 ? OS_LINK : folder ? OS_FOLDER : OS_FILE;
    out->size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
    const FILETIME written = info.ftLastWriteTime;
    const int64_t ticks =
        (int64_t)((uint64_t)written.dwHighDateTime << 32 | written.dwLowDateTime) - FIRST_DAY;
    out->written_s = ticks / TICKS - (ticks % TICKS < 0);
    out->written_ns = (ticks - out->written_s * TICKS) * 100;
    out->id = (struct os_id){.disk = info.dwVolumeSerialNumber,
                             .number = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow};
    if (folder) out->own = is_own(handle);
    return 0;
}

int os_examine(struct os_info *out, struct os_handle handle)
{
    return handle_of(handle) != NULL ? examine(out, handle_of(handle)) : EBADF;
}

int os_identify(struct os_identity *out, struct os_handle file)
{
    BY_HANDLE_FILE_INFORMATION info;
    FILE_BASIC_INFO basic;
    const HANDLE handle = handle_of(file);
    if (handle == NULL) return EBADF;
    if (!GetFileInformationByHandle(handle, &info) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic))
        return last_reason();
    const int64_t ticks = basic.ChangeTime.QuadPart;
    *out = (struct os_identity){.number = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow,
                                .changed_s = (ticks - FIRST_DAY) / TICKS,
                                .changed_ns = ticks % TICKS * 100};
    return 0;
}

static int look(struct os_info *out, const struct name *name, enum os_links links)
{
    HANDLE handle;
    ULONG link;
    int reason = open_at(&handle, name, (struct how){LOOK, FILE_OPEN, 0}, links, &link);
    if (reason == EACCES) /* the owner is not for everybody to see */
        reason =
            open_at(&handle, name, (struct how){FILE_READ_ATTRIBUTES | SYNCHRONIZE, FILE_OPEN, 0},
                    links, &link);
    if (reason != 0) return reason;
    reason = examine(out, handle);
    CloseHandle(handle);
    return reason;
}

int os_look(struct os_info *out, struct os_handle at, const char *name, enum os_links links)
{
    struct name taken;
    int reason = take_name(&taken, at, name);
    if (reason == 0) reason = look(out, &taken, links);
    mem_free(taken.text);
    return reason == EWOULDBLOCK ? ENOENT : reason;
}

int os_may_change(struct os_handle at, const char *name)
{
    struct os_handle folder;
    const int reason = open_kept(
        &folder, at, name,
        (struct how){LOOK | FILE_ADD_FILE | FILE_ADD_SUBDIRECTORY, FILE_OPEN, FILE_DIRECTORY_FILE},
        OS_FOLLOW_LINKS, ENOTDIR);
    os_close(&folder);
    return reason == EBUSY ? 0 : reason;
}

/* The path of what is open, without links, for mem_free(). */
static int final_path(WCHAR **out, HANDLE handle)
{
    const DWORD size = GetFinalPathNameByHandleW(handle, NULL, 0, VOLUME_NAME_DOS);
    *out = size > 0 ? mem_alloc((size_t)size + 1, sizeof **out) : NULL;
    if (*out == NULL) return size > 0 ? ENOMEM : last_reason();
    const DWORD length = GetFinalPathNameByHandleW(handle, *out, size + 1, VOLUME_NAME_DOS);
    if (length > 0 && length <= size) return 0;
    mem_free(*out);
    *out = NULL;
    return length > 0 ? EBUSY : last_reason(); /* renamed between the two calls */
}

/* Only a disk's first folder ends with a '\\'. */
bool os_is_mount(struct os_handle folder)
{
    WCHAR *path;
    if (handle_of(folder) == NULL || final_path(&path, handle_of(folder)) != 0) return false;
    const size_t length = wcslen(path);
    const bool first = length > 0 && path[length - 1] == L'\\';
    mem_free(path);
    return first;
}

int os_resolve(char **out, const char *path)
{
    *out = NULL;
    struct name name;
    HANDLE handle = NULL;
    ULONG link;
    WCHAR *full = NULL;
    int reason = take_name(&name, OS_HERE, path);
    if (reason == 0)
        reason = open_at(&handle, &name, (struct how){LOOK, FILE_OPEN, 0}, OS_FOLLOW_LINKS, &link);
    mem_free(name.text);
    if (reason != 0) return reason;
    reason = final_path(&full, handle);
    CloseHandle(handle);
    if (reason != 0) return reason;
    const WCHAR *from = full;
    if (wcsncmp(full, L"\\\\?\\UNC\\", 8) == 0) {
        full[6] = L'\\';
        from = full + 6;
    } else if (wcsncmp(full, L"\\\\?\\", 4) == 0) {
        from = full + 4;
    }
    reason = narrow(out, from, wcslen(from));
    mem_free(full);
    for (char *c = *out; c != NULL && *c != '\0'; c++)
        if (*c == '\\') *c = '/';
    return reason;
}

/* ---- locks ---- */

int os_lock(struct os_handle folder)
{
    struct os_info info;
    FILE_REMOTE_PROTOCOL_INFO remote;
    WCHAR name[64];
    const int reason = os_examine(&info, folder);
    if (reason != 0) return reason;
    struct open *open = (struct open *)folder.id;
    if (open->lock != NULL) return 0;
    if (GetFileInformationByHandleEx(open->handle, FileRemoteProtocolInfo, &remote, sizeof remote))
        return ENOTSUP;
    swprintf(name, sizeof name / sizeof name[0], L"Global\\scree-lock-%llx-%llx",
             (unsigned long long)info.id.disk, (unsigned long long)info.id.number);
    const HANDLE lock = CreateMutexW(NULL, FALSE, name);
    const DWORD error = GetLastError();
    if (lock != NULL && error != ERROR_ALREADY_EXISTS) {
        open->lock = lock;
        return 0;
    }
    if (lock != NULL) CloseHandle(lock);
    return lock != NULL || error == ERROR_ACCESS_DENIED ? EWOULDBLOCK : ENOTSUP;
}

/* ---- a folder's names ---- */

struct list {
    char name[NAME_BYTES];
    FILE_ID_BOTH_DIR_INFO *next; /* in bytes; NULL: to be asked for */
    bool begun;
    union {
        FILE_ID_BOTH_DIR_INFO first;
        char all[LIST_BYTES];
    } bytes;
};

int os_list(struct os_listing *out, struct os_handle at, const char *name, enum os_links links)
{
    *out = (struct os_listing){.state = NULL};
    const int reason = os_open_folder(&out->folder, at, name, links);
    if (reason != 0) return reason;
    out->state = mem_alloc(1, sizeof(struct list));
    if (out->state != NULL) return 0;
    os_close(&out->folder);
    return ENOMEM;
}

static const FILE_ID_BOTH_DIR_INFO *next_entry(struct os_listing *listing)
{
    struct list *list = listing->state;
    if (list->next == NULL) {
        const int what = list->begun ? FileIdBothDirectoryInfo : FileIdBothDirectoryRestartInfo;
        list->begun = true;
        if (!GetFileInformationByHandleEx(handle_of(listing->folder), what, &list->bytes,
                                          sizeof list->bytes)) {
            const DWORD error = GetLastError();
            const bool end = error == ERROR_NO_MORE_FILES || error == ERROR_FILE_NOT_FOUND;
            listing->reason = end ? 0 : reason_of(error);
            return NULL;
        }
        list->next = &list->bytes.first;
    }
    const FILE_ID_BOTH_DIR_INFO *entry = list->next;
    list->next =
        entry->NextEntryOffset > 0 ? (void *)((char *)list->next + entry->NextEntryOffset) : NULL;
    return entry;
}

const char *os_list_next(struct os_listing *listing)
{
    struct list *list = listing->state;
    for (const FILE_ID_BOTH_DIR_INFO *entry; (entry = next_entry(listing)) != NULL;) {
        const int length = WideCharToMultiByte(CP_UTF8, 0, entry->FileName,
                                               (int)(entry->FileNameLength / sizeof(WCHAR)),
                                               list->name, NAME_BYTES - 1, NULL, NULL);
        list->name[length] = '\0';
        if (strcmp(list->name, ".") != 0 && strcmp(list->name, "..") != 0) return list->name;
    }
    return NULL;
}

void os_list_end(struct os_listing *listing)
{
    os_close(&listing->folder);
    mem_free(listing->state);
    *listing = (struct os_listing){.state = NULL};
}

/* ---- changing names ---- */

int os_make_folder(struct os_handle at, const char *name, enum os_rights rights)
{
    (void)rights;
    struct os_handle made;
    const int reason =
        open_kept(&made, at, name, (struct how){LOOK, FILE_CREATE, FILE_DIRECTORY_FILE},
                  OS_FOLLOW_LINKS, ENOTDIR);
    os_close(&made);
    return reason == EWOULDBLOCK || reason == ENOTDIR ? EEXIST : reason;
}

/* The kernel's classes of what is set, newer ones with flags first; older systems lack them. */
enum { RENAME = 10, LINK = 11, REMOVE = 13, REMOVE_BY = 64, RENAME_BY = 65 };
enum { BY_REPLACE = 1, BY_POSIX = 2, BY_IGNORE_FIXED = 0x40 };       /* of RENAME_BY */
enum { BY_REMOVE = 1, BY_REMOVE_POSIX = 2, BY_REMOVE_FIXED = 0x10 }; /* of REMOVE_BY */

NTSTATUS NTAPI NtSetInformationFile(HANDLE, PIO_STATUS_BLOCK, PVOID, ULONG, FILE_INFORMATION_CLASS);

static NTSTATUS set(HANDLE handle, void *what, size_t size, int class)
{
    IO_STATUS_BLOCK block;
    return NtSetInformationFile(handle, &block, what, (ULONG)size, (FILE_INFORMATION_CLASS) class);
}

static bool is_unknown(NTSTATUS status)
{
    return status == NO_SUCH_CLASS || status == NOT_MADE || status == NOT_KNOWN ||
           status == NOT_HERE;
}

/* As long as somebody else has it open for an instant. */
static bool is_busy(int reason)
{
    return reason == EBUSY || reason == EACCES;
}

static int remove_once(const struct name *name, bool folder)
{
    HANDLE handle;
    ULONG link;
    int reason =
        open_at(&handle, name, (struct how){LOOK | DELETE, FILE_OPEN, 0}, OS_REFUSE_LINKS, &link);
    if (reason != 0) return reason == EWOULDBLOCK ? ENOENT : reason;
    BY_HANDLE_FILE_INFORMATION info;
    reason = GetFileInformationByHandle(handle, &info) ? 0 : last_reason();
    const bool is_folder = link == 0 && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    if (reason == 0 && is_folder != folder) reason = folder ? ENOTDIR : EISDIR;
    if (reason == 0) {
        ULONG how = BY_REMOVE | BY_REMOVE_POSIX | BY_REMOVE_FIXED;
        BOOLEAN yes = TRUE;
        NTSTATUS status = set(handle, &how, sizeof how, REMOVE_BY);
        if (is_unknown(status)) status = set(handle, &yes, sizeof yes, REMOVE);
        reason = reason_of_status(status);
    }
    CloseHandle(handle);
    return reason;
}

static int remove_name(struct os_handle at, const char *name, bool folder)
{
    struct name taken;
    int reason = take_name(&taken, at, name);
    if (reason == 0) {
        reason = remove_once(&taken, folder);
        for (int i = 0; i < BUSY_TRIES && is_busy(reason); i++) {
            Sleep(BUSY_PAUSE_MS);
            reason = remove_once(&taken, folder);
        }
    }
    mem_free(taken.text);
    return reason;
}

int os_remove(struct os_handle at, const char *name)
{
    return remove_name(at, name, false);
}

int os_remove_folder(struct os_handle at, const char *name)
{
    return remove_name(at, name, true);
}

/* What RENAME, RENAME_BY and LINK take. */
struct new_name {
    union {
        BOOLEAN replace;
        ULONG flags;
    } how;
    HANDLE folder;
    ULONG bytes;
    WCHAR text[];
};

/* For mem_free(). */
static struct new_name *make_new_name(size_t *size, const struct name *name)
{
    *size = sizeof(struct new_name) + (name->length + 1) * sizeof(WCHAR);
    struct new_name *out = mem_alloc(*size, 1);
    if (out == NULL) return NULL;
    out->folder = name->folder;
    out->bytes = (ULONG)(name->length * sizeof(WCHAR));
    memcpy(out->text, name->text, name->length * sizeof *name->text);
    return out;
}

static int rename_once(const struct name *from, const struct name *to, struct new_name *new,
                       size_t size)
{
    HANDLE handle;
    ULONG link;
    struct os_info one, other;
    BY_HANDLE_FILE_INFORMATION info;
    int reason =
        open_at(&handle, from, (struct how){LOOK | DELETE, FILE_OPEN, 0}, OS_REFUSE_LINKS, &link);
    if (reason != 0) return reason;
    /* Of two names of one file the first would go. */
    const bool same = look(&other, to, OS_REFUSE_LINKS) == 0 && examine(&one, handle) == 0 &&
                      os_is_same(&one, &other) && GetFileInformationByHandle(handle, &info) &&
                      info.nNumberOfLinks > 1;
    if (!same) {
        new->how.flags = BY_REPLACE | BY_POSIX | BY_IGNORE_FIXED;
        NTSTATUS status = set(handle, new, size, RENAME_BY);
        if (is_unknown(status)) {
            new->how.flags = 0;
            new->how.replace = TRUE;
            status = set(handle, new, size, RENAME);
        }
        reason = reason_of_status(status);
    }
    CloseHandle(handle);
    return reason;
}

int os_rename(struct os_handle from, const char *name, struct os_handle to, const char *to_name)
{
    struct name old, wanted = {.text = NULL};
    size_t size;
    struct new_name *new = NULL;
    int reason = take_name(&old, from, name);
    if (reason == 0) reason = take_name(&wanted, to, to_name);
    if (reason == 0) {
        new = make_new_name(&size, &wanted);
        reason = new != NULL ? rename_once(&old, &wanted, new, size) : ENOMEM;
        for (int i = 0; i < BUSY_TRIES && is_busy(reason); i++) {
            Sleep(BUSY_PAUSE_MS);
            reason = rename_once(&old, &wanted, new, size);
        }
    }
    mem_free(new);
    mem_free(wanted.text);
    mem_free(old.text);
    return reason;
}

int os_exchange(struct os_handle from, const char *name, struct os_handle to, const char *to_name)
{
    (void)from, (void)name, (void)to, (void)to_name;
    return ENOSYS;
}

int os_link(struct os_handle from, const char *name, struct os_handle to, const char *to_name)
{
    struct name old, wanted = {.text = NULL};
    HANDLE handle = NULL;
    ULONG link;
    size_t size;
    struct new_name *new = NULL;
    int reason = take_name(&old, from, name);
    if (reason == 0) reason = take_name(&wanted, to, to_name);
    if (reason == 0)
        reason = open_at(&handle, &old, (struct how){LOOK | FILE_WRITE_ATTRIBUTES, FILE_OPEN, 0},
                         OS_REFUSE_LINKS, &link);
    if (reason == 0) {
        new = make_new_name(&size, &wanted);
        reason = new != NULL ? reason_of_status(set(handle, new, size, LINK)) : ENOMEM;
        CloseHandle(handle);
    }
    mem_free(new);
    mem_free(wanted.text);
    mem_free(old.text);
    return reason;
}

/* Links need a right that users do not have. */
int os_copy_link(struct os_handle from, struct os_handle to, const char *name)
{
    (void)from, (void)to, (void)name;
    return ENOTSUP;
}

int os_copy_rights(struct os_handle to, struct os_handle from)
{
    (void)to, (void)from;
    return 0;
}

/* All rights here are lists. */
bool os_has_more_rights(struct os_handle folder)
{
    (void)folder;
    return true;
}

/* ---- process, time, threads ---- */

/* The C library here has no uselocale(): the thread gets a locale of its own first. That is the
 * longer way, and only taken where the program has another point than ".". */
struct os_letters os_plain_letters(void)
{
    struct os_letters out = {.former = 0};
    if (strcmp(localeconv()->decimal_point, ".") == 0) return out;
    const wchar_t *const name = _wsetlocale(LC_NUMERIC, NULL);
    if (name == NULL || wcslen(name) >= sizeof out.name / sizeof *out.name) return out;
    wcscpy((wchar_t *)out.name, name);
    out.former = (uintptr_t)_configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    _wsetlocale(LC_NUMERIC, L"C");
    return out;
}

void os_user_letters(struct os_letters letters)
{
    if (letters.former == 0) return;
    _wsetlocale(LC_NUMERIC, (const wchar_t *)letters.name);
    _configthreadlocale((int)letters.former);
}

/* Command lines are for their own user here. */
bool os_is_of_another(uint16_t from, uint16_t to)
{
    (void)from, (void)to;
    return false;
}

uint64_t os_process(void)
{
    return GetCurrentProcessId();
}

/* The C library's own: files are written as its streams. */
uint64_t os_most_files(void)
{
    return (uint64_t)_getmaxstdio();
}

double os_clock_s(void)
{
    LARGE_INTEGER now, each;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&each);
    return (double)now.QuadPart / (double)each.QuadPart;
}

/* RtlGenRandom() by its real name; no header has it without drawbacks. */
BOOLEAN NTAPI SystemFunction036(PVOID out, ULONG size);

int os_random(void *out, size_t size)
{
    return SystemFunction036(out, (ULONG)size) ? 0 : ENOSYS;
}

void os_wait_ms(uint32_t ms)
{
    Sleep(ms);
}

static unsigned __stdcall run(void *thread)
{
    const struct os_thread *t = thread;
    t->work(t->context);
    return 0;
}

int os_thread_start(struct os_thread *out, void (*work)(void *context), void *context)
{
    *out = (struct os_thread){.work = work, .context = context};
    out->id = (uintptr_t)_beginthreadex(NULL, 0, run, out, 0, NULL);
    return out->id != 0 ? 0 : EAGAIN;
}

void os_thread_join(struct os_thread *thread)
{
    WaitForSingleObject((HANDLE)thread->id, INFINITE);
    CloseHandle((HANDLE)thread->id);
}

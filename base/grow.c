#include "base/grow.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

#define FIRST_ROOM 128

char *grow_room(struct grow *to, size_t size)
{
    if (to->failed) return NULL;
    /* One byte more: vsnprintf() and grow_take() end the text. */
    if (to->text == NULL || to->room - to->size <= size) {
        const size_t room = 2 * (to->room + size) + FIRST_ROOM;
        char *grown = mem_grow(to->text, to->room, room, 1);
        to->failed = grown == NULL;
        if (grown == NULL) return NULL;
        to->text = grown;
        to->room = room;
    }
    char *at = to->text + to->size;
    to->size += size;
    return at;
}

void grow_put(struct grow *to, const void *bytes, size_t size)
{
    char *at = size > 0 ? grow_room(to, size) : NULL;
    if (at != NULL) memcpy(at, bytes, size);
}

void grow_text(struct grow *to, const char *text)
{
    grow_put(to, text, strlen(text));
}

void grow_print_list(struct grow *to, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    char *at = length > 0 ? grow_room(to, (size_t)length) : NULL;
    if (at != NULL) vsnprintf(at, (size_t)length + 1, format, again);
    va_end(again);
}

void grow_print(struct grow *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    grow_print_list(to, format, args);
    va_end(args);
}

void grow_replace(struct grow *to, size_t at, size_t cut, const void *bytes, size_t size)
{
    const size_t old_size = to->size, behind = old_size - at - cut;
    if (size > cut && grow_room(to, size - cut) == NULL) return;
    if (to->failed) return;
    memmove(to->text + at + size, to->text + at + cut, behind);
    if (size > 0) memcpy(to->text + at, bytes, size);
    to->size = old_size - cut + size;
}

enum scree_code grow_take(struct scree_bytes *out, struct grow *from, struct scree_error *err)
{
    *out = (struct scree_bytes){NULL, 0};
    char *end = grow_room(from, 0);
    if (end == NULL) {
        grow_free(from);
        return err_no_memory(err);
    }
    *end = '\0';
    *out = (struct scree_bytes){(uint8_t *)from->text, from->size};
    *from = (struct grow){0};
    return SCREE_OK;
}

void grow_free(struct grow *text)
{
    mem_free(text->text);
    *text = (struct grow){0};
}

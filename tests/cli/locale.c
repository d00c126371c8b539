/* Preloaded into scree: a program that has chosen the user's locale, as one with Qt does. Its language
 * stays English, so that reasons of the system are those of the transcripts. */
#include <locale.h>

__attribute__((constructor)) static void choose(void)
{
    setlocale(LC_NUMERIC, "");
    setlocale(LC_CTYPE, "");
    setlocale(LC_COLLATE, "");
}

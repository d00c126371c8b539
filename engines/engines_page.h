/* The page that shows a terrain. Private to engines/. */
#ifndef ENGINES_ENGINES_PAGE_H
#define ENGINES_ENGINES_PAGE_H

/* Lines of what follows the data, NULL at the end. */
extern const char *const engines_page[];

#endif

/* The page without a command line. */
#ifndef CLI_STUDIO_STUDIO_H
#define CLI_STUDIO_STUDIO_H

#include "cli/say.h"

/* studio_open_page() opens the page itself in the browser, without anything that serves it. */
enum say_exit studio_open_page(struct say *say);

#endif

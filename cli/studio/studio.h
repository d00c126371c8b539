/* The page without a command line. */
#ifndef CLI_STUDIO_STUDIO_H
#define CLI_STUDIO_STUDIO_H

#include "cli/fail.h"

/* studio_open_page() opens the page itself in the browser, without anything that serves it. */
int studio_open_page(struct scree_error *error);

#endif

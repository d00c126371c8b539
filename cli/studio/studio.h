/* What `scree studio` takes. */
#ifndef CLI_STUDIO_STUDIO_H
#define CLI_STUDIO_STUDIO_H

#include "cli/args.h"

struct args_studio {
    struct scree_serve_options serve;
    struct scree_terrain_options ground;
    bool has_ground; /* one of its options was given */
    bool no_browser;
};

enum say_exit cmd_studio(const void *args, struct say *say);
/* studio_open_page() opens the page itself in the browser, without anything that serves it. */
enum say_exit studio_open_page(struct say *say);

#endif

/* What the exports for games have in common. Private to api/. */
#ifndef API_API_LEVEL_H
#define API_API_LEVEL_H

#include "api/api_report.h"
#include "report/report_answers.h"

/* The sources that options of a level name, opened. */
#define API_LEVEL_SOURCES 6
struct api_level_sources {
    struct inputs_given given;
    struct inputs_opened opened[API_LEVEL_SOURCES];
};
/* api_level_open() refuses options that make no sense for any game, and opens their sources and `own`,
 * which only one game has. The caller closes *out in any case. */
MUST_USE enum scree_code api_level_open(struct api_level_sources *out,
                                        const struct scree_level_options *level,
                                        const struct scree_source *own, const struct scree_job *job,
                                        struct scree_error *err);
void api_level_close(struct api_level_sources *sources);

/* api_level_page() is the HTML page of a change that was decided: of its first `count` changes, which
 * change() describes. page: all but materials and count. */
typedef void api_level_change(struct scree_level_change *out, uint8_t rgb[3], const void *into,
                              size_t i);
MUST_USE int api_level_page(struct scree_bytes *out, const struct report_into *page, size_t count,
                            api_level_change *change, const void *into, struct scree_error *error);
/* api_level_refuse() refuses change i of those that there are. */
int api_level_refuse(uint32_t i, uint32_t count, const char *what, struct scree_error *error);

#endif

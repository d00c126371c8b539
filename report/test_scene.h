/* Scenes of test files, and the forms of what was found. Private to report/. */
#ifndef REPORT_TEST_SCENE_H
#define REPORT_TEST_SCENE_H

#include "report/report_test.h"

/* report_scene_run() loads a scene, evaluates it once and answers all claims about it. */
MUST_USE enum scree_code report_scene_run(const struct report_test *test,
                                          struct report_test_file *file, uint32_t index,
                                          struct scree_job *job, struct scree_error *err);
void report_scene_free(struct report_scene *scene);

MUST_USE enum scree_code report_test_page(struct scree_bytes *out, const struct report_test *test,
                                          struct scree_job *job, struct scree_error *err);

#endif

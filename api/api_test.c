/* Claims: include/scree/test.h. */
#include "api/api.h"
#include "base/mem.h"
#include "report/report_test.h"

struct scree_test {
    struct report_test *test;
    bool ran;
};

int scree_test_open(struct scree_test **out, const struct scree_source *files, size_t count,
                    const struct scree_test_options *options, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_test_options given;
    RETURN_IF_ERR(api_take(&given, &api_test_options, options, error));
    struct report_test_options inner = {.all = given.all,
                                        .output = given.output != NULL ? given.output->sink : NULL};
    RETURN_IF_ERR(api_heights_options(&inner.ground, given.terrain, error));
    struct scree_test *test;
    RETURN_IF_ERR(MEM_NEED(&test, 1, sizeof *test, error));
    const enum scree_code code = report_test_open(&test->test, files, count, &inner, error);
    return API_GIVE(out, test, code, mem_free);
}

void scree_test_free(struct scree_test *test)
{
    if (test == NULL) return;
    report_test_free(test->test);
    mem_free(test);
}

int scree_test_accept(struct scree_test *test, const char *name, struct scree_error *error)
{
    err_start(error);
    return report_test_accept(test->test, name, error);
}

int scree_test_run(struct scree_test *test, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct render_how how;
    RETURN_IF_ERR(api_how(&how, &(struct scree_how)SCREE_HOW_INIT, job, error));
    const enum scree_code code = report_test_run(test->test, job, error);
    test->ran = code == SCREE_OK;
    return code;
}

/* ---- answers ---- */

size_t scree_test_claims(const struct scree_test *test)
{
    return test->ran ? report_test_claims(test->test) : 0;
}

int scree_test_claim(const struct scree_test *test, size_t i, struct scree_claim *claim,
                     struct scree_error *error)
{
    err_start(error);
    const size_t count = scree_test_claims(test);
    if (i >= count) return api_no_such(error, "claim", i, count);
    const struct scree_claim full = report_test_claim(test->test, i);
    api_sized(claim, &full, sizeof full);
    return SCREE_OK;
}

size_t scree_test_failed(const struct scree_test *test)
{
    return report_test_failed(test->test);
}

size_t scree_test_rewritten(const struct scree_test *test, size_t file)
{
    return file < test->test->file_count ? test->test->files[file].rewritten : 0;
}

int scree_test_rewrite(const struct scree_test *test, size_t file, struct scree_bytes *out,
                       struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    if (file >= test->test->file_count)
        return api_no_such(error, "file", file, test->test->file_count);
    return report_test_rewrite(out, &test->test->files[file], error);
}

int scree_test_document(const struct scree_test *test, struct scree_bytes *out, int form,
                        struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_form(form, ~(1u << SCREE_PNG), error));
    if (!test->ran) return err_set_option(error, "test", "the claims have not been run");
    return report_test(out, test->test, (enum scree_form)form, job, error);
}

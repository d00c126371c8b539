/* What was found into the file as what is expected: named claims only, byte by byte. */
#include <string.h>

#include "cli/test/test.h"

static bool is_named(const struct args_test *args, const char *name)
{
    for (size_t i = 0; name != NULL && i < args->accepted_count; i++)
        if (strcmp(args->accepted[i], name) == 0) return true;
    return false;
}

static enum err_code check(const struct test_file *file, const struct compare_claim *claim,
                           struct err *err)
{
    if (claim->expected_to > claim->expected_from) return ERR_OK;
    err_set(err, ERR_ARG, ERR_NO_OFFSET,
            "line %u, column %u: --accept %.60s: it says what is meant, not what was found: change "
            "it by hand",
            (unsigned)claim->line, (unsigned)claim->column, claim->name);
    err_set_file(err, file->path);
    return ERR_ARG;
}

/* The file's bytes with some spans replaced, in rising order: as claims stand in it. */
static char *rewrite(size_t *size, const struct test_file *file)
{
    const struct compare_suite *suite = file->suite;
    size_t room = file->bytes.size;
    for (size_t i = 0; i < suite->claim_count; i++)
        if (file->accepted[i]) room += strlen(file->results[i]->accepted);
    char *text = mem_alloc(room + 1, 1);
    if (text == NULL) return NULL;
    size_t from = 0, used = 0;
    for (size_t i = 0; i < suite->claim_count; i++) {
        if (!file->accepted[i]) continue;
        const struct compare_claim *claim = &suite->claims[i];
        const size_t kept = claim->expected_from - from;
        const size_t length = strlen(file->results[i]->accepted);
        memcpy(text + used, file->bytes.data + from, kept);
        memcpy(text + used + kept, file->results[i]->accepted, length);
        used += kept + length;
        from = claim->expected_to;
    }
    memcpy(text + used, file->bytes.data + from, file->bytes.size - from);
    *size = used + file->bytes.size - from;
    return text;
}

enum err_code test_accept(struct test_file *file, const struct args_test *args, struct err *err)
{
    for (size_t i = 0; i < file->suite->claim_count; i++) {
        const struct compare_claim *claim = &file->suite->claims[i];
        if (!is_named(args, claim->name)) continue;
        RETURN_IF_ERR(check(file, claim, err));
        file->accepted[i] = !file->results[i]->passed && file->results[i]->accepted != NULL;
        file->rewritten_count += file->accepted[i];
    }
    if (file->rewritten_count == 0) return ERR_OK;
    file->rewritten = rewrite(&file->rewritten_size, file);
    if (file->rewritten == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory to rewrite a test file");
    file->failed -= file->rewritten_count;
    return ERR_OK;
}

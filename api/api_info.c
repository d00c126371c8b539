/* Descriptions: include/scree/info.h. */
#include "api/api.h"
#include "base/mem.h"
#include "report/report_answers.h"
#include "styles/styles.h"

/* An input as the modules know it. */
struct described {
    struct inputs inputs;
    struct ter_quantiles quantiles; /* of a terrain with data everywhere */
    bool has_quantiles;
    struct inputs_file file; /* of one that could not be read */
    struct scree_error err;
};

static enum scree_code describe_terrain(struct described *to, const struct scree_terrain *terrain,
                                        struct scree_job *job, struct scree_error *err)
{
    RETURN_IF_ERR(api_inputs(&to->inputs, terrain, NULL, job, err));
    to->has_quantiles = !terrain->field->has_missing;
    if (to->has_quantiles)
        RETURN_IF_ERR(
            styles_quantiles(&to->quantiles, terrain->field, &to->inputs.ranges, job, err));
    return inputs_digest(&to->inputs, job, err);
}

static enum scree_code describe_surface(struct described *to, const struct scree_surface *surface,
                                        struct scree_error *err)
{
    to->inputs.map = surface->map;
    return api_surface_file(&to->inputs.surface_file, surface, err);
}

static enum scree_code describe_error(struct described *to, const struct scree_info_input *input,
                                      struct scree_error *err)
{
    const struct scree_error *const given = input->error;
    if (given == NULL)
        return err_set_option(err, "inputs",
                              "an input is neither a terrain nor a surface map nor an error");
    to->file.path = input->name != NULL ? input->name : given->file;
    err_set_at(&to->err, SCREE_CANNOT_READ, given->offset, "%s", given->text);
    err_set_file(&to->err, given->file);
    return SCREE_OK;
}

static enum scree_code describe(struct described *to, struct report_info_item *item,
                                const struct scree_info_input *given, struct scree_job *job,
                                struct scree_error *err)
{
    struct scree_info_input input = {0};
    err_clear(&to->err);
    if (!api_options(&input, sizeof input, given)) return api_no_size(err);
    if (input.terrain != NULL) {
        *item = (struct report_info_item){.file = &to->inputs.terrain_file,
                                          .field = input.terrain->field,
                                          .ranges = &to->inputs.ranges,
                                          .quantiles = &to->quantiles};
        const enum scree_code code = describe_terrain(to, input.terrain, job, err);
        if (!to->has_quantiles) item->quantiles = NULL;
        return code;
    }
    if (input.surface != NULL) {
        *item =
            (struct report_info_item){.file = &to->inputs.surface_file, .map = input.surface->map};
        return describe_surface(to, input.surface, err);
    }
    *item = (struct report_info_item){.file = &to->file, .err = &to->err};
    return describe_error(to, &input, err);
}

int scree_info_document(struct scree_bytes *out, const struct scree_info_input *inputs,
                        size_t count, double cell_m, int form, struct scree_job *job,
                        struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_form(form, 1u << SCREE_TEXT | 1u << SCREE_JSON, error));
    enum scree_code code = SCREE_OK;
    struct described *described = mem_alloc(count, sizeof *described);
    struct report_info_item *items = mem_alloc(count, sizeof *items);
    if (described == NULL || items == NULL) code = err_no_memory(error);
    for (size_t i = 0; i < count && code == SCREE_OK; i++)
        code = describe(&described[i], &items[i], &inputs[i], job, error);
    if (code == SCREE_OK)
        code = report_info(out, items, count, cell_m, (enum scree_form)form, job, error);
    mem_free(described);
    mem_free(items);
    return code;
}

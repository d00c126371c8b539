/* Land cover that a style follows: the options' file, and the legend of its classes. */
#include "inputs/inputs.h"
#include "styles/styles.h"

#define MOST_LEGEND (UINT64_C(1) << 20)

enum scree_code inputs_read_cover(struct styles_cover **out, const struct inputs *inputs,
                                  const struct scree_style_options *options, struct scree_job *job,
                                  struct scree_error *err)
{
    const struct scree_source *const source = source_given(&options->cover);
    const struct scree_source *const legend = source_given(&options->cover_legend);
    struct inputs_opened opened;
    struct scree_bytes key = {NULL, 0};
    *out = NULL;
    if (source == NULL) return SCREE_OK;
    if (legend != NULL) RETURN_IF_ERR(source_read(&key, legend, MOST_LEGEND, err));
    enum scree_code code = inputs_open_source(&opened, source, UINT64_MAX, err);
    if (code == SCREE_OK)
        code = styles_cover_read(out, &opened.input, legend != NULL ? &key : NULL, inputs->field,
                                 inputs->terrain_file.heights.geo, job, err);
    if (code == SCREE_OK) inputs_credit_tell(styles_cover_credit(*out), job);
    inputs_close(&opened);
    file_bytes_free(&key);
    return code != SCREE_OK && source->name != NULL ? err_set_file(err, source->name) : code;
}

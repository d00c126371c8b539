/* What the parts of the text form's writer share. */
#ifndef SRF_SRF_TEXT_H
#define SRF_SRF_TEXT_H

#include "srf/srf_json.h"
#include "srf/srf_make.h"

#define SRF_TEXT_FORMAT "scree-surface-2"

/* The members that a layer has of the table, in the order in which they are written. */
#define SRF_TEXT_LAYER_KEYS 18
extern const char *const srf_text_layer_keys[SRF_TEXT_LAYER_KEYS];

/* The members of a scene, in that order. */
#define SRF_TEXT_SCENE_KEYS 13
extern const char *const srf_text_scene_keys[SRF_TEXT_SCENE_KEYS];

struct srf_text_writer {
    struct srf_json json;
    struct srf_payload factory[2][SRF_ROW_COUNT]; /* [is a root] */
    struct srf_payload start[2][SRF_ROW_COUNT];   /* what is left out */
    bool sliders;
    const struct srf_scene *scene;
    struct srf_payload scene_payloads[SRF_SCENE_COUNT];
    size_t first, end; /* rows of the table that the object being written has members of */
    /* of the layer being written, until its children are */
    bool is_root;
    struct srf_values values;
};

#endif

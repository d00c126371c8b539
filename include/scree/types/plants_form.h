/* The files that plants are written to. */
#ifndef SCREE_TYPES_PLANTS_FORM_H
#define SCREE_TYPES_PLANTS_FORM_H

enum scree_plants_form {
    SCREE_PLANTS_CSV,     /* a line each: species, model, x_m, y_m, z_m, yaw_deg, scale, sink_m */
    SCREE_PLANTS_GEOJSON, /* a point each, in metres from the south-west corner */
    SCREE_PLANTS_GLB /* binary glTF 2.0: a simple mesh for each species and a node for each plant,
                             in the frame of scree_convert_mesh() */
};

#endif

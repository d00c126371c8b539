/*
 * The rule of a species, cell by cell: pure functions of cell, seed and place. Private to plants/.
 * docs/model.md, Plants, has the arithmetic.
 */
#ifndef PLANTS_PLANTS_RULE_H
#define PLANTS_PLANTS_RULE_H

#include "plants/plants.h"
#include "plants/plants_rows.h"

/* What is made of a species once, for a terrain. */
struct rule {
    const struct plants_species *species;
    uint64_t key, clump_key;
    uint32_t width, depth; /* of the terrain, 1/32 m */
    struct plants_lattice lattice;
    uint32_t used, first; /* lattice points of a cell's side that candidates stand on */
    float density;        /* the species' or, by the limit of cells, less */
    uint32_t limit;       /* of 2^24: the upper bits of a hash that density keeps are below it */
    bool thinned;
    uint32_t clump_units; /* 1/32 m */
    uint64_t near2;       /* the square of spacing, 1/32 m */
    uint32_t spacing;     /* 1/32 m */
    uint32_t room;        /* 1/32 m */
    float rise[2], rise_fade, gradient[2],
        faded[2]; /* limits as the model has heights and slopes */
};

/* A candidate. */
struct candidate {
    uint32_t column, row; /* its cell */
    uint32_t x, z;        /* 1/32 m */
    uint64_t hash, rank;  /* of two too close, the higher rank stays */
    float before;         /* density and clumps, which need no evaluation */
    float gradient;
};

void plants_rule_make(struct rule *out, const struct plants_list *list, size_t index,
                      const struct ter_field *field, const struct plants_options *options);
/* The cell of the noise of clumps at hand, zeroed to begin with: most candidates lie in that of the
 * one before. Of one species. */
struct rule_clump {
    bool known;
    uint32_t i, j;
    float corner[4];
};
/* plants_rule_candidate() is the candidate of a cell that a row's hashes leave; false: it has none that needs evaluating. */
bool plants_rule_candidate(struct candidate *out, struct rule_clump *clump, const struct rule *rule,
                           const struct plants_pick *pick, uint32_t row);
/* plants_rule_ground() is before times the shares of altitude and slope; rule_kept() compares. */
float plants_rule_ground(const struct rule *rule, const struct candidate *candidate, float rise,
                         float gradient);
bool plants_rule_keeps(const struct candidate *candidate, float share);
/* plants_rule_position() is a place in the model's fixed point. */
struct rule_place {
    uint64_t x, y;
};
struct rule_place plants_rule_position(const struct ter_field *field, uint32_t x, uint32_t z);
void plants_rule_item(struct plants_item *out, const struct rule *rule,
                      const struct candidate *candidate, uint16_t species,
                      const struct ter_field *field);

#endif

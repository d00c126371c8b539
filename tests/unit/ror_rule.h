/*
 * The rule by which layers are shown as one (ground/ground_partition.h), written a second time, without
 * tables and tried on every way of parting the layers.
 */
#ifndef TESTS_UNIT_ROR_RULE_H
#define TESTS_UNIT_ROR_RULE_H

#include "tests/harness.h"

#include <math.h>

#include "ground/ground_partition.h"

#define ROR_RULE_MOST 12

typedef struct ground_merge_layer layer;

/* The error of a way of parting, from the words of ground_partition.h; over the whole map, 0 to 510. */
static inline double ror_rule_error(const layer *layers, uint32_t count, const uint32_t *group)
{
    double error = 0, all = 0;
    for (uint32_t g = 0; g < count; g++) {
        double area = 0, mean[3] = {0};
        const layer *head = NULL;
        for (uint32_t i = 0; i < count; i++) {
            if (group[i] != g) continue;
            const layer *at = &layers[i];
            area += (double)at->sum;
            for (int c = 0; c < 3; c++) mean[c] += (double)at->sum * (double)at->colour[c];
            if (head == NULL || (head->sum == 0 && at->sum > 0) ||
                (at->sum > 0 &&
                 (at->depth < head->depth || (at->depth == head->depth && at->sum > head->sum))))
                head = at;
        }
        for (uint32_t i = 0; i < count && area > 0; i++) {
            if (group[i] != g) continue;
            double square = 0;
            for (int c = 0; c < 3; c++) {
                const double own = sqrt(fmin(1, fmax(0, (double)layers[i].colour[c])));
                const double shown = sqrt(fmin(1, fmax(0, mean[c] / area)));
                square += pow(255 * (own - shown), 2) / 3;
            }
            error += (double)layers[i].sum * sqrt(square) * (layers[i].kind == head->kind ? 1 : 2);
        }
        all += area;
    }
    return all > 0 ? error / all : 0;
}

/* The least error of all ways, by counting through them: group[i] is at most one more than all
 * before it. */
static inline double ror_rule_least(const layer *layers, uint32_t count, uint32_t limit)
{
    uint32_t group[ROR_RULE_MOST] = {0};
    double best = INFINITY;
    for (;;) {
        const double error = ror_rule_error(layers, count, group);
        best = error < best ? error : best;
        uint32_t i = count;
        while (i-- > 1) {
            uint32_t most = 0;
            for (uint32_t k = 0; k < i; k++) most = group[k] > most ? group[k] : most;
            if (group[i] <= most && group[i] + 1 < limit) break;
        }
        if (i == 0) return best;
        group[i]++;
        memset(group + i + 1, 0, (count - i - 1) * sizeof *group);
    }
}

#endif

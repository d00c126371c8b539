/*
 * Planes, terrain and surface map -> answers. One header for each kind:
 *
 *   compare_lint.h     what in a map cannot be meant
 *   compare_diff.h     what differs between two maps, or two coverages
 *   compare_explain.h  why a texel is what it is, and what would change it
 *   compare_planes.h   coverage of a whole grid, its digest and its differences
 *   compare_scale.h    whether a map's altitude limits belong to a terrain of other heights
 *   compare_suite.h    claims about coverage, and whether they hold
 */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "compare/compare_diff.h"
#include "compare/compare_explain.h"
#include "compare/compare_lint.h"
#include "compare/compare_planes.h"
#include "compare/compare_scale.h"
#include "compare/compare_suite.h"

#endif

/* The report of merging layers, counted again from the weights of all layers. */
#ifndef TESTS_ROR_ROR_MERGING_H
#define TESTS_ROR_ROR_MERGING_H

#include "tests/ror/ror_export.h"

/* Ends the program if a number of the report is not what a count of all texels gives. */
void ror_check_merging(const struct ror_export *e);

#endif

/* Errors: every function that can fail returns a code and fills a struct of the caller's. */
#ifndef SCREE_ERROR_H
#define SCREE_ERROR_H

#include <scree/types/error.h>

SCREE_BEGIN

/* scree_code_name() is a code in a word or two: "cannot read". Never NULL. */
SCREE_API const char *scree_code_name(int code);

SCREE_END

#endif

/* What the library says of itself. */
#include <scree/scree.h>

#include "api/about_commit.h"
#include "api/about_parts.h"

const char *scree_version(void)
{
    return SCREE_VERSION;
}

const char *scree_build(void)
{
    return SCREE_COMMIT "; " SCREE_PARTS;
}

const char *scree_licenses(void)
{
    static const unsigned char text[] = {
#include "api/about_licenses.h"
    };
    return (const char *)text;
}

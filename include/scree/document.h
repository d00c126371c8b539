/* The forms in which answers are written. */
#ifndef SCREE_DOCUMENT_H
#define SCREE_DOCUMENT_H

#include <scree/error.h>
#include <scree/source.h>
#include <scree/types/document.h>

#endif

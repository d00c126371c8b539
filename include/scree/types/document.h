/* The forms in which answers are written. */
#ifndef SCREE_TYPES_DOCUMENT_H
#define SCREE_TYPES_DOCUMENT_H

/*
 * A document is bytes, which the caller frees by scree_bytes_free(). Names in it come from files:
 * in text whatever could steer a terminal is '?', elsewhere it is escaped. Documents name options as
 * the job's option_name has them. A form that an answer does not have is SCREE_BAD_ARGUMENT, the
 * field being "form".
 */
enum scree_form {
    SCREE_TEXT,  /* for people, UTF-8 */
    SCREE_JSON,  /* for programs: "format" in it says which, docs/ has its members */
    SCREE_HTML,  /* a page that needs nothing else: differences and tests */
    SCREE_PNG,   /* a picture: differences */
    SCREE_TAP,   /* Test Anything Protocol 13: tests, as are: */
    SCREE_JUNIT, /* XML for build servers */
    SCREE_GITHUB /* annotations for GitHub Actions, and the text */
};

#endif

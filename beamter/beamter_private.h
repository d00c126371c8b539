/* What the files of beamter/ share. Private to beamter/. */
#ifndef BEAMTER_BEAMTER_PRIVATE_H
#define BEAMTER_BEAMTER_PRIVATE_H

#define BEAMTER_HEADER_BYTES 5 /* version, size */
#define BEAMTER_VERSION 9      /* what is written */
#define BEAMTER_CACHE_VERSION 8
#define BEAMTER_CACHE_BYTES 4 /* a sample, between the materials and their names, in version 8 */

#endif

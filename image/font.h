/* The bytes of the font that pictures are written in, TrueType outlines without hints. Private to
 * image/. */
#ifndef IMAGE_FONT_H
#define IMAGE_FONT_H

#define IMAGE_FONT_BYTES 41152
extern const unsigned char image_font_data[IMAGE_FONT_BYTES];

#endif

#pragma once
#include <webp/encode.h>

/* The whole image: planes of luma, chroma and transparency (RFC 6386, 2). */
extern WebPPicture picture;
/* Allocates its planes. */
void open_picture(int width, int height, int has_alpha);

#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <jpeglib.h>

/* After each start of a decompression. */
void use_jpeg_kernels(j_decompress_ptr info);
/* Opaque, from planes of full range. Reads and writes up to the next multiple of eight pixels. */
void convert_to_rgba(
    const uint8_t *luma, const uint8_t *chroma_blue, const uint8_t *chroma_red, uint8_t *rgba, size_t count);

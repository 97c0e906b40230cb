/*
 * The image engine: libjpeg, libwebp and a resampler around rows, so that no image of a large source's size is held as
 * RGBA. src/imaging/engine/picture-engine.ts calls it; scripts/build-picture-engine.ts builds it.
 *
 * - An error ends the instance: `fail` throws in the host and never returns, and so does a growth that the host refuses.
 * - No side is longer than 65,535, and no product of sizes that the host passes reaches 2^31.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define HOST(name) __attribute__((import_module("host"), import_name(#name)))

enum { BYTES_PER_PIXEL = 4, OPAQUE = 255 };

/* A part of an image of `width` x `height`, drawn at `to_width` x `to_height`. */
typedef struct {
  int width, height;
  double left, top, crop_width, crop_height;
  int to_width, to_height;
} Drawing;

/* memory.c */
_Noreturn void fail(const char *text);
_Noreturn void fail_for_memory(void);
void *need(size_t bytes);
/* Of the file that an encoder has returned. */
extern size_t file_length;

/* The host's part. */
HOST(complain) void host_complain(const char *text, size_t length);
HOST(readRows) void host_read_rows(uint8_t *rgba, size_t bytes, int top);
HOST(convert) void host_convert(uint8_t *rgba, size_t bytes);

/* resize.c */
typedef struct Resizer Resizer;
/* Bytes a pixel of a row, with transparency 4. Drawn are samples, or RGBA. */
typedef enum { SAMPLES = 1, RGB = 3, PIXELS = 4, PIXELS_WITH_ALPHA = 5 } Layout;
/* Writes to `to`, without gaps. `is_soft` enlarges by linear interpolation, as chroma is. */
Resizer *open_resizer(const Drawing *drawing, Layout layout, int is_soft, uint8_t *to);
/* The next row of the source, from the top. */
void push_row(Resizer *resizer, const uint8_t *row);
void close_resizer(Resizer *resizer);

/* planes.c */
/* Where a turned image's first sample comes to lie, and how far apart its neighbours right and below do. */
typedef struct {
  int start, right, down;
} Turn;
/* EXIF 2.32, tag 0x0112; of an image as stored. */
Turn plan_turn(int orientation, int width, int height);
/* Samples of a part as stored, and how many of them the image covers. */
typedef struct {
  int width, height;
  double shown_width, shown_height;
} Part;
typedef enum { WHOLE, HALVED } Chroma;
/* Draws the parts of a source at a size, each from its own: no part is enlarged to the size of another. */
void open_parts(const Part *parts, int count, int to_width, int to_height, Chroma chroma, int orientation);
/* The next row of a part, from the top. */
void push_part_row(int part, const uint8_t *row);
/* All parts at the size, one after the other; the caller frees them. Ends the drawing. */
uint8_t *take_parts(void);
/* Ranges of samples: all 256 values, or those of video (ITU-R BT.601). */
typedef enum { FULL, VIDEO } Range;
/* The parts, a luma alone or with chroma, become the planes of `picture`, upright. Ends the drawing. */
void move_parts_to_picture(Range from, Range to);
/* In place. */
void change_range(uint8_t *samples, size_t count, int is_chroma, Range from, Range to);

/* jpeg.c: the opened JPEG's rows, as RGBA, or as four inks of which 255 is none. */
void start_jpeg(void);
void read_jpeg_rows(uint8_t *rows, int width, int count);
void finish_jpeg(void);

/*
 * PNG: rows of any colour type and depth as RGB or RGBA of 8 bits, drawn at another size. An interlaced image is held
 * whole. A file whose data go on behind the rows, or in too many blocks, is damaged: libpng would inflate all of it.
 */
#include "engine.h"

#include <png.h>
#include <wasm_simd128.h>
#include <zlib.h>

/* PNG_LIMITS of src/imaging/work-limits.ts. */
enum { SURPLUS_BYTES = 1 << 20, MAX_CODED_BLOCKS = 32768 };
/* Of `data_type` (zlib.h, inflate), and a block's type (RFC 1951, 3.2.3). */
enum { AFTER_BLOCK = 128, UNUSED_BITS = 63, STORED = 0 };
/* Vectors of 16 pixels may be read beyond a row. */
enum { PADDING = 48 };

/* Libpng's own jumps are compiled in, but none is taken: errors leave by `fail`. */
void __wasm_setjmp(void *env, uint32_t label, void *table) {}
uint32_t __wasm_setjmp_test(void *env, void *table) { return 0; }
_Noreturn void __wasm_longjmp(void *env, int value) { fail("libpng differs from its headers"); }

typedef struct {
  const uint8_t *at, *end;
} Reader;

static _Noreturn void on_error(png_structp png, png_const_charp text) {
  if (strcmp(text, "Out of memory") == 0 || strcmp(text, "Insufficient memory") == 0) fail_for_memory();
  fail(text);
}

static void on_warning(png_structp png, png_const_charp text) {}

static void read_bytes(png_structp png, png_bytep to, size_t bytes) {
  Reader *reader = png_get_io_ptr(png);
  if ((size_t)(reader->end - reader->at) < bytes) fail("The PNG ends too early");
  memcpy(to, reader->at, bytes);
  reader->at += bytes;
}

/* Of the image that is read. */
static struct {
  uint64_t bytes;
  int blocks;
} left;

static void limit_inflating(png_structp png, png_infop info) {
  const uint64_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  const uint64_t bits = (uint64_t)png_get_channels(png, info) * png_get_bit_depth(png, info);
  uint64_t bytes = 0;
  if (png_get_interlace_type(png, info) == PNG_INTERLACE_NONE) {
    bytes = ((width * bits + 7) / 8 + 1) * height;
  } else {
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; ++pass) {
      const uint64_t columns = PNG_PASS_COLS(width, pass);
      if (columns > 0) bytes += ((columns * bits + 7) / 8 + 1) * PNG_PASS_ROWS(height, pass);
    }
  }
  left.bytes = bytes + (bytes > SURPLUS_BYTES ? bytes : SURPLUS_BYTES);
  left.blocks = MAX_CODED_BLOCKS;
}

/* Whether a block that needs tables follows; the first bits of a block may still be unread. */
static int precedes_coded_block(const z_stream *stream) {
  const int bits = stream->data_type & UNUSED_BITS;
  if (bits > 7 || (bits < 3 && stream->avail_in == 0)) return 0;
  const int next = stream->avail_in == 0 ? 0 : stream->next_in[0] << bits;
  return (((stream->next_in[-1] >> (8 - bits)) | next) >> 1 & 3) != STORED;
}

/* In libpng's place of `inflate`: pauses after each block. */
extern int __real_inflate(z_stream *stream, int flush);
int __wrap_inflate(z_stream *stream, int flush) {
  const unsigned room = stream->avail_out;
  const int result = __real_inflate(stream, Z_BLOCK);
  const unsigned made = room - stream->avail_out;
  if (made > left.bytes) fail("The compressed data go on where they should have ended");
  left.bytes -= made;
  if (result == Z_OK && (stream->data_type & AFTER_BLOCK) != 0 && precedes_coded_block(stream) && --left.blocks < 0) {
    fail("There are too many blocks of compressed data");
  }
  return result;
}

static void ask_for_bytes(png_structp png, int has_alpha) {
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
  if (has_alpha) png_set_add_alpha(png, OPAQUE, PNG_FILLER_AFTER);
  else png_set_strip_alpha(png);
}

/* ITU-R BT.601, of the full range, in shares of 256. */
enum { SHARE_BITS = 8, HALF = 1 << (SHARE_BITS - 1), CENTER = (128 << SHARE_BITS) + HALF - 1 };

static inline v128_t weigh(const v128_t rgb[3], int red, int green, int blue, int offset) {
  const v128_t reds = wasm_i16x8_mul(rgb[0], wasm_i16x8_splat(red));
  const v128_t greens = wasm_i16x8_mul(rgb[1], wasm_i16x8_splat(green));
  const v128_t blues = wasm_i16x8_mul(rgb[2], wasm_i16x8_splat(blue));
  const v128_t sum = wasm_i16x8_add(wasm_i16x8_add(reds, greens), wasm_i16x8_add(blues, wasm_u16x8_splat(offset)));
  return wasm_u16x8_shr(sum, SHARE_BITS);
}

typedef struct {
  int width, height, rows_read;
  uint8_t *luma, *blue, *red;
  /* Of each colour, by pairs of pixels, over one row or two. */
  uint16_t *sums[RGB];
} Split;

/* 16 pixels by colour. */
static inline void gather(const uint8_t *rgb, v128_t colors[RGB]) {
  const v128_t a = wasm_v128_load(rgb), b = wasm_v128_load(rgb + 16), c = wasm_v128_load(rgb + 32);
  colors[0] = wasm_i8x16_shuffle(
      wasm_i8x16_shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0), c,
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
  colors[1] = wasm_i8x16_shuffle(
      wasm_i8x16_shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0), c,
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
  colors[2] = wasm_i8x16_shuffle(
      wasm_i8x16_shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0), c,
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

/* Luma of a row, and its part in the sums. Reads and writes up to 15 pixels beyond the row. */
static void split_row(const Split *split, const uint8_t *rgb, int is_second) {
  const int pairs = split->width / 2, is_odd = split->width % 2;
  const uint8_t *last = rgb + (size_t)(split->width - 1) * RGB;
  uint16_t alone[RGB];
  for (int at = 0; is_odd && at < RGB; ++at) alone[at] = 2 * last[at] + (is_second ? split->sums[at][pairs] : 0);
  for (int x = 0; x < split->width; x += 16, rgb += 16 * RGB) {
    v128_t colors[RGB], low[RGB], high[RGB];
    gather(rgb, colors);
    for (int at = 0; at < RGB; ++at) {
      uint16_t *sums = split->sums[at] + x / 2;
      const v128_t sum = wasm_u16x8_extadd_pairwise_u8x16(colors[at]);
      wasm_v128_store(sums, is_second ? wasm_i16x8_add(sum, wasm_v128_load(sums)) : sum);
      low[at] = wasm_u16x8_extend_low_u8x16(colors[at]);
      high[at] = wasm_u16x8_extend_high_u8x16(colors[at]);
    }
    wasm_v128_store(split->luma + x, wasm_u8x16_narrow_i16x8(weigh(low, 77, 150, 29, HALF), weigh(high, 77, 150, 29, HALF)));
  }
  for (int at = 0; is_odd && at < RGB; ++at) split->sums[at][pairs] = alone[at];
}

/* Chroma of the sums. Writes up to 7 samples beyond the row. */
static void average_chroma(const Split *split, int rows) {
  for (int at = 0; at < (split->width + 1) / 2; at += 8) {
    v128_t means[RGB];
    for (int color = 0; color < RGB; ++color) {
      const v128_t sum = wasm_v128_load(split->sums[color] + at);
      means[color] = wasm_u16x8_shr(wasm_i16x8_add(sum, wasm_i16x8_splat(rows)), rows);
    }
    const v128_t blue = weigh(means, -43, -85, 128, CENTER), red = weigh(means, 128, -107, -21, CENTER);
    wasm_v128_store64_lane(split->blue + at, wasm_u8x16_narrow_i16x8(blue, blue), 0);
    wasm_v128_store64_lane(split->red + at, wasm_u8x16_narrow_i16x8(red, red), 0);
  }
}

typedef struct {
  png_structp png;
  png_infop info;
  Reader reader;
  int width, height, passes;
  size_t stride;
} Source;

/* Whose header states `width` x `height`. */
static Source *open_png(const uint8_t *file, size_t length, int width, int height, int has_alpha) {
  Source *source = need(sizeof *source);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) fail_for_memory();
  *source = (Source){.png = png, .info = info, .reader = {file, file + length}, .width = width, .height = height};
  png_set_read_fn(png, &source->reader, read_bytes);
  png_set_user_limits(png, width, height);
  png_read_info(png, info);
  if ((int)png_get_image_width(png, info) != width || (int)png_get_image_height(png, info) != height) {
    fail("The image's size is not what its header declares");
  }
  limit_inflating(png, info);
  ask_for_bytes(png, has_alpha);
  source->passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  source->stride = (size_t)width * (has_alpha ? BYTES_PER_PIXEL : RGB);
  if (png_get_rowbytes(png, info) != source->stride) fail("libpng differs from its headers");
  return source;
}

/* Passes each row to `push`, and closes the source. */
static void push_all(Source *source, void (*push)(void *to, const uint8_t *row), void *to) {
  const int is_held = source->passes > 1, height = source->height;
  const size_t bytes = source->stride * (is_held ? height : 1) + PADDING;
  uint8_t *rows = need(bytes);
  memset(rows, 0, bytes);
  for (int pass = 1; pass < source->passes; ++pass) {
    for (int y = 0; y < height; ++y) png_read_row(source->png, rows + y * source->stride, NULL);
  }
  for (int y = 0; y < height; ++y) {
    uint8_t *row = rows + (is_held ? y * source->stride : 0);
    png_read_row(source->png, row, NULL);
    push(to, row);
  }
  free(rows);
  png_destroy_read_struct(&source->png, &source->info, NULL);
  free(source);
}

static void push_to_resizer(void *resizer, const uint8_t *row) { push_row(resizer, row); }

/* RGBA, of a PNG without metadata whose header states `width` x `height`. */
EXPORT(shrinkPng) uint8_t *shrink_png(
    const uint8_t *file, size_t length, int width, int height, int has_alpha, int to_width, int to_height) {
  Source *source = open_png(file, length, width, height, has_alpha);
  const Drawing drawing = {width, height, 0, 0, width, height, to_width, to_height};
  uint8_t *drawn = need((size_t)to_width * to_height * BYTES_PER_PIXEL);
  Resizer *resizer = open_resizer(&drawing, has_alpha ? PIXELS_WITH_ALPHA : RGB, 0, drawn);
  push_all(source, push_to_resizer, resizer);
  close_resizer(resizer);
  return drawn;
}

/* Chroma is halved at once, as the picture has it. */
static void push_split(void *to, const uint8_t *row) {
  Split *split = to;
  const int is_second = split->rows_read % 2;
  split_row(split, row, is_second);
  push_part_row(0, split->luma);
  if (++split->rows_read < split->height && !is_second) return;
  average_chroma(split, is_second + 1);
  push_part_row(1, split->blue);
  push_part_row(2, split->red);
}

/* The same, without transparency, into the picture. */
EXPORT(shrinkPngToPicture) void shrink_png_to_picture(
    const uint8_t *file, size_t length, int width, int height, int to_width, int to_height, int orientation,
    int to_video_range) {
  Source *source = open_png(file, length, width, height, 0);
  const Part half = {(width + 1) / 2, (height + 1) / 2, width / 2.0, height / 2.0};
  const Part parts[] = {{width, height, width, height}, half, half};
  const size_t stride = (size_t)(width + 15) / 16 * 16;
  uint8_t *held = need(5 * stride);
  Split split = {.width = width, .height = height, .luma = held, .blue = held + stride, .red = held + stride + stride / 2};
  for (int at = 0; at < RGB; ++at) split.sums[at] = (uint16_t *)(held + (2 + at) * stride);
  open_parts(parts, 3, to_width, to_height, HALVED, orientation);
  push_all(source, push_split, &split);
  free(held);
  move_parts_to_picture(FULL, to_video_range ? VIDEO : FULL);
}

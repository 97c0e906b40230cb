/* PNG: rows of any colour type and depth as RGBA of 8 bits, drawn at another size. An interlaced image is held whole. */
#include "engine.h"

#include <png.h>

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

static void ask_for_rgba(png_structp png) {
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, OPAQUE, PNG_FILLER_AFTER);
}

static void push_all(png_structp png, Resizer *resizer, int width, int height, int passes) {
  const size_t stride = (size_t)width * BYTES_PER_PIXEL;
  uint8_t *rows = need(stride * (passes > 1 ? height : 1));
  if (passes > 1) memset(rows, 0, stride * height);
  for (int pass = 1; pass < passes; ++pass) {
    for (int y = 0; y < height; ++y) png_read_row(png, rows + y * stride, NULL);
  }
  for (int y = 0; y < height; ++y) {
    uint8_t *row = rows + (passes > 1 ? y * stride : 0);
    png_read_row(png, row, NULL);
    push_row(resizer, row);
  }
  free(rows);
}

/* RGBA, of a PNG without metadata whose header states `width` x `height`. */
EXPORT(shrinkPng) uint8_t *shrink_png(
    const uint8_t *file, size_t length, int width, int height, int has_alpha, int to_width, int to_height) {
  Reader reader = {file, file + length};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  png_infop info = png == NULL ? NULL : png_create_info_struct(png);
  if (info == NULL) fail_for_memory();
  png_set_read_fn(png, &reader, read_bytes);
  png_set_user_limits(png, width, height);
  png_read_info(png, info);
  if ((int)png_get_image_width(png, info) != width || (int)png_get_image_height(png, info) != height) {
    fail("The image's size is not what its header declares");
  }
  ask_for_rgba(png);
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  const Drawing drawing = {width, height, 0, 0, width, height, to_width, to_height};
  uint8_t *drawn = need((size_t)to_width * to_height * BYTES_PER_PIXEL);
  Resizer *resizer = open_resizer(&drawing, has_alpha ? PIXELS_WITH_ALPHA : PIXELS, 0, drawn);
  push_all(png, resizer, width, height, passes);
  close_resizer(resizer);
  png_destroy_read_struct(&png, &info, NULL);
  return drawn;
}

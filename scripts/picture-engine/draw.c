/*
 * Draws a source in strips of STRIP_ROWS. Each goes into the planes of `picture`, upright, which libwebp encodes as the
 * whole image, and to a resampler. Strips lie on multiples of STRIP_ROWS of the upright image, so that no 2 x 2 block of
 * chroma is cut.
 */
#include "engine.h"

#include <webp/encode.h>

#include "webp.h"

enum { STRIP_ROWS = 16 };

typedef struct {
  int width, height;
  /* EXIF 2.32, tag 0x0112. */
  int orientation;
  int is_jpeg, is_converted;
  uint8_t *rows, *turned;
  int top, count;
} Source;

static Source source;

static int runs_backwards(int orientation) {
  return orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
}

/* Turns a strip of `width` x `count` words upright. */
static void turn_strip(const Source *from) {
  const int w = from->width, n = from->count;
  const Turn turn = plan_turn(from->orientation, w, n);
  const uint32_t *pixel = (const uint32_t *)from->rows;
  for (int y = 0; y < n; ++y) {
    uint32_t *to = (uint32_t *)from->turned + turn.start + y * turn.down;
    for (int x = 0; x < w; ++x, to += turn.right) *to = *pixel++;
  }
}

static void copy_plane(uint8_t *to, int to_stride, const uint8_t *from, int from_stride, int width, int height) {
  for (int y = 0; y < height; ++y) memcpy(to + (size_t)y * to_stride, from + (size_t)y * from_stride, width);
}

static void fill_plane(uint8_t *to, int stride, int width, int height) {
  for (int y = 0; y < height; ++y) memset(to + (size_t)y * stride, OPAQUE, width);
}

/* Puts the current strip where it belongs in the upright picture. */
static void add_to_picture(void) {
  const int turns = source.orientation >= 5;
  const int at = runs_backwards(source.orientation) ? source.height - source.top - source.count : source.top;
  const int x = turns ? at : 0, y = turns ? 0 : at;
  const uint8_t *rgba = source.rows;
  if (source.orientation != 1) {
    turn_strip(&source);
    rgba = source.turned;
  }
  WebPPicture band;
  if (!WebPPictureInit(&band)) fail("libwebp differs from its headers");
  band.width = turns ? source.count : source.width;
  band.height = turns ? source.width : source.count;
  if (!WebPPictureImportRGBA(&band, rgba, band.width * BYTES_PER_PIXEL)) fail_for_memory();
  const int half_width = (band.width + 1) / 2, half_height = (band.height + 1) / 2;
  const size_t half_at = (size_t)(y / 2) * picture.uv_stride + x / 2;
  copy_plane(picture.y + (size_t)y * picture.y_stride + x, picture.y_stride, band.y, band.y_stride, band.width, band.height);
  copy_plane(picture.u + half_at, picture.uv_stride, band.u, band.uv_stride, half_width, half_height);
  copy_plane(picture.v + half_at, picture.uv_stride, band.v, band.uv_stride, half_width, half_height);
  if (picture.a != NULL) {
    uint8_t *alpha = picture.a + (size_t)y * picture.a_stride + x;
    if (band.a != NULL) copy_plane(alpha, picture.a_stride, band.a, band.a_stride, band.width, band.height);
    else fill_plane(alpha, picture.a_stride, band.width, band.height);
  }
  WebPPictureFree(&band);
}

static void read_strip(void) {
  source.top += source.count;
  const int left = source.height - source.top;
  const int first = source.top == 0 && runs_backwards(source.orientation) ? source.height % STRIP_ROWS : 0;
  source.count = first > 0 ? first : left < STRIP_ROWS ? left : STRIP_ROWS;
  const size_t bytes = (size_t)source.count * source.width * BYTES_PER_PIXEL;
  if (source.is_jpeg) read_jpeg_rows(source.rows, source.width, source.count);
  else host_read_rows(source.rows, bytes, source.top);
  if (source.is_converted) host_convert(source.rows, bytes);
  add_to_picture();
}

static void open_source(int is_jpeg, int width, int height, int orientation, int is_converted) {
  const size_t strip_bytes = (size_t)width * STRIP_ROWS * BYTES_PER_PIXEL;
  source = (Source){
      .width = width, .height = height, .orientation = orientation, .is_jpeg = is_jpeg, .is_converted = is_converted,
      .rows = need(strip_bytes), .turned = orientation == 1 ? NULL : need(strip_bytes),
  };
  if (is_jpeg) start_jpeg();
}

/* Without gaps. */
static void push_rows(Resizer *resizer, const uint8_t *rows, int width, int count) {
  for (int y = 0; y < count; ++y) push_row(resizer, rows + (size_t)y * width * BYTES_PER_PIXEL);
}

/* Reads the source once into the picture, and returns a part of it as it is stored, at another size. */
EXPORT(draw) uint8_t *draw(
    int is_jpeg, int width, int height, int orientation, int has_alpha, int is_converted, double left, double top,
    double crop_width, double crop_height, int to_width, int to_height) {
  const int turns = orientation >= 5;
  open_source(is_jpeg, width, height, orientation, is_converted);
  open_picture(turns ? height : width, turns ? width : height, has_alpha);
  const Drawing drawing = {width, height, left, top, crop_width, crop_height, to_width, to_height};
  uint8_t *drawn = need((size_t)to_width * to_height * BYTES_PER_PIXEL);
  Resizer *resizer = open_resizer(&drawing, has_alpha ? PIXELS_WITH_ALPHA : PIXELS, 0, drawn);
  while (source.top + source.count < height) {
    read_strip();
    push_rows(resizer, source.rows, width, source.count);
  }
  close_resizer(resizer);
  if (is_jpeg) finish_jpeg();
  free(source.rows);
  free(source.turned);
  return drawn;
}

/* Returns all of the host's rows at another size. */
EXPORT(drawRows) uint8_t *draw_rows(int width, int height, int has_alpha, int to_width, int to_height) {
  const Drawing drawing = {width, height, 0, 0, width, height, to_width, to_height};
  uint8_t *drawn = need((size_t)to_width * to_height * BYTES_PER_PIXEL);
  uint8_t *rows = need((size_t)width * STRIP_ROWS * BYTES_PER_PIXEL);
  Resizer *resizer = open_resizer(&drawing, has_alpha ? PIXELS_WITH_ALPHA : PIXELS, 0, drawn);
  for (int top = 0; top < height; top += STRIP_ROWS) {
    const int count = height - top < STRIP_ROWS ? height - top : STRIP_ROWS;
    host_read_rows(rows, (size_t)width * count * BYTES_PER_PIXEL, top);
    push_rows(resizer, rows, width, count);
  }
  close_resizer(resizer);
  free(rows);
  return drawn;
}

EXPORT(redraw) uint8_t *redraw(
    const uint8_t *from, int width, int height, int has_alpha, double left, double top, double crop_width,
    double crop_height, int to_width, int to_height) {
  const Drawing drawing = {width, height, left, top, crop_width, crop_height, to_width, to_height};
  uint8_t *drawn = need((size_t)to_width * to_height * BYTES_PER_PIXEL);
  Resizer *resizer = open_resizer(&drawing, has_alpha ? PIXELS_WITH_ALPHA : PIXELS, 0, drawn);
  push_rows(resizer, from, width, height);
  close_resizer(resizer);
  return drawn;
}

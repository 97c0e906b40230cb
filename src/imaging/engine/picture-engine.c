/*
 * Pictures in WebAssembly memory: libjpeg-turbo's rows, stb_image_resize2 and libwebp, joined so that no picture of the
 * source's size is ever held as RGBA. One instance reads one picture:
 *
 * - Rows come in strips of STRIP_ROWS, from a JPEG or from the host. Each goes into the planes of the master, upright,
 *   and from there nowhere else; the resampler pulls the strips as its kernel needs them.
 * - Strips lie on multiples of STRIP_ROWS of the upright picture, so that no 2 x 2 block of chroma is cut.
 * - No side is longer than WEBP_MAX_DIMENSION, which the host sees to, so that no size in bytes passes 2^30.
 * - What fails ends the instance: `fail` throws in the host and never returns.
 *
 * scripts/build-picture-engine.sh makes the .wasm files beside this one.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>
#include <webp/encode.h>

#define STB_IMAGE_RESIZE_IMPLEMENTATION
#define STB_IMAGE_RESIZE_STATIC
#include "stb_image_resize2.h"

#define EXPORT(name) __attribute__((export_name(#name)))
#define HOST(name) __attribute__((import_module("host"), import_name(#name)))

HOST(fail) _Noreturn void host_fail(const char *text, size_t length);
HOST(complain) void host_complain(const char *text, size_t length);
HOST(readRows) void host_read_rows(uint8_t *rgba, size_t bytes, int top);
HOST(convert) void host_convert(uint8_t *rgba, size_t bytes);

enum { STRIP_ROWS = 16, BYTES_PER_PIXEL = 4, LOBES = 3 };

typedef struct {
  int width, height;
  /* EXIF 2.32, tag 0x0112. */
  int orientation;
  int is_jpeg, has_alpha, is_converted;
  uint8_t *rows, *turned;
  int top, count;
} Source;

static struct jpeg_decompress_struct jpeg;
static struct jpeg_error_mgr jpeg_errors;
static Source source;
static WebPPicture master;
static WebPMemoryWriter writer;

static _Noreturn void fail(const char *text) { host_fail(text, strlen(text)); }

static _Noreturn void fail_for_memory(void) { fail("out of memory"); }

static void *need(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) fail_for_memory();
  return memory;
}

EXPORT(allocate) void *allocate(size_t bytes) { return need(bytes); }
EXPORT(release) void release(void *memory) { free(memory); }

static void on_jpeg_error(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  if (info->err->msg_code == JERR_OUT_OF_MEMORY) fail_for_memory();
  fail(text);
}

/* Every warning, where libjpeg by itself tells the first alone. */
static void on_jpeg_message(j_common_ptr info, int level) {
  char text[JMSG_LENGTH_MAX];
  if (level >= 0) return;
  info->err->format_message(info, text);
  host_complain(text, strlen(text));
}

EXPORT(openJpeg) void open_jpeg(const uint8_t *file, size_t length) {
  jpeg.err = jpeg_std_error(&jpeg_errors);
  jpeg_errors.error_exit = on_jpeg_error;
  jpeg_errors.emit_message = on_jpeg_message;
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, file, length);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.out_color_space = JCS_EXT_RGBA;
  jpeg_start_decompress(&jpeg);
}

EXPORT(jpegWidth) int jpeg_width(void) { return jpeg.output_width; }
EXPORT(jpegHeight) int jpeg_height(void) { return jpeg.output_height; }

static int runs_backwards(int orientation) {
  return orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
}

/* Turns a strip of `width` x `count` words upright. */
static void turn_strip(const Source *from) {
  const int w = from->width, n = from->count;
  /* Where the strip's first pixel comes to lie, and how far apart its neighbours right and below do. */
  int start = 0, right = 1, down = w;
  switch (from->orientation) {
    case 2: start = w - 1, right = -1; break;
    case 3: start = w * n - 1, right = -1, down = -w; break;
    case 4: start = w * (n - 1), down = -w; break;
    case 5: right = n, down = 1; break;
    case 6: start = n - 1, right = n, down = -1; break;
    case 7: start = w * n - 1, right = -n, down = -1; break;
    case 8: start = n * (w - 1), right = -n, down = 1; break;
  }
  const uint32_t *pixel = (const uint32_t *)from->rows;
  for (int y = 0; y < n; ++y) {
    uint32_t *to = (uint32_t *)from->turned + start + y * down;
    for (int x = 0; x < w; ++x, to += right) *to = *pixel++;
  }
}

static void copy_plane(uint8_t *to, int to_stride, const uint8_t *from, int from_stride, int width, int height) {
  for (int y = 0; y < height; ++y) memcpy(to + (size_t)y * to_stride, from + (size_t)y * from_stride, width);
}

static void fill_plane(uint8_t *to, int stride, int width, int height) {
  for (int y = 0; y < height; ++y) memset(to + (size_t)y * stride, 255, width);
}

/* Puts the current strip where it belongs in the upright master. */
static void add_to_master(void) {
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
  const size_t half_at = (size_t)(y / 2) * master.uv_stride + x / 2;
  copy_plane(master.y + (size_t)y * master.y_stride + x, master.y_stride, band.y, band.y_stride, band.width, band.height);
  copy_plane(master.u + half_at, master.uv_stride, band.u, band.uv_stride, half_width, half_height);
  copy_plane(master.v + half_at, master.uv_stride, band.v, band.uv_stride, half_width, half_height);
  if (master.a != NULL) {
    uint8_t *alpha = master.a + (size_t)y * master.a_stride + x;
    if (band.a != NULL) copy_plane(alpha, master.a_stride, band.a, band.a_stride, band.width, band.height);
    else fill_plane(alpha, master.a_stride, band.width, band.height);
  }
  WebPPictureFree(&band);
}

static void read_jpeg_rows(uint8_t *rgba, int count) {
  JSAMPROW rows[STRIP_ROWS];
  for (int y = 0; y < count; ++y) rows[y] = rgba + (size_t)y * source.width * BYTES_PER_PIXEL;
  for (int done = 0; done < count;) done += jpeg_read_scanlines(&jpeg, rows + done, count - done);
}

static void read_strip(void) {
  source.top += source.count;
  const int left = source.height - source.top;
  const int first = source.top == 0 && runs_backwards(source.orientation) ? source.height % STRIP_ROWS : 0;
  source.count = first > 0 ? first : left < STRIP_ROWS ? left : STRIP_ROWS;
  const size_t bytes = (size_t)source.count * source.width * BYTES_PER_PIXEL;
  if (source.is_jpeg) read_jpeg_rows(source.rows, source.count);
  else host_read_rows(source.rows, bytes, source.top);
  if (source.is_converted) host_convert(source.rows, bytes);
  add_to_master();
}

static float lanczos(float distance, float scale, void *context) {
  const float x = distance < 0 ? -distance : distance;
  if (x < 1e-6f) return 1;
  if (x >= LOBES) return 0;
  const float angle = 3.14159265f * x;
  return LOBES * sinf(angle) * sinf(angle / LOBES) / (angle * angle);
}

static float lanczos_support(float scale, void *context) { return LOBES; }

static const void *pull_row(void *unused, const void *input, int pixels, int x, int y, void *context) {
  while (y >= source.top + source.count) read_strip();
  if (y < source.top) fail("The resampler went back");
  return source.rows + ((size_t)(y - source.top) * source.width + x) * BYTES_PER_PIXEL;
}

/* Draws a rectangle of the input at another size, with colours by their share of alpha. */
static uint8_t *resample(
    const uint8_t *from, int width, int height, int has_alpha, double left, double top, double crop_width,
    double crop_height, int to_width, int to_height, stbir_input_callback *pull) {
  uint8_t *to = need((size_t)to_width * to_height * BYTES_PER_PIXEL);
  STBIR_RESIZE job;
  stbir_resize_init(
      &job, from, width, height, width * BYTES_PER_PIXEL, to, to_width, to_height, to_width * BYTES_PER_PIXEL,
      has_alpha ? STBIR_RGBA : STBIR_4CHANNEL, STBIR_TYPE_UINT8);
  stbir_set_edgemodes(&job, STBIR_EDGE_CLAMP, STBIR_EDGE_CLAMP);
  stbir_set_filter_callbacks(&job, lanczos, lanczos_support, lanczos, lanczos_support);
  stbir_set_input_subrect(
      &job, left / width, top / height, (left + crop_width) / width, (top + crop_height) / height);
  stbir_set_pixel_callbacks(&job, pull, NULL);
  if (!stbir_resize_extended(&job)) fail_for_memory();
  return to;
}

/*
 * Reads the source once into the master, and returns a rectangle of it as it is stored, at another size. A picture of
 * the whole source's size is a copy.
 */
EXPORT(draw) uint8_t *draw(
    int is_jpeg, int width, int height, int orientation, int has_alpha, int is_converted, double left, double top,
    double crop_width, double crop_height, int to_width, int to_height) {
  const size_t strip_bytes = (size_t)width * STRIP_ROWS * BYTES_PER_PIXEL;
  source = (Source){
      .width = width, .height = height, .orientation = orientation,
      .is_jpeg = is_jpeg, .has_alpha = has_alpha, .is_converted = is_converted,
      .rows = need(strip_bytes), .turned = orientation == 1 ? NULL : need(strip_bytes),
  };
  if (!WebPPictureInit(&master)) fail("libwebp differs from its headers");
  master.width = orientation >= 5 ? height : width;
  master.height = orientation >= 5 ? width : height;
  master.colorspace = has_alpha ? WEBP_YUV420A : WEBP_YUV420;
  if (!WebPPictureAlloc(&master)) fail_for_memory();
  uint8_t *drawn;
  if (to_width == width && to_height == height && crop_width == width && crop_height == height) {
    drawn = need((size_t)width * height * BYTES_PER_PIXEL);
    while (source.top + source.count < height) {
      read_strip();
      const size_t row_bytes = (size_t)width * BYTES_PER_PIXEL;
      memcpy(drawn + source.top * row_bytes, source.rows, source.count * row_bytes);
    }
  } else {
    drawn = resample(NULL, width, height, has_alpha, left, top, crop_width, crop_height, to_width, to_height, pull_row);
    while (source.top + source.count < height) read_strip();
  }
  if (is_jpeg) {
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
  }
  free(source.rows);
  free(source.turned);
  return drawn;
}

EXPORT(redraw) uint8_t *redraw(
    const uint8_t *from, int width, int height, int has_alpha, double left, double top, double crop_width,
    double crop_height, int to_width, int to_height) {
  return resample(from, width, height, has_alpha, left, top, crop_width, crop_height, to_width, to_height, NULL);
}

static uint8_t *encode(WebPPicture *picture, float quality) {
  WebPConfig config;
  if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, quality)) fail("libwebp differs from its headers");
  WebPMemoryWriterInit(&writer);
  picture->writer = WebPMemoryWrite;
  picture->custom_ptr = &writer;
  if (!WebPEncode(&config, picture)) {
    const WebPEncodingError error = picture->error_code;
    if (error == VP8_ENC_ERROR_OUT_OF_MEMORY || error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY) fail_for_memory();
    fail("libwebp refuses the picture");
  }
  return writer.mem;
}

/* A lossy WebP, by libwebp's defaults except for quality. */
EXPORT(encodeMaster) uint8_t *encode_master(float quality) { return encode(&master, quality); }

EXPORT(encodePixels) uint8_t *encode_pixels(uint8_t *rgba, int width, int height, float quality) {
  WebPPicture picture;
  if (!WebPPictureInit(&picture)) fail("libwebp differs from its headers");
  picture.width = width;
  picture.height = height;
  if (!WebPPictureImportRGBA(&picture, rgba, width * BYTES_PER_PIXEL)) fail_for_memory();
  free(rgba);
  uint8_t *file = encode(&picture, quality);
  WebPPictureFree(&picture);
  return file;
}

EXPORT(encodedBytes) size_t encoded_bytes(void) { return writer.size; }

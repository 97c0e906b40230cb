/* Libwebp around one image, whose planes stay in the heap between decoding or drawing and encoding. */
#include "engine.h"

#include <webp/decode.h>
#include <webp/encode.h>

#include <stdio.h>
#include <jpeglib.h>

#include "jpeg-kernels.h"
#include "webp.h"

enum { FAILED, DONE, LOSSLESS = 2 };
enum { FILTERED_REDUCTION = 2 };

WebPPicture picture;

/* webp-kernels.c */
extern void use_kernels(void);

EXPORT(clear) void clear(void) { WebPPictureFree(&picture); }

static void init_picture(int width, int height) {
  clear();
  if (!WebPPictureInit(&picture)) fail("libwebp differs from its headers");
  picture.width = width;
  picture.height = height;
}

static void allocate_planes(int has_alpha) {
  picture.colorspace = has_alpha ? WEBP_YUV420A : WEBP_YUV420;
  if (!WebPPictureAlloc(&picture)) fail_for_memory();
}

void open_picture(int width, int height, int has_alpha) {
  init_picture(width, height);
  allocate_planes(has_alpha);
}

/* To the planes that a lossy image has: its pixels are never anything else. */
static int decode_lossy(const uint8_t *file, size_t size, WebPDecoderConfig *config) {
  WebPYUVABuffer *planes = &config->output.u.YUVA;
  allocate_planes(config->input.has_alpha);
  config->output.colorspace = config->input.has_alpha ? MODE_YUVA : MODE_YUV;
  planes->y = picture.y;
  planes->u = picture.u;
  planes->v = picture.v;
  planes->a = picture.a;
  planes->y_stride = picture.y_stride;
  planes->u_stride = planes->v_stride = picture.uv_stride;
  planes->a_stride = picture.a_stride;
  planes->y_size = (size_t)picture.y_stride * picture.height;
  planes->u_size = planes->v_size = (size_t)picture.uv_stride * ((picture.height + 1) / 2);
  planes->a_size = (size_t)picture.a_stride * picture.height;
  return WebPDecode(file, size, config) == VP8_STATUS_OK;
}

/* The encoder's own conversion takes gamma into account where it shrinks the chroma; the decoder's does not. */
static int decode_lossless(const uint8_t *file, size_t size, WebPDecoderConfig *config) {
  WebPRGBABuffer *pixels = &config->output.u.RGBA;
  pixels->stride = BYTES_PER_PIXEL * picture.width;
  pixels->size = (size_t)pixels->stride * picture.height;
  pixels->rgba = need(pixels->size);
  config->output.colorspace = MODE_RGBA;
  const int is_done = WebPDecode(file, size, config) == VP8_STATUS_OK &&
                      WebPPictureImportRGBA(&picture, pixels->rgba, pixels->stride);
  free(pixels->rgba);
  return is_done;
}

/* A still without metadata into the picture's planes. */
EXPORT(decodePlanes) int decode_planes(const uint8_t *file, size_t size) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return FAILED;
  if (WebPGetFeatures(file, size, &config.input) != VP8_STATUS_OK) return FAILED;
  init_picture(config.input.width, config.input.height);
  config.output.is_external_memory = 1;
  return config.input.format == LOSSLESS ? decode_lossless(file, size, &config) : decode_lossy(file, size, &config);
}

/* RGBA; null when libwebp refuses the file. */
EXPORT(decodePixels) uint8_t *decode_pixels(const uint8_t *file, size_t size) {
  init_picture(0, 0);
  return WebPDecodeRGBA(file, size, &picture.width, &picture.height);
}

/* Of libwebp 1.6, src/dec/vp8_dec.h: rows as they come from the decoder, without a place for all of them. */
typedef struct Rows Rows;
struct Rows {
  int width, height, top, columns, count;
  const uint8_t *y, *u, *v;
  int y_stride, uv_stride;
  void *opaque;
  int (*put)(const Rows *);
  int (*setup)(Rows *);
  void (*teardown)(const Rows *);
  int wants_smooth_chroma;
  size_t data_size;
  const uint8_t *data;
  int skips_filter, is_cropped, left, right, first, last, is_scaled, to_width, to_height;
  const uint8_t *a;
};
typedef struct Decoder Decoder;
extern int VP8InitIoInternal(Rows *rows, int version);
extern Decoder *VP8New(void);
extern int VP8GetHeaders(Decoder *decoder, Rows *rows);
extern int VP8Decode(Decoder *decoder, Rows *rows);
extern void VP8Delete(Decoder *decoder);

static int put_rows(const Rows *rows) {
  for (int y = 0; y < rows->count; ++y) push_part_row(0, rows->y + (size_t)y * rows->y_stride);
  for (int y = 0; y < (rows->count + 1) / 2; ++y) {
    push_part_row(1, rows->u + (size_t)y * rows->uv_stride);
    push_part_row(2, rows->v + (size_t)y * rows->uv_stride);
  }
  return 1;
}

/* Of the payload of a VP8 chunk: lossy, without transparency. An image of another size counts as damaged. */
static int shrink_rows(const uint8_t *data, size_t size, const Drawing *drawing, Chroma chroma) {
  Rows rows;
  if (!VP8InitIoInternal(&rows, WEBP_DECODER_ABI_VERSION)) fail("libwebp differs from its headers");
  Decoder *decoder = VP8New();
  if (decoder == NULL) fail_for_memory();
  rows.data = data;
  rows.data_size = size;
  rows.put = put_rows;
  /* Averaging leaves nothing of the edges that the filter smooths. */
  rows.skips_filter = drawing->to_width * FILTERED_REDUCTION <= drawing->width;
  int is_done = VP8GetHeaders(decoder, &rows) && rows.width == drawing->width && rows.height == drawing->height;
  if (is_done) {
    const int width = rows.width, height = rows.height;
    const Part half = {(width + 1) / 2, (height + 1) / 2, width / 2.0, height / 2.0};
    const Part parts[] = {{width, height, width, height}, half, half};
    open_parts(parts, 3, drawing->to_width, drawing->to_height, chroma, 1);
    is_done = VP8Decode(decoder, &rows);
    if (!is_done) free(take_parts());
  }
  VP8Delete(decoder);
  return is_done;
}

/* The payload of a VP8 chunk at a smaller size, into the picture. */
EXPORT(shrinkWebpToPicture) int shrink_webp_to_picture(
    const uint8_t *data, size_t size, int width, int height, int to_width, int to_height, int to_video_range) {
  const Drawing drawing = {.width = width, .height = height, .to_width = to_width, .to_height = to_height};
  if (!shrink_rows(data, size, &drawing, HALVED)) return FAILED;
  move_parts_to_picture(VIDEO, to_video_range ? VIDEO : FULL);
  return DONE;
}

/* The same as RGBA; null when libwebp refuses it. */
EXPORT(shrinkWebp) uint8_t *shrink_webp(const uint8_t *data, size_t size, int width, int height, int to_width, int to_height) {
  const Drawing drawing = {.width = width, .height = height, .to_width = to_width, .to_height = to_height};
  const size_t area = (size_t)to_width * to_height;
  if (!shrink_rows(data, size, &drawing, WHOLE)) return NULL;
  uint8_t *planes = take_parts();
  change_range(planes, area, 0, VIDEO, FULL);
  change_range(planes + area, 2 * area, 1, VIDEO, FULL);
  uint8_t *pixels = need((area + 8) * BYTES_PER_PIXEL);
  convert_to_rgba(planes, planes + area, planes + 2 * area, pixels, area);
  free(planes);
  return pixels;
}

/*
 * Any still, as pixels. WebPDecode is given a place for all of its rows, and writes none there: two of its functions are
 * wrapped (scripts/build-picture-engine.ts), which move it to a strip and hand its rows on.
 */
enum { MOST_ROWS_AT_ONCE = 32, PADDING = 64 };
typedef struct {
  /* Null outside of `shrinkPixels`. */
  Resizer *resizer;
  WebPRGBABuffer *place;
  uint8_t *strip;
  int height, pushed;
  int (*put)(const Rows *);
} Shrinking;
static Shrinking shrinking;

extern void __real_VP8LConvertFromBGRA(const uint32_t *words, int count, WEBP_CSP_MODE mode, uint8_t *to);
extern void __real_WebPInitCustomIo(void *params, Rows *rows);

/* Of a lossless image, row by row. */
void __wrap_VP8LConvertFromBGRA(const uint32_t *words, int count, WEBP_CSP_MODE mode, uint8_t *to) {
  __real_VP8LConvertFromBGRA(words, count, mode, shrinking.resizer == NULL ? to : shrinking.strip);
  if (shrinking.resizer != NULL) push_row(shrinking.resizer, shrinking.strip);
}

/* Of a lossy one. The last row waits for the next ones, with which its chroma is interpolated. */
static int put_pixels(const Rows *rows) {
  const int end = rows->top + rows->count, is_last = end == shrinking.height;
  WebPRGBABuffer *place = shrinking.place;
  place->rgba = shrinking.strip - (size_t)shrinking.pushed * place->stride;
  const int is_done = shrinking.put(rows);
  for (const uint8_t *row = shrinking.strip; shrinking.pushed < end - !is_last; ++shrinking.pushed, row += place->stride) {
    push_row(shrinking.resizer, row);
  }
  return is_done;
}

void __wrap_WebPInitCustomIo(void *params, Rows *rows) {
  __real_WebPInitCustomIo(params, rows);
  if (shrinking.resizer == NULL) return;
  shrinking.put = rows->put;
  rows->put = put_pixels;
}

/* RGBA of a still that states `width` x `height`, at another size; null when libwebp refuses it. */
EXPORT(shrinkPixels) uint8_t *shrink_pixels(
    const uint8_t *file, size_t size, int width, int height, int has_alpha, int to_width, int to_height) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) fail("libwebp differs from its headers");
  if (WebPGetFeatures(file, size, &config.input) != VP8_STATUS_OK) return NULL;
  if (config.input.width != width || config.input.height != height) return NULL;
  const size_t stride = (size_t)width * (has_alpha ? BYTES_PER_PIXEL : RGB);
  const Drawing drawing = {width, height, 0, 0, width, height, to_width, to_height};
  uint8_t *drawn = need((size_t)to_width * to_height * BYTES_PER_PIXEL);
  uint8_t *strip = need(stride * MOST_ROWS_AT_ONCE + PADDING);
  config.options.bypass_filtering = to_width * FILTERED_REDUCTION <= width;
  config.output.colorspace = has_alpha ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA = (WebPRGBABuffer){strip, (int)stride, stride * height};
  shrinking = (Shrinking){.place = &config.output.u.RGBA, .strip = strip, .height = height};
  shrinking.resizer = open_resizer(&drawing, has_alpha ? PIXELS_WITH_ALPHA : RGB, 0, drawn);
  const int is_done = WebPDecode(file, size, &config) == VP8_STATUS_OK;
  close_resizer(shrinking.resizer);
  shrinking.resizer = NULL;
  free(strip);
  if (is_done) return drawn;
  free(drawn);
  return NULL;
}

EXPORT(width) int width(void) { return picture.width; }
EXPORT(height) int height(void) { return picture.height; }
EXPORT(luma) uint8_t *luma(void) { return picture.y; }
EXPORT(chromaU) uint8_t *chroma_u(void) { return picture.u; }
EXPORT(chromaV) uint8_t *chroma_v(void) { return picture.v; }
/* Null for an opaque picture. */
EXPORT(alpha) uint8_t *alpha(void) { return picture.a; }

/* Lossy, at libwebp's default settings but for these. Null when libwebp refuses. */
static uint8_t *encode(WebPPicture *image, float quality, int low_memory) {
  WebPMemoryWriter writer;
  WebPConfig config;
  use_kernels();
  if (!WebPConfigInit(&config)) fail("libwebp differs from its headers");
  WebPMemoryWriterInit(&writer);
  config.quality = quality;
  config.low_memory = low_memory;
  image->writer = WebPMemoryWrite;
  image->custom_ptr = &writer;
  if (!WebPEncode(&config, image)) {
    WebPMemoryWriterClear(&writer);
    return NULL;
  }
  file_length = writer.size;
  return writer.mem;
}

EXPORT(encodePicture) uint8_t *encode_picture(float quality) { return encode(&picture, quality, 0); }

/* Without transparency. */
EXPORT(encodePlanes) uint8_t *encode_planes(float quality, int low_memory) {
  picture.colorspace = WEBP_YUV420;
  picture.a = NULL;
  return encode(&picture, quality, low_memory);
}

/* Frees the pixels, and leaves the picture as it is. */
EXPORT(encodePixels) uint8_t *encode_pixels(
    uint8_t *rgba, int width, int height, int with_alpha, float quality, int low_memory) {
  const int stride = BYTES_PER_PIXEL * width;
  WebPPicture image;
  if (!WebPPictureInit(&image)) fail("libwebp differs from its headers");
  image.width = width;
  image.height = height;
  const int is_done =
      with_alpha ? WebPPictureImportRGBA(&image, rgba, stride) : WebPPictureImportRGBX(&image, rgba, stride);
  if (!is_done) fail_for_memory();
  free(rgba);
  uint8_t *file = encode(&image, quality, low_memory);
  WebPPictureFree(&image);
  return file;
}

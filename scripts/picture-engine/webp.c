/* Libwebp around one image, whose planes stay in the heap between decoding or drawing and encoding. */
#include "engine.h"

#include <webp/decode.h>
#include <webp/encode.h>

#include "webp.h"

enum { FAILED, DONE, LOSSLESS = 2 };

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

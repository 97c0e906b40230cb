/*
 * Libwebp around a single picture, whose planes of luma, chroma and transparency stay in the heap between decoding and
 * encoding; a picture can come and go as pixels, too: src/worker/imaging/webp-codec/open-webp-codec.ts calls it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <webp/decode.h>
#include <webp/encode.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

#define PAGE_BITS 16
#define FAILED 0
#define DONE 1

/* The host counts every page; negative when it grants none. */
__attribute__((import_module("env"), import_name("grow"))) extern int grow(uint32_t pages);

/* Where wasi-libc's malloc asks for more. */
void *sbrk(intptr_t increment) {
  uintptr_t end = __builtin_wasm_memory_size(0) << PAGE_BITS;
  uint32_t pages = ((uintptr_t)increment + (1 << PAGE_BITS) - 1) >> PAGE_BITS;
  return pages > 0 && grow(pages) < 0 ? (void *)-1 : (void *)end;
}

static WebPPicture picture;
static WebPMemoryWriter result;

void *EXPORT(allocate)(size_t size) { return malloc(size); }

void EXPORT(release)(void *block) { free(block); }

void EXPORT(clear)(void) {
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&result);
}

/* To the planes that a lossy image has: its pixels are never anything else. */
static int decode_lossy(const uint8_t *file, size_t size, WebPDecoderConfig *config) {
  WebPYUVABuffer *planes = &config->output.u.YUVA;
  picture.colorspace = config->input.has_alpha ? WEBP_YUV420A : WEBP_YUV420;
  if (!WebPPictureAlloc(&picture)) return FAILED;
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
  pixels->stride = 4 * picture.width;
  pixels->size = (size_t)pixels->stride * picture.height;
  pixels->rgba = malloc(pixels->size);
  config->output.colorspace = MODE_RGBA;
  int is_done = pixels->rgba != NULL && WebPDecode(file, size, config) == VP8_STATUS_OK &&
                WebPPictureImportRGBA(&picture, pixels->rgba, pixels->stride);
  free(pixels->rgba);
  return is_done;
}

int EXPORT(decode_planes)(const uint8_t *file, size_t size) {
  WebPDecoderConfig config;
  clear();
  if (!WebPInitDecoderConfig(&config) || !WebPPictureInit(&picture)) return FAILED;
  if (WebPGetFeatures(file, size, &config.input) != VP8_STATUS_OK) return FAILED;
  picture.width = config.input.width;
  picture.height = config.input.height;
  config.output.is_external_memory = 1;
  return config.input.format == 2 ? decode_lossless(file, size, &config)
                                  : decode_lossy(file, size, &config);
}

int EXPORT(width)(void) { return picture.width; }

int EXPORT(height)(void) { return picture.height; }

uint8_t *EXPORT(luma)(void) { return picture.y; }

uint8_t *EXPORT(chroma_u)(void) { return picture.u; }

uint8_t *EXPORT(chroma_v)(void) { return picture.v; }

/* Null for an opaque picture. */
uint8_t *EXPORT(alpha)(void) { return picture.a; }

/* RGBA, of which the caller releases the address; null when libwebp refuses the file. */
uint8_t *EXPORT(decode_pixels)(const uint8_t *file, size_t size) {
  clear();
  WebPPictureInit(&picture);
  return WebPDecodeRGBA(file, size, &picture.width, &picture.height);
}

/* Takes the colours of RGBA, and no transparency. */
int EXPORT(import_pixels)(const uint8_t *rgba, int width, int height) {
  clear();
  if (!WebPPictureInit(&picture)) return FAILED;
  picture.width = width;
  picture.height = height;
  return WebPPictureImportRGBX(&picture, rgba, 4 * width);
}

/* webp-kernels.c */
extern void use_kernels(void);

/* Without the transparency, at libwebp's default settings but for these. */
int EXPORT(encode)(float quality, int low_memory) {
  WebPConfig config;
  use_kernels();
  if (!WebPConfigInit(&config)) return FAILED;
  config.quality = quality;
  config.low_memory = low_memory;
  picture.colorspace = WEBP_YUV420;
  picture.a = NULL;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &result;
  return WebPEncode(&config, &picture) ? DONE : FAILED;
}

uint8_t *EXPORT(result_bytes)(void) { return result.mem; }

size_t EXPORT(result_length)(void) { return result.size; }

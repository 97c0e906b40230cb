/* JPEG: rows in full, a reduced image by way of the transform's scaling, and the encoder. */
#include "engine.h"

#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>

#include "jpeg-kernels.h"
#include "webp.h"

enum { INKS = 4, MAX_ROWS = 4 * DCTSIZE, VECTOR_PIXELS = 8 };

static struct jpeg_decompress_struct jpeg;
static struct jpeg_compress_struct encoder;
static struct jpeg_error_mgr errors;

static void on_error(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  if (info->err->msg_code == JERR_OUT_OF_MEMORY) fail_for_memory();
  fail(text);
}

/* Every warning: libjpeg would tell the first alone. */
static void on_message(j_common_ptr info, int level) {
  char text[JMSG_LENGTH_MAX];
  if (level >= 0) return;
  info->err->format_message(info, text);
  host_complain(text, strlen(text));
}

static struct jpeg_error_mgr *open_errors(void) {
  jpeg_std_error(&errors);
  errors.error_exit = on_error;
  errors.emit_message = on_message;
  return &errors;
}

EXPORT(openJpeg) void open_jpeg(const uint8_t *file, size_t length) {
  jpeg.err = open_errors();
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, file, length);
  jpeg_read_header(&jpeg, TRUE);
}

EXPORT(jpegWidth) int jpeg_width(void) { return jpeg.image_width; }
EXPORT(jpegHeight) int jpeg_height(void) { return jpeg.image_height; }

/* Of one that is not read. */
EXPORT(closeJpeg) void close_jpeg(void) { jpeg_destroy_decompress(&jpeg); }

void start_jpeg(void) {
  jpeg.out_color_space = jpeg.num_components == INKS ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(&jpeg);
  use_jpeg_kernels(&jpeg);
}

void read_jpeg_rows(uint8_t *rows, int width, int count) {
  for (int done = 0; done < count; ++done) {
    JSAMPROW row = rows + (size_t)done * width * BYTES_PER_PIXEL;
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
}

void finish_jpeg(void) {
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
}

/* The smallest of 1, 1/2, 1/4 and 1/8 that keeps `to_width` x `to_height`. */
static void choose_scale(int to_width, int to_height) {
  int divisor = DCTSIZE;
  while (divisor > 1 && (jpeg.image_width < (JDIMENSION)to_width * divisor ||
                         jpeg.image_height < (JDIMENSION)to_height * divisor)) divisor /= 2;
  jpeg.scale_num = 1;
  jpeg.scale_denom = divisor;
}

/* The stored image covers a part of a sample at its right and lower edge. */
static Part describe_part(const jpeg_component_info *part) {
  const double whole = DCTSIZE;
  return (Part){
      .width = part->downsampled_width, .height = part->downsampled_height,
      .shown_width = jpeg.image_width * (part->h_samp_factor * part->DCT_h_scaled_size) / (jpeg.max_h_samp_factor * whole),
      .shown_height = jpeg.image_height * (part->v_samp_factor * part->DCT_v_scaled_size) / (jpeg.max_v_samp_factor * whole),
  };
}

static void read_parts(void) {
  JSAMPROW rows[INKS][MAX_ROWS];
  JSAMPARRAY arrays[INKS];
  uint8_t *buffers[INKS];
  int counts[INKS], done[INKS] = {0};
  for (int at = 0; at < jpeg.num_components; ++at) {
    const jpeg_component_info *part = &jpeg.comp_info[at];
    const size_t width = (size_t)part->width_in_blocks * part->DCT_h_scaled_size;
    counts[at] = part->v_samp_factor * part->DCT_v_scaled_size;
    buffers[at] = need(width * counts[at]);
    for (int y = 0; y < counts[at]; ++y) rows[at][y] = buffers[at] + y * width;
    arrays[at] = rows[at];
  }
  while (jpeg.output_scanline < jpeg.output_height) {
    jpeg_read_raw_data(&jpeg, arrays, jpeg.max_v_samp_factor * jpeg.min_DCT_v_scaled_size);
    for (int at = 0; at < jpeg.num_components; ++at) {
      const int height = jpeg.comp_info[at].downsampled_height;
      for (int y = 0; y < counts[at] && done[at] < height; ++y, ++done[at]) push_part_row(at, rows[at][y]);
    }
  }
  for (int at = 0; at < jpeg.num_components; ++at) free(buffers[at]);
}

static void shrink_parts(int to_width, int to_height, Chroma chroma, int orientation) {
  Part parts[INKS];
  if (jpeg.num_components == 2 || jpeg.num_components > INKS) fail("The JPEG has an unknown colour space");
  choose_scale(to_width, to_height);
  jpeg.raw_data_out = TRUE;
  jpeg.do_fancy_upsampling = FALSE;
  jpeg_start_decompress(&jpeg);
  use_jpeg_kernels(&jpeg);
  for (int at = 0; at < jpeg.num_components; ++at) parts[at] = describe_part(&jpeg.comp_info[at]);
  open_parts(parts, jpeg.num_components, to_width, to_height, chroma, orientation);
  read_parts();
}

static void interleave(const uint8_t *planes, size_t area, uint8_t *pixels) {
  const J_COLOR_SPACE space = jpeg.jpeg_color_space;
  const int is_gray = space == JCS_GRAYSCALE, parts = is_gray ? 3 : jpeg.num_components;
  if (space == JCS_YCbCr || space == JCS_YCCK) {
    convert_to_rgba(planes, planes + area, planes + 2 * area, pixels, area);
    if (space == JCS_YCbCr) return;
    /* The other way about: of ink, and with black beside it. */
    for (size_t at = 0; at < area; ++at, pixels += BYTES_PER_PIXEL) {
      for (int ink = 0; ink < 3; ++ink) pixels[ink] = OPAQUE - pixels[ink];
      pixels[3] = planes[at + 3 * area];
    }
    return;
  }
  for (size_t at = 0; at < area; ++at, pixels += BYTES_PER_PIXEL) {
    pixels[3] = OPAQUE;
    for (int part = 0; part < parts; ++part) pixels[part] = planes[at + (is_gray ? 0 : part * area)];
  }
}

/* The opened JPEG at a smaller size: RGBA, or four inks as they are stored. */
EXPORT(shrinkJpeg) uint8_t *shrink_jpeg(int to_width, int to_height) {
  const size_t area = (size_t)to_width * to_height;
  shrink_parts(to_width, to_height, WHOLE, 1);
  uint8_t *planes = take_parts();
  uint8_t *pixels = need((area + VECTOR_PIXELS) * BYTES_PER_PIXEL);
  interleave(planes, area, pixels);
  free(planes);
  finish_jpeg();
  return pixels;
}

/* Whether luma and chroma can become a picture's without a detour by way of RGB. */
EXPORT(hasLuma) int has_luma(void) {
  return jpeg.jpeg_color_space == JCS_YCbCr || jpeg.jpeg_color_space == JCS_GRAYSCALE;
}

/* The opened JPEG, which has luma, at a smaller size, into the picture. */
EXPORT(shrinkJpegToPicture) void shrink_jpeg_to_picture(int to_width, int to_height, int orientation, int to_video_range) {
  shrink_parts(to_width, to_height, HALVED, orientation);
  move_parts_to_picture(FULL, to_video_range ? VIDEO : FULL);
  finish_jpeg();
}

/* Baseline, 4:2:0, with tables of its own. */
static void open_encoder(uint8_t **file, unsigned long *length, int width, int height, int quality, J_COLOR_SPACE space) {
  encoder.err = open_errors();
  jpeg_create_compress(&encoder);
  jpeg_c_set_int_param(&encoder, JINT_COMPRESS_PROFILE, JCP_FASTEST);
  jpeg_mem_dest(&encoder, file, length);
  encoder.image_width = width;
  encoder.image_height = height;
  encoder.input_components = space == JCS_YCbCr ? 3 : BYTES_PER_PIXEL;
  encoder.in_color_space = space;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  encoder.optimize_coding = TRUE;
  encoder.raw_data_in = space == JCS_YCbCr;
  jpeg_start_compress(&encoder, TRUE);
}

static uint8_t *close_encoder(uint8_t **file, const unsigned long *length) {
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  file_length = *length;
  return *file;
}

/* Without alpha. Frees the pixels. */
EXPORT(encodeJpeg) uint8_t *encode_jpeg(uint8_t *rgba, int width, int height, int quality) {
  uint8_t *file = NULL;
  unsigned long length = 0;
  open_encoder(&file, &length, width, height, quality, JCS_EXT_RGBA);
  for (int y = 0; y < height; ++y) {
    JSAMPROW row = rgba + (size_t)y * width * BYTES_PER_PIXEL;
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  free(rgba);
  return close_encoder(&file, &length);
}

/* Repeats the last sample of a row up to a whole block, and the last row. */
static void pad_rows(JSAMPARRAY rows, const uint8_t *plane, int width, int height, int top, int count) {
  const int padded = (width + DCTSIZE - 1) / DCTSIZE * DCTSIZE;
  for (int y = 0; y < count; ++y) {
    const uint8_t *from = plane + (size_t)(top + y < height ? top + y : height - 1) * width;
    memcpy(rows[y], from, width);
    memset(rows[y] + width, from[width - 1], padded - width);
  }
}

/* The planes of the picture, which have the full range. */
EXPORT(encodePictureAsJpeg) uint8_t *encode_picture_as_jpeg(int quality) {
  enum { PARTS = 3, MCU = 2 * DCTSIZE };
  uint8_t *file = NULL;
  unsigned long length = 0;
  const int width = picture.width, height = picture.height;
  const int half_width = (width + 1) / 2, half_height = (height + 1) / 2;
  const uint8_t *planes[PARTS] = {picture.y, picture.u, picture.v};
  JSAMPROW rows[PARTS][MCU];
  JSAMPARRAY arrays[PARTS] = {rows[0], rows[1], rows[2]};
  const size_t stride = width + MCU;
  uint8_t *strip = need(stride * MCU * PARTS);
  for (int at = 0; at < PARTS * MCU; ++at) rows[at / MCU][at % MCU] = strip + at * stride;
  open_encoder(&file, &length, width, height, quality, JCS_YCbCr);
  for (int top = 0; top < height; top += MCU) {
    pad_rows(rows[0], planes[0], width, height, top, MCU);
    for (int at = 1; at < PARTS; ++at) pad_rows(rows[at], planes[at], half_width, half_height, top / 2, DCTSIZE);
    jpeg_write_raw_data(&encoder, arrays, MCU);
  }
  free(strip);
  return close_encoder(&file, &length);
}

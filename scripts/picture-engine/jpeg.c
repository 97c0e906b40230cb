/* JPEG: rows in full, a reduced image by way of the transform's scaling, and the encoder. */
#include "engine.h"

#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>

#include "jpeg-kernels.h"

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
static Resizer *open_component(const jpeg_component_info *part, int to_width, int to_height, uint8_t *plane) {
  const double whole = DCTSIZE;
  const Drawing drawing = {
      .width = part->downsampled_width, .height = part->downsampled_height,
      .crop_width = jpeg.image_width * (part->h_samp_factor * part->DCT_h_scaled_size) / (jpeg.max_h_samp_factor * whole),
      .crop_height = jpeg.image_height * (part->v_samp_factor * part->DCT_v_scaled_size) / (jpeg.max_v_samp_factor * whole),
      .to_width = to_width, .to_height = to_height,
  };
  return open_resizer(&drawing, SAMPLES, 1, plane);
}

/* Draws each component at the wanted size: a subsampled one is never enlarged to that of the others. */
static void shrink_components(uint8_t *planes, int to_width, int to_height) {
  JSAMPROW rows[INKS][MAX_ROWS];
  JSAMPARRAY arrays[INKS];
  uint8_t *buffers[INKS];
  Resizer *resizers[INKS];
  int counts[INKS], done[INKS] = {0};
  for (int at = 0; at < jpeg.num_components; ++at) {
    const jpeg_component_info *part = &jpeg.comp_info[at];
    const size_t width = (size_t)part->width_in_blocks * part->DCT_h_scaled_size;
    counts[at] = part->v_samp_factor * part->DCT_v_scaled_size;
    buffers[at] = need(width * counts[at]);
    for (int y = 0; y < counts[at]; ++y) rows[at][y] = buffers[at] + y * width;
    arrays[at] = rows[at];
    resizers[at] = open_component(part, to_width, to_height, planes + (size_t)at * to_width * to_height);
  }
  while (jpeg.output_scanline < jpeg.output_height) {
    jpeg_read_raw_data(&jpeg, arrays, jpeg.max_v_samp_factor * jpeg.min_DCT_v_scaled_size);
    for (int at = 0; at < jpeg.num_components; ++at) {
      const int height = jpeg.comp_info[at].downsampled_height;
      for (int y = 0; y < counts[at] && done[at] < height; ++y, ++done[at]) push_row(resizers[at], rows[at][y]);
    }
  }
  for (int at = 0; at < jpeg.num_components; ++at) {
    free(buffers[at]);
    close_resizer(resizers[at]);
  }
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
  if (jpeg.num_components == 2 || jpeg.num_components > INKS) fail("The JPEG has an unknown colour space");
  choose_scale(to_width, to_height);
  jpeg.raw_data_out = TRUE;
  jpeg.do_fancy_upsampling = FALSE;
  jpeg_start_decompress(&jpeg);
  use_jpeg_kernels(&jpeg);
  uint8_t *planes = need(area * jpeg.num_components + VECTOR_PIXELS);
  shrink_components(planes, to_width, to_height);
  uint8_t *pixels = need((area + VECTOR_PIXELS) * BYTES_PER_PIXEL);
  interleave(planes, area, pixels);
  free(planes);
  finish_jpeg();
  return pixels;
}

/* Baseline, 4:2:0, with tables of its own; without alpha. Frees the pixels. */
EXPORT(encodeJpeg) uint8_t *encode_jpeg(uint8_t *rgba, int width, int height, int quality) {
  uint8_t *file = NULL;
  unsigned long length = 0;
  encoder.err = open_errors();
  jpeg_create_compress(&encoder);
  jpeg_c_set_int_param(&encoder, JINT_COMPRESS_PROFILE, JCP_FASTEST);
  jpeg_mem_dest(&encoder, &file, &length);
  encoder.image_width = width;
  encoder.image_height = height;
  encoder.input_components = BYTES_PER_PIXEL;
  encoder.in_color_space = JCS_EXT_RGBA;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  encoder.optimize_coding = TRUE;
  jpeg_start_compress(&encoder, TRUE);
  for (int y = 0; y < height; ++y) {
    JSAMPROW row = rgba + (size_t)y * width * BYTES_PER_PIXEL;
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  free(rgba);
  file_length = length;
  return file;
}

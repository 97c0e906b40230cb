/* Libpng's filters of 3 and 4 bytes a pixel (PNG third edition, 9.2) with SIMD, of equal results. */
#include "engine.h"

#include <png.h>
#include <wasm_simd128.h>

enum { VECTOR = 16 };

extern void __real_png_read_filter_row(png_structp png, png_row_info *info, uint8_t *row, const uint8_t *above, int filter);

static void add_above(uint8_t *row, const uint8_t *above, size_t bytes) {
  size_t at = 0;
  for (; at + VECTOR <= bytes; at += VECTOR) {
    wasm_v128_store(row + at, wasm_i8x16_add(wasm_v128_load(row + at), wasm_v128_load(above + at)));
  }
  for (; at < bytes; ++at) row[at] += above[at];
}

/* Of one pixel, in the low lanes. */
typedef v128_t (*Predict)(v128_t left, v128_t above, v128_t above_left);

static inline v128_t predict_left(v128_t left, v128_t above, v128_t above_left) { return left; }

static inline v128_t predict_mean(v128_t left, v128_t above, v128_t above_left) {
  const v128_t odd = wasm_v128_and(wasm_v128_xor(left, above), wasm_i8x16_splat(1));
  return wasm_i8x16_sub(wasm_u8x16_avgr(left, above), odd);
}

static inline v128_t predict_paeth(v128_t left8, v128_t above8, v128_t above_left8) {
  const v128_t left = wasm_u16x8_extend_low_u8x16(left8), above = wasm_u16x8_extend_low_u8x16(above8);
  const v128_t above_left = wasm_u16x8_extend_low_u8x16(above_left8);
  const v128_t to_left = wasm_i16x8_sub(above, above_left), to_above = wasm_i16x8_sub(left, above_left);
  const v128_t by_left = wasm_i16x8_abs(to_left), by_above = wasm_i16x8_abs(to_above);
  const v128_t by_above_left = wasm_i16x8_abs(wasm_i16x8_add(to_left, to_above));
  const v128_t least = wasm_i16x8_min(by_left, wasm_i16x8_min(by_above, by_above_left));
  const v128_t not_left = wasm_v128_bitselect(above, above_left, wasm_i16x8_eq(least, by_above));
  const v128_t nearest = wasm_v128_bitselect(left, not_left, wasm_i16x8_eq(least, by_left));
  return wasm_u8x16_narrow_i16x8(nearest, nearest);
}

/* Reads and writes a word a pixel, the last one by way of a copy: a word of 3 bytes a pixel ends in the next one. */
static inline __attribute__((always_inline)) void add_predicted(
    uint8_t *row, const uint8_t *above, size_t bytes, size_t step, Predict predict) {
  v128_t left = wasm_i8x16_splat(0), above_left = left;
  size_t at = 0;
  if (bytes < sizeof(uint32_t)) return;
  v128_t pixel = wasm_v128_load32_zero(row);
  for (; at + step + sizeof(uint32_t) <= bytes; at += step) {
    const v128_t next = wasm_v128_load32_zero(row + at + step);
    const v128_t over = wasm_v128_load32_zero(above + at);
    left = wasm_i8x16_add(pixel, predict(left, over, above_left));
    above_left = over;
    wasm_v128_store32_lane(row + at, left, 0);
    pixel = next;
    if (step < sizeof(uint32_t)) row[at + step] = (uint8_t)wasm_i8x16_extract_lane(next, 0);
  }
  for (; at < bytes; at += step) {
    uint8_t last[sizeof(uint32_t)] = {0}, over_last[sizeof(uint32_t)] = {0};
    memcpy(last, row + at, step);
    memcpy(over_last, above + at, step);
    const v128_t over = wasm_v128_load32_zero(over_last);
    left = wasm_i8x16_add(wasm_v128_load32_zero(last), predict(left, over, above_left));
    above_left = over;
    wasm_v128_store32_lane(last, left, 0);
    memcpy(row + at, last, step);
  }
}

#define ADD_PREDICTED(step) \
  switch (filter) { \
    case PNG_FILTER_VALUE_SUB: add_predicted(row, above, info->rowbytes, step, predict_left); return; \
    case PNG_FILTER_VALUE_AVG: add_predicted(row, above, info->rowbytes, step, predict_mean); return; \
    case PNG_FILTER_VALUE_PAETH: add_predicted(row, above, info->rowbytes, step, predict_paeth); return; \
  }

/* In libpng's place. */
void __wrap_png_read_filter_row(png_structp png, png_row_info *info, uint8_t *row, const uint8_t *above, int filter) {
  if (filter == PNG_FILTER_VALUE_UP) {
    add_above(row, above, info->rowbytes);
    return;
  }
  if (info->rowbytes >= sizeof(uint32_t)) {
    if (info->pixel_depth == 24) ADD_PREDICTED(3)
    if (info->pixel_depth == 32) ADD_PREDICTED(4)
  }
  __real_png_read_filter_row(png, info, row, above, filter);
}

/*
 * Libjpeg's inverse transforms (jidctint.c, jidctred.c) and its conversion to RGB for WebAssembly's SIMD: the same
 * arithmetic, eight columns at once. Intermediates of 16 bits saturate, which only damaged blocks reach.
 *
 * Loeffler, Ligtenberg and Moschytz, "Practical fast 1-D DCT algorithms with 11 multiplications" (1989).
 */
#include "engine.h"

#include <stdio.h>
#include <jpeglib.h>
#include <wasm_simd128.h>

#include "jpeg-kernels.h"

enum { CONST_BITS = 13, PASS1_BITS = 2, CENTER = 128, CHANNEL_BITS = 6 };

/* Of jpegint.h: libjpeg calls one for each block of a component. */
typedef void Transform(j_decompress_ptr info, jpeg_component_info *part, JCOEFPTR block, JSAMPARRAY rows, JDIMENSION column);
struct jpeg_inverse_dct {
  void (*start_pass)(j_decompress_ptr info);
  Transform *inverse_DCT[MAX_COMPONENTS];
};

/* Steps of quantization have 32 bits in a libjpeg without SIMD of its own. */
static inline v128_t load_row(const int16_t *coefficients, const int32_t *steps) {
  const v128_t narrowed = wasm_i16x8_narrow_i32x4(wasm_v128_load(steps), wasm_v128_load(steps + 4));
  return wasm_i16x8_mul(wasm_v128_load(coefficients), narrowed);
}

/* Products of 32 bits, of the lower and the upper four lanes. */
typedef struct {
  v128_t low, high;
} Wide;

static inline v128_t pair_of(int first, int second) { return wasm_i32x4_splat((second << 16) | (first & 0xffff)); }

static inline Wide mix_pairs(v128_t a, v128_t b, v128_t weights) {
  return (Wide){wasm_i32x4_dot_i16x8(wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11), weights),
                wasm_i32x4_dot_i16x8(wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15), weights)};
}

static inline Wide plus(Wide a, Wide b) { return (Wide){wasm_i32x4_add(a.low, b.low), wasm_i32x4_add(a.high, b.high)}; }
static inline Wide minus(Wide a, Wide b) { return (Wide){wasm_i32x4_sub(a.low, b.low), wasm_i32x4_sub(a.high, b.high)}; }

static inline Wide widen(v128_t a, int bits) {
  return (Wide){wasm_i32x4_shl(wasm_i32x4_extend_low_i16x8(a), bits), wasm_i32x4_shl(wasm_i32x4_extend_high_i16x8(a), bits)};
}

static inline v128_t descale(Wide a, int bits) {
  const v128_t half = wasm_i32x4_splat(1 << (bits - 1));
  return wasm_i16x8_narrow_i32x4(wasm_i32x4_shr(wasm_i32x4_add(a.low, half), bits),
                                 wasm_i32x4_shr(wasm_i32x4_add(a.high, half), bits));
}

static inline void transform_eight(v128_t *rows, int bits) {
  const v128_t z3 = wasm_i16x8_add(rows[7], rows[3]), z4 = wasm_i16x8_add(rows[5], rows[1]);
  const Wide turned3 = mix_pairs(z3, z4, pair_of(9633 - 16069, 9633)), turned4 = mix_pairs(z3, z4, pair_of(9633, 9633 - 3196));
  const Wide odd[4] = {
      plus(mix_pairs(rows[7], rows[1], pair_of(2446 - 7373, -7373)), turned3),
      plus(mix_pairs(rows[5], rows[3], pair_of(16819 - 20995, -20995)), turned4),
      plus(mix_pairs(rows[3], rows[5], pair_of(25172 - 20995, -20995)), turned3),
      plus(mix_pairs(rows[1], rows[7], pair_of(12299 - 7373, -7373)), turned4),
  };
  const Wide sum = widen(wasm_i16x8_add(rows[0], rows[4]), CONST_BITS), difference = widen(wasm_i16x8_sub(rows[0], rows[4]), CONST_BITS);
  const Wide outer = mix_pairs(rows[2], rows[6], pair_of(4433 + 6270, 4433)), inner = mix_pairs(rows[2], rows[6], pair_of(4433, 4433 - 15137));
  const Wide even[4] = {minus(sum, outer), minus(difference, inner), plus(difference, inner), plus(sum, outer)};
  for (int at = 0; at < 4; ++at) {
    rows[3 - at] = descale(plus(even[at], odd[at]), bits);
    rows[4 + at] = descale(minus(even[at], odd[at]), bits);
  }
}

static inline void transpose_eight(v128_t *r) {
  v128_t a[8], b[8];
  for (int at = 0; at < 4; ++at) {
    a[2 * at] = wasm_i16x8_shuffle(r[at], r[at + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    a[2 * at + 1] = wasm_i16x8_shuffle(r[at], r[at + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (int at = 0; at < 4; ++at) {
    b[2 * at] = wasm_i16x8_shuffle(a[at], a[at + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    b[2 * at + 1] = wasm_i16x8_shuffle(a[at], a[at + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
  for (int at = 0; at < 4; ++at) {
    r[2 * at] = wasm_i16x8_shuffle(b[at], b[at + 4], 0, 8, 1, 9, 2, 10, 3, 11);
    r[2 * at + 1] = wasm_i16x8_shuffle(b[at], b[at + 4], 4, 12, 5, 13, 6, 14, 7, 15);
  }
}

static inline v128_t to_samples(v128_t a, v128_t b) {
  const v128_t center = wasm_i16x8_splat(CENTER);
  return wasm_u8x16_narrow_i16x8(wasm_i16x8_add_sat(a, center), wasm_i16x8_add_sat(b, center));
}

static void invert_eight(j_decompress_ptr info, jpeg_component_info *part, JCOEFPTR block, JSAMPARRAY rows, JDIMENSION column) {
  const int32_t *steps = part->dct_table;
  v128_t r[DCTSIZE], below = wasm_i16x8_splat(0);
  for (int at = 0; at < DCTSIZE; ++at) {
    r[at] = load_row(block + at * DCTSIZE, steps + at * DCTSIZE);
    if (at > 0) below = wasm_v128_or(below, r[at]);
  }
  if (wasm_v128_any_true(below)) {
    transform_eight(r, CONST_BITS - PASS1_BITS);
  } else {
    r[0] = wasm_i16x8_shl(r[0], PASS1_BITS);
    for (int at = 1; at < DCTSIZE; ++at) r[at] = r[0];
  }
  transpose_eight(r);
  transform_eight(r, CONST_BITS + PASS1_BITS + 3);
  transpose_eight(r);
  for (int at = 0; at < DCTSIZE; at += 2) {
    const v128_t samples = to_samples(r[at], r[at + 1]);
    wasm_v128_store64_lane(rows[at] + column, samples, 0);
    wasm_v128_store64_lane(rows[at + 1] + column, samples, 1);
  }
}

/* Eight rows of columns to four. */
static inline void transform_four(const v128_t *rows, v128_t *out, int bits) {
  const Wide first = widen(rows[0], CONST_BITS + 1), turned = mix_pairs(rows[2], rows[6], pair_of(15137, -6270));
  const Wide outer = plus(first, turned), inner = minus(first, turned);
  const Wide odd0 = plus(mix_pairs(rows[7], rows[5], pair_of(-1730, 11893)), mix_pairs(rows[3], rows[1], pair_of(-17799, 8697)));
  const Wide odd2 = plus(mix_pairs(rows[7], rows[5], pair_of(-4176, -4926)), mix_pairs(rows[3], rows[1], pair_of(7373, 20995)));
  out[0] = descale(plus(outer, odd2), bits);
  out[1] = descale(plus(inner, odd0), bits);
  out[2] = descale(minus(inner, odd0), bits);
  out[3] = descale(minus(outer, odd2), bits);
}

static void invert_to_four(j_decompress_ptr info, jpeg_component_info *part, JCOEFPTR block, JSAMPARRAY rows, JDIMENSION column) {
  const int32_t *steps = part->dct_table;
  v128_t r[DCTSIZE], half[DCTSIZE], quarter[4];
  for (int at = 0; at < DCTSIZE; ++at) {
    r[at] = load_row(block + at * DCTSIZE, steps + at * DCTSIZE);
  }
  transform_four(r, half, CONST_BITS - PASS1_BITS + 1);
  for (int at = 4; at < DCTSIZE; ++at) half[at] = wasm_i16x8_splat(0);
  transpose_eight(half);
  transform_four(half, quarter, CONST_BITS + PASS1_BITS + 3 + 1);
  /* Lanes are rows now. */
  const v128_t columns01 = wasm_i16x8_shuffle(quarter[0], quarter[1], 0, 8, 1, 9, 2, 10, 3, 11);
  const v128_t columns23 = wasm_i16x8_shuffle(quarter[2], quarter[3], 0, 8, 1, 9, 2, 10, 3, 11);
  const v128_t rows01 = wasm_i32x4_shuffle(columns01, columns23, 0, 4, 1, 5);
  const v128_t rows23 = wasm_i32x4_shuffle(columns01, columns23, 2, 6, 3, 7);
  const v128_t samples = to_samples(rows01, rows23);
  wasm_v128_store32_lane(rows[0] + column, samples, 0);
  wasm_v128_store32_lane(rows[1] + column, samples, 1);
  wasm_v128_store32_lane(rows[2] + column, samples, 2);
  wasm_v128_store32_lane(rows[3] + column, samples, 3);
}

void use_jpeg_kernels(j_decompress_ptr info) {
  for (int at = 0; at < info->num_components; ++at) {
    const int size = info->comp_info[at].DCT_h_scaled_size;
    if (info->comp_info[at].DCT_v_scaled_size != size) continue;
    if (size == DCTSIZE) info->idct->inverse_DCT[at] = invert_eight;
    if (size == DCTSIZE / 2) info->idct->inverse_DCT[at] = invert_to_four;
  }
}

static inline v128_t load_chroma(const uint8_t *plane) {
  return wasm_i16x8_shl(wasm_i16x8_sub(wasm_u16x8_load8x8(plane), wasm_i16x8_splat(CENTER)), CHANNEL_BITS);
}

static inline v128_t scale(v128_t value, double factor) {
  return wasm_i16x8_q15mulr_sat(value, wasm_i16x8_splat((int16_t)(factor * 32768 + 0.5)));
}

/* ITU-T T.871, 7. The caller provides for eight pixels at a time. */
void convert_to_rgba(const uint8_t *luma, const uint8_t *chroma_blue, const uint8_t *chroma_red, uint8_t *rgba, size_t count) {
  const v128_t half = wasm_i16x8_splat(1 << (CHANNEL_BITS - 1)), opaque = wasm_i16x8_splat(OPAQUE);
  for (size_t at = 0; at < count; at += 8) {
    const v128_t y = wasm_i16x8_add(wasm_i16x8_shl(wasm_u16x8_load8x8(luma + at), CHANNEL_BITS), half);
    const v128_t blue = load_chroma(chroma_blue + at), red = load_chroma(chroma_red + at);
    const v128_t r = wasm_i16x8_shr(wasm_i16x8_add(y, wasm_i16x8_add(red, scale(red, 0.402))), CHANNEL_BITS);
    const v128_t g = wasm_i16x8_shr(wasm_i16x8_sub(y, wasm_i16x8_add(scale(blue, 0.344136), scale(red, 0.714136))), CHANNEL_BITS);
    const v128_t b = wasm_i16x8_shr(wasm_i16x8_add(y, wasm_i16x8_add(blue, scale(blue, 0.772))), CHANNEL_BITS);
    const v128_t rb = wasm_u8x16_narrow_i16x8(r, b), ga = wasm_u8x16_narrow_i16x8(g, opaque);
    const v128_t rg = wasm_i8x16_shuffle(rb, ga, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const v128_t ba = wasm_i8x16_shuffle(rb, ga, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    wasm_v128_store(rgba + at * BYTES_PER_PIXEL, wasm_i16x8_shuffle(rg, ba, 0, 8, 1, 9, 2, 10, 3, 11));
    wasm_v128_store(rgba + at * BYTES_PER_PIXEL + 16, wasm_i16x8_shuffle(rg, ba, 4, 12, 5, 13, 6, 14, 7, 15));
  }
}

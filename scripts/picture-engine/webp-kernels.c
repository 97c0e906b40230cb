/*
 * What libwebp's encoder spends most of its time in, written for WebAssembly: the same results, bit for bit, as its own
 * SSE code translated, which costs V8 more than it needs.
 *
 * - A constant of 128 bits is up to five instructions wherever V8 meets one, and none of these functions is long enough to
 *   make up for that. Here they are read from memory, and the compiler is kept from knowing them.
 * - WebAssembly has no upper halves of 16-bit products. Dot products with a constant and a zero give them.
 * - Of several shuffles that do, each is one that V8 knows a single instruction for.
 *
 * Blocks, and the order of what they hold, are libwebp 1.6's (src/dsp/dsp.h, src/enc/vp8i_enc.h); the arithmetic is that of
 * RFC 6386, 14, and of the encoder's own forward transforms.
 */
#include <stdint.h>
#include <stdlib.h>
#include <wasm_simd128.h>

/* From a row of a block to the next. */
#define STRIDE 32
#define QUANTIZER_BITS 17
#define MAX_LEVEL 2047

/* Of 16 coefficients each, in the order of rows. */
typedef struct {
  uint16_t step[16];
  uint16_t reciprocal[16];
  uint32_t bias[16];
  uint32_t zero_threshold[16];
  uint16_t sharpen[16];
} Quantizer;

typedef void ForwardTransform(const uint8_t *source, const uint8_t *reference, int16_t *out);
typedef void InverseTransform(const uint8_t *reference, const int16_t *in, uint8_t *out, int is_double);
typedef int Quantize(int16_t *in, int16_t *out, const Quantizer *quantizer);
typedef int Distortion(const uint8_t *a, const uint8_t *b);
typedef int WeightedDistortion(const uint8_t *a, const uint8_t *b, const uint16_t *weights);

/* Libwebp calls them by these, which it sets once. */
extern ForwardTransform *VP8FTransform, *VP8FTransform2;
extern InverseTransform *VP8ITransform;
extern Quantize *VP8EncQuantizeBlock, *VP8EncQuantize2Blocks, *VP8EncQuantizeBlockWHT;
extern Distortion *VP8SSE4x4;
extern WeightedDistortion *VP8TDisto4x4, *VP8TDisto16x16;
extern void VP8EncDspInit(void);

#define FOUR(a) {a, a, a, a}
#define PAIRS(a, b) {a, b, a, b, a, b, a, b}
#define EIGHT(a) PAIRS(a, a)
#define WORD(index) 2 * (index), 2 * (index) + 1
#define NONE 0x80, 0x80

typedef const struct {
  /* Forward: sines and cosines of 12 bits for pairs of differences, and roundings. */
  int16_t sum[8], difference[8], row_odd[8], row_even[8], column_odd[8], column_even[8], seven[8];
  int32_t round_row_odd[4], round_row_even[4], round_column_odd[4], round_column_even[4];
  /* Inverse: the square root of 2, times cosine and sine of an eighth of a turn, less 1, for the first or second of a pair. */
  int16_t cos_first[8], sin_first[8], cos_second[8], sin_second[8], round_one[8], round_two[8];
  int16_t max_level[8];
  uint8_t zigzag_low[16], zigzag_8[16], zigzag_high[16], zigzag_7[16];
} Constants;

static Constants CONSTANTS __attribute__((aligned(16))) = {
  .sum = EIGHT(8),
  .difference = PAIRS(8, -8),
  .row_odd = PAIRS(5352, 2217),
  .row_even = PAIRS(2217, -5352),
  .column_odd = PAIRS(2217, 5352),
  .column_even = PAIRS(-5352, 2217),
  .seven = EIGHT(7),
  .round_row_odd = FOUR(1812),
  .round_row_even = FOUR(937),
  /* And 1, which is taken off again where there is no difference. */
  .round_column_odd = FOUR(12000 + 0x10000),
  .round_column_even = FOUR(51000),
  .cos_first = PAIRS(20091, 0),
  .sin_first = PAIRS(-30068, 0),
  .cos_second = PAIRS(0, 20091),
  .sin_second = PAIRS(0, -30068),
  .round_one = {4, 4, 4, 4, 0, 0, 0, 0},
  .round_two = EIGHT(4),
  .max_level = EIGHT(MAX_LEVEL),
  .zigzag_low = {WORD(0), WORD(1), WORD(4), NONE, WORD(5), WORD(2), WORD(3), WORD(6)},
  .zigzag_8 = {NONE, NONE, NONE, WORD(0), NONE, NONE, NONE, NONE},
  .zigzag_high = {WORD(1), WORD(4), WORD(5), WORD(2), NONE, WORD(3), WORD(6), WORD(7)},
  .zigzag_7 = {NONE, NONE, NONE, NONE, WORD(7), NONE, NONE, NONE},
};

static inline Constants *constants(void) {
  Constants *k = &CONSTANTS;
  __asm__("" : "+r"(k));
  return k;
}

#define K(name) wasm_v128_load(k->name)

static inline v128_t low16(v128_t a, v128_t b) { return wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
static inline v128_t high16(v128_t a, v128_t b) { return wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
static inline v128_t low32(v128_t a, v128_t b) { return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5); }
static inline v128_t high32(v128_t a, v128_t b) { return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7); }
static inline v128_t low64(v128_t a, v128_t b) { return wasm_i64x2_shuffle(a, b, 0, 2); }
static inline v128_t high64(v128_t a, v128_t b) { return wasm_i64x2_shuffle(a, b, 1, 3); }
static inline v128_t swap64(v128_t a) { return wasm_i32x4_shuffle(a, a, 2, 3, 0, 1); }

static inline int sum_of(v128_t a) {
  a = wasm_i32x4_add(a, swap64(a));
  return wasm_i32x4_extract_lane(wasm_i32x4_add(a, wasm_i32x4_shuffle(a, a, 1, 0, 3, 2)), 0);
}

/* Four rows of two blocks side by side, or of two of which one lies behind the other: both are turned. */
static inline void transpose_two(v128_t rows[4]) {
  const v128_t a = low16(rows[0], rows[1]), b = low16(rows[2], rows[3]);
  const v128_t c = high16(rows[0], rows[1]), d = high16(rows[2], rows[3]);
  const v128_t e = low32(a, b), f = low32(c, d), g = high32(a, b), h = high32(c, d);
  rows[0] = low64(e, f);
  rows[1] = high64(e, f);
  rows[2] = low64(g, h);
  rows[3] = high64(g, h);
}

static inline v128_t rotate(v128_t pairs, v128_t by, v128_t rounding, int bits) {
  return wasm_i32x4_shr(wasm_i32x4_add(wasm_i32x4_dot_i16x8(pairs, by), rounding), bits);
}

/* Of differences in the order 00 01 10 11 02 03 12 13, and the same two rows below. */
static inline void transform_forward(v128_t rows01, v128_t rows23, int16_t *out, Constants *k) {
  const v128_t swapped01 = wasm_i16x8_shuffle(rows01, rows01, 0, 1, 2, 3, 5, 4, 7, 6);
  const v128_t swapped23 = wasm_i16x8_shuffle(rows23, rows23, 0, 1, 2, 3, 5, 4, 7, 6);
  const v128_t left = low64(swapped01, swapped23), right = high64(swapped01, swapped23);
  const v128_t sums = wasm_i16x8_add(left, right), differences = wasm_i16x8_sub(left, right);
  const v128_t columns02 = wasm_i16x8_narrow_i32x4(wasm_i32x4_dot_i16x8(sums, K(sum)),
                                                   wasm_i32x4_dot_i16x8(sums, K(difference)));
  const v128_t columns13 =
    wasm_i16x8_narrow_i32x4(rotate(differences, K(row_odd), K(round_row_odd), 9),
                            rotate(differences, K(row_even), K(round_row_even), 9));
  const v128_t low = low16(columns02, columns13), high = high16(columns02, columns13);
  const v128_t top = low32(low, high), bottom = swap64(high32(low, high));

  const v128_t a = wasm_i16x8_add(top, bottom), d = wasm_i16x8_sub(top, bottom);
  const v128_t pairs = low16(swap64(d), d);
  const v128_t rows13 =
    wasm_i16x8_narrow_i32x4(rotate(pairs, K(column_odd), K(round_column_odd), 16),
                            rotate(pairs, K(column_even), K(round_column_even), 16));
  const v128_t row1 = wasm_i16x8_add(rows13, wasm_i16x8_eq(d, wasm_i64x2_const_splat(0)));
  const v128_t rounded = wasm_i16x8_add(a, K(seven)), others = swap64(a);
  const v128_t row0 = wasm_i16x8_shr(wasm_i16x8_add(rounded, others), 4);
  const v128_t row2 = wasm_i16x8_shr(wasm_i16x8_sub(rounded, others), 4);
  wasm_v128_store(out, low64(row0, row1));
  wasm_v128_store(out + 8, wasm_i64x2_shuffle(row2, rows13, 0, 3));
}

static inline v128_t load_two_rows(const uint8_t *block) {
  return wasm_u16x8_extend_low_u8x16(
    low16(wasm_v128_load64_zero(block), wasm_v128_load64_zero(block + STRIDE)));
}

static void transform(const uint8_t *source, const uint8_t *reference, int16_t *out) {
  const v128_t rows01 = wasm_i16x8_sub(load_two_rows(source), load_two_rows(reference));
  const v128_t rows23 =
    wasm_i16x8_sub(load_two_rows(source + 2 * STRIDE), load_two_rows(reference + 2 * STRIDE));
  transform_forward(rows01, rows23, out, constants());
}

static inline v128_t subtract_row(const uint8_t *a, const uint8_t *b) {
  return wasm_i16x8_sub(wasm_u16x8_load8x8(a), wasm_u16x8_load8x8(b));
}

static void transform_two(const uint8_t *source, const uint8_t *reference, int16_t *out) {
  Constants *k = constants();
  v128_t rows[4];
  for (int y = 0; y < 4; ++y) rows[y] = subtract_row(source + y * STRIDE, reference + y * STRIDE);
  transform_forward(low32(rows[0], rows[1]), low32(rows[2], rows[3]), out, k);
  transform_forward(high32(rows[0], rows[1]), high32(rows[2], rows[3]), out + 16, k);
}

static inline v128_t scale(v128_t pairs, v128_t by) {
  return wasm_i32x4_shr(wasm_i32x4_dot_i16x8(pairs, by), 16);
}

/* One direction, and a turn; each vector has two rows. */
static inline void transform_back(v128_t rows[2], Constants *k, int bits) {
  const v128_t sums = wasm_i16x8_add(rows[0], rows[1]), differences = wasm_i16x8_sub(rows[0], rows[1]);
  const v128_t pairs = high16(rows[0], rows[1]);
  const v128_t d = wasm_i32x4_add(scale(pairs, K(cos_first)), scale(pairs, K(sin_second)));
  const v128_t c = wasm_i32x4_sub(scale(pairs, K(sin_first)), scale(pairs, K(cos_second)));
  const v128_t dc = wasm_i16x8_add(wasm_i16x8_narrow_i32x4(d, c), high64(sums, differences));
  const v128_t ab = low64(sums, differences);
  const v128_t top = wasm_i16x8_shr(wasm_i16x8_add(ab, dc), bits);
  const v128_t bottom = wasm_i16x8_shr(swap64(wasm_i16x8_sub(ab, dc)), bits);
  const v128_t low = low16(top, bottom), high = high16(top, bottom);
  rows[0] = low16(low, high);
  rows[1] = high16(low, high);
}

static inline v128_t load_4x2(const uint8_t *block) {
  return wasm_u16x8_extend_low_u8x16(
    low32(wasm_v128_load32_zero(block), wasm_v128_load32_zero(block + STRIDE)));
}

static inline void reconstruct_one(const uint8_t *reference, const int16_t *in, uint8_t *out) {
  Constants *k = constants();
  v128_t rows[2] = {wasm_v128_load(in), wasm_v128_load(in + 8)};
  transform_back(rows, k, 0);
  rows[0] = wasm_i16x8_add(rows[0], K(round_one));
  transform_back(rows, k, 3);
  const v128_t block = wasm_u8x16_narrow_i16x8(wasm_i16x8_add(load_4x2(reference), rows[0]),
                                               wasm_i16x8_add(load_4x2(reference + 2 * STRIDE), rows[1]));
  wasm_v128_store32_lane(out, block, 0);
  wasm_v128_store32_lane(out + STRIDE, block, 1);
  wasm_v128_store32_lane(out + 2 * STRIDE, block, 2);
  wasm_v128_store32_lane(out + 3 * STRIDE, block, 3);
}

/* One direction, and a turn; each vector has a row of both blocks. */
static inline void transform_two_back(v128_t rows[4], Constants *k, int bits) {
  const v128_t a = wasm_i16x8_add(rows[0], rows[2]), b = wasm_i16x8_sub(rows[0], rows[2]);
  const v128_t first = low16(rows[1], rows[3]), second = high16(rows[1], rows[3]);
  const v128_t c = wasm_i16x8_narrow_i32x4(
    wasm_i32x4_sub(scale(first, K(sin_first)), scale(first, K(cos_second))),
    wasm_i32x4_sub(scale(second, K(sin_first)), scale(second, K(cos_second))));
  const v128_t d = wasm_i16x8_narrow_i32x4(
    wasm_i32x4_add(scale(first, K(cos_first)), scale(first, K(sin_second))),
    wasm_i32x4_add(scale(second, K(cos_first)), scale(second, K(sin_second))));
  const v128_t inner = wasm_i16x8_add(c, wasm_i16x8_sub(rows[1], rows[3]));
  const v128_t outer = wasm_i16x8_add(d, wasm_i16x8_add(rows[1], rows[3]));
  rows[0] = wasm_i16x8_shr(wasm_i16x8_add(a, outer), bits);
  rows[1] = wasm_i16x8_shr(wasm_i16x8_add(b, inner), bits);
  rows[2] = wasm_i16x8_shr(wasm_i16x8_sub(b, inner), bits);
  rows[3] = wasm_i16x8_shr(wasm_i16x8_sub(a, outer), bits);
  transpose_two(rows);
}

static inline void reconstruct_two(const uint8_t *reference, const int16_t *in, uint8_t *out) {
  Constants *k = constants();
  const v128_t a = wasm_v128_load(in), b = wasm_v128_load(in + 8);
  const v128_t c = wasm_v128_load(in + 16), d = wasm_v128_load(in + 24);
  v128_t rows[4] = {low64(a, c), high64(a, c), low64(b, d), high64(b, d)};
  transform_two_back(rows, k, 0);
  rows[0] = wasm_i16x8_add(rows[0], K(round_two));
  transform_two_back(rows, k, 3);
  for (int y = 0; y < 4; ++y) {
    const v128_t row = wasm_i16x8_add(rows[y], wasm_u16x8_load8x8(reference + y * STRIDE));
    wasm_v128_store64_lane(out + y * STRIDE, wasm_u8x16_narrow_i16x8(row, row), 0);
  }
}

static void reconstruct(const uint8_t *reference, const int16_t *in, uint8_t *out, int is_double) {
  if (is_double) reconstruct_two(reference, in, out);
  else reconstruct_one(reference, in, out);
}

static inline v128_t quantize_four(v128_t products, const uint32_t *bias) {
  return wasm_i32x4_shr(wasm_i32x4_add(products, wasm_v128_load(bias)), QUANTIZER_BITS);
}

/* Levels of eight coefficients whose absolute values are `sizes`. */
static inline v128_t quantize_eight(v128_t in, v128_t sizes, const Quantizer *quantizer, int at, Constants *k) {
  const v128_t reciprocal = wasm_v128_load(quantizer->reciprocal + at);
  const uint32_t *bias = quantizer->bias + at;
  const v128_t levels =
    wasm_i16x8_narrow_i32x4(quantize_four(wasm_u32x4_extmul_low_u16x8(sizes, reciprocal), bias),
                            quantize_four(wasm_u32x4_extmul_high_u16x8(sizes, reciprocal), bias + 4));
  const v128_t sign = wasm_i16x8_shr(in, 15);
  return wasm_i16x8_sub(wasm_v128_xor(wasm_i16x8_min(levels, K(max_level)), sign), sign);
}

/* Leaves what a decoder will have in `in`, and the levels in zigzag order in `out`; whether any is not zero. */
static inline int quantize_block(int16_t *in, int16_t *out, const Quantizer *quantizer, int is_sharpened) {
  Constants *k = constants();
  const v128_t in0 = wasm_v128_load(in), in8 = wasm_v128_load(in + 8);
  v128_t sizes0 = wasm_i16x8_abs(in0), sizes8 = wasm_i16x8_abs(in8);
  if (is_sharpened) {
    sizes0 = wasm_i16x8_add(sizes0, wasm_v128_load(quantizer->sharpen));
    sizes8 = wasm_i16x8_add(sizes8, wasm_v128_load(quantizer->sharpen + 8));
  }
  const v128_t levels0 = quantize_eight(in0, sizes0, quantizer, 0, k);
  const v128_t levels8 = quantize_eight(in8, sizes8, quantizer, 8, k);
  wasm_v128_store(in, wasm_i16x8_mul(levels0, wasm_v128_load(quantizer->step)));
  wasm_v128_store(in + 8, wasm_i16x8_mul(levels8, wasm_v128_load(quantizer->step + 8)));
  wasm_v128_store(out, wasm_v128_or(wasm_i8x16_swizzle(levels0, K(zigzag_low)),
                                    wasm_i8x16_swizzle(levels8, K(zigzag_8))));
  wasm_v128_store(out + 8, wasm_v128_or(wasm_i8x16_swizzle(levels8, K(zigzag_high)),
                                        wasm_i8x16_swizzle(levels0, K(zigzag_7))));
  return wasm_v128_any_true(wasm_v128_or(levels0, levels8));
}

static int quantize(int16_t *in, int16_t *out, const Quantizer *quantizer) {
  return quantize_block(in, out, quantizer, 1);
}

static int quantize_two(int16_t *in, int16_t *out, const Quantizer *quantizer) {
  return quantize_block(in, out, quantizer, 1) | quantize_block(in + 16, out + 16, quantizer, 1) << 1;
}

static int quantize_dc(int16_t *in, int16_t *out, const Quantizer *quantizer) {
  return quantize_block(in, out, quantizer, 0);
}

static int sum_squared_errors(const uint8_t *a, const uint8_t *b) {
  const v128_t top = wasm_i16x8_sub(load_4x2(a), load_4x2(b));
  const v128_t bottom = wasm_i16x8_sub(load_4x2(a + 2 * STRIDE), load_4x2(b + 2 * STRIDE));
  return sum_of(wasm_i32x4_add(wasm_i32x4_dot_i16x8(top, top), wasm_i32x4_dot_i16x8(bottom, bottom)));
}

static inline v128_t load_rows_of_both(const uint8_t *a, const uint8_t *b) {
  return wasm_u16x8_extend_low_u8x16(low32(wasm_v128_load32_zero(a), wasm_v128_load32_zero(b)));
}

static inline void transform_hadamard(v128_t rows[4]) {
  const v128_t a = wasm_i16x8_add(rows[0], rows[2]), b = wasm_i16x8_add(rows[1], rows[3]);
  const v128_t c = wasm_i16x8_sub(rows[1], rows[3]), d = wasm_i16x8_sub(rows[0], rows[2]);
  rows[0] = wasm_i16x8_add(a, b);
  rows[1] = wasm_i16x8_add(d, c);
  rows[2] = wasm_i16x8_sub(d, c);
  rows[3] = wasm_i16x8_sub(a, b);
}

/* The weights are the same when turned, so that the coefficients need not be turned back. */
static inline int compare_spectra(const uint8_t *a, const uint8_t *b, v128_t weights0, v128_t weights8) {
  v128_t rows[4];
  for (int y = 0; y < 4; ++y) rows[y] = load_rows_of_both(a + y * STRIDE, b + y * STRIDE);
  transform_hadamard(rows);
  transpose_two(rows);
  transform_hadamard(rows);
  for (int y = 0; y < 4; ++y) rows[y] = wasm_i16x8_abs(rows[y]);
  const v128_t top = wasm_i16x8_sub(low64(rows[0], rows[1]), high64(rows[0], rows[1]));
  const v128_t bottom = wasm_i16x8_sub(low64(rows[2], rows[3]), high64(rows[2], rows[3]));
  return abs(sum_of(wasm_i32x4_add(wasm_i32x4_dot_i16x8(top, weights0),
                                   wasm_i32x4_dot_i16x8(bottom, weights8)))) >> 5;
}

static int measure_texture(const uint8_t *a, const uint8_t *b, const uint16_t *weights) {
  return compare_spectra(a, b, wasm_v128_load(weights), wasm_v128_load(weights + 8));
}

static int measure_texture_16x16(const uint8_t *a, const uint8_t *b, const uint16_t *weights) {
  const v128_t weights0 = wasm_v128_load(weights), weights8 = wasm_v128_load(weights + 8);
  int sum = 0;
  for (int y = 0; y < 16 * STRIDE; y += 4 * STRIDE) {
    for (int x = y; x < y + 16; x += 4) sum += compare_spectra(a + x, b + x, weights0, weights8);
  }
  return sum;
}

/* Before each encoding: libwebp sets its own the first time, and never again. */
void use_kernels(void) {
  VP8EncDspInit();
  VP8FTransform = transform;
  VP8FTransform2 = transform_two;
  VP8ITransform = reconstruct;
  VP8EncQuantizeBlock = quantize;
  VP8EncQuantize2Blocks = quantize_two;
  VP8EncQuantizeBlockWHT = quantize_dc;
  VP8SSE4x4 = sum_squared_errors;
  VP8TDisto4x4 = measure_texture;
  VP8TDisto16x16 = measure_texture_16x16;
}

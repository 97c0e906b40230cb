/* Zlib's Adler-32 (RFC 1950, 8.2) with SIMD, of equal results. */
#include "engine.h"

#include <wasm_simd128.h>

/* The most bytes whose sums fit 32 bits, in whole vectors. */
enum { MODULUS = 65521, MOST_BYTES = 5552, VECTOR = 16 };

static uint32_t add_lanes(v128_t sums) {
  return (uint32_t)wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) +
         wasm_i32x4_extract_lane(sums, 2) + wasm_i32x4_extract_lane(sums, 3);
}

/* In zlib's place. */
uint32_t __wrap_adler32_c(uint32_t adler, const uint8_t *bytes, size_t length) {
  const v128_t first_weights = wasm_i16x8_make(16, 15, 14, 13, 12, 11, 10, 9);
  const v128_t last_weights = wasm_i16x8_make(8, 7, 6, 5, 4, 3, 2, 1);
  uint32_t sum = adler & 0xffff, sum_of_sums = adler >> 16;
  if (bytes == NULL) return 1;
  while (length > 0) {
    const size_t count = length < MOST_BYTES ? length : MOST_BYTES, vectors = count / VECTOR;
    v128_t sums = wasm_i32x4_splat(0), before = sums, weighted = sums;
    for (size_t at = 0; at < vectors; ++at, bytes += VECTOR) {
      const v128_t vector = wasm_v128_load(bytes);
      before = wasm_i32x4_add(before, sums);
      sums = wasm_i32x4_add(sums, wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(vector)));
      weighted = wasm_i32x4_add(weighted, wasm_i32x4_dot_i16x8(wasm_u16x8_extend_low_u8x16(vector), first_weights));
      weighted = wasm_i32x4_add(weighted, wasm_i32x4_dot_i16x8(wasm_u16x8_extend_high_u8x16(vector), last_weights));
    }
    sum_of_sums += sum * (uint32_t)(vectors * VECTOR) + add_lanes(before) * VECTOR + add_lanes(weighted);
    sum += add_lanes(sums);
    for (size_t at = vectors * VECTOR; at < count; ++at) sum_of_sums += sum += *bytes++;
    sum %= MODULUS;
    sum_of_sums %= MODULUS;
    length -= count;
  }
  return sum_of_sums << 16 | sum;
}

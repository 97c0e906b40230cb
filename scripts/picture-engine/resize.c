/*
 * Lanczos-3 over rows that come from the top, in the encoding of the samples (no linear light), as sharp resizes:
 *
 * - A reduction by 4 and more averages boxes first, which leaves the kernel a factor of 2 to 3.
 * - The edge's sample repeats outside of the image.
 * - Colours count by their share of alpha.
 *
 * Samples have SAMPLE_BITS fractional bits between the steps, weights WEIGHT_BITS. Both fit 16 bits, and so do the
 * kernel's overshoots. Beside the result, a resizer holds a kernel's height of rows of the result's width.
 */
#include "engine.h"

#include <math.h>
#include <wasm_simd128.h>

enum { LOBES = 3, SAMPLE_BITS = 5, WEIGHT_BITS = 14, LEFT_TO_KERNEL = 2, VECTOR = 8, MAX_BOX = 256 };

/* One direction: of each result, the first source (after boxes) and the weights of `taps` from it on. */
typedef struct {
  int is_copy, box, size, count, taps, stride;
  int *first;
  int16_t *weights;
} Axis;

struct Resizer {
  /* RGB is RGBA from the first step on. */
  int channels, bytes_per_pixel, has_alpha, width, height;
  Axis x, y;
  int rows_read, rows_boxed, rows_written;
  int16_t *line, *boxed, *ring, *mixed;
  const int16_t **rows;
  /* Of 16 bits, or of 32 with alpha. */
  void *sums;
  uint8_t *to;
};

static int at_least(int value, int least) { return value > least ? value : least; }
static int at_most(int value, int most) { return value < most ? value : most; }
static int round_up(int value, int step) { return (value + step - 1) / step * step; }

static double lanczos(double distance) {
  const double angle = M_PI * distance;
  if (fabs(distance) < 1e-9) return 1;
  if (fabs(distance) >= LOBES) return 0;
  return LOBES * sin(angle) * sin(angle / LOBES) / (angle * angle);
}

static double triangle(double distance) { return fmax(0, 1 - fabs(distance)); }

/* Rounds weights whose sum is `sum`, so that theirs is exactly 1. */
static void quantize(const double *exact, double sum, int taps, int16_t *weights) {
  int left = 1 << WEIGHT_BITS, largest = 0;
  for (int tap = 0; tap < taps; ++tap) {
    weights[tap] = (int16_t)lrint(exact[tap] / sum * (1 << WEIGHT_BITS));
    left -= weights[tap];
    if (exact[tap] > exact[largest]) largest = tap;
  }
  weights[largest] += left;
}

static Axis plan_axis(int source, double start, double length, int count, int is_soft) {
  const double whole = length / count;
  const int box = at_most(MAX_BOX, at_least((int)(whole / LEFT_TO_KERNEL), 1));
  const double scale = whole / box, stretch = fmax(1, scale);
  const int is_copy = scale == 1 && start == floor(start);
  const int is_linear = is_copy || (is_soft && scale < 1);
  const double reach = is_copy ? 0 : is_linear ? 1 : LOBES * stretch;
  Axis axis = {.is_copy = is_copy, .box = box, .size = (source + box - 1) / box, .count = count};
  axis.taps = at_most((int)(2 * reach) + 1, axis.size);
  axis.stride = round_up(axis.taps, VECTOR);
  const size_t padded = round_up(count, VECTOR);
  axis.first = calloc(padded, sizeof *axis.first);
  axis.weights = calloc(padded * axis.stride, sizeof *axis.weights);
  double *exact = need(axis.taps * sizeof *exact);
  if (axis.first == NULL || axis.weights == NULL) fail_for_memory();
  for (int at = 0; at < count; ++at) {
    const double center = start / box + (at + 0.5) * scale - 0.5;
    const int from = (int)ceil(center - reach), to = (int)floor(center + reach);
    const int first = at_least(0, at_most(from, axis.size - axis.taps));
    double sum = 0;
    memset(exact, 0, axis.taps * sizeof *exact);
    for (int place = from; place <= to; ++place) {
      const double weight = is_linear ? triangle(place - center) : lanczos((place - center) / stretch);
      const int inside = at_least(0, at_most(place, axis.size - 1)) - first;
      if (inside < 0 || inside >= axis.taps) continue;
      exact[inside] += weight;
      sum += weight;
    }
    axis.first[at] = first;
    quantize(exact, sum, axis.taps, axis.weights + (size_t)at * axis.stride);
  }
  free(exact);
  return axis;
}

Resizer *open_resizer(const Drawing *drawing, Layout layout, int is_soft, uint8_t *to) {
  Resizer *made = need(sizeof *made);
  *made = (Resizer){
      .channels = layout == SAMPLES ? 1 : BYTES_PER_PIXEL, .has_alpha = layout == PIXELS_WITH_ALPHA,
      .bytes_per_pixel = layout == PIXELS_WITH_ALPHA ? BYTES_PER_PIXEL : (int)layout,
      .width = drawing->width, .height = drawing->height, .to = to,
      .x = plan_axis(drawing->width, drawing->left, drawing->crop_width, drawing->to_width, is_soft),
      .y = plan_axis(drawing->height, drawing->top, drawing->crop_height, drawing->to_height, is_soft),
  };
  const size_t wide = (size_t)made->channels * (drawing->width + made->x.stride + VECTOR) * sizeof(int16_t);
  const size_t narrow = (size_t)made->channels * round_up(drawing->to_width, VECTOR) * sizeof(int16_t);
  made->line = need(wide);
  made->mixed = need(narrow);
  made->ring = need(narrow * made->y.taps);
  made->rows = need((made->y.taps + 1) * sizeof *made->rows);
  /* Weights of nothing meet what lies behind a row. */
  memset(made->line, 0, wide);
  if (made->x.box > 1 || made->y.box > 1) {
    made->boxed = need(wide);
    made->sums = need(2 * wide);
    memset(made->boxed, 0, wide);
    memset(made->sums, 0, 2 * wide);
  }
  return made;
}

void close_resizer(Resizer *resizer) {
  void *const held[] = {resizer->x.first, resizer->x.weights, resizer->y.first, resizer->y.weights, resizer->line,
                        resizer->boxed,   resizer->ring,      resizer->mixed,   resizer->sums,      resizer->rows, resizer};
  for (size_t at = 0; at < sizeof held / sizeof *held; ++at) free(held[at]);
}

static void widen_samples(int16_t *to, const uint8_t *row, int count) {
  int at = 0;
  for (; at + VECTOR <= count; at += VECTOR) {
    wasm_v128_store(to + at, wasm_i16x8_shl(wasm_u16x8_load8x8(row + at), SAMPLE_BITS));
  }
  for (; at < count; ++at) to[at] = row[at] << SAMPLE_BITS;
}

/* RGB, as RGBA. */
static void widen_rgb(int16_t *to, const uint8_t *row, int width) {
  const v128_t opaque = wasm_u8x16_splat(OPAQUE);
  int x = 0;
  /* The last vector would read beyond the row. */
  for (; x + 6 <= width; x += 4, row += 12, to += 16) {
    const v128_t four = wasm_i8x16_shuffle(
        wasm_v128_load(row), opaque, 0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16);
    wasm_v128_store(to, wasm_i16x8_shl(wasm_u16x8_extend_low_u8x16(four), SAMPLE_BITS));
    wasm_v128_store(to + 8, wasm_i16x8_shl(wasm_u16x8_extend_high_u8x16(four), SAMPLE_BITS));
  }
  for (; x < width; ++x, row += 3, to += BYTES_PER_PIXEL) {
    for (int channel = 0; channel < 3; ++channel) to[channel] = row[channel] << SAMPLE_BITS;
    to[3] = OPAQUE << SAMPLE_BITS;
  }
}

/* To colours' shares of alpha. */
static void widen_with_alpha(int16_t *to, const uint8_t *row, int width) {
  /* 2^SAMPLE_BITS / 255 in 16 fractional bits. */
  const uint32_t share = ((1u << (16 + SAMPLE_BITS)) + 127) / OPAQUE;
  const v128_t shares = wasm_u16x8_splat(share), half = wasm_u32x4_splat(1 << 15);
  const v128_t is_alpha = wasm_i16x8_make(0, 0, 0, -1, 0, 0, 0, -1);
  int at = 0;
  for (; at + VECTOR <= width * BYTES_PER_PIXEL; at += VECTOR) {
    const v128_t pixels = wasm_u16x8_load8x8(row + at);
    const v128_t shown = wasm_i16x8_mul(pixels, wasm_i16x8_shuffle(pixels, pixels, 3, 3, 3, 3, 7, 7, 7, 7));
    const v128_t low = wasm_u32x4_shr(wasm_i32x4_add(wasm_u32x4_extmul_low_u16x8(shown, shares), half), 16);
    const v128_t high = wasm_u32x4_shr(wasm_i32x4_add(wasm_u32x4_extmul_high_u16x8(shown, shares), half), 16);
    const v128_t colors = wasm_i16x8_narrow_i32x4(low, high);
    wasm_v128_store(to + at, wasm_v128_bitselect(wasm_i16x8_shl(pixels, SAMPLE_BITS), colors, is_alpha));
  }
  for (; at < width * BYTES_PER_PIXEL; at += BYTES_PER_PIXEL) {
    const uint32_t alpha = row[at + 3];
    for (int channel = 0; channel < 3; ++channel) {
      to[at + channel] = (row[at + channel] * alpha * share + (1 << 15)) >> 16;
    }
    to[at + 3] = alpha << SAMPLE_BITS;
  }
}

/* To fractional bits. */
static void widen(const Resizer *resizer, const uint8_t *row) {
  if (resizer->has_alpha) widen_with_alpha(resizer->line, row, resizer->width);
  else if (resizer->bytes_per_pixel == 3) widen_rgb(resizer->line, row, resizer->width);
  else widen_samples(resizer->line, row, resizer->width * resizer->channels);
}

/* Adds a row to the rows of its boxes. Boxes have at most MAX_BOX rows, so that 16 bits hold the sums. */
static void add_row(uint16_t *sums, const uint8_t *row, int count) {
  int at = 0;
  for (; at + 2 * VECTOR <= count; at += 2 * VECTOR) {
    const v128_t samples = wasm_v128_load(row + at);
    const v128_t low = wasm_i16x8_add(wasm_v128_load(sums + at), wasm_u16x8_extend_low_u8x16(samples));
    const v128_t high = wasm_i16x8_add(wasm_v128_load(sums + at + VECTOR), wasm_u16x8_extend_high_u8x16(samples));
    wasm_v128_store(sums + at, low);
    wasm_v128_store(sums + at + VECTOR, high);
  }
  for (; at < count; ++at) sums[at] += row[at];
}

/* The same for colours by their share of alpha, of which 16 bits hold no sum. */
static void add_wide_row(uint32_t *sums, const int16_t *line, int count) {
  for (int at = 0; at < count; at += 4) {
    wasm_v128_store(sums + at, wasm_i32x4_add(wasm_v128_load(sums + at), wasm_u32x4_load16x4(line + at)));
  }
}

static void average_samples(const Resizer *resizer, int rows) {
  const Axis *x = &resizer->x;
  const uint16_t *sums = resizer->sums;
  int at = 0;
  if (x->box == 2) {
    const v128_t share = wasm_f32x4_splat((float)(1 << SAMPLE_BITS) / (rows * 2)), half = wasm_f32x4_splat(0.5f);
    for (; at + 4 <= resizer->width / 2; at += 4, sums += VECTOR) {
      const v128_t sum = wasm_u32x4_extadd_pairwise_u16x8(wasm_v128_load(sums));
      const v128_t mean = wasm_f32x4_add(wasm_f32x4_mul(wasm_f32x4_convert_u32x4(sum), share), half);
      const v128_t whole = wasm_i32x4_trunc_sat_f32x4(mean);
      wasm_v128_store64_lane(resizer->boxed + at, wasm_i16x8_narrow_i32x4(whole, whole), 0);
    }
  }
  for (; at < x->size; ++at) {
    const int columns = at_most(x->box, resizer->width - at * x->box);
    uint32_t sum = 0;
    for (int next = 0; next < columns; ++next) sum += *sums++;
    resizer->boxed[at] = (int16_t)(sum * ((float)(1 << SAMPLE_BITS) / (rows * columns)) + 0.5f);
  }
}

static void average_pixels(const Resizer *resizer, int rows) {
  const Axis *x = &resizer->x;
  const uint16_t *sums = resizer->sums;
  const uint32_t *wide = resizer->sums;
  for (int at = 0; at < x->size; ++at) {
    const int columns = at_most(x->box, resizer->width - at * x->box);
    v128_t sum = wasm_i32x4_splat(0);
    if (resizer->has_alpha) {
      for (int next = 0; next < columns; ++next, wide += 4) sum = wasm_i32x4_add(sum, wasm_v128_load(wide));
    } else {
      for (int next = 0; next < columns; ++next, sums += resizer->bytes_per_pixel) sum = wasm_i32x4_add(sum, wasm_u32x4_load16x4(sums));
    }
    const float steps = resizer->has_alpha ? 1 : 1 << SAMPLE_BITS;
    const v128_t mean = wasm_f32x4_mul(wasm_f32x4_convert_u32x4(sum), wasm_f32x4_splat(steps / (rows * columns)));
    v128_t rounded = wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_add(mean, wasm_f32x4_splat(0.5f)));
    if (resizer->bytes_per_pixel == 3) rounded = wasm_i32x4_replace_lane(rounded, 3, OPAQUE << SAMPLE_BITS);
    wasm_v128_store64_lane(resizer->boxed + (size_t)at * BYTES_PER_PIXEL, wasm_i16x8_narrow_i32x4(rounded, rounded), 0);
  }
}

static v128_t round_weighted(v128_t sums) {
  return wasm_i32x4_shr(wasm_i32x4_add(sums, wasm_i32x4_splat(1 << (WEIGHT_BITS - 1))), WEIGHT_BITS);
}

static void narrow_samples(const Axis *x, const int16_t *row, int16_t *to) {
  const int16_t *weights = x->weights;
  for (int at = 0; at < x->count; at += 4, weights += 4 * x->stride) {
    v128_t sums[4];
    for (int next = 0; next < 4; ++next) {
      const int16_t *from = row + x->first[at + next];
      const int16_t *own = weights + next * x->stride;
      v128_t sum = wasm_i32x4_dot_i16x8(wasm_v128_load(from), wasm_v128_load(own));
      for (int tap = VECTOR; tap < x->stride; tap += VECTOR) {
        sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_v128_load(from + tap), wasm_v128_load(own + tap)));
      }
      sums[next] = sum;
    }
    const v128_t low = wasm_i32x4_add(
        wasm_i32x4_shuffle(sums[0], sums[1], 0, 4, 2, 6), wasm_i32x4_shuffle(sums[0], sums[1], 1, 5, 3, 7));
    const v128_t high = wasm_i32x4_add(
        wasm_i32x4_shuffle(sums[2], sums[3], 0, 4, 2, 6), wasm_i32x4_shuffle(sums[2], sums[3], 1, 5, 3, 7));
    const v128_t all = round_weighted(
        wasm_i32x4_add(wasm_i32x4_shuffle(low, high, 0, 1, 4, 5), wasm_i32x4_shuffle(low, high, 2, 3, 6, 7)));
    wasm_v128_store64_lane(to + at, wasm_i16x8_narrow_i32x4(all, all), 0);
  }
}

/* Weights two neighbours of each channel by a pair of weights. */
static void narrow_pixels(const Axis *x, const int16_t *row, int16_t *to) {
  for (int at = 0; at < x->count; ++at) {
    const int16_t *from = row + (size_t)x->first[at] * BYTES_PER_PIXEL;
    const int16_t *weights = x->weights + (size_t)at * x->stride;
    v128_t sum = wasm_i32x4_splat(0);
    for (int tap = 0; tap < x->taps; tap += 2) {
      const v128_t two = wasm_v128_load(from + (size_t)tap * BYTES_PER_PIXEL);
      const v128_t paired = wasm_i16x8_shuffle(two, two, 0, 4, 1, 5, 2, 6, 3, 7);
      sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(paired, wasm_v128_load32_splat(weights + tap)));
    }
    sum = round_weighted(sum);
    wasm_v128_store64_lane(to + (size_t)at * BYTES_PER_PIXEL, wasm_i16x8_narrow_i32x4(sum, sum), 0);
  }
}

/* Weights rows of the ring into one. */
static void mix(const Resizer *resizer, int at, int row_samples) {
  const Axis *y = &resizer->y;
  const int16_t *weights = y->weights + (size_t)at * y->stride;
  /* The last row again, by a weight of nothing, makes their number even. */
  for (int tap = 0; tap <= y->taps; ++tap) {
    const int row = y->first[at] + at_most(tap, y->taps - 1);
    resizer->rows[tap] = resizer->ring + (size_t)(row % y->taps) * row_samples;
  }
  for (int sample = 0; sample < row_samples; sample += VECTOR) {
    v128_t low = wasm_i32x4_splat(0), high = low;
    for (int tap = 0; tap < y->taps; tap += 2) {
      const v128_t a = wasm_v128_load(resizer->rows[tap] + sample);
      const v128_t b = wasm_v128_load(resizer->rows[tap + 1] + sample);
      const v128_t pair = wasm_v128_load32_splat(weights + tap);
      low = wasm_i32x4_add(low, wasm_i32x4_dot_i16x8(wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11), pair));
      high = wasm_i32x4_add(high, wasm_i32x4_dot_i16x8(wasm_i16x8_shuffle(a, b, 4, 12, 5, 13, 6, 14, 7, 15), pair));
    }
    wasm_v128_store(resizer->mixed + sample, wasm_i16x8_narrow_i32x4(round_weighted(low), round_weighted(high)));
  }
}

static uint8_t to_byte(int value) { return at_least(0, at_most(value, OPAQUE)); }

/* To whole samples again. */
static void store(uint8_t *to, const int16_t *mixed, int count) {
  const int half = 1 << (SAMPLE_BITS - 1);
  int at = 0;
  for (; at + VECTOR <= count; at += VECTOR) {
    const v128_t whole = wasm_i16x8_shr(wasm_i16x8_add(wasm_v128_load(mixed + at), wasm_i16x8_splat(half)), SAMPLE_BITS);
    wasm_v128_store64_lane(to + at, wasm_u8x16_narrow_i16x8(whole, whole), 0);
  }
  for (; at < count; ++at) to[at] = to_byte((mixed[at] + half) >> SAMPLE_BITS);
}

/* And to colours without their share of alpha. The kernel overshoots at edges: both scale by one factor. */
static void store_with_alpha(uint8_t *to, const int16_t *mixed, int count) {
  const int half = 1 << (SAMPLE_BITS - 1);
  for (int at = 0; at < count; at += BYTES_PER_PIXEL) {
    const int alpha = mixed[at + 3];
    for (int channel = 0; channel < 3; ++channel) {
      to[at + channel] = alpha <= 0 ? 0 : to_byte((mixed[at + channel] * OPAQUE + alpha / 2) / alpha);
    }
    to[at + 3] = to_byte((alpha + half) >> SAMPLE_BITS);
  }
}

static void copy_row(Resizer *resizer, const uint8_t *row) {
  const int index = resizer->rows_read++;
  if (index < resizer->y.first[0]) return;
  const int count = resizer->x.count, step = resizer->bytes_per_pixel;
  uint8_t *to = resizer->to + (size_t)resizer->rows_written++ * count * resizer->channels;
  row += resizer->x.first[0] * step;
  if (step == resizer->channels) {
    memcpy(to, row, (size_t)count * step);
    return;
  }
  for (int x = 0; x < count; ++x, row += 3, to += BYTES_PER_PIXEL) {
    memcpy(to, row, 3);
    to[3] = OPAQUE;
  }
}

void push_row(Resizer *resizer, const uint8_t *row) {
  const Axis *x = &resizer->x, *y = &resizer->y;
  if (resizer->rows_written == y->count) return;
  if (x->is_copy && y->is_copy) {
    copy_row(resizer, row);
    return;
  }
  const int16_t *narrowed = resizer->line;
  const int is_boxed = resizer->sums != NULL, count = resizer->width * resizer->channels;
  if (!is_boxed || resizer->has_alpha) widen(resizer, row);
  resizer->rows_read += 1;
  if (is_boxed) {
    if (resizer->has_alpha) add_wide_row(resizer->sums, resizer->line, count);
    else add_row(resizer->sums, row, resizer->width * resizer->bytes_per_pixel);
    const int rows = resizer->rows_read - resizer->rows_boxed * y->box;
    if (rows < y->box && resizer->rows_read < resizer->height) return;
    if (resizer->channels == 1) average_samples(resizer, rows);
    else average_pixels(resizer, rows);
    memset(resizer->sums, 0, (size_t)count * (resizer->has_alpha ? sizeof(uint32_t) : sizeof(uint16_t)));
    narrowed = resizer->boxed;
  }
  const int index = resizer->rows_boxed++;
  if (index < y->first[resizer->rows_written]) return;
  const int row_samples = resizer->channels * round_up(x->count, VECTOR);
  int16_t *place = resizer->ring + (size_t)(index % y->taps) * row_samples;
  if (resizer->channels == 1) narrow_samples(x, narrowed, place);
  else narrow_pixels(x, narrowed, place);
  while (resizer->rows_written < y->count && index >= y->first[resizer->rows_written] + y->taps - 1) {
    const int samples = x->count * resizer->channels;
    mix(resizer, resizer->rows_written, row_samples);
    uint8_t *to = resizer->to + (size_t)resizer->rows_written * samples;
    if (resizer->has_alpha) store_with_alpha(to, resizer->mixed, samples);
    else store(to, resizer->mixed, samples);
    resizer->rows_written += 1;
  }
}

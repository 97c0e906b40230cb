import { BYTES_PER_PIXEL, type CropBox, type Pixels, type Size } from '../shared/pixels.ts';

const LOBES = 3;

interface Taps {
  readonly first: number;
  /** Their sum is 1. */
  readonly weights: Float32Array;
}

/** Lanczos-3. Beside the result it holds only as many narrowed rows as the kernel is high. */
export function resample(source: Pixels, crop: CropBox, size: Size): Pixels {
  const columns = computeTaps(source.width, crop.left, crop.width, size.width);
  const lines = computeTaps(source.height, crop.top, crop.height, size.height);
  const left = columns[0]?.first ?? 0;
  const lastColumn = columns.at(-1);
  const right = lastColumn === undefined ? left : lastColumn.first + lastColumn.weights.length;
  const rowSamples = size.width * BYTES_PER_PIXEL;
  const wideRow = new Float32Array((right - left) * BYTES_PER_PIXEL);
  const kernelHeight = Math.max(...lines.map((taps) => taps.weights.length));
  const rows = Array.from({ length: kernelHeight }, () => new Float32Array(rowSamples));
  const mixed = new Float32Array(rowSamples);
  const data = new Uint8ClampedArray(rowSamples * size.height);
  let nextRow = lines[0]?.first ?? 0;
  for (const [y, taps] of lines.entries()) {
    for (; nextRow < taps.first + taps.weights.length; nextRow += 1) {
      const row = rows[nextRow % kernelHeight];
      if (row === undefined) continue;
      premultiplyRow(source, nextRow, left, wideRow);
      resampleRow(wideRow, left, columns, row);
    }
    mixRows(rows, taps, mixed);
    storeRow(mixed, data, y * rowSamples);
  }
  return { width: size.width, height: size.height, data };
}

/** Shrinking stretches the kernel, so that every source pixel counts. The remaining weights are normalized at edges. */
function computeTaps(
  sourceSize: number,
  start: number,
  length: number,
  targetSize: number,
): Taps[] {
  const scale = length / targetSize;
  const stretch = Math.max(1, scale);
  return Array.from({ length: targetSize }, (_, index) => {
    const center = start + (index + 0.5) * scale;
    const first = Math.max(0, Math.floor(center - LOBES * stretch));
    const end = Math.min(sourceSize, Math.ceil(center + LOBES * stretch));
    const weights = Float32Array.from({ length: end - first }, (_, tap) =>
      lanczos((first + tap + 0.5 - center) / stretch),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first, weights: weights.map((weight) => weight / sum) };
  });
}

function lanczos(distance: number): number {
  if (distance === 0) return 1;
  if (Math.abs(distance) >= LOBES) return 0;
  const angle = Math.PI * distance;
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / (angle * angle);
}

/** Otherwise transparent pixels would bleed into opaque ones. */
function premultiplyRow(source: Pixels, y: number, left: number, row: Float32Array): void {
  const { data } = source;
  let from = (y * source.width + left) * BYTES_PER_PIXEL;
  for (let to = 0; to < row.length; to += BYTES_PER_PIXEL) {
    const alpha = data[from + 3] ?? 0;
    const share = alpha / 255;
    row[to] = (data[from] ?? 0) * share;
    row[to + 1] = (data[from + 1] ?? 0) * share;
    row[to + 2] = (data[from + 2] ?? 0) * share;
    row[to + 3] = alpha;
    from += BYTES_PER_PIXEL;
  }
}

function resampleRow(
  row: Float32Array,
  left: number,
  taps: readonly Taps[],
  out: Float32Array,
): void {
  let to = 0;
  for (const { first, weights } of taps) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    let from = (first - left) * BYTES_PER_PIXEL;
    for (let tap = 0; tap < weights.length; tap += 1) {
      const weight = weights[tap] ?? 0;
      red += (row[from] ?? 0) * weight;
      green += (row[from + 1] ?? 0) * weight;
      blue += (row[from + 2] ?? 0) * weight;
      alpha += (row[from + 3] ?? 0) * weight;
      from += BYTES_PER_PIXEL;
    }
    out[to] = red;
    out[to + 1] = green;
    out[to + 2] = blue;
    out[to + 3] = alpha;
    to += BYTES_PER_PIXEL;
  }
}

function mixRows(rows: readonly Float32Array[], taps: Taps, mixed: Float32Array): void {
  mixed.fill(0);
  for (let tap = 0; tap < taps.weights.length; tap += 1) {
    const weight = taps.weights[tap] ?? 0;
    const row = rows[(taps.first + tap) % rows.length];
    if (row === undefined) continue;
    for (let index = 0; index < mixed.length; index += 1) {
      mixed[index] = (mixed[index] ?? 0) + (row[index] ?? 0) * weight;
    }
  }
}

function storeRow(mixed: Float32Array, data: Uint8ClampedArray, start: number): void {
  for (let from = 0; from < mixed.length; from += BYTES_PER_PIXEL) {
    const alpha = mixed[from + 3] ?? 0;
    // The kernel overshoots at edges: colours are scaled by the same factor as alpha.
    const gain = alpha <= 0 ? 0 : 255 / alpha;
    data[start + from] = (mixed[from] ?? 0) * gain;
    data[start + from + 1] = (mixed[from + 1] ?? 0) * gain;
    data[start + from + 2] = (mixed[from + 2] ?? 0) * gain;
    data[start + from + 3] = alpha;
  }
}

import { BYTES_PER_PIXEL, type Pixels } from '../../../shared/pixels.ts';

export interface IndexedPixels {
  /** 8 bits a channel, red highest; at most 256. */
  readonly colors: readonly number[];
  readonly indices: Uint8Array;
  readonly transparentIndex: number | null;
}

const MAX_COLORS = 256;
const OPAQUE_FROM = 128;
/** Colours are counted and replaced by the upper 5 bits of each channel. */
const BINS = 32 * 32 * 32;
const CHANNELS = 3;
/** Rounding alone gives equal colours a smaller spread. */
const MIN_SPREAD = 0.01;

interface Box {
  readonly members: readonly number[];
  readonly mean: readonly number[];
  readonly axis: number;
  /** Squared distances to the mean along the axis. */
  readonly spread: number;
}

interface Histogram {
  readonly counts: Uint32Array;
  readonly sums: readonly Float64Array[];
}

/** Exact up to 256 colours, else representatives by splitting boxes. */
export function choosePalette(pixels: Pixels): IndexedPixels {
  const hasTransparency = findTransparent(pixels);
  const room = hasTransparency ? MAX_COLORS - 1 : MAX_COLORS;
  const exact = listColors(pixels, room);
  const chosen = exact ?? representColors(pixels, room);
  const { length } = chosen.colors;
  const transparentIndex = hasTransparency ? length : null;
  const indices = new Uint8Array(pixels.width * pixels.height);
  for (let pixel = 0; pixel < indices.length; pixel += 1) {
    indices[pixel] = isOpaque(pixels, pixel) ? chosen.indexOf(colorAt(pixels, pixel)) : length;
  }
  return {
    colors: hasTransparency ? [...chosen.colors, 0] : chosen.colors,
    indices,
    transparentIndex,
  };
}

interface Chosen {
  readonly colors: readonly number[];
  readonly indexOf: (color: number) => number;
}

function findTransparent(pixels: Pixels): boolean {
  const count = pixels.width * pixels.height;
  for (let pixel = 0; pixel < count; pixel += 1) if (!isOpaque(pixels, pixel)) return true;
  return false;
}

function listColors(pixels: Pixels, room: number): Chosen | null {
  const numbers = new Map<number, number>();
  const count = pixels.width * pixels.height;
  for (let pixel = 0; pixel < count; pixel += 1) {
    if (!isOpaque(pixels, pixel)) continue;
    const color = colorAt(pixels, pixel);
    if (numbers.has(color)) continue;
    if (numbers.size === room) return null;
    numbers.set(color, numbers.size);
  }
  return { colors: [...numbers.keys()], indexOf: (color) => numbers.get(color) ?? 0 };
}

function representColors(pixels: Pixels, room: number): Chosen {
  const histogram = countColors(pixels);
  const all = Array.from({ length: BINS }, (_, bin) => bin).filter(
    (bin) => (histogram.counts[bin] ?? 0) > 0,
  );
  const boxes = [measureBox(histogram, all)];
  while (boxes.length < room) {
    const widest = boxes.reduce((best, box) => (box.spread > best.spread ? box : best));
    if (widest.spread < MIN_SPREAD) break;
    boxes.splice(boxes.indexOf(widest), 1, ...splitBox(histogram, widest));
  }
  const means = boxes.map(({ mean }) => mean);
  const numbers = new Uint8Array(BINS);
  for (const bin of all) numbers[bin] = findNearest(means, meanOf(histogram, bin));
  const pack = (mean: readonly number[]): number =>
    mean.reduce((color, value) => (color << 8) | Math.round(value), 0);
  return { colors: means.map(pack), indexOf: (color) => numbers[binOf(color)] ?? 0 };
}

function isOpaque({ data }: Pixels, pixel: number): boolean {
  return (data[pixel * BYTES_PER_PIXEL + 3] ?? 0) >= OPAQUE_FROM;
}

function colorAt({ data }: Pixels, pixel: number): number {
  const at = pixel * BYTES_PER_PIXEL;
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
}

function countColors(pixels: Pixels): Histogram {
  const counts = new Uint32Array(BINS);
  const sums = Array.from({ length: CHANNELS }, () => new Float64Array(BINS));
  const count = pixels.width * pixels.height;
  for (let pixel = 0; pixel < count; pixel += 1) {
    if (!isOpaque(pixels, pixel)) continue;
    const bin = binOf(colorAt(pixels, pixel));
    counts[bin] = (counts[bin] ?? 0) + 1;
    for (const [channel, sum] of sums.entries()) {
      sum[bin] = (sum[bin] ?? 0) + (pixels.data[pixel * BYTES_PER_PIXEL + channel] ?? 0);
    }
  }
  return { counts, sums };
}

function measureBox(histogram: Histogram, members: readonly number[]): Box {
  const { counts, sums } = histogram;
  const total = members.reduce((sum, bin) => sum + (counts[bin] ?? 0), 0);
  const mean = sums.map((sum) => members.reduce((all, bin) => all + (sum[bin] ?? 0), 0) / total);
  const spreads = sums.map((sum, channel) =>
    members.reduce((all, bin) => {
      const count = counts[bin] ?? 0;
      return all + count * ((sum[bin] ?? 0) / count - (mean[channel] ?? 0)) ** 2;
    }, 0),
  );
  const spread = members.length < 2 ? 0 : Math.max(...spreads);
  return { members, mean, axis: spreads.indexOf(Math.max(...spreads)), spread };
}

/** Splits at the mean, so that each half has a member. */
function splitBox(histogram: Histogram, { members, mean, axis }: Box): Box[] {
  const isLow = (bin: number): boolean => (meanOf(histogram, bin)[axis] ?? 0) <= (mean[axis] ?? 0);
  return [members.filter(isLow), members.filter((bin) => !isLow(bin))]
    .filter((part) => part.length > 0)
    .map((part) => measureBox(histogram, part));
}

function findNearest(means: readonly (readonly number[])[], color: readonly number[]): number {
  let nearest = 0;
  let least = Infinity;
  for (const [index, mean] of means.entries()) {
    const distance = mean.reduce((sum, value, axis) => sum + (value - (color[axis] ?? 0)) ** 2, 0);
    if (distance >= least) continue;
    least = distance;
    nearest = index;
  }
  return nearest;
}

function meanOf({ counts, sums }: Histogram, bin: number): number[] {
  return sums.map((sum) => (sum[bin] ?? 0) / (counts[bin] ?? 1));
}

function binOf(color: number): number {
  return ((color >> 9) & 0x7c00) | ((color >> 6) & 0x03e0) | ((color >> 3) & 0x001f);
}

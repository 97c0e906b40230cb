import { viewOf } from '../../../shared/bytes.ts';
import { InflateMeter } from '../../../imaging/deflate/inflate-meter.ts';
import { PNG_LIMITS } from '../../../imaging/work-limits.ts';

const HEADER_BYTES = 13;
/** By colour type (PNG third edition, 11.2.1). Decoders refuse other types. */
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const MAX_CHANNELS = 4;
const INTERLACED = 1;
/** Adam7 (section 8): first column and row of each pass, and their steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A decoder inflates all data, also past the last row. */
export class PngDataMeter {
  #inflate: InflateMeter | null = null;
  #chunks = 0;

  get isBroken(): boolean {
    return this.#inflate?.isBroken === true;
  }

  /** Ignores repeated and truncated chunks. */
  readHeader(data: Uint8Array): void {
    if (this.#inflate !== null || data.length < HEADER_BYTES) return;
    const rowsBytes = countRowsBytes(viewOf(data));
    this.#inflate = new InflateMeter({
      inflatedBytes: rowsBytes + Math.max(rowsBytes, PNG_LIMITS.surplusBytes),
      codedBlocks: PNG_LIMITS.codedBlocks,
    });
  }

  beginChunk(): void {
    this.#chunks += 1;
    if (this.#chunks > PNG_LIMITS.dataChunks) {
      throw new RangeError('There are too many chunks of image data');
    }
  }

  /** @throws {RangeError} when the data precede the header or exceed PNG_LIMITS. */
  push(data: Uint8Array): void {
    if (this.#inflate === null) throw new RangeError('The image data come before their header');
    this.#inflate.push(data);
  }
}

function countRowsBytes(header: DataView): number {
  const [width, height] = [header.getUint32(0), header.getUint32(4)];
  const channels = CHANNELS.get(header.getUint8(9)) ?? MAX_CHANNELS;
  const pixelBits = header.getUint8(8) * channels;
  const count = (columns: number, rows: number): number =>
    columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * pixelBits) / 8)) : 0;
  if (header.getUint8(12) !== INTERLACED) return count(width, height);
  return PASSES.reduce(
    (sum, [left, top, across, down]) =>
      sum + count(Math.ceil((width - left) / across), Math.ceil((height - top) / down)),
    0,
  );
}

import { joinBytes, utf8, viewOf } from '../../shared/bytes.ts';
import { crc32 } from '../../shared/crc32.ts';

/** Signature and header chunk (PNG, 5.2 and 11.2.1), and offsets in them. */
const SIGNATURE_BYTES = 8;
const HEAD_BYTES = 33;
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const BIT_DEPTH_AT = 24;
const COLOR_TYPE_AT = 25;
const INTERLACE_AT = 28;
const CHECKSUM_BYTES = 4;
/** Channels by colour type, for gray and RGB with alpha; clearing ALPHA_BIT gives the opaque type. */
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [4, 2],
  [6, 4],
]);
const ALPHA_BIT = 4;
const OPAQUE = 255;
/** Inflated at once, to at most a thousand times its size. */
const PIECE_BYTES = 4096;

/**
 * Row by row, for any size. Null unless it has alpha, 8 bits a channel and no interlacing.
 * @throws {RangeError} when it ends early; other damage fails the returned stream.
 */
export async function flattenPng(
  png: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array> | null> {
  const reader = png.getReader({ mode: 'byob' });
  const head = await readExactly(reader, HEAD_BYTES);
  const view = viewOf(head);
  const colorType = view.getUint8(COLOR_TYPE_AT);
  const channels = CHANNELS.get(colorType);
  const isPlain = view.getUint8(BIT_DEPTH_AT) === 8 && view.getUint8(INTERLACE_AT) === 0;
  if (channels === undefined || !isPlain) {
    await reader.cancel();
    return null;
  }
  const header = head.slice(WIDTH_AT, HEAD_BYTES - CHECKSUM_BYTES);
  header[COLOR_TYPE_AT - WIDTH_AT] = colorType - ALPHA_BIT;
  const start = joinBytes([head.subarray(0, SIGNATURE_BYTES), encodeChunk('IHDR', header)]);
  return openPieces(readDataChunks(reader))
    .pipeThrough(new DecompressionStream('deflate'))
    .pipeThrough(flattenRows(view.getUint32(WIDTH_AT), view.getUint32(HEIGHT_AT), channels))
    .pipeThrough(new CompressionStream('deflate'))
    .pipeThrough(wrapImageData(start));
}

async function readExactly(
  reader: ReadableStreamBYOBReader,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { value } = await reader.readAtLeast(length, new Uint8Array(length));
  if (value?.length !== length) throw new RangeError('The PNG ends too early');
  return value;
}

function encodeChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const typed = joinBytes([utf8(type), data]);
  const frame = new DataView(new ArrayBuffer(8));
  frame.setUint32(0, data.length);
  frame.setUint32(4, crc32(typed));
  const [length, checksum] = [new Uint8Array(frame.buffer, 0, 4), new Uint8Array(frame.buffer, 4)];
  return joinBytes([length, typed, checksum]);
}

function openPieces(
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}

async function* readDataChunks(
  reader: ReadableStreamBYOBReader,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    for (;;) {
      const head = await readExactly(reader, 8);
      const type = String.fromCharCode(...head.subarray(4));
      if (type === 'IEND') return;
      for (let left = viewOf(head).getUint32(0); left > 0;) {
        const piece = await readExactly(reader, Math.min(left, PIECE_BYTES));
        left -= piece.length;
        if (type === 'IDAT') yield piece;
      }
      await readExactly(reader, CHECKSUM_BYTES);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Undoes the filters (PNG, 9.2). Fails on data past `height` rows. */
function flattenRows(
  width: number,
  height: number,
  channels: number,
): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  const rowBytes = width * channels;
  let above = new Uint8Array(rowBytes);
  let row = new Uint8Array(rowBytes);
  let filter = 0;
  let rowsLeft = height;
  /** -1 before the filter byte. */
  let at = -1;
  return new TransformStream({
    transform: (bytes, controller) => {
      for (let from = 0; from < bytes.length;) {
        if (rowsLeft === 0) throw new RangeError('The PNG goes on behind its last row');
        if (at < 0) {
          filter = bytes[from] ?? 0;
          from += 1;
          at = 0;
        }
        const piece = bytes.subarray(from, from + rowBytes - at);
        row.set(piece, at);
        from += piece.length;
        at += piece.length;
        if (at < rowBytes) return;
        unfilter(row, above, filter, channels);
        controller.enqueue(flattenRow(row, channels));
        [row, above] = [above, row];
        rowsLeft -= 1;
        at = -1;
      }
    },
  });
}

function unfilter(row: Uint8Array, above: Uint8Array, filter: number, channels: number): void {
  for (let at = 0; at < row.length; at += 1) {
    const left = at < channels ? 0 : (row[at - channels] ?? 0);
    const up = above[at] ?? 0;
    const upLeft = at < channels ? 0 : (above[at - channels] ?? 0);
    row[at] = (row[at] ?? 0) + predict(filter, left, up, upLeft);
  }
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [byLeft, byUp, byUpLeft] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - upLeft),
  ];
  if (byLeft <= byUp && byLeft <= byUpLeft) return left;
  return byUp <= byUpLeft ? up : upLeft;
}

/** Returns a row with filter byte 0. */
function flattenRow(row: Uint8Array, channels: number): Uint8Array<ArrayBuffer> {
  const colors = channels - 1;
  const flat = new Uint8Array(1 + (row.length / channels) * colors);
  let to = 1;
  for (let from = 0; from < row.length; from += channels) {
    const alpha = row[from + colors] ?? 0;
    const white = OPAQUE * (OPAQUE - alpha);
    for (let channel = 0; channel < colors; channel += 1) {
      flat[to] = ((row[from + channel] ?? 0) * alpha + white) / OPAQUE + 0.5;
      to += 1;
    }
  }
  return flat;
}

function wrapImageData(
  start: Uint8Array<ArrayBuffer>,
): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    start: (controller) => controller.enqueue(start),
    transform: (bytes, controller) => controller.enqueue(encodeChunk('IDAT', bytes)),
    flush: (controller) => controller.enqueue(encodeChunk('IEND', new Uint8Array())),
  });
}

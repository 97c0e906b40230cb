import { crc32 } from '../../src/shared/crc32.ts';
import { joinBytes, utf8, viewOf } from '../../src/shared/bytes.ts';
import type { Size } from '../../src/shared/pixels.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A number of 32 bits as a PNG has it. */
export const bigEndian = (value: number): number[] =>
  [...new Uint8Array(Uint32Array.of(value).buffer)].toReversed();
const chunk = (type: string, data: Uint8Array): Bytes => {
  const typed = joinBytes([utf8(type), data]);
  return joinBytes([
    Uint8Array.from(bigEndian(data.length)),
    typed,
    Uint8Array.from(bigEndian(crc32(typed))),
  ]);
};
const pass = async (
  bytes: Bytes,
  through: CompressionStream | DecompressionStream,
): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

/** Rows with the filters 0 to 4 in turn (PNG, 9.2). */
export function filterRows(rows: readonly Uint8Array[], channels: number): Bytes {
  return joinBytes(
    rows.map((row, y) => {
      const filter = y % 5;
      const filtered = row.map((value, at) => {
        const left = at < channels ? 0 : (row[at - channels] ?? 0);
        const up = rows[y - 1]?.[at] ?? 0;
        const upLeft = at < channels ? 0 : (rows[y - 1]?.[at - channels] ?? 0);
        const nearest = [left, up, upLeft].toSorted(
          (a, b) => Math.abs(left + up - upLeft - a) - Math.abs(left + up - upLeft - b),
        );
        return value - ([0, left, up, (left + up) >> 1, nearest[0] ?? 0][filter] ?? 0);
      });
      return joinBytes([Uint8Array.of(filter), filtered]);
    }),
  );
}

/** A PNG of 8 bits whose image data come in two chunks. */
export async function craftPng(
  { width, height, colorType }: Size & { readonly colorType: number },
  rows: Bytes,
): Promise<Bytes> {
  const data = await pass(rows, new CompressionStream('deflate'));
  const header = [...bigEndian(width), ...bigEndian(height), 8, colorType, 0, 0, 0];
  return joinBytes([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', Uint8Array.from(header)),
    chunk('pHYs', new Uint8Array(9)),
    chunk('IDAT', data.subarray(0, 5)),
    chunk('IDAT', data.subarray(5)),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** The inflated image data of a PNG, and the fields of its header. */
export async function readPngRows(png: Bytes): Promise<[rows: Bytes, header: number[]]> {
  const data: Uint8Array[] = [];
  for (let at = 8; at < png.length;) {
    const length = viewOf(png).getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (type === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return [
    await pass(joinBytes(data), new DecompressionStream('deflate')),
    [...png.subarray(16, 29)],
  ];
}

import { joinBytes, utf8 } from '../../shared/bytes.ts';
import type { ItemProperties } from './avif-items.ts';

export function writeBox(type: string, content: Uint8Array): Uint8Array {
  return joinBytes([uint32(8 + content.length), utf8(type), content]);
}

/** With version and flags, all zero (ISO/IEC 14496-12, section 4.2). */
export function writeFullBox(type: string, ...fields: readonly Uint8Array[]): Uint8Array {
  return writeBox(type, joinBytes([new Uint8Array(4), ...fields]));
}

/** Version 1 with long indices, sorted by item id as the format requires. */
export function writeIpma(items: readonly ItemProperties[]): Uint8Array {
  const sorted = items.toSorted((a, b) => a.itemId - b.itemId);
  const entries = sorted.flatMap(({ itemId, associations }) => [
    uint32(itemId),
    Uint8Array.of(associations.length),
    uint16(...associations),
  ]);
  return joinBytes([uint32(0x01_00_00_01), uint32(items.length), ...entries]);
}

export function uint16(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value >> 8, value & 0xff]));
}

export function uint32(value: number): Uint8Array {
  return uint16(value >>> 16, value & 0xffff);
}

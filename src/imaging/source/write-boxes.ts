import { joinBytes, utf8, viewOf } from '../../shared/bytes.ts';
import type { ItemProperties } from './avif-items.ts';

export function writeBox(type: string, content: Uint8Array): Uint8Array {
  const header = new Uint8Array(8);
  viewOf(header).setUint32(0, 8 + content.length);
  header.set(utf8(type), 4);
  return joinBytes([header, content]);
}

/** With version and flags, all zero (ISO/IEC 14496-12, section 4.2). */
export function writeFullBox(type: string, ...fields: readonly Uint8Array[]): Uint8Array {
  return writeBox(type, joinBytes([new Uint8Array(4), ...fields]));
}

/** Version 1 with long indices, sorted by item id as the format requires. */
export function writeIpma(items: readonly ItemProperties[]): Uint8Array {
  const length = items.reduce((sum, { associations }) => sum + 5 + 2 * associations.length, 8);
  const content = new Uint8Array(length);
  const view = viewOf(content);
  view.setUint32(0, 0x01_00_00_01);
  view.setUint32(4, items.length);
  let offset = 8;
  for (const { itemId, associations } of items.toSorted((a, b) => a.itemId - b.itemId)) {
    view.setUint32(offset, itemId);
    view.setUint8(offset + 4, associations.length);
    offset += 5;
    for (const association of associations) {
      view.setUint16(offset, association);
      offset += 2;
    }
  }
  return content;
}

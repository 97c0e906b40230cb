import { joinBytes, utf8, viewOf } from '../../shared/bytes.ts';
import { demandFewFrames } from './av1-frames.ts';
import {
  HIGH_BIT_DEPTH_FLAG,
  indexItems,
  type ItemProperties,
  MONOCHROME_FLAG,
  readExtent,
  TWELVE_BIT_FLAG,
} from './avif-items.ts';
import { type Box, findBox, readBoxes, readFileBoxes } from './bmff-boxes.ts';

/** In the file type box, which comes first. */
const MAJOR_BRAND_OFFSET = 8;

/**
 * The same picture in a form that a strict decoder reads: every picture item has its `pixi` property, which the format
 * demands and many writers leave out, and nothing follows the last box. The same bytes where nothing is to mend.
 * @throws {RangeError} when the boxes are broken, or there are more frames than any picture has.
 */
export function normalizeAvif(file: Uint8Array): Uint8Array {
  const boxes = readFileBoxes(file);
  const meta = findBox(boxes, 'meta');
  const end = boxes.at(-1)?.end ?? file.length;
  const mended = addPixelInformation(file, meta.content);
  const hasSequence = boxes.some(({ type }) => type === 'moov');
  if (mended === null && !hasSequence) return file.subarray(0, end);
  const kept = file.slice(0, end);
  // It is the picture whose headers were read that is decoded, and not the first one of the sequence.
  if (hasSequence) kept.set(utf8('avif'), MAJOR_BRAND_OFFSET);
  if (mended === null) return kept;
  const view = viewOf(kept);
  const last = boxes.at(-1);
  // A last box without a size reaches to the end, where there will be another one.
  if (last !== undefined && view.getUint32(last.start) === 0) {
    view.setUint32(last.start, last.end - last.start);
  }
  // The old box becomes free space, so that the data stay where its item locations say.
  kept.set(utf8('free'), meta.start + 4);
  return joinBytes([kept, writeBox('meta', mended)]);
}

/** The content of a `meta` box with all `pixi` properties; null when it had them. */
function addPixelInformation(file: Uint8Array, meta: Uint8Array): Uint8Array | null {
  const versionBytes = 4;
  const inner = meta.subarray(versionBytes);
  const boxes = readBoxes(inner);
  const iprp = findBox(boxes, 'iprp');
  const ipco = findBox(readBoxes(iprp.content), 'ipco');
  const index = indexItems(boxes);
  const { width, height } = readExtent(index.propertiesOf(index.primaryId));
  demandFewFrames(file, { meta: boxes, isCoded: index.isCoded, pixels: width * height });
  const added: Uint8Array[] = [];
  const items = index.items.map((item) => {
    const own = index.propertiesOf(item.itemId);
    const has = (type: string): boolean => own.some((property) => property.type === type);
    // A grid has the pixels of its cells, which all have the same configuration.
    const flags = index.av1FlagsOf(item.itemId);
    if (!has('ispe') || has('pixi') || flags === null) return item;
    added.push(writePixi(flags));
    const number = index.properties.length + added.length;
    return { ...item, associations: [...item.associations, number] };
  });
  if (added.length === 0) return null;
  const changed = joinBytes([
    writeBox('ipco', joinBytes([ipco.content, ...added])),
    writeBox('ipma', writeIpma(items)),
  ]);
  const others = boxes.filter((box) => box !== iprp).map((box) => wholeOf(inner, box));
  return joinBytes([meta.subarray(0, versionBytes), ...others, writeBox('iprp', changed)]);
}

/** What an AV1 configuration says of the channels (AV1-ISOBMFF, section 2.3.3; ISO/IEC 23008-12, section 6.5.6). */
function writePixi(flags: number): Uint8Array {
  const highDepth = (flags & TWELVE_BIT_FLAG) === 0 ? 10 : 12;
  const depth = (flags & HIGH_BIT_DEPTH_FLAG) === 0 ? 8 : highDepth;
  const channels = (flags & MONOCHROME_FLAG) === 0 ? 3 : 1;
  const content = new Uint8Array(5 + channels).fill(depth, 5);
  content[4] = channels;
  return writeBox('pixi', content);
}

/** Version 1 with long indices, which has room for all; items in the order of their numbers, as the format demands. */
function writeIpma(items: readonly ItemProperties[]): Uint8Array {
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

function wholeOf(bytes: Uint8Array, { start, end }: Box): Uint8Array {
  return bytes.subarray(start, end);
}

function writeBox(type: string, content: Uint8Array): Uint8Array {
  const header = new Uint8Array(8);
  viewOf(header).setUint32(0, 8 + content.length);
  header.set(utf8(type), 4);
  return joinBytes([header, content]);
}

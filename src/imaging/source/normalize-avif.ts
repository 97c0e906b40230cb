import { joinBytes, utf8, viewOf } from '../../shared/bytes.ts';
import { checkFrameLimits } from './av1-frames.ts';
import {
  HIGH_BIT_DEPTH_FLAG,
  indexItems,
  type ItemProperties,
  MONOCHROME_FLAG,
  readExtent,
  TWELVE_BIT_FLAG,
} from './avif-items.ts';
import { type Box, findBox, readBoxes, readFileBoxes } from './bmff-boxes.ts';

/** Within the file type box, the first of a file. */
const MAJOR_BRAND_OFFSET = 8;

/**
 * Adds required `pixi` properties that many writers omit; drops bytes after the last box. May return a view of `file`.
 * @throws {RangeError} when boxes are broken, or frames exceed AVIF_LIMITS.
 */
export function normalizeAvif(file: Uint8Array): Uint8Array {
  const boxes = readFileBoxes(file);
  const meta = findBox(boxes, 'meta');
  const end = boxes.at(-1)?.end ?? file.length;
  const completed = addPixelInformation(file, meta.content);
  const hasSequence = boxes.some(({ type }) => type === 'moov');
  if (completed === null && !hasSequence) return file.subarray(0, end);
  const kept = file.slice(0, end);
  // The brand makes the decoder read the still whose header was read, not the sequence.
  if (hasSequence) kept.set(utf8('avif'), MAJOR_BRAND_OFFSET);
  if (completed === null) return kept;
  const view = viewOf(kept);
  const last = boxes.at(-1);
  // A last box of size 0 would swallow the appended one.
  if (last !== undefined && view.getUint32(last.start) === 0) {
    view.setUint32(last.start, last.end - last.start);
  }
  // The old box becomes free space, so that item locations stay valid.
  kept.set(utf8('free'), meta.start + 4);
  return joinBytes([kept, writeBox('meta', completed)]);
}

/** Null when none is missing. */
function addPixelInformation(file: Uint8Array, meta: Uint8Array): Uint8Array | null {
  const versionBytes = 4;
  const inner = meta.subarray(versionBytes);
  const boxes = readBoxes(inner);
  const iprp = findBox(boxes, 'iprp');
  const ipco = findBox(readBoxes(iprp.content), 'ipco');
  const index = indexItems(boxes);
  const { width, height } = readExtent(index.propertiesOf(index.primaryId));
  checkFrameLimits(file, { meta: boxes, isCoded: index.isCoded, pixels: width * height });
  const added: Uint8Array[] = [];
  const items = index.items.map((item) => {
    const own = index.propertiesOf(item.itemId);
    const has = (type: string): boolean => own.some((property) => property.type === type);
    // All cells of a grid share one configuration.
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

/** ISO/IEC 23008-12, section 6.5.6. */
function writePixi(flags: number): Uint8Array {
  const highDepth = (flags & TWELVE_BIT_FLAG) === 0 ? 10 : 12;
  const depth = (flags & HIGH_BIT_DEPTH_FLAG) === 0 ? 8 : highDepth;
  const channels = (flags & MONOCHROME_FLAG) === 0 ? 3 : 1;
  const content = new Uint8Array(5 + channels).fill(depth, 5);
  content[4] = channels;
  return writeBox('pixi', content);
}

/** Version 1 with long indices, sorted by item id as the format requires. */
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

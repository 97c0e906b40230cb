import { joinBytes, utf8, viewOf } from '../../shared/bytes.ts';
import { checkFrameLimits } from './av1-frames.ts';
import { findDescription } from './avif-description.ts';
import {
  ESSENTIAL_FLAG,
  HIGH_BIT_DEPTH_FLAG,
  indexItems,
  type ItemIndex,
  MONOCHROME_FLAG,
  readExtent,
  TWELVE_BIT_FLAG,
} from './avif-items.ts';
import { type Box, findBox, readBoxes, readFileBoxes } from './bmff-boxes.ts';
import { orderTiles } from './order-tiles.ts';
import { readAscii } from './slice-exactly.ts';
import { writeBox, writeIpma } from './write-boxes.ts';

const BRAND_BYTES = 4;
/** The handler must come first (ISO/IEC 14496-12, section 8.11.1). */
const FIRST_BOXES: readonly string[] = ['hdlr', 'iloc'];

/**
 * Rewrites what strict decoders refuse, and drops bytes after the last box. May return a view of `file`.
 *
 * - Required `pixi` properties that many writers omit are added.
 * - Clean apertures go: decoders refuse those that browsers ignore, and the caller crops.
 * - Properties are associated in one box, and no box has an open size.
 * - The tiles of a grid are located in the order of its references.
 * - A sequence becomes free space, so that the still whose header was read is decoded.
 * - The first frame of a sequence without a still becomes one.
 * @throws {RangeError} when the boxes are broken, or the frames exceed AVIF_LIMITS.
 */
export function normalizeAvif(file: Uint8Array): Uint8Array {
  const boxes = readFileBoxes(file);
  const { meta, isMade } = findDescription(boxes);
  const last = boxes.at(-1);
  const end = last?.end ?? 0;
  const changed = completeProperties(file, meta) ?? (isMade ? meta : null);
  const sequences = boxes.filter(({ type }) => type === 'moov');
  const isOpen = last !== undefined && viewOf(file).getUint32(last.start) === 0;
  if (changed === null && sequences.length === 0 && !isOpen) return file.subarray(0, end);
  const kept = file.slice(0, end);
  if (isOpen) viewOf(kept).setUint32(last.start, end - last.start);
  for (const { start } of sequences) kept.set(utf8('free'), start + 4);
  if (sequences.length > 0) renameSequenceBrands(findBox(readFileBoxes(kept), 'ftyp').content);
  if (changed === null) return kept;
  // The old box becomes free space, so that item locations stay valid.
  const old = boxes.find(({ type }) => type === 'meta');
  if (old !== undefined) kept.set(utf8('free'), old.start + 4);
  return joinBytes([kept, writeBox('meta', changed)]);
}

/** Major brand, version, compatible brands (ISO/IEC 14496-12, section 4.3). */
function renameSequenceBrands(fileType: Uint8Array): void {
  for (let at = 0; at + BRAND_BYTES <= fileType.length; at += BRAND_BYTES) {
    if (readAscii(fileType, at, BRAND_BYTES) === 'avis') fileType.set(utf8('avif'), at);
  }
}

/** Null when nothing changes. */
function completeProperties(file: Uint8Array, meta: Uint8Array): Uint8Array | null {
  const versionBytes = 4;
  const inner = meta.subarray(versionBytes);
  const boxes = readBoxes(inner);
  const iprp = findBox(boxes, 'iprp');
  const lists = readBoxes(iprp.content);
  const ipco = findBox(lists, 'ipco');
  const index = indexItems(boxes);
  const { width, height } = readExtent(index.propertiesOf(index.primaryId));
  checkFrameLimits(file, { meta: boxes, isCoded: index.isCoded, pixels: width * height });
  const added: Uint8Array[] = [];
  const items = index.items.map((item) => {
    const own = index.propertiesOf(item.itemId);
    const has = (type: string): boolean => own.some((property) => property.type === type);
    const associations = item.associations.filter(
      (number) => index.properties[(number & ~ESSENTIAL_FLAG) - 1]?.type !== 'clap',
    );
    // All cells of a grid share one configuration.
    const flags = index.av1FlagsOf(item.itemId);
    if (!has('ispe') || has('pixi') || flags === null) return { ...item, associations };
    added.push(writePixi(flags));
    const number = index.properties.length + added.length;
    return { ...item, associations: [...associations, number] };
  });
  const isSame = items.every(
    ({ associations }, at) => associations.length === index.items[at]?.associations.length,
  );
  const isSingle = lists.filter(({ type }) => type === 'ipma').length === 1;
  const tiles = orderTilesOf(boxes, index.grids);
  if (added.length === 0 && isSame && isSingle && tiles === null) return null;
  const changed = joinBytes([
    writeBox('ipco', joinBytes([ipco.content, ...added])),
    writeBox('ipma', writeIpma(items)),
  ]);
  const others = boxes
    .filter((box) => box !== iprp)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((box) => tiles?.get(box) ?? wholeOf(inner, box));
  return joinBytes([meta.subarray(0, versionBytes), ...others, writeBox('iprp', changed)]);
}

/** Decoders order items by the first box that names them. */
function rankOf({ type }: Box): number {
  const at = FIRST_BOXES.indexOf(type);
  return at < 0 ? FIRST_BOXES.length : at;
}

/** The changed boxes; null when nothing changes. */
function orderTilesOf(
  boxes: readonly Box[],
  grids: ItemIndex['grids'],
): ReadonlyMap<Box, Uint8Array> | null {
  if (grids.length === 0) return null;
  const [iloc, iref] = [findBox(boxes, 'iloc'), findBox(boxes, 'iref')];
  const ordered = orderTiles({ iloc: iloc.content, iref: iref.content }, grids);
  if (ordered === null) return null;
  return new Map([
    [iloc, writeBox('iloc', ordered.iloc)],
    [iref, writeBox('iref', ordered.iref)],
  ]);
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

function wholeOf(bytes: Uint8Array, { start, end }: Box): Uint8Array {
  return bytes.subarray(start, end);
}

import { viewOf } from '../../shared/bytes.ts';
import type { CropBox } from '../../shared/pixels.ts';
import type { ColorEncoding } from '../color/color-encoding.ts';
import { namesAlpha } from './alpha-urn.ts';
import { checkDataLimit } from './av1-frames.ts';
import { findDescription } from './avif-description.ts';
import { indexItems, MONOCHROME_FLAG, readExtent } from './avif-items.ts';
import { type Box, readBoxes, readFileBoxes } from './bmff-boxes.ts';
import { readAscii } from './slice-exactly.ts';
import type { SourceInfo } from './source-info.ts';

/**
 * By `irot` (rows: quarter turns counter-clockwise), then `imir` (columns: none, axis 0 swaps top and bottom, axis 1
 * left and right). ISO/IEC 23008-12, sections 6.5.10 and 6.5.12.
 */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
] as const;

/** EXIF orientation does not count. @throws {RangeError} for broken boxes or more data than the size needs. */
export function readAvifHeader(file: Uint8Array): SourceInfo {
  const majorBrand = readAscii(file, 8, 4);
  const description = findDescription(readFileBoxes(file));
  const meta = readBoxes(description.meta.subarray(4));
  const items = indexItems(meta);
  const properties = items.propertiesOf(items.primaryId);
  const flags = items.av1FlagsOf(items.primaryId) ?? 0;
  const { width, height } = readExtent(properties);
  checkDataLimit({ meta, isCoded: items.isCoded, pixels: width * height });
  return {
    width,
    height,
    animated: majorBrand === 'avis' || description.isMade,
    hasAlpha: items.properties.some(({ type, content }) => type === 'auxC' && namesAlpha(content)),
    orientation: readOrientation(properties),
    color: readColor(properties, (flags & MONOCHROME_FLAG) !== 0),
    aperture: readAperture(properties, width, height),
    obstacle: null,
  };
}

function readOrientation(properties: readonly Box[]): number {
  const irot = properties.find((box) => box.type === 'irot')?.content[0] ?? 0;
  const imir = properties.find((box) => box.type === 'imir')?.content[0];
  return ORIENTATIONS[irot & 3]?.[imir === undefined ? 0 : 1 + (imir & 1)] ?? 1;
}

/** An embedded profile takes precedence over code points (ISO/IEC 23000-22, 7.3.6.4). */
function readColor(properties: readonly Box[], isGray: boolean): ColorEncoding {
  const declarations = properties.filter((box) => box.type === 'colr').map((box) => box.content);
  const typeOf = (content: Uint8Array): string => readAscii(content, 0, 4);
  const icc = declarations.find((content) => ['prof', 'rICC'].includes(typeOf(content)));
  if (icc !== undefined) return { kind: 'icc', profile: icc.subarray(4), isGray };
  const nclx = declarations.find((content) => typeOf(content) === 'nclx');
  if (nclx === undefined) return { kind: 'srgb' };
  const view = viewOf(nclx);
  const codePoints = { primaries: view.getUint16(4), transfer: view.getUint16(6) };
  return { kind: 'code_points', codePoints };
}

/**
 * The clean aperture, whose offsets go from centre to centre (ISO/IEC 14496-12, section 12.1.4), if it begins at the
 * first pixel: Chromium shows the whole image for any other, and Firefox refuses them all.
 */
function readAperture(properties: readonly Box[], width: number, height: number): CropBox | null {
  const clap = properties.find((box) => box.type === 'clap');
  if (clap === undefined) return null;
  const view = viewOf(clap.content);
  const fraction = (at: number): number => view.getInt32(at) / view.getInt32(at + 4);
  const box = {
    width: fraction(0),
    height: fraction(8),
    left: fraction(16) + (width - fraction(0)) / 2,
    top: fraction(24) + (height - fraction(8)) / 2,
  };
  const isWhole = Number.isInteger(box.width) && Number.isInteger(box.height);
  const isInside = box.width > 0 && box.width <= width && box.height > 0 && box.height <= height;
  return isWhole && isInside && box.left === 0 && box.top === 0 ? box : null;
}

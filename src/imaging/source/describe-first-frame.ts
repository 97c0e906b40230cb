import { joinBytes, utf8, viewOf } from '../../shared/bytes.ts';
import { ALPHA_URN } from './alpha-urn.ts';
import { ESSENTIAL_FLAG } from './avif-items.ts';
import { readTracks, type SequenceTrack } from './sequence-tracks.ts';
import { uint16, uint32, writeBox, writeFullBox, writeIpma } from './write-boxes.ts';

interface Property {
  readonly bytes: Uint8Array;
  readonly flag: number;
}

/** Boxes of a sample entry that are properties of an item. */
const PROPERTY_FLAGS: Readonly<Record<string, number>> = {
  av1C: ESSENTIAL_FLAG,
  clap: ESSENTIAL_FLAG,
  irot: ESSENTIAL_FLAG,
  imir: ESSENTIAL_FLAG,
  colr: 0,
  pasp: 0,
  pixi: 0,
};

/**
 * The content of a `meta` box (ISO/IEC 14496-12, section 8.11) that has the first frame of a sequence as its primary item,
 * and the frame's alpha.
 * @throws {RangeError} when a box is broken, or there is no track of AV1 images.
 */
export function describeFirstFrame(moov: Uint8Array): Uint8Array {
  const tracks = readTracks(moov);
  const color = tracks.find(({ auxiliaryOf }) => auxiliaryOf === null);
  if (color === undefined) throw new RangeError('There is no track of images');
  const alpha = tracks.find(({ auxiliaryOf, isAlpha }) => isAlpha && auxiliaryOf === color.id);
  return describeItems(alpha === undefined ? [color] : [color, alpha]);
}

/** The second is the alpha of the first. */
function describeItems(tracks: readonly SequenceTrack[]): Uint8Array {
  const count = uint16(tracks.length);
  const places = tracks.map(({ firstSample: { offset, length } }, index) =>
    joinBytes([uint16(index + 1, 0, 1), uint64(offset), uint32(length)]),
  );
  const infos = tracks.map((_, index) =>
    // Version 2, without a name.
    writeBox('infe', joinBytes([uint32(0x02_00_00_00), uint16(index + 1, 0), utf8('av01\0')])),
  );
  const boxes = [
    writeFullBox('hdlr', uint32(0), utf8('pict'), new Uint8Array(13)),
    writeFullBox('pitm', uint16(1)),
    // Offsets of 8 bytes, lengths of 4.
    writeFullBox('iloc', uint16(0x84_00), count, ...places),
    writeFullBox('iinf', count, ...infos),
    ...(tracks.length > 1 ? [writeFullBox('iref', writeBox('auxl', uint16(2, 1, 1)))] : []),
    describeProperties(tracks),
  ];
  return joinBytes([new Uint8Array(4), ...boxes]);
}

function describeProperties(tracks: readonly SequenceTrack[]): Uint8Array {
  const lists = tracks.map((track, index) => propertiesOf(track, index > 0));
  const properties = lists.flat();
  const items = lists.map((own, index) => ({
    itemId: index + 1,
    associations: own.map((property) => property.flag | (properties.indexOf(property) + 1)),
  }));
  const ipco = writeBox('ipco', joinBytes(properties.map(({ bytes }) => bytes)));
  return writeBox('iprp', joinBytes([ipco, writeBox('ipma', writeIpma(items))]));
}

function propertiesOf({ size, properties }: SequenceTrack, isAlpha: boolean): Property[] {
  const extent = writeFullBox('ispe', uint32(size.width), uint32(size.height));
  const auxiliary = writeFullBox('auxC', utf8(`${ALPHA_URN}\0`));
  const copied = properties.flatMap(({ type, content }) => {
    const flag = Object.hasOwn(PROPERTY_FLAGS, type) ? PROPERTY_FLAGS[type] : undefined;
    return flag === undefined ? [] : { bytes: writeBox(type, content), flag };
  });
  const own = isAlpha ? [extent, auxiliary] : [extent];
  return [...own.map((bytes) => ({ bytes, flag: 0 })), ...copied];
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  viewOf(bytes).setBigUint64(0, BigInt(value));
  return bytes;
}

import { type Box, findBox, readBoxes } from './bmff-boxes.ts';
import { describeFirstFrame } from './describe-first-frame.ts';
import { readAscii } from './slice-exactly.ts';

interface Description {
  /** Content of a `meta` box. */
  readonly meta: Uint8Array;
  /** Whether it describes the first frame of a sequence, and is not in the file. */
  readonly isMade: boolean;
}

/**
 * The still of a file. A sequence may lack one: then its first frame counts, as in browsers, which demand a primary item
 * where the major brand is `avif`.
 * @throws {RangeError} when neither is there, or a box is broken.
 */
export function findDescription(file: readonly Box[]): Description {
  const contentOf = (type: string): Uint8Array | undefined =>
    file.find((box) => box.type === type)?.content;
  const [meta, moov] = [contentOf('meta'), contentOf('moov')];
  const isStill = readAscii(findBox(file, 'ftyp').content, 0, 4) === 'avif';
  if (moov === undefined || isStill || (meta !== undefined && hasPrimaryItem(meta))) {
    return { meta: findBox(file, 'meta').content, isMade: false };
  }
  return { meta: describeFirstFrame(moov), isMade: true };
}

function hasPrimaryItem(meta: Uint8Array): boolean {
  return readBoxes(meta.subarray(4)).some(({ type }) => type === 'pitm');
}

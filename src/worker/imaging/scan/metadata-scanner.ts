/**
 * Scans a file as it arrives and keeps the parts that tell its size, orientation, aperture, coding and code points: a
 * much shorter file for which `inspectSource` returns the same, and for which `checkReadable` refuses the same, unless it
 * is a GIF. Profile, animation and transparency of that result are void.
 *
 * - The bytes of a result are valid until the walk's next request.
 * - A truncated piece keeps its declared length, so that readers see the truncation.
 * - The EXIF is found as in the file, but not that of an AVIF whose data come before their description.
 * - Each type is kept once, up to KEPT_BYTES. An AVIF with a longer description counts as damaged.
 * - A file of more than MAX_PIECES counts as damaged, since a scan would cost seconds.
 */

import { joinBytes } from '../../../shared/bytes.ts';
import { isBrokenFile } from '../../../imaging/image-error.ts';
import type { ImageType } from '../../../imaging/sniff.ts';
import type { AvifExif } from '../../../imaging/source/avif-exif.ts';
import { findExif } from '../../../imaging/source/find-exif.ts';
import {
  scanAvif,
  scanGif,
  scanJpeg,
  scanPng,
  scanWebp,
  type ReadRequest,
  type MetadataWalk,
} from './scan-formats.ts';

type OpenWalk = (
  keep: (bytes: Uint8Array) => void,
  giveExif: (exif: AvifExif) => void,
) => MetadataWalk;

const WALKS: Readonly<Record<ImageType, OpenWalk>> = {
  'image/jpeg': scanJpeg,
  'image/png': scanPng,
  'image/webp': scanWebp,
  'image/avif': scanAvif,
  'image/gif': scanGif,
};

/** Costs at most a second of processor time. */
export const MAX_PIECES = 1_000_000;

export class MetadataScanner {
  readonly #mimeType: ImageType;
  #kept: Uint8Array[] = [];
  #avifExif: AvifExif | null = null;
  readonly #walk: MetadataWalk;
  #request: ReadRequest | null;
  #passed = 0;
  #pieces = 0;
  #held: Uint8Array[] = [];

  constructor(mimeType: ImageType) {
    this.#mimeType = mimeType;
    this.#walk = WALKS[mimeType](
      (bytes) => this.#kept.push(bytes.slice()),
      (exif) => (this.#avifExif = exif),
    );
    this.#request = this.#walk.next().value ?? null;
  }

  get isDone(): boolean {
    return this.#request === null;
  }

  push(bytes: Uint8Array): void {
    let rest = bytes;
    while (this.#request !== null) {
      const missing = this.#request.bytes - this.#passed;
      const part = rest.subarray(0, missing);
      const wanted = part.subarray(0, Math.max(0, this.#request.keep - this.#passed));
      if (part.byteLength < missing) {
        if (wanted.byteLength > 0) this.#held.push(wanted.slice());
        this.#passed += part.byteLength;
        return;
      }
      rest = rest.subarray(missing);
      this.#answer(this.#held.length === 0 ? wanted : joinBytes([...this.#held, wanted]), true);
    }
  }

  /** Call it once the file has ended or `isDone`. */
  finish(): Uint8Array {
    while (this.#request !== null) {
      this.#answer(joinBytes(this.#held), this.#request.bytes === Infinity);
    }
    return joinBytes(this.#kept);
  }

  /** The block, as `findExif` returns it. Call it after `finish`. */
  findExif(): Uint8Array | null {
    // What is kept of an AVIF lies elsewhere in the file.
    if (this.#mimeType === 'image/avif') return this.#avifExif?.block ?? null;
    return findExif(this.#mimeType, joinBytes(this.#kept));
  }

  #answer(bytes: Uint8Array, isWhole: boolean): void {
    this.#held = [];
    this.#passed = 0;
    this.#pieces += 1;
    try {
      if (this.#pieces > MAX_PIECES) throw new RangeError('There are too many pieces');
      this.#request = this.#walk.next({ bytes, isWhole }).value ?? null;
    } catch (error) {
      if (!isBrokenFile(error)) throw error;
      this.#kept = [];
      this.#request = null;
    }
  }
}

/**
 * Reads a file as it passes by, and keeps what tells the size and the orientation of its picture: a much shorter file, of
 * which `inspectSource` says the same as of the whole. What it says of colour, animation and transparency means nothing.
 *
 * - What a walk is given is valid until it asks for more.
 * - A piece that the file ends in keeps the length that it claims, so that whoever reads it sees that it is cut short.
 * - Nothing is kept twice, and of nothing more than KEPT_BYTES. An AVIF whose description is longer counts as damaged, and
 *   so does a file in more than MAX_PIECES: walking through it would cost seconds.
 */

import { joinBytes } from '../../shared/bytes.ts';
import { isBrokenFile } from '../image-error.ts';
import type { ImageType } from '../sniff.ts';
import {
  skimAvif,
  skimGif,
  skimJpeg,
  skimPng,
  skimWebp,
  type SkimDemand,
  type Walk,
} from './scan.ts';

const WALKS: Readonly<Record<ImageType, (keep: (bytes: Uint8Array) => void) => Walk>> = {
  'image/jpeg': skimJpeg,
  'image/png': skimPng,
  'image/webp': skimWebp,
  'image/avif': skimAvif,
  'image/gif': skimGif,
};

/** A second of processor time at the very most. */
export const MAX_PIECES = 1_000_000;

export class MetadataScanner {
  #kept: Uint8Array[] = [];
  readonly #walk: Walk;
  /** Null once everything is known. */
  #demand: SkimDemand | null;
  /** Of the demand, what earlier chunks brought. */
  #passed = 0;
  #pieces = 0;
  #held: Uint8Array[] = [];

  constructor(mimeType: ImageType) {
    this.#walk = WALKS[mimeType]((bytes) => this.#kept.push(bytes.slice()));
    this.#demand = this.#walk.next().value ?? null;
  }

  /** Whether the rest of the file tells nothing more. */
  get isDone(): boolean {
    return this.#demand === null;
  }

  /** Takes the next bytes of the file. */
  push(bytes: Uint8Array): void {
    let rest = bytes;
    while (this.#demand !== null) {
      const missing = this.#demand.bytes - this.#passed;
      const part = rest.subarray(0, missing);
      const wanted = part.subarray(0, Math.max(0, this.#demand.keep - this.#passed));
      if (part.byteLength < missing) {
        if (wanted.byteLength > 0) this.#held.push(wanted.slice());
        this.#passed += part.byteLength;
        return;
      }
      rest = rest.subarray(missing);
      this.#answer(this.#held.length === 0 ? wanted : joinBytes([...this.#held, wanted]), true);
    }
  }

  /** What has been kept of the file, which has ended or tells nothing more. */
  finish(): Uint8Array {
    while (this.#demand !== null) {
      this.#answer(joinBytes(this.#held), this.#demand.bytes === Infinity);
    }
    return joinBytes(this.#kept);
  }

  #answer(bytes: Uint8Array, isWhole: boolean): void {
    this.#held = [];
    this.#passed = 0;
    this.#pieces += 1;
    try {
      if (this.#pieces > MAX_PIECES) throw new RangeError('There are too many pieces');
      this.#demand = this.#walk.next({ bytes, isWhole }).value ?? null;
    } catch (error) {
      if (!isBrokenFile(error)) throw error;
      this.#kept = [];
      this.#demand = null;
    }
  }
}

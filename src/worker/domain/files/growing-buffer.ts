import { DomainError, type ErrorName } from '../errors.ts';

export const BUFFER_ERRORS = [
  'body_too_large',
  'file_missing',
] as const satisfies readonly ErrorName[];

/** Grows in place: a copy of a file may not fit beside it. */
export class GrowingBuffer {
  readonly #buffer: ArrayBuffer;

  constructor(maxBytes: number) {
    this.#buffer = new ArrayBuffer(0, { maxByteLength: maxBytes });
  }

  /** @throws {DomainError} body_too_large */
  append(bytes: Uint8Array): void {
    const buffer = this.#buffer;
    const at = buffer.byteLength;
    if (at + bytes.byteLength > buffer.maxByteLength) throw new DomainError('body_too_large');
    buffer.resize(at + bytes.byteLength);
    new Uint8Array(buffer).set(bytes, at);
  }

  /** Takes all bytes out. @throws {DomainError} file_missing when there are none. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#buffer.byteLength === 0) throw new DomainError('file_missing');
    return new Uint8Array(this.#buffer.transferToFixedLength());
  }
}

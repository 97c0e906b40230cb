import { sha256Hex, toHex } from '../../shared/bytes.ts';
import { waitWithin } from '../../shared/stall-watch.ts';
import type { ObjectStore } from './object-store.ts';

/** R2's minimum for parts of a multipart upload, the last excepted; the others must be of one size. */
export const SPOOL_BYTES = 5 * 1024 * 1024;

export interface Spooled {
  readonly size: number;
  readonly sha256: string;
}

export interface SpoolLimits {
  readonly maxBytes?: number;
  /** For each call of the bucket, which takes up to SPOOL_BYTES. */
  readonly slowMs: number;
}

/**
 * For a file of unknown length: stored whole up to SPOOL_BYTES, else as a multipart upload. Only this upload may write
 * the key. The object exists only after `finish`. A bucket that is too slow is a StallError. R2 drops the parts of a dying isolate after a week.
 */
export class SpooledPut {
  readonly #objects: Pick<ObjectStore, 'beginParts' | 'putNew'>;
  readonly #key: string;
  readonly #slowMs: number;
  readonly #spool: Uint8Array<ArrayBuffer>;
  readonly #parts: R2UploadedPart[] = [];
  #held = 0;
  #size = 0;
  #upload: R2MultipartUpload | null = null;
  #isAborted = false;
  #digest: { readonly stream: DigestStream; readonly writer: WritableStreamDefaultWriter } | null =
    null;

  constructor(
    objects: Pick<ObjectStore, 'beginParts' | 'putNew'>,
    key: string,
    { maxBytes = SPOOL_BYTES, slowMs }: SpoolLimits,
  ) {
    this.#objects = objects;
    this.#key = key;
    this.#slowMs = slowMs;
    this.#spool = new Uint8Array(Math.min(SPOOL_BYTES, maxBytes));
  }

  get size(): number {
    return this.#size;
  }

  /** Not sent yet. Valid until the next call. */
  get held(): Uint8Array<ArrayBuffer> {
    return this.#spool.subarray(0, this.#held);
  }

  get isFull(): boolean {
    return this.#held === this.#spool.byteLength;
  }

  /** Returns how many bytes fit. */
  append(bytes: Uint8Array): number {
    const taken = bytes.subarray(0, this.#spool.byteLength - this.#held);
    this.#spool.set(taken, this.#held);
    this.#held += taken.byteLength;
    this.#size += taken.byteLength;
    return taken.byteLength;
  }

  /** More bytes must follow. */
  async send(contentType: string): Promise<void> {
    this.#upload ??= await this.#wait(this.#objects.beginParts(this.#key, contentType));
    const part = await this.#wait(this.#upload.uploadPart(this.#parts.length + 1, this.held));
    this.#parts.push(part);
    await this.#hash(this.held);
    this.#held = 0;
  }

  /** @throws when R2 fails or has an object under the key, and after `abort`. */
  async finish(contentType: string): Promise<Spooled> {
    const size = this.#size;
    if (this.#upload === null) {
      const sha256 = await sha256Hex(this.held);
      this.#throwIfAborted();
      const put = this.#objects.putNew(this.#key, this.held, sha256, contentType);
      const outcome = await this.#wait(put);
      if (outcome !== 'stored') throw new Error(`object ${this.#key} was not stored: ${outcome}`);
      return { size, sha256 };
    }
    const upload = this.#upload;
    await this.send(contentType);
    this.#throwIfAborted();
    await this.#wait(upload.complete(this.#parts));
    this.#upload = null;
    return { size, sha256: await this.#readDigest() };
  }

  /** Does nothing once the object exists. R2 drops parts that could not be aborted. */
  async abort(): Promise<void> {
    this.#isAborted = true;
    if (this.#upload !== null) await this.#wait(this.#upload.abort()).catch(() => undefined);
    this.#upload = null;
  }

  #wait<Value>(call: Promise<Value>): Promise<Value> {
    return waitWithin(this.#slowMs, call);
  }

  #throwIfAborted(): void {
    if (this.#isAborted) throw new Error(`object ${this.#key} has been aborted`);
  }

  async #hash(bytes: Uint8Array): Promise<void> {
    if (this.#digest === null) {
      const stream = new crypto.DigestStream('SHA-256');
      this.#digest = { stream, writer: stream.getWriter() };
    }
    await this.#digest.writer.write(bytes);
  }

  async #readDigest(): Promise<string> {
    if (this.#digest === null) throw new Error('no part has been sent');
    await this.#digest.writer.close();
    return toHex(await this.#digest.stream.digest);
  }
}

import type { Size } from '../../shared/pixels.ts';
import { err, type Result } from '../../shared/result.ts';
import type { WebpFault } from './faults.ts';
import {
  CHUNK_HEADER_BYTES,
  FOURCC,
  MAX_RIFF_SIZE_BYTES,
  paddedLength,
  FOURCC_BYTES,
  RIFF_HEADER_BYTES,
} from './format.ts';
import { inspectedBytes, StillLayout, type WebpInfo } from './layout.ts';

type Stage = 'riff_header' | 'chunk_header' | 'payload_head' | 'padding' | 'end';

/**
 * Validates a stream (RFC 9649, 2) with at most 12 bytes buffered; its cost follows the number of chunks. A fault is
 * final and known at its byte. Only `finish` declares a file valid.
 */
export class WebpWalker {
  #stage: Stage = 'riff_header';
  #fault: WebpFault | null = null;
  #verdict: Result<WebpInfo, WebpFault> = err('truncated');
  /** Not yet assigned to a chunk. */
  #unclaimed = 0;
  /** Until the next header. */
  #skip = 0;
  #tag = 0;
  #payloadBytes = 0;
  #wanted = RIFF_HEADER_BYTES;
  #gathered = 0;
  readonly #head = new Uint8Array(RIFF_HEADER_BYTES);
  readonly #view = new DataView(this.#head.buffer);
  readonly #layout = new StillLayout();

  get fault(): WebpFault | null {
    return this.#fault;
  }

  /** Untrusted before `finish`. */
  get canvas(): Size | null {
    return this.#layout.canvas;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && this.#fault === null) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at);
        this.#skip -= step;
        at += step;
      } else if (this.#stage === 'end') {
        this.#fault = 'trailing_bytes';
      } else {
        const end = Math.min(at + this.#wanted - this.#gathered, chunk.length);
        while (at < end) this.#head[this.#gathered++] = chunk[at++] ?? 0;
        if (this.#gathered === this.#wanted) this.#fault = this.#advance();
      }
    }
  }

  finish(): Result<WebpInfo, WebpFault> {
    if (this.#fault !== null) return err(this.#fault);
    return this.#skip > 0 ? err('truncated') : this.#verdict;
  }

  #advance(): WebpFault | null {
    switch (this.#stage) {
      case 'riff_header':
        return this.#readRiffHeader();
      case 'chunk_header':
        return this.#readChunkHeader();
      case 'payload_head':
        return (
          this.#layout.inspect(this.#tag, this.#payloadBytes, this.#view) ??
          this.#skipPayload(this.#wanted)
        );
      case 'padding':
        return this.#head[0] === 0 ? this.#nextChunk() : 'padding';
      case 'end':
        return null;
    }
  }

  #gather(stage: Stage, bytes: number): null {
    this.#stage = stage;
    this.#wanted = bytes;
    this.#gathered = 0;
    return null;
  }

  #readRiffHeader(): WebpFault | null {
    const isWebp =
      this.#view.getUint32(0, true) === FOURCC.RIFF &&
      this.#view.getUint32(8, true) === FOURCC.WEBP;
    if (!isWebp) return 'not_riff';
    const riffSize = this.#view.getUint32(4, true);
    this.#unclaimed = riffSize - FOURCC_BYTES;
    const isPossible =
      riffSize % 2 === 0 &&
      riffSize <= MAX_RIFF_SIZE_BYTES &&
      this.#unclaimed >= CHUNK_HEADER_BYTES;
    return isPossible ? this.#gather('chunk_header', CHUNK_HEADER_BYTES) : 'riff_size';
  }

  #readChunkHeader(): WebpFault | null {
    this.#tag = this.#view.getUint32(0, true);
    this.#payloadBytes = this.#view.getUint32(4, true);
    this.#unclaimed -= CHUNK_HEADER_BYTES + paddedLength(this.#payloadBytes);
    const isRestPossible = this.#unclaimed === 0 || this.#unclaimed >= CHUNK_HEADER_BYTES;
    if (!isRestPossible) return 'chunk_size';
    const fault = this.#layout.admit(this.#tag, this.#payloadBytes);
    if (fault !== null) return fault;
    const inspected = inspectedBytes(this.#tag);
    return inspected > 0 ? this.#gather('payload_head', inspected) : this.#skipPayload(0);
  }

  #skipPayload(alreadyRead: number): WebpFault | null {
    this.#skip = this.#payloadBytes - alreadyRead;
    return this.#payloadBytes % 2 === 1 ? this.#gather('padding', 1) : this.#nextChunk();
  }

  #nextChunk(): WebpFault | null {
    if (this.#unclaimed > 0) return this.#gather('chunk_header', CHUNK_HEADER_BYTES);
    this.#stage = 'end';
    this.#verdict = this.#layout.finish();
    return this.#verdict.ok ? null : this.#verdict.error;
  }
}

export function inspectWebp(file: Uint8Array): Result<WebpInfo, WebpFault> {
  const walker = new WebpWalker();
  walker.push(file);
  return walker.finish();
}

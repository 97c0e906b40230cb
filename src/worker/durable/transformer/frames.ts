import { joinBytes, utf8, viewOf } from '../../../shared/bytes.ts';
import type { DerivativeFault } from '../../domain/derivatives/original.ts';
import type { ImageType } from '../../../imaging/sniff.ts';

/**
 * The stream of a transformer's answer: bytes while the request waits, a head with the outcome, and the result. Only a
 * byte that cannot be sent tells a waiting object that the request has ended.
 *
 *   0*   1 length(4) JSON   bytes
 */
export const STILL_WAITING = 0;
const HEAD_FOLLOWS = 1;
const LENGTH_BYTES = 4;

export type Head =
  | {
      readonly outcome: 'made';
      readonly size: number;
      readonly sha256: string;
      readonly mimeType: ImageType;
    }
  | { readonly outcome: 'busy'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'failed'; readonly fault: DerivativeFault };

export function encodeHead(head: Head): Uint8Array<ArrayBuffer> {
  const json = utf8(JSON.stringify(head));
  const length = new Uint8Array(LENGTH_BYTES);
  viewOf(length).setUint32(0, json.length);
  return joinBytes([Uint8Array.of(HEAD_FOLLOWS), length, json]);
}

/** Leaves the result in the stream; null when the stream breaks before the outcome. */
export async function readHead(stream: ReadableStream<Uint8Array>): Promise<Head | null> {
  const reader = stream.getReader({ mode: 'byob' });
  try {
    let mark = STILL_WAITING;
    while (mark === STILL_WAITING) [mark = HEAD_FOLLOWS] = await readExactly(reader, 1);
    const length = viewOf(await readExactly(reader, LENGTH_BYTES)).getUint32(0);
    return JSON.parse(new TextDecoder().decode(await readExactly(reader, length))) as Head;
  } catch {
    return null;
  } finally {
    reader.releaseLock();
  }
}

async function readExactly(reader: ReadableStreamBYOBReader, length: number): Promise<Uint8Array> {
  const { value } = await reader.readAtLeast(length, new Uint8Array(length));
  if (value?.length !== length) throw new RangeError('The stream ends too early');
  return value;
}

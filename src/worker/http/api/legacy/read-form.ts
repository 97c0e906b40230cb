import { DomainError, type ErrorName } from '../../../domain/errors.ts';
import { StallError, StallWatch } from '../../../../shared/stall-watch.ts';
import { FORM_ERRORS, type FilePiece, type FormParser } from './form-parser.ts';

export interface FormLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** A slower body is cancelled. */
  readonly slowest: { readonly bytesPerSecond: number; readonly forMs: number };
  /** Ends the reading as a stall does. */
  readonly signal?: AbortSignal | undefined;
}

/** Smaller chunks cost more in parsing, and in crossings between the runtime and JavaScript. */
const CHUNK_BYTES = 262_144;

export const READ_FORM_ERRORS = [
  'body_too_large',
  ...FORM_ERRORS,
] as const satisfies readonly ErrorName[];

/**
 * Passes the files' bytes on in order; holds two chunks. After a refusal the rest of the body stays readable; a slow
 * body is cancelled and stays locked.
 */
export async function readForm(
  body: ReadableStream<Uint8Array>,
  parser: Pick<FormParser, 'parse' | 'end'>,
  { maxBytes, timeoutMs, slowest: { bytesPerSecond, forMs }, signal }: FormLimits,
  takeFile: (piece: FilePiece) => Promise<void>,
): Promise<void> {
  // A step must arrive within `forMs`, which the least rate achieves.
  const stepBytes = Math.ceil((bytesPerSecond * forMs) / 1000);
  const reader = body.getReader({ mode: 'byob' });
  const watch = new StallWatch(forMs, timeoutMs);
  signal?.addEventListener('abort', () => watch.stall());
  // An event that is over is not heard.
  if (signal?.aborted === true) watch.stall();
  const read = async (): Promise<Uint8Array | null> => {
    const memory = new Uint8Array(Math.max(CHUNK_BYTES, stepBytes));
    const { value } = await watch.wait(reader.readAtLeast(stepBytes, memory)).catch(refuseStream);
    return value === undefined || value.byteLength === 0 ? null : value;
  };
  try {
    let received = 0;
    let next = await read();
    for (let chunk = next; chunk !== null; chunk = next) {
      received += chunk.byteLength;
      if (received > maxBytes) throw new DomainError('body_too_large');
      next = await read();
      // Storing the last bytes must not count against the sender.
      if (next === null) watch.stop();
      for (const piece of await watch.wait(parser.parse(chunk)).catch(refuseStall)) {
        await takeFile(piece);
      }
    }
    for (const piece of await watch.wait(parser.end()).catch(refuseStall)) await takeFile(piece);
  } finally {
    watch.stop();
    if (watch.hasStalled) reader.cancel().catch(() => undefined);
    else reader.releaseLock();
  }
}

function refuseStream(error: unknown): never {
  if (error instanceof StallError) return refuseStall(error);
  throw new DomainError('upload_interrupted', { cause: error });
}

function refuseStall(error: unknown): never {
  if (!(error instanceof StallError)) throw error;
  const message = 'The file arrived too slowly';
  throw new DomainError('upload_interrupted', { message, cause: error });
}

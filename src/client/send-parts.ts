import type { PartKind } from '../shared/variants.ts';
import type { Semaphore } from '../shared/semaphore.ts';
import type { TintypeApi } from './api.ts';
import type { Scheduler } from './scheduler.ts';
import { withRetries } from './with-retries.ts';
import type { UploadSession } from './protocol-types.ts';

/** Concurrent parts that the server accepts from one person. */
export const PARTS_IN_TRANSFER = 4;
const INITIAL_TRANSFERS = 2;
const FAST_TRANSFERS = 3;
/** From this throughput of one transfer, a third pays. */
const FAST_BYTES_PER_SECOND = 2_000_000;

export interface PartBytes {
  readonly kind: PartKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface SendOptions {
  readonly scheduler: Scheduler;
  /** Shared by all uploads of one person. */
  readonly places: Semaphore;
  readonly signal?: AbortSignal | undefined;
  readonly metered?: boolean | undefined;
  /** Bytes of earlier attempts included. */
  readonly onSent?: (sentBytes: number) => void;
}

/** Largest first, two at a time, or three on a fast connection. */
export async function sendParts(
  api: TintypeApi,
  session: UploadSession,
  parts: readonly PartBytes[],
  { scheduler, places, signal, metered = false, onSent }: SendOptions,
): Promise<void> {
  const urls = new Map(
    session.parts
      .filter(({ status }) => status === 'pending')
      .map(({ kind, put_url }) => [kind, put_url]),
  );
  const waiting = parts
    .filter(({ kind }) => urls.has(kind))
    .toSorted((a, b) => b.bytes.length - a.bytes.length);
  let sentBytes = parts.reduce(
    (sum, { kind, bytes }) => sum + (urls.has(kind) ? 0 : bytes.length),
    0,
  );
  let transfers = 0;
  const stop = new AbortController();
  const stopSignal = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);

  const sendNext = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const { kind, bytes } = part;
      let startedAt = 0;
      const put = (): Promise<void> => {
        startedAt = scheduler.now();
        return api.putPart(urls.get(kind) ?? '', bytes, stopSignal);
      };
      await withRetries(() => places.run(put), scheduler, stopSignal);
      sentBytes += bytes.length;
      onSent?.(sentBytes);
      const bytesPerSecond = (bytes.length * 1000) / Math.max(1, scheduler.now() - startedAt);
      if (!metered && bytesPerSecond >= FAST_BYTES_PER_SECOND) widen();
    }
  };
  const lanes: Promise<void>[] = [];
  const open = (): void => {
    transfers += 1;
    lanes.push(sendNext().catch((error: unknown) => stop.abort(error)));
  };
  const widen = (): void => {
    if (transfers < FAST_TRANSFERS && waiting.length > 0) open();
  };

  onSent?.(sentBytes);
  while (transfers < Math.min(INITIAL_TRANSFERS, parts.length)) open();
  // A lane opens another before it ends, so the list is complete when its last lane settles.
  for (const lane of lanes) await lane;
  stop.signal.throwIfAborted();
}

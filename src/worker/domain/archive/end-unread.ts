import { StallError } from '../../../shared/stall-watch.ts';
import type { ArchivePlace } from './archive-places.ts';

/** A lost place ends the stream so soon, even if nobody reads. */
const CHECK_EVERY_MS = 1000;

/** Passes a stream on while its reader keeps the place; then fails it visibly. Releases the place at every end. */
export function endUnread(
  stream: ReadableStream<Uint8Array>,
  place: ArchivePlace,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let timer: ReturnType<typeof setTimeout>;
  const end = (): void => {
    clearTimeout(timer);
    place.release();
  };
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      // One timer serves all reads.
      const check = (): void => {
        const leftMs = place.leftMs();
        if (leftMs > 0) timer = setTimeout(check, Math.min(leftMs, CHECK_EVERY_MS));
        else fail(controller);
      };
      check();
    },
    pull: async (controller) => {
      // Another archive may have its place by now.
      if (place.leftMs() <= 0) return fail(controller);
      place.noteRead();
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
        end();
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel: (reason) => {
      end();
      return reader.cancel(reason);
    },
  });

  function fail(controller: ReadableStreamDefaultController<Uint8Array>): void {
    end();
    const stall = new StallError();
    controller.error(stall);
    reader.cancel(stall).catch(() => undefined);
  }
}

import { ALBUM_IMAGES_PER_CALL } from '../../shared/entry-rules.ts';

/** Sends calls one after the other. After a failure, the next run goes on with those left. */
export type Calls<Result> = (onDone?: (doneCount: number) => void) => Promise<Result>;

/** Whether they take more than one call. */
export function takeCalls(count: number): boolean {
  return count > ALBUM_IMAGES_PER_CALL;
}

/** Calls with up to `ALBUM_IMAGES_PER_CALL` images each. */
export function inCalls(
  ids: readonly number[],
  send: (some: number[]) => Promise<unknown>,
): Calls<void> {
  let done = 0;
  return async (onDone) => {
    onDone?.(done);
    while (done < ids.length) {
      const some = ids.slice(done, done + ALBUM_IMAGES_PER_CALL);
      await send(some);
      done += some.length;
      onDone?.(done);
    }
  };
}

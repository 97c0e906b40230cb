import { effect } from '@preact/signals';
import { realScheduler } from '../../../../client/scheduler.ts';
import { isConnected } from '../../../state/connection.ts';
import type { Run } from './image-jobs.ts';

const RECONNECT_MS = 2000;

/** Waits first until the network state is known. @throws the reason of `abort`. */
export async function awaitConnection(abort: AbortSignal): Promise<void> {
  await realScheduler.sleep(RECONNECT_MS, abort);
  const back = Promise.withResolvers<void>();
  const stopWatching = effect(() => {
    if (isConnected.value) back.resolve();
  });
  await orAborted(back.promise, abort).finally(stopWatching);
}

/** @throws the reason of `abort`. */
export async function awaitContinue(run: Run, abort: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  run.goOn = resolve;
  await orAborted(promise, abort).finally(() => (run.goOn = null));
}

async function orAborted(wanted: Promise<void>, abort: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(abort.reason as Error);
  abort.addEventListener('abort', giveUp);
  await Promise.race([wanted, promise]).finally(() => abort.removeEventListener('abort', giveUp));
}

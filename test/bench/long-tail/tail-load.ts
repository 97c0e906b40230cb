import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Answered } from '../load.ts';

/** The requests of a generator, over 16 connections. */
export interface TailLoad {
  readonly origin: string;
  readonly paths: readonly string[];
  /** Zipf draw of the paths; without it they are requested in turn. */
  readonly zipf?: { readonly exponent: number; readonly seed: number };
  readonly durationMs: number;
  /** Ends the load early after so many responses. */
  readonly maxAnswers?: number;
}

export interface TailAnswered extends Answered {
  /** Processor time of the generator. */
  readonly generatorMs: number;
}

export interface Generator extends AsyncDisposable {
  /** @throws Error when a response is not 200. */
  ask(load: TailLoad): Promise<TailAnswered>;
}

/** Starts a separate process for requests, so that other parts of a benchmark do not delay it. */
export const startGenerator = (): Generator => {
  const child = fork(join(import.meta.dirname, 'generator.ts'));
  const end = new AbortController();
  child.once('exit', () => end.abort());
  return {
    ask: async (load) => {
      child.send(load);
      const { signal } = end;
      const [message] = (await once(child, 'message', { signal })) as [
        TailAnswered | { error: string },
      ];
      if ('error' in message) throw new Error(message.error);
      return message;
    },
    [Symbol.asyncDispose]: async () => {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
};

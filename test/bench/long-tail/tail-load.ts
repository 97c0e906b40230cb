import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Answered } from '../load.ts';

/** What a generator asks for, over 16 connections. */
export interface TailLoad {
  readonly origin: string;
  readonly paths: readonly string[];
  /** How paths are drawn; without it they are asked for in turn. */
  readonly zipf?: { readonly exponent: number; readonly seed: number };
  readonly durationMs: number;
  /** The load ends earlier when as many have been answered. */
  readonly maxAnswers?: number;
}

export interface TailAnswered extends Answered {
  /** Processor time of the generator. */
  readonly generatorMs: number;
}

export interface Generator extends AsyncDisposable {
  /** @throws Error when an answer is not 200. */
  ask(load: TailLoad): Promise<TailAnswered>;
}

/** Starts a process that asks, so that nothing else of a benchmark takes its turn. */
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

import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../../src/shared/semaphore.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('a semaphore', () => {
  it('runs no more jobs than its permits, in the order of arrival', async () => {
    const semaphore = new Semaphore(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const work = async (index: number): Promise<void> => {
      started.push(index);
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
    };
    await Promise.all([0, 1, 2, 3, 4].map((index) => semaphore.run(() => work(index))));
    expect(most).toBe(2);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('regains its permit after a failed job', async () => {
    const semaphore = new Semaphore(1);
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await semaphore.run(async () => 'free')).toBe('free');
  });

  it('with one permit runs jobs one after another, in the order of arrival', async () => {
    const semaphore = new Semaphore(1);
    const log: string[] = [];
    const job = (name: string, pauses: number) => async () => {
      log.push(`${name} begins`);
      for (let i = 0; i < pauses; i += 1) await Promise.resolve();
      log.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([semaphore.run(job('a', 9)), semaphore.run(job('b', 0))]);
    expect(results).toEqual(['a', 'b']);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('runs the next in line after a failed job', async () => {
    const semaphore = new Semaphore(1);
    const failing = semaphore.run(() => Promise.reject(new Error('broken')));
    const next = semaphore.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});

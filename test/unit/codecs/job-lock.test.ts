import { expect, it } from 'vitest';

import { JobLock } from '../../../src/codecs/job-lock.ts';

it('runs jobs one after another, in the order in which they came', async () => {
  const lock = new JobLock();
  const log: string[] = [];
  const job = (name: string, pauses: number) => async () => {
    log.push(`${name} begins`);
    for (let i = 0; i < pauses; i += 1) await Promise.resolve();
    log.push(`${name} ends`);
    return name;
  };
  const results = await Promise.all([lock.run(job('a', 9)), lock.run(job('b', 0))]);
  expect(results).toEqual(['a', 'b']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('lets the next job run after one that failed', async () => {
  const lock = new JobLock();
  const failing = lock.run(() => Promise.reject(new Error('broken')));
  const next = lock.run(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

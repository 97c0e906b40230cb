import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../src/client/errors.ts';
import { realScheduler } from '../../../src/client/scheduler.ts';
import { MAX_ATTEMPTS, withRetries } from '../../../src/client/with-retries.ts';
import { stillScheduler } from './still-scheduler.ts';

const failTimes = (times: number, error: Error) => {
  let calls = 0;
  const task = async (): Promise<string> => {
    calls += 1;
    if (calls <= times) throw error;
    return 'done';
  };
  return { task, calls: () => calls };
};

describe('withRetries', () => {
  it('repeats after lost connections, five attempts at most', async () => {
    const { scheduler } = stillScheduler();
    await expect(
      withRetries(failTimes(4, new ConnectionError('reset')).task, scheduler),
    ).resolves.toBe('done');
    const hopeless = failTimes(9, new ConnectionError('reset'));
    await expect(withRetries(hopeless.task, scheduler)).rejects.toBeInstanceOf(ConnectionError);
    expect(hopeless.calls()).toBe(MAX_ATTEMPTS);
  });

  it.each([
    ['a failing server', 500, 1000],
    ['a part damaged on its way', 422, 3007],
    ['a broken stream', 400, 3006],
  ])('repeats after %s', async (_name, status, code) => {
    const task = failTimes(1, new ApiError(status, code, '', null));
    await expect(withRetries(task.task, stillScheduler().scheduler)).resolves.toBe('done');
  });

  it.each([
    [429, 4291],
    [429, 4029],
    [403, 4012],
    [409, 4091],
    [422, 3008],
    [503, 5030],
    [401, 4010],
  ])('stops immediately at status %i, code %i', async (status, code) => {
    const task = failTimes(1, new ApiError(status, code, '', 1000));
    await expect(withRetries(task.task, stillScheduler().scheduler)).rejects.toMatchObject({
      code,
    });
    expect(task.calls()).toBe(1);
  });

  it('waits for the Retry-After of a 503, up to a limit', async () => {
    const { scheduler, slept } = stillScheduler();
    const busy = failTimes(1, new ApiError(503, 1001, '', 30_000));
    await expect(withRetries(busy.task, scheduler)).resolves.toBe('done');
    expect(slept).toEqual([30_000]);
    const closed = failTimes(1, new ApiError(503, 1001, '', 3_600_000));
    await expect(withRetries(closed.task, scheduler)).rejects.toMatchObject({ code: 1001 });
  });

  it('stops waiting when it is aborted', async () => {
    const abort = new AbortController();
    const waiting = withRetries(
      failTimes(9, new ConnectionError('')).task,
      { ...realScheduler, random: () => 1 },
      abort.signal,
    );
    setTimeout(() => abort.abort(new Error('enough')), 5);
    await expect(waiting).rejects.toThrow('enough');
  });
});

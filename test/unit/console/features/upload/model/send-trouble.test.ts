import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../../../../src/client/errors.ts';
import { openSender, stateOf } from './open-sender.ts';

type Opened = Awaited<ReturnType<typeof openSender>>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Lets time go by, from one timer to the next, until something holds. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) {
    await setImmediate();
    await vi.advanceTimersToNextTimerAsync();
  }
};

const openMany = async (...ids: string[]): Promise<Opened> => {
  const opened = await openSender(ids, 2);
  opened.decode();
  opened.publish();
  return opened;
};

/** A server that answers a new session with what `fail` says of the file's name, if anything. */
const failSessions = ({ api }: Opened, fail: (name: string) => Error | null) => {
  const createUpload = api.createUpload.bind(api);
  return vi.spyOn(api, 'createUpload').mockImplementation(async (...request) => {
    const error = fail(request[1].filename);
    if (error !== null) throw error;
    return createUpload(...request);
  });
};

const statesOf = ({ items }: Opened) => items.all.peek().map(({ state }) => state.name);
const isOver = ({ items }: Opened, id: string) =>
  ['done', 'failed'].includes(stateOf(items, id) ?? '');
const isAllOver = (opened: Opened) => opened.items.all.peek().every(({ id }) => isOver(opened, id));

const BAD_GATEWAY = new ApiError(502, 0, '', null);
const FAILING = new ApiError(500, 1000, '', null);
const LOST = new ConnectionError(null);

/** Why it holds back what waits, from one time to the next. */
const watchBlockers = ({ sender }: Opened) => {
  const reasons: (string | undefined)[] = [];
  onTestFinished(sender.blocker.subscribe((blocker) => void reasons.push(blocker?.reason)));
  return reasons;
};

/** Of five attempts each, the errors that they end with, and null for one that succeeds at once. */
const inTurn = (...errors: (Error | null)[]) => {
  const left = errors.flatMap((error) => (error === null ? [null] : Array<Error>(5).fill(error)));
  return () => left.shift() ?? null;
};

it.each([
  ['six files', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['one file', ['a']],
])('waits while the service is down, asks whether it is ready, and resumes: %s', async (_, ids) => {
  const opened = await openMany(...ids);
  let isDown = true;
  const create = failSessions(opened, () => (isDown ? BAD_GATEWAY : null));
  opened.isReady.mockImplementation(async () => !isDown);
  const reasons = watchBlockers(opened);
  const begun = Date.now();
  await until(() => opened.isReady.mock.calls.length >= 100);
  expect(statesOf(opened)).not.toContain('failed');
  expect(new Set(reasons)).toEqual(new Set([undefined, 'down']));
  // Each half minute.
  expect((Date.now() - begun) / 30_000).toBeCloseTo(100, -1);
  // Two at a time, five attempts at each: nothing is sent to a service that says that it is not ready.
  expect(create.mock.calls.length).toBeLessThanOrEqual(2 * 5);
  isDown = false;
  await until(() => isAllOver(opened));
  expect(statesOf(opened)).toEqual(ids.map(() => 'done'));
});

it('does not ask for readiness without a network, after the person continues, or once closed', async () => {
  const opened = await openMany('a');
  const { sender, may, isReady } = opened;
  failSessions(opened, () => BAD_GATEWAY);
  await until(() => sender.blocker.peek() !== null);
  may.ask.value = false;
  await until(() => sender.blocker.peek() === null);
  expect(isReady).not.toHaveBeenCalled();
  may.ask.value = true;

  const askedBefore = Promise.withResolvers<boolean>();
  isReady.mockReturnValueOnce(askedBefore.promise);
  await until(() => isReady.mock.calls.length === 1);
  sender.liftBlocker();
  await until(() => sender.blocker.peek() !== null);
  const blocker = sender.blocker.peek();
  askedBefore.resolve(true);
  await setImmediate();
  expect(sender.blocker.peek()).toBe(blocker);

  const askedLast = Promise.withResolvers<boolean>();
  isReady.mockReturnValueOnce(askedLast.promise);
  await until(() => isReady.mock.calls.length === 2);
  sender.close();
  askedLast.resolve(false);
  await setImmediate();
  expect(vi.getTimerCount()).toBe(0);
});

it('gives up on a file that keeps failing while others are published, and blocks nothing', async () => {
  const opened = await openMany('a', 'b', 'c', 'd', 'e', 'f');
  const { api } = opened;
  let failures = 0;
  const createUpload = api.createUpload.bind(api);
  const countDone = () => statesOf(opened).filter((state) => state === 'done').length;
  vi.spyOn(api, 'createUpload').mockImplementation(async (...request) => {
    if (request[1].filename !== 'a.png') return createUpload(...request);
    failures += 1;
    if (failures === 1) {
      // Another one is published meanwhile.
      const before = countDone();
      while (countDone() === before) await setImmediate();
    }
    throw BAD_GATEWAY;
  });
  const reasons = watchBlockers(opened);
  await until(() => failures > 5);
  expect(reasons).toEqual([undefined]);
  await until(() => isAllOver(opened));
  expect(statesOf(opened)).toEqual(['failed', ...Array<string>(5).fill('done')]);
  expect(opened.items.get('a')?.state).toMatchObject({ failure: { kind: 'refused', code: 0 } });
});

it.each([
  ['what stands before the service', BAD_GATEWAY],
  ['the service itself', FAILING],
])(
  'files that fail forever do not block those behind them, by the answer of %s',
  async (_, error) => {
    const opened = await openMany('a', 'b', 'c');
    const begun = Date.now();
    failSessions(opened, (name) => (name === 'c.png' ? null : error));
    await until(() => isAllOver(opened));
    expect(statesOf(opened)).toEqual(['failed', 'failed', 'done']);
    expect(Date.now() - begun).toBeGreaterThan(19 * 30_000);
  },
);

it('gives up on the last file after ten minutes of failures although the service is ready', async () => {
  const opened = await openMany('a');
  const create = failSessions(opened, () => FAILING);
  await until(() => isAllOver(opened));
  expect(stateOf(opened.items, 'a')).toBe('failed');
  expect(create).toHaveBeenCalledTimes(20 * 5);
});

it('counts only publications since the last progress of a file as a sign that the service is up', async () => {
  const opened = await openMany('a', 'b');
  const { api, readUpload } = opened;
  const isOtherDone = Promise.withResolvers<void>();
  const createUpload = api.createUpload.bind(api);
  vi.spyOn(api, 'createUpload').mockImplementation(async (...request) => {
    if (request[1].filename === 'a.png') await isOtherDone.promise;
    return createUpload(...request);
  });
  const reasons = watchBlockers(opened);
  await until(() => stateOf(opened.items, 'b') === 'done');
  readUpload.mockRejectedValue(BAD_GATEWAY);
  isOtherDone.resolve();
  await until(() => readUpload.mock.calls.length > 6);
  expect(reasons.slice(0, 2)).toEqual([undefined, 'down']);
});

it.each([
  ['ends with three in a row', inTurn(LOST, LOST, LOST), 0, 'failed'],
  ['resumes if it made progress between them', inTurn(LOST, LOST, null), 2 * 5, 'done'],
])('a file whose connection breaks %s', async (_, fail, inPublication, end) => {
  const opened = await openMany('a');
  failSessions(opened, fail);
  for (let attempt = 0; attempt < inPublication; attempt += 1) {
    opened.readUpload.mockRejectedValueOnce(LOST);
  }
  await until(() => isAllOver(opened));
  expect(stateOf(opened.items, 'a')).toBe(end);
});

it('does not count failures from before all was stopped', async () => {
  const opened = await openMany('a');
  const create = failSessions(opened, inTurn(LOST, LOST, LOST, LOST));
  await until(() => create.mock.calls.length > 10);
  opened.may.send.value = false;
  await until(() => stateOf(opened.items, 'a') === 'waiting');
  opened.may.send.value = true;
  await until(() => isAllOver(opened));
  expect(stateOf(opened.items, 'a')).toBe('done');
});

const NO_SPACE = (retryMs: number) => new ApiError(503, 5030, '', retryMs);

it.each([
  ['the first', 60_000, 30_000],
  ['the second', 30_000, 60_000],
])('of two blockers keeps the one that lasts longer: %s', async (_, ofFirst, ofSecond) => {
  const opened = await openMany('a', 'b', 'c');
  const arrived = Promise.withResolvers<void>();
  const create = vi.spyOn(opened.api, 'createUpload').mockImplementation(async (_key, manifest) => {
    if (create.mock.calls.length === 2) arrived.resolve();
    await arrived.promise;
    throw NO_SPACE(manifest.filename === 'a.png' ? ofFirst : ofSecond);
  });
  const blockedAt: number[] = [];
  const liftedAt: number[] = [];
  onTestFinished(
    opened.sender.blocker.subscribe((blocker) => {
      (blocker === null ? liftedAt : blockedAt).push(Date.now());
    }),
  );
  await until(() => blockedAt.length > 0 && opened.sender.blocker.peek() === null);
  expect(liftedAt.slice(1)).toEqual([(blockedAt[0] ?? 0) + 60_000]);
  // The service itself has named the time.
  expect(opened.isReady).not.toHaveBeenCalled();
});

it('stops at a rate limit until the person continues, and then sends all that is left', async () => {
  const opened = await openMany('a', 'b', 'c');
  const { sender, isReady } = opened;
  let isLimited = true;
  const create = failSessions(opened, () =>
    isLimited ? new ApiError(429, 4029, '', 60_000) : null,
  );
  await until(() => sender.blocker.peek() !== null);
  const pausedUntil = Date.now() + 60_000;
  await until(() => !statesOf(opened).includes('running'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sender.blocker.peek()).toEqual({ reason: 'wait', pausedUntil });
  expect(statesOf(opened)).toEqual(['waiting', 'waiting', 'waiting']);
  // Two were under way.
  expect(create.mock.calls.length).toBeLessThanOrEqual(2);
  expect(isReady).not.toHaveBeenCalled();
  isLimited = false;
  sender.liftBlocker();
  await until(() => isAllOver(opened));
  expect(statesOf(opened)).toEqual(['done', 'done', 'done']);
});

it('begins no upload behind a blocker, not even of a prepared image', async () => {
  const opened = await openSender(['a', 'b'], 2);
  const { sender, draw, kept } = opened;
  const create = vi.spyOn(opened.api, 'createUpload');
  await until(() => draw.mock.calls.length === 2);
  sender.blocker.value = { reason: 'full', pausedUntil: null };
  opened.decode();
  await until(() => statesOf(opened).every((state) => state === 'waiting'));
  expect([create.mock.calls.length, kept.parts.size]).toEqual([0, 2]);
  const drawn = draw.mock.calls.length;
  opened.publish();
  sender.liftBlocker();
  await until(() => isAllOver(opened));
  expect(draw).toHaveBeenCalledTimes(drawn);
});

it('does not replace a rate limit by a blocker that ends with time', async () => {
  const opened = await openMany('a', 'b');
  const arrived = Promise.withResolvers<void>();
  const create = vi.spyOn(opened.api, 'createUpload').mockImplementation(async (_key, manifest) => {
    if (create.mock.calls.length === 2) arrived.resolve();
    await arrived.promise;
    throw manifest.filename === 'a.png' ? new ApiError(429, 4029, '', 1000) : NO_SPACE(600_000);
  });
  await until(() => stateOf(opened.items, 'b') === 'failed');
  expect(opened.sender.blocker.peek()?.reason).toBe('wait');
});

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
const watchHolds = ({ sender }: Opened) => {
  const holds: (string | undefined)[] = [];
  onTestFinished(sender.hold.subscribe((hold) => void holds.push(hold?.reason)));
  return holds;
};

/** Of five attempts each, the errors that they end with, and null for one that succeeds at once. */
const inTurn = (...errors: (Error | null)[]) => {
  const left = errors.flatMap((error) => (error === null ? [null] : Array<Error>(5).fill(error)));
  return () => left.shift() ?? null;
};

it.each([
  ['six files', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['one file', ['a']],
])(
  'waits for as long as the service is down, asks it now and then, and goes on by itself: %s',
  async (_, ids) => {
    const opened = await openMany(...ids);
    let isDown = true;
    const create = failSessions(opened, () => (isDown ? BAD_GATEWAY : null));
    opened.isReady.mockImplementation(async () => !isDown);
    const holds = watchHolds(opened);
    const begun = Date.now();
    await until(() => opened.isReady.mock.calls.length >= 100);
    expect(statesOf(opened)).not.toContain('failed');
    expect(new Set(holds)).toEqual(new Set([undefined, 'down']));
    // Each half minute.
    expect((Date.now() - begun) / 30_000).toBeCloseTo(100, -1);
    // Two at a time, five attempts at each: nothing is sent to a service that says that it is not ready.
    expect(create.mock.calls.length).toBeLessThanOrEqual(2 * 5);
    isDown = false;
    await until(() => isAllOver(opened));
    expect(statesOf(opened)).toEqual(ids.map(() => 'done'));
  },
);

it('asks nobody whether the service is ready while the network is gone, once the person goes on, or once it is closed', async () => {
  const opened = await openMany('a');
  const { sender, may, isReady } = opened;
  failSessions(opened, () => BAD_GATEWAY);
  await until(() => sender.hold.peek() !== null);
  may.ask = false;
  await until(() => sender.hold.peek() === null);
  expect(isReady).not.toHaveBeenCalled();
  may.ask = true;

  const askedBefore = Promise.withResolvers<boolean>();
  isReady.mockReturnValueOnce(askedBefore.promise);
  await until(() => isReady.mock.calls.length === 1);
  sender.liftHold();
  await until(() => sender.hold.peek() !== null);
  const hold = sender.hold.peek();
  askedBefore.resolve(true);
  await setImmediate();
  expect(sender.hold.peek()).toBe(hold);

  const askedLast = Promise.withResolvers<boolean>();
  isReady.mockReturnValueOnce(askedLast.promise);
  await until(() => isReady.mock.calls.length === 2);
  sender.close();
  askedLast.resolve(false);
  await setImmediate();
  expect(vi.getTimerCount()).toBe(0);
});

it('gives up on a file that fails again and again while others are published, and holds nothing back for it', async () => {
  const opened = await openMany('a', 'b', 'c', 'd', 'e', 'f');
  const { api } = opened;
  let failures = 0;
  const createUpload = api.createUpload.bind(api);
  vi.spyOn(api, 'createUpload').mockImplementation(async (...request) => {
    if (request[1].filename !== 'a.png') return createUpload(...request);
    failures += 1;
    // Another one is published while it is tried for the first time.
    while (!statesOf(opened).includes('done')) await setImmediate();
    throw BAD_GATEWAY;
  });
  const holds = watchHolds(opened);
  await until(() => failures > 5);
  expect(holds).toEqual([undefined]);
  await until(() => isAllOver(opened));
  expect(statesOf(opened)).toEqual(['failed', ...Array<string>(5).fill('done')]);
  expect(opened.items.get('a')?.state).toMatchObject({ failure: { kind: 'refused', code: 0 } });
});

it.each([
  ['what stands before the service', BAD_GATEWAY],
  ['the service itself', FAILING],
])(
  'does not let files that fail for ever stand in the way of those behind them, by the word of %s',
  async (_, error) => {
    const opened = await openMany('a', 'b', 'c');
    const begun = Date.now();
    failSessions(opened, (name) => (name === 'c.png' ? null : error));
    await until(() => isAllOver(opened));
    expect(statesOf(opened)).toEqual(['failed', 'failed', 'done']);
    expect(Date.now() - begun).toBeGreaterThan(19 * 30_000);
  },
);

it('gives up on the last file, too, that fails for ten minutes although the service is ready', async () => {
  const opened = await openMany('a');
  const create = failSessions(opened, () => FAILING);
  await until(() => isAllOver(opened));
  expect(stateOf(opened.items, 'a')).toBe('failed');
  expect(create).toHaveBeenCalledTimes(20 * 5);
});

it('takes nothing that was published before a file came to where it fails for a sign that the service is up', async () => {
  const opened = await openMany('a', 'b');
  const { api, readUpload } = opened;
  const isOtherDone = Promise.withResolvers<void>();
  const createUpload = api.createUpload.bind(api);
  vi.spyOn(api, 'createUpload').mockImplementation(async (...request) => {
    if (request[1].filename === 'a.png') await isOtherDone.promise;
    return createUpload(...request);
  });
  const holds = watchHolds(opened);
  await until(() => stateOf(opened.items, 'b') === 'done');
  readUpload.mockRejectedValue(BAD_GATEWAY);
  isOtherDone.resolve();
  await until(() => readUpload.mock.calls.length > 6);
  expect(holds.slice(0, 2)).toEqual([undefined, 'down']);
});

it.each([
  ['ends with three in a row', inTurn(LOST, LOST, LOST), 0, 'failed'],
  ['goes on where it came further between them', inTurn(LOST, LOST, null), 2 * 5, 'done'],
])('a file whose connection breaks %s', async (_, fail, inPublication, end) => {
  const opened = await openMany('a');
  failSessions(opened, fail);
  for (let attempt = 0; attempt < inPublication; attempt += 1) {
    opened.readUpload.mockRejectedValueOnce(LOST);
  }
  await until(() => isAllOver(opened));
  expect(stateOf(opened.items, 'a')).toBe(end);
});

it('does not count what broke before all was stopped, as it is without a network', async () => {
  const opened = await openMany('a');
  const create = failSessions(opened, inTurn(LOST, LOST, LOST, LOST));
  await until(() => create.mock.calls.length > 10);
  opened.may.run = false;
  opened.sender.pump();
  await until(() => stateOf(opened.items, 'a') === 'waiting');
  opened.may.run = true;
  await until(() => {
    opened.sender.pump();
    return isAllOver(opened);
  });
  expect(stateOf(opened.items, 'a')).toBe('done');
});

it.each([
  ['the first', 60_000, 30_000],
  ['the second', 30_000, 60_000],
])('of two holds keeps the one that lasts longer: %s', async (_, ofFirst, ofSecond) => {
  const opened = await openMany('a', 'b');
  const arrived = Promise.withResolvers<void>();
  const create = vi.spyOn(opened.api, 'createUpload').mockImplementation(async (_key, manifest) => {
    if (create.mock.calls.length === 2) arrived.resolve();
    await arrived.promise;
    throw new ApiError(429, 4029, '', manifest.filename === 'a.png' ? ofFirst : ofSecond);
  });
  const heldAt: number[] = [];
  const liftedAt: number[] = [];
  onTestFinished(
    opened.sender.hold.subscribe((hold) => {
      (hold === null ? liftedAt : heldAt).push(Date.now());
    }),
  );
  await until(() => heldAt.length > 0 && opened.sender.hold.peek() === null);
  expect(liftedAt.slice(1)).toEqual([(heldAt[0] ?? 0) + 60_000]);
  // The service has said itself when it takes more.
  expect(opened.isReady).not.toHaveBeenCalled();
});

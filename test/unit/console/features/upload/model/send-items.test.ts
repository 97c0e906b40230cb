import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../../../../../src/client/errors.ts';
import { SOURCE } from '../../../../client/legacy-server.ts';
import { openSender as open, stateOf, wait } from './open-sender.ts';

/** Of a session that an earlier run has left. */
const BEFORE = { pipeline: 2, idempotencyKey: 'k', createdAt: 0, uploadId: 'before' } as const;

it('follows a publication while all is paused, unless it may not ask', async () => {
  const { items, may, decode, publish, readUpload } = await open(['a']);
  decode();
  await expect.poll(() => readUpload).toHaveBeenCalled();
  may.send.value = false;
  expect(items.get('a')?.state).toEqual({ name: 'running', stage: 'publish' });
  publish();
  await expect.poll(() => stateOf(items, 'a')).toBe('done');

  const other = await open(['b']);
  other.decode();
  await expect.poll(() => other.readUpload).toHaveBeenCalled();
  other.may.send.value = false;
  other.may.ask.value = false;
  await expect.poll(() => stateOf(other.items, 'b')).toBe('waiting');
});

it('begins the next item while others are being published', async () => {
  const { api, decode } = await open(['a', 'b', 'c'], 2);
  const create = vi.spyOn(api, 'createUpload');
  decode();
  await expect.poll(() => create).toHaveBeenCalledTimes(3);
});

it('reports each answer, and releases the file of a published item', async () => {
  const { items, report, decode, publish } = await open([]);
  await items.add([{ ...wait('a', 0), isKept: false }]);
  items.setFile('a', new File([SOURCE], 'a.png'));
  decode();
  publish();
  await expect.poll(() => stateOf(items, 'a')).toBe('done');
  expect(report).toHaveBeenCalledExactlyOnceWith('answered');
  expect(items.fileOf('a')).toBe(undefined);

  const refused = await open(['b']);
  const error = new ApiError(401, 4010, '', null);
  vi.spyOn(refused.api, 'createUpload').mockRejectedValue(error);
  refused.decode();
  await expect.poll(() => refused.report).toHaveBeenCalledWith(error);
});

it('removes the ticket of an upload that the service has given up', async () => {
  const { items, kept, readUpload, decode } = await open(['a']);
  readUpload.mockResolvedValue({ upload_id: 'u', status: 'failed' } as never);
  const removeTicket = vi.spyOn(kept.store, 'removeTicket');
  decode();
  await expect.poll(() => stateOf(items, 'a')).toBe('failed');
  expect(removeTicket).toHaveBeenCalledOnce();
  expect(kept.tickets.size).toBe(0);
});

it('prepares as many images as the device may, and restarts a stopped one after its end', async () => {
  const { items, draw, decode, publish, kept } = await open(['a', 'b', 'c'], 2);
  await expect.poll(() => draw).toHaveBeenCalledTimes(2);
  items.apply('a', { name: 'paused' });
  items.apply('a', { name: 'wanted' });
  publish();
  decode();
  await expect
    .poll(() => items.all.peek().map(({ state }) => state.name))
    .toEqual(Array(3).fill('done'));
  expect(draw).toHaveBeenCalledTimes(4);
  expect([kept.sources.size, kept.tickets.size, kept.parts.size]).toEqual([0, 0, 0]);
});

it('takes back a session whose item is removed during its creation, and resumes a paused one', async () => {
  const begin = async () => {
    const opened = await open(['a']);
    const answer = Promise.withResolvers<void>();
    const createUpload = opened.api.createUpload.bind(opened.api);
    const create = vi.spyOn(opened.api, 'createUpload').mockImplementation(async (...request) => {
      await answer.promise;
      return createUpload(...request);
    });
    const cancel = vi.spyOn(opened.api, 'cancelUpload');
    opened.decode();
    await expect.poll(() => create).toHaveBeenCalledTimes(1);
    const pause = () => opened.items.apply('a', { name: 'paused' });
    const takeOut = () => {
      const isRunning = opened.sender.isRunning('a');
      void opened.items.remove(['a']);
      return isRunning;
    };
    return { ...opened, answer: () => answer.resolve(), create, cancel, pause, takeOut };
  };

  const cancelled = await begin();
  expect(cancelled.takeOut()).toBe(true);
  cancelled.answer();
  await expect.poll(() => cancelled.cancel).toHaveBeenCalledWith('u', expect.anything());

  const left = await begin();
  left.pause();
  expect(left.takeOut()).toBe(false);
  left.answer();
  await expect.poll(() => left.cancel).toHaveBeenCalledWith('u', expect.anything());

  const resumed = await begin();
  resumed.pause();
  resumed.answer();
  await expect.poll(() => resumed.kept.tickets.get('a')?.ticket.uploadId).toBe('u');
  resumed.items.apply('a', { name: 'wanted' });
  resumed.publish();
  await expect.poll(() => stateOf(resumed.items, 'a')).toBe('done');
  const [[key] = [], [again] = []] = resumed.create.mock.calls;
  expect(again).toBe(key);
  expect(resumed.cancel).not.toHaveBeenCalled();
});

it('takes back the session of a removed item, which no longer counts as running', async () => {
  const { sender, items, api, decode, readUpload } = await open(['a']);
  const cancel = vi.spyOn(api, 'cancelUpload');
  decode();
  await expect.poll(() => readUpload).toHaveBeenCalled();
  expect(sender.isRunning('a')).toBe(true);
  await items.remove(['a']);
  expect(sender.isRunning('a')).toBe(false);
  await expect.poll(() => cancel).toHaveBeenCalledTimes(1);
});

it('takes back the session of an item that is removed after a failure or before it resumes', async () => {
  const failed = await open(['a']);
  const cancel = vi.spyOn(failed.api, 'cancelUpload');
  const ended = Promise.withResolvers<void>();
  failed.readUpload.mockImplementation(async () => {
    ended.resolve();
    throw new ApiError(401, 4010, '', null);
  });
  failed.decode();
  await ended.promise;
  await expect.poll(() => failed.kept.tickets.size).toBe(1);
  await setImmediate();
  void failed.items.remove(['a']);
  await expect.poll(() => cancel).toHaveBeenCalledExactlyOnceWith('u', expect.anything());

  const resumed = await open([]);
  const cancelBefore = vi.spyOn(resumed.api, 'cancelUpload');
  resumed.kept.tickets.set('b', { fingerprint: 'f', ticket: BEFORE });
  resumed.kept.sources.set('b', SOURCE.slice().buffer);
  await resumed.items.add([wait('b', 0)]);
  await expect.poll(() => resumed.draw).toHaveBeenCalled();
  void resumed.items.remove(['b']);
  resumed.decode();
  await expect
    .poll(() => cancelBefore)
    .toHaveBeenCalledExactlyOnceWith('before', expect.anything());
});

it('takes back the session of an item that is removed while it starts', async () => {
  const { sender, items, kept, api } = await open([]);
  const cancel = vi.spyOn(api, 'cancelUpload');
  kept.tickets.set('a', { fingerprint: 'f', ticket: BEFORE });
  const read = Promise.withResolvers<ArrayBuffer>();
  const readSource = vi.spyOn(kept.store, 'readSource').mockReturnValueOnce(read.promise);
  await items.add([wait('a', 0)]);
  await expect.poll(() => readSource).toHaveBeenCalled();
  expect(sender.isRunning('a')).toBe(true);
  void items.remove(['a']);
  read.resolve(new ArrayBuffer(1));
  await expect.poll(() => cancel).toHaveBeenCalledExactlyOnceWith('before', expect.anything());
});

it('prepares again if the person has chosen other bytes', async () => {
  const first = await open(['a']);
  first.publish();
  first.decode();
  const saveParts = vi.spyOn(first.kept.store, 'saveParts');
  await expect.poll(() => stateOf(first.items, 'a')).toBe('done');
  const [[, parts] = []] = saveParts.mock.calls;
  for (const [hash, drawings] of [
    ['a', 0],
    ['another', 1],
  ] as const) {
    const next = await open([]);
    if (parts !== undefined) next.kept.parts.set('a', parts);
    next.kept.sources.set('a', SOURCE.slice().buffer);
    await next.items.add([{ ...wait('a', 0), hash }]);
    next.publish();
    next.decode();
    await expect.poll(() => stateOf(next.items, 'a')).toBe('done');
    expect(next.draw).toHaveBeenCalledTimes(drawings);
  }
});

it('reports another sending tab only if there is one', async () => {
  const owner = Math.random();
  const first = await open(['a'], 1, owner);
  await expect.poll(() => first.draw).toHaveBeenCalled();
  expect(first.isBehindAtOnce).toBe(false);
  const second = await open(['b'], 1, owner);
  await expect.poll(() => second.sender.isBehindOther.peek()).toBe(true);
  first.sender.close();
  first.decode();
  await expect.poll(() => second.draw).toHaveBeenCalled();
  expect(second.sender.isBehindOther.peek()).toBe(false);
});

it('sends from another tab only after the runs of a closed sender have ended', async () => {
  const owner = Math.random();
  const first = await open(['a'], 1, owner);
  await expect.poll(() => first.draw).toHaveBeenCalled();
  first.sender.close();
  const second = await open(['b'], 1, owner);
  await expect.poll(() => second.sender.isBehindOther.peek()).toBe(true);
  expect(second.draw).not.toHaveBeenCalled();
  first.decode();
  await expect.poll(() => second.draw).toHaveBeenCalled();
  expect(stateOf(first.items, 'a')).toBe('waiting');
});

it('asks for a changed file again', async () => {
  const { items } = await open([]);
  const file = new File(['a'], 'a.png');
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  items.setFile('a', file);
  await items.add([{ ...wait('a', 0), isKept: false }]);
  await expect.poll(() => stateOf(items, 'a')).toBe('missing');
});

it.each(['readTicket', 'readSource'] as const)(
  'offers a retry with the same session if the store cannot be read: %s',
  async (call) => {
    const { items, kept, api } = await open([]);
    kept.sources.set('a', SOURCE.slice().buffer);
    kept.tickets.set('a', { fingerprint: 'f', ticket: BEFORE });
    const createUpload = vi.spyOn(api, 'createUpload');
    vi.spyOn(kept.store, call).mockRejectedValueOnce(new DOMException('', 'UnknownError'));
    await items.add([wait('a', 0)]);
    await expect.poll(() => stateOf(items, 'a')).toBe('failed');
    expect(items.get('a')?.isKept).toBe(true);
    expect(kept.tickets.get('a')?.ticket).toEqual(BEFORE);
    expect(createUpload).not.toHaveBeenCalled();
  },
);

it('sends a file that is not stored if the store cannot be read', async () => {
  const { items, kept, decode, publish } = await open([]);
  for (const call of ['readTicket', 'readSource', 'readParts'] as const) {
    vi.spyOn(kept.store, call).mockRejectedValue(new DOMException('', 'InvalidStateError'));
  }
  items.setFile('a', new File([SOURCE], 'a.png'));
  await items.add([{ ...wait('a', 0), isKept: false }]);
  decode();
  publish();
  await expect.poll(() => stateOf(items, 'a')).toBe('done');
});

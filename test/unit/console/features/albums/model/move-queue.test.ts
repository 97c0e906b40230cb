import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, refuse } from '../../../support/fake-api.ts';
import { loadModules } from '../../../support/load-modules.ts';
import { stubPage } from '../../../support/stub-page.ts';

interface Queue {
  readonly settled: Promise<void>;
  move(target: { ids: readonly number[]; before: number | null; position: number }): void;
  reload(): void;
}

interface Modules {
  readonly session: { value: object };
  readonly MoveQueue: new (album: object) => Queue;
}

/** The functions that the browser calls before the page is left. */
const asking = new Set<unknown>();

let order: readonly number[];
const reorder = vi.fn(
  (change: (images: readonly { id: number }[]) => readonly { id: number }[]) => {
    order = change(order.map((id) => ({ id }))).map(({ id }) => id);
  },
);
const restart = vi.fn();
const sent: object[] = [];
/** Ends the call that is under way. */
let answer: (response?: Response) => void;
const answers: (() => void)[] = [];

let queue: Queue;
let modules: Modules;

const makeQueue = (): Queue =>
  new modules.MoveQueue({ albumId: 7, list: { hasMore: false, reorder }, restart });

beforeEach(async () => {
  stubPage({
    addEventListener: (name: string, listener: unknown) =>
      name === 'beforeunload' && asking.add(listener),
    removeEventListener: (name: string, listener: unknown) =>
      name === 'beforeunload' && asking.delete(listener),
  });
  modules = await loadModules<Modules>('features/albums/model/move-queue.ts', 'state/session.ts');
  reorder.mockClear();
  order = [1, 2, 3];
  restart.mockClear();
  sent.length = 0;
  modules.session.value = { state: 'signed_in', user: { id: 1 } };
  answers.length = 0;
  queue = makeQueue();
  fakeApi({
    'POST /api/v1/albums/{id}/images/move': async ({ request }) => {
      sent.push((await request.json()) as object);
      const { promise, resolve } = Promise.withResolvers<Response>();
      answer = (response = Response.json({ code: 0, data: null })) => resolve(response);
      answers.push(answer);
      return promise;
    },
  });
});

const FIRST = { ids: [3], before: 1, position: 1 };
const SECOND = { ids: [2], before: null, position: 3 };

it('the list shows moves at once, and the calls follow one after the other', async () => {
  queue.move(FIRST);
  expect(order).toEqual([3, 1, 2]);
  queue.move({ ids: [1], before: null, position: 3 });
  expect(order).toEqual([3, 2, 1]);
  await expect.poll(() => sent).toEqual([{ image_ids: [3], before: 1 }]);
  answer();
  await expect.poll(() => sent.length).toBe(2);
  answer();
  await queue.settled;
  expect(sent[1]).toEqual({ image_ids: [1], before: null });
  expect(restart).not.toHaveBeenCalled();
});

it('the browser asks before the page is left while a move waits', async () => {
  expect(asking.size).toBe(0);
  queue.move(FIRST);
  queue.move(SECOND);
  expect(asking.size).toBe(1);
  await expect.poll(() => sent.length).toBe(1);
  answer();
  await expect.poll(() => sent.length).toBe(2);
  expect(asking.size).toBe(1);
  answer();
  await queue.settled;
  expect(asking.size).toBe(0);
});

it('the list is read again once, after the last of several moves of which one has failed', async () => {
  queue.move(FIRST);
  queue.move(SECOND);
  await expect.poll(() => sent.length).toBe(1);
  answer(refuse(404, 4040));
  await expect.poll(() => sent.length).toBe(2);
  expect(restart).not.toHaveBeenCalled();
  answer();
  await queue.settled;
  expect(restart).toHaveBeenCalledTimes(1);
});

it('moves of another person’s visit are not sent, of no album', async () => {
  const other = makeQueue();
  for (const target of [FIRST, SECOND]) {
    queue.move(target);
    other.move(target);
  }
  await expect.poll(() => sent.length).toBe(2);
  modules.session.value = { state: 'anonymous' };
  for (const answer of answers) answer();
  await Promise.all([queue.settled, other.settled]);
  expect(sent.length).toBe(2);
  expect(asking.size).toBe(0);
});

it('the list is read again after the moves that wait, since an earlier answer lacks them', async () => {
  queue.move(FIRST);
  await expect.poll(() => sent.length).toBe(1);
  queue.reload();
  expect(restart).not.toHaveBeenCalled();
  answer();
  await queue.settled;
  expect(restart).toHaveBeenCalledTimes(1);
  queue.reload();
  expect(restart).toHaveBeenCalledTimes(2);
});

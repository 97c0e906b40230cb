import { signal } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FileFailure } from '../../../../../src/console/features/upload/model/failure.ts';
import { summarizeItems } from '../../../../../src/console/features/upload/model/queue-stats.ts';
import type { Item } from '../../../../../src/console/features/upload/model/queue-item.ts';
import { drawComponent } from '../../support/draw-component.ts';
import { loadModules } from '../../support/load-modules.ts';

interface Modules {
  readonly QueueSection: unknown;
  readonly QueueRow: unknown;
}

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('window', { scrollY: 0, innerHeight: 800 });
});

const item = (more: Partial<Item>): Item => ({
  id: 'a',
  owner: 1,
  tab: 't',
  addedAt: 0,
  index: 0,
  name: 'a.jpg',
  size: 1000,
  type: 'image/jpeg',
  visibility: 'public',
  hash: 'h',
  isKept: true,
  progress: 0,
  state: { name: 'waiting' },
  ...more,
});

const queueOf = (items: readonly Item[], more: object = {}) => ({
  items: signal(items),
  stats: signal(summarizeItems(items)),
  timeLeftMs: signal(null),
  isPaused: signal(false),
  isBehindOther: signal(false),
  isReading: signal(false),
  recipe: signal(null),
  ...more,
});

const drawSection = async (items: readonly Item[], more: object = {}): Promise<string> => {
  const { QueueSection } = await loadModules<Modules>('features/upload/queue-section.tsx');
  return drawComponent(QueueSection, { queue: queueOf(items, more), blocker: null });
};

const drawRow = async (more: Partial<Item>): Promise<string> => {
  const { QueueRow } = await loadModules<Modules>('features/upload/queue-row.tsx');
  return drawComponent(QueueRow, { queue: queueOf([]), item: item(more) });
};

it('shows the time left in steps of five seconds, or of minutes above one, while it runs', async () => {
  const say = (left: number, isPaused = false) =>
    drawSection([item({})], { timeLeftMs: signal(left), isPaused: signal(isPaused) });
  expect(await say(11_000)).toContain('about 15 sec left');
  expect(await say(61_000)).toContain('about 2 min left');
  expect(await say(11_000, true)).not.toContain('left');
});

it('counts the files that are lost with the page, once that is clear', async () => {
  const [kept, unkept] = [item({}), item({ id: 'b', isKept: false })];
  expect(await drawSection([kept, unkept])).toContain(
    '1 photo doesn’t fit: keep this page open until it’s done.',
  );
  expect(await drawSection([kept, unkept, unkept])).toContain('2 photos don’t fit');
  const none = [[unkept], [kept, kept], [kept, item({ isKept: false, hash: null })]] as const;
  for (const items of none) expect(await drawSection(items)).not.toContain('beyond');
  expect(await drawSection([kept, unkept], { isReading: signal(true) })).not.toContain('beyond');
});

it('counts the items that need attention', async () => {
  const duplicate = item({ state: { name: 'duplicate', imageId: null } });
  expect(await drawSection([duplicate, item({})])).toContain('0 of 2 uploaded, 1 needs attention');
});

it('shows the progress of items that have begun, and of no others', async () => {
  const bar = (value: number) =>
    `<progress class="progress" aria-label="a.jpg" max="1" value="${value}">`;
  const running = { name: 'running', stage: 'send' } as const;
  expect(await drawRow({ progress: 0.25, state: running })).toContain(bar(0.25));
  expect(await drawRow({ progress: 0.5, state: { name: 'paused' } })).toContain(bar(0.5));
  expect(await drawRow({})).not.toContain('<progress');
  const failure = { kind: 'unknown' } as const;
  expect(await drawRow({ progress: 0.5, state: { name: 'failed', failure } })).not.toContain(
    '<progress',
  );
});

it('shows many items as low rows with their progress in a ring', async () => {
  const { QueueRow } = await loadModules<Modules>('features/upload/queue-row.tsx');
  const drawCompact = (more: Partial<Item>) =>
    drawComponent(QueueRow, { queue: queueOf([]), item: item(more), isCompact: true });
  const running = await drawCompact({ progress: 0.25, state: { name: 'running', stage: 'send' } });
  expect(running).toContain('role="progressbar" aria-label="a.jpg"');
  expect(running).toContain('aria-valuenow="0.25"');
  expect(running).not.toContain('<progress');
  expect(await drawCompact({})).not.toContain('progressbar');
});

it.each<[FileFailure, string]>([
  [
    { kind: 'unfit', code: 'too_many_pixels_for_device', deviceLimit: 26_400_000 },
    'Too large for this device (limit 26\u00A0MP).',
  ],
  [
    { kind: 'unfit', code: 'side_too_long_for_device', deviceLimit: 8192 },
    'Too wide or too tall for this browser (limit 8,192 px).',
  ],
  [{ kind: 'unfit', code: 'side_too_long' }, 'Too wide or too tall (limit 16,383 px).'],
])('names the limit for %o, and whose it is', async (failure, words) => {
  expect(await drawRow({ state: { name: 'failed', failure } })).toContain(words);
});

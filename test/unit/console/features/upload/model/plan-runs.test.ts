import { expect, it } from 'vitest';
import type { Blocker } from '../../../../../../src/console/features/upload/model/failure.ts';
import {
  planRuns,
  type SenderState,
} from '../../../../../../src/console/features/upload/model/plan-runs.ts';
import type {
  Item,
  ItemState,
} from '../../../../../../src/console/features/upload/model/queue-item.ts';
import { RECIPE } from '../../../../client/imaging/fixtures/recipe.ts';
import { wait } from './open-sender.ts';

const STATES = {
  reading: { name: 'reading' },
  waiting: { name: 'waiting' },
  preparing: { name: 'running', stage: 'prepare' },
  sending: { name: 'running', stage: 'send' },
  publishing: { name: 'running', stage: 'publish' },
  paused: { name: 'paused' },
  failed: { name: 'failed', failure: { kind: 'unknown' } },
  missing: { name: 'missing' },
  duplicate: { name: 'duplicate', imageId: null },
} as const satisfies Record<string, ItemState>;

const queueOf = (states: string): Item[] =>
  states.split(' ').map((name, index) => ({
    ...wait(String(index), index),
    state: STATES[name as keyof typeof STATES],
  }));

/** The places in the queue that have or get a run. */
const plan = (states: string, more: Partial<SenderState> = {}): string =>
  [
    ...planRuns({
      items: queueOf(states),
      recipe: RECIPE,
      blocker: null,
      maySend: true,
      mayAsk: true,
      runs: new Set<string>(),
      ...more,
    }),
  ].join(' ');

const FULL: Blocker = { reason: 'full', pausedUntil: null };
const STOPPED = { maySend: false };
const OFFLINE = { maySend: false, mayAsk: false };
const withHints = (hints: object) => ({ recipe: { ...RECIPE, ...hints } });

it.each<[rule: string, states: string, more: Partial<SenderState>, wanted: string]>([
  ['the first that wait start', 'waiting waiting waiting', {}, '0 1'],
  ['only what waits starts', 'reading paused failed missing duplicate waiting', {}, '5'],
  ['a run goes on and takes a pipeline', 'preparing waiting waiting', {}, '0 1'],
  ['all pipelines may be taken', 'preparing sending waiting', {}, '0 1'],
  ['publishing takes no pipeline', 'publishing publishing preparing waiting', {}, '0 1 2 3'],
  [
    'publishing takes a session',
    'publishing publishing publishing publishing waiting',
    {},
    '0 1 2 3',
  ],
  ['one pipeline', 'preparing waiting', withHints({ client_pipeline_concurrency: 1 }), '0'],
  ['one session', 'publishing waiting', withHints({ client_active_session_concurrency: 1 }), '0'],
  [
    'no pipeline counts as one',
    'waiting waiting',
    withHints({ client_pipeline_concurrency: 0 }),
    '0',
  ],
  ['nothing starts without a recipe', 'preparing waiting', { recipe: null }, '0'],
  ['nothing starts behind a blocker', 'preparing publishing waiting', { blocker: FULL }, '0 1'],
  [
    'a pause stops all but what is being published',
    'preparing sending publishing waiting',
    STOPPED,
    '2',
  ],
  ['nothing runs that may not be asked about', 'preparing publishing waiting', OFFLINE, ''],
  ['an item waits for the end of its run', 'waiting waiting', { runs: new Set(['0']) }, '1'],
])('%s', (_, states, more, wanted) => {
  expect(plan(states, more)).toBe(wanted);
});

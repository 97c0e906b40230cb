import type { Recipe } from '../../../../client/protocol-types.ts';
import type { Blocker } from './failure.ts';
import { isPublishing, type Item } from './queue-item.ts';

/** Defaults for a recipe without hints. */
const PIPELINES = 2;
const SESSIONS = 4;

export interface SenderState {
  readonly items: readonly Item[];
  readonly recipe: Recipe | null;
  readonly blocker: Blocker | null;
  /** The person, the session and the network allow sending. */
  readonly maySend: boolean;
  /** The session and the network allow asking about an upload. */
  readonly mayAsk: boolean;
  readonly runs: { has(id: string): boolean };
}

/**
 * The ids of the items that should have a run, in the order of the queue.
 *
 * - A run goes on behind a blocker, and while all is paused if its item is being published.
 * - New runs start only without a blocker, in the order of the queue, within the limits of the recipe.
 * - Publishing takes a session, but no pipeline.
 * - An item starts again only after its previous run has ended.
 */
export function planRuns(state: SenderState): ReadonlySet<string> {
  const { items, recipe, blocker, maySend, mayAsk, runs } = state;
  const running = items.filter((item) => item.state.name === 'running');
  const wanted = running.filter((item) => maySend || (mayAsk && isPublishing(item)));
  if (maySend && recipe !== null && blocker === null) {
    const isReady = (item: Item) => item.state.name === 'waiting' && !runs.has(item.id);
    wanted.push(...items.filter(isReady).slice(0, countFreePlaces(running, recipe)));
  }
  return new Set(wanted.map(({ id }) => id));
}

function countFreePlaces(running: readonly Item[], recipe: Recipe): number {
  const pipelines = Math.max(1, recipe.client_pipeline_concurrency ?? PIPELINES);
  const sessions = Math.max(1, recipe.client_active_session_concurrency ?? SESSIONS);
  const busy = running.filter((item) => !isPublishing(item)).length;
  return Math.max(0, Math.min(pipelines - busy, sessions - running.length));
}

/** Shares only the window with the script before the first paint. Another tab may have changed the session since. */

import { readCsrfToken } from './csrf-token.ts';

interface EarlyAnswer {
  readonly answer: Promise<Response>;
  /** Unique to each session. */
  readonly csrfToken: string;
  readonly askedAt: number;
}

interface Shared {
  earlyAnswers?: Map<string, EarlyAnswer>;
}

/** A slower network counts as offline. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Longer than a page loads on a slow phone; a later page needs a fresh answer. */
const FRESH_MS = 30_000;

const shared = globalThis as Shared;

/** Requests a path of the API. The answer belongs to its later taker: others may read only a clone. */
export function prefetch(path: string): Promise<Response> {
  const answer = fetch(path, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  // The taker handles the error.
  answer.catch(() => undefined);
  const early = { answer, csrfToken: readCsrfToken(), askedAt: Date.now() };
  (shared.earlyAnswers ??= new Map()).set(toKey(path), early);
  return answer;
}

/** Once, as long as it is fresh, and in the session that asked for it. */
export function takeEarly({ method, url }: Pick<Request, 'method' | 'url'>) {
  const { earlyAnswers } = shared;
  if (method !== 'GET' || earlyAnswers === undefined || earlyAnswers.size === 0) return undefined;
  const key = toKey(url);
  const early = earlyAnswers.get(key);
  earlyAnswers.delete(key);
  const isFresh = early !== undefined && Date.now() - early.askedAt < FRESH_MS;
  return isFresh && early.csrfToken === readCsrfToken() ? early.answer : undefined;
}

/** Ignores the order of a query's parameters. */
function toKey(url: string): string {
  const { pathname, searchParams } = new URL(url, location.origin);
  return `${pathname}?${searchParams.toString()}`;
}

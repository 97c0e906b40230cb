/**
 * What a page is known to ask the service for, asked before its scripts are there: by the script that runs before the
 * first paint, which shares nothing with them but the window. Each answer is given once, and to the session that asked:
 * before the scripts are there, nobody hears that another tab has begun or ended one.
 */

import { readCsrfToken } from './csrf-token.ts';

interface EarlyAnswer {
  readonly answer: Promise<Response>;
  /** Each session has one of its own. */
  readonly csrfToken: string;
}

interface Shared {
  earlyAnswers?: Map<string, EarlyAnswer>;
}

/** A network that takes longer is none. */
const ANSWER_TIMEOUT_MS = 20_000;

const shared = globalThis as Shared;

/** Asks for a path of the API. The answer is for whoever takes it: others may read a clone, and at once. */
export function prefetch(path: string): Promise<Response> {
  const answer = fetch(path, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  // Whoever takes it hears what is wrong.
  answer.catch(() => undefined);
  shared.earlyAnswers ??= new Map();
  shared.earlyAnswers.set(toKey(path), { answer, csrfToken: readCsrfToken() });
  return answer;
}

/** The answer to a request, if it was asked before, in the same session. */
export function takeEarly({ method, url }: Pick<Request, 'method' | 'url'>) {
  const { earlyAnswers } = shared;
  if (method !== 'GET' || earlyAnswers === undefined || earlyAnswers.size === 0) return undefined;
  const key = toKey(url);
  const early = earlyAnswers.get(key);
  earlyAnswers.delete(key);
  return early?.csrfToken === readCsrfToken() ? early.answer : undefined;
}

/** Forgets what nobody has taken: whoever asks later wants what there is then. */
export function dropEarly(): void {
  shared.earlyAnswers?.clear();
}

/** However the parts of a query are written. */
function toKey(url: string): string {
  const { pathname, searchParams } = new URL(url, location.origin);
  return `${pathname}?${searchParams.toString()}`;
}

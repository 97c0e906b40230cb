import { newOpaqueId } from '../../shared/ids.ts';
import type { Log } from '../lib/log.ts';
import { pathOf } from '../lib/path-of.ts';
import { LOCKED_HEADERS, NO_STORE_HEADERS } from './image-answer.ts';
import { describeRefusal } from './refusal.ts';

/** Runs without the API; logs a failure. */
export function answerRefusal({ method, url }: Request, thrown: unknown, log: Log): Response {
  const requestId = newOpaqueId();
  const failed = { requestId, method, path: pathOf(url) };
  const { status, headers, body } = describeRefusal(thrown, failed, log);
  const answer = Response.json(body, {
    status,
    headers: { ...LOCKED_HEADERS, ...NO_STORE_HEADERS },
  });
  answer.headers.set('X-Request-Id', requestId);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) answer.headers.set(name, value);
  }
  return method === 'HEAD' ? new Response(null, answer) : answer;
}

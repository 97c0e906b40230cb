import { newOpaqueId } from '../../shared/ids.ts';
import type { Log } from '../lib/log.ts';
import { pathOf } from '../lib/path-of.ts';
import { HARDENING_HEADERS, NO_STORE_HEADERS } from './image-answer.ts';
import { describeRefusal, type Refusal } from './refusal.ts';

interface Written {
  readonly type: string;
  readonly text: string;
}

/** Runs without the API; logs a failure. `write` makes the content, by default the envelope. */
export function answerRefusal(
  { method, url }: Request,
  thrown: unknown,
  log: Log,
  write: (refusal: Refusal) => Written = writeEnvelope,
  requestId = newOpaqueId(),
): Response {
  const refusal = describeRefusal(thrown, { requestId, method, path: pathOf(url) }, log);
  const { type, text } = write(refusal);
  const answer = new Response(method === 'HEAD' ? null : text, {
    status: refusal.status,
    headers: {
      ...HARDENING_HEADERS,
      ...NO_STORE_HEADERS,
      'Content-Type': type,
      'X-Request-Id': requestId,
    },
  });
  for (const [name, value] of Object.entries(refusal.headers)) {
    if (value !== undefined) answer.headers.set(name, value);
  }
  return answer;
}

/** A page for a person who opens a link, and the envelope for programs, of which `<img>` is one. */
export async function answerReader(
  request: Request,
  thrown: unknown,
  log: Log,
  requestId?: string,
): Promise<Response> {
  const isPerson = (request.headers.get('Accept') ?? '').includes('text/html');
  const write = isPerson ? await loadPage(request) : undefined;
  const answer = answerRefusal(request, thrown, log, write, requestId);
  answer.headers.set('Vary', 'Accept, Accept-Language');
  return answer;
}

async function loadPage(request: Request) {
  const { writeRefusalPage } = await import('./refusal-page.ts');
  return (refusal: Refusal) => writeRefusalPage(request, refusal);
}

function writeEnvelope({ body }: Refusal): Written {
  return { type: 'application/json', text: JSON.stringify(body) };
}

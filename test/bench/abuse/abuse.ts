import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUniqueLink } from '../../../src/shared/ids.ts';
import { askJson, type Answer, type Call } from './peer.ts';
import type { Scene } from './scene.ts';

/** How often each kind of abuse got each status; 0: no answer. */
export type Outcomes = Readonly<Record<string, Map<number, number>>>;

export interface Abuse {
  /** Waits for the last answers. */
  stop(): Promise<Outcomes>;
}

interface Stream {
  readonly connections: number;
  /** Between two requests of a connection. */
  readonly pauseMs: number;
  readonly act: (scene: Scene, signal: AbortSignal) => Promise<number>;
}

const PART_BYTES = 1024 * 1024;
const DRIP_MS = 250;
/** A slow body lasts no longer. */
const DRIP_MAX_MS = 20_000;

const STREAMS: Readonly<Record<string, Stream>> = {
  'dynamic images': { connections: 8, pauseMs: 10, act: askDerivative },
  'slow parts': { connections: 4, pauseMs: 100, act: sendSlowPart },
  'slow JSON': { connections: 8, pauseMs: 100, act: sendSlowLogin },
  'unknown links': { connections: 4, pauseMs: 40, act: askUnknown },
  reports: { connections: 2, pauseMs: 40, act: report },
  'wrong passwords': { connections: 4, pauseMs: 100, act: guessPassword },
};

export const KINDS = Object.keys(STREAMS);

/** One address and one account do all of these kinds, at most some 300 requests a second. */
export function startAbuse(scene: Scene, kinds: readonly string[]): Abuse {
  const end = new AbortController();
  const outcomes = Object.fromEntries(kinds.map((name) => [name, new Map<number, number>()]));
  const chosen = Object.entries(STREAMS).filter(([name]) => kinds.includes(name));
  const work = chosen.flatMap(([name, { connections, pauseMs, act }]) =>
    Array.from({ length: connections }, async () => {
      const counts = outcomes[name] ?? new Map<number, number>();
      while (!end.signal.aborted) {
        const status = await act(scene, end.signal).catch(() => 0);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        await sleep(pauseMs, undefined, { signal: end.signal }).catch(() => undefined);
      }
    }),
  );
  return {
    stop: async () => {
      end.abort();
      await Promise.all(work);
      return outcomes;
    },
  };
}

const statusOf = async (asked: Promise<Answer>): Promise<number> => (await asked).status;

let sizes = 0;

/** Each in a size that was never made. */
function askDerivative({ abuser: { peer }, originals }: Scene): Promise<number> {
  sizes += 1;
  const original = originals[sizes % originals.length] ?? '';
  const [width, quality] = [200 + (sizes % 1400), 50 + (Math.floor(sizes / 1400) % 50)];
  return statusOf(peer.ask(`${original}.jpg?w=${String(width)}&q=${String(quality)}`));
}

function askUnknown({ abuser: { peer } }: Scene): Promise<number> {
  return statusOf(peer.ask(`/i/${newUniqueLink()}.webp`));
}

function report({ abuser: { peer } }: Scene): Promise<number> {
  const message = `It broke ${randomUUID()}`;
  return statusOf(askJson(peer, '/api/v1/public/client-errors', { kind: 'error', message }));
}

function guessPassword({ abuser: { peer }, visitors }: Scene): Promise<number> {
  const { username = '' } = visitors[0] ?? {};
  const password = randomBytes(12).toString('hex');
  return statusOf(askJson(peer, '/api/v1/auth/login', { username, password }));
}

function sendSlowLogin({ abuser: { peer } }: Scene, signal: AbortSignal): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '1000' };
  const asked = peer.open('/api/v1/auth/login', { method: 'POST', headers });
  return drip(asked, signal);
}

/** Of an upload of its own, a byte at a time. */
async function sendSlowPart(scene: Scene, signal: AbortSignal): Promise<number> {
  const { peer, bearer } = scene.abuser;
  const { source, parts } = scene.photograph;
  const manifest = {
    filename: 'slow.jpg',
    visibility: 'public',
    processor_version: 'bench/1.0.0',
    recipe_version: '2.0.0',
    source,
    parts: parts.map(({ bytes: _bytes, ...part }) =>
      part.kind === 'master' ? { ...part, size: PART_BYTES } : part,
    ),
  };
  const headers = { 'Idempotency-Key': randomUUID() };
  const created = await askJson(peer, '/api/v1/uploads/', manifest, { bearer, headers });
  if (created.status !== 201) return created.status;
  const { data } = JSON.parse(String(created.bytes)) as { data: { upload_id: string } };
  const path = `/api/v1/uploads/${data.upload_id}`;
  const part: Call = {
    method: 'PUT',
    bearer,
    headers: { 'Content-Type': 'image/webp', 'Content-Length': String(PART_BYTES) },
  };
  const status = await drip(peer.open(`${path}/parts/master`, part), signal);
  await peer.ask(path, { method: 'DELETE', bearer });
  return status;
}

/** Sends a few bytes at a time until the server answers; the status, or 0 without an answer. */
async function drip(
  asked: ReturnType<Scene['abuser']['peer']['open']>,
  signal: AbortSignal,
): Promise<number> {
  const answered = new Promise<number>((resolve) => {
    asked.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.once('error', () => resolve(0));
    asked.once('close', () => resolve(0));
  });
  const feeding = setInterval(() => asked.write('RIFF'), DRIP_MS);
  asked.write('RIFF');
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(DRIP_MAX_MS)]);
  const gone = new Promise<number>((resolve) => {
    timeout.addEventListener('abort', () => resolve(0), { once: true });
    if (timeout.aborted) resolve(0);
  });
  const status = await Promise.race([answered, gone]);
  clearInterval(feeding);
  asked.destroy();
  return status;
}

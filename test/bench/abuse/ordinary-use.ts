import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadManifest, UploadSession } from '../../../src/client/protocol-types.ts';
import { askJson, type Answer, type Call } from './peer.ts';
import type { Scene, Visitor } from './scene.ts';

/** Each latency in milliseconds. */
export interface Latencies {
  readonly view: number[];
  readonly list: number[];
  readonly upload: number[];
}

const VIEW_MS = 50;
const LIST_MS = 250;
const UPLOAD_MS = 2000;
/** How often a part is sent again that finds no place, as the upload library does. */
const ATTEMPTS = 10;
const RETRY_MS = 500;

/**
 * What ordinary visitors do for `durationMs`: 20 views, 4 lists and half an upload a second, sent by the clock whether the last
 * one is answered or not. @throws when one of them is refused.
 */
export async function useOrdinarily(scene: Scene, durationMs: number): Promise<Latencies> {
  const latencies: Latencies = { view: [], list: [], upload: [] };
  const { visitors, view } = scene;
  const all = { durationMs, visitors };
  await Promise.all([
    repeat(all, VIEW_MS, latencies.view, ({ peer }) => expectAnswer(peer.ask(view))),
    repeat(all, LIST_MS, latencies.list, ({ peer, bearer }) =>
      expectAnswer(peer.ask('/api/v1/images/', { bearer })),
    ),
    repeat(all, UPLOAD_MS, latencies.upload, (visitor) => upload(visitor, scene)),
  ]);
  return latencies;
}

/** Visitors take turns. */
async function repeat(
  { durationMs, visitors }: { durationMs: number; visitors: readonly Visitor[] },
  intervalMs: number,
  latencies: number[],
  act: (visitor: Visitor) => Promise<unknown>,
): Promise<void> {
  const acts: Promise<void>[] = [];
  const start = performance.now();
  for (let sent = 0; sent * intervalMs < durationMs; sent += 1) {
    await sleep(Math.max(0, start + sent * intervalMs - performance.now()));
    const visitor = visitors[sent % visitors.length];
    if (visitor === undefined) throw new Error('nobody is there');
    const startedAt = performance.now();
    const ended = act(visitor).then(() => void latencies.push(performance.now() - startedAt));
    // Awaited at the end.
    ended.catch(() => undefined);
    acts.push(ended);
  }
  await Promise.all(acts);
}

/** From the manifest to the confirmation of all parts. */
async function upload(visitor: Visitor, { photograph }: Scene): Promise<void> {
  const { source, parts } = photograph;
  const { peer, bearer } = visitor;
  const manifest: UploadManifest = {
    filename: 'bench.jpg',
    visibility: 'public',
    processor_version: 'bench/1.0.0',
    recipe_version: '2.0.0',
    source,
    parts: parts.map(({ bytes: _bytes, ...part }) => part),
  };
  const key = { 'Idempotency-Key': randomUUID() };
  const created = await expectAnswer(
    askJson(peer, '/api/v1/uploads/', manifest, { bearer, headers: key }),
  );
  const { data } = JSON.parse(String(created.bytes)) as { data: UploadSession };
  const path = `/api/v1/uploads/${data.upload_id}`;
  const type = { 'Content-Type': 'image/webp' };
  for (const { kind, bytes } of parts) {
    const call: Call = { method: 'PUT', bearer, headers: type, body: bytes };
    await sendPart(() => peer.ask(`${path}/parts/${kind}`, call));
  }
  await expectAnswer(peer.ask(`${path}/complete`, { method: 'POST', bearer }));
}

async function sendPart(send: () => Promise<Answer>): Promise<void> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    const asked = send();
    if ((await asked).status !== 429) return void (await expectAnswer(asked));
    await sleep(RETRY_MS);
  }
  await expectAnswer(send());
}

async function expectAnswer(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status < 300) return answer;
  throw new Error(`an ordinary visitor got ${String(answer.status)}: ${String(answer.bytes)}`);
}

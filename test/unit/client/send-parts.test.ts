import { describe, expect, it } from 'vitest';
import { TintypeApi } from '../../../src/client/api.ts';
import { cookieCredentials } from '../../../src/client/credentials.ts';
import type { UploadSession } from '../../../src/client/protocol-types.ts';
import type { PartKind } from '../../../src/shared/variants.ts';
import { PARTS_IN_TRANSFER, sendParts } from '../../../src/client/send-parts.ts';
import { Semaphore } from '../../../src/shared/semaphore.ts';
import { stillScheduler } from './still-scheduler.ts';

const KINDS: readonly PartKind[] = ['master', 'gallery', 'admin', 'publish_source'];
const PARTS = KINDS.map((kind, index) => ({ kind, bytes: new Uint8Array((index + 1) * 1000) }));

const session = (uploaded: readonly PartKind[] = []): UploadSession => ({
  upload_id: 'u',
  status: 'uploading',
  expires_at: '2026-01-01T00:00:00.000Z',
  parts: KINDS.map((kind) => ({
    kind,
    status: uploaded.includes(kind) ? 'uploaded' : 'pending',
    put_url: `/parts/${kind}`,
  })),
});

/** A server with slow and failing parts, which records requests. */
const server = (fail: (url: string, attempt: number) => Response | Error | null = () => null) => {
  const attempts = new Map<string, number>();
  const state = { busy: 0, mostBusy: 0, attempts };
  const fetcher = async (input: string | URL | Request): Promise<Response> => {
    const url = new URL(new Request(input).url).pathname;
    const attempt = (attempts.get(url) ?? 0) + 1;
    attempts.set(url, attempt);
    state.busy += 1;
    state.mostBusy = Math.max(state.mostBusy, state.busy);
    await new Promise((resolve) => setTimeout(resolve, 5));
    state.busy -= 1;
    const failure = fail(url, attempt);
    if (failure instanceof Error) throw failure;
    return failure ?? Response.json({ code: 0, message: 'ok', data: null });
  };
  return { api: new TintypeApi('http://tintype.test', cookieCredentials(), fetcher), state };
};

const options = (scheduler = stillScheduler().scheduler) => ({
  scheduler,
  places: new Semaphore(PARTS_IN_TRANSFER),
});

describe('sendParts', () => {
  it('sends only what the session still waits for', async () => {
    const { api, state } = server();
    await sendParts(api, session(['master', 'admin']), PARTS, options());
    expect([...state.attempts.keys()].toSorted()).toEqual([
      '/parts/gallery',
      '/parts/publish_source',
    ]);
  });

  it('runs two transfers in parallel on a metered connection, three on a fast one', async () => {
    const metered = server();
    await sendParts(metered.api, session(), PARTS, { ...options(), metered: true });
    expect(metered.state.mostBusy).toBe(2);
    const parts = KINDS.map((kind) => ({ kind, bytes: new Uint8Array(100_000) }));
    const fast = server();
    await sendParts(fast.api, session(), parts, options());
    expect(fast.state.mostBusy).toBe(3);
  });

  it('sends a part again after a broken connection and reports bytes that arrived', async () => {
    const { api, state } = server((_url, attempt) => (attempt < 3 ? new Error('reset') : null));
    const sent: number[] = [];
    await sendParts(api, session(['master']), PARTS, {
      ...options(),
      onSent: (bytes) => sent.push(bytes),
    });
    expect(state.attempts.get('/parts/admin')).toBe(3);
    expect(sent[0]).toBe(1000);
    expect(sent.at(-1)).toBe(10_000);
  });

  it('stops the other transfers when one is refused', async () => {
    const refuse = (url: string): Response | null =>
      url.endsWith('publish_source')
        ? Response.json({ code: 3008, message: 'wrong size' }, { status: 422 })
        : null;
    const { api, state } = server(refuse);
    await expect(
      sendParts(api, session(), PARTS, { ...options(), metered: true }),
    ).rejects.toMatchObject({ code: 3008 });
    expect(state.attempts.get('/parts/publish_source')).toBe(1);
    expect(state.attempts.size).toBeLessThan(4);
  });
});

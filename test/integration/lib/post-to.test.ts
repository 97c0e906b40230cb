import { expect, inject, it } from 'vitest';
import { postTo } from '../../../src/worker/lib/post-to.ts';
import type { Sent } from '../../support/endless-answers.ts';

const MAX_BUFFERED_BYTES = 32 * 1024 ** 2;

const serverUrl = inject('captchaServerUrl');

const readSent = async (path: string): Promise<Sent> => {
  const response = await fetch(serverUrl + path);
  return response.json();
};

it('an answer without end is read up to 64 KiB, and its connection is closed', async () => {
  const posted = await postTo(`${serverUrl}/endless`, { body: '', timeoutMs: 20_000 });
  if (!posted.ok) throw new Error(posted.error);
  const { status, text } = posted.value;
  expect([status, text.length]).toEqual([200, 0]);
  await expect.poll(() => readSent('/endless')).toMatchObject({ isClosed: true });
  expect((await readSent('/endless')).bytes).toBeLessThan(MAX_BUFFERED_BYTES);
});

it('an answer that arrives byte by byte ends at the time limit', async () => {
  const posted = await postTo(`${serverUrl}/dripping`, { body: '', timeoutMs: 300 });
  expect(posted).toMatchObject({ ok: false });
  await expect.poll(() => readSent('/dripping')).toMatchObject({ isClosed: true });
});

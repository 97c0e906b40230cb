import { setTimeout as sleep } from 'node:timers/promises';
import { filePart, FORM_TYPE, legacyClient, makeForm } from '../../support/legacy.ts';
import { signIn, type Address } from './sign-in.ts';

const CALL_MS = 30_000;
const PUBLICATION_MS = 60_000;
const POLL_MS = 100;

/** The outcome of a file: the path of its image, or the error code of its upload or job. */
export type Uploaded = { readonly path: string } | { readonly refused: number };

/** Uploads public images of pipeline 1 as a new person. */
export const createUploader = async (server: Address) => {
  const client = legacyClient(
    { fetch: (path, init) => fetch(server.baseUrl + path, withDeadline(init)) },
    { bearer: await signIn(server) },
  );

  return async (file: Uint8Array): Promise<Uploaded> => {
    const sent = await client.send('POST', '/images/', {
      headers: { 'Content-Type': FORM_TYPE },
      body: makeForm([{ name: 'visibility', value: 'public' }, filePart(file)]),
    });
    if (sent.status !== 202) return { refused: sent.code };
    const until = Date.now() + PUBLICATION_MS;
    for (;;) {
      const { data } = await client.readQueue(sent.data.id);
      if (data.status === 'failed') return { refused: data.failure.code };
      if (data.status === 'completed') {
        const image = await client.send('GET', `/images/${String(data.image_id)}`);
        return { path: `/i/${String(image.data.unique_link)}` };
      }
      if (Date.now() > until) throw new Error(`still ${String(data.status)}`);
      await sleep(POLL_MS);
    }
  };
};

const withDeadline = (init: RequestInit = {}): RequestInit => ({
  ...init,
  signal: AbortSignal.timeout(CALL_MS),
});

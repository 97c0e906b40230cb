import { beforeEach, expect, it, vi } from 'vitest';
import { loadModules } from '../support/load-modules.ts';

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

type Method = (path: string, asked?: object) => Promise<Answer>;

interface Modules {
  createApi(
    send: (request: Request) => Promise<Response>,
  ): Record<'GET' | 'POST' | 'PATCH' | 'DELETE', Method>;
}

let sent: Request[];
let response: Response;
let api: ReturnType<Modules['createApi']>;

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' });
  sent = [];
  response = Response.json({ code: 0 });
  const { createApi } = await loadModules<Modules>('api/create-api.ts');
  api = createApi(async (request) => {
    sent.push(request);
    return response.clone();
  });
});

it('a call fills the params into its path, and appends its query', async () => {
  const params = { path: { id: 'a/b c' }, query: { search: 'ä & b', limit: 3, cursor: undefined } };
  await api.GET('/api/v1/images/{id}/tokens', { params });
  const [request] = sent;
  expect(request?.method).toBe('GET');
  const { pathname, searchParams } = new URL(request?.url ?? '');
  expect(pathname).toBe('/api/v1/images/a%2Fb%20c/tokens');
  expect([...searchParams]).toEqual([
    ['search', 'ä & b'],
    ['limit', '3'],
  ]);
});

it('a call sends JSON or nothing, and outlives the page if asked to', async () => {
  await api.PATCH('/path', { body: { visibility: 'private' }, keepalive: true });
  await api.DELETE('/path');
  const types = sent.map(({ headers }) => headers.get('Content-Type'));
  expect(types).toEqual(['application/json', null]);
  const bodies = await Promise.all(sent.map((request) => request.text()));
  expect(bodies).toEqual(['{"visibility":"private"}', '']);
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false]);
});

it('a call stops when its signal is aborted', async () => {
  const abort = new AbortController();
  await api.GET('/path', { signal: abort.signal });
  abort.abort();
  expect(sent[0]?.signal.aborted).toBe(true);
});

it('a call returns JSON, nothing, or the raw answer', async () => {
  expect((await api.GET('/path')).data).toEqual({ code: 0 });
  response = new Response(null, { status: 204 });
  expect((await api.POST('/path')).data).toBeUndefined();
  response = new Response('line');
  const { data } = await api.GET('/path', { parseAs: 'stream' });
  expect(await new Response(data as ReadableStream<Uint8Array>).text()).toBe('line');
});

it('a call returns the error of a refusal, and none for an unknown form', async () => {
  response = Response.json({ code: 4010 }, { status: 401 });
  expect(await api.GET('/path')).toMatchObject({ error: { code: 4010 } });
  response = new Response('<h1>Bad gateway</h1>', { status: 502 });
  const answer = await api.GET('/path');
  expect([answer.error, answer.response.status]).toEqual([undefined, 502]);
});

it('a call throws when a successful answer is truncated', async () => {
  response = new Response('{"code":');
  await expect(api.GET('/path')).rejects.toThrow(SyntaxError);
});

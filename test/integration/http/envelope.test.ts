import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { DomainError, type ErrorName } from '../../../src/worker/domain/errors.ts';
import { WIRE_ERRORS } from '../../../src/worker/http/wire-errors.ts';
import { answerError } from '../../../src/worker/http/errors.ts';
import { createRouter } from '../../../src/worker/http/router.ts';
import { captchaVars, solve } from '../../support/captcha.ts';
import { InjectedFault, type Interceptor } from '../../support/instrument.ts';
import { registerAndLogin } from '../../support/people.ts';
import { BASE_URL, createTestWorker, type TestWorker } from '../../support/worker.ts';

const REGISTER = '/api/v1/auth/register';
const JSON_LIMIT_BYTES = 1_048_576;
const PERSON = { username: 'grace', email: 'grace@example.org', password: 'correct horse' };

const postJson = (
  body: string | ReadableStream,
  headers: Record<string, string> = {},
): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json', ...headers },
});

/** A registration padded with an unknown field to this many bytes. */
const paddedBody = (bytes: number): string => {
  const bare = JSON.stringify({ ...PERSON, padding: '' });
  return JSON.stringify({ ...PERSON, padding: 'x'.repeat(bytes - bare.length) });
};

const inChunks = (text: string): ReadableStream => new Blob([text]).stream();

describe('the error envelope', () => {
  it('has code, message and request id, and no data', async () => {
    const response = await createTestWorker().fetch('/api/v1/nothing-here');
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(await response.json()).toEqual({
      code: 4041,
      message: 'Not found',
      request_id: response.headers.get('X-Request-Id'),
    });
  });

  it('has a new request id each time, which the caller cannot choose', async () => {
    const worker = createTestWorker();
    const headers = { 'X-Request-Id': 'chosen' };
    const first = await worker.fetch('/health', { headers });
    const second = await worker.fetch('/health', { headers });
    const ids = [first, second].map((response) => response.headers.get('X-Request-Id'));
    expect(ids[0]).toMatch(/^[\w-]{22}$/u);
    expect(ids[1]).toMatch(/^[\w-]{22}$/u);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it.each([
    ['DELETE', '/health', 'GET, HEAD'],
    ['PUT', REGISTER, 'POST'],
    ['GET', REGISTER, 'POST'],
    ['POST', '/api/v1/auth/me', 'GET, HEAD'],
  ])(
    'answers %s %s with 405, 3000 and the methods that are allowed',
    async (method, path, allow) => {
      const response = await createTestWorker().fetch(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe(allow);
      expect(await response.json()).toMatchObject({ code: 3000 });
    },
  );
});

it('every temporary error has Retry-After, whichever verb throws it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const app = createRouter();
  app.onError(answerError);
  app.get('/:name', (c) => {
    throw new DomainError(c.req.param('name') as ErrorName);
  });
  const { services } = createTestWorker();
  const later = Object.entries(WIRE_ERRORS).filter(
    ([, { status }]) => status === 429 || status === 503,
  );
  expect(later.length).toBeGreaterThan(10);
  for (const [name, { status }] of later) {
    const response = await app.request(`/${name}`, {}, { services });
    expect(response.status).toBe(status);
    expect(response.headers.get('Retry-After'), name).toMatch(/^[1-9]\d*$/u);
  }
});

describe('a JSON body', () => {
  it.each([
    ['malformed JSON', '{"username": '],
    ['no JSON at all', 'username=grace'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number for a string', JSON.stringify({ ...PERSON, username: 12 })],
    ['an object for a string', JSON.stringify({ ...PERSON, email: {} })],
    ['a field too few', JSON.stringify({ username: 'grace', email: 'grace@example.org' })],
    ['bytes that are no UTF-8', '\uD800'],
  ])('that is %s is 3000, never a 500', async (_case, body) => {
    const response = await createTestWorker().fetch(REGISTER, postJson(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 3000, message: expect.any(String) });
  });

  it('is refused with the name of the wrong field', async () => {
    const body = JSON.stringify({ ...PERSON, email: 'nowhere' });
    const response = await createTestWorker().fetch(REGISTER, postJson(body));
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/^email: /u) });
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])(
    'sent as %s is 3003',
    async (type) => {
      const init = postJson(JSON.stringify(PERSON), { 'Content-Type': type });
      const response = await createTestWorker().fetch(REGISTER, init);
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: 3003 });
    },
  );

  it.each([
    ['announced', (text: string) => postJson(text, { 'Content-Length': String(text.length) })],
    ['in chunks of unknown number', (text: string) => postJson(inChunks(text))],
  ])('of 2 MiB, %s, is 3002', async (_case, init) => {
    const response = await createTestWorker().fetch(
      REGISTER,
      init(paddedBody(2 * JSON_LIMIT_BYTES)),
    );
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 3002 });
  });

  const sendBroken = async (worker: TestWorker, body: ReadableStream) => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const response = await worker.fetch(REGISTER, postJson(body));
    expect(errors).not.toHaveBeenCalled();
    return { status: response.status, ...(await response.json<object>()) };
  };

  it('that is cut off is the sender’s error (3000), and not logged as one', async () => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"username":'));
      },
      pull: (controller) => {
        controller.error(new Error('Network connection lost.'));
      },
    });
    const answer = await sendBroken(createTestWorker(), body);
    expect(answer).toMatchObject({ status: 400, code: 3000, message: 'The body broke off' });
  });

  it('that stalls is given up (3000), and not logged as an error', async () => {
    const worker = createTestWorker({ vars: { BODY_IDLE_TIMEOUT_MS: '200' } });
    for (const start of ['', '{"username":']) {
      const body = new ReadableStream({
        start: (controller) => {
          if (start !== '') controller.enqueue(new TextEncoder().encode(start));
        },
      });
      const answer = await sendBroken(worker, body);
      expect(answer).toMatchObject({
        status: 400,
        code: 3000,
        message: 'The body took too long to arrive',
      });
    }
  });

  /** A byte each 20 ms, without end. */
  const drip = () =>
    new ReadableStream({
      pull: async (controller) => {
        await scheduler.wait(20);
        controller.enqueue(new TextEncoder().encode(' '));
      },
    });

  it('that trickles is given up at its total timeout (3000), and not logged as an error', async () => {
    const worker = createTestWorker({ vars: { JSON_BODY_TIMEOUT_MS: '200' } });
    expect(await sendBroken(worker, drip())).toMatchObject({
      status: 400,
      code: 3000,
      message: 'The body took too long to arrive',
    });
  });

  it('that is unneeded is drained no longer than the timeouts of a stall and of a part', async () => {
    const worker = createTestWorker({
      vars: { BODY_IDLE_TIMEOUT_MS: '200', UPLOAD_PART_TIMEOUT_MS: '1000' },
    });
    const standing = new ReadableStream({ pull: () => new Promise(() => undefined) });
    for (const body of [standing, drip()]) {
      const response = await worker.fetch('/api/v1/auth/logout', postJson(body));
      expect(await response.json()).toMatchObject({ code: 4010 });
    }
  });

  it('may have exactly the limit, and not one byte more', async () => {
    const worker = createTestWorker();
    const full = await worker.fetch(REGISTER, postJson(inChunks(paddedBody(JSON_LIMIT_BYTES))));
    expect(full.status).toBe(201);
    const over = await worker.fetch(REGISTER, postJson(inChunks(paddedBody(JSON_LIMIT_BYTES + 1))));
    expect(over.status).toBe(413);
  });
});

describe('security headers', () => {
  const paths = ['/health', '/api/v1/docs', '/api/v1/openapi.json', '/api/v1/nothing-here'];

  it.each(paths)('lock down %s', async (path) => {
    const { headers } = await createTestWorker().fetch(path);
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/u);
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  });

  it.each([
    ['true', 'same-origin', 'require-corp'],
    ['false', null, null],
  ])(
    'isolate the origin when CROSS_ORIGIN_ISOLATION is %s: %s',
    async (value, opener, embedder) => {
      const worker = createTestWorker({ vars: { CROSS_ORIGIN_ISOLATION: value } });
      const { headers } = await worker.fetch('/health');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe(opener);
      expect(headers.get('Cross-Origin-Embedder-Policy')).toBe(embedder);
    },
  );
});

describe('cross-origin access to the API', () => {
  const LISTED = 'https://app.example.org';
  const ME = '/api/v1/auth/me';
  const vars = { CORS_ALLOWED_ORIGINS: ` https://other.test,${LISTED}` };
  const corsHeaders = ({ headers }: Response): Record<string, string> =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
  const preflight = { 'Access-Control-Request-Method': 'POST' };

  it('allows a listed origin, also for errors, but never credentials', async () => {
    const worker = createTestWorker({ vars });
    const person = await registerAndLogin(worker);
    const Authorization = `Bearer ${person.bearer}`;
    for (const [path, headers, status] of [
      [ME, { Authorization }, 200],
      [ME, {}, 401],
      // Its cookies are ignored, even if they are sent.
      [ME, { Cookie: person.headers['Cookie'] ?? '' }, 401],
      ['/api/v1/nothing-here', { Authorization }, 404],
      ['/api/v1/public/stats', {}, 200],
    ] as const) {
      const response = await worker.fetch(path, { headers: { ...headers, Origin: LISTED } });
      expect(response.status).toBe(status);
      expect(corsHeaders(response)).toEqual({
        'access-control-allow-origin': LISTED,
        'access-control-expose-headers':
          'Allow,Content-Disposition,Content-Range,ETag,Link,Retry-After,WWW-Authenticate,X-Request-Id',
      });
      expect(response.headers.get('Vary')).toBe('Origin');
    }
  });

  it('ignores cookies (4010), and accepts every bearer token', async () => {
    const worker = createTestWorker({ vars });
    const { headers, bearer } = await registerAndLogin(worker);
    const cookie = { Cookie: headers['Cookie'] ?? '' };
    const read = async (sent: Record<string, string>): Promise<number> =>
      (await (await worker.fetch(ME, { headers: sent })).json<{ code: number }>()).code;
    for (const [name, value, code] of [
      ['Origin', LISTED, 4010],
      ['Origin', 'https://evil.test', 4010],
      ['Origin', 'null', 4010],
      ['Sec-Fetch-Site', 'cross-site', 4010],
      ['Sec-Fetch-Site', 'same-site', 4010],
      ['Sec-Fetch-Site', 'same-origin', 0],
      ['Sec-Fetch-Site', 'none', 0],
      ['Origin', BASE_URL, 0],
    ] as const) {
      expect(await read({ ...cookie, [name]: value }), `${name}: ${value}`).toBe(code);
      expect(await read({ Authorization: `Bearer ${bearer}`, [name]: value })).toBe(0);
    }
  });

  it('answers a preflight without a session, a database or a cookie', async () => {
    const intercept: Interceptor = async () => {
      throw new InjectedFault('not to be asked');
    };
    const worker = createTestWorker({ vars, intercept });
    const headers = { ...preflight, Origin: LISTED };
    const response = await worker.fetch('/api/v1/uploads', { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(corsHeaders(response)).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers':
        'Authorization,Content-Type,Idempotency-Key,If-Match,X-API-Key,X-Client-Version,X-Platform',
      'access-control-max-age': '600',
    });
    expect(corsHeaders(response)).not.toHaveProperty('access-control-allow-credentials');
    expect(response.headers.get('Vary')).toContain('Origin');
  });

  it.each([
    ['no origin is listed', {}, LISTED],
    ['another origin asks', vars, 'https://evil.test'],
    ['the same host asks by another scheme', vars, 'http://app.example.org'],
    ['a page without an origin asks', vars, 'null'],
    ['the request has no origin', vars, undefined],
  ])('has only Vary: Origin when %s', async (_, vars, origin) => {
    const worker = createTestWorker({ vars });
    const headers = origin === undefined ? {} : { Origin: origin };
    const read = await worker.fetch('/api/v1/public/config', { headers });
    expect(read.status).toBe(200);
    const refused = await worker.fetch('/api/v1/public/config', {
      method: 'OPTIONS',
      headers: { ...headers, ...preflight },
    });
    expect(refused.status).toBe(405);
    for (const response of [read, refused]) {
      expect(corsHeaders(response)).toEqual({});
      expect(response.headers.get('Vary')).toBe('Origin');
    }
  });

  it('excludes health, metrics and links', async () => {
    const worker = createTestWorker({ vars });
    for (const path of ['/health', '/metrics', '/i/unknown12345.webp']) {
      expect(corsHeaders(await worker.fetch(path, { headers: { Origin: LISTED } }))).toEqual({});
    }
  });

  it('accepts a captcha solved on a listed origin, and on no other', async () => {
    const worker = createTestWorker({
      vars: { ...captchaVars(inject('captchaServerUrl'), 'provider_b'), ...vars },
    });
    const codes = [];
    for (const origin of [LISTED, 'https://evil.test']) {
      const captcha = solve('provider_b', { hostname: new URL(origin).hostname });
      const body = { username: 'nobody', password: 'wrong', captcha };
      const response = await worker.fetch('/api/v1/auth/login', {
        ...postJson(JSON.stringify(body), { Origin: origin }),
      });
      codes.push((await response.json<{ code: number }>()).code);
    }
    expect(codes).toEqual([2001, 2009]);
  });
});

describe('an unknown failure', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Lets the boot gate pass and fails every later query. */
  const failAfterGate = (message: string) => {
    const state = { broken: false };
    const intercept: Interceptor = async ({ binding }, proceed) => {
      if (state.broken && binding === 'DB') throw new InjectedFault(message);
      return proceed();
    };
    return { state, intercept };
  };

  it.each([
    ['D1_ERROR: no such column: users.grace', 1001, 'Database error'],
    ['a text with a secret in it', 1000, 'Internal error'],
  ])('of the kind "%s" answers %i with its fixed text alone', async (message, code, text) => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const { state, intercept } = failAfterGate(message);
    const worker = createTestWorker({ intercept });
    await worker.fetch('/ready');
    state.broken = true;
    const response = await worker.fetch(REGISTER, postJson(JSON.stringify(PERSON)));
    expect(response.status).toBe(500);
    const body = await response.json<{ request_id: string }>();
    expect(body).toEqual({ code, message: text, request_id: expect.any(String) });
    const [line] = errors.mock.calls.map(([first]) => JSON.parse(String(first)) as object);
    expect(line).toMatchObject({ event: 'request_failed', code, request_id: body.request_id });
  });

  it('has no parameter of the failed query in its log line', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const { state, intercept } = failAfterGate('D1_ERROR: overloaded');
    const worker = createTestWorker({ intercept });
    await worker.fetch('/ready');
    state.broken = true;
    for (const path of [REGISTER, '/api/v1/auth/login']) {
      await worker.fetch(path, postJson(JSON.stringify(PERSON)));
    }
    const log = errors.mock.calls.flat().join('\n');
    expect(errors).toHaveBeenCalledTimes(2);
    for (const value of Object.values(PERSON)) expect(log).not.toContain(value);
    expect(log).not.toContain('scrypt');
  });
});

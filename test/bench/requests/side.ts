import { isProcessBusy, listChildren, readProcessMs } from '../process-time.ts';
import { startTintype, type TintypeOptions } from '../start-tintype.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

export interface Call {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** A body to send as JSON. */
  readonly json?: unknown;
  /** The expected status if it is not 200. */
  readonly status?: number;
}

/** One of the two Workers, with a signed-in user. */
export interface Side extends AsyncDisposable {
  readonly bearer: Readonly<Record<string, string>>;
  /** Headers of a web page: both cookies and the CSRF header. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Sends a request and reads its response whole. @throws Error when its status is unexpected. */
  send(method: string, path: string, call?: Call): Promise<string>;
  /** Milliseconds of processor time of the Worker's process since its start. */
  readProcessorMs(): number;
  isBusy(): boolean;
}

/** Starts a checkout's Worker in a process of its own; calls must not overlap. */
export async function startSide(options: TintypeOptions): Promise<Side> {
  const known = new Set(listChildren());
  const worker = await startTintype({ ...options, isQuiet: true });
  const [pid, ...others] = listChildren().filter((child) => !known.has(child));
  if (pid === undefined || others.length > 0) throw new Error('no single process was started');
  const send = async (method: string, path: string, call: Call = {}): Promise<string> => {
    const { json, status = 200 } = call;
    const response = await fetch(new URL(path, worker.url), {
      method,
      headers: { ...call.headers, ...(json === undefined ? {} : JSON_TYPE) },
      body: json === undefined ? (call.body ?? null) : JSON.stringify(json),
    });
    const text = await response.text();
    if (response.status !== status) throw new Error(`${method} ${path}: ${text}`);
    return text;
  };
  return {
    ...(await signIn(worker.url)),
    send,
    readProcessorMs: () => readProcessMs(pid),
    isBusy: () => isProcessBusy(pid),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}

async function signIn(url: URL): Promise<Pick<Side, 'bearer' | 'cookies'>> {
  const account = { username: 'ada', password: 'long enough' };
  const post = (path: string, body: unknown) =>
    fetch(new URL(`/api/v1/auth/${path}`, url), {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    });
  await post('register', { ...account, email: 'ada@example.org' });
  const response = await post('login', account);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const valueOf = (name: string): string =>
    cookies.find((cookie) => cookie.includes(`${name}=`))?.split(`${name}=`)[1] ?? '';
  const [token, csrf] = [valueOf('session_token'), valueOf('csrf_token')];
  if (token === '' || csrf === '') throw new Error(`not signed in: ${await response.text()}`);
  return {
    bearer: { Authorization: `Bearer ${token}` },
    cookies: { Cookie: cookies.join('; '), 'X-CSRF-Token': csrf },
  };
}

import type { Credentials } from './credentials.ts';
import { ApiError, ConnectionError } from './errors.ts';
import type { Recipe, UploadManifest, UploadSession, UploadState } from './protocol-types.ts';

/** Longest time for one part's transfer (specification, Limits). */
const PART_TIMEOUT_MS = 120_000;
const CALL_TIMEOUT_MS = 30_000;

const CSRF_TOKEN_INVALID = 4036;

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Whether a POST may be sent twice; every other method may. */
  readonly isIdempotent?: boolean;
}

interface Envelope {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}

/**
 * The part of Tintype's HTTP interface that uploading needs. When the CSRF record has expired (4036) it is refreshed
 * once, and a call that may be sent twice is sent again. Each call
 * @throws {ApiError} when the server refuses it.
 * @throws {ConnectionError} when no answer comes.
 */
export class TintypeApi {
  readonly #baseUrl: string;
  readonly #credentials: Credentials;
  readonly #fetch: typeof fetch;
  /** The refresh under way, which calls that are refused at the same time share. */
  #refreshing: Promise<unknown> | null = null;

  constructor(
    baseUrl: string,
    credentials: Credentials,
    fetcher: typeof fetch = (...args) => fetch(...args),
  ) {
    this.#baseUrl = baseUrl.replace(/\/+$/u, '');
    this.#credentials = credentials;
    this.#fetch = fetcher;
  }

  async register(account: { username: string; email: string; password: string }): Promise<void> {
    await this.#call('/api/v1/auth/register', { method: 'POST', ...jsonBody(account) });
  }

  async login(account: { username: string; password: string }): Promise<void> {
    await this.#call('/api/v1/auth/login', { method: 'POST', ...jsonBody(account) });
  }

  async readRecipe(signal?: AbortSignal): Promise<Recipe> {
    return (await this.#call('/api/v1/uploads/recipe', { signal })) as Recipe;
  }

  /** Safe to repeat: the same key and manifest return the same session. */
  async createUpload(
    key: string,
    manifest: UploadManifest,
    signal?: AbortSignal,
  ): Promise<UploadSession> {
    const { headers, body } = jsonBody(manifest);
    const call: Call = {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': key },
      body,
      signal,
      isIdempotent: true,
    };
    return (await this.#call('/api/v1/uploads/', call)) as UploadSession;
  }

  /** Safe to repeat. `putUrl` is the one that the session names. */
  async putPart(
    putUrl: string,
    bytes: Uint8Array<ArrayBuffer>,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.#call(putUrl, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/webp' },
      body: bytes,
      timeoutMs: PART_TIMEOUT_MS,
      signal,
    });
  }

  /** Safe to repeat. */
  async completeUpload(uploadId: string, signal?: AbortSignal): Promise<UploadState> {
    return (await this.#call(`/api/v1/uploads/${uploadId}/complete`, {
      method: 'POST',
      signal,
      isIdempotent: true,
    })) as UploadState;
  }

  async readUpload(uploadId: string, signal?: AbortSignal): Promise<UploadState> {
    return (await this.#call(`/api/v1/uploads/${uploadId}`, { signal })) as UploadState;
  }

  async cancelUpload(uploadId: string): Promise<void> {
    await this.#call(`/api/v1/uploads/${uploadId}`, { method: 'DELETE' });
  }

  async #call(path: string, call: Call): Promise<unknown> {
    try {
      return await this.#send(path, call);
    } catch (error) {
      const isExpired = error instanceof ApiError && error.code === CSRF_TOKEN_INVALID;
      if (!isExpired || !(await this.#refreshCsrf())) throw error;
      if (call.method === 'POST' && call.isIdempotent !== true) throw error;
      call.signal?.throwIfAborted();
      return this.#send(path, call);
    }
  }

  /** Returns false when there is no record to refresh. */
  async #refreshCsrf(): Promise<boolean> {
    const headers = this.#credentials.csrfRefreshHeaders(this.#baseUrl);
    if (headers === null) return false;
    this.#refreshing ??= this.#send('/api/v1/auth/csrf/refresh', {
      method: 'POST',
      headers,
    }).finally(() => {
      this.#refreshing = null;
    });
    await this.#refreshing;
    return true;
  }

  async #send(
    path: string,
    { method = 'GET', headers = {}, body, signal, timeoutMs }: Call,
  ): Promise<unknown> {
    const deadline = AbortSignal.timeout(timeoutMs ?? CALL_TIMEOUT_MS);
    let response: Response;
    let envelope: Envelope;
    try {
      response = await this.#fetch(this.#baseUrl + path, {
        method,
        headers: { ...headers, ...this.#credentials.headers(method) },
        ...(body === undefined ? {} : { body }),
        credentials: 'include',
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      envelope = await readEnvelope(response);
    } catch (error) {
      signal?.throwIfAborted();
      throw new ConnectionError(error);
    }
    this.#credentials.absorb(response);
    if (response.ok && envelope.code === 0) return envelope.data;
    const message =
      envelope.message ?? `The server answered with status ${String(response.status)}`;
    throw new ApiError(response.status, envelope.code ?? 0, message, readRetryAfter(response));
  }
}

function jsonBody(value: unknown): { headers: Record<string, string>; body: string } {
  return {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  };
}

/** Rejects when the connection breaks before the answer is whole. */
async function readEnvelope(response: Response): Promise<Envelope> {
  const text = await response.text();
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Milliseconds; the header has seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(response: Response): number | null {
  const value = response.headers.get('Retry-After') ?? '';
  if (/^\d+$/u.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

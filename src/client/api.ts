import { postJson, type Call } from './call.ts';
import type { Credentials, Server } from './credentials.ts';
import { encodeForm } from './encode-form.ts';
import { ApiError, ConnectionError } from './errors.ts';
import type {
  CaptchaAnswer,
  ImageDetails,
  ImagePage,
  OriginalImage,
  QueuedUpload,
  Recipe,
  UploadManifest,
  UploadSession,
  UploadState,
} from './protocol-types.ts';
import { readEnvelope, readRetryAfter, type Envelope } from './read-answer.ts';
import { chooseTransmit, type Transmit } from './transmit.ts';
import { abortable } from './abortable.ts';

/** Longest time for one part's transfer. */
const PART_TIMEOUT_MS = 120_000;
/** Longer than the server's default timeout, so that a slow sender gets the server's error. */
const FILE_TIMEOUT_MS = 150_000;
const CALL_TIMEOUT_MS = 30_000;

/**
 * Credentials renew an expired CSRF token (4036) or device session (4011) once. @throws {ApiError | ConnectionError}
 */
export class TintypeApi {
  readonly #baseUrl: string;
  readonly #credentials: Credentials;
  readonly #fetch: typeof fetch;
  readonly #transmit: Transmit;
  /** Under way, shared by concurrent calls. */
  #renewing: Promise<void> | null = null;
  #preparing: Promise<void> | null = null;

  constructor(baseUrl: string, credentials: Credentials, fetcher?: typeof fetch) {
    this.#baseUrl = baseUrl.replace(/\/+$/u, '');
    this.#credentials = credentials;
    this.#fetch = fetcher ?? ((...args) => fetch(...args));
    this.#transmit = chooseTransmit(fetcher);
  }

  async register(account: {
    username: string;
    email: string;
    password: string;
    captcha?: CaptchaAnswer;
  }): Promise<void> {
    await this.#call('/api/v1/auth/register', { ...postJson(account), isOpen: true });
  }

  async login(account: {
    username: string;
    password: string;
    captcha?: CaptchaAnswer;
  }): Promise<void> {
    await this.#call('/api/v1/auth/login', { ...postJson(account), isOpen: true });
  }

  async loginDevice(account: {
    username: string;
    password: string;
    device: { device_id: string; name: string };
    captcha?: CaptchaAnswer;
  }): Promise<void> {
    await this.#send('/api/v1/auth/device-login', postJson(account));
  }

  async bootstrapDevice(): Promise<void> {
    await this.#renew();
  }

  async sendHeartbeat(): Promise<void> {
    await this.#send('/api/v1/auth/device-heartbeat', { method: 'POST' });
  }

  async shutDownDevice(): Promise<void> {
    await this.#send('/api/v1/auth/device-shutdown', { method: 'DELETE' });
  }

  async readRecipe(signal?: AbortSignal): Promise<Recipe> {
    return (await this.#call('/api/v1/uploads/recipe', { signal })) as Recipe;
  }

  /** Idempotent: the same key and manifest return the same session. */
  async createUpload(
    key: string,
    manifest: UploadManifest,
    signal?: AbortSignal,
  ): Promise<UploadSession> {
    const post = postJson(manifest);
    const call: Call = {
      ...post,
      headers: { ...post.headers, 'Idempotency-Key': key },
      signal,
      isIdempotent: true,
    };
    return (await this.#call('/api/v1/uploads/', call)) as UploadSession;
  }

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

  async cancelUpload(uploadId: string, signal?: AbortSignal): Promise<void> {
    await this.#call(`/api/v1/uploads/${uploadId}`, { method: 'DELETE', signal });
  }

  /** Pipeline 1. Idempotent. `onSent` receives 0 to 1, and restarts with each attempt. */
  async submitImage(
    key: string,
    { visibility, ...file }: OriginalImage,
    signal?: AbortSignal,
    onSent?: (share: number) => void,
  ): Promise<QueuedUpload> {
    const boundary = `tintype-${key}`;
    return (await this.#call('/api/v1/images/', {
      method: 'POST',
      headers: {
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Idempotency-Key': key,
      },
      body: encodeForm({ visibility }, { field: 'file', ...file }, boundary),
      timeoutMs: FILE_TIMEOUT_MS,
      signal,
      isIdempotent: true,
      ...(onSent === undefined ? {} : { onSent }),
    })) as QueuedUpload;
  }

  async readQueuedUpload(id: string, signal?: AbortSignal): Promise<QueuedUpload> {
    return (await this.#call(`/api/v1/upload/queue/${id}`, { signal })) as QueuedUpload;
  }

  async readImage(imageId: number, signal?: AbortSignal): Promise<ImageDetails> {
    return (await this.#call(`/api/v1/images/${String(imageId)}`, { signal })) as ImageDetails;
  }

  /** A page of one's own images, the newest first; `cursor` is the last page's `next_cursor`. */
  async listImages(
    query: Readonly<Partial<Record<'cursor' | 'limit' | 'search' | 'source_sha256', string>>> = {},
    signal?: AbortSignal,
  ): Promise<ImagePage> {
    const path = `/api/v1/images/?${new URLSearchParams(query).toString()}`;
    return (await this.#call(path, { signal })) as ImagePage;
  }

  /** The newest image that one's uploads of this very file became; null for none. `sha256` in hexadecimal. */
  async findCopy(sha256: string, signal?: AbortSignal): Promise<ImageDetails | null> {
    const { images } = await this.listImages({ source_sha256: sha256, limit: '1' }, signal);
    return images[0] ?? null;
  }

  /** Whether the account keeps the places of photographs. */
  async readKeepsLocation(signal?: AbortSignal): Promise<boolean> {
    const sharing = await this.#call('/api/v1/user/sharing', { signal });
    return (sharing as { readonly keep_location?: boolean }).keep_location === true;
  }

  async deleteImage(imageId: number, signal?: AbortSignal): Promise<void> {
    await this.#call(`/api/v1/images/${String(imageId)}`, { method: 'DELETE', signal });
  }

  async #call(path: string, call: Call): Promise<unknown> {
    call.signal?.throwIfAborted();
    if (call.isOpen !== true) await abortable(this.#prepare(), call.signal);
    try {
      return await this.#send(path, call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== this.#credentials.renews) throw error;
      await abortable(this.#renew(), call.signal);
      if (call.method === 'POST' && call.isIdempotent !== true) throw error;
      return this.#send(path, call);
    }
  }

  async #prepare(): Promise<void> {
    this.#preparing ??= this.#credentials.prepare(this.#server).finally(() => {
      this.#preparing = null;
    });
    await this.#preparing;
  }

  async #renew(): Promise<void> {
    this.#renewing ??= this.#credentials.renew(this.#server).finally(() => {
      this.#renewing = null;
    });
    await this.#renewing;
  }

  get #server(): Server {
    return {
      baseUrl: this.#baseUrl,
      send: (path, call) => this.#send(path, call),
      renew: () => this.#renew(),
    };
  }

  async #send(path: string, call: Call): Promise<unknown> {
    const { signal } = call;
    let response: Response;
    let envelope: Envelope;
    try {
      response = await this.#request(path, call);
      envelope = await readEnvelope(response);
    } catch (error) {
      signal?.throwIfAborted();
      throw new ConnectionError(error);
    }
    this.#credentials.absorb(response, envelope.data);
    if (response.ok && envelope.code === 0) return envelope.data;
    const message =
      envelope.message ?? `The server answered with status ${String(response.status)}`;
    throw new ApiError(response.status, envelope.code ?? 0, message, readRetryAfter(response));
  }

  #request(
    path: string,
    { method = 'GET', headers, body, signal, timeoutMs = CALL_TIMEOUT_MS, onSent }: Call,
  ): Promise<Response> {
    const url = this.#baseUrl + path;
    const deadline = AbortSignal.timeout(timeoutMs);
    const init = {
      method,
      headers: { ...headers, ...this.#credentials.headers(method) },
      credentials: this.#credentials.omitsCookies === true ? 'omit' : 'include',
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    } as const;
    if (body === undefined) return this.#fetch(url, init);
    if (onSent === undefined || typeof body === 'string')
      return this.#fetch(url, { ...init, body });
    return this.#transmit(url, { ...init, body }, (sentBytes) => onSent(sentBytes / body.length));
  }
}

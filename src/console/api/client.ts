/**
 * The typed API client.
 *
 * - Writes carry the CSRF token. When it has expired (4036) it is renewed, once for all concurrent calls, and repeatable
 *   requests are sent again; of POSTs only a sign-out.
 * - A refusal throws an `ApiError`, no answer a `ConnectionError`.
 * - Watchers get each outcome, so that a lost session or network is noticed by the first call.
 */

import { ApiError, ConnectionError } from '../../client/errors.ts';
import { CSRF_TOKEN_INVALID, INTERNAL_ERROR } from '../../shared/error-codes.ts';
import { createApi } from './create-api.ts';
import { readCsrfToken } from './csrf-token.ts';
import { takeEarly } from './early-answers.ts';

export type CallOutcome = 'answered' | ApiError | ConnectionError;

export interface Envelope {
  readonly code: 0;
}

export interface Answer<Body> {
  readonly data?: Body | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

const CSRF_HEADER = 'X-CSRF-Token';
const REFRESH_PATH = '/api/v1/auth/csrf/refresh';
const SIGN_OUT_PATH = '/api/v1/auth/logout';
const READ_METHODS = new Set(['GET', 'HEAD']);

/** Awaited before a refusal is thrown. */
let prepareForRefusal = async (): Promise<void> => undefined;

const watchers = new Set<(outcome: CallOutcome) => void>();

/** `api.GET('/api/v1/…')` and its like; wrap each call in `call`. */
export const api = createApi(send);

/** @throws {ApiError | ConnectionError} */
export async function call<Body extends Envelope>(
  asked: Promise<Answer<Body>>,
): Promise<Body extends { readonly data: infer Data } ? Data : undefined> {
  const { data } = await requireSuccess(asked);
  return (data as { readonly data?: unknown } | undefined)?.data as never;
}

/** For an answer without an envelope. @throws {ApiError | ConnectionError} */
export async function callForStream(asked: Promise<Answer<unknown>>): Promise<Response> {
  return (await requireSuccess(asked)).response;
}

export function beforeRefusals(prepare: () => Promise<void>): void {
  prepareForRefusal = prepare;
}

export function watchCalls(watch: (outcome: CallOutcome) => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

/** Reports the outcome of a call that the upload library made. */
export function reportOutcome(outcome: CallOutcome): void {
  tell(outcome);
}

async function requireSuccess<Body>(asked: Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await asked.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw tell(new ConnectionError(cause));
  });
  if (!answer.response.ok) {
    await prepareForRefusal();
    throw tell(toApiError(answer.response, answer.error));
  }
  tell('answered');
  return answer;
}

function tell<Outcome extends CallOutcome>(outcome: Outcome): Outcome {
  for (const watch of watchers) watch(outcome);
  return outcome;
}

/** Repeatable requests are sent again once the CSRF record has been renewed. */
async function send(request: Request): Promise<Response> {
  if (READ_METHODS.has(request.method)) return takeEarly(request) ?? fetch(request);
  request.headers.set(CSRF_HEADER, readCsrfToken());
  const isRepeatable = request.method !== 'POST' || new URL(request.url).pathname === SIGN_OUT_PATH;
  const again = isRepeatable ? request.clone() : null;
  const response = await fetch(request);
  if (response.status !== 403) return response;
  if ((await readCode(response.clone())) !== CSRF_TOKEN_INVALID) return response;
  if (!(await renewToken()) || again === null) return response;
  again.headers.set(CSRF_HEADER, readCsrfToken());
  return fetch(again);
}

async function readCode(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as { readonly code?: unknown } | null;
  return body?.code;
}

let renewing: Promise<boolean> | null = null;

function renewToken(): Promise<boolean> {
  renewing ??= fetch(REFRESH_PATH, { method: 'POST' })
    .then(({ ok }) => ok)
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

function toApiError(response: Response, body: unknown): ApiError {
  const { code, message } = (body ?? {}) as { readonly code?: number; readonly message?: string };
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  // Proxies answer in formats of their own.
  const unnamed = response.status >= 500 ? INTERNAL_ERROR : 0;
  return new ApiError(
    response.status,
    code ?? unnamed,
    message ?? response.statusText,
    Number.isFinite(seconds) ? seconds * 1000 : null,
  );
}

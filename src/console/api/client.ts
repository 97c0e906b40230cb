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

/** Awaited before a refusal is thrown, but not before watchers are told. */
let prepareForRefusal: (() => Promise<void>) | undefined;

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

async function requireSuccess<Body>(asked: Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await asked.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw reportOutcome(new ConnectionError(cause));
  });
  if (!answer.response.ok) {
    const error = reportOutcome(toApiError(answer.response, answer.error));
    await prepareForRefusal?.();
    throw error;
  }
  reportOutcome('answered');
  return answer;
}

/** Tells watchers of a call, which the upload library may have made. */
export function reportOutcome<Outcome extends CallOutcome>(outcome: Outcome): Outcome {
  for (const watch of watchers) watch(outcome);
  return outcome;
}

/** Repeatable requests are sent again once the CSRF record has been renewed. */
async function send(request: Request): Promise<Response> {
  if (request.method === 'GET') return takeEarly(request) ?? fetch(request);
  request.headers.set(CSRF_HEADER, readCsrfToken());
  const isRepeatable = request.method !== 'POST' || request.url.endsWith(SIGN_OUT_PATH);
  const again = isRepeatable ? request.clone() : null;
  const response = await fetch(request);
  if (response.status !== 403) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if ((body as { readonly code?: unknown } | null)?.code !== CSRF_TOKEN_INVALID) return response;
  if (!(await renewToken()) || again === null) return response;
  again.headers.set(CSRF_HEADER, readCsrfToken());
  return fetch(again);
}

let renewing: Promise<boolean> | null = null;

function renewToken(): Promise<boolean> {
  return (renewing ??= fetch(REFRESH_PATH, { method: 'POST' })
    .then(({ ok }) => ok)
    .finally(() => {
      renewing = null;
    }));
}

function toApiError(response: Response, body: unknown): ApiError {
  const { code, message } = (body ?? {}) as { readonly code?: number; readonly message?: string };
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    // Proxies answer in formats of their own.
    code ?? (response.status >= 500 ? INTERNAL_ERROR : 0),
    message ?? response.statusText,
    seconds >= 0 ? seconds * 1000 : null,
  );
}

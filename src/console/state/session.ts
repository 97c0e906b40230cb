/**
 * The session.
 *
 * - Without the readable session cookie there is no session, and no request.
 * - An ended session (4010, 4011) or a suspended account (4030 on reading the session) ends it here in any call, and by a
 *   channel in other tabs.
 * - A read without an answer is repeated once the service is reachable.
 * - A late answer, after a newer one or after a sign-in or sign-out, is ignored.
 * - A sign-out succeeds locally even if the session has expired; the tab's work then has no owner.
 * - Between two users there is always a signed-out state, which drops the first user's state.
 */

import { computed, effect, signal } from '@preact/signals';
import { ApiError } from '../../client/errors.ts';
import { PERMISSION_DENIED, SESSION_EXPIRED, SIGN_IN_REQUIRED } from '../../shared/error-codes.ts';
import { api, call, watchCalls } from '../api/client.ts';
import { hasSessionCookie } from '../api/csrf-token.ts';
import type { User } from '../api/types.ts';
import { finishBeforeLeaving } from './leaving.ts';
import { isConnected } from './connection.ts';

export type SessionState =
  | { readonly state: 'unknown' | 'suspended' }
  /** Lost: it ended without a sign-out here. */
  | { readonly state: 'anonymous'; readonly isLost?: boolean }
  | { readonly state: 'signed_in'; readonly user: User };

const NEEDS_SIGN_IN = new Set<number>([SIGN_IN_REQUIRED, SESSION_EXPIRED]);
/** A slower network counts as offline. */
const ANSWER_TIMEOUT_MS = 20_000;

/** The message of a sign-out between tabs; after other changes tabs ask the service. */
const SIGNED_OUT = 'signed_out';

const channel = new BroadcastChannel('session');

export const session = signal<SessionState>({
  state: hasSessionCookie() ? 'unknown' : 'anonymous',
});

/** The error of the last session read; null before the first answer. */
export const sessionFault = signal<unknown>(null);

export const user = computed(() =>
  session.value.state === 'signed_in' ? session.value.user : null,
);

export const userId = computed(() => user.value?.id ?? null);

/** Whether the account is scheduled for deletion, which makes it read-only. */
export const isAccountLocked = computed(() => user.value?.status === 'pending_deletion');

/** The owner of this tab's work: the signed-in user, or the last one after a lost session. Null after a sign-out. */
export const ownerId = signal<number | null>(null);

effect(() => {
  const { value } = session;
  if (value.state === 'signed_in') ownerId.value = value.user.id;
  else if (value.state !== 'anonymous' || value.isLost !== true) ownerId.value = null;
});

/** During a sign-out: the end of the session is no loss then. */
let isLeaving = false;

/** Reads are numbered: how many were started, and the newest whose answer counts. */
let asked = 0;
let settled = 0;

/** Reads the session, and follows calls and other tabs. */
export function startSession(): void {
  channel.addEventListener('message', ({ data }) => {
    if (data !== SIGNED_OUT) return void readSession();
    settled = asked;
    show({ state: 'anonymous' });
  });
  watchCalls((outcome) => {
    if (!(outcome instanceof ApiError) || session.value.state !== 'signed_in') return;
    if (NEEDS_SIGN_IN.has(outcome.code) && !isLeaving) {
      show({ state: 'anonymous', isLost: true });
      channel.postMessage(null);
    }
    if (outcome.code === PERMISSION_DENIED) void readSession();
  });
  document.addEventListener('visibilitychange', () => {
    const isBack = document.visibilityState === 'visible' && session.value.state !== 'anonymous';
    if (isBack) void readSession();
  });
  effect(() => {
    if (isConnected.value && sessionFault.peek() !== null) void readSession();
  });
  if (session.value.state === 'unknown') void readSession();
}

export async function readSession(): Promise<void> {
  asked += 1;
  const question = asked;
  const outcome = await askSession();
  if (question <= settled) return;
  if (!('state' in outcome)) {
    sessionFault.value = session.value.state === 'unknown' ? outcome.fault : null;
    return;
  }
  settled = question;
  // The watcher of calls has handled the loss.
  if (outcome.state !== 'anonymous' || session.value.state !== 'anonymous') show(outcome);
}

export async function beginSession(): Promise<void> {
  settled = asked;
  await readSession();
  channel.postMessage(null);
}

/** @throws {ApiError | ConnectionError} if the server does not confirm it. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  try {
    await finishBeforeLeaving();
    await call(api.POST('/api/v1/auth/logout'));
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 0;
    if (!NEEDS_SIGN_IN.has(code) && code !== PERMISSION_DENIED) throw error;
  } finally {
    isLeaving = false;
  }
  forgetSession();
}

export function forgetSession(): void {
  settled = asked;
  show({ state: 'anonymous' });
  channel.postMessage(SIGNED_OUT);
}

async function askSession(): Promise<SessionState | { readonly fault: unknown }> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    return { state: 'signed_in', user: await call(api.GET('/api/v1/auth/me', { signal })) };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 0;
    if (NEEDS_SIGN_IN.has(code)) return { state: 'anonymous' };
    return code === PERMISSION_DENIED ? { state: 'suspended' } : { fault: error };
  }
}

function show(next: SessionState): void {
  const before = user.peek();
  if (next.state === 'signed_in' && before !== null && before.id !== next.user.id) {
    session.value = { state: 'anonymous' };
  }
  session.value = next;
  sessionFault.value = null;
}

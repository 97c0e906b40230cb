/**
 * Who is signed in.
 *
 * - A browser without the readable cookie of a session has none, and asks nothing.
 * - Whatever call hears that the session has ended (4010, 4011) or that the account is suspended (4030 on the session's
 *   own question) ends it here, in this tab and, by a channel, in the others.
 * - A question that got no answer is asked again once the service is reached.
 * - An answer that comes late, after a newer one or after a sign-in or sign-out, counts for nothing.
 * - Whoever signs out is signed out, also where the service has ended the session before: nothing is lost then, and the
 *   work of the tab is nobody's any more.
 * - One person never follows another without a moment in between in which nobody is signed in: what belongs to the one
 *   goes in it.
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
  /** Lost: it ended without the person's doing, here. */
  | { readonly state: 'anonymous'; readonly isLost?: boolean }
  | { readonly state: 'signed_in'; readonly user: User };

const NEEDS_SIGN_IN = new Set<number>([SIGN_IN_REQUIRED, SESSION_EXPIRED]);
/** A network that takes longer is none. */
const ANSWER_TIMEOUT_MS = 20_000;

/** What tabs tell each other when somebody signs out; after all other changes they ask. */
const SIGNED_OUT = 'signed_out';

const channel = new BroadcastChannel('session');

export const session = signal<SessionState>({
  state: hasSessionCookie() ? 'unknown' : 'anonymous',
});

/** Why nobody knows who is signed in, while that is so; null before the first answer. */
export const sessionFault = signal<unknown>(null);

/** The account that is signed in, or null. */
export const user = computed(() =>
  session.value.state === 'signed_in' ? session.value.user : null,
);

/** The id of the signed-in account, or null. */
export const userId = computed(() => user.value?.id ?? null);

/** Whether the account is to be deleted, and nothing in it can be changed until that is cancelled. */
export const isAccountLocked = computed(() => user.value?.status === 'pending_deletion');

/**
 * Whose the work of this tab is: who is signed in, and still who was after a session has ended by itself, for that
 * person may sign in again and go on. Null once somebody has signed out.
 */
export const ownerId = signal<number | null>(null);

effect(() => {
  const { value } = session;
  if (value.state === 'signed_in') ownerId.value = value.user.id;
  else if (value.state !== 'anonymous' || value.isLost !== true) ownerId.value = null;
});

/** While somebody signs out: that the session is over is no loss then. */
let isLeaving = false;

/** Questions are numbered: how many were asked, and the newest whose answer counts. */
let asked = 0;
let settled = 0;

/** Finds out who is signed in, and follows what calls and other tabs hear of it. */
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
  // Who comes back to a tab that was left alone learns at once what has become of the session.
  document.addEventListener('visibilitychange', () => {
    const isBack = document.visibilityState === 'visible' && session.value.state !== 'anonymous';
    if (isBack) void readSession();
  });
  effect(() => {
    if (isConnected.value && sessionFault.peek() !== null) void readSession();
  });
  if (session.value.state === 'unknown') void readSession();
}

/** Asks who is signed in. Without an answer from the service nothing changes. */
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
  // Whoever watches calls has heard that it was lost.
  if (outcome.state !== 'anonymous' || session.value.state !== 'anonymous') show(outcome);
}

/** After a sign-in: reads who it is, and has other tabs do so. */
export async function beginSession(): Promise<void> {
  settled = asked;
  await readSession();
  channel.postMessage(null);
}

/**
 * Ends the session on the server, then here and in other tabs.
 * @throws {ApiError | ConnectionError} when the server does not say that it has ended.
 */
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

/** What the service has ended already ends here, too, and in other tabs. */
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

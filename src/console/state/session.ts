/**
 * Who is signed in.
 *
 * - A browser without the readable cookie of a session has none, and asks nothing.
 * - Whatever call hears that the session has ended (4010, 4011) or that the account is suspended (4030 on the session's
 *   own question) ends it here, in this tab and, by a channel, in the others.
 */

import { computed, signal } from '@preact/signals';
import { ApiError } from '../../client/errors.ts';
import { api, call, hasSessionCookie, watchCalls } from '../api/client.ts';
import type { User } from '../api/types.ts';

export type Session =
  | { readonly state: 'unknown' | 'anonymous' | 'suspended' }
  | { readonly state: 'signed_in'; readonly user: User };

const NEEDS_SIGN_IN = new Set([4010, 4011]);
const DENIED = 4030;

const channel = new BroadcastChannel('session');

export const session = signal<Session>({ state: hasSessionCookie() ? 'unknown' : 'anonymous' });

/** The account that is signed in, or null. */
export const user = computed(() =>
  session.value.state === 'signed_in' ? session.value.user : null,
);

/** Finds out who is signed in, and follows what calls and other tabs hear of it. */
export function startSession(): void {
  channel.addEventListener('message', () => void readSession());
  // Who comes back to a tab that was left alone learns at once what has become of the session.
  document.addEventListener('visibilitychange', () => {
    const isBack = document.visibilityState === 'visible' && session.value.state !== 'anonymous';
    if (isBack) void readSession();
  });
  watchCalls((outcome) => {
    if (!(outcome instanceof ApiError) || session.value.state !== 'signed_in') return;
    if (NEEDS_SIGN_IN.has(outcome.code)) endSession('anonymous');
    if (outcome.code === DENIED) void readSession();
  });
  if (session.value.state === 'unknown') void readSession();
}

/** Asks who is signed in. Without an answer from the service nothing changes. */
export async function readSession(): Promise<void> {
  try {
    session.value = { state: 'signed_in', user: await call(api.GET('/api/v1/auth/me')) };
  } catch (error) {
    if (!(error instanceof ApiError)) return;
    if (NEEDS_SIGN_IN.has(error.code)) session.value = { state: 'anonymous' };
    if (error.code === DENIED) session.value = { state: 'suspended' };
  }
}

/** After a sign-in: reads who it is, and has other tabs do so. */
export async function beginSession(): Promise<void> {
  await readSession();
  channel.postMessage(null);
}

/** Ends the session on the server, then here and in other tabs. */
export async function signOut(): Promise<void> {
  await call(api.POST('/api/v1/auth/logout'));
  endSession('anonymous');
}

function endSession(state: 'anonymous' | 'suspended'): void {
  session.value = { state };
  channel.postMessage(null);
}

import type { ErrorName } from '../errors.ts';
import type { SessionRefusal } from './session-store.ts';

export const SESSION_REFUSALS: Readonly<Record<SessionRefusal | 'unsure', ErrorName>> = {
  unknown: 'sign_in_required',
  expired: 'session_expired',
  suspended: 'account_suspended',
  frozen: 'account_busy',
  // Another change began after the first was resolved.
  unsure: 'account_busy',
  csrf_invalid: 'csrf_token_invalid',
  no_slot: 'upload_capacity_exhausted',
};

export const SESSION_REFUSAL_ERRORS = [
  'sign_in_required',
  'session_expired',
  'account_suspended',
  'account_busy',
] as const satisfies readonly ErrorName[];

export const CSRF_ERRORS = ['csrf_token_invalid'] as const satisfies readonly ErrorName[];

export const PART_SLOT_ERRORS = [
  'upload_capacity_exhausted',
] as const satisfies readonly ErrorName[];

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

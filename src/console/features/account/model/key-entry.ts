/** What a person enters for a new key. */

import {
  API_KEY_LABEL_MAX_CHARACTERS,
  API_KEY_REQUESTS_PER_MINUTE_MAX,
} from '../../../../shared/entry-rules.ts';
import type { ApiKey, ApiKeyRequest } from '../../../api/types.ts';

export type KeyScope = ApiKey['scopes'][number];

export const KEY_SCOPES = ['upload', 'read', 'manage'] as const satisfies readonly KeyScope[];

const DAY_MS = 86_400_000;

/** Null: never. */
export const EXPIRIES_MS = {
  month: 30 * DAY_MS,
  quarter: 90 * DAY_MS,
  year: 365 * DAY_MS,
  never: null,
} as const;

export interface KeyEntry {
  readonly label: string;
  readonly scopes: readonly KeyScope[];
  readonly visibility: 'public' | 'private';
  readonly expiry: keyof typeof EXPIRIES_MS;
  /** Empty for no limit. */
  readonly perMinute: string;
}

/** An uploader's images are to be seen by others, and an upload key harms little when it leaks. */
export const NEW_KEY: KeyEntry = {
  label: '',
  scopes: ['upload'],
  visibility: 'public',
  expiry: 'year',
  perMinute: '',
};

export interface KeyFaults {
  readonly label?: 'nameMissing' | 'nameLong';
  readonly scopes?: 'scopesMissing';
  readonly perMinute?: 'perMinute';
}

export function findKeyFaults({ label, scopes, perMinute }: KeyEntry): KeyFaults {
  const name = label.trim();
  return {
    ...(name === '' ? { label: 'nameMissing' } : {}),
    ...(name.length > API_KEY_LABEL_MAX_CHARACTERS ? { label: 'nameLong' } : {}),
    ...(scopes.length === 0 ? { scopes: 'scopesMissing' } : {}),
    ...(isRate(perMinute.trim()) ? {} : { perMinute: 'perMinute' }),
  };
}

function isRate(text: string): boolean {
  return (
    text === '' || (/^[1-9]\d{0,5}$/u.test(text) && Number(text) <= API_KEY_REQUESTS_PER_MINUTE_MAX)
  );
}

/** The body for the API. `now` in milliseconds. */
export function toKeyRequest(entry: KeyEntry, now: number): ApiKeyRequest {
  const { label, scopes, visibility, expiry, perMinute } = entry;
  const lifeMs = EXPIRIES_MS[expiry];
  const rate = perMinute.trim();
  return {
    label: label.trim(),
    scopes: [...scopes],
    visibility: scopes.includes('upload') ? visibility : null,
    expires_at: lifeMs === null ? null : new Date(now + lifeMs).toISOString(),
    requests_per_minute: rate === '' ? null : Number(rate),
  };
}

/** Whether a pasted text may be the key whose ends are `start`, as the API lists it. */
export function isKeyOf(start: string, text: string): boolean {
  const [head = '', tail = ''] = start.split('…');
  const random = /^tint_[0-9A-Za-z]{1,11}_([0-9A-Za-z]{32})[0-9A-Za-z]{6}$/u.exec(text)?.[1];
  return random !== undefined && random.startsWith(head) && random.endsWith(tail);
}

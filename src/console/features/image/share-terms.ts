import type { components } from '../../api/schema.d.ts';
import {
  countCodePoints,
  PASSWORD_MAX_CODE_POINTS,
  SHARE_MAX_VIEWS,
  SHARE_PASSWORD_MIN_CODE_POINTS,
} from '../../../shared/entry-rules.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** From now on; null for no end. */
export const ENDS_MS = {
  never: null,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
} as const;

/** What the form of a link holds. `kept` leaves the end of an existing link as it is. */
export interface ShareTerms {
  readonly label: string;
  readonly end: keyof typeof ENDS_MS | 'kept';
  readonly maxViews: string;
  readonly password: string;
}

export type ShareFault = 'maxViews' | 'password';

type ShareLinkRequest = components['schemas']['ShareLinkRequest'];

export const NEW_TERMS: ShareTerms = { label: '', end: 'never', maxViews: '', password: '' };

export function findShareFaults({ maxViews, password }: ShareTerms): readonly ShareFault[] {
  const views = maxViews.trim();
  const areViews =
    /^\d{1,9}$/u.test(views) && Number(views) >= 1 && Number(views) <= SHARE_MAX_VIEWS;
  const length = countCodePoints(password);
  const isPassword = length >= SHARE_PASSWORD_MIN_CODE_POINTS && length <= PASSWORD_MAX_CODE_POINTS;
  return [
    ...(views === '' || areViews ? [] : (['maxViews'] as const)),
    ...(password === '' || isPassword ? [] : (['password'] as const)),
  ];
}

/** Of terms without a fault; also the change of a link, which has neither views nor password. */
export function toShareRequest(terms: ShareTerms, nowMs: number): ShareLinkRequest {
  const { label, end, maxViews, password } = terms;
  const ttlMs = end === 'kept' ? undefined : ENDS_MS[end];
  return {
    label: label.trim(),
    ...(ttlMs === undefined
      ? {}
      : { expires_at: ttlMs === null ? null : new Date(nowMs + ttlMs).toISOString() }),
    ...(maxViews.trim() === '' ? {} : { max_views: Number(maxViews) }),
    ...(password === '' ? {} : { password }),
  };
}

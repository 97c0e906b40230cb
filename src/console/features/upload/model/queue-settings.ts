import type { Signal } from '@preact/signals';
import type { Blocker } from './failure.ts';
import { mirrorSetting } from './mirror-setting.ts';

const PAUSED_PREFIX = 'uploads-paused:';
/** Until when the service asked an account to wait, in milliseconds since 1970; 0 where it named no time. */
const WAIT_PREFIX = 'uploads-wait:';

export function mirrorPause(isPaused: Signal<boolean>, owner: number): () => void {
  return mirrorSetting(isPaused, {
    key: PAUSED_PREFIX + String(owner),
    parse: (text) => text !== null,
    format: (isSet) => (isSet ? '1' : null),
  });
}

export function mirrorWait(blocker: Signal<Blocker | null>, owner: number): () => void {
  return mirrorSetting<Blocker | null>(blocker, {
    key: WAIT_PREFIX + String(owner),
    parse: (text) => (text === null ? null : { reason: 'wait', pausedUntil: Number(text) || null }),
    format: (present) => (present?.reason === 'wait' ? String(present.pausedUntil ?? 0) : null),
  });
}

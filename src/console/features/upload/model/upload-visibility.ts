import type { ReadonlySignal } from '@preact/signals';
import type { Visibility } from '../../../../client/protocol-types.ts';
import { perUser } from '../../../state/per-user.ts';
import { userId } from '../../../state/session.ts';
import { keepSetting } from './keep-setting.ts';

const PREFIX = 'upload-visibility:';
/** The choice that earlier versions stored for all accounts: a choice of private stays private. */
const DEVICE_KEY = 'upload-visibility';

const chosenVisibility = perUser(readVisibility);

export const visibility: ReadonlySignal<Visibility> = chosenVisibility;

// Other tabs choose as well.
addEventListener('storage', ({ key }) => {
  const owner = userId.peek();
  if (key === visibilityKey(owner)) chosenVisibility.value = readVisibility(owner);
});

export function chooseVisibility(chosen: Visibility): void {
  chosenVisibility.value = chosen;
  keepSetting(visibilityKey(userId.peek()), chosen);
}

function readVisibility(owner: number | null): Visibility {
  const chosen = localStorage.getItem(visibilityKey(owner)) ?? localStorage.getItem(DEVICE_KEY);
  return chosen === 'private' ? 'private' : 'public';
}

function visibilityKey(owner: number | null): string {
  return PREFIX + String(owner);
}

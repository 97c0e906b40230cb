import { authorization, type AppAccess, type SettingsField } from './app-access.ts';

/** For any client of Lsky Pro's second API. */
export function listLskyFields(access: AppAccess): readonly SettingsField[] {
  return [
    ['Server', access.baseUrl],
    ['Version', 'V2'],
    ['Token', authorization(access)],
  ];
}

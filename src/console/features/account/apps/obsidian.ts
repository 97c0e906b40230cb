import type { AppAccess, SettingsField } from './app-access.ts';

/** The remote server of Obsidian's plugin Image auto upload, which sends no headers. */
export function listObsidianFields({ baseUrl, key }: AppAccess): readonly SettingsField[] {
  return [['PicGo server', `${baseUrl}/api/v1/picgo/upload?key=${key}`]];
}

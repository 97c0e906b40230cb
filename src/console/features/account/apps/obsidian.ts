import type { AppAccess, SettingsField } from './app-access.ts';

/** The remote server of Obsidian's plugin Image auto upload, which sends no headers. */
export function listObsidianFields({ baseUrl, key }: AppAccess): readonly SettingsField[] {
  const root = `${baseUrl}/api/v1/picgo`;
  return [
    ['PicGo server', `${root}/upload?key=${key}`],
    ['PicGo server delete route', `${root}/delete?key=${key}`],
  ];
}

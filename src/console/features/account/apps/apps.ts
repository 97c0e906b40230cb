/** The apps with ready-made settings, by what they are for. */

import type { AppAccess, SettingsField, SettingsFile } from './app-access.ts';
import { listDropshareFields } from './dropshare.ts';
import { writeIshare } from './ishare.ts';
import { writeItake } from './itake.ts';
import { listLskyFields } from './lsky.ts';
import { listObsidianFields } from './obsidian.ts';
import { writePicGo } from './picgo.ts';
import { listPicListFields } from './piclist.ts';
import { writeCommand, writeCurl, writeJavaScript, writePython } from './programs.ts';
import { writeOldShareX, writeShareX } from './sharex.ts';
import { writeScreenshotScript, writeUploadScript } from './shell-scripts.ts';
import { listShortcutsFields } from './shortcuts.ts';
import { writeUpic } from './upic.ts';
import { writeWindowsScript } from './windows-script.ts';

interface AppBase {
  /** As its maker writes it; null for a name that is translated. */
  readonly name: string | null;
  readonly platform: string;
  /** Takes the key in the URL, so only a key that can do nothing else. */
  readonly isUploadOnly?: boolean;
}

export type App = AppBase &
  (
    | { readonly write: (access: AppAccess) => SettingsFile }
    | { readonly list: (access: AppAccess) => readonly SettingsField[] }
  );

export const APP_GROUPS = {
  screenshots: {
    sharex: { name: 'ShareX', platform: 'Windows', write: writeShareX },
    greenshot: { name: 'Greenshot', platform: 'Windows', write: writeWindowsScript },
    flameshot: { name: 'Flameshot, Spectacle', platform: 'Linux', write: writeScreenshotScript },
    ishare: { name: 'ishare', platform: 'macOS', write: writeIshare },
    itake: { name: 'iTake', platform: 'macOS', write: writeItake },
    dropshare: { name: 'Dropshare', platform: 'macOS, iOS', list: listDropshareFields },
  },
  writing: {
    picgo: { name: 'PicGo', platform: 'Windows, macOS, Linux', write: writePicGo },
    piclist: { name: 'PicList', platform: 'Windows, macOS, Linux', list: listPicListFields },
    upic: { name: 'uPic', platform: 'macOS', write: writeUpic },
    typora: { name: 'Typora', platform: 'macOS, Linux', write: writeUploadScript },
    typoraWindows: { name: 'Typora', platform: 'Windows', write: writeWindowsScript },
    obsidian: {
      name: 'Obsidian',
      platform: 'Image auto upload',
      list: listObsidianFields,
      isUploadOnly: true,
    },
    lsky: { name: 'Lsky Pro', platform: 'API V2', list: listLskyFields },
  },
  phones: {
    shortcuts: { name: null, platform: 'iOS', list: listShortcutsFields },
    xshare: { name: 'XShare', platform: 'Android', write: writeOldShareX },
  },
  programs: {
    command: { name: 'tintype', platform: 'Node', write: writeCommand },
    curl: { name: 'curl', platform: 'Shell', write: writeCurl },
    python: { name: 'Python', platform: 'requests', write: writePython },
    javascript: { name: 'JavaScript', platform: 'Node', write: writeJavaScript },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, App>>>>;

export type AppGroup = keyof typeof APP_GROUPS;

export type AppId = { [Group in AppGroup]: keyof (typeof APP_GROUPS)[Group] }[AppGroup];

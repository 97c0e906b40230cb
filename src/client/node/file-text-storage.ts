import { homedir } from 'node:os';
import { join } from 'node:path';
import type { TextStorage } from '../resume.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

/** Texts by key in one JSON file of the user's; an unreadable file counts as empty. */
export function openTextStorage(path = defaultPath()): TextStorage {
  const read = (): Record<string, string> =>
    (readJsonFile(path) as Record<string, string> | null) ?? {};
  return {
    getItem: (key) => read()[key] ?? null,
    setItem: (key, value) => writeJsonFile(path, { ...read(), [key]: value }),
    removeItem: (key) => {
      const { [key]: _removed, ...rest } = read();
      writeJsonFile(path, rest);
    },
  };
}

function defaultPath(): string {
  const state = process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  return join(state, 'tintype', 'uploads.json');
}

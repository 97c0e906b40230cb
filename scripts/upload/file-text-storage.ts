import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TextStorage } from '../../src/client/resume.ts';

/** Texts by key in one JSON file of the user's; an unreadable file counts as empty. */
export function openTextStorage(path = defaultPath()): TextStorage {
  const read = (): Record<string, string> => {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    } catch {
      return {};
    }
  };
  const write = (texts: Record<string, string>): void => {
    mkdirSync(dirname(path), { recursive: true });
    // The rename keeps the old file whole if the process stops here.
    const draft = `${path}.${String(process.pid)}`;
    writeFileSync(draft, JSON.stringify(texts), { mode: 0o600 });
    renameSync(draft, path);
  };
  return {
    getItem: (key) => read()[key] ?? null,
    setItem: (key, value) => write({ ...read(), [key]: value }),
    removeItem: (key) => {
      const { [key]: _removed, ...rest } = read();
      write(rest);
    },
  };
}

function defaultPath(): string {
  const state = process.env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  return join(state, 'tintype', 'uploads.json');
}

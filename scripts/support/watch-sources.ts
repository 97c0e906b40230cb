import { watch } from 'node:fs';
import { join, sep } from 'node:path';
import { ROOT } from './wrangler.ts';

const QUIET_MS = 200;
const SETTINGS: ReadonlySet<string> = new Set(['wrangler.toml', '.dev.vars']);
const CONSOLE_STAMP = 'console.sha256';

/** The Worker with its settings, or the console's files. */
export type Source = 'worker' | 'console';

/** Calls back once changes have paused for a moment. */
export function watchSources(onChange: (source: Source) => void): void {
  const timers: Partial<Record<Source, NodeJS.Timeout>> = {};
  const note = (source: Source): void => {
    clearTimeout(timers[source]);
    timers[source] = setTimeout(() => onChange(source), QUIET_MS);
  };
  watchFolder(join(ROOT, 'src'), true, (path) => {
    if (!path.startsWith(`console${sep}`)) note('worker');
  });
  watchFolder(ROOT, false, (name) => {
    if (SETTINGS.has(name)) note('worker');
  });
  // Another command builds the console, and writes the stamp last.
  watchFolder(join(ROOT, 'dist'), false, (name) => {
    if (name === CONSOLE_STAMP) note('console');
  });
}

function watchFolder(folder: string, recursive: boolean, onChange: (path: string) => void): void {
  watch(folder, { recursive }, (_event, path) => {
    if (path !== null) onChange(path);
  }).on('error', (error) =>
    console.error(`Changes in ${folder} cannot be watched: ${error.message}`),
  );
}

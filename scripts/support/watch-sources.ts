import { watch } from 'node:fs';
import { join, sep } from 'node:path';
import { ROOT } from './wrangler.ts';

const QUIET_MS = 200;
const SETTINGS: ReadonlySet<string | null> = new Set(['wrangler.toml', '.dev.vars']);
const CONSOLE_STAMP = 'console.sha256';

/** What a running server is made of: its Worker with the settings, or the console's files. */
export type Source = 'worker' | 'console';

/** Calls back when a source has changed and nothing more changes for a moment. */
export function watchSources(onChange: (source: Source) => void): void {
  const timers: Partial<Record<Source, NodeJS.Timeout>> = {};
  const note = (source: Source): void => {
    clearTimeout(timers[source]);
    timers[source] = setTimeout(() => onChange(source), QUIET_MS);
  };
  // The console is built by a command of its own, and writes its stamp when it is whole.
  watch(join(ROOT, 'src'), { recursive: true }, (_event, name) => {
    if (name?.startsWith(`console${sep}`) !== true) note('worker');
  });
  watch(ROOT, (_event, name) => {
    if (SETTINGS.has(name)) note('worker');
  });
  watch(join(ROOT, 'dist'), (_event, name) => {
    if (name === CONSOLE_STAMP) note('console');
  });
}

import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Also when a signal ends the process. */
export function removeAtExit(path: string): void {
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  for (const signal of SIGNALS) process.once(signal, () => process.exit(1));
}

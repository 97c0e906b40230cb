import type { Step } from '../gallery/model/find-neighbours.ts';

export type ViewerCommand =
  | Step
  | 'leave'
  | 'copy'
  | 'download'
  | 'full'
  | 'info'
  | 'strip'
  | 'remove';

const COMMANDS: Readonly<Record<string, ViewerCommand>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  Escape: 'leave',
  // Many Mac keyboards have only Backspace.
  Delete: 'remove',
  Backspace: 'remove',
  c: 'copy',
  d: 'download',
  f: 'full',
  i: 'info',
  t: 'strip',
};

/** Null for other keys, and while a key is held down. */
export function readCommand({ key, repeat }: KeyboardEvent): ViewerCommand | null {
  return repeat ? null : (COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? null);
}

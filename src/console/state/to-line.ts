import { CONTROL_CHARACTERS } from '../../shared/entry-rules.ts';

/** Pasted text as one line, as the service demands. */
export function toLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(CONTROL_CHARACTERS, '').trim();
}

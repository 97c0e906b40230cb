/**
 * Typed texts that are not saved yet.
 *
 * - A draft goes when it is saved or restored, not with its field: a failure or a step to another page loses no text.
 * - It remembers the text that it began from. If that has changed elsewhere, its owner chooses.
 */

import { beforeLeaving } from './leaving.ts';
import { perUser } from './per-user.ts';

/** A text that is edited where it is read. `Changed` is the answer to a change. */
export interface EditedText<Changed> {
  /** Names the text among all of the console. */
  readonly key: string;
  readonly stored: string;
  /** Returns a typed text as it is stored. */
  readonly tidy: (text: string) => string;
  /** Must outlive the page (`keepalive`). */
  readonly send: (text: string) => Promise<Changed>;
  readonly read: (changed: Changed) => string;
  readonly onSaved: (changed: Changed) => void;
}

export interface Draft {
  readonly key: string;
  readonly text: string;
  /** The stored text when the draft began. */
  readonly base: string;
  /** Null unless it could not be saved. */
  readonly error: unknown;
  /** Whether the stored text has changed elsewhere, so that its owner has to choose. */
  readonly isHeld: boolean;
  /** Sends it when the page is left. */
  readonly send: () => Promise<unknown>;
}

const drafts = perUser<readonly Draft[]>(() => []);

export function draftOf(key: string): Draft | undefined {
  return drafts.value.find((draft) => draft.key === key);
}

export function keepDraft(draft: Draft): void {
  drafts.value = [...others(draft.key), draft];
}

export function dropDraft(key: string): void {
  drafts.value = others(key);
}

/** Returns the answer. Without one the draft stays, with its error. */
export async function saveDraft<Changed>(
  { key, text }: Draft,
  { tidy, send, read }: EditedText<Changed>,
): Promise<Changed | null> {
  try {
    const changed = await send(tidy(text));
    const now = draftOf(key);
    if (now?.text === text) dropDraft(key);
    // Typed on meanwhile.
    else if (now !== undefined) keepDraft({ ...now, base: read(changed) });
    return changed;
  } catch (error) {
    const now = draftOf(key);
    if (now !== undefined) keepDraft({ ...now, error });
    return null;
  }
}

beforeLeaving(async () => {
  await Promise.allSettled(
    drafts
      .peek()
      .filter(isSendable)
      .map(({ send }) => send()),
  );
});

// The browser asks before a text is lost.
addEventListener('beforeunload', (event) => {
  if (!drafts.peek().every(isSendable)) event.preventDefault();
});

function isSendable({ error, isHeld }: Draft): boolean {
  return error === null && !isHeld;
}

function others(key: string): Draft[] {
  return drafts.peek().filter((draft) => draft.key !== key);
}

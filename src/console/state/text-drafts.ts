/**
 * Typed texts that are not saved yet.
 *
 * - A draft goes when it is saved or restored, not with its field: a failure or a step to another page loses no text.
 * - It remembers the text that it began from. If that has changed elsewhere, its owner chooses.
 */

import { beforeLeaving } from './leaving.ts';
import { perUser } from './per-user.ts';
import { TextChangedError } from './seen-text.ts';

/** A text that is edited where it is read. `Changed` is the answer to a change. */
export interface EditedText<Changed> {
  /** Names the text among all of the console. */
  readonly key: string;
  readonly stored: string;
  /** Returns a typed text as it is stored. */
  readonly tidy: (text: string) => string;
  /** Replaces the text that was seen. Must outlive the page (`keepalive`). @throws {TextChangedError} */
  readonly send: (text: string, seen: string) => Promise<Changed>;
  readonly read: (changed: Changed) => string;
  /** Takes what is stored now: by this page, or elsewhere. */
  readonly onStored: (stored: Changed) => void;
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

/** Returns whether it is stored. Else the draft stays, with its error, or for its owner to choose. */
export async function saveDraft<Changed>(
  { key, text }: Draft,
  seen: string,
  { tidy, send, read, onStored }: EditedText<Changed>,
): Promise<boolean> {
  try {
    const changed = await send(tidy(text), seen);
    const now = draftOf(key);
    if (now?.text === text) dropDraft(key);
    // Typed on meanwhile.
    else if (now !== undefined) keepDraft({ ...now, base: read(changed) });
    onStored(changed);
    return true;
  } catch (error) {
    const now = draftOf(key);
    const isChanged = error instanceof TextChangedError;
    if (isChanged) onStored(error.latest as Changed);
    if (now !== undefined) keepDraft(isChanged ? { ...now, isHeld: true } : { ...now, error });
    return false;
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

/**
 * Typed texts of images that are not saved yet.
 *
 * - A draft goes when it is saved or restored, not with its field: a failure or a step to another image loses no text.
 * - It remembers the text that it began from. If that has changed elsewhere, its owner chooses.
 */

import { api, call } from '../../api/client.ts';
import { announceImages } from '../../state/image-changes.ts';
import { beforeLeaving } from '../../state/leaving.ts';
import { perUser } from '../../state/per-user.ts';
import { toLine } from './to-line.ts';
import type { ImageDetail } from './use-image.ts';

export type TextName = 'title' | 'alt_text' | 'description';

export interface Draft {
  readonly id: number;
  readonly name: TextName;
  readonly text: string;
  /** The stored text when the draft began. */
  readonly base: string;
  /** Null unless it could not be saved. */
  readonly error: unknown;
  /** Whether the stored text has changed elsewhere, so that its owner has to choose. */
  readonly isHeld: boolean;
}

const drafts = perUser<readonly Draft[]>(() => []);

export function draftOf(id: number, name: TextName): Draft | undefined {
  return drafts.value.find((draft) => draft.id === id && draft.name === name);
}

export function keepDraft(draft: Draft): void {
  drafts.value = [...others(draft), draft];
}

export function dropDraft({ id, name }: Pick<Draft, 'id' | 'name'>): void {
  drafts.value = others({ id, name });
}

/** Returns the changed image. Without an answer the draft stays, with its error. */
export async function saveDraft(draft: Draft): Promise<Omit<ImageDetail, 'failure'> | null> {
  const { id, name } = draft;
  try {
    const changed = await send(draft);
    const texts = { title: changed.title, alt_text: changed.alt_text };
    announceImages({ changed: [{ id, ...texts, description: changed.description }] });
    const now = draftOf(id, name);
    if (now?.text === draft.text) dropDraft(draft);
    // Typed on meanwhile.
    else if (now !== undefined) keepDraft({ ...now, base: changed[name] });
    return changed;
  } catch (error) {
    const now = draftOf(id, name);
    if (now !== undefined) keepDraft({ ...now, error });
    return null;
  }
}

beforeLeaving(async () => {
  await Promise.allSettled(drafts.peek().filter(isSendable).map(send));
});

// The browser asks before a text is lost.
addEventListener('beforeunload', (event) => {
  if (!drafts.peek().every(isSendable)) event.preventDefault();
});

function isSendable({ error, isHeld }: Draft): boolean {
  return error === null && !isHeld;
}

function send({ id, name, text }: Draft) {
  const body = { [name]: tidy(name, text) };
  return call(
    api.PATCH('/api/v1/images/{id}', { params: { path: { id } }, body, keepalive: true }),
  );
}

export function tidy(name: TextName, text: string): string {
  return name === 'description' ? text.trim() : toLine(text);
}

function others({ id, name }: Pick<Draft, 'id' | 'name'>): Draft[] {
  return drafts.peek().filter((draft) => draft.id !== id || draft.name !== name);
}

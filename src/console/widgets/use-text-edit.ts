import { untracked, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ConnectionError } from '../../client/errors.ts';
import { isConnected } from '../state/connection.ts';
import { draftOf, dropDraft, keepDraft, saveDraft, type EditedText } from '../state/text-drafts.ts';

export interface TextEdit {
  readonly text: string;
  readonly error: unknown;
  /** Whether the stored text has changed elsewhere since the draft began. */
  readonly isConflict: boolean;
  readonly state: 'idle' | 'saving' | 'saved';
  readonly type: (text: string) => void;
  readonly restore: () => void;
  /** Waits while there is a conflict. */
  readonly save: () => void;
  readonly overwrite: () => void;
}

export function useTextEdit<Changed>(edited: EditedText<Changed>): TextEdit {
  const { key, stored, tidy } = edited;
  const draft = draftOf(key);
  const state = useSignal<TextEdit['state']>('idle');
  const isConflict = draft !== undefined && draft.base !== stored && draft.text !== stored;

  // From then on, the end of the page does not send it.
  useEffect(() => {
    const now = draftOf(key);
    if (now !== undefined && now.isHeld !== isConflict) keepDraft({ ...now, isHeld: isConflict });
  }, [key, isConflict]);

  const isWanted = useRef(false);
  const write = async (isForced: boolean): Promise<void> => {
    const now = draftOf(key);
    if (now === undefined) return;
    if (state.peek() === 'saving') {
      isWanted.current = true;
      return;
    }
    if (isConflict && !isForced) return;
    if (tidy(now.text) === stored) return dropDraft(key);
    state.value = 'saving';
    const isStored = await saveDraft(now, isForced ? stored : now.base, edited);
    state.value = isStored ? 'saved' : 'idle';
    // Of what was typed on meanwhile.
    if (isWanted.current && isStored) setTimeout(() => void latest.current(false));
    isWanted.current = false;
  };
  const latest = useRef(write);
  latest.current = write;
  const shown = useRef(edited);
  shown.current = edited;
  useSignalEffect(() => {
    if (!isConnected.value) return;
    untracked(() => {
      if (draftOf(key)?.error instanceof ConnectionError) void latest.current(false);
    });
  });
  // A removed field does not lose the focus in every browser.
  useEffect(() => () => void latest.current(false), []);
  return {
    text: draft?.text ?? stored,
    error: draft?.error ?? null,
    isConflict,
    state: state.value,
    type: (text) => {
      state.value = 'idle';
      const base = draft?.base ?? stored;
      const send = () => shown.current.send(tidy(text), base);
      keepDraft({ key, text, base, error: null, isHeld: isConflict, send });
    },
    restore: () => dropDraft(key),
    save: () => void write(false),
    overwrite: () => void write(true),
  };
}

import './editable-text.css';
import { explainError } from '../state/explain-error.ts';
import { text } from '../text/language.ts';
import { imageText } from '../text/image.ts';
import { Button } from './button.tsx';
import { FieldFrame } from './field.tsx';
import type { EditedText } from '../state/text-drafts.ts';
import { useTextEdit, type TextEdit } from './use-text-edit.ts';

interface EditableTextProps<Changed> {
  readonly edited: EditedText<Changed>;
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  /** In UTF-16 units. */
  readonly maxLength: number;
  /** A title is an input that reads like a heading. */
  readonly kind: 'title' | 'line' | 'paragraphs';
}

/** Saved on blur and by Enter, which in paragraphs needs Ctrl; Escape restores the stored text. */
export function EditableText<Changed>(props: EditableTextProps<Changed>) {
  const { edited, label, isLabelHidden = false, hint, placeholder, maxLength, kind } = props;
  const words = imageText.value;
  const edit = useTextEdit(edited);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isSaved =
      event.key === 'Enter' && (kind !== 'paragraphs' || event.ctrlKey || event.metaKey);
    if (isSaved) edit.save();
    else if (event.key === 'Escape') edit.restore();
    else return;
    event.preventDefault();
  };
  const field = {
    class: `edited-${kind}`,
    value: edit.text,
    maxLength,
    placeholder,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      edit.type(event.currentTarget.value),
    onBlur: edit.save,
    onKeyDown,
  };
  const error = edit.error === null ? null : `${words.textUnsaved} ${explainError(edit.error)}`;
  return (
    <div class="edited">
      <FieldFrame label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
        {(attributes) =>
          kind === 'title' ? (
            <input {...attributes} {...field} autocomplete="off" />
          ) : (
            <textarea {...attributes} {...field} rows={kind === 'paragraphs' ? 3 : 2} />
          )
        }
      </FieldFrame>
      <EditState edit={edit} stored={edited.stored} />
    </div>
  );
}

function EditState({ edit, stored }: { readonly edit: TextEdit; readonly stored: string }) {
  const words = imageText.value;
  return (
    <>
      <p class="edited-state" role="status">
        {edit.isConflict
          ? words.textChanged(stored)
          : edit.state === 'saved'
            ? words.textSaved
            : ''}
      </p>
      {edit.isConflict && (
        <div class="edited-buttons">
          <Button onClick={edit.overwrite}>{words.keepMine}</Button>
          <Button onClick={edit.restore}>{words.useTheirs}</Button>
        </div>
      )}
      {edit.error !== null && !edit.isConflict && (
        <div class="edited-buttons">
          <Button isBusy={edit.state === 'saving'} onClick={edit.save}>
            {text.value.common.retry}
          </Button>
        </div>
      )}
    </>
  );
}

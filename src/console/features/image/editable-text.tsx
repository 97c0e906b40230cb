import {
  ALT_TEXT_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../../shared/entry-rules.ts';
import { explainError } from '../../state/explain-error.ts';
import { text } from '../../text/language.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { FieldFrame } from '../../widgets/field.tsx';
import type { TextName } from './text-drafts.ts';
import type { ImageDetail } from './use-image.ts';
import { useTextEdit, type TextEdit } from './use-text-edit.ts';

const MAX_CHARACTERS = {
  title: TITLE_MAX_CHARACTERS,
  alt_text: ALT_TEXT_MAX_CHARACTERS,
  description: DESCRIPTION_MAX_CHARACTERS,
} satisfies Record<TextName, number>;

interface EditableTextProps {
  readonly image: ImageDetail;
  readonly name: TextName;
  readonly hint?: string;
  readonly onChange: (image: ImageDetail) => void;
}

/** Saved on blur and by Enter, which in a description needs Ctrl; Escape restores the stored text. */
export function EditableText({ image, name, hint, onChange }: EditableTextProps) {
  const words = imageText.value;
  const edit = useTextEdit(image, name, onChange);
  const label = words.textNames[name];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const isEnter =
      event.key === 'Enter' && (name !== 'description' || event.ctrlKey || event.metaKey);
    if (isEnter) edit.save();
    else if (event.key === 'Escape') edit.restore();
    else return;
    event.preventDefault();
  };
  const field = {
    class: `image-edit image-edit-${name}`,
    value: edit.text,
    maxLength: MAX_CHARACTERS[name],
    placeholder: name === 'title' ? label : undefined,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      edit.type(event.currentTarget.value),
    onBlur: edit.save,
    onKeyDown,
  };
  const error = edit.error === null ? null : `${words.textUnsaved} ${explainError(edit.error)}`;
  return (
    <div class="image-edited">
      <FieldFrame label={label} isLabelHidden={name === 'title'} hint={hint} error={error}>
        {(attributes) =>
          name === 'title' ? (
            <input {...attributes} {...field} autocomplete="off" />
          ) : (
            <textarea {...attributes} {...field} rows={name === 'description' ? 3 : 2} />
          )
        }
      </FieldFrame>
      <EditState edit={edit} stored={image[name]} />
    </div>
  );
}

function EditState({ edit, stored }: { readonly edit: TextEdit; readonly stored: string }) {
  const words = imageText.value;
  return (
    <>
      <p class="image-hint" role="status">
        {edit.isConflict
          ? words.textChanged(stored)
          : edit.state === 'saved'
            ? words.textSaved
            : ''}
      </p>
      {edit.isConflict && (
        <div class="image-buttons">
          <Button onClick={edit.overwrite}>{words.keepMine}</Button>
          <Button onClick={edit.restore}>{words.useTheirs}</Button>
        </div>
      )}
      {edit.error !== null && !edit.isConflict && (
        <div class="image-buttons">
          <Button isBusy={edit.state === 'saving'} onClick={edit.save}>
            {text.value.common.retry}
          </Button>
        </div>
      )}
    </>
  );
}

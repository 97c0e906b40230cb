import { useSignal } from '@preact/signals';
import {
  ALT_TEXT_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../../shared/entry-rules.ts';
import { imageText } from '../../text/image.ts';
import { text } from '../../text/language.ts';
import { Button } from '../../widgets/button.tsx';
import { TextField } from '../../widgets/field.tsx';
import { LongTextField } from '../../widgets/long-text-field.tsx';
import { ActionError, useAction } from '../../widgets/use-action.tsx';
import { toLine } from './to-line.ts';
import type { ImageDetail } from './use-image.ts';

export type ImageTexts = Pick<ImageDetail, 'title' | 'alt_text' | 'description'>;

interface TextsFormProps {
  readonly image: ImageTexts;
  readonly onSave: (texts: ImageTexts) => Promise<void>;
  readonly onCancel: () => void;
}

export function TextsForm({ image, onSave, onCancel }: TextsFormProps) {
  const words = imageText.value;
  const title = useSignal(image.title);
  const altText = useSignal(image.alt_text);
  const description = useSignal(image.description);
  const { isBusy, error, run } = useAction();
  const save = (): Promise<void> =>
    onSave({
      title: toLine(title.value),
      alt_text: toLine(altText.value),
      description: description.value.trim(),
    });
  return (
    <form
      class="image-texts"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <TextField
        label={words.textNames.title}
        value={title.value}
        maxLength={TITLE_MAX_CHARACTERS}
        hint={words.titleHint}
        onText={(value) => void (title.value = value)}
      />
      <LongTextField
        label={words.textNames.alt_text}
        value={altText.value}
        maxLength={ALT_TEXT_MAX_CHARACTERS}
        hint={words.altTextHint}
        onText={(value) => void (altText.value = value)}
      />
      <LongTextField
        label={words.textNames.description}
        value={description.value}
        maxLength={DESCRIPTION_MAX_CHARACTERS}
        onText={(value) => void (description.value = value)}
      />
      <ActionError error={error.value} />
      <div class="image-buttons">
        <Button type="submit" kind="primary" isBusy={isBusy.value}>
          {words.saveTexts}
        </Button>
        <Button onClick={onCancel}>{text.value.common.cancel}</Button>
      </div>
    </form>
  );
}

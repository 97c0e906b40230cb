import { useSignal } from '@preact/signals';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { ActionError } from './asked.tsx';
import { DurationFields } from './duration-fields.tsx';
import { chosenDuration, USUAL_DURATION } from './share-duration.ts';
import { useAction } from './use-action.ts';

interface ShareFormProps {
  /** `ttlMs`: null for what is usual. */
  readonly onCreate: (ttlMs: number | null) => Promise<void>;
}

/** How long a share link is to last, and the button that makes it. */
export function ShareForm({ onCreate }: ShareFormProps) {
  const image = imageText.value;
  const { isBusy, error, run } = useAction();
  const choice = useSignal(USUAL_DURATION);
  const isWrong = useSignal(false);
  const submit = (): void => {
    const ttlMs = chosenDuration(choice.value);
    isWrong.value = ttlMs === undefined;
    if (ttlMs !== undefined) void run(() => onCreate(ttlMs));
  };
  return (
    <form
      class="image-share-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DurationFields
        choice={choice.value}
        isWrong={isWrong.value}
        onChoice={(next) => {
          choice.value = next;
          isWrong.value = false;
        }}
      />
      <Button kind="primary" icon="share" type="submit" isBusy={isBusy.value}>
        {image.createShare}
      </Button>
      <ActionError error={error.value} />
    </form>
  );
}

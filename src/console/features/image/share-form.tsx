import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { ActionError, useAction } from '../../widgets/use-action.tsx';
import { DurationFields } from './duration-fields.tsx';
import { useDuration } from './use-duration.ts';
import { SHARE } from '../../widgets/rare-icons.ts';

interface ShareFormProps {
  /** `ttlMs`: null for the default. */
  readonly onCreate: (ttlMs: number | null) => Promise<void>;
}

export function ShareForm({ onCreate }: ShareFormProps) {
  const image = imageText.value;
  const { isBusy, error, run } = useAction();
  const { fields, read } = useDuration();
  const submit = (): void => {
    const ttlMs = read();
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
      <DurationFields {...fields} />
      <Button kind="primary" icon={SHARE} type="submit" isBusy={isBusy.value}>
        {image.createShare}
      </Button>
      <ActionError error={error.value} />
    </form>
  );
}

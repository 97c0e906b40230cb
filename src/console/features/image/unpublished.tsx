import { UploadError } from '../../../client/errors.ts';
import { explainError } from '../../state/explain-error.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { EmptyState } from '../../widgets/states.tsx';
import type { ImageDetail } from './use-image.ts';
import { CAMERA } from '../../widgets/rare-icons.ts';

interface UnpublishedProps {
  readonly image: ImageDetail;
  /** Polling has stopped after a long wait. */
  readonly isOverdue: boolean;
  readonly onLookAgain: () => void;
}

export function Unpublished({ image, isOverdue, onLookAgain }: UnpublishedProps) {
  const words = imageText.value;
  if (image.processing_status === 'failed') {
    const { code, message } = image.failure ?? { code: null, message: '' };
    return (
      <EmptyState icon="warning" title={words.failed}>
        {code !== null && <p>{explainError(new UploadError('failed', message, code))}</p>}
        <p>{words.failedHint}</p>
      </EmptyState>
    );
  }
  return (
    <div role="status">
      <EmptyState icon={CAMERA} title={words.inWork}>
        <p>{isOverdue ? words.inWorkLong : words.inWorkHint}</p>
        {isOverdue ? (
          <Button onClick={onLookAgain}>{words.lookAgain}</Button>
        ) : (
          <span class="spinner" aria-hidden="true" />
        )}
      </EmptyState>
    </div>
  );
}

import { useState } from 'preact/hooks';
import { formatDuration, formatTime } from '../../state/format.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { useCountdown } from '../../widgets/use-countdown.ts';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { DurationFields } from './duration-fields.tsx';
import { ShareByDevice } from './share-by-device.tsx';
import { UrlField } from './url-field.tsx';
import { useDuration } from './use-duration.ts';

interface ShareLinkProps {
  readonly title: string;
  readonly url: string;
  readonly expiresAt: string;
  readonly isLocked: boolean;
  readonly onReplace: (ttlMs: number | null) => Promise<void>;
  readonly onRevoke: () => Promise<void>;
}

export function ShareLink(props: ShareLinkProps) {
  const { title, url, expiresAt, isLocked, onReplace, onRevoke } = props;
  const image = imageText.value;
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null);
  const close = (): void => setAsking(null);
  return (
    <>
      <UrlField label={image.share} value={url} />
      <div class="image-buttons">
        <CopyButton kind="primary" label={image.copyShare} value={url} />
        <ShareByDevice title={title} url={url} />
      </div>
      <Countdown expiresAt={expiresAt} />
      {!isLocked && (
        <div class="image-buttons">
          <Button onClick={() => setAsking('replace')}>{image.newShare}</Button>
          <Button onClick={() => setAsking('revoke')}>{image.endShare}</Button>
        </div>
      )}
      {asking === 'replace' && <ReplaceDialog onReplace={onReplace} onClose={close} />}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={image.endShareTitle}
          action={image.endShareAction}
          onConfirm={onRevoke}
          onClose={close}
        >
          <p>{image.endShareHint}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The remaining time of a link, to the second in its last hour. */
function Countdown({ expiresAt }: { readonly expiresAt: string }) {
  const left = useCountdown(Date.parse(expiresAt));
  return (
    <p class="image-hint">
      <time dateTime={expiresAt} title={formatTime(expiresAt)}>
        {imageText.value.shareEndsIn(formatDuration(left))}
      </time>
    </p>
  );
}

interface ReplaceDialogProps {
  readonly onReplace: (ttlMs: number | null) => Promise<void>;
  readonly onClose: () => void;
}

function ReplaceDialog({ onReplace, onClose }: ReplaceDialogProps) {
  const image = imageText.value;
  const { fields, read } = useDuration();
  return (
    <ConfirmDialog
      title={image.newShareTitle}
      action={image.replaceShare}
      kind="primary"
      onConfirm={() => {
        const ttlMs = read();
        return ttlMs === undefined ? false : onReplace(ttlMs);
      }}
      onClose={onClose}
    >
      <p>{image.newShareHint}</p>
      <DurationFields {...fields} />
    </ConfirmDialog>
  );
}

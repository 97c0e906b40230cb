import { useState } from 'preact/hooks';
import type { components } from '../../api/schema.d.ts';
import { formatNumber, formatTime } from '../../state/format.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { NEW_TERMS, type ShareTerms } from './share-terms.ts';
import { useIsPast } from './use-is-past.ts';

export type ShareLinkData = components['schemas']['ShareLink'];

interface ShareItemProps {
  readonly link: ShareLinkData;
  /** Null where the viewer may not. */
  readonly onChange: ((terms: ShareTerms) => Promise<void>) | null;
  readonly onRevoke: (() => Promise<void>) | null;
}

export function ShareItem({ link, onChange, onRevoke }: ShareItemProps) {
  const { shares, copyNamed, endShareHint, endShareAction } = imageText.value;
  const [asking, setAsking] = useState<'change' | 'revoke' | null>(null);
  const close = (): void => setAsking(null);
  const name = link.label || shares.unnamed(formatTime(link.created_at, { dateStyle: 'medium' }));
  return (
    <li>
      <strong>{name}</strong>
      <ShareState link={link} />
      <div class="image-buttons">
        {link.url !== null && (
          <CopyButton label={shares.copy} name={copyNamed(name)} value={link.url} />
        )}
        {onChange !== null && (
          <Button aria-label={`${shares.edit} ${name}`} onClick={() => setAsking('change')}>
            {shares.edit}
          </Button>
        )}
        {onRevoke !== null && (
          <Button aria-label={`${shares.revoke} ${name}`} onClick={() => setAsking('revoke')}>
            {shares.revoke}
          </Button>
        )}
      </div>
      {asking === 'change' && onChange !== null && (
        <ShareDialog
          isNew={false}
          terms={{ ...NEW_TERMS, label: link.label, end: 'kept' }}
          onSave={onChange}
          onClose={close}
        />
      )}
      {asking === 'revoke' && onRevoke !== null && (
        <ConfirmDialog
          title={shares.revokeTitle}
          action={endShareAction}
          onConfirm={onRevoke}
          onClose={close}
        >
          <p>{endShareHint}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

/** Its end, its views and whether it has a password, in one line. */
function ShareState({ link }: { readonly link: ShareLinkData }) {
  const { shares } = imageText.value;
  const { expires_at: end, max_views: max, views_taken: taken, has_password: isLocked } = link;
  const isPast = useIsPast(end ?? undefined);
  const parts = [
    end === null ? '' : isPast ? shares.ended : shares.endsAt(formatTime(end)),
    max === null ? '' : shares.views(formatNumber(taken ?? 0), formatNumber(max)),
    isLocked ? shares.hasPassword : '',
  ].filter((part) => part !== '');
  return <span class="image-hint">{parts.length === 0 ? shares.noEnd : parts.join(' · ')}</span>;
}

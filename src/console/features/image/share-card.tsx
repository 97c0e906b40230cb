import { useEffect, useRef } from 'preact/hooks';
import { api, call } from '../../api/client.ts';
import { announceImages } from '../../state/image-changes.ts';
import { withToken, type ImageLinks } from '../../state/image-links.ts';
import { imageText } from '../../text/image.ts';
import { showToast } from '../../widgets/toast.tsx';
import { LinkField } from './link-field.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareLink } from './share-link.tsx';
import type { ImageDetail } from './use-image.ts';
import { useIsPast } from './use-is-past.ts';

interface ShareCardProps {
  readonly image: ImageDetail;
  readonly links: ImageLinks;
  readonly isLocked: boolean;
  readonly onChange: (image: ImageDetail) => void;
}

export function ShareCard({ image, links, isLocked, onChange }: ShareCardProps) {
  const words = imageText.value;
  const { access_token: token, token_expires_at: expiresAt, ...rest } = image;
  const isPast = useIsPast(expiresAt);
  const params = { path: { id: image.id } };

  const create = async (ttlMs: number | null): Promise<void> => {
    const body = ttlMs === null ? {} : { ttl_ms: ttlMs };
    const issued = await call(api.POST('/api/v1/images/{id}/tokens', { params, body }));
    onChange({ ...rest, access_token: issued.token, token_expires_at: issued.expires_at });
    announceImages();
  };
  const revoke = async (): Promise<void> => {
    await call(api.DELETE('/api/v1/images/{id}/tokens', { params }));
    onChange(rest);
    announceImages();
    showToast({ message: words.shareEnded });
  };
  const card = useRef<HTMLElement>(null);
  const isShared = token !== undefined && expiresAt !== undefined && !isPast;
  useKeptFocus(card, isShared);
  return (
    <section ref={card} class="card image-card">
      <h2>{words.share}</h2>
      <p class="image-hint">{words.shareHint}</p>
      {isShared && (
        <ShareLink
          title={image.title}
          url={withToken(links.url, token)}
          expiresAt={expiresAt}
          isLocked={isLocked}
          onReplace={create}
          onRevoke={revoke}
        />
      )}
      {isShared && <LinkField label={words.page} value={withToken(links.page, token)} />}
      {!isShared && isPast && <p role="status">{words.shareEnded}</p>}
      {!isShared && !isLocked && <ShareForm onCreate={create} />}
    </section>
  );
}

function useKeptFocus(card: { readonly current: HTMLElement | null }, isShared: boolean): void {
  const wasShared = useRef(isShared);
  useEffect(() => {
    const hasChanged = wasShared.current !== isShared;
    wasShared.current = isShared;
    const { activeElement } = document;
    if (!hasChanged || (activeElement !== null && activeElement !== document.body)) return;
    card.current?.querySelector<HTMLElement>('.button-primary')?.focus();
  }, [card, isShared]);
}

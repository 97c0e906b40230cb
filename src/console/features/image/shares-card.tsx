import { useState } from 'preact/hooks';
import { api, call } from '../../api/client.ts';
import { useResource } from '../../state/resource.ts';
import { user } from '../../state/session.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { ActionError } from '../../widgets/use-action.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { ShareItem, type ShareLinkData } from './share-item.tsx';
import { NEW_TERMS, toShareRequest, type ShareTerms } from './share-terms.ts';
import type { ImageDetail } from './use-image.ts';
import { SHARE } from '../../widgets/rare-icons.ts';

interface SharesCardProps {
  readonly image: Pick<ImageDetail, 'id' | 'user_id'>;
  readonly isLocked: boolean;
}

/** Links of their own for recipients. Administrators see those of others, and may revoke them. */
export function SharesCard({ image: { id, user_id }, isLocked }: SharesCardProps) {
  const { shares } = imageText.value;
  const path = { id };
  const { value, error, set } = useResource(
    (signal) => call(api.GET('/api/v1/images/{id}/links', { params: { path }, signal })),
    id,
  );
  const [isCreating, setCreating] = useState(false);
  const items = value.value?.items ?? [];
  const isOwner = user.value?.id === user_id;

  const create = async (terms: ShareTerms): Promise<void> => {
    const body = toShareRequest(terms, Date.now());
    const link = await call(api.POST('/api/v1/images/{id}/links', { params: { path }, body }));
    set({ items: [...items, link] });
  };
  const change = async ({ id: linkId }: ShareLinkData, terms: ShareTerms): Promise<void> => {
    const params = { path: { id, linkId } };
    const body = toShareRequest(terms, Date.now());
    const link = await call(api.PATCH('/api/v1/images/{id}/links/{linkId}', { params, body }));
    set({ items: items.map((item) => (item.id === linkId ? link : item)) });
  };
  const revoke = async ({ id: linkId }: ShareLinkData): Promise<void> => {
    const params = { path: { id, linkId } };
    await call(api.DELETE('/api/v1/images/{id}/links/{linkId}', { params }));
    set({ items: items.filter((item) => item.id !== linkId) });
    showToast({ message: shares.revoked });
  };
  return (
    <section class="card image-card">
      <h2>{shares.title}</h2>
      <p class="image-hint">{shares.hint}</p>
      {error.value !== null && <ActionError error={error.value} />}
      {items.length > 0 && (
        <ul class="image-shares">
          {items.map((item) => (
            <ShareItem
              key={item.id}
              link={item}
              onChange={isOwner && !isLocked ? (terms) => change(item, terms) : null}
              onRevoke={isLocked ? null : () => revoke(item)}
            />
          ))}
        </ul>
      )}
      {isOwner && !isLocked && (
        <div class="image-buttons">
          <Button icon={SHARE} onClick={() => setCreating(true)}>
            {shares.create}
          </Button>
        </div>
      )}
      {isCreating && (
        <ShareDialog isNew terms={NEW_TERMS} onSave={create} onClose={() => setCreating(false)} />
      )}
    </section>
  );
}

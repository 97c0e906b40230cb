import { useState } from 'preact/hooks';
import { api, call } from '../../api/client.ts';
import { announceImages } from '../../state/image-changes.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import type { ImageDetail } from './use-image.ts';

interface VisibilityCardProps {
  readonly image: ImageDetail;
  readonly isLocked: boolean;
  readonly onChange: (image: ImageDetail) => void;
}

export function VisibilityCard({ image, isLocked, onChange }: VisibilityCardProps) {
  const words = imageText.value;
  const [isAsking, setAsking] = useState(false);
  const isPrivate = image.visibility === 'private';
  const change = async (): Promise<void> => {
    const visibility = isPrivate ? 'public' : 'private';
    const changed = await call(
      api.PATCH('/api/v1/images/{id}/visibility', {
        params: { path: { id: image.id } },
        body: { visibility },
      }),
    );
    const { access_token: _, token_expires_at: __, ...rest } = image;
    const { asset_link } = changed;
    onChange({ ...rest, visibility, asset_link });
    announceImages({ changed: [{ id: image.id, visibility, asset_link }] });
    const said = [
      isPrivate ? words.nowPublic : words.nowPrivate,
      changed.asset_link === null ? '' : words.linkChanged,
      changed.tokens_revoked > 0 ? words.sharesEnded(changed.tokens_revoked) : '',
    ];
    showToast({ message: said.filter((sentence) => sentence !== '').join(' ') });
  };
  return (
    <section class="card image-card">
      <h2>{words.visibility}</h2>
      <p>{isPrivate ? words.privateMeaning : words.publicMeaning}</p>
      {!isLocked && (
        <Button icon={isPrivate ? 'globe' : 'lock'} onClick={() => setAsking(true)}>
          {isPrivate ? words.makePublic : words.makePrivate}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={isPrivate ? words.publicTitle : words.privateTitle}
          action={isPrivate ? words.publicAction : words.privateAction}
          kind="primary"
          onConfirm={change}
          onClose={() => setAsking(false)}
        >
          <ul class="image-effects">
            {effectsOf(image).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** The effects of a change of visibility. The link of pipeline 1 stays the same. */
function effectsOf({ visibility, pipeline_version: pipeline }: ImageDetail): string[] {
  const { privateEffects, publicEffects } = imageText.value;
  if (visibility === 'private') {
    const { everyone, newLink, shares } = publicEffects;
    return pipeline === 1 ? [everyone, shares] : [everyone, newLink, shares];
  }
  const { alone, newLink, sameLink, elsewhere } = privateEffects;
  return [alone, pipeline === 1 ? sameLink : newLink, elsewhere];
}

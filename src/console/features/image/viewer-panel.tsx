import { isInWork } from '../gallery/model/gallery-state.ts';
import type { ImageLinks } from '../../state/image-links.ts';
import { isAccountLocked, user } from '../../state/session.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { DetailsCard } from './details-card.tsx';
import { LinksCard } from './links-card.tsx';
import { ShareCard } from './share-card.tsx';
import { SharesCard } from './shares-card.tsx';
import type { ImageDetail } from './use-image.ts';
import { VisibilityCard } from './visibility-card.tsx';

interface ViewerPanelProps {
  readonly image: ImageDetail;
  /** Null while it is processed or has failed. */
  readonly links: ImageLinks | null;
  readonly onChange: (image: ImageDetail) => void;
  /** Null where it may not be deleted. */
  readonly onDelete: (() => void) | null;
}

export function ViewerPanel({ image, links, onChange, onDelete }: ViewerPanelProps) {
  const words = imageText.value;
  const isLocked = isAccountLocked.value;
  const deletion = onDelete !== null && (
    <div class="viewer-deletion">
      <Button kind="quiet" icon="trash" onClick={onDelete}>
        {words.deleteImage}
      </Button>
    </div>
  );
  return (
    <>
      {isLocked && <p class="image-notice">{words.locked}</p>}
      {user.value?.id !== image.user_id && <p class="image-notice">{words.ofSomebodyElse}</p>}
      {links !== null && image.visibility === 'private' && (
        <ShareCard image={image} links={links} isLocked={isLocked} onChange={onChange} />
      )}
      {links !== null && <LinksCard image={image} links={links} />}
      {links !== null && <SharesCard image={image} isLocked={isLocked} />}
      {links !== null && <VisibilityCard image={image} isLocked={isLocked} onChange={onChange} />}
      {/* A failed image suggests deleting it, so the button stays beside it. */}
      {links === null && deletion}
      <DetailsCard image={image} isLocked={isLocked || isInWork(image)} onChange={onChange} />
      {links !== null && deletion}
    </>
  );
}

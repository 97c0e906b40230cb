import { useState } from 'preact/hooks';
import { PAGES } from '../../../lib/pages.ts';
import { linksOf } from '../../links/image-links.ts';
import { text } from '../../state/language.ts';
import { user } from '../../state/session.ts';
import { Icon } from '../../widgets/icon.tsx';
import { DeleteImage } from './delete-image.tsx';
import { DetailsCard } from './details-card.tsx';
import { FullWindow } from './full-window.tsx';
import { LinksCard } from './links-card.tsx';
import { PictureActions } from './picture-actions.tsx';
import { pictureOf } from './picture-of.ts';
import { ShareCard } from './share-card.tsx';
import { Unpublished } from './unpublished.tsx';
import { isInWork, type ImageDetail } from './use-image.ts';
import { Viewer } from './viewer.tsx';
import { VisibilityCard } from './visibility-card.tsx';

interface ImageViewProps {
  readonly image: ImageDetail;
  readonly isOverdue: boolean;
  readonly onChange: (image: ImageDetail) => void;
  readonly onLookAgain: () => void;
  readonly onDeleted: () => void;
}

/** The picture, and beside it everything about it. */
export function ImageView({ image, isOverdue, onChange, onLookAgain, onDeleted }: ImageViewProps) {
  const { image: words } = text.value;
  const [isFull, setFull] = useState(false);
  const links = image.processing_status === 'completed' ? linksOf(image) : null;
  const picture = links === null ? null : pictureOf(image, links);
  const isLocked = user.value?.status === 'pending_deletion';
  return (
    <article class="image-page">
      <ImageHeader image={image} />
      <div class="image-seen">
        <div class="image-plate">
          {picture === null ? (
            <Unpublished image={image} isOverdue={isOverdue} onLookAgain={onLookAgain} />
          ) : (
            <Viewer picture={picture} onFull={() => setFull(true)} />
          )}
        </div>
        {links !== null && <PictureActions image={image} links={links} />}
      </div>
      <div class="image-about">
        {isLocked && <p class="image-notice">{words.locked}</p>}
        {user.value?.id !== image.user_id && <p class="image-notice">{words.ofSomebodyElse}</p>}
        {links !== null && image.visibility === 'private' && (
          <ShareCard image={image} links={links} isLocked={isLocked} onChange={onChange} />
        )}
        {links !== null && <LinksCard image={image} links={links} />}
        {links !== null && <VisibilityCard image={image} isLocked={isLocked} onChange={onChange} />}
        <DetailsCard image={image} />
        {!isLocked && !isInWork(image) && <DeleteImage id={image.id} onDeleted={onDeleted} />}
      </div>
      {isFull && picture !== null && (
        <FullWindow picture={picture} onClose={() => setFull(false)} />
      )}
    </article>
  );
}

function ImageHeader({ image }: { readonly image: ImageDetail }) {
  const { image: words, common } = text.value;
  const isPrivate = image.visibility === 'private';
  return (
    <header class="image-header">
      <a class="image-back" href={PAGES.gallery}>
        <Icon name="left" />
        {words.back}
      </a>
      <h1>{image.title || image.filename}</h1>
      <span class="image-badge">
        <Icon name={isPrivate ? 'lock' : 'globe'} />
        {isPrivate ? common.private : common.public}
      </span>
    </header>
  );
}

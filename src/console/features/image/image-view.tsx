import { isInWork } from '../gallery/model/gallery-state.ts';
import { linksOf, type ImageLinks } from '../../state/image-links.ts';
import { text } from '../../text/language.ts';
import { imageText } from '../../text/image.ts';
import { isAccountLocked, user } from '../../state/session.ts';
import { FileName } from '../../widgets/file-name.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { DeleteImage } from './delete-image.tsx';
import { DetailsCard } from './details-card.tsx';
import { FullWindow } from './full-window.tsx';
import { LinksCard } from './links-card.tsx';
import { ImageActions } from './image-actions.tsx';
import { toShownImage, type SeenImage } from './shown-image.ts';
import { ShareCard } from './share-card.tsx';
import { TextsCard } from './texts-card.tsx';
import { SharesCard } from './shares-card.tsx';
import { Unpublished } from './unpublished.tsx';
import type { ImageDetail } from './use-image.ts';
import type { Steps } from './use-steps.ts';
import { Viewer } from './viewer.tsx';
import { VisibilityCard } from './visibility-card.tsx';

interface ImageViewProps {
  readonly seen: SeenImage;
  readonly image: ImageDetail | undefined;
  readonly steps: Steps | null;
  readonly isFull: boolean;
  readonly isOverdue: boolean;
  readonly onFull: (isFull: boolean) => void;
  readonly onChange: (image: ImageDetail) => void;
  readonly onLookAgain: () => void;
  readonly onDeleted: () => void;
}

export function ImageView(props: ImageViewProps) {
  const { seen, image, steps, isFull, isOverdue, onFull, onChange, onLookAgain, onDeleted } = props;
  const links = linksOf(seen);
  const shown = toShownImage(seen);
  return (
    <article class="image-page">
      <ImageHeader image={seen} />
      <div class="image-seen">
        <div class="image-plate">
          {shown !== null && <Viewer image={shown} steps={steps} onFull={() => onFull(true)} />}
          {shown === null && image !== undefined && (
            <Unpublished image={image} isOverdue={isOverdue} onLookAgain={onLookAgain} />
          )}
        </div>
        {links !== null && <ImageActions key={seen.id} image={seen} links={links} />}
      </div>
      <div class="image-about" aria-busy={image === undefined}>
        {image !== undefined && (
          <About
            key={image.id}
            image={image}
            links={links}
            onChange={onChange}
            onDeleted={onDeleted}
          />
        )}
      </div>
      {isFull && shown !== null && (
        <FullWindow image={shown} steps={steps} onClose={() => onFull(false)} />
      )}
    </article>
  );
}

function ImageHeader({ image }: { readonly image: SeenImage }) {
  const { common } = text.value;
  const isPrivate = image.visibility === 'private';
  return (
    <header class="image-header">
      <h1>
        <FileName name={image.title || image.filename} />
      </h1>
      <span class="image-badge">
        <Icon name={isPrivate ? 'lock' : 'globe'} />
        {isPrivate ? common.private : common.public}
      </span>
    </header>
  );
}

interface AboutProps {
  readonly image: ImageDetail;
  readonly links: ImageLinks | null;
  readonly onChange: (image: ImageDetail) => void;
  readonly onDeleted: () => void;
}

function About({ image, links, onChange, onDeleted }: AboutProps) {
  const words = imageText.value;
  const isLocked = isAccountLocked.value;
  const isOwn = user.value?.id === image.user_id;
  const deletion = !isLocked && !isInWork(image) && (
    <DeleteImage id={image.id} isOwn={isOwn} onDeleted={onDeleted} />
  );
  return (
    <>
      {isLocked && <p class="image-notice">{words.locked}</p>}
      {!isOwn && <p class="image-notice">{words.ofSomebodyElse}</p>}
      {links !== null && image.visibility === 'private' && (
        <ShareCard image={image} links={links} isLocked={isLocked} onChange={onChange} />
      )}
      {links !== null && <LinksCard image={image} links={links} />}
      {links !== null && <SharesCard image={image} isLocked={isLocked} />}
      {links !== null && <VisibilityCard image={image} isLocked={isLocked} onChange={onChange} />}
      {/* A failed image suggests deleting it, so the button stays beside it. */}
      {links === null && deletion}
      <TextsCard image={image} isLocked={isLocked || isInWork(image)} onChange={onChange} />
      <DetailsCard image={image} />
      {links !== null && deletion}
    </>
  );
}

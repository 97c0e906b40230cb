import './image.css';
import type { ComponentChildren } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { ACCESS_FORBIDDEN } from '../../../shared/error-codes.ts';
import { PAGES } from '../../../shared/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { beginGallery } from '../gallery/model/gallery.ts';
import { isReturning } from '../gallery/model/is-returning.ts';
import { isImagePath } from '../gallery/model/is-image-path.ts';
import { closeImage } from '../gallery/open-image.ts';
import { isBeingDeleted } from '../gallery/model/image-jobs.ts';
import { imageText } from '../../text/image.ts';
import { user } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { LinkButton } from '../../widgets/button.tsx';
import type { IconName } from '../../widgets/icon.tsx';
import { EmptyState, ErrorState } from '../../widgets/states.tsx';
import { ImageViewer } from './image-viewer.tsx';
import type { SeenImage } from './shown-image.ts';
import { isMissing } from './is-missing.ts';
import { Trail } from './trail.tsx';
import { useImage } from './use-image.ts';
import { useSteps, type Steps } from './use-steps.ts';
import { useWalk } from './use-walk.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { GALLERY_WALK, type Walk } from '../gallery/model/walk.ts';
import { nameOf } from './viewer-actions.tsx';

export function ImagePage() {
  const id = useRoute().params['id'] ?? '';
  const image = useImage(id);
  const walk = useWalk();
  const steps = useSteps(Number(id), walk);
  const detail = image.value;
  const seen = detail ?? findListed(Number(id), walk, steps);
  useTitle(seen === undefined ? imageText.value.title : nameOf(seen));
  const isOwn = detail !== undefined && detail.user_id === user.value?.id;
  useEffect(() => {
    if (isOwn && walk === GALLERY_WALK) beginGallery();
  }, [isOwn, walk]);
  useEffect(
    () => () => {
      // The focus goes to the page, and then to the image's cell.
      isReturning.value = location.pathname === walk.addressOf(false);
    },
    [walk],
  );
  return <ImageOf id={Number(id)} image={image} seen={seen} walk={walk} steps={steps} />;
}

function findListed(id: number, walk: Walk, steps: Steps | null): SeenImage | undefined {
  const item = walk.items.get(steps?.index ?? -1);
  return item?.id === id ? item : undefined;
}

interface ImageOfProps {
  readonly id: number;
  readonly image: ReturnType<typeof useImage>;
  readonly seen: SeenImage | undefined;
  readonly walk: Walk;
  readonly steps: Steps | null;
}

function ImageOf({ id, image, seen, walk, steps }: ImageOfProps) {
  const words = imageText.value;
  const { path, route } = useLocation();
  const goBack = (): void => {
    // A push would scroll to the start once the page is loaded, after the grid has scrolled to the image.
    history.pushState(null, '', location.href);
    route(walk.addressOf(steps !== null), true);
  };
  const leave = (): void => closeImage(id, walk.pathOf(id), goBack);
  const showNext = (): void => {
    if (steps !== null && steps.next !== null) steps.go('next');
    else if (steps !== null && steps.previous !== null) steps.go('previous');
    else goBack();
  };
  const refusal = image.error instanceof ApiError ? image.error.code : null;
  const isDeleted = isBeingDeleted(id);
  if (isDeleted && !isImagePath(path)) return <div class="viewer" />;
  const state =
    refusal === ACCESS_FORBIDDEN ? (
      <Missing icon="lock" title={words.foreign} hint={words.foreignHint} />
    ) : isDeleted || isMissing(image.error) ? (
      <Missing icon="search" title={words.gone} hint={words.goneHint} />
    ) : image.value === undefined && image.error !== null ? (
      <ErrorState error={image.error} isPage onRetry={image.reload} />
    ) : null;
  if (state !== null) return <ImageState {...{ walk, steps, onLeave: leave }}>{state}</ImageState>;
  // Loads in a moment: a placeholder would flicker.
  if (seen === undefined) return <div class="viewer" aria-busy="true" />;
  return (
    <ImageViewer
      seen={seen}
      image={image.value}
      walk={walk}
      steps={steps}
      isOverdue={image.isOverdue}
      onChange={image.set}
      onLookAgain={image.lookAgain}
      onDeleted={showNext}
      onLeave={leave}
    />
  );
}

interface ImageStateProps {
  readonly walk: Walk;
  readonly steps: Steps | null;
  readonly onLeave: () => void;
  readonly children: ComponentChildren;
}

/** In place of an image that cannot be shown; its neighbours are. */
function ImageState({ walk, steps, onLeave, children }: ImageStateProps) {
  useViewerKeys({
    onZoomKey: () => false,
    onCommand: (command) => {
      if (command === 'leave') onLeave();
      else if (command === 'previous' || command === 'next') steps?.go(command);
    },
  });
  return (
    <>
      <Trail walk={walk} steps={steps} name="" onLeave={onLeave} />
      {children}
    </>
  );
}

interface MissingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
}

function Missing({ icon, title, hint }: MissingProps) {
  return (
    <EmptyState icon={icon} title={title} isPage>
      <p>{hint}</p>
      <LinkButton href={PAGES.gallery}>{imageText.value.toGallery}</LinkButton>
    </EmptyState>
  );
}

import './image.css';
import type { ComponentChildren } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { ACCESS_FORBIDDEN, INVALID_ID, NOT_FOUND } from '../../../shared/error-codes.ts';
import { PAGES } from '../../../shared/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { listed } from '../gallery/model/gallery-state.ts';
import { beginGallery } from '../gallery/model/gallery.ts';
import { isReturning } from '../gallery/model/is-returning.ts';
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
import { galleryAddress, Trail } from './trail.tsx';
import { useImage } from './use-image.ts';
import { useSteps, type Steps } from './use-steps.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { nameOf } from './viewer-actions.tsx';

/** Not found, or no id. */
const MISSING = new Set<number>([NOT_FOUND, INVALID_ID]);

export function ImagePage() {
  const id = useRoute().params['id'] ?? '';
  const image = useImage(id);
  const steps = useSteps(Number(id));
  const detail = image.value;
  const seen = detail ?? findListed(Number(id), steps);
  useTitle(seen === undefined ? imageText.value.title : nameOf(seen));
  const isOwn = detail !== undefined && detail.user_id === user.value?.id;
  useEffect(() => {
    if (isOwn) beginGallery();
  }, [isOwn]);
  useEffect(
    () => () => {
      // The focus goes to the page, and then to the image's cell.
      isReturning.value = location.pathname === PAGES.gallery;
    },
    [],
  );
  return <ImageOf id={Number(id)} image={image} seen={seen} steps={steps} />;
}

function findListed(id: number, steps: Steps | null): SeenImage | undefined {
  const { items } = listed.value;
  const item = items[steps?.index ?? -1];
  return item?.id === id ? item : undefined;
}

interface ImageOfProps {
  readonly id: number;
  readonly image: ReturnType<typeof useImage>;
  readonly seen: SeenImage | undefined;
  readonly steps: Steps | null;
}

function ImageOf({ id, image, seen, steps }: ImageOfProps) {
  const words = imageText.value;
  const { path, route } = useLocation();
  const leave = (): void => closeImage(id, () => route(galleryAddress(steps)));
  const refusal = image.error instanceof ApiError ? image.error.code : null;
  const isDeleted = isBeingDeleted(id);
  if (isDeleted && path === PAGES.gallery) return <div class="viewer" />;
  const state =
    refusal === ACCESS_FORBIDDEN ? (
      <Missing icon="lock" title={words.foreign} hint={words.foreignHint} />
    ) : isDeleted || (refusal !== null && MISSING.has(refusal)) ? (
      <Missing icon="search" title={words.gone} hint={words.goneHint} />
    ) : image.value === undefined && image.error !== null ? (
      <ErrorState error={image.error} isPage onRetry={image.reload} />
    ) : null;
  if (state !== null) return <ImageState {...{ steps, onLeave: leave }}>{state}</ImageState>;
  // Loads in a moment: a placeholder would flicker.
  if (seen === undefined) return <div class="viewer" aria-busy="true" />;
  return (
    <ImageViewer
      seen={seen}
      image={image.value}
      steps={steps}
      isOverdue={image.isOverdue}
      onChange={image.set}
      onLookAgain={image.lookAgain}
      onDeleted={() => route(galleryAddress(steps))}
      onLeave={leave}
    />
  );
}

interface ImageStateProps {
  readonly steps: Steps | null;
  readonly onLeave: () => void;
  readonly children: ComponentChildren;
}

/** In place of an image that cannot be shown; its neighbours are. */
function ImageState({ steps, onLeave, children }: ImageStateProps) {
  useViewerKeys({
    onZoomKey: () => false,
    onCommand: (command) => {
      if (command === 'leave') onLeave();
      else if (command === 'previous' || command === 'next') steps?.go(command);
    },
  });
  return (
    <>
      <Trail steps={steps} name="" onLeave={onLeave} />
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

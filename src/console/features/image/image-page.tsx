import './image.css';
import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ACCESS_FORBIDDEN, INVALID_ID, NOT_FOUND } from '../../../shared/error-codes.ts';
import { PAGES } from '../../../shared/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { listed } from '../gallery/model/gallery-state.ts';
import { beginGallery } from '../gallery/model/gallery.ts';
import { isBeingDeleted } from '../gallery/model/image-jobs.ts';
import { imageText } from '../../text/image.ts';
import { user } from '../../state/session.ts';
import { useTitle } from '../../state/title.ts';
import { LinkButton } from '../../widgets/button.tsx';
import type { IconName } from '../../widgets/icon.tsx';
import { EmptyState, ErrorState } from '../../widgets/states.tsx';
import { ImageView } from './image-view.tsx';
import type { SeenImage } from './shown-image.ts';
import { isLeaving } from './step-keys.ts';
import { galleryAddress, Trail } from './trail.tsx';
import { useImage } from './use-image.ts';
import { useSteps, type Steps } from './use-steps.ts';

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
  const { route } = useLocation();
  const leave = (): void => route(galleryAddress(steps));
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isLeaving(event)) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div class="image-frame">
      <Trail steps={steps} name={seen === undefined ? '' : nameOf(seen)} />
      <ImageOf id={Number(id)} image={image} seen={seen} steps={steps} />
    </div>
  );
}

function findListed(id: number, steps: Steps | null): SeenImage | undefined {
  const { items } = listed.value;
  const item = items[steps?.index ?? -1];
  return item?.id === id && item.processing_status === 'completed' ? item : undefined;
}

function nameOf({ title, filename }: SeenImage): string {
  return title || filename;
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
  const [isFull, setFull] = useState(false);
  const refusal = image.error instanceof ApiError ? image.error.code : null;
  if (refusal === ACCESS_FORBIDDEN) {
    return <Missing icon="lock" title={words.foreign} hint={words.foreignHint} />;
  }
  const isDeleted = isBeingDeleted(id);
  if (isDeleted && path === PAGES.gallery) return <div class="image-awaited" />;
  if (isDeleted || (refusal !== null && MISSING.has(refusal))) {
    return <Missing icon="search" title={words.gone} hint={words.goneHint} />;
  }
  if (image.value === undefined && image.error !== null) {
    return <ErrorState error={image.error} isPage onRetry={image.reload} />;
  }
  // Loads in a moment: a placeholder would flicker.
  if (seen === undefined) return <div class="image-awaited" aria-busy="true" />;
  return (
    <ImageView
      seen={seen}
      image={image.value}
      steps={steps}
      isFull={isFull}
      isOverdue={image.isOverdue}
      onFull={setFull}
      onChange={image.set}
      onLookAgain={image.lookAgain}
      onDeleted={() => route(galleryAddress(steps))}
    />
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

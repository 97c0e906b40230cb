import './image.css';
import { useLocation, useRoute } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { PAGES } from '../../../lib/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { isBeingDeleted } from '../../gallery/image-jobs.ts';
import { text } from '../../state/language.ts';
import { useTitle } from '../../state/title.ts';
import { LinkButton } from '../../widgets/button.tsx';
import type { IconName } from '../../widgets/icon.tsx';
import { EmptyState, ErrorState } from '../../widgets/states.tsx';
import { ImageView } from './image-view.tsx';
import { useImage } from './use-image.ts';

const FORBIDDEN = 4031;
/** Not found, and what is no id at all. */
const MISSING = new Set([4041, 3001]);

/** One image: what it is, who sees it, and its links. */
export function ImagePage() {
  const id = useRoute().params['id'] ?? '';
  return <ImageOf key={id} id={id} />;
}

function ImageOf({ id }: { readonly id: string }) {
  const { image: words } = text.value;
  const image = useImage(id);
  const { route } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  const shown = image.value.value;
  const refusal = image.error.value instanceof ApiError ? image.error.value.code : null;
  useTitle(shown === undefined ? words.title : shown.title || shown.filename);

  // Until the gallery is there, which follows a deletion.
  if (isLeaving) return <div class="image-awaited" />;
  if (refusal === FORBIDDEN) {
    return <Missing icon="lock" title={words.foreign} hint={words.foreignHint} />;
  }
  if ((refusal !== null && MISSING.has(refusal)) || isBeingDeleted(Number(id))) {
    return <Missing icon="search" title={words.gone} hint={words.goneHint} />;
  }
  if (shown !== undefined) {
    return (
      <ImageView
        image={shown}
        isOverdue={image.isOverdue.value}
        onChange={image.set}
        onLookAgain={image.lookAgain}
        onDeleted={() => {
          setLeaving(true);
          route(PAGES.gallery);
        }}
      />
    );
  }
  if (image.error.value !== null) {
    return <ErrorState error={image.error.value} isPage onRetry={image.reload} />;
  }
  // It is there in a moment: a picture of waiting would only flicker.
  return <div class="image-awaited" aria-busy="true" />;
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
      <LinkButton href={PAGES.gallery}>{text.value.image.toGallery}</LinkButton>
    </EmptyState>
  );
}

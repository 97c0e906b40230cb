import { PAGES } from '../../lib/pages.ts';
import { text } from '../state/language.ts';
import { Icon } from '../widgets/icon.tsx';
import { findStanding } from './find-standing.ts';
import { queue } from './open-queue.ts';

const RING_RADIUS = 9;
const RING_LENGTH = 2 * Math.PI * RING_RADIUS;

/** How far the queue is, wherever one is, and whether something of it has failed or asks; it leads to the queue. */
export function UploadIndicator() {
  const overview = queue.value?.overview.value;
  const standing = overview === undefined ? null : findStanding(overview);
  if (overview === undefined || standing === null) return null;
  const { done, failed, total, share } = overview;
  const message = text.value.layout.uploads.progress(done, total, failed);
  return (
    <a class="upload-indicator" href={PAGES.upload} title={message}>
      <span class="visually-hidden">{message}</span>
      {standing === 'asking' ? <Icon name="warning" /> : <Ring share={share} />}
      <span class="upload-indicator-count" aria-hidden="true">
        {done}/{total}
      </span>
    </a>
  );
}

function Ring({ share }: { readonly share: number }) {
  return (
    <svg class="upload-indicator-ring" viewBox="0 0 24 24" aria-hidden="true">
      <circle class="upload-ring" cx="12" cy="12" r={RING_RADIUS} />
      <circle
        class="upload-ring upload-ring-done"
        cx="12"
        cy="12"
        r={RING_RADIUS}
        stroke-dasharray={RING_LENGTH}
        stroke-dashoffset={RING_LENGTH * (1 - share)}
      />
    </svg>
  );
}

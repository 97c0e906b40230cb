import { PAGES } from '../../../shared/pages.ts';
import { text } from '../../text/language.ts';
import { Icon } from '../../widgets/icon.tsx';
import { findStanding } from './model/find-standing.ts';
import { queue } from './model/open-queue.ts';

const RING_RADIUS = 9;
const RING_LENGTH = 2 * Math.PI * RING_RADIUS;

/** How far the queue is, wherever one is, and whether it is paused or something of it has failed or asks; it leads there. */
export function UploadIndicator() {
  const present = queue.value;
  if (present === null) return null;
  const { done, failed, total, share, asking } = present.overview.value;
  const standing = findStanding(present.overview.value, present.isPaused.value);
  if (standing === null) return null;
  const { uploads } = text.value.layout;
  const progress = uploads.progress(done, total, failed, asking);
  const message = standing === 'paused' ? `${progress} · ${uploads.paused}` : progress;
  const sign = {
    working: <Ring share={share} />,
    paused: <Icon name="pause" />,
    asking: <Icon name="warning" />,
  }[standing];
  return (
    <a class="upload-indicator" href={PAGES.upload} title={message}>
      <span class="visually-hidden">{message}</span>
      {sign}
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

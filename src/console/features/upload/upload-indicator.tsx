import './upload-indicator.css';
import { PAGES } from '../../../shared/pages.ts';
import { text } from '../../text/language.ts';
import { Icon } from '../../widgets/icon.tsx';
import { endsWithTime } from './model/failure.ts';
import { findStanding } from './model/find-standing.ts';
import { queue } from './model/open-queue.ts';
import { PAUSE } from '../../widgets/rare-icons.ts';

const RING_RADIUS = 9;
const RING_LENGTH = 2 * Math.PI * RING_RADIUS;

export function UploadIndicator() {
  const present = queue.value;
  if (present === null) return null;
  const { done, failed, total, share, asking } = present.stats.value;
  const blocker = present.blocker.value;
  const isStopped = present.isPaused.value || (blocker !== null && !endsWithTime(blocker));
  const standing = findStanding(present.stats.value, isStopped);
  if (standing === null) return null;
  const { uploads } = text.value.layout;
  const progress = uploads.progress(done, total, failed, asking);
  const message = standing === 'paused' ? `${progress} · ${uploads.paused}` : progress;
  const sign = {
    working: <Ring share={share} />,
    paused: <Icon name={PAUSE} />,
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

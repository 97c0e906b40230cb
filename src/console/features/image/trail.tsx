import { PAGES } from '../../../shared/pages.ts';
import { shownQuery, total } from '../gallery/model/gallery-state.ts';
import { toAddress } from '../gallery/model/gallery-query.ts';
import { formatNumber } from '../../state/format.ts';
import { followHere } from '../../widgets/follow-here.ts';
import { imageText } from '../../text/image.ts';
import { Icon } from '../../widgets/icon.tsx';
import { StepButton } from './step-button.tsx';
import type { Steps } from './use-steps.ts';

interface TrailProps {
  readonly steps: Steps | null;
  readonly name: string;
  readonly onLeave: () => void;
}

export function Trail({ steps, name, onLeave }: TrailProps) {
  const image = imageText.value;
  return (
    <nav class="image-trail" aria-label={image.trail}>
      <a
        class="image-back"
        href={galleryAddress(steps)}
        onClick={(event) => followHere(event, onLeave)}
      >
        <Icon name="left" />
        <span>{image.back}</span>
      </a>
      <p role="status">
        {steps?.isUnderWay === true && <span class="visually-hidden">{name} </span>}
        {positionOf(steps)}
      </p>
      <StepButton steps={steps} step="previous" />
      <StepButton steps={steps} step="next" />
    </nav>
  );
}

export function galleryAddress(steps: Steps | null): string {
  return steps === null ? PAGES.gallery : toAddress(shownQuery.value);
}

function positionOf(steps: Steps | null): string {
  const index = steps?.index ?? null;
  if (index === null) return '';
  const all = total.value;
  return imageText.value.position(formatNumber(index + 1), all === null ? null : formatNumber(all));
}

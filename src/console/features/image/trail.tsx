import { GALLERY_WALK, type Walk } from '../gallery/model/walk.ts';
import { formatNumber } from '../../state/format.ts';
import { followHere } from '../../widgets/follow-here.ts';
import { imageText } from '../../text/image.ts';
import { Icon } from '../../widgets/icon.tsx';
import { StepButton } from './step-button.tsx';
import type { Steps } from './use-steps.ts';
import { LEFT } from '../../widgets/rare-icons.ts';

interface TrailProps {
  readonly walk: Walk;
  readonly steps: Steps | null;
  readonly name: string;
  readonly onLeave: () => void;
}

export function Trail({ walk, steps, name, onLeave }: TrailProps) {
  const image = imageText.value;
  return (
    <nav class="image-trail" aria-label={image.trail}>
      <a
        class="image-back"
        href={walk.addressOf(steps !== null)}
        onClick={(event) => followHere(event, onLeave)}
      >
        <Icon name={LEFT} />
        <span>{walk === GALLERY_WALK ? image.back : image.backToAlbum}</span>
      </a>
      <p role="status">
        {steps?.isUnderWay === true && <span class="visually-hidden">{name} </span>}
        {positionOf(walk, steps)}
      </p>
      <StepButton steps={steps} step="previous" />
      <StepButton steps={steps} step="next" />
    </nav>
  );
}

function positionOf(walk: Walk, steps: Steps | null): string {
  const index = steps?.index ?? null;
  if (index === null) return '';
  const all = walk.total;
  return imageText.value.position(formatNumber(index + 1), all === null ? null : formatNumber(all));
}

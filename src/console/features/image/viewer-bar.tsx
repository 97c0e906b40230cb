import type { ComponentChildren } from 'preact';
import type { Walk } from '../gallery/model/walk.ts';
import { text } from '../../text/language.ts';
import { FileName } from '../../widgets/file-name.tsx';
import { Icon } from '../../widgets/icon.tsx';
import type { SeenImage } from './shown-image.ts';
import { Trail } from './trail.tsx';
import type { Steps } from './use-steps.ts';
import { nameOf } from './viewer-actions.tsx';

interface ViewerBarProps {
  readonly walk: Walk;
  readonly image: SeenImage;
  readonly steps: Steps | null;
  readonly onLeave: () => void;
  readonly children: ComponentChildren;
}

export function ViewerBar({ walk, image, steps, onLeave, children }: ViewerBarProps) {
  const { common } = text.value;
  const isPrivate = image.visibility === 'private';
  const name = nameOf(image);
  return (
    <header class="viewer-bar">
      <div class="viewer-trail on-stage">
        <Trail walk={walk} steps={steps} name={name} onLeave={onLeave} />
      </div>
      <div class="viewer-title">
        <h1 title={name}>
          <FileName name={name} />
        </h1>
        <span class="viewer-badge">
          <Icon name={isPrivate ? 'lock' : 'globe'} />
          <span>{isPrivate ? common.private : common.public}</span>
        </span>
      </div>
      {children}
    </header>
  );
}

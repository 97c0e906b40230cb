import { imageText } from '../../text/image.ts';
import { IconButton } from '../../widgets/button.tsx';
import type { Step } from '../gallery/model/find-neighbours.ts';
import type { Steps } from './use-steps.ts';
import { LEFT, RIGHT } from '../../widgets/rare-icons.ts';

interface StepButtonProps {
  readonly steps: Steps | null;
  readonly step: Step;
}

/** A link to the previous or next image. At the end it stays, for it may have the focus. */
export function StepButton({ steps, step }: StepButtonProps) {
  if (steps === null) return null;
  const isNext = step === 'next';
  return (
    <IconButton
      icon={isNext ? RIGHT : LEFT}
      label={imageText.value[step]}
      aria-keyshortcuts={isNext ? 'ArrowRight' : 'ArrowLeft'}
      data-step={step}
      isBlocked={steps[step] === null}
      onClick={() => steps.go(step)}
    />
  );
}

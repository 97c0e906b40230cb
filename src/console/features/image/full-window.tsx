import { useModal } from '../../widgets/use-modal.ts';
import type { ShownPicture } from './picture-of.ts';
import type { Steps } from './use-steps.ts';
import { Viewer } from './viewer.tsx';

interface FullWindowProps {
  readonly picture: ShownPicture;
  readonly steps: Steps | null;
  readonly onClose: () => void;
}

/** The viewer over the whole window; Escape returns to the page and restores the focus. */
export function FullWindow({ picture, steps, onClose }: FullWindowProps) {
  return (
    <dialog {...useModal(onClose)} class="image-full" aria-label={picture.alt}>
      {/* A modal dialog hides the page's live regions. */}
      <p class="visually-hidden" role="status">
        {steps?.isUnderWay === true ? picture.alt : ''}
      </p>
      <Viewer picture={picture} steps={steps} isFull onFull={onClose} />
    </dialog>
  );
}

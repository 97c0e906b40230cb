import { useModal } from '../../widgets/use-modal.ts';
import type { ShownImage } from './shown-image.ts';
import type { Steps } from './use-steps.ts';
import { Viewer } from './viewer.tsx';

interface FullWindowProps {
  readonly image: ShownImage;
  readonly steps: Steps | null;
  readonly onClose: () => void;
}

/** The viewer over the whole window; Escape returns to the page and restores the focus. */
export function FullWindow({ image, steps, onClose }: FullWindowProps) {
  return (
    <dialog {...useModal(onClose)} class="image-full" aria-label={image.alt}>
      {/* A modal dialog hides the page's live regions. */}
      <p class="visually-hidden" role="status">
        {steps?.isUnderWay === true ? image.alt : ''}
      </p>
      <Viewer image={image} steps={steps} isFull onFull={onClose} />
    </dialog>
  );
}

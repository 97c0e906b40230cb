import { useModal } from '../../widgets/use-modal.ts';
import type { ShownPicture } from './picture-of.ts';
import type { Steps } from './use-steps.ts';
import { Viewer } from './viewer.tsx';

interface FullWindowProps {
  readonly picture: ShownPicture;
  readonly steps: Steps | null;
  readonly onClose: () => void;
}

/** The picture alone, over the whole window; Escape goes back to the page, and to where the focus was. */
export function FullWindow({ picture, steps, onClose }: FullWindowProps) {
  return (
    <dialog {...useModal(onClose)} class="image-full" aria-label={picture.alt}>
      {/* What stands in the page is not read out while this lies over it. */}
      <p class="visually-hidden" role="status">
        {steps?.isUnderWay === true ? picture.alt : ''}
      </p>
      <Viewer picture={picture} steps={steps} isFull onFull={onClose} />
    </dialog>
  );
}

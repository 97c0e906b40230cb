import { useEffect, useRef } from 'preact/hooks';
import type { Picture } from './picture-plane.tsx';
import { Viewer } from './viewer.tsx';

interface FullWindowProps {
  readonly picture: Picture;
  readonly onClose: () => void;
}

/** The picture alone, over the whole window; Escape goes back to the page, and to where the focus was. */
export function FullWindow({ picture, onClose }: FullWindowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const focused = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="image-full"
      aria-label={picture.alt}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // Browsers close it by themselves when Escape is pressed twice; as it goes away, nobody is left to tell.
        if (dialog.current !== null) onClose();
      }}
    >
      <Viewer picture={picture} isFull onFull={onClose} />
    </dialog>
  );
}

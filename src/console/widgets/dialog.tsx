import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { text } from '../text/language.ts';
import { IconButton } from './button.tsx';
import { useModal } from './use-modal.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
}

/** A modal dialog, open while rendered. Escape and a press on the backdrop close it; the focus returns. */
export function Dialog({ title, onClose, children, actions }: DialogProps) {
  const modal = useModal(onClose);
  const titleId = useId();
  const beganBeside = useRef(false);
  return (
    <dialog
      {...modal}
      class="dialog"
      aria-labelledby={titleId}
      onPointerDown={(event) => {
        beganBeside.current = isBeside(event);
      }}
      // Not before the press is over: the element below would take the rest of it.
      onClick={(event) => {
        if (beganBeside.current && isBeside(event)) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={text.value.common.close} onClick={onClose} />
        </header>
        {children}
        {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}

/** Whether a press is on the backdrop of a dialog, and not on its edge or its scrollbar. */
function isBeside({
  currentTarget,
  target,
  clientX,
  clientY,
}: TargetedMouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isWithin = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isWithin;
}

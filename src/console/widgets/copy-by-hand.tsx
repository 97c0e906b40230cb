import { useEffect, useRef } from 'preact/hooks';
import { text } from '../text/language.ts';
import { Dialog } from './dialog.tsx';

interface CopyProps {
  readonly value: string;
  readonly onClose: () => void;
}

export function CopyByHand({ value, onClose }: CopyProps) {
  const { common } = text.value;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [value]);
  return (
    <Dialog title={common.copyByHand} onClose={onClose}>
      <p>{common.copyFailed}</p>
      <div class="field">
        <textarea
          ref={field}
          aria-label={common.copyByHand}
          rows={Math.min(8, value.split('\n').length + 2)}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </Dialog>
  );
}

import { useEffect, useRef } from 'preact/hooks';
import { uncopied } from '../clipboard/copy-text.ts';
import { text } from '../state/language.ts';
import { Dialog } from './dialog.tsx';

/** Shows what the browser did not let the console copy, selected; once in the page. */
export function CopyByHand() {
  return uncopied.value === null ? null : <CopyDialog value={uncopied.value} />;
}

function CopyDialog({ value }: { readonly value: string }) {
  const { common } = text.value;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [value]);
  return (
    <Dialog title={common.copyByHand} onClose={() => (uncopied.value = null)}>
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

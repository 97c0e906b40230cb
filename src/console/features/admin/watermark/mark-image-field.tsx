import { signal, useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { toBase64 } from '../../../../shared/bytes.ts';
import { change, values } from '../model/settings-store.ts';
import { FileInput } from '../file-input.tsx';
import { checkMarkImage } from './mark-image.ts';
import { adminText } from '../../../text/admin.ts';
import { Button } from '../../../widgets/button.tsx';

/** The last chosen file, for its name; it outlives the section, as the changes do. */
const chosen = signal({ name: '', value: '' });

/** A chosen image is shown immediately and uploaded on saving. */
export function MarkImageField({ error }: { readonly error: string | null }) {
  const admin = adminText.value;
  const { watermark } = admin;
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const fault = useSignal<string | null>(null);
  const stored = values.value.watermark_image;
  const choose = async (file: File): Promise<void> => {
    const found = await checkMarkImage(file);
    fault.value = found === null ? null : admin.settings.faults[found];
    if (found !== null) return;
    chosen.value = { name: file.name, value: toBase64(new Uint8Array(await file.arrayBuffer())) };
    change('watermark_image', chosen.value.value);
  };
  const remove = (): void => {
    change('watermark_image', '');
    fault.value = null;
    // The pressed button goes.
    document.getElementById(`${id}-button`)?.focus();
  };
  const hasImage = stored !== '';
  const name = chosen.value.value === stored ? chosen.value.name : '';
  const wrong = fault.value ?? error;
  return (
    <div class="field">
      <span id={`${id}-label`} class="watermark-label">
        {watermark.image}
      </span>
      <div class="admin-line">
        <Button
          aria-labelledby={`${id}-label ${id}-button`}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={wrong !== null}
          id={`${id}-button`}
          onClick={() => picker.current?.click()}
        >
          {watermark.chooseImage}
        </Button>
        <span class="admin-soft">{hasImage ? name : watermark.noImage}</span>
        {hasImage && (
          <Button kind="quiet" icon="trash" onClick={remove}>
            {watermark.removeImage}
          </Button>
        )}
      </div>
      <FileInput
        input={picker}
        label={watermark.image}
        accept="image/png,image/webp"
        onFile={(file) => void choose(file)}
      />
      <p id={`${id}-hint`} class="field-hint">
        {watermark.imageHint}
      </p>
      <p id={`${id}-error`} class="field-error" role="status">
        {wrong}
      </p>
    </div>
  );
}

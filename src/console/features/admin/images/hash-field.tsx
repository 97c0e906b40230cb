import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { sha256Hex } from '../../../../shared/bytes.ts';
import { adminText } from '../../../text/admin.ts';
import { Button } from '../../../widgets/button.tsx';
import { TextField } from '../../../widgets/field.tsx';
import { useTypedSearch } from '../../../widgets/use-typed-search.ts';
import { FileInput } from '../file-input.tsx';
import { readHash } from '../model/image-choice.ts';
import { takeFiles } from './take-files.ts';

interface HashFieldProps {
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** No stored file is larger, and browsers hash a file in memory. */
const FILE_MAX_BYTES = 64 * 1024 * 1024;

/** A SHA-256, or a file whose own is computed here: the file stays in the browser. */
export function HashField({ value, onChoose }: HashFieldProps) {
  const { images } = adminText.value;
  const picker = useRef<HTMLInputElement>(null);
  const fault = useSignal<'tooLarge' | 'unreadable' | null>(null);
  const { typed, onText } = useTypedSearch(value, onChoose);
  const hash = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    fault.value = file.size > FILE_MAX_BYTES ? 'tooLarge' : null;
    if (fault.value !== null) return;
    try {
      onChoose(await sha256Hex(new Uint8Array(await file.arrayBuffer())));
    } catch {
      // A folder, or a file that has gone.
      fault.value = 'unreadable';
    }
  };
  const latest = useRef(hash);
  latest.current = hash;
  useEffect(() => takeFiles((file) => void latest.current(file)), []);
  const isWrong = typed.trim() !== '' && readHash(typed) === null;
  const error =
    fault.value !== null ? images.fileFaults[fault.value] : isWrong ? images.noHash : null;
  return (
    <>
      <TextField
        label={images.hash}
        value={typed}
        hint={images.hashHint}
        error={error}
        onText={(text, isComposing) => {
          fault.value = null;
          onText(text, isComposing);
        }}
        trailing={<Button onClick={() => picker.current?.click()}>{images.chooseFile}</Button>}
      />
      <FileInput input={picker} label={images.chooseFile} onFile={(file) => void hash(file)} />
    </>
  );
}

import type { RefObject } from 'preact';

interface FileInputProps {
  /** For the button that opens it. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly accept?: string;
  readonly onFile: (file: File) => void;
}

/** Hidden: a button stands for it. */
export function FileInput({ input, label, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      hidden
      aria-label={label}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        // Lets the same file be chosen again after a correction.
        event.currentTarget.value = '';
        if (file !== undefined) onFile(file);
      }}
    />
  );
}

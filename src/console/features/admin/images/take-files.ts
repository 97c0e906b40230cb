/**
 * Hands the first file that is dropped or pasted anywhere on the page to `onFile`, and keeps it from the upload queue, which
 * takes files on all pages. Returns how to end this.
 */
export function takeFiles(onFile: (file: File | undefined) => void): () => void {
  const left = new AbortController();
  // Before the listeners of the shell, which do not capture.
  const options = { signal: left.signal, capture: true };
  const claim = (event: Event, transfer: DataTransfer | null): boolean => {
    if (transfer?.types.includes('Files') !== true) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const over = (event: DragEvent): void => void claim(event, event.dataTransfer);
  addEventListener('dragenter', over, options);
  addEventListener('dragover', over, options);
  addEventListener(
    'drop',
    (event) => {
      if (claim(event, event.dataTransfer)) onFile(event.dataTransfer?.files[0]);
    },
    options,
  );
  addEventListener(
    'paste',
    (event) => {
      if (claim(event, event.clipboardData)) onFile(event.clipboardData?.files[0]);
    },
    options,
  );
  return () => left.abort();
}

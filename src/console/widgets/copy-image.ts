/** The image of a same-origin URL as PNG, the one format that every clipboard takes. */
export async function makePng(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The image was refused: ${response.status}`);
  const bitmap = await createImageBitmap(await response.blob());
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png === null) throw new Error('The canvas returned no PNG');
  return png;
}

/** Takes a promise: browsers require the call during the gesture. False if the browser cannot or may not copy. */
export async function copyImage(png: Promise<Blob>): Promise<boolean> {
  // Insecure pages lack them, against the types.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined || !('ClipboardItem' in globalThis)) return false;
  try {
    await clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    // A failed conversion is another error than a refusing clipboard.
    await png;
    return false;
  }
}

export function saveImage(image: Blob, filename: string): void {
  const url = URL.createObjectURL(image);
  saveFile({ href: url, download: filename });
  // The browser reads it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads a same-origin URL under a name. */
export function saveFile(file: { readonly href: string; readonly download: string }): void {
  Object.assign(document.createElement('a'), file).click();
}

/** The picture behind a URL of the console's own origin, as PNG: the one form that every clipboard takes. */
export async function makePng(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture was refused: ${response.status}`);
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

/**
 * Copies a picture. It is given as a promise, for a browser wants to hear of it while the press of the button is fresh.
 * Returns false where the browser copies no pictures, or refuses to.
 */
export async function copyPicture(png: Promise<Blob>): Promise<boolean> {
  // Types know no page without them.
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (clipboard === undefined || !('ClipboardItem' in globalThis)) return false;
  try {
    await clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    // A picture that cannot be made is another failure than a clipboard that refuses it.
    await png;
    return false;
  }
}

/** Gives a picture to the browser as a file to keep. */
export function savePicture(picture: Blob, filename: string): void {
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

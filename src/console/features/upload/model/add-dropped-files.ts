import { uploadText } from '../../../text/upload.ts';
import { collectFiles } from './collect-files.ts';
import type { DroppedItem } from './dropped-items.ts';
import { queue } from './open-queue.ts';
import { uploadFiles } from './upload-files.ts';

/** The name that browsers give to a pasted image. */
const PASTED_NAME = 'image.png';

/** Uploads dropped or pasted files to an account. Returns a message about them, or null. */
export async function addDroppedFiles(
  items: readonly DroppedItem[],
  owner: number,
): Promise<string | null> {
  const { files, leftOut } = await collectFiles(items);
  const isTaken = await uploadFiles(files.map(nameIt), leftOut, owner);
  if (!isTaken) return null;
  return uploadText.peek().taken(files.length, queue.peek()?.isPaused.peek() === true);
}

function nameIt(file: File): File {
  if (file.name !== PASTED_NAME) return file;
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '.').replace('T', ' ');
  return new File([file], `${uploadText.peek().pasted} ${moment}.png`, {
    type: file.type,
  });
}

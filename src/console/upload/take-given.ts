import { text } from '../state/language.ts';
import { collectFiles } from './collect-files.ts';
import type { GivenItem } from './given-items.ts';
import { uploadFiles } from './upload-files.ts';

/** The name that browsers give to a picture without one. */
const PASTED_NAME = 'image.png';

/** Uploads what an account was given by a drop or a paste. Returns how many files of it are in the queue. */
export async function takeGiven(items: readonly GivenItem[], owner: number): Promise<number> {
  const { files, leftOut } = await collectFiles(items);
  return (await uploadFiles(files.map(nameIt), leftOut, owner)) ? files.length : 0;
}

function nameIt(file: File): File {
  if (file.name !== PASTED_NAME) return file;
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '.').replace('T', ' ');
  return new File([file], `${text.peek().layout.uploads.pasted} ${moment}.png`, {
    type: file.type,
  });
}

import { SIGN_IN_REQUIRED } from '../../../../shared/error-codes.ts';
import { PAGES } from '../../../../shared/pages.ts';
import type { GivenItem } from '../../../state/given-items.ts';
import { session } from '../../../state/session.ts';
import { explainCode } from '../../../state/explain-error.ts';
import { uploadText } from '../../../text/upload.ts';
import { showToast } from '../../../widgets/toast.tsx';
import { collectFiles } from './collect-files.ts';
import { keepGuests } from './keep-guests.ts';
import { queue } from './open-queue.ts';
import { pageAlbum } from './page-album.ts';
import { uploadFiles } from './upload-files.ts';

/** The name that browsers give to a pasted image. */
const PASTED_NAME = 'image.png';

/**
 * Uploads dropped or pasted files to an account. Without one, they wait in this browser, which `showPage` shows.
 * Returns a message about them, or null. The images go to `albumId`, or else where the page's files go.
 */
export async function addDroppedFiles(
  items: readonly GivenItem[],
  owner: number | undefined,
  showPage: (path: string) => void,
  albumId: number | null = null,
): Promise<string | null> {
  const { files, leftOut } = await collectFiles(items);
  const named = files.map(nameIt);
  if (owner === undefined) {
    await keepFiles(named, showPage);
    return null;
  }
  const choice = { leftOut, owner, albumId: albumId ?? pageAlbum.peek() };
  if (!(await uploadFiles(named, choice))) return null;
  return uploadText.peek().taken(files.length, queue.peek()?.isPaused.peek() === true);
}

async function keepFiles(files: readonly File[], showPage: (path: string) => void): Promise<void> {
  if (session.peek().state !== 'anonymous') {
    showToast({ message: await explainCode(SIGN_IN_REQUIRED) });
    return;
  }
  await keepGuests(files, null);
  showPage(PAGES.start);
}

function nameIt(file: File): File {
  if (file.name !== PASTED_NAME) return file;
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '.').replace('T', ' ');
  return new File([file], `${uploadText.peek().pasted} ${moment}.png`, {
    type: file.type,
  });
}

import type { AddedToAlbum } from '../../api/albums.ts';
import type { Calls } from '../../api/in-calls.ts';
import type { Album } from '../../api/types.ts';
import { formatNumber } from '../../state/format.ts';
import { announceImages } from '../../state/image-changes.ts';
import { albumChoiceText } from '../../text/album-choice.ts';
import { showToast } from '../../widgets/toast.tsx';
import { albumPath } from './model/album-path.ts';

interface Addition {
  readonly album: Pick<Album, 'id' | 'title'>;
  /** Of the chosen images. */
  readonly count: number;
  readonly addition: Calls<AddedToAlbum>;
  readonly route: (path: string) => void;
}

/** Adds images and says how many, with a way to the album. @throws {ApiError | ConnectionError} */
export async function addAndTell(
  { album, count, addition, route }: Addition,
  onDone?: (doneCount: number) => void,
): Promise<void> {
  try {
    const added = await addition(onDone);
    showToast({
      message: describeAdded(album.title, added, count),
      action: { label: albumChoiceText.peek().open, run: () => route(albumPath(album.id)) },
    });
  } finally {
    // After a failure, a part may be there.
    announceImages({ albums: [album.id] });
  }
}

function describeAdded(title: string, added: AddedToAlbum, asked: number): string {
  const words = albumChoiceText.peek();
  const { newCount, presentCount } = added;
  const left = asked - newCount - presentCount;
  return [
    words.added(newCount, formatNumber(newCount), title),
    presentCount > 0 ? words.present(presentCount, formatNumber(presentCount)) : '',
    left > 0 ? words.left(left, formatNumber(left)) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

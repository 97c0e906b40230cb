import type { PublishedImage } from '../../client/poll.ts';
import { copyText } from '../clipboard/copy-text.ts';
import { text } from '../state/language.ts';
import { showToast } from '../widgets/toast.tsx';

/** The full links of pictures, one a line, into the clipboard. */
export async function copyLinks(images: readonly PublishedImage[]): Promise<void> {
  const lines = images.map(({ path }) => new URL(path, location.origin).href);
  const isCopied = await copyText(lines.join('\n'));
  if (isCopied) showToast({ message: text.peek().upload.linksCopied(images.length) });
}

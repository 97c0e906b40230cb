import type { PublishedImage } from '../../client/poll.ts';
import { text } from '../state/language.ts';
import { showToast } from '../widgets/toast.tsx';

/** The full links of pictures, one a line, into the clipboard. */
export async function copyLinks(images: readonly PublishedImage[]): Promise<void> {
  const { common, upload } = text.peek();
  const lines = images.map(({ path }) => new URL(path, location.origin).href);
  try {
    await navigator.clipboard.writeText(lines.join('\n'));
    showToast({ message: upload.linksCopied(images.length) });
  } catch {
    showToast({ message: common.copyFailed, kind: 'failure' });
  }
}

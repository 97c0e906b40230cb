import { copyText } from '../../../widgets/copy-text.ts';
import type { LinkForm } from '../../../../shared/link-forms.ts';
import { embedChoice } from '../../../state/embed-choice.ts';
import type { ListedImage } from './listed-image.ts';
import { joinLinks } from './join-links.ts';

export async function copyImageLinks(
  images: readonly ListedImage[],
  form: LinkForm,
): Promise<{ copied: number | null; withoutLink: number; hasPrivate: boolean }> {
  const { lines, withoutLink, hasPrivate } = joinLinks(images, form, embedChoice.peek());
  const isCopied = lines.length === 0 || (await copyText(lines.join('\n')));
  return { copied: isCopied ? lines.length : null, withoutLink, hasPrivate };
}

import { copyText } from '../../../widgets/copy-text.ts';
import { writeLink, type LinkForm } from '../../../../shared/link-forms.ts';
import { formatNumber } from '../../../state/format.ts';
import { text } from '../../../text/language.ts';
import { showToast } from '../../../widgets/toast.tsx';
import type { Item } from './queue-item.ts';

export async function copyLinks(items: readonly Item[], form: LinkForm): Promise<void> {
  const lines = items.map((item) => writeItemLink(item, form)).filter((line) => line !== null);
  if (!(await copyText(lines.join('\n')))) return;
  const { common } = text.peek();
  const hasPrivate = items.some(isPrivate);
  const said = common.linksCopied(lines.length, formatNumber(lines.length));
  showToast({ message: hasPrivate ? `${said} ${common.privateLinks}` : said });
}

/** Null before the item is published. */
export function writeItemLink({ name, state }: Item, form: LinkForm): string | null {
  if (state.name !== 'done') return null;
  const { href } = new URL(state.image.path, location.origin);
  return writeLink(href, titleOf(name))[form];
}

/** The title that the service gives an image without one. */
function titleOf(filename: string): string {
  return filename.replace(/(?<=.)\.[^.]*$/u, '');
}

function isPrivate({ state, visibility }: Item): boolean {
  return state.name === 'done' && visibility === 'private';
}

import { copyText } from '../clipboard/copy-text.ts';
import { formatNumber } from '../state/format.ts';
import { text } from '../state/language.ts';
import { showToast } from '../widgets/toast.tsx';
import type { Item } from './queue-item.ts';

/** The full links of what is published of some items, one a line, into the clipboard. */
export async function copyLinks(items: readonly Item[]): Promise<void> {
  const lines = items.flatMap(({ state }) =>
    state.name === 'done' ? new URL(state.image.path, location.origin).href : [],
  );
  if (!(await copyText(lines.join('\n')))) return;
  const { common } = text.peek();
  const hasPrivate = items.some(isPrivate);
  const said = common.linksCopied(lines.length, formatNumber(lines.length));
  showToast({ message: hasPrivate ? `${said} ${common.privateLinks}` : said });
}

function isPrivate({ state, visibility }: Item): boolean {
  return state.name === 'done' && visibility === 'private';
}

import { linksOf, withToken, type ImageLinks } from '../../state/image-links.ts';
import { text } from '../../text/language.ts';
import { copyText } from '../../widgets/copy-text.ts';
import { showToast } from '../../widgets/toast.tsx';
import type { ListedImage } from './model/listed-image.ts';

interface ShareToken {
  readonly access_token?: string;
  readonly token_expires_at?: string;
}

export interface GivenLink {
  readonly url: string;
  /** Whether it opens for its owner alone. */
  readonly isOwnOnly: boolean;
}

/** The link to give away: of a private image its share link, as long as that lives. */
export function linkToGive(
  { visibility }: Pick<ListedImage, 'visibility'>,
  shared: ShareToken | undefined,
  { url }: Pick<ImageLinks, 'url'>,
  now = Date.now(),
): GivenLink {
  if (visibility === 'public') return { url, isOwnOnly: false };
  const { access_token: token, token_expires_at: end } = shared ?? {};
  if (token === undefined || end === undefined || Date.parse(end) <= now)
    return { url, isOwnOnly: true };
  return { url: withToken(url, token), isOwnOnly: false };
}

export async function copyLink({ url, isOwnOnly }: GivenLink): Promise<void> {
  if (!(await copyText(url))) return;
  const { common } = text.peek();
  const said = [common.linksCopied(1, '1'), isOwnOnly ? common.privateLinks : ''];
  showToast({ message: said.join(' ').trim() });
}

/** Nothing for an image that is not loaded, or has no link yet. */
export async function copyLinkOf(image: ListedImage | undefined): Promise<void> {
  const links = image === undefined ? null : linksOf(image);
  if (image !== undefined && links !== null) await copyLink(linkToGive(image, undefined, links));
}

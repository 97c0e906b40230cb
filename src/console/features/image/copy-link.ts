import { withToken, type ImageLinks } from '../../state/image-links.ts';
import { text } from '../../text/language.ts';
import { copyText } from '../../widgets/copy-text.ts';
import { showToast } from '../../widgets/toast.tsx';
import type { SeenImage } from './shown-image.ts';
import type { ImageDetail } from './use-image.ts';

export interface GivenLink {
  readonly url: string;
  /** Whether it opens for its owner alone. */
  readonly isOwnOnly: boolean;
}

/** The link to give away: of a private image its share link, as long as that lives. */
export function linkToGive(
  { visibility }: Pick<SeenImage, 'visibility'>,
  detail: Pick<ImageDetail, 'access_token' | 'token_expires_at'> | undefined,
  { url }: Pick<ImageLinks, 'url'>,
  now = Date.now(),
): GivenLink {
  if (visibility === 'public') return { url, isOwnOnly: false };
  const { access_token: token, token_expires_at: end } = detail ?? {};
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

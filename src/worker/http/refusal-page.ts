import {
  IMAGE_TOKEN_INVALID,
  IMAGE_TOKEN_REVOKED,
  PERMISSION_DENIED,
} from '../../shared/error-codes.ts';
import type { Language } from '../../shared/languages.ts';
import { ALBUM_ROOT, SHARE_ROOT } from '../domain/links/make-link.ts';
import { pathOf } from '../lib/path-of.ts';
import { preferredLanguage } from './preferred-language.ts';
import type { Refusal } from './refusal.ts';

type Reason = 'missing' | 'album' | 'private' | 'ended' | 'revoked' | 'site' | 'busy' | 'refused';
type Words = Readonly<Record<Reason, readonly [title: string, hint: string]>>;

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    missing: ['No photo here', 'It may have been deleted, or the link is incomplete.'],
    album: [
      'No album here',
      'Its link was revoked or has expired, or is incomplete. Ask the person who sent it for a new one.',
    ],
    private: [
      'This photo is private',
      'The link is incomplete or has expired. Ask the person who sent it for a new one.',
    ],
    ended: [
      'This link no longer works',
      'It has expired, or its views are used up. Ask the person who sent it for a new one.',
    ],
    revoked: ['This link was revoked', 'Ask the person who sent it for a new one.'],
    site: [
      'Not from this site',
      'The owner of the photo allows links on some sites only. Copy the address into a new tab.',
    ],
    busy: ['The photo can’t be shown right now', 'Try again in a moment.'],
    refused: ['This address doesn’t work', 'Check the link, or ask for a new one.'],
  },
  de: {
    missing: [
      'Hier ist kein Foto',
      'Vielleicht wurde es gelöscht, oder der Link ist unvollständig.',
    ],
    album: [
      'Hier ist kein Album',
      'Der Link wurde widerrufen, ist abgelaufen oder unvollständig. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
    ],
    private: [
      'Dieses Foto ist privat',
      'Der Link ist unvollständig oder abgelaufen. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
    ],
    ended: [
      'Dieser Link ist nicht mehr gültig',
      'Er ist abgelaufen, oder seine Aufrufe sind verbraucht. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
    ],
    revoked: [
      'Dieser Link wurde widerrufen',
      'Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
    ],
    site: [
      'Nicht von dieser Website',
      'Die Person, der das Foto gehört, erlaubt Links nur auf einigen Websites. Kopieren Sie die Adresse in einen neuen Tab.',
    ],
    busy: ['Das Foto kann gerade nicht angezeigt werden', 'Versuchen Sie es gleich noch einmal.'],
    refused: [
      'Diese Adresse funktioniert nicht',
      'Prüfen Sie den Link, oder bitten Sie um einen neuen.',
    ],
  },
  zh: {
    missing: ['这里没有图片', '图片可能已被删除，或者链接不完整。'],
    album: ['这里没有相册', '链接已被撤销、已过期或不完整。请向发送者索取新链接。'],
    private: ['这张图片是私密的', '链接不完整或已过期。请向发送者索取新链接。'],
    ended: ['此链接已失效', '链接已过期，或查看次数已用完。请向发送者索取新链接。'],
    revoked: ['此链接已被撤销', '请向发送者索取新链接。'],
    site: ['不能从此网站打开', '图片所有者只允许部分网站的链接。请将地址复制到新标签页中打开。'],
    busy: ['暂时无法显示图片', '请稍后重试。'],
    refused: ['此地址无效', '请检查链接，或索取新链接。'],
  },
};

/** The console's colours: the page may load nothing. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; background: light-dark(#f7f4ef, #15120e); color: light-dark(#221c14, #f2ece1); }
body { display: grid; grid-template-columns: minmax(0, 1fr); align-content: center; box-sizing: border-box; min-height: 100dvh; margin: 0 auto; max-width: 32rem; padding: 1.5rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0.75rem 0 0; }
.note { font-size: 0.875rem; color: light-dark(#665b4c, #b5aa99); overflow-wrap: anywhere; }
`;

/** A document without scripts, in the reader's language. Nothing of the request stands in it. */
export function writeRefusalPage(request: Request, { status, body }: Refusal) {
  const language = preferredLanguage(request) ?? 'en';
  const [title, hint] = WORDS[language][findReason(request, status, body.code)];
  const text = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>${title}</h1>
<p>${hint}</p>
<p class="note">${String(body.code)} · ${body.request_id}</p>
</main>
</html>
`;
  return { type: 'text/html; charset=utf-8', text };
}

function findReason({ url }: Request, status: number, code: number): Reason {
  const isShare = pathOf(url).startsWith(SHARE_ROOT);
  if (code === IMAGE_TOKEN_INVALID) return isShare ? 'ended' : 'private';
  if (code === IMAGE_TOKEN_REVOKED) return 'revoked';
  if (code === PERMISSION_DENIED) return 'site';
  if (status === 429 || status >= 500) return 'busy';
  if (status !== 404) return 'refused';
  return pathOf(url).startsWith(ALBUM_ROOT) ? 'album' : 'missing';
}

import type { Language } from '../../shared/languages.ts';

interface AlbumPageWords {
  /** Of all images, with their number; `{count}` stands for it. */
  readonly images: Readonly<Record<'one' | 'other', string>>;
  readonly download: string;
  /** Of several ZIPs: `{volume}` and `{volumes}` stand for its number and theirs. */
  readonly downloadPart: string;
  readonly next: string;
  readonly first: string;
  readonly feed: string;
  readonly empty: string;
}

export const ALBUM_PAGE_WORDS: Readonly<Record<Language, AlbumPageWords>> = {
  en: {
    images: { one: '{count} photo', other: '{count} photos' },
    download: 'Download all',
    downloadPart: 'Download part {volume} of {volumes}',
    next: 'Next page',
    first: 'First page',
    feed: 'RSS feed',
    empty: 'This album has no photos yet.',
  },
  de: {
    images: { one: '{count} Foto', other: '{count} Fotos' },
    download: 'Alle herunterladen',
    downloadPart: 'Teil {volume} von {volumes} herunterladen',
    next: 'Nächste Seite',
    first: 'Erste Seite',
    feed: 'RSS-Feed',
    empty: 'Dieses Album hat noch keine Fotos.',
  },
  zh: {
    images: { one: '{count} 张图片', other: '{count} 张图片' },
    download: '全部下载',
    downloadPart: '下载第 {volume} 部分，共 {volumes} 部分',
    next: '下一页',
    first: '第一页',
    feed: 'RSS 订阅',
    empty: '此相册还没有图片。',
  },
};

export function countImages(count: number, language: Language): string {
  const { images } = ALBUM_PAGE_WORDS[language];
  const form = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other';
  return images[form].replace('{count}', new Intl.NumberFormat(language).format(count));
}

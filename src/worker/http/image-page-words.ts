import type { Language } from '../../shared/languages.ts';

export interface ImagePageWords {
  /** Before the owner's name. */
  readonly by: string;
  /** Before the date of the photograph. */
  readonly taken: string;
  readonly download: string;
  /** Above the fields to copy. */
  readonly share: string;
  readonly page: string;
  readonly image: string;
  /** Of a private image that a token shows. */
  readonly tokenNote: string;
}

export const IMAGE_PAGE_WORDS: Readonly<Record<Language, ImagePageWords>> = {
  en: {
    by: 'By ',
    taken: 'Taken ',
    download: 'Download',
    share: 'Share',
    page: 'Page',
    image: 'Photo',
    tokenNote: 'This photo is private. Anyone with this link can see it until the link expires.',
  },
  de: {
    by: 'Von ',
    taken: 'Aufgenommen am ',
    download: 'Herunterladen',
    share: 'Teilen',
    page: 'Seite',
    image: 'Foto',
    tokenNote: 'Dieses Foto ist privat. Wer diesen Link hat, kann es sehen, bis der Link abläuft.',
  },
  zh: {
    by: '作者：',
    taken: '拍摄于 ',
    download: '下载',
    share: '分享',
    page: '页面',
    image: '图片',
    tokenNote: '这张图片是私密的。拥有此链接的人在链接过期前都可以查看。',
  },
};

const photos = (count: number): string => (count === 1 ? '1 photo' : `${String(count)} photos`);

/** Of the administration’s page of all photos. */
export const adminImages = {
  intro: 'Photos of all accounts, newest first.',
  filter: 'Show',
  filters: { all: 'Everything', user: 'By user', link: 'By link', hash: 'By file' },
  link: 'Link or its end',
  hash: 'SHA-256 of a file',
  hashHint: 'Or drop a file here. It’s hashed in this browser, not uploaded.',
  noHash: 'A SHA-256 has 64 characters, 0–9 and a–f.',
  chooseFile: 'Choose file…',
  fileFaults: {
    tooLarge: 'No stored photo is this large.',
    unreadable: 'The file couldn’t be read.',
  },
  chooseHash: 'Paste a SHA-256, or drop a file.',
  emptyHash:
    'Photos in another size or format have another hash. Try the file as it was uploaded, or search by link.',
  searching: 'Searching stored files',
  searched: (count: number) => `All stored files searched, ${photos(count)} found`,
  soFar: (share: string, count: number) => `${share} searched, ${photos(count)} found so far`,
  stop: 'Stop',
  goOn: 'Continue',
  matches: (files: string) => `Matches: ${files}`,
  matchNames: {
    source: 'uploaded file',
    master: 'full size',
    gallery: 'square preview',
    admin: 'small preview',
    publish: 'web size',
    original: 'original',
    webp: 'WebP',
    avif: 'AVIF',
  },
  trashed: 'In the trash',
  trashedHint: 'Nobody can open these, but their owners can restore them.',
  erasedOn: (day: string) => `Will be permanently deleted on ${day}`,
  choose: 'Choose a user, or paste a link.',
  empty: 'No photos found',
  open: (title: string) => `Open ${title}`,
  views: (count: string) => (count === '1' ? '1 view' : `${count} views`),
  hide: 'Hide',
  show: 'Make public',
  hidden: (title: string) =>
    `${title} is private. Its share links are revoked, and it’s no longer in shared albums.`,
  shown: (title: string) => `${title} is public.`,
  deleteTitle: (title: string) => `Delete ${title}?`,
  deleteText:
    'The photo is permanently deleted, and its links stop working. Its owner can’t restore it.',
};

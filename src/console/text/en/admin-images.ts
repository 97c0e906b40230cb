/** Of the administration’s page of all photos. */
export const adminImages = {
  intro: 'Photos of all accounts, newest first.',
  filter: 'Show',
  filters: { all: 'Everything', user: 'By user', link: 'By link' },
  link: 'Link or its end',
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

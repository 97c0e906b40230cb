const photos = (count: number, shown: string): string =>
  count === 1 ? '1 photo' : `${shown} photos`;

export const albumChoice = {
  images: photos,
  title: (count: number, shown: string) => `Add ${photos(count, shown)} to album`,
  albums: 'Choose an album',
  newAlbum: 'New album',
  name: 'Album title',
  nameMissing: 'Enter a title for the album.',
  search: 'Search albums',
  noMatch: 'No albums found',
  more: 'Show more albums',
  choose: 'Choose',
  add: 'Add',
  open: 'Open album',
  tray: 'Drop on an album',
  otherAlbum: 'Another album…',
  progress: (done: string, total: string) => `${done} of ${total}`,
  added: (count: number, shown: string, title: string) =>
    `${photos(count, shown)} added to “${title}”.`,
  present: (count: number, shown: string) =>
    count === 1 ? '1 was already there.' : `${shown} were already there.`,
  left: (count: number, shown: string) =>
    count === 1 ? '1 is no longer in your library.' : `${shown} are no longer in your library.`,
};

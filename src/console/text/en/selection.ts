import { gallery } from './gallery.ts';

const { images } = gallery;

export const selection = {
  addToAlbum: 'Add to album',
  selectionBar: 'Selected photos',
  selected: (shown: string) => `${shown} selected`,
  selectedAllLoaded: (shown: string, total: string | null) =>
    total === null
      ? `${shown} selected (all loaded so far)`
      : `${shown} of ${total} selected (all loaded so far)`,
  selectWhole: (total: string | null) => (total === null ? 'Select all' : `Select all ${total}`),
  selecting: 'Selecting…',
  copyLinks: 'Copy links',
  linkForms: { url: 'Links', markdown: 'Markdown', html: 'HTML', bbcode: 'BBCode' },
  withoutLink: (count: number) =>
    count === 1 ? '1 photo has no link yet.' : `${count} photos have no link yet.`,
  noLinks: 'None of these photos have a link yet.',
  changeVisibility: 'Change visibility',
  makePublic: 'Make public',
  makePrivate: 'Make private',
  makePublicTitle: (count: number, shown: string) => `Make ${images(count, shown)} public?`,
  makePublicHint: (count: number): string =>
    count === 1
      ? 'Anyone with the link can see it. Its share link will stop working.'
      : 'Anyone with a link can see them. Their share links will stop working.',
  makePrivateTitle: (count: number, shown: string) => `Make ${images(count, shown)} private?`,
  makePrivateHint: (count: number): string =>
    count === 1
      ? 'Only you will be able to see it, and its link changes. Cached copies may stay visible for up to 10 minutes.'
      : 'Only you will be able to see them, and their links change. Cached copies may stay visible for up to 10 minutes.',
  trashTitle: (count: number, shown: string) => `Move ${images(count, shown)} to trash?`,
  trashHint: (count: number): string =>
    count === 1
      ? 'Its link stops working everywhere. You can restore it, with the same link, for as long as it’s in the trash.'
      : 'Their links stop working everywhere. You can restore them, with the same links, for as long as they’re in the trash.',
  trashAction: (count: number, shown: string) => `Delete ${images(count, shown)}`,
  jobs: 'In progress',
  undoable: {
    trash: (count: number, shown: string) => `Moving ${images(count, shown)} to trash`,
    delete: (count: number, shown: string) => `${images(count, shown)} will be deleted`,
  },
  running: {
    trash: (done: string, total: string) => `Moving to trash: ${done} of ${total}`,
    delete: (done: string, total: string) => `Deleting: ${done} of ${total}`,
    public: (done: string, total: string) => `Making public: ${done} of ${total}`,
    private: (done: string, total: string) => `Making private: ${done} of ${total}`,
  },
  rateLimited: 'Too many changes at once. This job has stopped.',
  waitsForNetwork: 'The job resumes when you’re back online.',
  stop: 'Stop',
  stopping: 'Stopping…',
  ended: {
    trash: (count: number, shown: string) => `${images(count, shown)} moved to trash`,
    delete: (count: number, shown: string) => `${images(count, shown)} deleted`,
    public: (count: number, shown: string) =>
      count === 1 ? '1 photo is now public' : `${shown} photos are now public`,
    private: (count: number, shown: string) =>
      count === 1 ? '1 photo is now private' : `${shown} photos are now private`,
  },
  stillSelected: (count: number, shown: string) =>
    count === 1
      ? '1 photo wasn’t changed and is still selected.'
      : `${shown} photos weren’t changed and are still selected.`,
  leftAsIs: (count: number, shown: string) =>
    count === 1 ? '1 photo wasn’t changed.' : `${shown} photos weren’t changed.`,
  failures: (count: number, shown: string) =>
    count === 1 ? '1 photo failed' : `${shown} photos failed`,
  andMore: (shown: string) => `and ${shown} more`,
  imageNumber: (id: number) => `Photo ${id}`,
  leftBehind: {
    trash: (count: number, shown: string) =>
      count === 1
        ? 'You left before 1 photo was moved to trash.'
        : `You left before all ${shown} photos were moved to trash.`,
    delete: (count: number, shown: string) =>
      count === 1
        ? 'You left before 1 photo was deleted.'
        : `You left before all ${shown} photos were deleted.`,
    public: (count: number, shown: string) =>
      count === 1
        ? 'You left before 1 photo was made public.'
        : `You left before all ${shown} photos were made public.`,
    private: (count: number, shown: string) =>
      count === 1
        ? 'You left before 1 photo was made private.'
        : `You left before all ${shown} photos were made private.`,
  },
  finishIt: {
    trash: 'Move the rest to trash',
    delete: 'Delete the rest',
    public: 'Make the rest public',
    private: 'Make the rest private',
  },
  leaveIt: 'Keep the rest',
};

const pictures = (count: number, shown: string): string =>
  count === 1 ? '1 picture' : `${shown} pictures`;

export const gallery = {
  title: 'Gallery',
  grid: 'Your pictures',
  pictures,
  matching: (count: number, shown: string) =>
    count === 1 ? '1 picture matches' : `${shown} pictures match`,
  atLeastMatching: (shown: string) => `At least ${shown} pictures match`,
  searchLabel: 'Search',
  searchHint: 'Name or description',
  sortLabel: 'Order',
  sorts: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    views: 'Most viewed',
    largest: 'Largest first',
    smallest: 'Smallest first',
    title: 'Title, A to Z',
    'title-descending': 'Title, Z to A',
  },
  viewsLag: 'This order may be up to an hour behind the numbers.',
  filterLabel: 'Who sees them',
  filters: { all: 'All pictures', public: 'Public', private: 'Private' },
  modesLabel: 'How they are shown',
  modes: { grid: 'As a grid', list: 'As a list' },
  selectPictures: 'Select',
  empty: 'No pictures yet',
  emptyHint: 'Drop your first photographs on the upload page, and they appear here.',
  emptyAction: 'Upload pictures',
  noMatch: 'Nothing matches',
  noMatchHint: 'No picture has these words, or the filter leaves them out.',
  showAll: 'Show all pictures',
  searching: 'Searching on…',
  loadingMore: 'Loading more pictures…',
  moreFailed: 'More pictures could not be loaded.',
  showFresh: (count: number) => (count === 1 ? 'Show 1 new picture' : `Show ${count} new pictures`),
  inWork: 'Being published',
  failed: 'Could not be published',
  columns: {
    name: 'Name',
    visibility: 'Who sees it',
    dimensions: 'Pixels',
    size: 'Size',
    views: 'Views',
    date: 'Uploaded',
  },
  views: (count: number, shown: string) => (count === 1 ? '1 view' : `${shown} views`),
  select: (name: string) => `Select ${name}`,
  selectionBar: 'Selected pictures',
  selected: (shown: string) => `${shown} selected`,
  selectedAllLoaded: (shown: string, total: string | null) =>
    total === null
      ? `${shown} selected: all that are loaded so far`
      : `${shown} of ${total} selected: all that are loaded so far`,
  pressToSelect: 'Press the pictures that you want',
  clear: 'Clear selection',
  copyLinks: 'Copy links',
  linkForms: { url: 'Links', markdown: 'Markdown', html: 'HTML', bbcode: 'BBCode' },
  withoutLink: (count: number) =>
    count === 1 ? '1 picture has no link yet.' : `${count} pictures have no link yet.`,
  noLinks: 'None of these pictures has a link yet.',
  changeVisibility: 'Change who sees them',
  makePublic: 'Make public',
  makePrivate: 'Make private',
  makePublicTitle: (count: number, shown: string) => `Make ${pictures(count, shown)} public?`,
  makePublicHint: (count: number): string =>
    count === 1
      ? 'Whoever has the link can see it. A link that you have shared for it stops working.'
      : 'Whoever has a link can see them. Links that you have shared for private pictures stop working.',
  makePrivateTitle: (count: number, shown: string) => `Make ${pictures(count, shown)} private?`,
  makePrivateHint: (count: number): string =>
    count === 1
      ? 'Only you see it from then on, and its link changes. Elsewhere, a copy may be seen for up to 10 minutes.'
      : 'Only you see them from then on, and their links change. Elsewhere, copies may be seen for up to 10 minutes.',
  deleteTitle: (count: number, shown: string) => `Delete ${pictures(count, shown)}?`,
  deleteHint: (count: number): string =>
    count === 1
      ? 'Its link stops working, wherever it is used. For a few seconds you can undo it; after that nobody can bring it back.'
      : 'Their links stop working, wherever they are used. For a few seconds you can undo it; after that nobody can bring them back.',
  deleteAction: (count: number, shown: string) => `Delete ${pictures(count, shown)}`,
  jobs: 'What is under way',
  undoable: (count: number, shown: string) => `${pictures(count, shown)} will be deleted`,
  running: {
    delete: (done: string, total: string) => `Deleting: ${done} of ${total}`,
    public: (done: string, total: string) => `Making public: ${done} of ${total}`,
    private: (done: string, total: string) => `Making private: ${done} of ${total}`,
  },
  rateLimited: 'The service has stopped this job: too many changes in a short time.',
  waitsForNetwork: 'The job resumes when the network is back.',
  stop: 'Stop',
  stopping: 'Stopping…',
  ended: {
    delete: (count: number, shown: string) => `${pictures(count, shown)} deleted`,
    public: (count: number, shown: string) =>
      count === 1 ? '1 picture is public now' : `${shown} pictures are public now`,
    private: (count: number, shown: string) =>
      count === 1 ? '1 picture is private now' : `${shown} pictures are private now`,
  },
  stillSelected: (count: number, shown: string) =>
    count === 1
      ? '1 picture was left as it is, and is selected.'
      : `${shown} pictures were left as they are, and are selected.`,
  leftAsIs: (count: number, shown: string) =>
    count === 1 ? '1 picture was left as it is.' : `${shown} pictures were left as they are.`,
  failures: (count: number, shown: string) =>
    count === 1 ? '1 picture was refused' : `${shown} pictures were refused`,
  andMore: (shown: string) => `and ${shown} more`,
  pictureNumber: (id: number) => `Picture ${id}`,
  leftBehind: {
    delete: (count: number, shown: string) =>
      `You left before ${pictures(count, shown)} had ${count === 1 ? '' : 'all '}been deleted.`,
    public: (count: number, shown: string) =>
      `You left before ${pictures(count, shown)} had ${count === 1 ? '' : 'all '}been made public.`,
    private: (count: number, shown: string) =>
      `You left before ${pictures(count, shown)} had ${count === 1 ? '' : 'all '}been made private.`,
  },
  finishIt: {
    delete: 'Delete the rest',
    public: 'Make the rest public',
    private: 'Make the rest private',
  },
  leaveIt: 'Leave the rest as it is',
};

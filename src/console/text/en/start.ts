export const start = {
  heading: 'A good home for your photos',
  lead: 'Drop a photo, get a link. Tintype keeps it in full size and serves it fast, to everyone or only to the people you choose.',
  toGallery: 'Go to your gallery',
  picture: 'The gallery of Tintype: photos in rows, each in its own shape',
  dropTitle: 'Drop photos here',
  dropHint: 'No account yet? Choose now, sign up afterwards.',
  choose: 'Choose photos',
  accepted: (size: string | null) =>
    `JPEG, PNG, WebP, AVIF and GIF${size === null ? '' : `, up to ${size} each`}.`,
  waitingTitle: 'Photos to upload',
  waiting: (count: number, shown: string) =>
    count === 1 ? '1 photo ready' : `${shown} photos ready`,
  waitingHint: 'They stay in this browser for a day, and are uploaded once you’ve signed in.',
  registerAndUpload: 'Sign up and upload',
  signInAndUpload: 'Sign in and upload',
  addMore: 'Add more',
  discard: 'Remove all',
  refusals: {
    not_an_image: 'isn’t a supported photo.',
    too_large: (limit: string | null) =>
      limit === null ? 'is too large.' : `is too large (limit ${limit}).`,
    too_many: (limit: number) => `doesn’t fit: up to ${limit} photos can wait here.`,
    no_space: 'doesn’t fit: this browser has no room for it. Sign up first, then upload it.',
    unreadable: 'can’t be read.',
  },
  othersRefused: (count: number) =>
    count === 1 ? '1 more file was skipped.' : `${count} more files were skipped.`,
  promises: [
    {
      icon: 'check',
      title: 'Verified uploads',
      words:
        'Every part of a photo is checked against its fingerprint before it is stored. Anything damaged in transit is sent again.',
    },
    {
      icon: 'lock',
      title: 'Private means private',
      words:
        'Private photos open only for you and people with your link, for as long as you choose. Revoke it at any time.',
    },
    {
      icon: 'upload',
      title: 'Nothing gets lost',
      words:
        'Lost connection or closed the tab? Uploads pick up where they left off. Download everything whenever you like.',
    },
    {
      icon: 'globe',
      title: 'Fast everywhere',
      words: 'Photos are served from the edge, close to the people who open them.',
    },
  ],
  statistics: 'Tintype in numbers',
  images: 'Photos',
  users: 'Users',
  views: 'Views',
  stored: 'Stored',
  apiLink: 'API documentation',
  footer: 'No ads. No tracking.',
};

export const start = {
  heading: 'A good home for your photos',
  lead: 'Drop a photo, get a link. Tintype keeps it in full size and serves it fast, to everyone or only to the people you choose.',
  toGallery: 'Go to your gallery',
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
  noStatistics: 'Statistics are unavailable right now.',
  apiLink: 'API documentation',
  footer: 'No ads. No tracking.',
};

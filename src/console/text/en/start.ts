export const start = {
  heading: 'A good home for your photographs',
  lead: 'Drop a picture, get a link. Tintype keeps it in full size and shows it quickly: to everyone, or only to those you choose.',
  toGallery: 'To your gallery',
  promises: [
    {
      icon: 'check',
      title: 'Checked on arrival',
      words:
        'Each part of a picture is compared with its fingerprint before it is kept. What was damaged on its way is sent again.',
    },
    {
      icon: 'lock',
      title: 'Private means private',
      words:
        'Private pictures open for you, and for those who have your link, for as long as you say. Take it back at any time.',
    },
    {
      icon: 'upload',
      title: 'Nothing gets lost',
      words:
        'The network went away, the window was closed? The upload goes on where it was. What is stored can be downloaded whole.',
    },
    {
      icon: 'globe',
      title: 'Quick wherever you are',
      words: 'Pictures are delivered from the edge of the network, close to whoever opens them.',
    },
  ],
  statistics: 'Tintype today',
  images: 'Pictures',
  users: 'People',
  views: 'Views',
  stored: 'Stored',
  noStatistics: 'The figures are not to be had at the moment.',
  apiLink: 'The API, for programs',
  footer: 'No advertising, and nobody who follows you around.',
};

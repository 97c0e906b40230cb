export const upload = {
  title: 'Upload',
  lockedTitle: 'Uploads are turned off',
  addTitle: 'Add photos',
  dropTitle: 'Drop photos here',
  dropHint: 'Or paste them, or choose files from this device.',
  choose: 'Choose photos',
  chooseFolder: 'Choose a folder',
  takePhoto: 'Take a photo',
  accepted: (size: string | null, mayMove: boolean) =>
    `JPEG, PNG, WebP, AVIF and ${mayMove ? 'GIF' : 'still GIFs'}${size === null ? '' : `, up to ${size} each`}.`,
  visibility: 'Visibility',
  visibilities: { public: 'Public: anyone with the link', private: 'Private: only you' },
  album: 'Album',
  noAlbum: 'No album',
  pasted: 'Pasted',
  taken: (count: number, isPaused: boolean) =>
    `${count === 1 ? '1 photo added' : `${count} photos added`}${isPaused ? ', but uploads are paused' : ''}`,
  leftOut: (count: number) =>
    count === 1
      ? '1 file in the folder isn’t an image and was skipped.'
      : `${count} files in the folder aren’t images and were skipped.`,
  sharedTitle: 'Upload shared photos?',
  sharedHint: (count: number) =>
    count === 1
      ? 'An app or a website shared 1 photo with Tintype.'
      : `An app or a website shared ${count} photos with Tintype.`,
  sharedDrop: 'Don’t upload',
  sharedTooLarge:
    'At most 500 photos and 100 MB can be shared at a time. Choose them here instead.',
  queue: 'Your uploads',
  timeLeft: (duration: string) => `about ${duration} left`,
  pauseAll: 'Pause all',
  resumeAll: 'Resume',
  retryFailed: (count: number) => (count === 1 ? 'Retry' : `Retry ${count}`),
  copyLinks: (count: number) => (count === 1 ? 'Copy link' : `Copy ${count} links`),
  linkForm: 'Format of links',
  linkForms: { url: 'Link', markdown: 'Markdown', html: 'HTML', bbcode: 'BBCode' },
  linkTo: (name: string) => `Link to ${name}`,
  finished: 'Finished uploads',
  uploaded: (count: string) => `${count} uploaded`,
  inAlbum: (count: string, title: string) => `${count} in “${title}”`,
  makeAlbum: 'Make album',
  openGallery: 'Open in gallery',
  removeDone: 'Clear finished',
  cancelAll: 'Cancel all',
  cancelAllTitle: 'Cancel remaining uploads?',
  cancelAllHint: (count: number) =>
    count === 1
      ? '1 photo won’t be uploaded. Finished uploads are kept.'
      : `${count} photos won’t be uploaded. Finished uploads are kept.`,
  moreActions: 'More',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  remove: (name: string) => `Remove ${name} from the list`,
  retryIn: (duration: string) => `You can retry in ${duration}`,
  copyLink: (name: string) => `Copy link to ${name}`,
  show: 'View',
  uploadAnyway: 'Upload anyway',
  chooseAgain: 'Choose again',
  states: {
    reading: 'Getting ready',
    waiting: 'Waiting',
    prepare: 'Preparing',
    send: 'Uploading',
    publish: 'Processing',
    paused: 'Paused',
    missing: 'Choose this file again; your browser can’t read it any more.',
    duplicateDone: 'You’ve already uploaded this photo.',
    duplicateWaiting: 'This photo is already being uploaded.',
    done: 'Uploaded',
    donePrivate: 'Uploaded (private)',
  },
  notices: {
    paused: 'Uploads are paused.',
    offline: 'You’re offline. Uploads resume automatically.',
    otherTab: 'Another window is uploading. This one continues afterwards.',
    wait: 'Too many uploads at once. They’ve stopped, but nothing is lost.',
    noSpace: 'Uploads aren’t possible right now.',
    full: 'Your storage is full. Delete photos you no longer need to continue.',
    locked: 'This account is scheduled for deletion. Uploads are turned off.',
    down: 'The service is unavailable. Uploads resume when it’s back.',
    update: 'This page is out of date. Reload to continue.',
    resumesIn: (duration: string) => `Uploads resume in ${duration}`,
  },
  reload: 'Reload',
  toGallery: 'Free up space',
  toAccount: 'Go to your account',
  albumGone: 'The album no longer exists. Your photos are uploaded without it.',
  albumFull: (count: number, shown: string) =>
    `The album is full. ${count === 1 ? '1 photo is' : `${shown} photos are`} uploaded without it.`,
  unkept: (count: number, size: string) =>
    `This browser can store up to ${size} of pending uploads. ${count === 1 ? '1 photo doesn’t fit: keep this page open until it’s done.' : `${count} photos don’t fit: keep this page open until they’re done.`}`,
  failures: {
    too_large: (size: string, limit: string | null) =>
      limit === null ? `Too large: ${size}.` : `Too large: ${size} (limit ${limit}).`,
    not_an_image: 'Unsupported file. Choose a JPEG, PNG, WebP, AVIF or GIF.',
    unsupported: 'Your browser can’t read this format. Save it as JPEG or PNG.',
    animated: 'Animated images aren’t supported.',
    too_many_pixels: (limit: number | null) =>
      limit === null ? 'Too many pixels.' : `Too many pixels (limit ${limit}\u00A0MP).`,
    side_too_long: 'Too wide or too tall (limit 16,383 px).',
    too_many_pixels_here: (limit: number) =>
      `Too large for this device (limit ${limit}\u00A0MP). Resize it or use another device.`,
    side_too_long_here: (limit: string) =>
      `Too wide or too tall for this browser (limit ${limit} px). Resize it or use another browser.`,
    damaged: 'The file is damaged and can’t be opened.',
    out_of_memory: 'Too large for this device’s memory. Resize it.',
    part_too_large: 'The photo is too detailed. Resize it and try again.',
    processing_failed: 'Couldn’t prepare the photo. Try again.',
    processing_timeout: 'Preparing the photo took too long. Resize it and try again.',
    publication_timeout: 'Processing is taking longer than usual. Check again in a moment.',
    not_published: 'The photo couldn’t be published.',
    cancelled: 'This upload was cancelled elsewhere.',
    no_connection: 'The connection keeps dropping. Try again.',
    unknown: 'Something went wrong. Try again.',
  },
};

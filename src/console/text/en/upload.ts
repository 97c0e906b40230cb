export const upload = {
  title: 'Upload',
  lockedTitle: 'Uploading is switched off',
  addTitle: 'Add your pictures',
  dropTitle: 'Drop your pictures here',
  dropHint: 'Or paste them, or choose them from this device.',
  choose: 'Choose pictures',
  chooseFolder: 'Choose a folder',
  takePhoto: 'Take a photo',
  accepted: (size: string | null, mayMove: boolean) =>
    `JPEG, PNG, WebP, AVIF and GIF${mayMove ? '' : ' that does not move'}${size === null ? '' : `, up to ${size} each`}.`,
  visibility: 'New pictures are',
  visibilities: { public: 'Public: anyone with the link', private: 'Private: only you' },
  pasted: 'Pasted',
  taken: (count: number, isPaused: boolean) =>
    `${count === 1 ? '1 picture added' : `${count} pictures added`}${isPaused ? ', but uploads are paused' : ''}`,
  leftOut: (count: number) =>
    count === 1
      ? '1 file of the folder is no picture and was left out.'
      : `${count} files of the folder are no pictures and were left out.`,
  sharedTitle: 'Upload what was shared?',
  sharedHint: (count: number) =>
    count === 1
      ? 'Another app or page has handed over 1 picture.'
      : `Another app or page has handed over ${count} pictures.`,
  sharedDrop: 'Do not upload',
  queue: 'Your uploads',
  timeLeft: (duration: string) => `about ${duration} left`,
  pauseAll: 'Pause all',
  resumeAll: 'Resume',
  retryFailed: (count: number) => (count === 1 ? 'Try it again' : `Try ${count} again`),
  copyLinks: (count: number) => (count === 1 ? 'Copy the link' : `Copy ${count} links`),
  copyLinksAs: {
    markdown: 'Copy links as Markdown',
    html: 'Copy links as HTML',
    bbcode: 'Copy links as BBCode',
  },
  removeDone: 'Clear finished',
  cancelAll: 'Cancel all',
  cancelAllTitle: 'Cancel everything that is not uploaded yet?',
  cancelAllHint: (count: number) =>
    count === 1
      ? 'One picture will not be uploaded. What is uploaded stays.'
      : `${count} pictures will not be uploaded. What is uploaded stays.`,
  moreActions: 'More',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  remove: (name: string) => `Remove ${name} from the list`,
  retryIn: (duration: string) => `Possible again in ${duration}`,
  copyLink: (name: string) => `Copy the link of ${name}`,
  show: 'Show it',
  uploadAnyway: 'Upload anyway',
  chooseAgain: 'Choose it again',
  states: {
    reading: 'Getting ready',
    waiting: 'Waiting',
    prepare: 'Preparing',
    send: 'Sending',
    publish: 'Publishing',
    paused: 'Paused',
    missing: 'Please choose this file again: the browser can no longer read it.',
    duplicateDone: 'You have uploaded this picture before.',
    duplicateWaiting: 'The same picture is being uploaded already.',
    done: 'Uploaded',
    donePrivate: 'Uploaded, only for you',
  },
  notices: {
    paused: 'Everything is paused.',
    offline: 'You are offline. Uploads resume when the network is back.',
    otherTab: 'Another window is uploading. This one resumes after it.',
    wait: 'The service has stopped the uploads: too many in a short time. Nothing is lost.',
    noSpace: 'The service accepts no uploads right now.',
    full: 'Your storage is full. Delete pictures that you no longer need, then continue.',
    locked:
      'This account is to be deleted. Until that is cancelled, nothing can be uploaded to it.',
    down: 'The service is down. Uploads resume when it is back.',
    update: 'This page is older than the service. Reload it to continue.',
    resumesIn: (duration: string) => `Uploads resume in ${duration}`,
  },
  reload: 'Reload',
  toGallery: 'Find something to delete',
  toAccount: 'To your account',
  unkept: (count: number, size: string) =>
    `This browser keeps up to ${size} of what waits. ${count === 1 ? 'One picture goes' : `${count} pictures go`} beyond that: leave this page open until it is done.`,
  failures: {
    too_large: (size: string, limit: string | null) =>
      limit === null
        ? `The file is too large (${size}).`
        : `The file is too large: ${size}, and ${limit} are allowed.`,
    not_a_picture: 'This is no picture that we can take: choose a JPEG, PNG, WebP, AVIF or GIF.',
    unsupported: 'This kind of picture cannot be read here. Save it as an ordinary JPEG or PNG.',
    animated: 'This picture moves. Only still pictures can be uploaded.',
    too_many_pixels: (limit: string | null) =>
      limit === null
        ? 'The picture has too many pixels.'
        : `The picture has too many pixels: ${limit} million are allowed.`,
    side_too_long: 'The picture is too wide or too high: 16,383 pixels are allowed.',
    too_many_pixels_here: (limit: string) =>
      `The picture has too many pixels for this device: it manages ${limit} million. Make the picture smaller, or use another device.`,
    side_too_long_here: (limit: string) =>
      `The picture is too wide or too high for this browser: it manages ${limit} pixels. Make the picture smaller, or use another browser.`,
    damaged: 'The picture is damaged and cannot be opened.',
    out_of_memory: 'The picture is too large for the memory of this device. Make it smaller.',
    part_too_large: 'The picture is too rich in detail. Make it smaller.',
    processing_failed: 'Preparing the picture did not work. Try again.',
    processing_timeout: 'Preparing the picture took too long. Make it smaller.',
    publication_timeout: 'Publishing takes longer than usual. Look again in a moment.',
    not_published: 'The service could not publish this picture.',
    cancelled: 'This upload was cancelled elsewhere.',
    no_connection: 'The connection broke again and again. Try once more.',
    unknown: 'Something went wrong. Try once more.',
  },
};

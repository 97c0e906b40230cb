export const account = {
  title: 'Account',
  sections: {
    profile: 'Profile',
    security: 'Password',
    sessions: 'Devices',
    notifications: 'Notifications',
    takeout: 'Takeout',
  },
  profile: {
    role: 'Role',
    roles: { user: 'Member', admin: 'Administrator' },
    since: 'Here since',
    images: 'Pictures',
  },
  quota: {
    title: 'Storage',
    used: (used: string, quota: string) => `${used} of ${quota} used`,
    levels: {
      ample: '',
      near: 'Your storage is nearly full.',
      full: 'Your storage is full, or so nearly that an upload may be refused.',
    },
    makeRoom: 'Make room in the gallery',
    fullInDays: (days: number) =>
      days <= 1
        ? 'At this pace it is full by tomorrow.'
        : `At this pace it is full in about ${days} days.`,
    fullInMonth: (month: string) => `At this pace it is full around ${month}.`,
    fullInYears: (years: number) => `At this pace it is full in about ${years} years.`,
  },
  password: {
    title: 'Change your password',
    endsSessions:
      'You will be signed out everywhere, here too. Then sign in with the new password.',
    old: 'Current password',
    new: 'New password',
    length: 'From 8 to 72 characters.',
    submit: 'Change password',
    wrong: 'This is not your current password.',
    changed: 'Your password is changed. Sign in with the new one.',
    faults: {
      missing: 'Enter a password.',
      short: 'Too short: use at least 8 characters.',
      long: 'Too long: use at most 72 characters.',
      same: 'This is the password that you have already.',
    },
  },
  sessions: {
    title: 'Where you are signed in',
    browser: 'Browser',
    thisOne: 'This one',
    deviceName: (name: string, platform: string) => `${name} (${platform})`,
    platforms: { android: 'Android', windows: 'Windows' },
    since: (moment: string) => `Signed in ${moment}`,
    until: (date: string) => `ends ${date}`,
    lastUsed: (moment: string) => `Last used ${moment}`,
    end: 'End',
    endNamed: (name: string, since: string) => `End: ${name}, ${since}`,
    endQuestion: 'Sign out there?',
    ended: 'Signed out there.',
    signOutQuestion: 'Sign out here?',
    endOthers: 'End all others',
    endOthersQuestion: (sessions: number, devices: number) =>
      [
        sessions === 0 ? '' : sessions === 1 ? '1 session' : `${sessions} sessions`,
        devices === 0 ? '' : devices === 1 ? '1 device' : `${devices} devices`,
      ]
        .filter((part) => part !== '')
        .join(' and ')
        .concat(' will be signed out.'),
    othersEnded: 'You are signed in here alone.',
    noOthers: 'You are signed in nowhere else.',
    devices: 'Your devices',
    devicesHint: 'A device signs in by itself until you remove it.',
    removeDevice: 'Remove',
    removeNamed: (name: string) => `Remove: ${name}`,
    removeQuestion: 'Sign it out for good?',
    deviceEnded: 'The device is signed out.',
  },
  notifications: {
    unreadOnly: 'Only unread',
    unread: 'New',
    showNew: 'Show what is new',
    readAll: 'Mark all as read',
    readOne: (title: string) => `Mark as read: ${title}`,
    deleteOne: (title: string) => `Delete: ${title}`,
    clear: 'Delete all',
    clearQuestion: 'Delete all notifications?',
    nothing: 'No notifications',
    nothingUnread: 'Nothing unread',
    nothingHint: 'What concerns your account and your pictures appears here.',
    toImage: 'To the picture',
    types: { account: 'Account', security: 'Security', image: 'Picture', system: 'Service' },
  },
  notices: {
    passwordChanged: {
      title: 'Password changed',
      message: 'Your password was changed, and you were signed out everywhere.',
    },
    deletionScheduled: {
      title: 'Your account is to be deleted',
      message: 'Your account and all its pictures will be deleted. Download them before that.',
      messageAt: (time: string) =>
        `Your account and all its pictures will be deleted on ${time}. Download them before that.`,
    },
    deletionCancelled: {
      title: 'Your account stays',
      message: 'It will not be deleted. Everything works as before.',
    },
    accountDisabled: {
      title: 'Account suspended',
      message: 'An administrator has suspended your account.',
    },
    imageFailed: {
      title: 'A picture could not be published',
      message: 'Please upload it again.',
    },
  },
  failures: {
    undecodable: 'It could not be read as a picture. Please upload it again.',
    source_missing: 'It was lost before it was published. Please upload it again.',
    too_large: 'It needs more memory than the service has for one picture.',
    publish_too_large: 'Published it would be larger than the space that was set aside for it.',
    attempts_exhausted: 'Publishing failed several times. An administrator can start it again.',
    retention_over: 'Publishing failed, and the upload is no longer kept. Please upload it again.',
  },
  takeout: {
    title: 'Take your pictures with you',
    what: 'All your pictures in full size, with a list of their names, descriptions and links, as a ZIP file.',
    inVolumes: (count: number) => `They come as ${count} files of up to 500 pictures.`,
    empty: 'There are no pictures yet: the file will hold an empty list.',
    allowance:
      'While your account waits for its deletion, you can download everything three times.',
    start: 'Download everything',
    next: (volume: number, volumes: number) => `Save file ${volume} of ${volumes}`,
    again: (volume: number) => `Try file ${volume} again`,
    kept: (volume: number, volumes: number) =>
      `You got as far as file ${volume} of ${volumes} the last time. Go on with the next one, or start over.`,
    restart: 'Start over',
    anew: 'Download once more',
    running: (volume: number, volumes: number) => `File ${volume} of ${volumes} is being saved.`,
    progress: (volume: number, volumes: number, bytes: string) =>
      volumes === 1 ? `${bytes} saved` : `File ${volume} of ${volumes}, ${bytes} saved`,
    saved: (volume: number) => `File ${volume} is saved.`,
    done: (bytes: string) => `Everything is saved: ${bytes}.`,
    handedOver: (volume: number) =>
      `Your browser is downloading file ${volume}. Go on with the next one when it is there.`,
    allHandedOver: 'Your browser is downloading: its list of downloads shows how far it is.',
    failed: (volume: number) => `File ${volume} is not saved.`,
    unwritable: 'It could not be written: is there space left in that place?',
    elsewhere: 'Another window is at it: look there.',
  },
};

export const account = {
  title: 'Account',
  sections: {
    profile: 'Profile',
    security: 'Password',
    sessions: 'Devices',
    apps: 'Apps and keys',
    notifications: 'Notifications',
    takeout: 'Export',
  },
  profile: {
    role: 'Role',
    roles: { user: 'Member', admin: 'Administrator' },
    since: 'Member since',
    images: 'Photos',
  },
  quota: {
    title: 'Storage',
    used: (used: string, quota: string) => `${used} of ${quota} used`,
    levels: {
      ample: '',
      near: 'Your storage is almost full.',
      full: 'Your storage is full or almost full. Uploads may be refused.',
    },
    makeRoom: 'Free up space',
    fullInDays: (days: number) =>
      days <= 1
        ? 'At this rate, it will be full by tomorrow.'
        : `At this rate, it will be full in about ${days} days.`,
    fullInMonth: (month: string) => `At this rate, it will be full around ${month}.`,
    fullInYears: (years: number) => `At this rate, it will be full in about ${years} years.`,
  },
  sharing: {
    title: 'Share pages',
    hint: 'How your photos appear to people who open a link to their page. Changes can take 10 minutes.',
    show_name: 'Show my name',
    show_camera: 'Show date taken, camera and exposure',
    keep_location: 'Keep where new photos were taken, visible only to me',
    keepLocationHint:
      'Places that are already kept stay with their photos after you turn this off. You can remove each one in the photo’s details.',
    allow_indexing: 'Let search engines list pages of public photos',
    allow_full_size: 'Let links show sizes beyond 2,048 pixels, without a watermark',
    limitSites: 'Only the sites that I list may show or link my photos',
    sites: 'Sites',
    sitesHint:
      'One per line, such as example.org. Subdomains are included. Your own links always work.',
    wrongSite: (site: string) => `“${site}” isn’t a site.`,
    tooManySites: 'List at most 50 sites, in 2,000 characters.',
    saveSites: 'Save sites',
    sitesSaved: 'Saved. It can take 10 minutes to apply everywhere.',
  },
  password: {
    title: 'Change password',
    endsSessions:
      'You’ll be signed out everywhere, including here. Then sign in with your new password.',
    old: 'Current password',
    new: 'New password',
    length: '8–72 characters.',
    submit: 'Change password',
    wrong: 'That isn’t your current password.',
    changed: 'Password changed. Sign in with your new password.',
    faults: {
      missing: 'Enter a password.',
      short: 'Use at least 8 characters.',
      long: 'Use at most 72 characters.',
      same: 'That’s already your password.',
    },
  },
  sessions: {
    title: 'Where you are signed in',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    unknownBrowser: 'Unknown browser',
    activeNow: 'Active now',
    lastUseUnknown: 'Last use unknown',
    thisOne: 'This device',
    deviceName: (name: string, platform: string) => `${name} (${platform})`,
    platforms: { android: 'Android', windows: 'Windows' },
    since: (moment: string) => `Signed in ${moment}`,
    until: (date: string) => `expires ${date}`,
    lastUsed: (moment: string) => `Last used ${moment}`,
    end: 'Sign out',
    endNamed: (name: string, since: string) => `Sign out: ${name}, ${since}`,
    endQuestion: 'Sign out this device?',
    ended: 'Device signed out.',
    signOutQuestion: 'Sign out of this device?',
    endOthers: 'Sign out all other devices',
    endOthersQuestion: (sessions: number, devices: number) =>
      [
        sessions === 0 ? '' : sessions === 1 ? '1 session' : `${sessions} sessions`,
        devices === 0 ? '' : devices === 1 ? '1 device' : `${devices} devices`,
      ]
        .filter((part) => part !== '')
        .join(' and ')
        .concat(' will be signed out.'),
    othersEnded: 'You’re now signed in only here.',
    noOthers: 'You’re not signed in anywhere else.',
    devices: 'Your devices',
    devicesHint: 'These devices stay signed in until you remove them.',
    removeDevice: 'Remove',
    removeNamed: (name: string) => `Remove: ${name}`,
    removeQuestion: 'Remove this device?',
    deviceEnded: 'Device removed.',
  },
  notifications: {
    unreadOnly: 'Unread only',
    unread: 'New',
    showNew: 'Show new notifications',
    readAll: 'Mark all as read',
    readOne: (title: string) => `Mark as read: ${title}`,
    deleteOne: (title: string) => `Delete: ${title}`,
    clear: 'Delete all',
    clearQuestion: 'Delete all notifications?',
    nothing: 'No notifications',
    nothingUnread: 'You’re all caught up',
    nothingHint: 'Updates about your account and photos appear here.',
    toImage: 'View photo',
    types: { account: 'Account', security: 'Security', image: 'Photo', system: 'Service' },
  },
  notices: {
    passwordChanged: {
      title: 'Password changed',
      message:
        'Your password was changed, and you were signed out everywhere. API keys still work: revoke any that you don’t know.',
    },
    passwordReset: {
      title: 'Password set by a link',
      message:
        'A link from an administrator set a new password, and you were signed out everywhere. If it wasn’t you, tell an administrator. API keys still work: revoke any that you don’t know.',
    },
    deletionScheduled: {
      title: 'Your account is scheduled for deletion',
      message: 'Your account and all its photos will be deleted. Download them first.',
      messageAt: (time: string) =>
        `Your account and all its photos will be deleted on ${time}. Download them first.`,
    },
    deletionCancelled: {
      title: 'Account deletion cancelled',
      message: 'Your account won’t be deleted.',
    },
    accountDisabled: {
      title: 'Account suspended',
      message: 'An administrator has suspended your account.',
    },
    imageFailed: {
      title: 'A photo couldn’t be published',
      message: 'Please upload it again.',
    },
  },
  failures: {
    undecodable: 'The file couldn’t be read as an image. Please upload it again.',
    source_missing: 'The upload was lost before it was published. Please upload it again.',
    too_large: 'The photo is too large to process.',
    publish_too_large: 'The published photo would exceed its reserved space.',
    attempts_exhausted: 'Publishing failed several times. An administrator can retry it.',
    retention_over: 'Publishing failed and the upload has expired. Please upload it again.',
  },
  takeout: {
    title: 'Export your photos',
    what: 'All your photos in full size, with a list of their names, descriptions and links, as a ZIP file.',
    inVolumes: (count: number) => `Split into ${count} files of up to 500 photos.`,
    empty: 'You have no photos yet. The file will contain an empty list.',
    allowance: 'Until your account is deleted, you can download everything up to three times.',
    start: 'Download everything',
    next: (volume: number, volumes: number) => `Save file ${volume} of ${volumes}`,
    again: (volume: number) => `Try file ${volume} again`,
    kept: (volume: number, volumes: number) =>
      `Last time you got to file ${volume} of ${volumes}. Continue with the next one, or start over.`,
    restart: 'Start over',
    anew: 'Download again',
    running: (volume: number, volumes: number) => `Saving file ${volume} of ${volumes}…`,
    progress: (volume: number, volumes: number, bytes: string) =>
      volumes === 1 ? `${bytes} saved` : `File ${volume} of ${volumes}, ${bytes} saved`,
    saved: (volume: number) => `File ${volume} saved.`,
    done: (bytes: string) => `Everything saved: ${bytes}.`,
    handedOver: (volume: number) =>
      `Your browser is downloading file ${volume}. Continue when it has finished.`,
    allHandedOver: 'Download started. Check its progress in your browser’s downloads.',
    failed: (volume: number) => `Couldn’t save file ${volume}.`,
    unwritable: 'Couldn’t write the file. Is there enough free space?',
    elsewhere: 'The download is running in another window.',
  },
};

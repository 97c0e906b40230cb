/** Under which titles the service tells people of what has happened. The console says the same in other languages. */
export const NOTICE_TITLES = {
  passwordChanged: 'Password changed',
  deletionScheduled: 'Account deletion scheduled',
  deletionCancelled: 'Account deletion cancelled',
  accountDisabled: 'Account disabled',
  imageFailed: 'Image could not be published',
} as const;

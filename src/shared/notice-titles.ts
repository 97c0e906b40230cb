export const NOTICE_TITLES = {
  passwordChanged: 'Password changed',
  passwordReset: 'Password set by a link',
  deletionScheduled: 'Account deletion scheduled',
  deletionCancelled: 'Account deletion cancelled',
  accountDisabled: 'Account disabled',
  imageFailed: 'Image could not be published',
} as const;

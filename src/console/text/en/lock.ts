/** Texts of the banner over an account scheduled for deletion. */
export const lock = {
  title: 'This account is about to be deleted',
  titleNow: 'This account will be deleted any moment now',
  titleIn: (duration: string, time: string) =>
    `This account will be deleted in ${duration}, on ${time}`,
  possible: 'Until then you can view and download your photos, but not upload or change any.',
  cancel: 'Only an administrator can cancel the deletion.',
  takeout: 'Download everything',
};

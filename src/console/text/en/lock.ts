/** What is said above every page of an account that is to be deleted. */
export const lock = {
  title: 'This account is about to be deleted',
  titleNow: 'This account will be deleted any moment now',
  titleIn: (duration: string, time: string) =>
    `This account will be deleted in ${duration}, on ${time}`,
  possible:
    'Until then you can look at your pictures and download them. Uploading and changing are switched off.',
  cancel: 'Only an administrator can cancel the deletion.',
  takeout: 'Download everything',
};

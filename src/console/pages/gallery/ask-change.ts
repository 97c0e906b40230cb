import { loadWhenShown } from '../../load-when-shown.tsx';

/** Says how many images are about to be changed and what that means, and asks. Most only look at their pictures. */
export const AskChange = loadWhenShown(
  async () => (await import('./change-dialog.tsx')).ChangeDialog,
);

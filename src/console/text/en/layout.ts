/** Texts of the layout around every page. */
export const layout = {
  uploads: {
    dropHere: 'Drop to upload',
    dropInAlbum: 'Drop to upload to this album',
    showQueue: 'View',
    progress: (done: number, total: number, failed: number, asking: number) =>
      `${done} of ${total} uploaded${failed === 0 ? '' : `, ${failed} failed`}${asking === 0 ? '' : `, ${asking} need${asking === 1 ? 's' : ''} attention`}`,
    paused: 'paused',
  },
};

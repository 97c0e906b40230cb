/** What is said around every page. */
export const layout = {
  uploads: {
    dropHere: 'Drop to upload',
    showQueue: 'Show',
    progress: (done: number, total: number, failed: number, asking: number) =>
      `${done} of ${total} uploaded${failed === 0 ? '' : `, ${failed} failed`}${asking === 0 ? '' : `, ${asking} need${asking === 1 ? 's' : ''} an answer`}`,
    paused: 'paused',
  },
};
